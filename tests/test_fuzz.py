"""A minute of the fuzzing bench, and that the bench can fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from environments import ROOT

from benchmarks.fuzz import checks, programs
from benchmarks.fuzz.__main__ import kinds, run
from tflint.linting import flagging


def test_a_case_is_made_of_its_name_alone() -> None:
    for kind, make in kinds((ROOT / "fixtures" / "seeds",)).items():
        assert make(Random(f"{kind}:1:2")) == make(Random(f"{kind}:1:2"))
    assert programs.single(Random(1)) != programs.single(Random(2))


def test_what_breaks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_arguments: object) -> None:
        raise KeyError("x")

    text = "import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)\n"
    assert checks.check({"m.py": text}, thoroughly=True) == 1
    monkeypatch.setattr(flagging, "check", fails)
    assert "TFL003" in run(lambda random: {"m.py": text}, "kind", 1, 0)


@pytest.mark.slow
def test_a_minute_of_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.fuzz", "--seed", "2", "--seconds", "60"]
    state = tmp_path / "state"
    done = subprocess.run(
        [*command, "--state", str(state)], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(json.loads(state.read_text())["done"]) > 5
