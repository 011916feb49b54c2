"""Which Python a file needs, by what it is written with."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.syntax.model import Module
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import walk

_GENERIC = frozenset({"dict", "frozenset", "list", "set", "tuple", "type"})
"""Builtins that have items as types since Python 3.9."""


def needs_python_3_9(module: Module) -> bool:
    """True for a file that no earlier Python gets through: ``match x:``, ``def f(a: list[int]):``."""
    if any(isinstance(node, ast.Match) for node in walk(module.tree)):
        return True
    return not _puts_off_annotations(module) and any(
        _is_later_type(part, module) for node in _annotations(module) for part in walk(node)
    )


def _puts_off_annotations(module: Module) -> bool:
    """True for a file whose annotations are texts: ``from __future__ import annotations``."""
    return "annotations" in module.body.bindings


def _annotations(module: Module) -> Iterator[ast.expr]:
    """What is evaluated as functions are defined, to say what they take and give."""
    for function in module.functions:
        if isinstance(function.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from (p.annotation for p in function.parameters if p.annotation is not None)
            if function.node.returns is not None:
                yield function.node.returns


def _is_later_type(node: ast.AST, module: Module) -> bool:
    """True for ``list[int]`` and ``int | None``."""
    match node:
        case ast.Subscript(value=ast.Name(id=name)):
            return name in _GENERIC and holder_of(name, module.body) is None
        case ast.BinOp(op=ast.BitOr()):
            return True
        case _:
            return False
