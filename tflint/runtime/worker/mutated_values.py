"""Values of the same sort on which operations may fail: what each mutation makes of one."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_NUMBERS = {"zero": 0, "negative": -1, "huge": 100000, "one": 1}
_TEXTS = {"zero": "", "nan": "abc", "huge": "/no/such/file"}
_SHAPES: dict[str, Callable[[Any], Any]] = {
    "longer": lambda array: _again(array, array[:1]) if array.ndim and len(array) else None,
    "shorter": lambda array: array[:-1] if array.ndim and len(array) > 1 else None,
    "empty": lambda array: array[:0] if array.ndim else None,
    "deeper": lambda array: array[None],
    "flat": lambda array: array.reshape(-1) if array.ndim > 1 else None,
    "scalar": lambda array: array.reshape(-1)[0] if array.ndim and array.size else None,
}
"""What changes the shape; None where the shape leaves nothing to change."""
_SIZED = re.compile(r"axis (\d+) of (\d+)")
"""A size that one axis is to have."""
_SIGNS = {"opposite": [-1], "mixed": [1, -1, -1]}
"""What signed numbers are multiplied with, in turn."""
_FILLS: dict[str, dict[str, Any]] = {
    "i": _NUMBERS,
    "u": {name: number for name, number in _NUMBERS.items() if number >= 0},
    "f": {"zero": 0.0, "negative": -1.0, "huge": 1e30, "nan": float("nan")},
    **{kind: {"zero": b"", "huge": b"/no/such/file.abc", "nan": b"abc"} for kind in "OSU"},
}
"""What arrays are filled with, by the kind of their dtype."""


def plain(value: Any, mutation: str) -> Any:
    """A number or a text, mutated; None if the mutation makes nothing of it."""
    found: dict[str, Any] = _TEXTS if isinstance(value, str) else _NUMBERS
    return type(value)(found[mutation]) if mutation in found else None


def array(value: Any, mutation: str) -> Any:
    """A NumPy array, mutated; None if the mutation makes nothing of it."""
    if mutation in _SHAPES:
        return _SHAPES[mutation](value)
    sized = _SIZED.fullmatch(mutation)
    if sized is not None:
        return _sized(value, int(sized[1]), int(sized[2]))
    numpy: Any = sys.modules["numpy"]
    kind = value.dtype.kind
    if mutation in _SIGNS:
        if kind not in "if" or not value.size:
            return None
        signs = numpy.resize(_SIGNS[mutation], value.shape).astype(value.dtype)
        return value * signs
    if kind == "b":
        return numpy.logical_not(value) if mutation == "zero" else None
    fill = _FILLS.get(kind, {}).get(mutation)
    if fill is None:
        return None
    if kind in "iu":
        fill = min(fill, numpy.iinfo(value.dtype).max)
    if kind in "OSU":
        return numpy.full(value.shape, fill, dtype=object)
    return numpy.full_like(value, fill)


def _sized(array: Any, axis: int, size: int) -> Any:
    """What has this size along an axis; None where it has so already, or nothing to repeat there."""
    if array.ndim <= axis or array.shape[axis] in (0, size):
        return None
    numpy: Any = sys.modules["numpy"]
    return numpy.take(array, numpy.arange(size) % array.shape[axis], axis)


def _again(array: Any, more: Any) -> Any:
    numpy: Any = sys.modules["numpy"]
    return numpy.concatenate([array, more])
