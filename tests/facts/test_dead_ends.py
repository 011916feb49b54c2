"""A tf.function behind the end of a program, or a call that raises, is only possibly run."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.finding import Severity
from tflint.rules.state.optimizer_or_metric_creation import OptimizerOrMetricCreation

_STEP = (
    "import sys\nimport keras\nimport tensorflow as tf\n"
    "@tf.function\n"
    "def step(x):\n"
    "    sgd = keras.optimizers.SGD()\n"
    "    return x * sgd.learning_rate\n"
)
_LAYER = (
    "import keras\nimport tensorflow as tf\n"
    "class Decoder(keras.layers.Layer):\n"
    "    def call(self, x, {more}):\n"
    "        return x\n"
    "def train(x):\n"
    "    decoder = Decoder()\n"
    "    {above}\n"
    "    @tf.function\n"
    "    def step(x):\n"
    "        sgd = keras.optimizers.SGD()\n"
    "        return decoder(x, x) * sgd.learning_rate\n"
    "    step(x)\n"
    "train(tf.ones(2))\n"
)


def _severity(text: str, path: str = "m.py") -> Severity:
    (found,) = lint_all({path: text}, [OptimizerOrMetricCreation])
    return found.severity


@pytest.mark.parametrize(
    ("rest", "severity"),
    [
        ("sys.exit()\nstep(tf.ones(2))\n", Severity.POSSIBLE),
        ("raise ValueError\nstep(tf.ones(2))\n", Severity.POSSIBLE),
        ("step(tf.ones(2))\nsys.exit()\nstep(tf.ones(2))\n", Severity.WARNING),
        ("if len(sys.argv) < 2:\n    sys.exit()\nstep(tf.ones(2))\n", Severity.WARNING),
        ("with open('x'):\n    sys.exit()\nstep(tf.ones(2))\n", Severity.WARNING),
        ("def main():\n    return\n    step(tf.ones(2))\nmain()\n", Severity.POSSIBLE),
        ("def last():\n    sys.exit()\nstep(tf.ones(2))\n", Severity.WARNING),
    ],
)
def test_the_only_call_stands_behind_the_end(rest: str, severity: Severity) -> None:
    assert _severity(_STEP + rest) is severity


@pytest.mark.parametrize(
    ("more", "above", "severity"),
    [
        ("state, seen", "y = decoder(x, x)", Severity.POSSIBLE),
        ("state", "y = decoder(x, x)", Severity.WARNING),
        ("state, seen=None", "y = decoder(x, x)", Severity.WARNING),
        ("state, training", "y = decoder(x, x)", Severity.WARNING),  # which Keras gives
        ("state, seen", "y = x and decoder(x, x)", Severity.WARNING),
        ("state, seen", "if len(x) > 2: decoder(x, x)", Severity.WARNING),
        ("state, seen", "later = lambda: decoder(x, x)", Severity.WARNING),
        ("state", "return", Severity.POSSIBLE),
    ],
)
def test_a_call_above_raises(more: str, above: str, severity: Severity) -> None:
    assert _severity(_LAYER.format(more=more, above=above)) is severity


def test_the_chain_says_where_it_ends() -> None:
    (found,) = lint_all(
        {"m.py": f"{_STEP}sys.exit()\nstep(tf.ones(2))\n"}, [OptimizerOrMetricCreation]
    )
    assert "but the module ends in line 8, above its call" in found.chain[0].text
