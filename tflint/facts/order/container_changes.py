"""Which container a call changes, however the call is written."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tflint.api import knowledge
from tflint.facts.expressions.values import Container, External, members
from tflint.facts.graphs.context import Context
from tflint.syntax.scopes import holder_of, written_out
from tflint.syntax.trees import walk


class ContainerChange(NamedTuple):
    """A call that changes a container.

    Attributes:
        kind: the kind of container, as people call it.
        owner: the container.
        given: what it is given to hold, or asked for.
        shown: the last part of what is called: ``append``.
    """

    kind: str
    owner: ast.expr
    given: tuple[ast.expr, ...]
    shown: str


def container_change(call: ast.Call, context: Context) -> ContainerChange | None:
    """The change that a call is known to make; None where it is not known to make one.

    ``items.append(x)``, ``list.append(items, x)``, ``add(x)`` after ``add = items.append``, and
    functions that change what they are given, such as ``heapq.heappush(items, x)``.
    """
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    for member in members(context.value(call.func)):
        if not isinstance(member, External):
            continue
        shown = member.name.rpartition(".")[2]
        if member.name in knowledge.CONTAINER_CHANGES:
            kind = knowledge.CONTAINER_CHANGES[member.name]
            method = _written_method(call.func, shown, context)
            if method is None:
                continue
            if not _is_class(method.value, context):
                return ContainerChange(kind, _renamed(method.value), given, shown)
            if _comes_first(call):
                return ContainerChange(kind, call.args[0], given[1:], shown)
        elif member.name in knowledge.CHANGES_OF_ARGUMENTS and _comes_first(call):
            kind = knowledge.CHANGES_OF_ARGUMENTS[member.name] or _kind(call.args[0], context)
            if kind:
                return ContainerChange(kind, call.args[0], given[1:], shown)
    return None


def _written_method(func: ast.expr, name: str, context: Context) -> ast.Attribute | None:
    """The method as it is written out, also where a name keeps it: ``items.append``.

    None where another attribute keeps it, or where a name in it is another variable here than there.
    """
    written = written_out(func, context.function)
    if not isinstance(written, ast.Attribute) or written.attr != name:
        return None
    if isinstance(func, ast.Name):
        there = holder_of(func.id, context.function) or context.function
        for part in walk(written):
            if isinstance(part, ast.Name):
                if holder_of(part.id, there) is not holder_of(part.id, context.function):
                    return None
    return written


def _renamed(owner: ast.expr) -> ast.expr:
    """What is named where it is used: ``items`` of ``(kept := items).append(x)``.

    Of ``groups.setdefault(key, []).append(x)`` that is what holds the list: ``groups``.
    """
    while True:
        match owner:
            case ast.NamedExpr(value=inner):
                owner = inner
            case ast.Call(func=ast.Attribute(value=inner, attr="setdefault")):
                owner = inner
            case _:
                return owner


def _is_class(owner: ast.expr, context: Context) -> bool:
    return any(isinstance(m, External) for m in members(context.value(owner)))


def _comes_first(call: ast.Call) -> bool:
    return bool(call.args) and not isinstance(call.args[0], ast.Starred)


def _kind(owner: ast.expr, context: Context) -> str:
    """The kind of a container that a call is given; an empty string where it may be something else."""
    kinds = {m.kind if isinstance(m, Container) else "" for m in members(context.value(owner))}
    return min(kinds)
