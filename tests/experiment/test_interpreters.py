"""Which interpreter runs the experiments, and what is said where none has the framework."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from commands import tflint
from helpers import make_finding

from tflint.experiment import ConfirmSettings, NoFrameworkError, confirm
from tflint.experiment.interpreters import found

PROGRAM = """import tensorflow as tf

@tf.function
def step(x):
    print("hello")  # here
    print("again")
    return x
"""


def make_environment(folder: Path, *packages: str) -> Path:
    """An environment as it looks from outside; its interpreter."""
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    for package in packages:
        (folder / "lib/python3.11/site-packages" / f"{package}-2.0.dist-info").mkdir(parents=True)
    return python


def test_the_active_environment_is_tried_and_the_one_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    ours = make_environment(tmp_path / "ours")
    monkeypatch.setattr(sys, "executable", str(ours))
    assert found("tensorflow") == str(ours)
    beside = make_environment(tmp_path / ".venv", "tensorflow", "mxnet")
    assert found("tensorflow") == str(beside)
    active = make_environment(tmp_path / "active", "tensorflow_cpu")
    monkeypatch.setenv("VIRTUAL_ENV", str(active.parent.parent))
    assert found("tensorflow") == str(active)
    assert found("mxnet") == str(beside)
    assert ConfirmSettings().interpreter("tensorflow") == str(active)
    assert ConfirmSettings(python="mine").interpreter("tensorflow") == "mine"


def test_without_the_framework_there_is_one_line(tmp_path: Path) -> None:
    """Whatever the number of findings: nothing of the job could be done."""
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    bare.chmod(0o755)
    (tmp_path / "a.py").write_text(PROGRAM)
    done = tflint("--confirm", "--no-cache", "--python", bare, "a.py", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "No module named 'tensorflow'" in done.stderr
    assert "`--python PATH` names an interpreter that has it" in done.stderr


def test_an_interpreter_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(PROGRAM)
    finding = make_finding(path, "TFL301", entry="step")
    with pytest.raises(NoFrameworkError, match="/no/such/python"):
        confirm([finding, finding], ConfirmSettings(python="/no/such/python"))
    assert os.listdir(tmp_path) == ["a.py"]
