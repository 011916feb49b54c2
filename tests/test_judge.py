"""Verdicts are compared with what whole programs do: ``benchmarks/judge``."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from environments import ROOT

from benchmarks.judge.__main__ import numbers
from benchmarks.judge.plants import PLANTS
from benchmarks.judge.programs import program
from benchmarks.judge.truth import Shown, difference

SEED = 20


def test_each_plant_makes_a_program_that_holds_its_line() -> None:
    for number in range(3 * len(PLANTS)):
        made = program(SEED, number)
        ast.parse(made.text)
        assert "#!" not in made.text
        line = made.text.splitlines()[made.line - 1].strip()
        plant = made.plant
        assert line in plant.body + plant.head + plant.before + plant.call.replace(
            "{number}", plant.number
        ).replace("{{", "{").replace("}}", "}")
    worlds = {plant.world for plant in PLANTS}
    assert sorted(numbers(SEED, 2 * len(PLANTS), worlds)) == list(range(2 * len(PLANTS)))
    chosen = numbers(SEED, 20, {"mxnet"})
    assert {program(SEED, number).plant.world for number in chosen} == {"mxnet"}


def test_programs_differ_in_what_they_print_hold_and_raise() -> None:
    same = Shown(lines=["loss 1.000001"], names={"seen": "[1, 2]"})
    assert not difference(same, Shown(lines=["loss 1.000002"], names={"seen": "[1, 2]"}))
    for other in (
        Shown(lines=["loss 1.1"], names={"seen": "[1, 2]"}),
        Shown(lines=[], names={"seen": "[1, 2]"}),
        Shown(lines=["loss 1.000001"], names={"seen": "[1]"}),
        Shown(error="ValueError"),
    ):
        assert difference(same, other)


@pytest.mark.slow
def test_no_verdict_is_wrong(tensorflow_python: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.judge", tmp_path / "results.jsonl"]
    command += ["--seed", str(SEED), "--count", "100", "--python", tensorflow_python]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr[-2000:]


@pytest.mark.slow
def test_no_verdict_on_blocks_is_wrong(mxnet_python: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.judge", tmp_path / "results.jsonl"]
    command += ["--seed", str(SEED), "--count", "22", "--only", "mxnet", "--mxnet", mxnet_python]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr[-2000:]
    assert "22 programs" in ended.stdout
