"""What a project gives to its functions, beyond what is written out where they are called."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from helpers import Settle, make_finding

from tflint.experiment.call_sites import CallSites
from tflint.experiment.given_arguments import given_arguments
from tflint.experiment.parsed_file import read
from tflint.experiment.users import users_of
from tflint.finding import EntryKind

SCORES = """
import numpy as np

def score(model, rows, mode):
    if mode != "all of them":
        raise ValueError(mode)
    for number in range(rows.count):
        model.predict(rows.at(number))  # here
"""
ROWS = """
import numpy as np

class Rows:
    def __init__(self, kind):
        if kind not in ("train", "test"):
            raise KeyError(kind)
        self.count = 4

    def at(self, number):
        return np.ones([1, 3], "float32") * number
"""
MAIN = """
import sys
from rows import Rows
from scores import score

MODE = "all of them"

if __name__ == "__main__":
    kind = "test"
    rows = Rows(kind)
    score(sys.modules["models"].load(), rows, MODE)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A program whose parts are in three files."""
    for name, text in (("scores", SCORES), ("rows", ROWS), ("main", MAIN)):
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def test_constants_and_objects(project: Path) -> None:
    """Wherever a value comes from; and what the objects are made with."""
    source = read(project / "scores.py")
    assert source is not None
    node = next(node for node in source.functions if isinstance(node, ast.FunctionDef))
    sites = CallSites(users_of(source, (str(project),)))
    found = given_arguments(sites, source.functions[node], and_maker=False)
    rows = {"kind": "made", "file": str(project / "rows.py"), "class": "Rows"}
    assert found == {
        "score": [{"1": rows, "2": {"kind": "value", "value": "all of them"}}],
        "Rows": [{"0": {"kind": "value", "value": "test"}}],
    }


@pytest.mark.parametrize("and_maker", [False, True])
def test_a_maker_is_asked_for_where_it_is_no_part_of_a_graph(
    tmp_path: Path, and_maker: bool
) -> None:
    path = tmp_path / "made.py"
    path.write_text(
        "def made(kind):\n    def step(x):\n        return x, kind\n    return step\n\n"
        "made('loud')(3)\n"
    )
    source = read(path)
    assert source is not None
    step = next(function for function in source.functions.values() if function.name == "step")
    sites = CallSites(users_of(source, (str(tmp_path),)))
    found = given_arguments(sites, step, and_maker=and_maker)
    loud = [{"0": {"kind": "value", "value": "loud"}}]
    assert found.get("made") == (loud if and_maker else None)


def test_they_are_tried(settle: Settle, project: Path) -> None:
    finding = make_finding(project / "scores.py", "TFL901", entry="score", kind=EntryKind.EAGER)
    [settled] = settle(finding)
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert "a Rows" in evidence["inputs"]["description"]


def test_what_the_program_made_with_other_arguments_is_not_taken(
    settle: Settle, tmp_path: Path
) -> None:
    path = tmp_path / "made.py"
    path.write_text(
        "import gc\nimport keras\nimport tensorflow as tf\n\n\n"
        "def made(kind='loud'):\n"
        "    def loss(truth, guess):\n"
        "        print(kind)  # here\n"
        "        return tf.reduce_mean((truth - guess) ** 2)\n\n"
        "    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2)])\n"
        "    model.compile('sgd', loss)\n"
        "    return model\n\n\n"
        "KEPT = made(''.join(['quiet']))\ngc.collect()\n"
    )
    entry = "made.<locals>.loss"
    [settled] = settle(make_finding(path, "TFL301", entry=entry, kind=EntryKind.KERAS))
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert evidence["inputs"]["description"].startswith("made();"), evidence
    assert {line for call in evidence["eager"] for line in call["stdout"]["lines"]} == {"loud"}
