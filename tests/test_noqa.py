"""What authors silence. The forms are those of Ruff and flake8, taken together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from commands import PRINTING, notebook, places, write

from tflint.files.noqa import Suppressions

SILENCING = [
    "# noqa",
    "# NoQA",
    "#noqa",
    "# noqa: TFL301",
    "# noqa:TFL301",
    "# NOQA:TFL301",
    "# noqa: E501,TFL301",
    "# noqa: E501, TFL301",
    "# noqa: E501 TFL301",
    "# noqa: TFL301 as intended",
    "# noqa: TFL3",
    "# noqa: TFL",
    "# noqa : E501",
    "# noqa: as intended",
    "# why  # noqa: TFL301",
    "## noqa",
]
SPEAKING = [
    "# noqa: E501",
    "# noqa: TFL302",
    "# noqa: TFL3011",
    "# no qa",
    "# tflint: noqa",
    "# ruff: noqa",
    "# xnoqa",
]


@pytest.mark.parametrize("comment", SILENCING)
def test_a_comment_silences_its_line(comment: str) -> None:
    assert Suppressions.of(f"x = 1\nprint(x)  {comment}\n").silences("TFL301", 2)


def test_codes_may_be_written_small() -> None:
    """flake8 and Ruff do not take them; who writes one means it all the same."""
    (directive,) = (found := Suppressions.of("print(x)  # noqa: tfl301\n")).directives
    assert directive.unused(["TFL"]) == ["TFL301"]
    assert found.silences("TFL301", 1)
    assert not found.silences("TFL302", 1)
    assert not directive.unused(["TFL"])


@pytest.mark.parametrize("comment", SPEAKING)
def test_other_comments_silence_nothing(comment: str) -> None:
    assert not Suppressions.of(f"x = 1\nprint(x)  {comment}\n").silences("TFL301", 2)


@pytest.mark.parametrize("comment", [c for c in SILENCING if not c.startswith(("#noqa", "##"))])
def test_what_silences_flake8_silences_tflint(comment: str, tmp_path: Path) -> None:
    """The list above is held against flake8 itself, with a code of flake8's own."""
    comment = comment.replace("TFL301", "F401").replace("TFL3", "F4")
    write(tmp_path, {"a.py": f"import os  {comment.replace('TFL', 'F4')}\n"})
    command = [sys.executable, "-m", "flake8", "--isolated", "--select", "F", "a.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == ""


def test_it_holds_for_its_line_alone() -> None:
    noqa = Suppressions.of("print(1)\nprint(2)  # noqa\nprint(3)\n")
    assert [noqa.silences("TFL301", line) for line in (1, 2, 3)] == [False, True, False]


@pytest.mark.parametrize(
    "text",
    [
        "print(\n    1,\n    2,  # noqa\n)\n",
        "print(  # noqa\n    1,\n    2,\n)\n",
        "print(\n    1,\n    2,\n)  # noqa\n",
        'print("""\n\n\n""")  # noqa\n',
        "print(1, \\\n    2, \\\n    3, \\\n    4)  # noqa\n",
        "if x:\n  print(1\n  ,2)  # noqa\n",
    ],
)
def test_it_holds_for_all_lines_of_a_statement(text: str) -> None:
    first = 2 if text.startswith("if") else 1
    last = text.rstrip().count("\n") + 1
    noqa = Suppressions.of(text + "print(5)\n")
    assert all(noqa.silences("TFL301", line) for line in range(first, last + 1))
    assert not noqa.silences("TFL301", last + 1)


def test_a_comment_before_a_statement_is_none_of_its_own() -> None:
    assert not Suppressions.of("# noqa\nprint(1)\n").silences("TFL301", 2)


@pytest.mark.parametrize(
    "text", ['print("# noqa")\n', 'x = """\n# noqa\n"""\n', '"""\n# tflint: noqa\n"""\nx\nx\n']
)
def test_text_in_strings_is_no_comment(text: str) -> None:
    noqa = Suppressions.of(text)
    assert not any(noqa.silences("TFL301", line) for line in (1, 2, 3, 4))


@pytest.mark.parametrize(
    ("comment", "silenced"),
    [
        ("# tflint: noqa", {"TFL301", "TFL101"}),
        ("# TFLINT:NOQA", {"TFL301", "TFL101"}),
        ("# flake8: noqa", {"TFL301", "TFL101"}),
        ("# tflint: noqa: TFL3", {"TFL301"}),
        ("# tflint: noqa: TFL301, TFL5", {"TFL301"}),
        ("# flake8: noqa: E501", set()),
        ("# tflint: noqa: because", set()),
        ("# ruff: noqa", set()),
    ],
)
def test_a_file_is_silenced(comment: str, silenced: set[str]) -> None:
    noqa = Suppressions.of(f"x = 1\n\n{comment}\n\nprint(x)\n")
    assert {code for code in ("TFL301", "TFL101") if noqa.silences(code, 5)} == silenced


def test_text_that_does_not_tokenize_counts_up_to_its_fault() -> None:
    assert Suppressions.of("print(1)  # noqa\nx = (\n'''").silences("TFL301", 1)


def test_findings_are_silenced(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": PRINTING.replace("print(x)", "print(x)  # noqa: TFL301")})
    assert places("a.py", cwd=tmp_path) == []
    assert places("a.py", "--ignore-noqa", cwd=tmp_path) == [("a.py", 5, "TFL301")]


class TestUnusedSuppression:
    def lines(self, tmp_path: Path, text: str, *options: str) -> list[int]:
        write(tmp_path, {"a.py": text})
        found = places("a.py", "--extend-select", "TFL002", *options, cwd=tmp_path)
        return [line for _, line, code in found if code == "TFL002"]

    def test_it_is_reported_only_when_selected(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": "x = 1  # noqa: TFL301\n"})
        assert places("a.py", cwd=tmp_path) == []
        assert places("a.py", "--select", "TFL0", cwd=tmp_path) == []
        assert places("a.py", "--preview", cwd=tmp_path) == []
        for option in (["--select", "TFL002"], ["--select", "ALL"], ["--extend-select", "TFL002"]):
            assert places("a.py", *option, cwd=tmp_path) == [("a.py", 1, "TFL002")]

    def test_codes_of_other_linters_and_blanket_comments_are_not_judged(
        self, tmp_path: Path
    ) -> None:
        text = "x = 1  # noqa\ny = 1  # noqa: E501\n# flake8: noqa: F401\n"
        assert self.lines(tmp_path, text) == []

    def test_a_used_one_is_silent_whatever_is_selected(self, tmp_path: Path) -> None:
        text = PRINTING.replace("print(x)", "print(x)  # noqa: TFL301")
        assert self.lines(tmp_path, text) == []
        assert self.lines(tmp_path, text, "--ignore", "TFL301") == []
        assert self.lines(tmp_path, text, "--select", "TFL002") == []

    def test_of_several_codes_the_unused_are_named(self, tmp_path: Path) -> None:
        text = PRINTING.replace("print(x)", "print(x)  # noqa: TFL301, TFL302, E501")
        assert self.lines(tmp_path, text) == [5]

    def test_file_level_comments_are_judged_too(self, tmp_path: Path) -> None:
        assert self.lines(tmp_path, "# tflint: noqa: TFL302\n" + PRINTING) == [1]
        assert self.lines(tmp_path, "# tflint: noqa: TFL301\n" + PRINTING) == []

    def test_it_can_be_silenced(self, tmp_path: Path) -> None:
        assert self.lines(tmp_path, "x = 1  # noqa: TFL301, TFL002\n") == []
        assert self.lines(tmp_path, "# tflint: noqa: TFL002\nx = 1  # noqa: TFL301\n") == []


def test_a_comment_that_ends_a_cell_is_not_about_the_next(tmp_path: Path) -> None:
    first = "import tensorflow as tf\n@tf.function\ndef f(x):\n    return x\nf(1)"
    write(tmp_path, {"a.ipynb": notebook(f"{first}\n# noqa: TFL101", "f(2)")})
    write(tmp_path, {"b.ipynb": notebook(first, "# noqa: TFL101\nf(2)")})
    found = places(".", "--extend-select", "TFL002", cwd=tmp_path)
    assert [(path, code) for path, _, code in found] == [
        ("a.ipynb", "TFL002"),
        ("a.ipynb", "TFL101"),
    ]
