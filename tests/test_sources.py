"""Files found, bytes read, notebooks unfolded."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import nbformat
import pytest
from commands import notebook, write

from tflint.files import (
    FileRules,
    NotPythonError,
    Patterns,
    Source,
    UnparsableError,
    find_files,
    read_bytes,
    read_file,
)
from tflint.files.discovery import DEFAULT_EXCLUDES
from tflint.files.notebook import neutralise
from tflint.finding import Span


def found(*paths: str | Path, rules: FileRules | None = None) -> list[str]:
    errors: list[str] = []
    files = find_files(
        [str(path) for path in paths],
        rules or FileRules(),
        lambda path, error: errors.append(f"!{path}"),
    )
    return [*files, *errors]


def excluding(*patterns: str, root: str = ".", force: bool = False) -> FileRules:
    groups = (Patterns(DEFAULT_EXCLUDES), Patterns(patterns, root))
    return FileRules(exclude=groups, force_exclude=force)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestDiscovery:
    def test_a_folder_is_walked_in_order_for_python_and_notebooks(self, here: Path) -> None:
        write(here, {"b.py": "", "a/z.py": "", "a/n.ipynb": "", "a/t.txt": "", "a/s.pyi": ""})
        assert found(".") == ["b.py", "a/n.ipynb", "a/z.py"]

    def test_what_tools_make_is_left_out(self, here: Path) -> None:
        write(here, {f"{name}/a.py": "" for name in (".git", ".venv", "build", "node_modules")})
        write(here, {"src/__pycache__/a.py": "", "src/.tox/x/a.py": "", "src/builder/a.py": ""})
        assert found(".") == ["src/builder/a.py"]

    def test_a_named_file_or_folder_is_linted_although_excluded(self, here: Path) -> None:
        write(here, {"build/a.py": "", "odd.txt": ""})
        assert found("build", "odd.txt") == ["build/a.py", "odd.txt"]

    def test_force_exclude_leaves_out_what_is_named(self, here: Path) -> None:
        write(here, {"build/a.py": "", "gen/b.py": "", "c.py": ""})
        rules = excluding("gen/*.py", force=True)
        assert found("build/a.py", "gen/b.py", "c.py", rules=rules) == ["c.py"]

    @pytest.mark.parametrize(
        ("pattern", "kept"),
        [
            ("gen", ["a.py", "x/b_pb2.py"]),
            ("*_pb2.py", ["a.py", "x/gen/c.py"]),
            ("x/gen", ["a.py", "x/b_pb2.py"]),
            ("x/**/*.py", ["a.py"]),
            ("/a.py", ["x/b_pb2.py", "x/gen/c.py"]),
            ("x/", ["a.py"]),
        ],
    )
    def test_patterns_exclude_as_in_ignore_files(
        self, here: Path, pattern: str, kept: list[str]
    ) -> None:
        write(here, {"a.py": "", "x/b_pb2.py": "", "x/gen/c.py": ""})
        assert found(".", rules=excluding(pattern)) == kept

    def test_gitignore_counts_at_every_level(self, here: Path) -> None:
        subprocess.run(["git", "init", "-q", "."], check=True)
        write(here, {".gitignore": "out/\n*_old.py\n", "sub/.gitignore": "!keep_old.py\n/x.py\n"})
        write(here, {"a_old.py": "", "sub/keep_old.py": "", "sub/x.py": "", "sub/y/x.py": ""})
        write(here, {"out/a.py": "", "sub/out/a.py": "", "b.py": ""})
        kept = ["b.py", "sub/keep_old.py", "sub/y/x.py"]
        assert found(".") == kept
        assert found("sub") == kept[1:]
        listed = subprocess.run(
            ["git", "ls-files", "-o", "--exclude-standard", "*.py"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert sorted(listed.stdout.split()) == sorted(kept)
        assert "sub/x.py" in found(".", rules=FileRules(respect_gitignore=False))

    def test_an_ignored_folder_that_is_named_is_linted(self, here: Path) -> None:
        subprocess.run(["git", "init", "-q", "."], check=True)
        write(here, {".gitignore": "out/\n", "out/a.py": ""})
        assert found("out") == ["out/a.py"]

    def test_a_bad_line_in_an_ignore_file_is_skipped(self, here: Path) -> None:
        write(here, {".gitignore": "a.py\n!\n***/\n\\\n", "a.py": "", "b.py": ""})
        assert found(".") == ["b.py"]

    def test_each_file_comes_once(self, here: Path) -> None:
        write(here, {"a.py": "", "s/b.py": ""})
        os.symlink("a.py", "link.py")
        assert found("a.py", "./a.py", here / "a.py", ".", "s/../a.py") == ["a.py", "s/b.py"]

    def test_pipes_dangling_links_and_link_loops_are_passed_by(self, here: Path) -> None:
        os.mkfifo("pipe.py")
        os.symlink("nowhere.py", "dangling.py")
        os.symlink(".", "loop")
        write(here, {"a.py": "", "folder.py/b.py": ""})
        assert found(".") == ["a.py", "folder.py/b.py"]

    def test_a_missing_path_is_told(self, here: Path) -> None:
        write(here, {"a.py": ""})
        assert found("nope", "a.py") == ["a.py", "!nope"]

    def test_a_closed_folder_is_told(self, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(here, {"closed/a.py": "", "b.py": ""})
        scandir = os.scandir

        def refused(folder: str) -> object:
            if folder == "closed":
                raise PermissionError(13, "Permission denied")
            return scandir(folder)

        monkeypatch.setattr(os, "scandir", refused)  # root may read everything
        assert found(".") == ["b.py", "!closed"]


class TestDecoding:
    @pytest.mark.parametrize(
        ("data", "text"),
        [
            (b"x = 1\r\ny = 2\r", "x = 1\ny = 2\n"),
            (b"\xef\xbb\xbfx = '\xc3\xa9'\n", "x = 'é'\n"),
            (b"# coding: latin-1\nx = '\xe9'\n", "# coding: latin-1\nx = 'é'\n"),
            (
                b"#!/bin/sh\n# -*- coding: cp1252 -*-\n'\x80'",
                "#!/bin/sh\n# -*- coding: cp1252 -*-\n'€'",
            ),
            (b"\n\n# coding: latin-1\n'\xc3\xa9'", "\n\n# coding: latin-1\n'é'"),
            (b"", ""),
        ],
    )
    def test_text_is_what_python_reads(self, data: bytes, text: str) -> None:
        assert read_bytes("a.py", data).text == text

    @pytest.mark.parametrize(
        ("data", "line", "column"),
        [
            (b"x = 1\ny = '\xff'\n", 2, 6),
            (b"x = 1\n\ny\0 = 2\n", 3, 2),
            (b"# coding: ascii\n\n'\xc3\xa9'", 3, 2),
            (b"# coding: nonsense\n", 1, 1),
            (b"\n# coding: rot13\n", 2, 1),
            (b"# coding: undefined\n", 1, 1),
            (b"\xef\xbb\xbf# coding: latin-1\n", 1, 1),
            (b"# coding: raw_unicode_escape\n'\\ud800'\n", 1, 1),
            (b"\xff\xfex\0=\x001\0", 1, 1),
        ],
    )
    def test_what_is_no_text_is_told_with_its_place(
        self, data: bytes, line: int, column: int
    ) -> None:
        with pytest.raises(UnparsableError) as raised:
            read_bytes("a.py", data)
        assert (raised.value.line, raised.value.column) == (line, column)

    def test_lines_are_those_of_python(self) -> None:
        source = Source("a.py", "a = 1\x0c\nb = '\u2028'\nc\x85")
        assert source.lines == ["a = 1\x0c", "b = '\u2028'", "c\x85"]

    def test_a_missing_file_raises(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            read_file(str(tmp_path / "a.py"))


def cells(*sources: str | tuple[str, str], **metadata: object) -> Source:
    return read_bytes("n.ipynb", notebook(*sources, **metadata).encode())


class TestNotebooks:
    def test_lines_lead_back_to_cells_and_their_lines(self) -> None:
        source = cells("a = 1\nb = 2", ("markdown", "# Title"), "c = 3", "")
        assert source.text == "a = 1\nb = 2\nc = 3\n\n"
        places = [tuple(source.place(line))[:2] for line in (1, 2, 3, 4)]
        assert places == [(1, 1), (1, 2), (3, 1), (4, 1)]

    def test_a_source_may_be_a_list_of_lines(self) -> None:
        text = notebook("x").replace('"source": "x"', '"source": ["a = 1\\n", "b = 2"]')
        assert read_bytes("n.ipynb", text.encode()).text == "a = 1\nb = 2\n"

    @pytest.mark.parametrize(
        ("cell", "python"),
        [
            ("%matplotlib inline\nx = 1", "pass\nx = 1"),
            ("!pip install \\\n  tensorflow\nx = 1", "pass\n\nx = 1"),
            ("if x:\n    %time f()\n    g()", "if x:\n    pass\n    g()"),
            ("files = !ls\nout = %sql select", "files = None\nout = None"),
            ("x.y?\n?x\nx??\n%pinfo x", "pass\npass\npass\npass"),
            ("%%time\nx = 1", "pass\nx = 1"),
            ("%%px\nx = 1", "pass\nx = 1"),
            ("%%px --local --targets 0\n%who\nx = 1", "pass\npass\nx = 1"),
            ("%%memit -r 3\nx = 1", "pass\nx = 1"),
            ("%%wandb -h 1024\nx = 1", "pass\nx = 1"),
            ("%%sql\nselect 1", "\n"),
            ("ll data\nx = 1", "pass\nx = 1"),
            ("ll = 1\nll -x", "ll = 1\nll -x"),
            ("ls $DATA", "pass"),
            ("cd ~/x; ls\n", "pass\n"),
            ("psearch a*?", "pass"),
            ("\n%%bash\nrm -rf x\necho 'it", "\n\n\n"),
            ("%%writefile a.py\nprint(", "\n"),
            ("#@title Get it\n# all\n%%bash\nrm -rf x\necho 'it", "\n\n\n\n"),
            ("# how long\n%%time\nx = 1", "# how long\npass\nx = 1"),
            ("x = (a\n  % b)\n%who", "x = (a\n  % b)\npass"),
            ("s = '''\n%who\n!ls '''\n!ls", "s = '''\n%who\n!ls '''\npass"),
            ('s = "it\'s ("  # (\n%who', 's = "it\'s ("  # (\npass'),
            ("x = a \\\n  % b\n%who", "x = a \\\n  % b\npass"),
        ],
    )
    def test_what_only_ipython_understands_is_made_harmless(self, cell: str, python: str) -> None:
        assert neutralise(cell) == python
        ast.parse(python)

    @pytest.mark.parametrize("cell", ["ls, = (", "rm = $X", "head a.txt", "ls $X\nx = 1"])
    def test_what_ipython_does_not_understand_stays(self, cell: str) -> None:
        assert neutralise(cell) == cell

    @pytest.mark.parametrize("cell", ["x = a % b", "s = '''\n%who\n'''", "f(a\n% b)", "x = 1"])
    def test_python_stays_as_it_is(self, cell: str) -> None:
        assert neutralise(cell) == cell

    @pytest.mark.parametrize(
        ("cell", "python"),
        [
            ("\n  x = 1\n  if x:\n    y = 2", "\nx = 1\nif x:\n  y = 2\n"),
            (" # get it\n !curl x\n y = 1", "# get it\npass\ny = 1\n"),
            (">>> x = 1\n>>> if x:\n...     y = 2\n...", "x = 1\nif x:\n    y = 2\n"),
            ("In [3]: x = 1\n   ...: y = 2", "x = 1\ny = 2\n"),
            ("/print 1 2\n,f a b\n;f a b", "pass\npass\npass\n"),
            ("pip install tensorflow\ncd data\nls = 3\ntime = 4", "pass\npass\nls = 3\ntime = 4\n"),
        ],
    )
    def test_cells_are_read_as_ipython_reads_them(self, cell: str, python: str) -> None:
        source = cells(cell)
        assert source.text == python
        assert not source.faults

    def test_columns_count_what_ipython_takes_away(self) -> None:
        source = cells("x = 1", "    y = 2", ">>> z = 3")
        assert [source.place(line).indent for line in (1, 2, 3)] == [0, 4, 4]

    def test_a_cell_that_is_no_python_is_left_out_alone(self) -> None:
        source = cells("a = 1", "b =\nprint(", "c = 3")
        assert source.text == "a = 1\n# b =\n# print(\nc = 3\n"
        (fault,) = source.faults
        place = source.place(fault.line)
        assert (place.cell, place.line, fault.column + place.indent) == (2, 1, 4)

    def test_a_cell_that_is_left_out_is_shown_as_the_notebook_has_it(self) -> None:
        source = cells("a = 1", "    # b\n    %who\n    b = = 1", ">>> c = (\n", "d = 4")
        shown = []
        for fault in source.faults:
            written, span = source.as_written(
                Span(fault.line, fault.column, fault.line, fault.column)
            )
            shown.append(written.lines[span.line - 1][span.column - 1 :])
        assert shown == ["= 1", "("]
        whole = "a = 1\n    # b\n    %who\n    b = = 1\n>>> c = (\nd = 4\n"
        assert written.text == whole
        assert source.as_written(Span(1, 1, 1, 2)) == (source, Span(1, 1, 1, 2))

    @pytest.mark.parametrize(
        ("script", "python"),
        [
            ("#%%\nx = 1\n%matplotlib inline\n", "#%%\nx = 1\npass\n"),
            (
                "import os\n!ls\n\n# %% load\n%%time\nx = 1\n",
                "import os\npass\n\n# %% load\npass\nx = 1\n",
            ),
            ("# %%\n%%bash\nrm 'x\n# %%\nx = 1\n", "# %%\n\n\n# %%\nx = 1\n"),
            ("# In[1]:\n\n\n%who\n", "# In[1]:\n\n\npass\n"),
            (
                '"""Automatically generated by Colab."""\n!pip install x\n',
                '"""Automatically generated by Colab."""\npass\n',
            ),
            ("#%%\nx = (1\n#%%\n  % 2)\n", "#%%\nx = (1\n#%%\n  % 2)\n"),
            ("# 100%% sure\n%who\n", "# 100%% sure\n%who\n"),
            ("%who\nx = 1\n", "%who\nx = 1\n"),
        ],
    )
    def test_scripts_of_cells_are_read_as_editors_run_them(self, script: str, python: str) -> None:
        assert read_bytes("a.py", script.encode()).text == python

    def test_a_script_of_cells_says_where_it_is_no_python(self) -> None:
        with pytest.raises(SyntaxError) as error:
            ast.parse(read_bytes("a.py", b"#%%\n%who\n#%%\nf(a=1, 2)\n").text)
        assert error.value.lineno == 4

    def test_a_python_error_stays_one(self) -> None:
        with pytest.raises(SyntaxError):
            ast.parse(neutralise("%who\ndef f(:"))

    @pytest.mark.parametrize("language", ["R", "julia"])
    def test_notebooks_in_other_languages_are_not_read(self, language: str) -> None:
        with pytest.raises(NotPythonError, match=f"a notebook in {language.lower()}"):
            cells("library(x)", language_info={"name": language})

    @pytest.mark.parametrize("name", ["python", "Python", "python3", "ipython"])
    def test_python_has_several_names(self, name: str) -> None:
        assert cells("x = 1", language_info={"name": name}).text == "x = 1\n"

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "{",
            "[]",
            "null",
            '"text"',
            "{}",
            '{"cells": 3, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
            '{"cells": [3], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
            '{"cells": [{"cell_type": "code", "source": 3}], "nbformat": 4, "nbformat_minor": 5}',
            '{"nbformat": 99, "nbformat_minor": 0, "metadata": {}, "cells": []}',
            '{"nbformat": "x", "cells": []}',
            "[" * 100_000,
            notebook("x\0"),
            notebook("x = '\ud800'"),
        ],
    )
    def test_what_jupyter_could_not_open_is_told(self, text: str) -> None:
        with pytest.raises(UnparsableError):
            read_bytes("n.ipynb", text.encode())

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("[3]", "it is no JSON object"),
            ('{"cells": 3}', "'cells' is not a list"),
            ('{"nbformat": 4, "cells": [3]}', "cell 1 is not an object"),
            (
                '{"nbformat": 4, "cells": [{"cell_type": "code", "source": [3]}]}',
                "cell 1 has no text",
            ),
            ('{"metadata": 3, "cells": []}', "'metadata' is not an object"),
            ('{"nbformat": "4", "cells": []}', "'nbformat' is not a number"),
            ('{"metadata": {}, "cells": []}', "'nbformat' is missing"),
        ],
    )
    def test_what_is_wrong_is_told_in_words_of_notebooks(self, text: str, told: str) -> None:
        with pytest.raises(UnparsableError) as raised:
            read_bytes("n.ipynb", text.encode())
        assert raised.value.message == f"not a valid notebook: {told}"

    @pytest.mark.parametrize(
        ("without", "metadata", "reads"),
        [
            ("", {}, True),
            ("", {"kernelspec": {"name": "python3", "display_name": "Python 3"}}, True),
            ("", {"kernelspec": None}, True),
            ("metadata", {}, False),
            ("nbformat", {}, False),
            ("cells", {}, False),
        ],
    )
    def test_what_jupyter_and_ruff_read_is_read(
        self, without: str, metadata: dict[str, object], reads: bool, tmp_path: Path
    ) -> None:
        document = json.loads(notebook("x = 1", **metadata))
        document.pop(without, None)
        path = tmp_path / "n.ipynb"
        path.write_text(json.dumps(document))
        ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", str(path)]
        assert (subprocess.run(ruff, capture_output=True).returncode == 0) is reads
        if without != "nbformat":  # Jupyter then shows no cell, and no word of it
            with nullcontext() if reads else pytest.raises(nbformat.ValidationError):
                nbformat.read(str(path), as_version=4)
        with nullcontext() if reads else pytest.raises(UnparsableError):
            assert read_file(str(path)).text == "x = 1\n"

    def test_a_cell_without_metadata_is_read(self, tmp_path: Path) -> None:
        document = json.loads(notebook("x = 1", "y = 2"))
        del document["cells"][1]["metadata"]
        assert read_bytes("n.ipynb", json.dumps(document).encode()).text == "x = 1\ny = 2\n"

    def test_broken_json_is_told_with_its_line(self) -> None:
        with pytest.raises(UnparsableError) as raised:
            read_bytes("n.ipynb", b'{\n "cells": [,]\n}')
        assert raised.value.line == 2
