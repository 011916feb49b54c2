"""What a graph keeps of a variable that changes between calls, shown by changing it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from helpers import Settle, make_finding

from tflint.claims import Rebound

HEAD = "import tensorflow as tf\nrate = 2.0\n"
READS = """
@tf.function
def f(x):
    return x * rate  # here
f(tf.constant(1.0))
"""
ATTRIBUTE = """
class Trainer:
    def __init__(self):
        self.rate = 2.0
    @tf.function
    def step(self, x):
        return x * self.rate  # here
Trainer().step(tf.constant(1.0))
"""
VARIABLE = """
state = tf.Variable(1.0)
@tf.function
def f(x):
    return x * state  # here
f(tf.constant(1.0))
state.assign(3.0)
f(tf.constant(1.0))
"""
UNUSED = """
@tf.function
def f(x):
    rate  # here
    return x
f(tf.constant(1.0))
"""
CHANGED = """
@tf.function
def f(x):
    return x * rate  # here
for rate in (1.0, 2.0, 3.0):
    f(tf.constant(1.0))
"""
TRACED_ANYWAY = """
@tf.function
def f(x):
    return tf.reduce_sum(x) * rate  # here
for i in range(3):
    rate = float(i)
    f(tf.ones([i + 1]))
"""
TRACED_TOGETHER = """
@tf.function
def f(x):
    return tf.reduce_sum(x) * rate  # here
for i in range(6):
    if i % 2 == 0:
        rate = float(i)
    f(tf.ones([i // 2 + 1]))
"""


@pytest.mark.parametrize(
    ("program", "entry", "target", "verdict", "reason"),
    [
        (READS, "f", "rate", "confirmed", "with `rate` changed to 5"),
        (ATTRIBUTE, "Trainer.step", "self.rate", "confirmed", "with `self.rate` changed to 5"),
        (CHANGED, "f", "rate", "confirmed", "at call 2 of the program"),
        (TRACED_ANYWAY, "f", "rate", "inconclusive", "each call of the program's own is a trace"),
        (TRACED_TOGETHER, "f", "rate", "inconclusive", "call after the program has changed `rate`"),
        (VARIABLE, "f", "", "inconclusive", "not known what to change"),
        (UNUSED, "f", "rate", "inconclusive", "made no difference"),
    ],
)
def test_changes_between_calls(
    program: str, entry: str, target: str, verdict: str, reason: str, settle: Settle, tmp_path: Path
) -> None:
    path = tmp_path / "program.py"
    path.write_text(HEAD + textwrap.dedent(program))
    [settled] = settle(make_finding(path, "TFL503", entry=entry, claims=(Rebound(target),)))
    assert settled.evidence is not None
    assert (settled.verdict, reason in settled.evidence["reason"]) == (verdict, True), settled


OF_A_DATA_SET = """
import tensorflow as tf

class Counter:
    def __init__(self):
        self.names = tf.data.Dataset.range(4)

    @tf.function
    def count(self):
        total = tf.constant(0)
        for _ in self.names:  # here
            total += 1
        return total

counter = Counter()
counter.count()
"""


def test_a_data_set_is_changed_to_a_longer_one(settle: Settle, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(OF_A_DATA_SET)
    claims = (Rebound("self.names"),)
    [found] = settle(make_finding(path, "TFL504", entry="Counter.count", claims=claims))
    assert found.verdict == "confirmed", found.evidence
    assert "eager code returns 8, the graph 4" in (found.evidence or {})["reason"]
