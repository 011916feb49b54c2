"""What docs/writing_rules.md tells to do, done in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import tflint
from environments import ROOT

from tflint.facts.graphs.context import Context
from tflint.rules.base import EagerRule, TracedRule

PAGE = (ROOT / "docs" / "writing_rules.md").read_text()
_FENCED = re.compile(r"^(```+)(?:python|markdown)\n# (\S+)\n(.*?)^\1$", re.DOTALL | re.MULTILINE)
FILES = {name: text for _, name, text in _FENCED.findall(PAGE)}
COMMANDS = re.findall(r"```console\n(.*?)```", PAGE, re.S)[0].strip().split("\n")
COPIED = ("tflint", "tools", "tests", "fixtures", "docs", "benchmarks")
CHANGES = "CHANGELOG.md"


def rows(first: str) -> list[str]:
    """The names in a table, by its head."""
    table = PAGE.partition(f"| {first}")[2].partition("\n\n")[0].split("\n")[2:]
    return re.findall(r"`(\w+)[`(]", "\n".join(table))


def test_what_a_rule_sees_and_asks_is_there() -> None:
    named = {*rows("a rule on traced code sees"), *rows("question")}
    assert {"visit_call", "calls_of", "symbol", "uses"} <= named
    for name in named:
        assert hasattr(TracedRule, name) or hasattr(Context, name), name
    for name in re.findall(r"`(visit_\w+)`", PAGE):
        assert hasattr(TracedRule, name) or hasattr(EagerRule, name), name
    seen = {name for name in vars(TracedRule) if name.startswith("visit_")}
    assert seen <= set(rows("a rule on traced code sees"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The repository with the rule that the page writes."""
    ignored = shutil.ignore_patterns("__pycache__", ".*", "recorded")
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name == CHANGES:
            changes = path.read_text()
            text = changes.replace("### Added\n\n", f"### Added\n\n{text}", 1)
        path.write_text(text)
    return tmp_path


def run(command: str, folder: Path) -> str:
    """Do what the page says, in the copy."""
    program, *arguments = command.split()
    start = ["-m", "pytest", "-p", "no:cacheprovider"] if program == "pytest" else []
    done = subprocess.run(
        [sys.executable, *start, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_the_rule_is_written_found_held_and_proven(copy: Path, tensorflow_python: str) -> None:
    written = run("python ask.py", copy)
    assert written == ""  # a stack goes to standard error
    assert len(COMMANDS) == 4
    for command in COMMANDS:
        said = run(command, copy)
        assert "pytest" not in command or re.search(r"[1-9]\d* passed", said), command
    assert "TFL399" in (copy / "docs" / "rules.md").read_text()
    done = tflint("rule", "print-stack", cwd=copy, PYTHONPATH=str(copy))
    assert "shows how tracing came to the line" in done.stdout


@pytest.mark.slow
def test_what_was_measured_is_so(tmp_path: Path, tensorflow_python: str) -> None:
    (tmp_path / "ask.py").write_text(FILES["ask.py"])
    done = subprocess.run(
        [tensorflow_python, "ask.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert len(re.findall("^  File ", done.stderr, re.MULTILINE)) == 1  # the one frame of one stack
