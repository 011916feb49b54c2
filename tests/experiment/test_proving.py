"""Fixes are proven by the framework before they are made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import notebook, tflint, write
from hypothesis import example, given
from hypothesis import strategies as st

from tflint.files.byte_edits import Moved, edited
from tflint.finding import Edit, Span

PROGRAM = """\
import tensorflow as tf


@tf.function
def f(x):
    {}
    return x * 2


for i in range(3):
    f(tf.constant(1.0) * i)
"""
PRINTING = PROGRAM.format('print("x", x)')
OPTIONS = ("--unsafe-fixes", "--confirm", "--no-cache")


def test_a_proven_fix_is_made_and_says_what_showed(tmp_path: Path, tensorflow_python: str) -> None:
    write(tmp_path, {"a.py": PRINTING})
    shown = tflint("--diff", *OPTIONS, "a.py", cwd=tmp_path)
    proof = "a.py:6:5: TFL301 fixed, confirmed: before 6 lines, 1 line; after 6, 6\n"
    assert (shown.returncode, shown.stderr) == (1, f"{proof}Would fix 1 finding.\n")
    assert '+    tf.print("x", x)\n' in shown.stdout
    assert (tmp_path / "a.py").read_text() == PRINTING
    done = tflint("--fix", *OPTIONS, "a.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{proof}Found 1 finding (1 fixed, 0 remaining) in 1 file.\n"
    assert (tmp_path / "a.py").read_text() == PRINTING.replace("print(", "tf.print(", 1)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("x += np.random.rand()", "TFL501 fixed, confirmed: before: equal calls give "),
        ("tf.print(f'x {x}')", "TFL605 fixed, confirmed: before 6 lines, 6 lines; after 6, 6"),
        ("x += time.time() * 0", None),
    ],
)
def test_what_varied_or_named_symbols_is_gone(
    line: str, shown: str | None, tmp_path: Path, tensorflow_python: str
) -> None:
    head = "import time\nimport numpy as np\n"
    write(tmp_path, {"a.py": head + PROGRAM.format(line)})
    done = tflint("--diff", *OPTIONS, "a.py", cwd=tmp_path)
    if shown is None:
        assert done.stdout == ""
    else:
        assert shown in done.stderr


SWITCHES = """\
import tensorflow as tf

tf.config.run_functions_eagerly(True)
tf.data.experimental.enable_debug_mode()


def main():
    print(tf.constant(1.0))


main()
"""
LAYERS = """\
import keras
import tensorflow as tf


class Pair(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.first = keras.layers.Dense(2)

    def call(self, x):
        return self.first(x)


@tf.function
def f(x):
    return Pair()(x)


f(tf.ones([2, 2]))
"""
METHODS = """\
import tensorflow as tf


class Trainer:
    @tf.function
    def step(self, x, epoch):
        return x * epoch


def train():
    trainer = Trainer()
    x = tf.constant([1.0, 2.0])
    for epoch in range(4):
        trainer.step(x, epoch)


train()
"""
RETURNED = PROGRAM.replace("import", "import numpy as np\nimport", 1).replace(
    "    {}\n    return x * 2", "    return x * 2, np.random.rand()"
)


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        pytest.param(SWITCHES, ["3:1: TFL902", "4:1: TFL902"], id="two make one difference"),
        pytest.param(LAYERS, ["16:12: TFL202"], id="what varied and froze is the same both ways"),
        pytest.param(METHODS, ["14:25: TFL101"], id="methods of new objects have one trace each"),
        pytest.param(
            RETURNED, ["7:19: TFL501"], id="a number is the scalar that graphs make of it"
        ),
    ],
)
def test_what_shows_that_a_difference_is_gone(
    text: str, fixed: list[str], tmp_path: Path, tensorflow_python: str
) -> None:
    write(tmp_path, {"a.py": text})
    codes = ",".join({place.split()[1] for place in fixed})
    done = tflint("--diff", "--select", codes, *OPTIONS, "a.py", cwd=tmp_path)
    proven = [line for line in done.stderr.splitlines() if " fixed, confirmed: " in line]
    assert [line.partition(" fixed")[0] for line in proven] == [f"a.py:{each}" for each in fixed]
    assert "was not fixed" not in done.stderr


def test_what_is_left_is_confirmed(tmp_path: Path, tensorflow_python: str) -> None:
    write(tmp_path, {"a.py": PRINTING})
    done = tflint("--fix", "--confirm", "a.py", "--no-cache", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "= confirmed: lines written per call: eagerly 1, 1, 1, " in done.stdout


RULE = '''\
import libcst as cst

from tflint.claims import Output
from tflint.cst import ProjectRule
from tflint.finding import Applicability


class Own(ProjectRule):
    """A print, mended in ways of its own."""

    code = "OWN001"
    name = "own"
    summary = "A print"
    claims = (Output(),)
    fix = Applicability.SAFE

    def visit_Return(self, node: cst.Return) -> None:
        if "[print(" not in cst.Module([]).code_for_node(node):
            return
        self.report(node, "prints", replacement=cst.parse_statement({new!r}).body[0])
'''
RETURNING = PROGRAM.format("y = x").replace("return x * 2", "return [print('x', y), y][1]")


CHANGES = "it changes what eager code does: "


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("return [tf.print('x', y), y][1]", ""),
        ("return [tf.print('x', y), y + 1][1]", CHANGES + "call 1 returns 1, and not 0"),
        ("return [tf.print('x', y), {}[3]][1]", CHANGES + "the program raises KeyError: 3"),
        ("return [y, y][1]", CHANGES + "call 1 writes nothing, and not ['x tf.Tensor(0.0, "),
        ("return [show(y), y][1]", "the difference stays: lines written per call: "),
    ],
)
def test_a_fix_that_changes_eager_results_is_refused_with_what_changed(
    new: str, said: str, tmp_path: Path, tensorflow_python: str
) -> None:
    helper = "\n\n\ndef show(y):\n    print('y', y)\n"
    write(
        tmp_path,
        {
            "my_rules.py": RULE.format(new=new),
            "a.py": RETURNING.replace("\n\n\nfor", f"{helper}\n\nfor"),
        },
    )
    write(tmp_path, {"pyproject.toml": "[tool.tflint]\nplugins = ['my_rules']\nselect = ['OWN']\n"})
    done = tflint("--diff", "--confirm", "a.py", cwd=tmp_path)
    if said:
        assert (done.returncode, done.stdout) == (0, "")
        assert f"a.py:7: OWN001 was not fixed: {said}" in done.stderr
    else:
        assert done.returncode == 1
        assert (
            "a.py:7:5: OWN001 fixed, confirmed: before 6 lines, 1 line; after 6, 6" in done.stderr
        )


def test_a_finding_that_is_not_confirmed_is_not_mended(
    tmp_path: Path, tensorflow_python: str
) -> None:
    code = PRINTING.replace("    print", "    x = x * nowhere.f()\n    print")
    write(tmp_path, {"a.py": "import nowhere\n" + code})
    done = tflint("--diff", *OPTIONS, "a.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    said = (
        "a.py:8: TFL301 was not fixed: the finding is inconclusive: it hangs on what nowhere gives"
    )
    assert said in done.stderr


def test_a_change_of_comments_needs_no_experiment(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import tensorflow\nx = 1  # noqa: TFL301\n"})
    options = ("--extend-select", "TFL002", "--confirm", "--python", "/bin/false")
    done = tflint("--fix", "a.py", *options, cwd=tmp_path)
    assert done.stdout.startswith(
        "a.py:2:8: TFL002 fixed, confirmed: the code is the same, but for comments\n"
    )
    assert (tmp_path / "a.py").read_text() == "import tensorflow\nx = 1\n"


def test_standard_input_is_not_run(tmp_path: Path, tensorflow_python: str) -> None:
    done = tflint("--fix", *OPTIONS, "-", cwd=tmp_path, stdin=PRINTING)
    assert done.stdout == PRINTING
    assert "standard input is no file to run" in done.stderr


def test_cells_are_proven_too(tmp_path: Path, tensorflow_python: str) -> None:
    write(tmp_path, {"n.ipynb": notebook(*PRINTING.split("\n\n\n"))})
    done = tflint("--fix", *OPTIONS, "n.ipynb", cwd=tmp_path)
    assert "confirmed: before 6 lines, 1 line; after 6, 6" in done.stdout, done.stderr
    cells = json.loads((tmp_path / "n.ipynb").read_text())["cells"]
    assert 'tf.print("x", x)' in cells[1]["source"]


def test_a_helper_in_another_file_is_proven_by_its_caller(
    tmp_path: Path, tensorflow_python: str
) -> None:
    helper = "import tensorflow as tf\n\n\ndef show(x):\n    print('x', x)\n"
    caller = PROGRAM.format("show(x)").replace("tf\n", "tf\nfrom helper import show\n", 1)
    write(tmp_path, {"helper.py": helper, "a.py": caller})
    done = tflint("--fix", *OPTIONS, ".", cwd=tmp_path)
    assert "helper.py:5:5: TFL301 fixed, confirmed: before 6 lines, 1 line; after 6, 6" in (
        done.stdout
    ), done.stderr


@given(
    text=st.text(st.sampled_from("ab\n"), min_size=1, max_size=30),
    picks=st.lists(
        st.tuples(st.integers(0, 30), st.integers(0, 4), st.text("xy\n", max_size=4)), max_size=4
    ),
    offset=st.integers(0, 30),
)
@example(text="aaa\na", picks=[(0, 0, "x"), (1, 3, "")], offset=5)  # an edit joins two lines
def test_places_move_as_their_text_does(
    text: str, picks: list[tuple[int, int, str]], offset: int
) -> None:
    """A letter of its own in the text is where its place says, once edits around it are made."""
    offset %= len(text) + 1
    text = f"{text[:offset]}#{text[offset:]}"

    def place(of: str, at: int) -> tuple[int, int]:
        before = of[:at]
        return before.count("\n") + 1, at - before.rfind("\n")

    edits, end = [], -1
    for start, length, new in sorted(picks):
        stop = min(start + length, len(text))
        if end < start <= stop and not start <= offset < max(stop, start + 1) and stop != offset:
            edits.append(Edit(Span(*place(text, start), *place(text, stop)), new))
            end = stop
    after = edited(text.encode(), edits).decode()
    assert Moved(edits).after(*place(text, offset)) == place(after, after.index("#"))
