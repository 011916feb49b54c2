"""What code puts into lists and dicts that it has made before."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple

from tflint.syntax.blocks import Block
from tflint.syntax.definitions import own_attribute
from tflint.syntax.model import Class, Function
from tflint.syntax.scopes import holder_of

_FILLING = frozenset({"append", "extend", "insert"})


class Filling(NamedTuple):
    """What is put into a list or dict, None where that is not written there alone.

    Attributes:
        value: the expression.
        function: where it stands.
        block: where in there.
        key: the key, or place, under which it is put.
    """

    value: ast.expr | None
    function: Function
    block: Block | None
    key: ast.expr | None = None


Fillings = dict[tuple[str, bool], list[Filling]]
"""By the name of a list or dict (``self.name`` for an attribute), and whether it is put under a key."""


def fillings(function: Function) -> Fillings:
    """What a function puts into lists and dicts."""
    found: Fillings = {}
    for site in function.calls:
        if site.name in _FILLING and isinstance(site.node.func, ast.Attribute):
            alone = site.name == "append" and len(site.node.args) == 1
            put = Filling(site.node.args[0] if alone else None, function, site.block)
            found.setdefault((_held(site.node.func.value, function), False), []).append(put)
    for statement, block in function.statements:
        for target in statement.targets if isinstance(statement, ast.Assign) else ():
            if isinstance(target, ast.Subscript) and isinstance(statement, ast.Assign):
                put = Filling(statement.value, function, block, target.slice)
                found.setdefault((_held(target.value, function), True), []).append(put)
    return found


def fillings_of(holder: Function | Class, of: Callable[[Function], Fillings]) -> Fillings:
    """What is put into the variables of a function or module, or into the attributes of objects.

    Args:
        holder: that function or module, or the class of the objects.
        of: the fillings of one function.
    """
    if isinstance(holder, Function) and not holder.is_module:
        return of(holder)
    found: Fillings = {}
    functions = holder.methods.values() if isinstance(holder, Class) else holder.module.functions
    for function in functions:
        for held, puts in of(function).items():
            if holder in (function.owner, function, holder_of(held[0], function)):
                found.setdefault(held, []).extend(puts)
    return found


def _held(node: ast.expr, function: Function) -> str:
    """The variable, or attribute of ``self``, that an expression reads; empty for others."""
    if isinstance(node, ast.Name):
        return node.id
    attr = own_attribute(node, function)
    return "" if attr is None else f"self.{attr}"
