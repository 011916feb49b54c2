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
    found = given_arguments(CallSites(users_of(source, (str(project),))), source.functions[node])
    rows = {"kind": "made", "file": str(project / "rows.py"), "class": "Rows"}
    assert found == {
        "score": [{"1": rows, "2": {"kind": "value", "value": "all of them"}}],
        "Rows": [{"0": {"kind": "value", "value": "test"}}],
    }


def test_they_are_tried(settle: Settle, project: Path) -> None:
    finding = make_finding(project / "scores.py", "TFL901", entry="score", kind=EntryKind.EAGER)
    [settled] = settle(finding)
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert "a Rows" in evidence["inputs"]["description"]
