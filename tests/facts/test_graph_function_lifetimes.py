"""What becomes of tf.functions that are handed on."""

from __future__ import annotations

from programs import lint

from tflint.rules import all_rules


def test_helpers_that_meet_again_are_gone_through_once() -> None:
    """As many that each call the one before twice would take ages otherwise."""
    text = "import tensorflow as tf\n\ndef make():\n    @tf.function\n"
    text += "    def step(x):\n        return x\n    return step\n"
    text += "def f0(step):\n    step(tf.ones(3))\n"
    for number in range(1, 60):
        text += f"def f{number}(step):\n" + f"    f{number - 1}(step)\n" * 2
    text += "for epoch in range(100):\n    f59(make())\n"
    assert [one.code for one in lint({"m.py": text}, list(all_rules()))] == ["TFL103"]
