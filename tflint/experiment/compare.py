"""How far two summaries of a value are apart: exactly for all but floating tensors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

ROUNDING = 1e-3
"""Floating tensors that are further apart than this share of their size differ."""
_EXACT = 1e-5
"""Those within this share are equal; what lies between, rounding may or may not have made."""
_SMALL = 1e-6
"""Residues of this size tell nothing, whatever they are a share of."""
_COARSE = {"float16": 16.0, "bfloat16": 128.0}
UNCLEAR = ROUNDING / 2
"""The distance of values of which only a part could be compared, and is equal."""


def same(left: Any, right: Any) -> bool:
    """Whether nothing shows that two values differ."""
    return distance(left, right) <= ROUNDING


def surely_same(left: Any, right: Any) -> bool:
    """Whether two values are equal, and wholly compared: only this can refute anything."""
    return distance(left, right) <= _EXACT


def distance(left: Any, right: Any) -> float:
    """0 for equal values, infinite for different ones; between floating tensors, a share.

    A Python number equals the scalar tensor that a graph makes of it. So does a list of numbers
    equal the vector: ``sorted`` of a tensor is a list in eager code.
    """
    floating = _floating(left) or _floating(right)
    coarse = _coarseness(left) or _coarseness(right) or 1.0
    if not (isinstance(left, dict) and isinstance(right, dict)):
        left, right = _plain(left), _plain(right)
    elif ("list" in left) != ("list" in right):
        left, right = _vector(left), _vector(right)
    if isinstance(left, bool) or isinstance(right, bool):
        return _exactly(left, right)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return _share([left], [right]) / coarse if floating else _exactly(left, right)
    if isinstance(left, dict) and isinstance(right, dict):
        return _of_dicts(left, right)
    if isinstance(left, list) and isinstance(right, list):
        if len(left) != len(right):
            return math.inf
        return _share(left, right) / coarse if floating else _most(map(distance, left, right))
    return _exactly(left, right)


def _of_dicts(left: dict[str, Any], right: dict[str, Any]) -> float:
    coarse = _coarseness(left) or 1.0
    if left.keys() != right.keys() or left.get("dtype") != right.get("dtype"):
        return math.inf
    if "digest" in left and left["digest"] == right["digest"]:
        return 0.0
    if "digest" in left:
        # Of what is too long to be told there is a part, and a digest of the whole.
        if left.get("exact") and right.get("exact"):
            return math.inf
        told = ({name: side[name] for name in side if name != "digest"} for side in (left, right))
        return max(UNCLEAR, _of_dicts(*told))
    if _floating(left):
        if left.get("shape") != right.get("shape"):
            return math.inf
        numbers = [name for name in ("values", "sums") if name in left]
        return _most(_share(left[name], right[name]) / coarse for name in numbers)
    return _most(distance(left[name], right[name]) for name in left)


def _share(left: Any, right: Any) -> float:
    """The largest difference between floating numbers, as a share of the largest number."""
    if len(left) != len(right):
        return math.inf
    size, apart = 0.0, 0.0
    for mine, other in zip(left, right, strict=True):
        if isinstance(mine, str) or isinstance(other, str):  # not finite
            if mine != other:
                return math.inf
            continue
        size = max(size, abs(mine), abs(other))
        apart = max(apart, abs(mine - other))
    if not apart:
        return 0.0
    return min(apart / size, UNCLEAR) if apart <= _SMALL else apart / size


def _most(distances: Iterable[float]) -> float:
    return max(distances, default=0.0)


def _exactly(left: Any, right: Any) -> float:
    return 0.0 if bool(left == right) else math.inf


def _floating(value: Any) -> bool:
    """Whether a summary is that of a tensor of floating numbers."""
    if not isinstance(value, dict):
        return False
    return any(kind in str(value.get("dtype", "")) for kind in ("float", "complex"))


def _coarseness(value: Any) -> float:
    """How many times coarser than others the numbers of a tensor are."""
    return _COARSE.get(value.get("dtype", ""), 0.0) if isinstance(value, dict) else 0.0


def _plain(value: Any) -> Any:
    if isinstance(value, dict) and value.get("shape") == [] and len(value.get("values", ())) == 1:
        return value["values"][0]
    return value


def _vector(value: dict[str, Any]) -> Any:
    """The numbers of a list or a vector; anything else as it is."""
    if value.get("length") == len(value.get("list", ())):
        return [_plain(item) for item in value["list"]]
    return value["values"] if len(value.get("shape", ())) == 1 and "sums" not in value else value


def is_object(value: Any) -> bool:
    """Whether a summary tells no more than the class of an object."""
    return isinstance(value, dict) and "object" in value


def holds_object(value: Any) -> bool:
    """Whether something in a summary is such an object: two of these may be others, and look alike."""
    if isinstance(value, dict):
        return is_object(value) or any(map(holds_object, value.values()))
    return isinstance(value, list) and any(map(holds_object, value))


def brief(value: Any) -> str:
    """A summary for a reader, in a few characters."""
    if isinstance(value, dict):
        if "symbolic" in value:
            return f"a symbolic tensor ({value['symbolic']})"
        if "values" in value:
            numbers = [_number(item) for item in value["values"][:6]]
            size = math.prod(value["shape"])
            more = ", …" if size > 6 else ""
            if value["shape"] == []:
                return numbers[0]
            return f"{value['dtype']}{value['shape']} [{', '.join(numbers)}{more}]"
        if "text" in value:
            return f"{value['text']!r}… ({value['length']} characters)"
        if "length" in value and "list" not in value:
            return f"{value['length']} item{'s' if value['length'] != 1 else ''}"
        if "remaining" in value:
            return f"{value['remaining']} left"
        if "list" in value:
            more = ", …" if value["length"] > 4 else ""
            return "[" + ", ".join(brief(item) for item in value["list"][:4]) + more + "]"
        if "dict" in value:
            items = [f"{key}: {brief(item)}" for key, item in value["dict"].items()]
            return "{" + ", ".join(items[:4]) + (", …" if len(items) > 4 else "") + "}"
        if "object" in value:
            return str(value["object"]).rpartition(".")[2]
    return _number(value) if isinstance(value, float) else repr(value)


def both(left: Any, right: Any) -> tuple[str, str]:
    """Two summaries for a reader, with their dtypes if nothing else tells them apart."""
    texts = brief(left), brief(right)
    if texts[0] == texts[1] and isinstance(left, dict) and isinstance(right, dict):
        if left.get("dtype") == right.get("dtype"):
            return texts[0], f"{texts[1]}, not all of it the same"
        return f"{texts[0]} ({left.get('dtype')})", f"{texts[1]} ({right.get('dtype')})"
    return texts


def _number(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else repr(value)
