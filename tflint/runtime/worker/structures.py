"""Lists, tuples and dicts of values, changed leaf by leaf."""

from __future__ import annotations

from typing import Any


def rebuilt(like: Any, items: list[Any]) -> Any:
    """A list, tuple or named tuple with other items."""
    return type(like)(*items) if hasattr(like, "_fields") else type(like)(items)


def mapped(change: Any, value: Any) -> Any:
    """A structure with each of its leaves changed; its lists and dicts are new ones."""
    if isinstance(value, (list, tuple)):
        return rebuilt(value, [mapped(change, item) for item in value])
    if isinstance(value, dict):
        return {key: mapped(change, item) for key, item in value.items()}
    return change(value)


def held(value: Any) -> Any:
    """Arguments as they are now: the program may go on to append to its lists."""
    return mapped(lambda leaf: leaf, value)


def flat(value: Any) -> list[Any]:
    leaves: list[Any] = []
    mapped(leaves.append, value)
    return leaves
