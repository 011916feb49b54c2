"""A line under the opposite of the test that a graph is made under is not in that graph."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.rules.effects.print import Print

PROGRAM = """\
import settings
import tensorflow as tf
FLAGS = tf.compat.v1.flags.FLAGS

def maybe(decorator, condition=True):
    def decorate(function):
        if condition:
            return decorator(function)
        return function
    return decorate

def either(function, wanted, fast):
    if wanted:
        return tf.function(function, jit_compile=True)
    if fast:
        return tf.function(function)
    return function

def chosen(wanted):
    return tf.function if wanted else as_it_is

def as_it_is(function):
    return function

def train(options, mode, other):
    {before}
    def step(x):
        if {test}:
            print("x", x)
        return x * 2
    {after}
    return step

for i in range(10):
    train(given, asked, more)(tf.ones(3))
"""


def is_found(before: str, test: str, after: str) -> bool:
    """Whether a print under the test is said to be in a graph."""
    text = PROGRAM.format(before=before or "pass", test=test, after=after or "pass")
    if not before:
        text = text.replace("    pass\n    def step", "    def step")
    return bool(lint_all({"m.py": text}, [Print]))


@pytest.mark.parametrize(
    ("before", "test", "after", "found"),
    [
        ("@maybe(tf.function, options.graph)", "not options.graph", "", False),
        ("@maybe(tf.function, options.graph)", "options.graph", "", True),
        ("@maybe(tf.function, options.graph)", "not options.other", "", True),
        ("@maybe(tf.function, not options.eager)", "options.eager", "", False),
        ("@maybe(tf.function, condition=options.a.b == 'x')", "options.a.b == 'y'", "", False),
        ("@maybe(tf.function, options.a.b != 'x')", "options.a.b == 'x'", "", False),
        ("@maybe(tf.function, mode in ('a', 'b'))", "mode not in ('a', 'b')", "", False),
        ("@maybe(tf.function, mode not in ('a', 'b'))", "mode in ['b']", "", False),
        ("@maybe(tf.function, mode not in ('a', 'b'))", "mode in ['b', 'c']", "", True),
        ("@maybe(tf.function, mode and other)", "not other", "", False),
        ("@maybe(tf.function, mode or other)", "not other", "", True),
        ("@maybe(tf.function, mode > 1)", "mode <= 1", "", False),
        ("@maybe(tf.function, mode > 1)", "mode <= 2", "", True),
        ("@maybe(tf.function)", "not mode", "", True),
        ("@maybe(tf.function, FLAGS.graph)", "not FLAGS.graph", "", False),
        ("@maybe(tf.function, settings.GRAPH)", "not settings.GRAPH", "", False),
        ("@maybe(tf.function, mode())", "not mode()", "", True),
        ("@chosen(mode)", "not mode", "", False),
        ("@(tf.function if mode else as_it_is)", "not mode", "", False),
        ("", "not mode", "step = maybe(tf.function, mode)(step)", False),
        ("", "not mode", "step = chosen(mode)(step)", False),
        ("", "not mode", "step = either(step, mode, other)", True),
        ("", "not mode", "step = tf.function(step) if mode else step", False),
        # set to something else in between
        ("@maybe(tf.function, options.graph)", "not options.graph", "options.graph = other", True),
        (
            "@maybe(tf.function, options.graph)",
            "not options.graph",
            "def change(): options.graph = other",
            True,
        ),
        ("@maybe(tf.function, options.a.b)", "not options.a.b", "options.a = other", True),
        ("@maybe(tf.function, options.a.b)", "not options.a.b", "options.a.c = other", False),
        (
            "options.graph = other\n    @maybe(tf.function, options.graph)",
            "not options.graph",
            "",
            False,
        ),
        ("@maybe(tf.function, mode)", "not mode", "mode = other", True),
        (
            "",
            "options.made",
            "if not options.made:\n        options.made = True\n        step = tf.function(step)",
            True,
        ),
        (
            "@maybe(tf.function, mode)",
            "not mode",
            "def change():\n        nonlocal mode\n        mode = other",
            True,
        ),
    ],
)
def test_what_stands_under_the_opposite_test(
    before: str, test: str, after: str, found: bool
) -> None:
    assert is_found(before, test, after) is found


CALLED = """\
import os
import tensorflow as tf

DEBUG = bool(os.environ.get("DEBUG"))

def told(x):
    if {asked}:
        print("x", x)
    return x

class Trainer:
    def __init__(self, options, peer):
        self.options = options
        self.peer = peer
        self.switch = tf.Variable(True)

    @tf.function
    def step(self, x, flag):
        if {test}:
            {call}
        return x

    def show(self, x):
        if {asked}:
            print("x", x)

trainer = Trainer(given, other)
for i in range(10):
    trainer.step(tf.ones(3), tf.constant(True))
"""


@pytest.mark.parametrize(
    ("test", "call", "asked", "found"),
    [
        ("DEBUG", "told(x)", "not DEBUG", False),
        ("DEBUG", "told(x)", "DEBUG", True),
        ("not DEBUG", "self.show(x)", "DEBUG", False),
        ("self.options.debug", "self.show(x)", "not self.options.debug", False),
        ("self.options.debug", "self.show(x)", "not self.options.other", True),
        ("self.options.debug", "Trainer(None, None).show(x)", "not self.options.debug", True),
        ("self.options.level > 1", "self.show(x)", "self.options.level <= 1", False),
        ("self.switch", "self.show(x)", "not self.switch", True),
        ("flag", "self.show(x)", "not flag", True),
    ],
)
def test_what_a_graph_calls_under_the_opposite_test(
    test: str, call: str, asked: str, found: bool
) -> None:
    text = CALLED.format(test=test, call=call, asked=asked)
    assert bool(lint_all({"m.py": text}, [Print])) is found
