"""Python numbers that AutoGraph makes tensors of: a loop of the graph carries them from turn to turn."""

from __future__ import annotations

import ast

from tflint.facts.expressions.values import BOOL, Number, members
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.symbolic import is_converted, is_tensor_loop
from tflint.syntax.model import Binding
from tflint.syntax.order import position
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of


def is_loop_tensor(node: ast.expr, context: Context) -> bool:
    """True for a name that is given a number before a loop of the graph, and another one in it.

    There it is a tensor: where it is read before a turn gives it a value of its own, and after the loop.
    """
    return isinstance(node, ast.Name) and any(
        _is_carried(node, loop, context) for loop in _tensor_loops(context)
    )


def _tensor_loops(context: Context) -> list[ast.For | ast.While]:
    """The loops of a function that AutoGraph makes part of the graph."""
    if "tensor loops" not in context.memo:
        context.memo["tensor loops"] = [
            statement
            for statement, _ in context.function.statements
            if isinstance(statement, (ast.For, ast.While))
            and is_tensor_loop(statement, context)
            and is_converted(context)
        ]
    found: list[ast.For | ast.While] = context.memo["tensor loops"]
    return found


def _is_carried(name: ast.Name, loop: ast.For | ast.While, context: Context) -> bool:
    function = context.function
    if holder_of(name.id, function) is not function or name.id in function.global_names:
        return False
    changes = [
        binding
        for binding in function.bindings[name.id]
        if binding.kind in ("assign", "augment") and _is_in_body(binding.node, loop)
    ]
    before = reaching(name.id, loop, function, above=True)
    if not changes or not before or not all(_is_number(binding, context) for binding in before):
        return False
    if _is_in_body(name, loop):
        return _is_of_earlier_turn(name, loop, context)
    return position(name) > position(loop) and any(
        binding in changes for binding in reaching(name.id, name, function)
    )


def _is_of_earlier_turn(name: ast.Name, loop: ast.For | ast.While, context: Context) -> bool:
    """True where a name may have its value from before the turn, or one that is worked out from that."""
    for binding in reaching(name.id, name, context.function, above=True):
        if not _is_in_body(binding.node, loop):
            return True
        match binding.node:
            case ast.AugAssign(target=ast.Name() as before):
                if _is_of_earlier_turn(before, loop, context):
                    return True
    return False


def _is_in_body(node: ast.AST, loop: ast.For | ast.While) -> bool:
    last = loop.body[-1]
    end = (last.end_lineno or last.lineno, last.end_col_offset or 0)
    return position(loop.body[0]) <= position(node) < end


def _is_number(binding: Binding, context: Context) -> bool:
    """True for an assignment of a Python number, or of True or False."""
    found = () if binding.written is None else members(context.symbol(binding.written))
    return bool(found) and all(isinstance(value, Number) or value == BOOL for value in found)
