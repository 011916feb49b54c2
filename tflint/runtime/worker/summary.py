"""Values as small JSON: enough to compare two runs and to show to a reader."""

from __future__ import annotations

import hashlib
import json
import math
import sys
from typing import Any

_ITEMS = 32
_NUMBERS = 64
_TEXT = 200
_DEPTH = 5
_SUMS = 4
_BLOCK = 1 << 12
"""Numbers that are summed up at a time: few enough for no thread to be started for them."""
_HUGE = 1 << 63
"""Integers beyond these go as text."""


def summarise(value: Any, world: Any, depth: int = 0) -> Any:
    """A value as JSON: plain values as they are, arrays as a dict with dtype, shape and numbers.

    What is too long is told in part, with a digest of the whole.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < _HUGE else str(value)
    if isinstance(value, float):
        return number(value)
    if isinstance(value, (str, bytes)):
        return _text(value)
    symbol = world.symbolic(value)
    if symbol is not None:
        return {"symbolic": symbol}
    array = world.array(value)
    if array is not None:
        return describe_array(array)
    if depth > _DEPTH:
        return {"object": kind(value)}
    if isinstance(value, dict):
        items = sorted(value.items(), key=lambda item: str(item[0]))
        told = {str(key): summarise(item, world, depth + 1) for key, item in items[:_ITEMS]}
        return {"dict": told, **rest(items[_ITEMS:], world, depth + 1)}
    if isinstance(value, (list, tuple)):
        return {
            "list": [summarise(item, world, depth + 1) for item in value[:_ITEMS]],
            "length": len(value),
            **rest(value[_ITEMS:], world, depth + 1),
        }
    return {"object": kind(value)}


def rest(items: Any, world: Any, depth: int) -> dict[str, Any]:
    """What is left out of the items of a container: a digest of them, and whether they are exact."""
    if not items:
        return {}
    told = [summarise(item, world, depth) for item in items]
    text = json.dumps(told, sort_keys=True)
    return {"digest": _digest(text.encode()), "exact": '"dtype"' not in text}


def _text(value: str | bytes) -> Any:
    text = value if isinstance(value, str) else value.decode("utf-8", "backslashreplace")
    if len(text) <= _TEXT:
        return text
    whole = _digest(text.encode("utf-8", "backslashreplace"))
    return {"text": text[:_TEXT], "length": len(text), "digest": whole, "exact": True}


def _digest(data: Any) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def describe_array(array: Any) -> dict[str, Any]:
    """A NumPy array: dtype, shape, and its numbers.

    Where they are many, the first of them, a digest of all, and of floating numbers the norm and
    sums with random signs, which tell how far two arrays are apart.
    """
    described: dict[str, Any] = {"dtype": str(array.dtype), "shape": list(array.shape)}
    flat = array.reshape(-1)
    if array.dtype.kind in "OSU":
        described["dtype"] = "string"
        items = flat.tolist()
        described["values"] = [_item(item) for item in items[:_NUMBERS]]
        if len(items) > _NUMBERS:
            described.update(digest=_digest(repr(items).encode()), exact=True)
        return described
    exact = array.dtype.kind in "biu"
    if array.dtype.kind == "c":
        flat = flat.view(flat.real.dtype)
    if not exact and array.dtype.kind not in "fc":
        flat = flat.astype("float64")
    if flat.size <= _NUMBERS:
        described["values"] = [number(item) for item in flat.tolist()]
        return described
    described["values"] = [number(item) for item in flat[:8].tolist()]
    numpy: Any = sys.modules["numpy"]
    described.update(digest=_digest(numpy.ascontiguousarray(flat).view("uint8")), exact=exact)
    if not exact:
        described["sums"] = [number(item) for item in _sums(numpy, flat)]
    return described


def _sums(numpy: Any, numbers: Any) -> list[float]:
    """The norm, and sums with random signs: those of one block, turned around or not for each block."""
    draws = numpy.random.RandomState(7)
    signs = draws.randint(0, 2, (_SUMS, min(_BLOCK, numbers.size))) * 2.0 - 1.0
    squares, sums = 0.0, numpy.zeros(_SUMS)
    for start in range(0, numbers.size, _BLOCK):
        block = numbers[start : start + _BLOCK].astype("float64")
        squares += float(block @ block)
        sums += (signs[:, : block.size] @ block) * (draws.randint(0, 2, _SUMS) * 2.0 - 1.0)
    return [math.sqrt(squares), *map(float, sums)]


def _item(item: Any) -> Any:
    """One string of an array."""
    return _text(item if isinstance(item, (str, bytes)) else str(item))


def number(value: Any) -> Any:
    """A number that JSON can carry: what is not finite goes as text."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    return value


def kind(value: Any) -> str:
    """The class of an object, never its address, which no two runs share."""
    cls = type(value)
    return f"{cls.__module__}.{cls.__qualname__}"
