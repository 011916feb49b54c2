"""What a callback changes in the middle of a training, and what at the end of a phase of it."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.rules.frozen.rebound_attribute import ReboundAttribute
from tflint.rules.frozen.rebound_global import ReboundGlobal

HEAD = """\
import keras
late = False
class Net(keras.Model):
    def call(self, x):
        return x * 2 if late else x
class Switch(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        global late
        if epoch == 1:
            late = not late
net = Net()
net.compile(loss="mse")
"""
FIT = "net.fit(1, callbacks=[Switch()])"


@pytest.mark.parametrize(
    ("program", "count"),
    [
        (f"{FIT}\n", 1),
        (f"{FIT}\nnet = Net()\n", 1),
        (f"for _ in range(3):\n    {FIT}\n", 1),
        (f"for _ in range(3):\n    {FIT}\n    net = Net()\n", 0),
        (f"for _ in range(3):\n    {FIT}\n    net.compile(loss='mse')\n", 0),
        (f"for _ in range(3):\n    net.compile(loss='mse')\n    {FIT}\n", 0),
        (f"for _ in range(3):\n    {FIT}\n    net = Net()\n{FIT}\n", 1),
    ],
)
def test_a_phase_ends_with_its_graph(program: str, count: int) -> None:
    assert len(lint_all({"m.py": HEAD + program}, [ReboundGlobal])) == count


@pytest.mark.parametrize(
    ("flag", "count"),
    [
        ("GROWS = False", 0),
        ("GROWS = False\nGROWS = input()", 1),
        ("for GROWS in (False, True): pass", 1),
        ("GROWS = False\ndef grow():\n    global GROWS\n    GROWS = True", 1),
    ],
)
def test_no_run_has_a_constant_true_and_false(flag: str, count: int) -> None:
    text = HEAD.replace(
        "        if epoch", "        if not GROWS:\n            return\n        if epoch"
    )
    rest = (
        f"if GROWS:\n    for _ in range(3):\n        {FIT}\n        net = Net()\nelse:\n    {FIT}\n"
    )
    assert len(lint_all({"m.py": f"{flag}\n{text}{rest}"}, [ReboundGlobal])) == count


RATES = """\
import tensorflow as tf
class Net:
    def __init__(self):
        self.rate = 1.0
{decorator}
    def step(self, x, epoch):
        return x * self.rate * float(epoch)
x = tf.constant(1.0)
net = Net()
"""


@pytest.mark.parametrize(
    ("program", "count"),
    [
        ("for n in range(3):\n    net.rate /= 2\n    net.step(x, n)\n", 0),
        ("for n in range(3):\n    net.step(x, n + 1)\n    net.rate /= 2\n", 0),
        ("for n, _ in enumerate(data):\n    net.step(x, n)\n    net.rate /= 2\n", 0),
        ("for n in range(3):\n    net.step(x, n // 2)\n    net.rate /= 2\n", 1),
        ("for n in range(3):\n    net.step(x, 1)\n    net.rate /= 2\n", 1),
        ("for n in tf.range(3):\n    net.step(x, n)\n    net.rate /= 2\n", 1),
        (
            "for _ in range(3):\n    for n in range(3):\n        net.step(x, n)\n    net.rate /= 2\n",
            1,
        ),
        ("for n in range(3):\n    net.step(x, n)\n    net.rate = n\n    net.step(x, n)\n", 1),
    ],
)
def test_the_number_of_a_turn_makes_another_trace(program: str, count: int) -> None:
    plain = RATES.format(decorator="    @tf.function")
    assert len(lint_all({"m.py": plain + program}, [ReboundAttribute])) == count
    signed = RATES.format(decorator="    @tf.function(input_signature=[a, b])")
    assert len(lint_all({"m.py": signed + program}, [ReboundAttribute])) == 1


@pytest.mark.parametrize(
    ("end", "count"),
    [
        ("break", 0),
        ("return x", 0),
        ("raise ValueError", 0),
        ("pass", 1),
        ("continue", 1),
        ("x = net.step(x)\n            break", 1),
        ("if x:\n                continue\n            break", 1),
        ("while x:\n                break", 1),
    ],
)
def test_a_line_after_which_the_loop_ends(end: str, count: int) -> None:
    program = RATES.format(decorator="    @tf.function").replace(", epoch", ", epoch=1")
    program += (
        "def run(net, x):\n    for _ in range(9):\n        x = net.step(x)\n"
        f"        if x > 3:\n            net.rate = 2.0\n            {end}\n    return x\nrun(net, x)\n"
    )
    assert len(lint_all({"m.py": program}, [ReboundAttribute])) == count


def test_an_error_that_the_loop_catches_does_not_end_it() -> None:
    program = RATES.format(decorator="    @tf.function").replace(", epoch", ", epoch=1") + (
        "for _ in range(9):\n    try:\n        net.step(x)\n        net.rate = x\n        raise OSError\n"
        "    except OSError:\n        pass\n"
    )
    assert len(lint_all({"m.py": program}, [ReboundAttribute])) == 1


GLOBALS = """\
import tensorflow as tf
import numpy as np
debug = False
cache = {"b": 1.0}
rows = np.zeros(3)
@tf.function
def step(x):
    if debug:
        x = x * 2
    return x * rows
@tf.function
def look(x):
    return x * cache["w"]
def show(x):
    global debug
    debug = True
    x = x + 1
    debug = False
    return x
def fill(rows):
    rows[0] = 2
def run(x):
    if "w" not in cache:
        cache["w"] = 2.0
    return look(x)
for i in range(3):
    step(1)
    run(2)
    show(1)
    fill(rows.copy())
"""


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("", "", ""),
        ("debug = False\n    return", "return", "debug"),
        ("x = x + 1", "x = step(x)", "debug"),
        ("rows.copy()", "rows", "rows"),
        ('if "w" not in', 'if "b" in', "cache"),
    ],
)
def test_what_is_there_again_or_for_the_first_time(old: str, new: str, names: str) -> None:
    found = lint_all({"m.py": GLOBALS.replace(old, new) if old else GLOBALS}, [ReboundGlobal])
    assert [finding.message.split("`")[1] for finding in found] == names.split()


@pytest.mark.parametrize(("helper", "count"), [("graphs(True)", 1), ("pass", 0)])
def test_what_may_turn_graphs_on_in_between(helper: str, count: int) -> None:
    """Lines after a switch to eager mode are eager, unless another function may turn it back."""
    on = "def graphs(on):\n    tf.config.run_functions_eagerly(not on)\n" if count else ""
    program = f"""\
import tensorflow as tf
RATE = 1.0
{on}
@tf.function
def scale(x):
    return x * RATE
def main():
    global RATE
    tf.config.run_functions_eagerly(True)
    {helper}
    scale(tf.constant(1.0))
    RATE = 2.0
    scale(tf.constant(1.0))
main()
"""
    found = lint_all({"m.py": program}, [ReboundGlobal])
    assert len(found) == count
