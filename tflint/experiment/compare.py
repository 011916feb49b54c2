"""When two summaries of a value count as the same."""

from __future__ import annotations

from typing import Any

_RELATIVE = 1e-3
_ABSOLUTE = 1e-5


def same(left: Any, right: Any) -> bool:
    """Equal up to rounding; a Python number equals the scalar tensor that a graph makes of it.

    So does a list of numbers equal the vector: ``sorted`` of a tensor is a list in eager code.
    """
    if not (isinstance(left, dict) and isinstance(right, dict)):
        left, right = _plain(left), _plain(right)
    elif ("list" in left) != ("list" in right):
        left, right = _vector(left), _vector(right)
    if isinstance(left, bool) or isinstance(right, bool):
        return bool(left == right)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return abs(left - right) <= _ABSOLUTE + _RELATIVE * max(abs(left), abs(right))
    if isinstance(left, dict) and isinstance(right, dict):
        if left.keys() != right.keys():
            return False
        return all(same(left[key], right[key]) for key in left if key != "dtype") and (
            left.get("dtype") == right.get("dtype")
        )
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def _plain(value: Any) -> Any:
    if isinstance(value, dict) and value.get("shape") == [] and len(value.get("values", ())) == 1:
        return value["values"][0]
    return value


def _vector(value: dict[str, Any]) -> Any:
    """The numbers of a list or a vector; anything else as it is."""
    if value.get("length") == len(value.get("list", ())):
        return [_plain(item) for item in value["list"]]
    return value["values"] if len(value.get("shape", ())) == 1 else value


def brief(value: Any) -> str:
    """A summary for a reader, in a few characters."""
    if isinstance(value, dict):
        if "symbolic" in value:
            return f"a symbolic tensor ({value['symbolic']})"
        if "values" in value:
            numbers = [_number(item) for item in value["values"][:6]]
            more = ", …" if len(value["values"]) > 6 else ""
            if value["shape"] == []:
                return numbers[0]
            return f"{value['dtype']}{value['shape']} [{', '.join(numbers)}{more}]"
        if "length" in value and "list" not in value:
            return f"{value['length']} item{'s' if value['length'] != 1 else ''}"
        if "remaining" in value:
            return f"{value['remaining']} left"
        if "list" in value:
            return "[" + ", ".join(brief(item) for item in value["list"][:4]) + "]"
        if "dict" in value:
            return (
                "{"
                + ", ".join(f"{k}: {brief(v)}" for k, v in list(value["dict"].items())[:4])
                + "}"
            )
        if "object" in value:
            return str(value["object"]).rpartition(".")[2]
    return _number(value) if isinstance(value, float) else repr(value)


def both(left: Any, right: Any) -> tuple[str, str]:
    """Two summaries for a reader, with their dtypes if nothing else tells them apart."""
    texts = brief(left), brief(right)
    if texts[0] == texts[1] and isinstance(left, dict) and isinstance(right, dict):
        return f"{texts[0]} ({left.get('dtype')})", f"{texts[1]} ({right.get('dtype')})"
    return texts


def _number(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else repr(value)
