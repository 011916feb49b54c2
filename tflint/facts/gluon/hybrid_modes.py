"""Blocks that do something else while they train, and whether their graph outlives the mode."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.syntax.model import Block, Function
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.graphs.context import Context
    from tflint.facts.graphs.project import Project


def is_known_to_its_authors(context: Context) -> bool:
    """True where a block, or one that calls it, gives back something else in each mode of a net.

    And the project hybridizes nets again and again, as between training and validation: each time they
    get another graph. Whoever keeps the first one gets what the other mode gives, and can't but see it.
    """
    if not context.project.remember(_hybridizes_again):
        return False
    waiting = [*context.project.tracing.traced(context.function)]
    for traced in waiting:  # which grows meanwhile
        around = context.of(traced.function)
        if _returns_by_mode(around) or _fills_by_mode(around):
            return True
        waiting += [
            way.caller
            for way in traced.ways
            if way.caller is not None and way.caller not in waiting
        ]
    return False


def _hybridizes_again(project: Project) -> bool:
    """True for a project with a call of ``hybridize`` that runs repeatedly."""
    return any(
        isinstance(site.node.func, ast.Attribute) and project.repetition.why_site(site)
        for site in project.names.calls.get("hybridize", ())
    )


def _returns_by_mode(context: Context) -> bool:
    """True for a function whose result has other parts in one mode than in the other."""
    function = context.function
    asked: dict[bool, set[str]] = {True: set(), False: set()}
    for value, block in function.returns:
        if value is not None:
            for outcome in _modes(value, block, context) or asked:
                asked[outcome].add(_parts(written_out(value, function)))
    return bool(asked[True] and asked[False]) and asked[True] != asked[False]


def _fills_by_mode(context: Context) -> bool:
    """True for a function that puts more into a list that it gives back in one mode than in the other."""
    function = context.function
    lists = {
        name
        for value, _ in function.returns
        if value is not None
        for name in _lists_in(value, function)
    }
    filled = {True: 0, False: 0}
    for site in function.calls:
        match site.node.func:
            case ast.Attribute(value=ast.Name(id=name), attr="append") if name in lists:
                for outcome in _modes(site.node, site.block, context):
                    filled[outcome] += 1
    return filled[True] != filled[False]


def _lists_in(value: ast.expr, function: Function) -> Iterator[str]:
    """The names of a list that is given back, as it is or as a tuple."""
    waiting, seen = [value], set[str]()
    for part in waiting:  # which grows meanwhile
        match part:
            case ast.Name(id=name) if name not in seen:
                seen.add(name)
                yield name
                bindings = function.bindings.get(name, ())
                waiting += [b.written for b in bindings if b.written is not None]
            case ast.Call(func=ast.Name(id="tuple" | "list"), args=[of]):
                waiting.append(of)


def _modes(node: ast.AST, block: Block | None, context: Context) -> set[bool]:
    """The modes in which a line is come to, where tests tell: whether a net trains."""
    return {
        outcome
        for test, outcome in conditions_around(node, block, context.function)
        if _asks_mode(test, context)
    }


def _asks_mode(test: ast.expr, context: Context) -> bool:
    return any(
        isinstance(part, ast.Call) and doing(context.names(part.func), Effect.MODE)
        for part in walk(test)
    )


def _parts(value: ast.expr) -> str:
    """What a returned tuple or list is made of, as far as it is written; else nothing."""
    match value:
        case ast.Tuple() | ast.List():
            return ", ".join(map(ast.unparse, value.elts))
        case ast.Call(func=ast.Name(id="tuple" | "list"), args=[of]):
            return f"*{ast.unparse(of)}"
        case _:
            return ""
