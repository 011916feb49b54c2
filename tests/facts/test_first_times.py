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
        ("tf.print(x)", "", 1),
        ("print(x)", "", 0),
        ("tf.io.write_file('first.txt', x)", "", 1),
        ("tf.summary.scalar('first', x, step=0)", "", 1),
        ("for v in self.dense.trainable_variables: v.assign(0.1 * v)", "", 1),
        ("for v in self.variables: v.shape.assert_has_rank(1)", "", 0),
        ("self.scale = tf.Variable(1.0)", "", 0),
        (SENT, "def again(self): self.first = True", 0),
    ],
)
def test_what_has_an_effect_goes_on(once: str, more: str, count: int) -> None:
    program = STEP.format(once=once, more=more)
    assert len(lint_all({"m.py": program}, [AttributeAssignment])) == count


LAYER = """\
import keras
import tensorflow as tf
class Scaled(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)
        self.first = True
    def call(self, x):
        if self.first:
            self.dense.kernel.assign(0.1 * self.dense.kernel)
            self.first = False
        return self.dense(x)
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.scaled = Scaled()
    def call(self, x):
        return self.scaled(x)
{used}
"""


@pytest.mark.parametrize(
    ("used", "count"),
    [
        ("Net().fit(data)", 1),
        ("keras.Sequential([Scaled()]).fit(data)", 1),
        ("inputs = keras.Input((2,))\nkeras.Model(inputs, Scaled()(inputs)).fit(data)", 1),
        ("Scaled()(tf.ones((1, 2)))", 0),
        ("net = Net()\nnet(tf.ones((1, 2)))\nnet.fit(data)", 0),
    ],
)
def test_eager_code_may_come_first_to_a_layer(used: str, count: int) -> None:
    assert len(lint_all({"m.py": LAYER.format(used=used)}, [AttributeAssignment])) == count
