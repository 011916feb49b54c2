"""Models that are read from a file again and again, where once would do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tflint.facts.graphs.context import Context
from tflint.facts.graphs.once import is_done_once
from tflint.facts.graphs.repetition import call_reason, loop_reason
from tflint.facts.keras.model_calls_in_loops import (
    parameters_behind,
    remainders_around,
    sources_of,
)
from tflint.facts.programs.loop_dependence import (
    changing_attributes,
    changing_names,
    is_left_after,
    reads_any,
    reads_attribute,
    runs_once_in_loop,
)
from tflint.finding import Reason
from tflint.syntax.model import CallSite, Function, loops_around
from tflint.syntax.reaching import reaching
from tflint.syntax.trees import walk

_LOADS = "keras.models.load_model"


class LoadedAnew(NamedTuple):
    """How one model is loaded again and again.

    Attributes:
        reasons: the loop, or what may call the function, and the calls between.
        by: the function of which each run loads it; None for the turns of a loop around the call.
        is_known: whether that is known to run repeatedly.
    """

    reasons: tuple[Reason, ...]
    by: Function | None = None
    is_known: bool = True


def loaded_anew(site: CallSite, model: ast.expr, context: Context) -> LoadedAnew | None:
    """What loads the same model again for a call; None where nothing is known to.

    A loop that comes to another file at each turn needs another model.
    """
    loading = _loading(site, model, context)
    if loading is None or not loading.args or runs_once_in_loop(site):
        return None
    if not remainders_around(site, context.project.inference) <= {False}:
        return None
    function, repetition = site.function, context.project.repetition
    path = loading.args[0]
    sources = sources_of(path, function)
    for loop in loops_around(site.block)[:1]:
        if is_left_after(site, loop) or _changes(sources, loop):
            return None
        return LoadedAnew((loop_reason(function, loop),))
    parameters = parameters_behind(path, function)
    is_of_object = any(reads_any(s, {function.self_name or ""}) for s in sources)
    if parameters or is_of_object:
        known = next(_by_callers(function, parameters, is_of_object, context), None)
        if known or parameters:
            return known
    elif why := repetition.why(function):
        return LoadedAnew(why, function)
    why = repetition.perhaps(function)
    return LoadedAnew(why, function, is_known=False) if why else None


def _loading(site: CallSite, model: ast.expr, context: Context) -> ast.Call | None:
    """The call that loads a model, in the same turn of the same loops as what asks it."""
    made, block = model, site.block
    if isinstance(model, ast.Name):
        bindings = reaching(model.id, model, site.function)
        if len(bindings) != 1 or bindings[0].value is None:
            return None
        if loops_around(bindings[0].block) != loops_around(site.block):
            return None
        made, block = bindings[0].value, bindings[0].block
    if not isinstance(made, ast.Call) or _LOADS not in context.names(made.func):
        return None
    return None if is_done_once(made, block, site.function) else made


def _by_callers(
    function: Function, parameters: set[str], is_of_object: bool, context: Context
) -> Iterator[LoadedAnew]:
    """The loops that call a function with one path at all turns, and of one object where it is of that."""
    callers = context.project.inference.callers
    for caller in context.project.repetition.sites(function):
        given = callers.arguments(caller, function)
        if not parameters <= given.keys():
            continue
        sources = [s for name in parameters for s in sources_of(given[name], caller.function)]
        if is_of_object and isinstance(caller.node.func, ast.Attribute):
            sources += sources_of(caller.node.func.value, caller.function)
        for loop in loops_around(caller.block)[:1]:
            if not is_left_after(caller, loop) and not _changes(sources, loop):
                reasons = loop_reason(caller.function, loop), call_reason(function, caller)
                yield LoadedAnew(reasons, function)


def _changes(sources: list[ast.expr], loop: ast.AST) -> bool:
    """True where a loop may give another path at each turn."""
    names, attributes = changing_names(loop), changing_attributes(loop)
    return any(
        reads_any(source, names)
        or reads_attribute(source, attributes)
        or any(isinstance(part, ast.Call) and not part.args for part in walk(source))
        for source in sources
    )
