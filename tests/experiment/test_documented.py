"""What docstrings say of the parameters of a function."""

from __future__ import annotations

from typing import Any

import pytest

from tflint.runtime.worker import docstrings
from tflint.runtime.worker.shapes import Sizes, shape_in


class Beam:
    def __init__(self) -> None:
        self._beam_size = 7


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("A float tensor of shape [batch_size, n, 4]", [2, 4, 4]),
        ("The scores. Shape (batch_size, beam_size)", [2, 7]),
        ("Shape (batch_size * beam_size, V)", [14, 4]),
        ("shape `(B, self._beam_size + 1)`", [2, 8]),
        ("They have shape (batch, ...)", [2, 4]),
        ("3D tensor with shape: `(batch, None, features)`.", [2, 4, 6]),
        ("image with shape [height, width, channels]", [8, 8, 3]),
        ("a [B x T] tensor", [2, 4]),
        ("[batch_size, num_boxes, 4] encoded", [2, 4, 4]),
        ("[optional]", None),
        ("int32 `Tensor` [number of boxes, 4]", [4, 4]),
        ("a 2-D float tensor", [2, 4]),
        ("A tensor of rank 1", [2]),
        ("A scalar tensor", []),
        ("A tensor of any shape (optional)", None),
        ("The shape of the result, see [1]", [1]),
        ("How many, in 3D", None),
        ("Shape (a, b, c, d, e, f, g)", None),
        ("Shape (999999, 9)", None),
        ("The learning rate (default: 0.1)", None),
    ],
)
def test_a_shape_with_sizes(text: str, shape: list[int] | None) -> None:
    assert shape_in(text, Sizes(Beam(), alike=False)) == shape


def test_sizes_hold_for_all_shapes_of_a_function() -> None:
    sizes = Sizes(None, alike=False)
    assert shape_in("shape [n, m]", sizes) == [4, 6]
    assert shape_in("shape [k, m, n]", sizes) == [3, 6, 4]
    assert shape_in("shape [batch, k, m]", Sizes(None, alike=True)) == [2, 4, 4]


GOOGLE = """Steps.

Args:
    inputs: A tensor of shape
        [batch, n].

        More of it.
    mask, bias: What is hidden.
    rate (float): How much
Returns:
    scores: None of these.
"""
NUMPY = """
Parameters
----------
inputs : NDArray or Symbol
    The input.
mask: NDArray
    Shape (b, n)

Returns
-------
scores : NDArray
"""
GLUON = """Inputs:
    - **inputs**: of shape (N, C)
    - **mask**: a mask
"""


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (GOOGLE, "inputs", ("A tensor of shape", "[batch, n].  More of it.")),
        (GOOGLE, "mask", ("What is hidden.", "")),
        (GOOGLE, "bias", ("What is hidden.", "")),
        (GOOGLE, "rate", ("float", "How much")),
        (GOOGLE, "input", None),
        (NUMPY, "inputs", ("NDArray or Symbol", "The input.")),
        (NUMPY, "mask", ("NDArray", "Shape (b, n)")),
        (GLUON, "inputs", ("of shape (N, C)", "")),
        (GLUON, "mask", ("a mask", "")),
    ],
)
def test_what_is_said_of_a_parameter(text: str, name: str, said: Any) -> None:
    found = docstrings.entry(text, name)
    assert found == said or (
        found is not None and " ".join(found).split() == " ".join(said).split()
    )


def test_the_input_shape_of_a_layer() -> None:
    text = """Adds.

Input shape:
    3D tensor with shape: `(batch, steps, features)`.

Output shape:
    2D tensor with shape: `(batch, features)`.
"""
    said = docstrings.input_shape(text)
    assert said is not None
    assert shape_in(said, Sizes(None, alike=False)) == [2, 4, 6]
    assert docstrings.input_shape("Adds.") is None


def test_plain_arguments_in_examples() -> None:
    text = """Matches.

    >>> match = lib.Match([0.3, 0.7], values=(-1, 0),
    ...     fn=abs)
    >>> Match(x)
    class Match(Base): or OtherMatch(3), Match(
    """
    assert list(docstrings.calls(text, "Match")) == [{"0": [0.3, 0.7], "values": (-1, 0)}, {}]
