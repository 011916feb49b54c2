"""Trainings that build the weights of a class that a function makes, however it goes to its users."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.finding import Severity
from tflint.rules.modes.function_on_keras_call import FunctionOnKerasCall

FACTORY = """\
import keras
import tensorflow as tf
def make():
    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)
        @tf.function
        def call(self, x):
            return self.dense(x)
        @tf.function
        def act(self, x):
            return {acted}
        @tf.function
        def learn(self, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(self(x))
            return tape.gradient(loss, self.trainable_variables)
    return Net
{used}
"""


@pytest.mark.parametrize(
    ("used", "acted", "severities"),
    [
        ("make()().learn(tf.ones((4, 2)))", "x", [Severity.WARNING]),
        ("Made = make()\nMade().learn(tf.ones((4, 2)))", "x", [Severity.WARNING]),
        ("def use(kind):\n    kind().learn(tf.ones((4, 2)))\nuse(make())", "x", [Severity.WARNING]),
        ("net = make()()\nnet.build((None, 2))\nnet.learn(tf.ones((4, 2)))", "x", []),
        ("kinds = {1: make()}\nkinds[1]().learn(tf.ones((4, 2)))", "x", [Severity.POSSIBLE]),
        ("kinds = {1: make()}\nkinds[1]().learn(tf.ones((4, 2)))", "self(x)", []),
        ("kinds = {1: make()}\nnet = kinds[1]()\nnet.build((None, 2))", "x", []),
        ("", "x", [Severity.POSSIBLE]),
    ],
)
def test_what_is_seen_of_the_objects(used: str, acted: str, severities: list[Severity]) -> None:
    program = FACTORY.format(used=used, acted=acted)
    found = lint_all({"m.py": program}, [FunctionOnKerasCall])
    assert [finding.severity for finding in found] == severities
