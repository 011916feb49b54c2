"""Where tensors of a graph are asked for their numbers, which they do not have: it raises while tracing."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.context import Context
from tflint.facts.symbolic import Unconverted, conversion, is_symbolic, is_tested, refuses_symbols
from tflint.facts.tracing_context import Traced
from tflint.finding import EntryKind
from tflint.syntax.model import CallSite, Function
from tflint.syntax.trees import children

if TYPE_CHECKING:
    from tflint.facts import Project

_CONVERTED = frozenset({"int", "float", "len", "range", "complex"})
"""Functions of Python for whose calls AutoGraph puts operations."""


class NumberRequest(NamedTuple):
    """A call that needs the numbers of a tensor, in a function that would be part of a graph."""

    call: ast.Call
    function: Function


def asks_for_numbers(node: ast.AST, context: Context) -> bool:
    """True where a tensor of the graph is asked for its numbers whenever this runs: it raises."""
    match node:
        case ast.Lambda() | ast.IfExp() | ast.BoolOp() | ast.ListComp() | ast.GeneratorExp():
            return False
        case ast.Call() if _needs_numbers(node, context):
            return True
    return any(asks_for_numbers(part, context) for part in children(node))


def left_alone(node: ast.Call, context: Context) -> Unconverted | None:
    """Why AutoGraph leaves a call alone that it converts elsewhere, of a tensor; None for others."""
    func = node.func
    if not isinstance(func, ast.Name) or func.id not in _CONVERTED:
        return None
    if f"builtins.{func.id}" not in context.names(func):
        return None
    found = conversion(context)
    if found is None or not any(is_symbolic(context.symbol(value)) for value in node.args):
        return None
    return found


def request_behind(switch: CallSite, project: Project) -> NumberRequest | None:
    """The first request for numbers in what would be graphs, but for a switch; None where none is known.

    That is in files that the file of the switch uses, or that use it. Functions of datasets are graphs
    whatever the switch says.
    """
    home = switch.function.module.path
    around = project.imports.users([home])
    for function in project.tracing.traced_functions():
        path = function.module.path
        if path in around or home in project.imports.users([path]):
            for traced in project.tracing.traced(function):
                call = _request_in(traced, project)
                if call is not None:
                    return NumberRequest(call, function)
    return None


def _request_in(traced: Traced, project: Project) -> ast.Call | None:
    """The first call in a function that needs numbers, in one of its contexts."""
    if traced.context.kind not in (EntryKind.TF_FUNCTION, EntryKind.KERAS):
        return None
    context = Context(project, traced.function, traced)
    for site in traced.function.calls:
        found = left_alone(site.node, context)
        if _needs_numbers(site.node, context) or (found is not None and found.is_sure):
            if not is_tested(site.node, site.block, context):
                if not context.escapes(site.node, site.block):
                    return site.node
    return None


def _needs_numbers(call: ast.Call, context: Context) -> bool:
    """True for ``x.numpy()`` and functions of NumPy, of a tensor of the graph."""
    match call:
        case ast.Call(func=ast.Attribute(value=owner, attr="numpy"), args=[]):
            if is_symbolic(context.symbol(owner)):
                return True
    return refuses_symbols(call, context)
