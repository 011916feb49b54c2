"""What of a Keras model works as plain Python only: why its graphs are switched off."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.facts.effects.seeds import only_seeds
from tflint.facts.expressions.values import VARIABLE, FunctionValue, Instance, members
from tflint.facts.graphs.context import Context
from tflint.facts.order.container_changes import container_change
from tflint.facts.order.lifetimes import is_made_here, outlives
from tflint.facts.programs.nondeterminism import draws
from tflint.facts.shapes.number_requests import always_comes, request_outside_graphs
from tflint.syntax.expressions import are_same
from tflint.syntax.model import AttributeStore, CallSite, Class, Function
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_PLACES = slice(1, 3)
"""Where ``compile`` is given losses and metrics by position: behind the optimizer."""
_COMPUTES = ("call", "update_state", "result")
"""Methods of losses and metrics that Keras makes graphs of."""


class EagerNeed(NamedTuple):
    """A line that works as plain Python, and not in a graph.

    Attributes:
        node: what is written there.
        function: the function that it is in.
        shows: what it does.
        becomes: what becomes of its function in a graph.
        what: which lines are meant, in words.
    """

    node: ast.AST
    function: Function
    shows: str
    becomes: str
    what: str


def need_for_numbers(call: ast.Call, function: Function) -> EagerNeed:
    """The need of a call that asks a tensor for its numbers."""
    return EagerNeed(
        call,
        function,
        f"`{as_written(call.func)}` needs the numbers of a tensor here",
        "would raise",
        "asks tensors for their numbers",
    )


def need_of_steps(definition: Class, project: Project) -> EagerNeed | None:
    """The first line that needs plain Python in the steps of a model, or in what they call."""
    bases = project.inference.classes.bases(definition)
    known = [base for base in bases if isinstance(base, Class)]
    steps = [
        next((base.methods[name] for base in known if name in base.methods), None)
        for name in knowledge.KERAS_STEPS
    ]
    return _first(filter(None, steps), project, are_steps=True)


def need_of_losses(call: ast.Call, context: Context) -> EagerNeed | None:
    """The same in the losses and metrics of a call of ``compile``."""
    given = [k.value for k in call.keywords if k.arg in knowledge.KERAS_LOSSES] + call.args[_PLACES]
    return _first(_computing(given, context), context.project, are_steps=False)


def _computing(given: Iterable[ast.expr], context: Context) -> Iterator[Function]:
    """The functions of the project that compute the losses and metrics that are written somewhere."""
    for node in given:
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Dict(values=items):
                yield from _computing(items, context)
                continue
        for member in members(context.value(node)):
            if isinstance(member, FunctionValue):
                yield member.function
            elif isinstance(member, Instance):
                methods = member.definition.methods
                yield from (methods[name] for name in _COMPUTES if name in methods)


def _first(functions: Iterable[Function], project: Project, *, are_steps: bool) -> EagerNeed | None:
    """The first need of functions that Keras runs, or of what these call."""
    waiting = [*functions]
    given = len(waiting)  # tensors, by Keras
    known = set(waiting)
    for number, function in enumerate(waiting):  # which grows meanwhile
        context = Context(project, function, None)
        tensors = function.parameter_names - {function.self_name} if number < given else ()
        call = request_outside_graphs(context, tensors)
        if call is not None:
            return need_for_numbers(call, function)
        if are_steps and (need := _of_state(context)) is not None:
            return need
        called = (f for site in function.calls for f in project.inference.callers.called(site))
        new = [f for f in dict.fromkeys(called) if f not in known]
        known.update(new)
        waiting += new
    return None


def _of_state(context: Context) -> EagerNeed | None:
    """A draw of Python, or a change of what outlives the call: a graph does it while tracing only."""
    function = context.function
    for site in function.calls:
        if always_comes(site.node, site.block, context):
            shown = f"`{as_written(site.node.func)}`"
            if draws(context.names(site.node.func)) and not only_seeds(site.node, context):
                return _draw(site.node, function, f"{shown} draws anew at each step here")
            if _changes(site, context):
                return _change(site.node, function, f"{shown} changes what outlives the step")
    for store in function.stores:
        if _is_carried(store, context):
            shown = f"`{as_written(store.node)}` is read here, and set for the next step"
            return _change(store.node, function, shown)
    return None


def _draw(node: ast.AST, function: Function, shows: str) -> EagerNeed:
    what = "draws random numbers by Python"
    return EagerNeed(node, function, shows, "would draw a single time", what)


def _change(node: ast.AST, function: Function, shows: str) -> EagerNeed:
    what = "keeps what changes in Python objects"
    return EagerNeed(node, function, shows, "would change Python objects a single time", what)


def _changes(site: CallSite, context: Context) -> bool:
    """True for a call that changes a container which outlives it."""
    change = container_change(site.node, context)
    return (
        change is not None
        and outlives(change.owner, context)
        and not is_made_here(change.owner, context)
    )


def _is_carried(store: AttributeStore, context: Context) -> bool:
    """True for an attribute of Python that a step reads before it sets it to something else."""
    node, binding = store.node, store.binding
    before = members(context.value(node))
    if VARIABLE in before or not outlives(node, context):
        return False
    if context.is_created_once(binding.node, binding.block):
        return False
    if not always_comes(binding.node, binding.block, context):
        return False
    return binding.kind == "augment" or any(
        isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Load) and are_same(part, node)
        for part in walk(binding.node)
    )
