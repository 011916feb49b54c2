"""Old code bases: a baseline of what is known, comments for it, and what a change brought."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import CLEAN, PRINTING, environment, notebook, places, tflint, write

from tflint.linting import baseline as module
from tflint.linting.baseline import Baseline, BaselineError

NAME = "tflint-baseline.json"
TWO = "import tensorflow as tf\n\n@tf.function\ndef g(x, y):\n    print(x)\n    print(y)\n    return x\n"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A project with three known findings."""
    write(tmp_path, {"pyproject.toml": "", "a.py": PRINTING, "p/b.py": TWO, "clean.py": CLEAN})
    done = tflint("baseline", "write", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Wrote 3 findings in 2 files to {NAME}.\n"
    return tmp_path


def new(cwd: Path, *arguments: str) -> list[tuple[str, int]]:
    """Path and line of what is reported."""
    done = tflint("--baseline", NAME, "--output-format", "json", *arguments, cwd=cwd)
    return [(entry["path"], entry["line"]) for entry in json.loads(done.stdout)]


def kept(cwd: Path) -> list[tuple[str, str, str, int]]:
    """What the baseline has: path, function, text and count."""
    document = json.loads((cwd / NAME).read_text())
    return [
        (path, entry["function"], entry["text"], entry["count"])
        for path, entries in document["findings"].items()
        for entry in entries
    ]


class TestKnownAgain:
    def test_what_is_known_is_not_reported(self, here: Path) -> None:
        done = tflint("--baseline", NAME, cwd=here)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines() == [
            "All clear: no findings in 3 files.",
            f"{NAME}: 3 known findings are left.",
        ]
        assert tflint(cwd=here).returncode == 1

    @pytest.mark.parametrize(
        "change",
        [
            lambda text: "# a line more\n" * 7 + text,
            lambda text: text.replace("    print", "    y = 1\n    print"),
            lambda text: text.replace("print(x)", "print(x)  # why"),
            lambda text: text.replace("print(x)", "print( x )").replace("print( x )", "print(x) "),
            lambda text: text.replace("def f(", "def renamed("),
            lambda text: "if True:\n" + re.sub("^", "    ", text, flags=re.M).rstrip() + "\n",
        ],
        ids=["below", "further below", "with a comment", "spaces", "renamed", "indented"],
    )
    def test_what_moves_stays_known(self, change: Callable[[str], str], here: Path) -> None:
        write(here, {"a.py": change(PRINTING)})
        assert new(here) == []
        assert len(kept(here)) == 3

    def test_a_file_that_moves_stays_known(self, here: Path) -> None:
        (here / "a.py").rename(here / "p" / "other.py")
        assert new(here) == []
        assert {path for path, *_ in kept(here)} == {"p/b.py", "p/other.py"}

    def test_a_copy_is_new(self, here: Path) -> None:
        write(here, {"copy.py": PRINTING})
        assert new(here) == [("copy.py", 5)]

    @pytest.mark.parametrize(
        "more", ["    print(x)\n", "    print(x + 1)\n"], ids=["the same once more", "another"]
    )
    def test_what_is_new_is_reported(self, more: str, here: Path) -> None:
        write(here, {"a.py": PRINTING.replace("    return", f"{more}    return")})
        assert new(here) == [("a.py", 6)]

    def test_the_same_code_under_another_rule_is_new(self, here: Path) -> None:
        text = (here / NAME).read_text().replace("TFL301", "TFL302")
        write(here, {NAME: text})
        assert len(new(here)) == 2  # two prints of one function are told of as one

    def test_notebooks(self, here: Path) -> None:
        write(here, {"n.ipynb": notebook("x = 1\n", PRINTING)})
        tflint("baseline", "write", cwd=here)
        write(here, {"n.ipynb": notebook("x = 1\n", "y = 2\n", "# more\n" + PRINTING)})
        assert new(here) == []

    def test_paths_begin_where_the_baseline_stands(self, here: Path) -> None:
        assert tflint("--baseline", f"../{NAME}", cwd=here / "p").returncode == 0
        assert tflint("--baseline", here / NAME, here, cwd=here.parent).returncode == 0

    def test_a_file_of_settings_may_name_it(self, here: Path) -> None:
        write(here, {"pyproject.toml": f"[tool.tflint]\nbaseline = '{NAME}'\n"})
        assert tflint(cwd=here).returncode == 0
        assert tflint("b.py", cwd=here / "p").returncode == 0
        assert tflint("--isolated", cwd=here).returncode == 1

    def test_what_is_no_python_is_always_told(self, here: Path) -> None:
        write(here, {"a.py": "import keras; def", "p/b.py": CLEAN})
        assert "0 findings" in tflint("baseline", "write", cwd=here).stdout
        assert new(here) == [("a.py", 1)]

    def test_long_lines_are_told_apart_by_all_of_them(self, here: Path) -> None:
        first, second = (f"print('{'x' * 200}', {name})" for name in "xy")
        write(here, {"a.py": PRINTING.replace("print(x)", first)})
        tflint("baseline", "write", cwd=here)
        assert max(len(text) for _, _, text, _ in kept(here)) < 200
        assert new(here) == []
        write(here, {"a.py": PRINTING.replace("print(x)", second).replace("f(x)", "f(x, y)")})
        assert new(here) == [("a.py", 5)]


class TestShrinking:
    def test_what_is_gone_leaves_it(self, here: Path) -> None:
        write(here, {"p/b.py": TWO.replace("    print(y)\n", "")})
        done = tflint("--baseline", NAME, cwd=here)
        said = f"{NAME}: 2 known findings are left; 1 is gone and taken out."
        assert done.stdout.splitlines()[-1] == said
        assert [text for _, _, text, _ in kept(here)] == ["print(x)", "print(x)"]
        write(here, {"p/b.py": TWO})
        assert new(here) == [("p/b.py", 6)]

    def test_deleted_files_leave_it(self, here: Path) -> None:
        (here / "a.py").unlink()
        assert new(here) == []
        assert {path for path, *_ in kept(here)} == {"p/b.py"}

    def test_it_says_so_beside_machines_too(self, here: Path) -> None:
        done = tflint("--baseline", NAME, "--output-format", "concise", cwd=here)
        assert done.stderr == f"tflint: note: {NAME}: 3 known findings are left.\n"
        assert tflint("--baseline", NAME, "--quiet", cwd=here).stdout == ""

    @pytest.mark.parametrize(
        "arguments",
        [
            ["clean.py"],
            ["--select", "TFL1"],
            ["--ignore", "TFL301"],
            ["--per-file-ignores", "*.py:TFL3"],
            ["--isolated-files"],
            ["--exclude", "a.py"],
        ],
        ids=lambda arguments: arguments[-1],
    )
    def test_what_was_not_looked_for_stays(self, arguments: list[str], here: Path) -> None:
        write(here, {"a.py": CLEAN} if "--isolated-files" in arguments else {})
        before = (here / NAME).read_text()
        new(here, *arguments)
        assert (here / NAME).read_text() == before

    def test_nothing_leaves_while_a_file_is_broken(self, here: Path) -> None:
        """What it made of other files is not known."""
        caller = "import tensorflow as tf\nfrom h import log\n@tf.function\ndef f(x):\n    log(x)\n"
        write(here, {"a.py": caller, "h.py": "def log(x):\n    print(x)\n"})
        tflint("baseline", "write", cwd=here)
        write(here, {"a.py": caller + "def (\n"})
        assert new(here, "h.py") == []
        assert new(here) == [("a.py", 6)]
        write(here, {"a.py": caller})
        assert new(here) == []

    def test_a_fix_leaves_what_is_known(self, here: Path) -> None:
        text = PRINTING.replace("@tf.function", "@tf.function(experimental_compile=True)")
        write(here, {"a.py": text.replace("print(x)", "pass"), "p/b.py": CLEAN})
        tflint("baseline", "write", cwd=here)
        assert "experimental" in (here / "a.py").read_text()
        done = tflint("--baseline", NAME, "--fix", cwd=here)
        assert "experimental" in (here / "a.py").read_text(), "what is known is left alone"
        assert done.returncode == 0

    def test_a_command_is_needed(self, here: Path) -> None:
        done = tflint("baseline", cwd=here)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "`tflint baseline write`" in done.stderr

    def test_show_says_what_is_left(self, here: Path) -> None:
        assert tflint("baseline", "show", cwd=here).stdout.splitlines() == [
            "3  TFL301",
            "",
            "2  p/b.py",
            "1  a.py",
            "",
            "3 findings in 2 files.",
        ]


HOSTILE = {
    "text": "no JSON",
    "deep": "[" * 100_000,
    "list": "[]",
    "other version": '{"version": 2, "findings": {}}',
    "no findings": '{"version": 1}',
    "findings": '{"version": 1, "findings": []}',
    "entries": '{"version": 1, "findings": {"a.py": 3}}',
    "entry": '{"version": 1, "findings": {"a.py": [3]}}',
    "types": '{"version": 1, "findings": {"a.py": [{"code": 1, "function": "", "text": ""}]}}',
    "bytes": b"\xff\xfe\x00",
    "number": '{"version": 1, "findings": {"a.py": [{"code": "TFL301", "function": "", "text": "", '
    '"count": -1}]}}',
    "large number": '{"version": 1, "findings": {"a.py": [{"code": "TFL301", "function": "", '
    '"text": "", "count": 1000001}]}}',
    "digits": '{"version": 1' + "1" * 5000 + "}",
}


class TestHostileFiles:
    @pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
    def test_one_line_and_status_2(self, text: str | bytes, here: Path) -> None:
        write(here, {"bad.json": text})
        done = tflint("--baseline", "bad.json", cwd=here)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("tflint: error: bad.json: is no baseline of tflint: ")
        assert done.stderr.count("\n") == 1

    def test_strange_paths_are_nothing_but_names(self, here: Path) -> None:
        entry = [{"code": "TFL301", "function": "f", "text": "print(x)"}]
        names = ["../../etc/passwd", "/etc/passwd", "nul\0.py", "\ud800", "a" * 5000, ""]
        document = {"version": 1, "findings": dict.fromkeys(names, entry)}
        write(here, {NAME: json.dumps(document)})
        assert new(here) == [("p/b.py", 5)]  # one was taken for a file that got another name
        assert {path for path, *_ in kept(here)} <= {*names[:2], "", "a.py"}

    def test_links_pipes_and_folders(self, here: Path) -> None:
        os.mkfifo(here / "pipe")
        (here / "link").symlink_to(here / NAME)
        for name in ("pipe", "link", "p", "none", "nul\0"[:3]):
            done = tflint("--baseline", name, cwd=here)
            assert (done.returncode, done.stderr.count("\n")) == (2, 1), name
            assert "cannot be read" in done.stderr

    def test_a_link_is_not_written_through(self, here: Path) -> None:
        write(here, {"precious": "kept"})
        (here / "link.json").symlink_to("precious")
        done = tflint("baseline", "write", "-o", "link.json", cwd=here)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert (here / "precious").read_text() == "kept"

    def test_nothing_is_written_where_files_could_not_be_read(self, here: Path) -> None:
        (here / NAME).unlink()
        done = tflint("baseline", "write", "a.py", "none.py", cwd=here)
        assert done.returncode == 2
        assert not (here / NAME).exists()


@pytest.mark.parametrize("length", [160, 161])
def test_how_much_of_a_line_is_kept(length: int, here: Path) -> None:
    code = f"print({'x' * (length - 7)})"
    write(here, {"a.py": PRINTING.replace("print(x)", code), "p/b.py": CLEAN})
    tflint("baseline", "write", cwd=here)
    ((_, _, text, _),) = kept(here)
    assert (text == code) == (length == 160)


def test_a_count_as_large_as_may_be(here: Path) -> None:
    write(here, {"good.json": str(HOSTILE["large number"]).replace("1000001", "1000000")})
    assert sum(Baseline.read(str(here / "good.json")).entries.values()) == 1_000_000


def test_a_file_of_any_size_is_not_read(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = (here / NAME).stat().st_size
    monkeypatch.setattr(module, "_LARGEST", size)
    Baseline.read(str(here / NAME))
    monkeypatch.setattr(module, "_LARGEST", size - 1)
    with pytest.raises(BaselineError, match="larger than"):
        Baseline.read(str(here / NAME))


class TestAddNoqa:
    def silenced(self, folder: Path, text: str | bytes, *arguments: str) -> str:
        write(folder, {"x.py": text})
        done = tflint("x.py", "--add-noqa", *arguments, cwd=folder)
        assert done.returncode == 0, done.stderr
        assert "still found" not in done.stderr
        assert places("x.py", *arguments, cwd=folder) == []
        return (folder / "x.py").read_bytes().decode()

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("print(x)", "print(x)  # noqa: TFL301"),
            ("print(x)   ", "print(x)  # noqa: TFL301"),
            ("print(x)  # why", "print(x)  # why  # noqa: TFL301"),
            ("print(x)  # noqa: E501", "print(x)  # noqa: E501, TFL301"),
            ("print(x)  # noqa:E501 since", "print(x)  # noqa:E501, TFL301 since"),
            ("print(\n        x,\n    )", "print(  # noqa: TFL301\n        x,\n    )"),
            ('print("""\n    """, x)', 'print("""\n    """, x)  # noqa: TFL301'),
            ("print(x, \\\n        x)", "print(x, \\\n        x)  # noqa: TFL301"),
            ("if True: print(x); print(x)", "if True: print(x); print(x)  # noqa: TFL301"),
            ("print(  # a\n        x)", "print(  # a  # noqa: TFL301\n        x)"),
        ],
    )
    def test_where_comments_stand(self, before: str, after: str, tmp_path: Path) -> None:
        text = PRINTING.replace("print(x)", before)
        assert self.silenced(tmp_path, text) == PRINTING.replace("print(x)", after)

    def test_it_is_told_how_many(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING, "b.py": TWO})
        assert tflint("--add-noqa", cwd=tmp_path).stderr == "Added 3 noqa directives.\n"
        assert tflint("--add-noqa", cwd=tmp_path).stderr == "Added 0 noqa directives.\n"
        assert tflint(cwd=tmp_path).returncode == 0

    def test_line_ends_encoding_and_the_last_line(self, tmp_path: Path) -> None:
        text = "# coding: latin-1\n" + PRINTING.replace("x)\n    r", "'é')\n    r")
        latin = text.replace("\n", "\r\n").encode("latin-1")
        write(tmp_path, {"x.py": latin})
        tflint("x.py", "--add-noqa", cwd=tmp_path)
        said = (tmp_path / "x.py").read_bytes()
        assert said == latin.replace(b"\xe9')", b"\xe9')  # noqa: TFL301")
        last = "import tensorflow as tf\nf = tf.function(lambda x: print(x))"
        assert self.silenced(tmp_path, last) == f"{last}  # noqa: TFL301"

    def test_only_what_is_selected(self, tmp_path: Path) -> None:
        assert self.silenced(tmp_path, PRINTING, "--select", "TFL1") == PRINTING

    def test_what_comments_cannot_silence_is_left(self, tmp_path: Path) -> None:
        write(tmp_path, {"b.py": "def"})
        tflint(".", "b.py", "--add-noqa", cwd=tmp_path)
        assert (tmp_path / "b.py").read_text() == "def"

    @pytest.mark.parametrize("as_list", [True, False])
    def test_notebooks_in_their_cells(self, as_list: bool, tmp_path: Path) -> None:
        """Every other byte stays, also of cells that IPython reads as something else than they say."""
        first = PRINTING.replace("print(x)", 'print("é", x)')
        cells = [
            first,
            "%%time\n!ls\n@tf.function\ndef g(x):\n    print(x)  # noqa: E501",
            "print(1)",
        ]
        made = json.loads(notebook(*cells, name="print(x)"))
        for cell in made["cells"] if as_list else ():
            cell["source"] = cell["source"].splitlines(keepends=True)
        before = json.dumps(made, indent=3)
        write(tmp_path, {"n.ipynb": before})
        done = tflint("n.ipynb", "--add-noqa", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "Added 2 noqa directives.\n")
        after = (tmp_path / "n.ipynb").read_text()
        assert after.replace("  # noqa: TFL301", "").replace(", TFL301", "") == before
        assert places("n.ipynb", cwd=tmp_path) == []
        assert tflint("n.ipynb", "--add-noqa", cwd=tmp_path).stderr == "Added 0 noqa directives.\n"

    def test_lines_of_a_notebook_that_are_not_read_as_they_stand(self, tmp_path: Path) -> None:
        made = "import tensorflow as tf\nf = tf.function(lambda x: print(x))\n"
        write(tmp_path, {"n.ipynb": notebook(made + "%time f(print(1))\nfound = !ls\n", PRINTING)})
        before = places("n.ipynb", cwd=tmp_path)
        done = tflint("n.ipynb", "--add-noqa", cwd=tmp_path)
        assert done.returncode == 0
        assert len(before) == 2
        assert places("n.ipynb", cwd=tmp_path) == []

    @pytest.mark.parametrize("option", ["--fix", "--diff", "--confirm", "--report=r.html"])
    def test_what_it_does_not_go_with(self, option: str, tmp_path: Path) -> None:
        done = tflint("--add-noqa", option, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)

    def test_standard_input_is_not_written(self, tmp_path: Path) -> None:
        done = tflint("-", "--add-noqa", cwd=tmp_path, stdin=PRINTING)
        assert (done.returncode, done.stdout) == (2, "")


def git(*arguments: str, cwd: Path) -> None:
    who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=cwd, check=True, capture_output=True)


class TestDiffOnly:
    @pytest.fixture
    def repository(self, tmp_path: Path) -> Path:
        write(tmp_path, {"pyproject.toml": "", "a.py": PRINTING, "p/b.py": TWO})
        git("init", "-q", "-b", "main", ".", cwd=tmp_path)
        self.commit(tmp_path)
        return tmp_path

    def commit(self, folder: Path) -> None:
        git("add", "-A", cwd=folder)
        git("commit", "-q", "-m", "all", cwd=folder)

    def found(self, cwd: Path, revision: str = "HEAD", *arguments: str) -> list[tuple[str, int]]:
        entries = places(*arguments, "--diff-only", revision, cwd=cwd)
        return [(path, line) for path, line, _ in entries]

    def test_what_did_not_change_is_not_told(self, repository: Path) -> None:
        assert self.found(repository) == []
        write(repository, {"a.py": "# moved\n" * 9 + PRINTING})
        assert self.found(repository) == []

    def test_what_changed_is_told(self, repository: Path) -> None:
        write(repository, {"p/b.py": TWO.replace("print(y)", "print(y + 1)")})
        assert self.found(repository) == [("p/b.py", 6)]
        assert self.found(repository / "p", "HEAD", "b.py") == [("b.py", 6)]
        self.commit(repository)
        assert self.found(repository) == []
        assert self.found(repository, "HEAD~1") == [("p/b.py", 6)]
        assert self.found(repository, "main~1") == [("p/b.py", 6)]

    def test_new_and_renamed_files(self, repository: Path) -> None:
        write(repository, {"new.py": PRINTING})
        assert self.found(repository) == [("new.py", 5)]
        (repository / "new.py").unlink()
        git("mv", "a.py", "é b\n.py", cwd=repository)
        assert self.found(repository) == []

    def test_a_line_that_a_change_brought_into_a_graph(self, repository: Path) -> None:
        """The line is old; what makes it run in a graph is new."""
        write(repository, {"c.py": PRINTING.replace("@tf.function\n", "")})
        self.commit(repository)
        write(repository, {"c.py": PRINTING})
        assert self.found(repository) == [("c.py", 5)]

    def test_where_branches_part(self, repository: Path) -> None:
        git("checkout", "-q", "-b", "mine", cwd=repository)
        write(repository, {"mine.py": PRINTING})
        self.commit(repository)
        git("checkout", "-q", "main", cwd=repository)
        write(repository, {"a.py": CLEAN})
        self.commit(repository)
        git("checkout", "-q", "mine", cwd=repository)
        assert self.found(repository, "main") == [("a.py", 5), ("mine.py", 5)]
        assert self.found(repository, "main...") == [("mine.py", 5)]

    def test_line_ends_are_no_change(self, repository: Path) -> None:
        write(repository, {"a.py": PRINTING.replace("\n", "\r\n")})
        assert self.found(repository) == []

    def test_notebooks_by_what_their_cells_say(self, repository: Path) -> None:
        write(repository, {"n.ipynb": notebook("x = 1\n", PRINTING)})
        self.commit(repository)
        again = json.loads(notebook("x = 2\n", PRINTING))
        again["cells"][1]["execution_count"] = 7
        write(repository, {"n.ipynb": json.dumps(again, indent=4)})
        assert self.found(repository) == []

    def test_standard_input_goes_by_its_name(self, repository: Path) -> None:
        arguments = ["-", "--stdin-filename", "a.py", "--diff-only", "HEAD"]
        assert places(*arguments, cwd=repository, stdin=PRINTING) == []
        changed = PRINTING.replace("print(x)", "print(x + 2)")
        assert places(*arguments, cwd=repository, stdin=changed) == [("a.py", 5, "TFL301")]

    @pytest.mark.parametrize(
        "revision", ["nope", "--help", "-x", "HEAD:a.py", "HEAD..main", "a...b"]
    )
    def test_what_is_no_revision_is_one_line(self, revision: str, repository: Path) -> None:
        done = tflint("--diff-only", revision, cwd=repository)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "tflint: error: " in done.stderr

    def test_outside_a_repository(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING})
        done = tflint("--diff-only", "HEAD", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (
            2,
            "tflint: error: a.py: is in no git repository\n",
        )

    def test_the_repositorys_own_programs_are_not_run(self, repository: Path) -> None:
        """Its settings come with the code that is linted."""
        ran = repository.parent / "ran"
        program = f"touch {ran}; cat"
        write(repository, {".gitattributes": "*.py filter=own diff=own\n"})
        self.commit(repository)
        for name in ("filter.own.clean", "filter.own.smudge", "diff.own.textconv",
                     "diff.own.command", "diff.external", "core.fsmonitor", "core.pager"):  # fmt: skip
            git("config", name, program, cwd=repository)
        ran.unlink(missing_ok=True)
        write(repository, {"a.py": PRINTING.replace("print(x)", "print(x, x)")})
        assert self.found(repository) == [("a.py", 5)]
        assert not ran.exists()

    def test_a_hook_of_another_repository(self, repository: Path, tmp_path: Path) -> None:
        write(repository, {"a.py": PRINTING.replace("print(x)", "print(x, x)")})
        other = {"GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere/index"}
        done = tflint("--diff-only", "HEAD", cwd=repository, **other)
        assert (done.returncode, done.stderr) == (1, "")


class TestWhatItSays:
    def test_files(self, tmp_path: Path) -> None:
        write(tmp_path, {"b.py": "", "a.py": PRINTING, "gen/c.py": "", "t.txt": ""})
        done = tflint("--show-files", "--extend-exclude", "gen", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, "a.py\nb.py\n")
        assert tflint("--show-files", "none.py", cwd=tmp_path).returncode == 2

    def test_verbose(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING, "pyproject.toml": "[tool.tflint]\n"})
        done = tflint("-v", cwd=tmp_path)
        lines = done.stderr.splitlines()
        assert all(line.startswith("tflint: info: ") for line in lines)
        for words in ("settings: pyproject.toml", "cache: ", "1 file to lint", "linting took"):
            assert words in done.stderr
        assert done.stdout == tflint(cwd=tmp_path).stdout

    def test_colour(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING})
        plain = tflint("--color", "never", cwd=tmp_path, FORCE_COLOR="1").stdout
        assert "\x1b" not in plain
        coloured = tflint("--color", "always", cwd=tmp_path, NO_COLOR="1").stdout
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
        assert "\x1b[" in coloured
        assert tflint("--color", "auto", cwd=tmp_path).stdout == plain


class TestWatch:
    def test_each_change_is_linted(self, tmp_path: Path) -> None:
        pytest.importorskip("watchfiles")
        write(tmp_path, {"pyproject.toml": "", "a.py": CLEAN})
        out, errors = tmp_path / "out.txt", tmp_path / "err.txt"
        with out.open("w") as stdout, errors.open("w") as stderr:
            command = [sys.executable, "-m", "tflint", "--watch", "--output-format", "concise"]
            process = subprocess.Popen(
                command, cwd=tmp_path, stdout=stdout, stderr=stderr, env=environment()
            )

        def wait(turns: int) -> list[str]:
            end = time.monotonic() + 60
            while errors.read_text().count("waiting for changes") < turns:
                assert process.poll() is None, errors.read_text()
                assert time.monotonic() < end, errors.read_text()
                time.sleep(0.05)
            return out.read_text().splitlines()

        try:
            assert wait(1) == []
            write(tmp_path, {"a.py": PRINTING})
            assert [line[:14] for line in wait(2)] == ["a.py:5:5: TFL3"]
            write(tmp_path, {"pyproject.toml": "[tool.tflint]\nselct = 3\n"})
            wait(3)
            assert "tool.tflint.selct" in errors.read_text()
            write(tmp_path, {"pyproject.toml": "", "notes.txt": "of no interest"})
            assert len(wait(4)) == 2
            if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in the background
                process.send_signal(signal.SIGINT)
                assert process.wait(30) == 130
        finally:
            process.kill()
            process.wait()

    @pytest.mark.parametrize("arguments", [["-"], ["--fix"], ["--add-noqa"], ["--show-files"]])
    def test_what_it_does_not_go_with(self, arguments: list[str], tmp_path: Path) -> None:
        done = tflint("--watch", *arguments, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_no_watchfiles_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import sys\nsys.modules['watchfiles'] = None\nfrom tflint.cli import main\nmain()"
    done: Any = subprocess.run(
        [sys.executable, "-c", script, "--watch"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "pip install 'tflint[watch]'" in done.stderr
