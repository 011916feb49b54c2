"""What a flag lets run the first time only, where the flag falls while a graph is traced."""

from __future__ import annotations

import ast
from enum import Enum

from tflint.api.knowledge import ONCE_ONLY_METHODS
from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.facts.expressions.functional_inputs import holds_input
from tflint.facts.expressions.values import TENSOR, VARIABLE, External, GraphFunction, members
from tflint.facts.graphs.context import Context
from tflint.syntax.expressions import are_same
from tflint.syntax.model import AttributeStore, Block, CallSite, Function, outward
from tflint.syntax.path_conditions import certain_parts

_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub"})
_WEIGHTS = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})
_ACTING = frozenset(
    {
        "horovod.tensorflow.broadcast_variables",
        "tensorflow.io.write_file",
        "tensorflow.print",
    }
)
"""What has an effect whenever the graph runs: it assigns to the Variables it is given, prints or writes."""


class FirstTime(Enum):
    """What becomes of what a flag lets run the first time, where the flag falls while a graph is traced."""

    ALWAYS = "it is in the graph, and runs at each call"
    ALWAYS_OR_NEVER = "so it is, or a trace is thrown away with it that Keras makes for the shapes"


def first_time_kept(store: AttributeStore, context: Context) -> FirstTime | None:
    """What a flag lets run once that is answered while tracing; None where it lets run nothing.

    ``if self.first: self.first = False; x = x + 1.0`` adds at each call of that graph: what has an effect
    there, or changes a tensor that the rest goes on with, is not what makes a Variable or a layer. The
    function is one that only runs in graphs. Of the ``call`` of a layer, which Keras also calls for the
    shapes that it gives, only effects count.
    """
    block = _first_time(store, context)
    if block is None or not _is_raised_at_first(store, context):
        return None
    has_effect = _has_effect(block, context)
    if _is_call(context.function, context):
        is_kept = has_effect and _is_never_eager(context.function, context, set())
        return FirstTime.ALWAYS_OR_NEVER if is_kept else None
    is_kept = _runs_in_graphs_only(context) and (has_effect or _changes_tensors(block, context))
    return FirstTime.ALWAYS if is_kept else None


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
    """True where the constructor, or ``build``, gives the flag its other value, and nothing else does."""
    owner, given = context.function.owner, store.binding.value
    if owner is None or not isinstance(given, ast.Constant):
        return False
    others = [s for s in owner.stores.get(store.node.attr, ()) if s.function is not store.function]
    return bool(others) and all(
        other.function.name in ONCE_ONLY_METHODS
        and isinstance(other.binding.value, ast.Constant)
        and other.binding.value.value is not given.value
        for other in others
    )


def _runs_in_graphs_only(context: Context) -> bool:
    """True for a tf.function, and for what nothing but traced code calls."""
    function, inference = context.function, context.project.inference
    if any(isinstance(member, GraphFunction) for member in members(inference.decorated(function))):
        return True
    sites, of_graphs = inference.callers.of(function), inference.callers.of_graph(function)
    return (bool(sites) or context.is_entry) and all(
        site in of_graphs or context.project.tracing.is_traced(site.function) for site in sites
    )


def _is_call(function: Function, context: Context) -> bool:
    return context.project.inference.classes.is_call_of_layer(function)


def _is_never_eager(function: Function, context: Context, above: set[Function]) -> bool:
    """True where no eager code is seen to run the ``call`` of a layer, as one that is built may be run.

    What Keras calls for a model has run for its shapes before, and so have layers that models are made of.
    """
    above.add(function)
    inference = context.project.inference
    of_graphs = inference.callers.of_graph(function)
    return all(
        site in of_graphs
        or site.function in above
        or (
            _is_never_eager(site.function, context, above)
            if _is_call(site.function, context)
            else context.project.tracing.is_traced(site.function) or _gives_input(site, context)
        )
        for site in inference.callers.of(function)
    )


def _gives_input(site: CallSite, context: Context) -> bool:
    """True for a call with what stands for the inputs of a model, which only asks for shapes."""
    return bool(site.node.args) and all(
        holds_input(context.project.inference.value(given, site.function))
        for given in site.node.args[:1]
    )


def _has_effect(block: Block, context: Context) -> bool:
    """True where an operation with an effect stands in a branch: one that assigns, prints or writes."""
    return any(
        block in outward(site.block)
        and (_assigns(site, context) or doing(context.names(site.node.func), Effect.SUMMARY))
        for site in context.function.calls
    )


def _assigns(site: CallSite, context: Context) -> bool:
    func = site.node.func
    if context.names(func) & _ACTING:
        return True
    return (
        isinstance(func, ast.Attribute)
        and func.attr in _ASSIGNING
        and _is_variable(func.value, context)
    )


def _is_variable(node: ast.expr, context: Context) -> bool:
    """True for a Variable, a weight of a layer of Keras, and each of those that a loop goes through."""
    found = members(context.value(node))
    if VARIABLE in found:
        return True
    if isinstance(node, ast.Attribute):
        return all(isinstance(m, External) and m.name.startswith("keras.layers.") for m in found)
    bindings = context.function.bindings.get(node.id, []) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(
        binding.kind == "for"
        and isinstance(binding.value, ast.Attribute)
        and binding.value.attr in _WEIGHTS
        for binding in bindings
    )


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
