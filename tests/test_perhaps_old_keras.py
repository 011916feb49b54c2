"""What is said of Keras's own variables where nothing tells which Keras there is."""

from __future__ import annotations

import pytest

from tflint.facts import Project
from tflint.files import Source
from tflint.finding import Severity
from tflint.linting.engine import check
from tflint.rules.state.variable_creation import VariableCreation


@pytest.mark.parametrize(
    ("layers", "is_information"), [("keras.layers", True), ("tensorflow.keras.layers", False)]
)
def test_a_variable_of_the_backend(layers: str, is_information: bool) -> None:
    text = f"""\
from keras import backend as K
from {layers} import Input, Lambda

def shifted(x):
    return x + K.zeros((3,))

y = Lambda(shifted)(Input((3,)))
"""
    (found,) = check(Project.build([Source("m.py", text)]), "m.py", [VariableCreation])
    assert (found.severity is Severity.INFO) is is_information
