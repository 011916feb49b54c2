"""The attributes of a method's own object, whatever the method calls that."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any


def methods_of(cls: type, definition_of: Callable[[Any], Any]) -> dict[str, Any]:
    """The definitions of the methods of a class that are given its object, by name.

    Args:
        cls: the class.
        definition_of: gives the definition of a function, None for one without source.
    """
    return {
        name: node
        for name, function in inspect.getmembers(cls, inspect.isfunction)
        if not isinstance(inspect.getattr_static(cls, name), staticmethod)
        and (node := definition_of(function)) is not None
    }


def own_name(method: Any) -> str:
    """What a method calls its own object: its first parameter; empty where it has none.

    Args:
        method: its definition.
    """
    named = [*method.args.posonlyargs, *method.args.args]
    return named[0].arg if named else ""


def own_attribute(node: ast.AST, own: str) -> str:
    """The attribute of its own object that an expression of a method is; empty for all else.

    Args:
        node: the expression.
        own: what the method calls its own object.
    """
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if own and node.value.id == own else ""
    return ""


def own_attributes(node: ast.AST, own: str, context: type[ast.expr_context]) -> set[str]:
    """The attributes of a method's own object that are read, or set, in some of its code."""
    return {
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute)
        and isinstance(part.ctx, context)
        and own_attribute(part, own)
    }
