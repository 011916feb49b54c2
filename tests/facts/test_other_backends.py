"""Names that lead into code of another backend do not make it part of a graph."""

from __future__ import annotations

import pytest
from programs import lint

from tflint.rules import all_rules

_BACKEND = """\
import os

if os.getenv("BACKEND", "tensorflow") == "tensorflow":
    from tensorflow.keras import layers
else:
    import torch_layers as layers
"""
_LAYERS = """\
from {package} import nn


class Layer(nn.Module):
    made = 0

    @classmethod
    def _count(cls):
        cls.made += 1

    def __init__(self, name=None):
        super().__init__()
        self._count()


class Add(Layer):
    def __init__(self):
        super().__init__()
"""
_NET = """\
from backend import layers


class Drop(layers.Layer):
    def call(self, inputs):
        shortcut, deep = inputs
        return layers.Add()([shortcut, deep])
"""


def _found(package: str) -> list[tuple[str, str]]:
    layers = _LAYERS.format(package=package)
    texts = {"backend.py": _BACKEND, "torch_layers.py": layers, "net.py": _NET}
    return [(finding.path, finding.code) for finding in lint(texts, list(all_rules()))]


def test_methods_of_torch_modules_are_in_no_graph() -> None:
    assert ("torch_layers.py", "TFL305") in _found("other")
    assert ("torch_layers.py", "TFL305") not in _found("torch")


def test_layers_of_one_of_several_backends_are_in_a_graph() -> None:
    """A class whose base is PyTorch's or another, as the backend has it, is a layer."""
    torch_layers = "from torch import nn\n\n\nclass Layer(nn.Module):\n    pass\n"
    net = """\
import keras
from backend import layers


class Base(layers.Layer, keras.layers.Layer):
    pass


class Count(Base):
    def call(self, inputs):
        print(inputs)
        return inputs
"""
    texts = {"backend.py": _BACKEND, "torch_layers.py": torch_layers, "net.py": net}
    assert [(f.path, f.code) for f in lint(texts, list(all_rules()))] == [("net.py", "TFL301")]
    texts["net.py"] = net.replace("from backend import layers", "import torch_layers as layers")
    assert lint(texts, list(all_rules())) == []


_BY_NAME = """\
from config import backend

if backend() == "numpy":
    from with_numpy import *
elif backend() == "tensorflow":
    from with_tensorflow import *
"""
_WITH_NUMPY = "import numpy as np\n\n\ndef draw():\n    return np.random.normal()\n"
_WITH_TENSORFLOW = (
    "import tensorflow as tf\n\n\ndef draw():\n    print('drawn', tf.zeros(2))\n    return 1.0\n"
)
_STEP = """\
import tensorflow as tf
from chosen import draw


@tf.function
def step(x):
    return x + draw()
"""


@pytest.mark.parametrize("names", ["*", "draw"])
def test_functions_of_a_file_for_arrays_are_in_no_graph_where_another_has_tensors(
    names: str,
) -> None:
    texts = {
        "chosen.py": _BY_NAME.replace("*", names),
        "with_numpy.py": _WITH_NUMPY,
        "with_tensorflow.py": _WITH_TENSORFLOW,
        "step.py": _STEP,
    }
    found = [(f.path, f.code) for f in lint(texts, list(all_rules()))]
    assert found == [("with_tensorflow.py", "TFL301")]
    texts["step.py"] = _STEP.replace("chosen", "with_numpy")
    found = [(f.path, f.code) for f in lint(texts, list(all_rules()))]
    assert found == [("with_numpy.py", "TFL501")]
