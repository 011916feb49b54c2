"""Tools built on libcst, run as their users run them, with what the page of the docs shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import environment, write
from environments import ROOT

PAGE = (ROOT / "docs" / "libcst.md").read_text()
FILES: dict[str, str] = dict(re.findall(r"^```\w+\n# (\S+)\n(.*?)^```$", PAGE, re.M | re.S))
"""The files that the page shows."""
CALLER = (
    "import tensorflow as tf\nfrom lib import helper\n\n\n@tf.function\ndef f(x):\n    helper(x)\n"
)
LIBRARY = """\
import tensorflow as tf


def helper(x):
    print( "helper",   x )   # a comment stays


def eager(x):
    print(x)
"""
MENDED = LIBRARY.replace('print( "helper"', 'tf.print( "helper"')


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return write(tmp_path, {**FILES, "main.py": CALLER, "lib.py": LIBRARY, ".git/HEAD": ""})


def run(
    *arguments: str, cwd: Path, python: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    command = [python, "-m", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True)


@pytest.mark.slow  # it makes an environment
@pytest.mark.parametrize("paths", [["lib.py"], ["main.py", "lib.py"], ["."]])
def test_a_rule_of_fixit_finds_what_runs_in_a_graph(
    paths: list[str], fixit_python: str, here: Path
) -> None:
    done = run("fixit", "lint", *paths, cwd=here, python=fixit_python)
    found = [line for line in done.stdout.splitlines() if "UseTfPrint" in line]
    assert [line.partition(" ")[0] for line in found] == ["lib.py@5:4"], done.stdout + done.stderr


@pytest.mark.slow
def test_a_rule_of_fixit_mends_it(fixit_python: str, here: Path) -> None:
    done = run("fixit", "fix", "--automatic", "lib.py", cwd=here, python=fixit_python)
    assert (here / "lib.py").read_text() == MENDED, done.stdout + done.stderr
    assert "UseTfPrint" not in run("fixit", "lint", ".", cwd=here, python=fixit_python).stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_codemod_of_libcst_mends_it(jobs: str, here: Path) -> None:
    command = ("libcst.tool", "codemod", "-x", "codemods.UseTfPrint", "--no-format", "-j", jobs)
    done = run(*command, "lib.py", "main.py", cwd=here)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (here / "lib.py").read_text() == MENDED
    assert (here / "main.py").read_text() == CALLER
