"""Verdicts are compared with what whole programs do: ``benchmarks/judge``."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from environments import ROOT

from benchmarks.judge import whole
from benchmarks.judge.__main__ import World, numbers
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


def test_a_folder_is_started_by_what_no_other_file_imports(tmp_path: Path) -> None:
    files = {
        "main.py": "from package import step\nimport settings\n",
        "settings.py": "",
        "package/__init__.py": "from .step import step\n",
        "package/step.py": "from . import tools\nfrom ..other import thing\n",
        "package/tools.py": "import tensorflow as tf\n",
        "package/train.py": "",
        "other.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    program = whole.given(tmp_path)
    assert [one.start for one in program.wholes] == ["main.py", "package/train.py"]
    assert program.uses("tensorflow")
    assert not program.uses("mxnet")


@pytest.mark.slow
def test_programs_of_several_files_are_judged(tensorflow_python: str) -> None:
    """A verdict that is wrong is told, one on what the program does not come to is not."""
    program = ROOT / "fixtures" / "reported" / "bad_trainer_package"
    command = [sys.executable, "-m", "benchmarks.judge.whole", program]
    command += ["--python", tensorflow_python]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert "1 programs" in ended.stdout
    (start,) = whole.given(program).wholes
    world = World(tensorflow_python)
    shown = world.runner.run(start, True)
    path, (line, *_) = next(iter(shown.reached.items()))
    said = {"path": path, "line": line, "end_line": line, "harm": "silent", "code": "TFL301"}
    finding = {**said, "verdict": "confirmed", "evidence": {"reason": "made up"}}
    apart = bool(difference(shown, world.runner.run(start, False)))
    told = list(whole.disagreements([finding], start, world, Counter()))
    assert bool(told) is not apart
    elsewhere = {**finding, "line": 10_000, "end_line": 10_000}
    assert not list(whole.disagreements([elsewhere], start, world, Counter()))
    world.runner.close()


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
