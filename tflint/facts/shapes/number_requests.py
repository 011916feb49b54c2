"""Where tensors of a graph are asked for their numbers, which they do not have: it raises while tracing."""

from __future__ import annotations

import ast
from collections.abc import Container
from typing import TYPE_CHECKING, NamedTuple

from tflint.api.knowledge import KERAS_NUMBERS
from tflint.facts.expressions.values import NONE, TENSORS, UNKNOWN, VARIABLE, Number, members
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.plain_loops import has_plain_loops
from tflint.facts.graphs.symbolic import (
    Unconverted,
    conversion,
    is_captured,
    is_mostly_symbolic,
    is_symbolic,
    is_tested,
    refuses_symbols,
)
from tflint.facts.graphs.tracing_context import Traced
from tflint.facts.shapes.formatted_texts import tensor_in_text
from tflint.finding import EntryKind
from tflint.syntax.model import Binding, Block, CallSite, Function
from tflint.syntax.scopes import holder_of, is_only_a_parameter
from tflint.syntax.trees import children

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

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
        case ast.JoinedStr() | ast.BinOp() | ast.Call():
            put = tensor_in_text(node, context)
            if put is not None and put.needs_number:
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
    around = project.imports.users([home]) | project.imports.used([home])
    for function in project.tracing.traced_functions():
        if function.module.path in around:
            for traced in project.tracing.traced(function):
                call = _request_in(traced, project)
                if call is not None:
                    return NumberRequest(call, function)
    return None


def request_outside_graphs(context: Context, tensors: Container[str]) -> ast.Call | None:
    """The first ``.numpy()`` of a tensor in a function that no graph is made of; None without one.

    That is a tensor which the function makes, or a parameter that is given some (``tensors``).
    """
    return next(
        (
            site.node
            for site in context.function.calls
            if _is_tensor(asked_for_numbers(site.node, context), context, tensors)
            and always_comes(site.node, site.block, context)
        ),
        None,
    )


def always_comes(node: ast.AST, block: Block | None, context: Context) -> bool:
    """True for what no test keeps from being run while tracing."""
    return not is_tested(node, block, context) and not context.escapes(node, block)


def asked_for_numbers(call: ast.Call, context: Context) -> ast.expr | None:
    """What a call asks for its numbers by ``.numpy()``, or by what Keras has for that; None for others."""
    match call:
        case ast.Call(func=ast.Attribute(value=owner, attr="numpy"), args=[]):
            return owner
        case ast.Call(args=[given]) if _asks_in_keras(call.func, context):
            return given
        case _:
            return None


def _asks_in_keras(func: ast.expr, context: Context) -> bool:
    """True for ``keras.backend.eval`` and its like, but where a session of TensorFlow 1 runs the graph."""
    names = context.names(func)
    return (
        bool(names)
        and names <= KERAS_NUMBERS
        and not has_plain_loops(context.module, context.project)
    )


def _is_tensor(node: ast.expr | None, context: Context, tensors: Container[str]) -> bool:
    """True for a tensor that the function makes or is given, and none that eager code made."""
    match node:
        case None:
            return False
        case ast.Name(id=name) if name in tensors and is_only_a_parameter(name, context.function):
            return True
        case _:
            return _is_made_here(node, context) and is_mostly_symbolic(context.symbol(node))


def _request_in(traced: Traced, project: Project) -> ast.Call | None:
    """The first call in a function that needs numbers, in one of its contexts."""
    if traced.context.kind not in (EntryKind.TF_FUNCTION, EntryKind.KERAS):
        return None
    context = Context(project, traced.function, traced)
    for site in traced.function.calls:
        found = left_alone(site.node, context)
        is_sure = found is not None and found.is_sure
        if is_sure or _needs_numbers(site.node, context):
            if always_comes(site.node, site.block, context):
                return site.node
    return None


def lacks_a_value(node: ast.expr, context: Context) -> bool:
    """True for what can only be a tensor without a value, since it is asked by ``.numpy()``."""
    value = context.symbol(node)
    if is_captured(value):
        return False
    if is_mostly_symbolic(value):
        return True
    if not all(
        m in (UNKNOWN, NONE, TENSORS, VARIABLE) or isinstance(m, Number) for m in members(value)
    ):
        return False
    return _is_made_here(node, context)


def _is_made_here(node: ast.expr, context: Context) -> bool:
    """True for results of calls and names of this function: nothing else has the method."""
    match node:
        case ast.Call() | ast.BinOp():
            return True
        case ast.Name(id=name):
            if holder_of(name, context.function) is not context.function:
                return False
            return not any(_is_of_others(b, context) for b in context.function.bindings[name])
        case ast.Subscript(value=value):
            return _is_made_here(value, context)
        case _:
            return False


def _is_of_others(binding: Binding, context: Context) -> bool:
    """True for a name of what has another name already; an item is of whoever has the others."""
    if binding.path or not isinstance(binding.value, (ast.Attribute, ast.Name)):
        return False
    return binding.kind != "for" or not _is_made_here(binding.value, context)


def _needs_numbers(call: ast.Call, context: Context) -> bool:
    """True for ``x.numpy()`` and functions of NumPy, of a tensor of the graph."""
    owner = asked_for_numbers(call, context)
    is_of_tensor = owner is not None and is_mostly_symbolic(context.symbol(owner))
    return is_of_tensor or refuses_symbols(call, context)
