"""Evidence read with care: it comes from a child process or a cache, and may be of any shape."""

from __future__ import annotations

from typing import Any

_LEAST, _MOST = 1e-9, 1e12


def mapping(value: Any) -> dict[str, Any]:
    """The value if it is a dict, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def positive(value: Any) -> float | None:
    """A number above zero that a measurement can have, or None."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if _LEAST <= value <= _MOST else None


def figure(number: float) -> str:
    """A number to three figures, thousands apart."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def milliseconds(value: Any) -> str:
    """A duration for people; empty when there is none."""
    number = positive(value)
    if number is None:
        return ""
    if number >= 1000:
        return f"{number / 1000:.3g} s"
    return f"{figure(number)} ms"


def value(summary: Any, depth: int = 3) -> str:
    """What a function returned, in a few characters."""
    if isinstance(summary, float):
        return f"{summary:.6g}"
    if isinstance(summary, list):
        return "[" + _some([value(item, depth - 1) for item in summary[:7]], 6) + "]"
    if not isinstance(summary, dict):
        return repr(summary)
    if "symbolic" in summary:
        return f"a symbolic tensor ({summary['symbolic']})"
    if "values" in summary:
        numbers = [value(item) for item in sequence(summary["values"])[:7]]
        if summary.get("shape") == []:
            return f"{''.join(numbers[:1])} ({summary.get('dtype')})"
        return f"{summary.get('dtype')}{summary.get('shape')} [{_some(numbers, 6)}]"
    if depth > 0 and "list" in summary:
        items = [value(item, depth - 1) for item in sequence(summary["list"])[:5]]
        return f"[{_some(items, 4)}]"
    if depth > 0 and "dict" in summary:
        pairs = list(mapping(summary["dict"]).items())[:5]
        return "{" + _some([f"{key}: {value(item, depth - 1)}" for key, item in pairs], 4) + "}"
    if "object" in summary:
        return f"a {str(summary['object']).rpartition('.')[2]}"
    return "…"


def _some(items: list[str], most: int) -> str:
    return ", ".join([*items[:most], *["…"][: len(items) > most]])
