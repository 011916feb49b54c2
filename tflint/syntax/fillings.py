"""What code puts into lists and dicts that it has made before."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from tflint.syntax.blocks import Block
from tflint.syntax.definitions import own_attribute, owner_of
from tflint.syntax.model import CallSite, Class, Function, Module
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
            held = _held(site.node.func.value, function)
            found.setdefault((held, False), []).extend(_put_by(site))
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
    functions: Iterable[Function] = (
        _with_inner(holder.methods.values())
        if isinstance(holder, Class)
        else holder.module.functions
    )
    for function in functions:
        for held, puts in of(function).items():
            if holder in (owner_of(function), function, holder_of(held[0], function)):
                found.setdefault(held, []).extend(puts)
    return found


def _with_inner(functions: Iterable[Function]) -> Iterator[Function]:
    for function in functions:
        yield function
        yield from _with_inner(function.functions)


def fillings_of_attributes(
    modules: Iterable[Module], calls: Mapping[str, Iterable[CallSite]]
) -> dict[str, list[tuple[ast.expr, Filling]]]:
    """What code puts into lists that are attributes, by their names, each with the object that has it.

    Args:
        modules: the files.
        calls: their call sites, by the last part of the called name.
    """
    found: dict[str, list[tuple[ast.expr, Filling]]] = {}
    for name in sorted(_FILLING):
        for site in calls.get(name, ()):
            match site.node.func:
                case ast.Attribute(value=ast.Attribute(value=owner, attr=attr)):
                    found.setdefault(attr, []).extend((owner, put) for put in _put_by(site))
    for module in modules:
        for function in module.functions:
            for store in function.stores:
                if store.binding.kind == "augment":
                    puts = _put_all(store.binding.value, function, store.binding.block)
                    found.setdefault(store.node.attr, []).extend(
                        (store.node.value, put) for put in puts
                    )
    return found


def _put_by(site: CallSite) -> list[Filling]:
    """What ``append``, ``extend`` or ``insert`` puts into a list."""
    match site.name, site.node.args:
        case ("append", [value]) | ("insert", [_, value]) if not isinstance(value, ast.Starred):
            return [Filling(value, site.function, site.block)]
        case "extend", [values]:
            return _put_all(values, site.function, site.block)
        case _:
            return [Filling(None, site.function, site.block)]


def _put_all(values: ast.expr | None, function: Function, block: Block | None) -> list[Filling]:
    """The items of a display, each put into a list; of anything else nobody knows which."""
    if not isinstance(values, (ast.List, ast.Tuple)) or any(
        isinstance(value, ast.Starred) for value in values.elts
    ):
        return [Filling(None, function, block)]
    return [Filling(value, function, block) for value in values.elts]


def _held(node: ast.expr, function: Function) -> str:
    """The variable, or attribute of ``self``, that an expression reads; empty for others."""
    if isinstance(node, ast.Name):
        return node.id
    root = node.value if isinstance(node, ast.Attribute) else None
    method = holder_of(root.id, function) if isinstance(root, ast.Name) else None
    attr = None if method is None else own_attribute(node, method)
    return "" if attr is None else f"self.{attr}"
