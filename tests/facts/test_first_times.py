"""Flags that let Variables be sent around once, in functions that only run in graphs."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.rules.effects.attribute_assignment import AttributeAssignment

STEP = """\
import horovod.tensorflow as hvd
import tensorflow as tf
class Trainer:
    def __init__(self, variables):
        self.variables = variables
        self.first = True
    @tf.function
    def step(self, x):
        if self.first:
            {once}
            self.first = False
        return x
    {more}
trainer = Trainer([])
for x in data:
    trainer.step(x)
"""
SENT = "hvd.broadcast_variables(self.variables, root_rank=0)"


@pytest.mark.parametrize(
    ("once", "more", "count"),
    [
        (SENT, "", 1),
        ("log(self.variables)", "", 0),
        (SENT, "def again(self): self.first = True", 0),
    ],
)
def test_a_broadcast_goes_on(once: str, more: str, count: int) -> None:
    program = STEP.format(once=once, more=more)
    assert len(lint_all({"m.py": program}, [AttributeAssignment])) == count
