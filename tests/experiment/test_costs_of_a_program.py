"""Programs that train, or draw what they do, for long before they come to a line that costs."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest
from helpers import Settle, make_finding

from tflint.experiment.loops_before import loops_before
from tflint.experiment.parsed_file import ParsedFile
from tflint.finding import EntryKind

HEAD = """
import random
import numpy as np
import tensorflow as tf

rows = np.ones([4, 3], "float32")
model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(3)])
model.compile("sgd", "mse")
"""
TRAINED = """
for step in range(10**9):
    loss = model.train_on_batch(rows, rows)
for row in rows:
    model.predict(row[None] * loss)  # here
"""
DRAWN = """
class Agent:
    def __init__(self):
        self.model = model
        self.epsilon = 1.0

    def cool(self):
        self.epsilon *= 1 - 1e-12

    def act(self, state):
        if random.random() < self.epsilon:
            return 0, state
        return self.model.predict(state), state  # here

agent = Agent()
while True:
    agent.act(rows)
    agent.cool()
"""


@pytest.mark.parametrize(
    ("program", "entry", "told"),
    [
        (TRAINED, "<module>", "training cut short"),
        (DRAWN, "Agent.act", "with epsilon=0.0 before it is so"),
    ],
    ids=["a training before it", "a draw before it"],
)
def test_what_takes_long_before_the_line(
    program: str, entry: str, told: str, settle: Settle, tmp_path: Path
) -> None:
    path = tmp_path / "program.py"
    path.write_text(HEAD + program)
    [settled] = settle(make_finding(path, "TFL901", entry=entry, kind=EntryKind.EAGER))
    evidence = settled.evidence or {}
    assert settled.verdict == "confirmed", evidence
    assert evidence["inputs"]["from"] == "call site"
    assert told in evidence["inputs"]["description"]


def test_loops_before_a_line() -> None:
    """Those that hold it don't end early, nor those that name what may lead there."""
    text = """
        def train():
            for turn in "trained":
                fit()
        def ask():
            return model.predict(x)
        def through():
            for turn in "asked":
                ask()
        for turn in "around":
            train()
            for turn in "inside":
                pass
        for turn in "led":
            runner.through()
        for turn in "apart":
            while x:
                train()
        """
    source = ParsedFile("m.py", textwrap.dedent(text))
    of_module, of_function = source.tree.body[3], source.tree.body[1]
    assert isinstance(of_module, ast.For)
    assert isinstance(of_function, ast.FunctionDef)
    ends = {
        where: {ast.literal_eval(loop.iter) for loop in loops_before(source, statement)}
        for where, statement in (
            ("module", of_module.body[0]),
            ("function", of_function.body[0]),
        )
    }
    assert ends == {
        "module": {"trained", "asked", "inside", "led", "apart"},
        "function": {"trained", "around", "inside", "apart"},
    }
