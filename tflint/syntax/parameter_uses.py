"""What a function, and functions in it, do with something it is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tflint.syntax.model import CallSite, Function
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.trees import walk


class ParameterUses(NamedTuple):
    """How a parameter is used that is only called and handed on.

    Attributes:
        calls: the calls of it.
        handed_to: the calls that are given it.
    """

    calls: tuple[CallSite, ...]
    handed_to: tuple[CallSite, ...]


def parameter_uses(name: str, function: Function) -> ParameterUses | None:
    """The uses of a parameter, None when it is bound again, kept, returned or made something of.

    Asking whether it is there, or what it is called (``f.__name__``), makes nothing of it, and neither
    do the decorators of functions inside, such as ``functools.wraps(f)``.
    """
    if not is_only_a_parameter(name, function):
        return None
    calls: list[CallSite] = []
    handed_to: list[CallSite] = []
    known: set[int] = set()
    functions = list(_with_inner(function))
    for inner in functions[1:]:
        for decorator in inner.decorators:
            known.update(map(id, walk(decorator)))
    for inner in functions:
        for site in inner.calls:
            if _is(site.node.func, name):
                calls.append(site)
                known.add(id(site.node.func))
            given = [*site.node.args, *(keyword.value for keyword in site.node.keywords)]
            named = [id(argument) for argument in given if _is(argument, name)]
            if named and not known.issuperset(named):
                handed_to.append(site)
                known.update(named)
    body = function.node if isinstance(function.node, ast.Lambda) else ast.Module(function.body, [])
    for part in walk(body):
        match part:
            case ast.Attribute(value=owner, attr=attr) if attr.startswith("__"):
                known.add(id(owner))
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()]):
                known.add(id(left))
            case ast.Name() if _is(part, name) and id(part) not in known:
                return None
    return ParameterUses(tuple(calls), tuple(handed_to))


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _with_inner(function: Function) -> Iterator[Function]:
    yield function
    for inner in function.functions:
        yield from _with_inner(inner)
