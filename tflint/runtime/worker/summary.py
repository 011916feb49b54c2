"""Values as small JSON: enough to compare two runs and to show to a reader."""

from __future__ import annotations

import math
from typing import Any

_ITEMS = 16
_NUMBERS = 64
_TEXT = 200
_DEPTH = 5


def summarise(value: Any, world: Any, depth: int = 0) -> Any:
    """A value as JSON: plain values as they are, arrays as a dict with dtype, shape and numbers."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return number(value)
    if isinstance(value, (str, bytes)):
        text = value if isinstance(value, str) else value.decode("utf-8", "replace")
        return text[:_TEXT]
    symbol = world.symbolic(value)
    if symbol is not None:
        return {"symbolic": symbol}
    array = world.array(value)
    if array is not None:
        return describe_array(array)
    if depth > _DEPTH:
        return {"object": kind(value)}
    if isinstance(value, dict):
        items = sorted(value.items(), key=lambda item: str(item[0]))[:_ITEMS]
        return {"dict": {str(key): summarise(item, world, depth + 1) for key, item in items}}
    if isinstance(value, (list, tuple)):
        return {
            "list": [summarise(item, world, depth + 1) for item in list(value)[:_ITEMS]],
            "length": len(value),
        }
    return {"object": kind(value)}


def describe_array(array: Any) -> dict[str, Any]:
    """A NumPy array: dtype, shape, and its numbers or, when there are many, what they come to."""
    described: dict[str, Any] = {"dtype": str(array.dtype), "shape": list(array.shape)}
    flat = array.reshape(-1)
    if array.dtype.kind in "OSU":
        described["dtype"] = "string"
        described["values"] = [summarise_text(item) for item in flat[:_NUMBERS].tolist()]
        return described
    if array.dtype.kind == "c":
        flat = abs(flat)
    if array.dtype.kind not in "biufc":
        flat = flat.astype("float64")
    if flat.size <= _NUMBERS:
        described["values"] = [number(item) for item in flat.tolist()]
    else:
        wide = flat.astype("float64")
        described["values"] = [number(item) for item in wide[:8].tolist()]
        described["mean"] = number(float(wide.mean()))
        described["absolute_mean"] = number(float(abs(wide).mean()))
    return described


def summarise_text(item: Any) -> str:
    """One string of an array."""
    text = item.decode("utf-8", "replace") if isinstance(item, bytes) else str(item)
    return text[:_TEXT]


def number(value: Any) -> Any:
    """A number that JSON can carry: what is not finite goes as text."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    return value


def kind(value: Any) -> str:
    """The class of an object, never its address, which no two runs share."""
    cls = type(value)
    return f"{cls.__module__}.{cls.__qualname__}"
