"""Notebooks are mended in their cells; no other byte of the file changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import notebook, tflint, write
from hypothesis import given, settings
from hypothesis import strategies as st

from tflint.files import read_bytes
from tflint.files.byte_edits import UneditableError, edited_file
from tflint.finding import Edit, Span
from tflint.linting.codes import catalogue
from tflint.linting.fixing import Mended
from tflint.linting.selection import Layer
from tflint.linting.settings import Settings
from tflint.mending import Mending

IMPORT = "import tensorflow as tf"
CELL = '@tf.function(experimental_compile=True)  # "é\\n😀"\ndef f(x):\n    return x * 2'
NEW = CELL.replace("experimental_compile", "jit_compile")
OUTPUT = {
    "output_type": "stream",
    "name": "stdout",
    "text": ["\u00e9 experimental_compile\n", '"source": ["experimental_compile"]'],
}


@pytest.fixture(scope="module", autouse=True)
def folder_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing lies around the notebooks: of what does, each run would read what it imports."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("notebooks"))
        yield


def document(*cells: str | list[str], **dumping: Any) -> str:
    """A notebook as JSON, with outputs that say what the code says."""
    made = json.loads(notebook(*["" for _ in cells], cells=[{"source": "x"}]))
    for cell, source in zip(made["cells"], cells, strict=True):
        cell |= {"source": source, "outputs": [OUTPUT], "execution_count": 1}
    return json.dumps(made, **dumping)


def mended(data: str | bytes, *codes: str) -> Mended:
    raw = data.encode() if isinstance(data, str) else data
    run = Settings(layers=(Layer(select=codes or tuple(catalogue())),))
    return Mending(["-"], run, raw, "n.ipynb").run(unsafe=True)


def after(data: str, *codes: str) -> str:
    return mended(data, *codes).after["n.ipynb"].decode()


FORMS = [
    pytest.param({"indent": 1, "ensure_ascii": False}, id="as Jupyter writes it"),
    pytest.param({"indent": None}, id="in one line, escaped"),
    pytest.param({"indent": "\t", "separators": (" , ", " : ")}, id="with other spaces"),
]


@pytest.mark.parametrize("dumping", FORMS)
@pytest.mark.parametrize("as_list", [True, False])
@pytest.mark.parametrize("end", ["", "\n"])
def test_only_the_source_of_the_cell_changes(
    dumping: dict[str, Any], as_list: bool, end: str
) -> None:
    def cell(text: str) -> str | list[str]:
        return (text + end).splitlines(keepends=True) if as_list else text + end

    before = document(cell(IMPORT), cell(CELL), **dumping)
    assert after(before, "TFL108") == document(cell(IMPORT), cell(NEW), **dumping)


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        (
            "  @tf.function(autograph=True, experimental_compile=True)\n  def f(x):\n      return x",
            None,
        ),
        (">>> @tf.function(experimental_compile=True)\n... def f(x):\n...     return x", None),
        ("%matplotlib inline\n" + CELL, None),
        ("%%time\n" + CELL + "\n!ls", None),
        (CELL.replace("\n", "\r\n"), None),
    ],
)
def test_what_ipython_takes_away_stays(before: str, wanted: str | None) -> None:
    text = before.replace("experimental_compile", "jit_compile")
    for as_list in (True, False):
        old, new = (t.splitlines(keepends=True) if as_list else t for t in (before, text))
        assert after(document(IMPORT, old), "TFL108") == document(IMPORT, new)


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("x = 1\n# noqa: TFL301\ny = 2", "x = 1\ny = 2"),
        ("# noqa: TFL301\ny = 2", "y = 2"),
        ("x = 1\n# noqa: TFL301", "x = 1"),
        ("x = 1\n# noqa: TFL301\n", "x = 1\n"),
        ("  x = 1\n  # noqa: TFL301\n  y = 2", "  x = 1\n  y = 2"),
    ],
)
@pytest.mark.parametrize("following", [(), ("z = 3",)])
def test_lines_go(before: str, wanted: str, following: tuple[str, ...]) -> None:
    for as_list in (True, False):
        old, new = (t.splitlines(keepends=True) if as_list else t for t in (before, wanted))
        changed = json.loads(after(document(IMPORT, old, *following), "TFL002"))
        assert changed == json.loads(document(IMPORT, new, *following))


@pytest.mark.parametrize("as_list", [True, False])
@pytest.mark.parametrize("prefix", ["", "    "])
def test_lines_come(as_list: bool, prefix: str) -> None:
    old = f"{prefix}a = 1\n{prefix}b = 2"
    new = f'{prefix}z = "\\n"\n{prefix}a = 1\n{prefix}c = 3\n{prefix}b = 2'
    before, wanted = (t.splitlines(keepends=True) if as_list else t for t in (old, new))
    data = document("x = 1", before, indent=1).encode()
    edits = [Edit(Span(2, 1, 2, 1), 'z = "\\n"\n'), Edit(Span(2, 6, 2, 6), "\nc = 3")]
    made = edited_file(read_bytes("n.ipynb", data), data, edits)
    assert made.decode() == document("x = 1", wanted, indent=1)


@pytest.mark.parametrize(
    ("cell", "span", "why"),
    [
        ("%time x\ny = 1", Span(2, 1, 2, 5), "IPython reads"),
        (">>> a = 1", Span(2, 6, 2, 6), "prompts"),
        ("a = 1", Span(1, 1, 2, 3), "several cells"),
        ("a = = 1", Span(2, 3, 2, 4), "no Python"),
    ],
)
def test_what_does_not_stand_so_is_not_edited(cell: str, span: Span, why: str) -> None:
    data = document("x = 1", cell).encode()
    with pytest.raises(UneditableError, match=why):
        edited_file(read_bytes("n.ipynb", data), data, [Edit(span, "z\nz")])


def test_an_old_format_is_left_alone_and_said() -> None:
    cell = {"cell_type": "code", "language": "python", "outputs": [], "collapsed": False}
    code = f"{IMPORT}\n{CELL}".replace("é", "e")
    sheet = {"cells": [{**cell, "input": code, "metadata": {}}], "metadata": {}}
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [sheet]}
    outcome = mended(json.dumps(old), "TFL108")
    assert outcome.after == {}
    assert len(outcome.refused) == 1
    assert "the notebook is of an old format" in outcome.refused[0]


def test_the_last_of_two_equal_names_counts() -> None:
    before = document(IMPORT, "y").replace(
        '"source": "y"', f'"source": "", "source": {json.dumps(CELL)}'
    )
    assert after(before, "TFL108") == before.replace(
        f'"source": {json.dumps(CELL)}', f'"source": {json.dumps(NEW)}'
    )


TEXT = st.text(st.sampled_from('a"\\\n é😀\u2028[]{},:u0'), max_size=12)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    others=st.lists(
        TEXT.map(lambda t: f"'''{t.replace(chr(92), '').replace(chr(39), '')}'''"), max_size=3
    ),
    comment=TEXT.map(lambda text: " ".join(text.split())),
    ascii_only=st.booleans(),
    cut=st.integers(1, 30),
)
def test_whatever_stands_around_stays(
    others: list[str], comment: str, ascii_only: bool, cut: int
) -> None:
    """Cells in chunks of any size, with whatever JSON escapes."""
    cell = f"{CELL} # {comment}"
    chunks = [cell[i : i + cut] for i in range(0, len(cell), cut)]
    before = document(IMPORT, *others, chunks, indent=1, ensure_ascii=ascii_only)
    changed = json.loads(after(before, "TFL108"))
    assert "".join(changed["cells"][-1].pop("source")) == f"{NEW} # {comment}"
    old = json.loads(before)
    del old["cells"][-1]["source"]
    assert changed == old


class TestCommandLine:
    def test_it_is_mended_and_nothing_is_left(self, tmp_path: Path) -> None:
        write(tmp_path, {"n.ipynb": document(IMPORT, CELL, indent=1)})
        shown = tflint("--diff", "n.ipynb", cwd=tmp_path)
        assert shown.stdout.startswith(
            "--- n.ipynb:cell 2\n+++ n.ipynb:cell 2\n@@ -1,3 +1,3 @@\n-@tf"
        )
        assert "\n-    return" not in shown.stdout
        done = tflint("--fix", "n.ipynb", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / "n.ipynb").read_text() == document(IMPORT, NEW, indent=1)

    def test_json_tells_cell_and_line_of_edits(self, tmp_path: Path) -> None:
        write(tmp_path, {"n.ipynb": document(IMPORT, "\n  x = 1\n  " + CELL.replace("\n", "\n  "))})
        done = tflint("n.ipynb", "--output-format", "json", cwd=tmp_path)
        (entry,) = json.loads(done.stdout)
        (edit,) = entry["fix"]["edits"]
        place = {"cell": 2, "line": 3, "column": 16, "end_line": 3, "end_column": 36}
        assert edit == {**place, "content": "jit_compile"}
        sarif = json.loads(tflint("n.ipynb", "--output-format", "sarif", cwd=tmp_path).stdout)
        assert "fixes" not in sarif["runs"][0]["results"][0]


def test_a_report_that_is_read_back_has_the_same_fixes(tmp_path: Path) -> None:
    write(tmp_path, {"n.ipynb": document(IMPORT, "x = 1\n" + CELL)})
    tflint("n.ipynb", "--output-format", "json", "-o", "first.json", cwd=tmp_path)
    tflint("merge", "first.json", "--output-format", "json", "-o", "second.json", cwd=tmp_path)
    first, second = (json.loads((tmp_path / f"{n}.json").read_text()) for n in ("first", "second"))
    assert first == second
    assert first[0]["fix"]["edits"][0]["cell"] == 2
