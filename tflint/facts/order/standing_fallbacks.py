"""Numbers that stand in for what a tensor can't give while it is traced, at each call of the graph.

``try: level = float(x.numpy())`` and ``except AttributeError: level = 0.0``: eager code has the value, and
the graph the number, whatever it is given. Often that is as it should be: where the fallback is the tensor,
or None, or a text to show, or what code asks about to see whether there was a value.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from tflint.api.lookup import record
from tflint.api.records import Result
from tflint.facts.expressions.values import VARIABLE, members
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.symbolic import is_tested
from tflint.facts.order.container_changes import container_change
from tflint.facts.order.lifetimes import is_made_here, outlives
from tflint.syntax.model import Block
from tflint.syntax.reaching import reaching
from tflint.syntax.trees import called_name, walk

_ANY = frozenset({"builtins.Exception", "builtins.BaseException"})
_ASSIGNS = frozenset({"assign", "assign_add", "assign_sub"})
_MADE_OF = (ast.BinOp, ast.UnaryOp, ast.Tuple, ast.List, ast.Dict, ast.keyword)
_ASKS = (
    *(ast.Compare, ast.BoolOp, ast.IfExp, ast.comprehension),
    *(ast.If, ast.While, ast.Assert),
)


class _Given(NamedTuple):
    """A value that statements give a variable, or return, where ``name`` is None."""

    name: str | None
    value: ast.expr
    statement: ast.stmt


def fallback_stands(node: ast.AST, block: Block | None, error: str, context: Context) -> bool:
    """True for code that raises while it is traced, where the number that a handler gives instead stands.

    The ``try`` does nothing but to give a variable a value, or to return one, and its handler gives a
    number instead. The number gets into what the graph returns, or into state that outlives the call.

    Args:
        node: what raises.
        block: where it stands.
        error: the class of the error among Python's own.
        context: the trace.
    """
    if block is None or not isinstance(block.node, ast.Try) or block.arm != "body":
        return False
    around = block.node
    if around.orelse or around.finalbody or is_tested(node, block.parent, context):
        return False
    match around.handlers:
        case [ast.ExceptHandler(type=kind, body=body)] if _catches(kind, error, context):
            tried, instead = _given(around.body), _given(body)
        case _:
            return False
    if tried is None or instead is None or tried.name != instead.name:
        return False
    if not _replaces(instead.value, tried.value, node):
        return False
    if tried.name is None:
        return context.is_entry
    return not _is_asked_about(tried.name, context) and _gets_on(
        tried.name, (tried.statement, instead.statement), context
    )


def _given(body: list[ast.stmt]) -> _Given | None:
    """What statements do that do nothing else than to give one value."""
    match body:
        case [ast.Return(value=ast.expr() as value) as statement]:
            return _Given(None, value, statement)
        case [ast.Assign(targets=[ast.Name(id=name)], value=value) as statement]:
            return _Given(name, value, statement)
        case [
            ast.Assign(targets=[ast.Name(id=name)], value=value),
            ast.Return(value=ast.Name(id=returned)) as statement,
        ] if name == returned:
            return _Given(None, value, statement)
        case _:
            return None


def _catches(kind: ast.expr | None, error: str, context: Context) -> bool:
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    caught = {*_ANY, f"builtins.{error}"}
    return any(one is None or not caught.isdisjoint(context.names(one)) for one in kinds)


def _replaces(number: ast.expr, value: ast.expr, node: ast.AST) -> bool:
    """True for a number in the place of a value that is worked out by what raises.

    A whole number may say that nothing is known, or how much there is at most, but not for a ``float``.
    """
    parts = number.elts if isinstance(number, (ast.List, ast.Tuple)) else [number]
    is_float = isinstance(value, ast.Call) and called_name(value.func) == "float"
    return (
        bool(parts)
        and any(part is node for part in walk(value))
        and all(_is_number(part, is_float) for part in parts)
    )


def _is_number(node: ast.expr, is_float: bool) -> bool:
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant) and (
        isinstance(node.value, float) or (is_float and type(node.value) is int)
    )


def _is_asked_about(name: str, context: Context) -> bool:
    """True for a variable that is looked at, as for a number that says that there is no value."""
    for read in context.uses(name):
        part: ast.AST | None = read
        while part is not None:
            if isinstance(part, _ASKS):
                return True
            if isinstance(part, ast.stmt):
                break
            part = context.parent(part)
    return False


def _gets_on(name: str, given: tuple[ast.stmt, ...], context: Context) -> bool:
    """True where what statements give a variable gets into a result of the graph, or into kept state."""
    return context.ask(
        ("gets on", name, given),
        False,
        lambda: any(_is_kept(r, given, context) for r in _reads(name, given, context)),
    )


def _reads(name: str, given: tuple[ast.stmt, ...], context: Context) -> list[ast.Name]:
    """The reads of a variable that find what one of some statements gives it, and nothing else."""
    return [
        read
        for read in context.uses(name)
        if (found := reaching(name, read, context.function, above=True))
        and all(any(binding.node is one for one in given) for binding in found)
    ]


def _is_kept(read: ast.expr, given: tuple[ast.stmt, ...], context: Context) -> bool:
    """True for a read of a variable whose value is returned, or put into what outlives the call."""
    part: ast.AST = read
    while (around := context.parent(part)) is not None:
        match around:
            case ast.Return():
                return context.is_entry
            case ast.Assign(targets=[ast.Name(id=name)]):
                return _gets_on(name, (around,), context)
            case ast.Call(func=func) if part is not func:
                if _keeps(around, part, context):
                    return True
                if not _is_operation(around, context):
                    return False
            case _ if not isinstance(around, _MADE_OF):
                return False
        part = around
    return False


def _keeps(call: ast.Call, given: ast.AST, context: Context) -> bool:
    change = container_change(call, context)
    if change is not None:
        return (
            given in change.given
            and outlives(change.owner, context)
            and not is_made_here(change.owner, context)
        )
    func = call.func
    return (
        isinstance(func, ast.Attribute)
        and func.attr in _ASSIGNS
        and members(context.value(func.value)) == (VARIABLE,)
    )


def _is_operation(call: ast.Call, context: Context) -> bool:
    names = context.names(call.func)
    return bool(names) and all(record(name).result is Result.TENSOR for name in names)
