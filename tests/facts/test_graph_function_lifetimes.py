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


def test_a_function_made_in_a_loop_is_followed_through_helpers_that_name_it_the_same() -> None:
    text = "import tensorflow as tf\n\ndef f0(step, y):\n    step(y)\n"
    for number in range(1, 60):
        text += f"def f{number}(step, y):\n" + f"    f{number - 1}(step, y)\n" * 2
    text += "for epoch in range(100):\n    @tf.function\n    def step(x):\n        return x\n"
    text += "    f59(step, tf.ones(3))\n"
    assert [one.code for one in lint({"m.py": text}, list(all_rules()))] == ["TFL102"]


def test_functions_that_a_closure_stands_in_are_looked_at_once() -> None:
    text = "import tensorflow as tf\n\ndef train():\n    for epoch in range(100):\n"
    text += "        @tf.function\n        def step(x):\n            return x\n"
    text += "        def f0():\n            step(tf.ones(3))\n"
    for number in range(1, 60):
        text += f"        def f{number}():\n" + f"            f{number - 1}()\n" * 2
    text += "        {}\n"
    called, kept = (text.format(last) for last in ("f59()", "kept = [f59]"))
    assert lint({"m.py": kept}, list(all_rules())) == []
    assert [one.code for one in lint({"m.py": called}, list(all_rules()))] == ["TFL102"]
