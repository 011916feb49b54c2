"""What one process keeps from run to run changes no finding, and has an end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from commands import CLEAN, PRINTING, write
from programs import all_programs

from tflint.facts.graphs import project
from tflint.finding import Finding
from tflint.linting import framework_files, memory
from tflint.linting.gathering import gather
from tflint.linting.linter import lint_inputs
from tflint.linting.memory import Memory
from tflint.linting.settings import Settings
from tflint.syntax import kept_modules

HELPER = "def loss(x):\n    print(x)\n    return x\n"
CALLER = """\
import tensorflow as tf
from helper import loss

@tf.function
def step(x):
    return loss(x)
"""


def run(
    kept: Memory | None, path: Path, unsaved: Mapping[str, bytes] | None = None
) -> list[Finding]:
    """What is found in a file, with a memory or without."""
    edited = dict(unsaved or {})
    if kept is not None:
        kept.start(edited)
    inputs = gather([str(path)], Settings(cache_dir=None), edited=edited, memory=kept)
    return lint_inputs(inputs, Settings(cache_dir=None), fixes=True, memory=kept).findings


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are parsed, as they are."""
    found: list[str] = []
    parse = project.parse

    def noted(path: str, text: str) -> object:
        found.append(path)
        return parse(path, text)

    monkeypatch.setattr(project, "parse", noted)
    return found


def test_an_edit_parses_the_edited_file_alone_and_finds_what_a_new_process_does(
    tmp_path: Path, parsed: list[str]
) -> None:
    write(tmp_path, {"helper.py": HELPER, "train.py": CALLER, "pyproject.toml": ""})
    helper, train = tmp_path / "helper.py", tmp_path / "train.py"
    kept = Memory()
    (finding,) = run(kept, helper)
    assert finding.code == "TFL301" and sorted(parsed) == ["helper.py", "train.py"]
    parsed.clear()
    longer = HELPER.replace("print(x)", "print(x)\n    print(x, x)")
    found = run(kept, helper, {str(helper): longer.encode()})
    assert parsed == ["helper.py"]
    write(tmp_path, {"helper.py": longer})
    assert found == run(None, helper) and len(found) == 2
    parsed.clear()
    assert run(kept, helper, {str(helper): longer.encode()}) == found
    assert parsed == []
    assert run(kept, helper, {str(train): CLEAN.encode()}) == []


def test_what_was_answered_in_one_run_is_asked_again_in_the_next(tmp_path: Path) -> None:
    guarded = """\
import tensorflow as tf
from helper import eager

@tf.function
def step(x):
    if not eager():
        return x
    print(x)
    return x
"""
    write(tmp_path, {"train.py": guarded, "helper.py": "", "pyproject.toml": ""})
    train, helper = tmp_path / "train.py", str(tmp_path / "helper.py")
    eager = b"from tensorflow import executing_eagerly as eager\n"
    kept = Memory()
    for _ in range(2):
        assert run(kept, train, {helper: eager}) == []
        (finding,) = run(kept, train, {helper: b"def eager():\n    return True\n"})
        assert finding.code == "TFL301"
        kept._found.clear()


def test_a_file_is_read_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(framework_files, "_SETTLED", -(10**18))
    write(tmp_path, {"helper.py": HELPER, "train.py": CALLER, "pyproject.toml": ""})
    kept = Memory()
    assert len(run(kept, tmp_path / "helper.py")) == 1
    write(tmp_path, {"train.py": CLEAN})
    assert run(kept, tmp_path / "helper.py") == []


def test_a_run_can_be_ended_and_leaves_the_next_one_what_is_right(tmp_path: Path) -> None:
    class Ended(BaseException):
        pass

    write(tmp_path, {"helper.py": HELPER, "train.py": CALLER, "pyproject.toml": ""})
    left = 0

    def going_on() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Ended

    kept = Memory(going_on)
    ended = 0
    while left <= 0:
        left = ended + 1
        try:
            found = run(kept, tmp_path / "helper.py")
        except Ended:
            ended += 1
        else:
            break
    assert ended > 5 and [finding.code for finding in found] == ["TFL301"]


def test_findings_of_many_groups_are_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_MOST_GROUPS", 2)
    kept = Memory()
    path = tmp_path / "train.py"
    texts = [PRINTING + "\n" * number for number in range(4)]
    for text in texts:
        assert len(run(kept, path, {str(path): text.encode()})) == 1
    assert len(kept._found) == 2


def test_trees_of_much_code_are_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parsed: list[str]
) -> None:
    monkeypatch.setattr(kept_modules, "_MOST_CHARACTERS", len(PRINTING) + 1)
    names = ["a.py", "b.py"]
    write(tmp_path, dict.fromkeys(names, PRINTING))
    kept = Memory()
    for name in [*names, names[1]]:
        text = PRINTING + "#" * len(parsed)
        run(kept, tmp_path / name, {str(tmp_path / name): text.encode()})
    kept._found.clear()
    run(kept, tmp_path / "a.py")
    assert parsed == ["a.py", "b.py", "b.py", "a.py"]


@pytest.mark.slow  # every fixture is linted once more
def test_what_is_kept_changes_no_finding(tmp_path: Path) -> None:
    programs = [program for program in all_programs() if len(program.files) == 1][::8]
    assert len(programs) > 40
    kept = Memory()
    for program in programs:
        (path,) = program.files
        text = path.read_text(encoding="utf-8")
        moved = "# moved\n" + text
        written = tmp_path / path.name
        for now in (text, moved, text):
            written.write_text(now, encoding="utf-8")
            kept._found.clear()
            assert run(kept, written, {str(written): now.encode()}) == run(None, written)
        written.unlink()
