"""Plain values that a project passes to a function or to a class, wherever it calls it."""

from __future__ import annotations

import ast
import glob
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from tflint.experiment.parsed_file import per_run, read, texts
from tflint.runtime.protocol import Spec

_CALLS = 4
_FILES = 12
_SIZE = re.compile(
    r"^(?!.*(batch|buffer|cache|embed|hidden|vocab)).*(siz|height|width|resolution)", re.IGNORECASE
)
_PIXELS = range(32, 513)
"""Sizes that are of images."""


def literal_arguments(name: str, roots: Iterable[str]) -> list[dict[str, Spec]]:
    """The written-out arguments of some calls, as descriptions by position or by name."""
    return _arguments(name, tuple(roots))


@per_run
def _arguments(name: str, roots: tuple[str, ...]) -> list[dict[str, Spec]]:
    found: list[Spec] = []
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


def literal_values(keyword: str, roots: Iterable[str]) -> list[Spec]:
    """What a project writes out for a parameter of this name, whatever it calls."""
    found: list[Spec] = []
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


def named_sizes(path: str) -> list[int]:
    """The sizes of images that a file and those beside it have names for: ``instance_size=287``."""
    return _sizes(os.path.abspath(path))


@per_run
def _sizes(path: str) -> list[int]:
    beside = glob.glob(os.path.join(glob.escape(os.path.dirname(path)), "*.py"))
    found: dict[int, None] = {}
    # The file itself comes first.
    for other in sorted(beside, key=lambda name: (name != path, name))[:_FILES]:
        source = read(other)
        for node in source.nodes if source is not None else ():
            for name, value in _bindings(node):
                size = value.value if isinstance(value, ast.Constant) else None
                if type(size) is int and size in _PIXELS and _SIZE.search(name):
                    found[size] = None
    return sorted(list(found)[:_CALLS])


def _bindings(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a part of a file gives to values: parameters, keywords and variables."""
    if isinstance(node, ast.arguments):
        arguments = [*node.posonlyargs, *node.args]
        defaults = zip(reversed(arguments), reversed(node.defaults), strict=False)
        only = zip(node.kwonlyargs, node.kw_defaults, strict=True)
        yield from ((argument.arg, value) for argument, value in [*defaults, *only] if value)
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg, node.value
    elif isinstance(node, ast.Assign):
        yield from ((ast.unparse(target), node.value) for target in node.targets)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _written(call: ast.Call) -> dict[str, Spec]:
    pairs = [(str(position), value) for position, value in enumerate(call.args)]
    pairs += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
    found: Spec = {}
    for key, node in pairs:
        with suppress(ValueError, TypeError, SyntaxError, MemoryError):
            described = _described(ast.literal_eval(node))
            if described is not None:
                found[key] = described
    return found


def _described(value: Any) -> Spec | None:
    """As the worker's candidates are."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"kind": "value", "value": value}
    if isinstance(value, (list, tuple)) and len(value) <= 16:
        items = [_described(item) for item in value]
        if None not in items:
            return {"kind": type(value).__name__, "items": items}
    return None
