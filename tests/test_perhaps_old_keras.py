"""What is said of Keras's own variables where nothing tells which Keras there is."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.finding import Severity
from tflint.rules.state.variable_creation import VariableCreation


@pytest.mark.parametrize(
    ("layers", "severity"),
    [("keras.layers", Severity.INFO), ("tensorflow.keras.layers", Severity.ERROR)],
)
def test_a_variable_of_the_backend(layers: str, severity: Severity) -> None:
    text = f"""\
from keras import backend as K
from {layers} import Input, Lambda

def shifted(x):
    return x + K.zeros((3,))

y = Lambda(shifted)(Input((3,)))
"""
    (found,) = lint_all({"m.py": text}, [VariableCreation])
    assert found.severity is severity
