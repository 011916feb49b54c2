"""Whose attribute a line reads that nobody knows the object of."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.rules import all_rules

_LAYER = """\
import keras
import tensorflow as tf


class Mean(keras.layers.Layer):
    def call(self, x):
        self.n_nodes = tf.shape(x)[-2]
        return tf.reduce_sum(x, -2) / tf.cast(self.n_nodes, x.dtype)
"""
_READER = "def largest(graphs):\n    return max(graph.n_nodes for graph in graphs)\n"


@pytest.mark.parametrize(
    ("files", "warned"),
    [
        ({"layer.py": _LAYER, "reader.py": _READER}, False),
        ({"layer.py": _LAYER + _READER}, True),
        ({"layer.py": _LAYER + "net = keras.Sequential([Mean()])\n"}, False),
    ],
)
def test_what_is_unknown_is_taken_for_the_layer_in_its_own_file_alone(
    files: dict[str, str], warned: bool
) -> None:
    found = [f for f in lint_all(files, list(all_rules())) if f.code == "TFL305"]
    assert [f.severity.name for f in found] == (["WARNING"] if warned else ["INFO"])


def test_what_goes_on_from_the_trace_before_reads_itself() -> None:
    text = _LAYER.replace("self.n_nodes = tf.shape(x)[-2]", "self.n_nodes += tf.shape(x)[-2]")
    (found,) = (f for f in lint_all({"m.py": text}, list(all_rules())) if f.code == "TFL305")
    assert found.severity.name == "WARNING"
