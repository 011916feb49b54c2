"""What a callback changes in the middle of a training, and what at the end of a phase of it."""

from __future__ import annotations

import pytest
from programs import lint_all

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
