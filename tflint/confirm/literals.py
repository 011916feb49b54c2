"""Plain values that a project passes to a function or to a class, wherever it calls it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from tflint.confirm.source import per_run, read, texts

_CALLS = 4
_FILES = 12


def literal_arguments(name: str, roots: Iterable[str]) -> list[dict[str, Any]]:
    """The written-out arguments of some calls, as descriptions by position or by name."""
    return _arguments(name, tuple(roots))


@per_run
def _arguments(name: str, roots: tuple[str, ...]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    call = re.compile(rf"(?<!def )(?<!class )\b{re.escape(name)}\(")
    # Most files hold no such text at all, which is seen many times faster.
    holding = ((path, text) for path, text in texts(roots).items() if f"{name}(" in text)
    paths = [path for path, text in holding if call.search(text)]
    for path in paths[:_FILES]:
        source = read(path)
        for node in source.nodes if source is not None else ():
            if isinstance(node, ast.Call) and _name(node.func) == name:
                written = _written(node)
                if written and written not in found:
                    found.append(written)
    # The longest say most.
    return sorted(found, key=len, reverse=True)[:_CALLS]


def literal_values(keyword: str, roots: Iterable[str]) -> list[dict[str, Any]]:
    """What a project writes out for a parameter of this name, whatever it calls."""
    found: list[dict[str, Any]] = []
    passed = re.compile(rf"\b{re.escape(keyword)}=(?!=)")
    paths = [path for path, text in texts(roots).items() if passed.search(text)]
    for path in paths[:_FILES]:
        source = read(path)
        for node in source.nodes if source is not None else ():
            if isinstance(node, ast.keyword) and node.arg == keyword:
                with suppress(ValueError, TypeError, SyntaxError, MemoryError):
                    described = _described(ast.literal_eval(node.value))
                    if described is not None and described not in found:
                        found.append(described)
    return found[:_CALLS]


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _written(call: ast.Call) -> dict[str, Any]:
    pairs = [(str(position), value) for position, value in enumerate(call.args)]
    pairs += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
    found: dict[str, Any] = {}
    for key, node in pairs:
        with suppress(ValueError, TypeError, SyntaxError, MemoryError):
            described = _described(ast.literal_eval(node))
            if described is not None:
                found[key] = described
    return found


def _described(value: Any) -> dict[str, Any] | None:
    """As the worker's candidates are."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"kind": "value", "value": value}
    if isinstance(value, (list, tuple)) and len(value) <= 16:
        items = [_described(item) for item in value]
        if None not in items:
            return {"kind": type(value).__name__, "items": items}
    return None
