"""What a flag lets run the first time only, where the flag falls while a graph is traced."""

from __future__ import annotations

import ast

from tflint.facts.expressions.values import TENSOR, VARIABLE, External, GraphFunction, members
from tflint.facts.graphs.context import Context
from tflint.syntax.expressions import are_same
from tflint.syntax.model import AttributeStore, Block, outward
from tflint.syntax.path_conditions import certain_parts

_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub"})
_ASSIGN_TO_ALL = frozenset({"horovod.tensorflow.broadcast_variables"})
"""What assigns to the Variables that it is given, whenever the graph runs."""


def keeps_first_time(store: AttributeStore, context: Context) -> bool:
    """True where a flag is answered while tracing, and what it lets run once is in the graph for good.

    ``if self.first: self.first = False; x = x + 1.0`` adds at each call of that graph: what assigns to
    Variables there, or changes a tensor that the rest goes on with, is not what makes them. The function
    is one that only runs in graphs.
    """
    block = _first_time(store, context)
    return (
        block is not None
        and _is_raised_at_first(store, context)
        and _runs_in_graphs_only(context)
        and (_assigns(block, context) or _changes_tensors(block, context))
    )


def _first_time(store: AttributeStore, context: Context) -> Block | None:
    """The branch that an assignment stands in, whose test it answers for good."""
    given = store.binding.value
    if not isinstance(given, ast.Constant) or not isinstance(given.value, bool):
        return None
    for block in outward(store.binding.block):
        if isinstance(block.node, ast.If):
            parts = certain_parts(block.node.test, block.arm == "body", context.function)
            if any(are_same(part, store.node) and held is not given.value for part, held in parts):
                return block
    return None


def _is_raised_at_first(store: AttributeStore, context: Context) -> bool:
    """True where the constructor gives the flag its other value, and no other method does."""
    owner, given = context.function.owner, store.binding.value
    if owner is None or not isinstance(given, ast.Constant):
        return False
    others = [s for s in owner.stores.get(store.node.attr, ()) if s.function is not store.function]
    return bool(others) and all(
        other.function.name == "__init__"
        and isinstance(other.binding.value, ast.Constant)
        and other.binding.value.value is not given.value
        for other in others
    )


def _runs_in_graphs_only(context: Context) -> bool:
    """False for the ``call`` of a layer, which eager code may call first, and for what else it calls."""
    function, inference = context.function, context.project.inference
    if context.is_entry and function.name == "call":
        return False
    if any(isinstance(member, GraphFunction) for member in members(inference.decorated(function))):
        return True
    sites, of_graphs = inference.callers.of(function), inference.callers.of_graph(function)
    return (bool(sites) or context.is_entry) and all(
        site in of_graphs or context.project.tracing.is_traced(site.function) for site in sites
    )


def _assigns(block: Block, context: Context) -> bool:
    """True where a Variable is assigned to in a branch."""
    for site in context.function.calls:
        if block in outward(site.block):
            func = site.node.func
            if isinstance(func, ast.Attribute) and func.attr in _ASSIGNING:
                if VARIABLE in members(context.value(func.value)):
                    return True
            if any(External(name) in members(context.value(func)) for name in _ASSIGN_TO_ALL):
                return True
    return False


def _changes_tensors(block: Block, context: Context) -> bool:
    """True where a branch gives a variable another tensor, which is read below it."""
    end = getattr(block.node, "end_lineno", 0)
    for name, bindings in context.function.bindings.items():
        inside = [b for b in bindings if block in outward(b.block) and b.kind == "assign"]
        if not inside or len(inside) == len(bindings):
            continue
        values = [
            context.project.inference.binding_value(name, b, context.function) for b in inside
        ]
        if all(TENSOR in members(value) for value in values):
            if any(getattr(use, "lineno", 0) > end for use in context.uses(name)):
                return True
    return False
