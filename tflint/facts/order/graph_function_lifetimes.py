"""What becomes of a tf.function after it is made."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from enum import Enum
from typing import TypeGuard

from tflint.api.lookup import dataset_tracers, record
from tflint.api.records import Record, Result, Runs
from tflint.facts.expressions.values import (
    External,
    ExternalInstance,
    FunctionValue,
    GraphFunction,
    Instance,
    Kind,
    Unknown,
    is_only,
    members,
)
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.facts.graphs.guards import is_guarded_creation, runs_once
from tflint.facts.programs.loop_dependence import names_of_each_turn, reads_any
from tflint.syntax.arguments import arguments_at
from tflint.syntax.expressions import names_in
from tflint.syntax.model import Block, CallSite, Function, loops_around
from tflint.syntax.parameter_uses import parameter_uses
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.trees import called_name, walk

_TENSORS = (Kind.TENSOR, Kind.TENSORS)
_GO_WITH_ANY_TRACE = frozenset({"builtins.iter"})
"""What makes objects of which the next one, of the same elements, makes no other trace."""
_GO_THROUGH = frozenset({"enumerate", "list", "range", "reversed", "sorted", "tuple", "zip"})
_CALL_AT_ONCE = (Runs.IN_GRAPH, Runs.NOW)
_GO_WITH_ANY_MODEL = ("keras.losses.", "keras.metrics.")


class Fate(Enum):
    """What becomes of a tf.function in the function that makes it."""

    CALLED_ON_THE_SPOT = "called on the spot"
    CALLED_ONCE = "called, and dropped at the end of the turn or run"
    CALLED_IN_INNER_LOOP = "called in a loop of its own, and dropped"
    STORED = "stored, returned, or handed to what may keep it"


def is_cached(site: GraphSite, context: Context) -> bool:
    """True when the making itself happens once: behind a cache or a test."""
    if any(map(runs_once, context.function.decorators)):
        return True
    return is_guarded_creation(site.node, site.block, context.function)


def fate_of(site: GraphSite, context: Context) -> Fate:
    """What becomes of the tf.function made at ``site``."""
    if site.is_decorator:
        assert site.function is not None
        return _fate_of_name(site.function.name, site.block, context)
    return fate_of_value(site.node, site.block, context)


def fate_of_value(node: ast.AST, block: Block | None, context: Context) -> Fate:
    """What becomes of the tf.function that an expression gives."""
    parent = context.parent(node)
    if isinstance(parent, ast.Call) and parent.func is node:
        return Fate.CALLED_ON_THE_SPOT
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        target = parent.targets[0]
        if isinstance(target, ast.Name):
            return _fate_of_name(target.id, block, context, made_of=node)
    return _fate_when_given(node, context, frozenset(), {})


def _fate_when_given(
    node: ast.AST, context: Context, seen: frozenset[Function], known: dict[ast.AST, Fate]
) -> Fate:
    """What becomes of a tf.function in the functions that it is given to; of others nobody knows.

    ``known`` holds what was found out of other uses on the way: helpers may meet again.
    """
    if node not in known:
        known[node] = _find_fate_when_given(node, context, seen, known)
    return known[node]


def _find_fate_when_given(
    node: ast.AST, context: Context, seen: frozenset[Function], known: dict[ast.AST, Fate]
) -> Fate:
    site = _call_that_is_given(node, context)
    callers = context.project.inference.callers
    if site is None:
        return Fate.STORED
    if _is_called_by_tensorflow(node, site, context) or _is_traced_by_dataset(node, site, context):
        return Fate.CALLED_IN_INNER_LOOP
    if not all(isinstance(m, FunctionValue) for m in members(context.value(site.node.func))):
        return Fate.STORED
    return _worst(
        {
            Fate.CALLED_IN_INNER_LOOP  # by calls of itself
            if called in seen
            else _fate_of_parameter(name, context.of(called), seen, known)
            for called in callers.called(site)
            for name, given in callers.arguments(site, called).items()
            if given is node
        }
    )


def _is_called_by_tensorflow(node: ast.AST, site: CallSite, context: Context) -> bool:
    """True where ``tf.map_fn`` or its like is given a function, which eager code has it call at once.

    Once for each element, and none of them keeps it (measured).
    """
    return all(
        isinstance(member, External)
        and (known := record(member.name)).runs in _CALL_AT_ONCE
        and node in arguments_at(site.node, known.takes)
        for member in members(context.value(site.node.func))
    )


def _is_traced_by_dataset(node: ast.AST, site: CallSite, context: Context) -> bool:
    """True where ``dataset.map`` or its like is given a function, which that calls once, to trace it.

    What it keeps is the graph: a tf.function that is made anew is traced anew, one that is kept is not
    (measured).
    """
    func = site.node.func
    return (
        isinstance(func, ast.Attribute)
        and (known := dataset_tracers().get(func.attr)) is not None
        and node in arguments_at(site.node, known.takes)
        and is_only(context.value(func.value), Kind.DATASET)
    )


def _call_that_is_given(node: ast.AST, context: Context) -> CallSite | None:
    parent = context.parent(node)
    if isinstance(parent, ast.keyword):
        parent = context.parent(parent)
    if not isinstance(parent, ast.Call) or parent.func is node:
        return None
    return context.function.site_of(parent)


def _fate_of_parameter(
    name: str, context: Context, seen: frozenset[Function], known: dict[ast.AST, Fate]
) -> Fate:
    function = context.function
    uses = None if function.is_generator else parameter_uses(name, function)
    if uses is None or any(_is_kept_around(u, context) for u in context.uses(name)):
        return Fate.STORED
    fates = {
        Fate.CALLED_IN_INNER_LOOP if loops_around(site.block) else Fate.CALLED_ONCE
        for site in uses.calls
    }
    for site in uses.handed_to:
        inside = context if site.function is function else context.of(site.function)
        for node in _arguments(site.node):
            if isinstance(node, ast.Name) and node.id == name:
                fates.add(_fate_when_given(node, inside, seen | {function}, known))
    return _worst(fates)


def _worst(fates: set[Fate]) -> Fate:
    """What becomes of a tf.function that is used in several ways, of which any may keep it."""
    for fate in (Fate.STORED, Fate.CALLED_IN_INNER_LOOP, Fate.CALLED_ONCE):
        if fate in fates:
            return fate
    return Fate.STORED


def _fate_of_name(
    name: str, block: Block | None, context: Context, made_of: ast.AST | None = None
) -> Fate:
    function = context.function
    if name in function.global_names | function.nonlocal_names or (
        function.is_module and not loops_around(block)
    ):
        return Fate.STORED
    inner = False
    called = False
    made_in = loops_around(block)
    before = () if made_of is None else {id(part) for part in walk(made_of)}
    for use in context.uses(name):
        if id(use) in before:
            continue  # `step = tf.function(step)`: what had the name before
        if _is_kept_around(use, context):
            return Fate.STORED
        parent = context.parent(use)
        if isinstance(parent, ast.Call) and parent.func is use:
            fate = Fate.CALLED_ONCE
        else:
            fate = _fate_when_given(use, context, frozenset(), {})
            site = _call_that_is_given(use, context)
            if fate is Fate.STORED or site is None:
                return Fate.STORED
            parent = site.node
        called = True
        around = loops_around(_block_of_call(parent, function))
        if len(around) > len(made_in) or fate is Fate.CALLED_IN_INNER_LOOP:
            inner = True
    if not called:
        return Fate.STORED
    return Fate.CALLED_IN_INNER_LOOP if inner else Fate.CALLED_ONCE


def _is_kept_around(use: ast.AST, context: Context) -> bool:
    """True for a use in an inner function that is returned or stored: its closure keeps what it uses.

    Of one that is handed to a call nobody knows.
    """
    inner = {id(function.node): function for function in context.function.functions}
    looked_at: set[Function] = set()
    places = [use]  # where the value is read, or a function around such a place is called
    while places:
        node: ast.AST | None = places.pop()
        while node is not None and id(node) not in inner:
            node = context.parent(node)
        keeper = None if node is None else inner[id(node)]
        if node is None or keeper is None or keeper in looked_at:
            continue
        looked_at.add(keeper)
        if keeper.owner is not None:
            return True
        for place in [node] if isinstance(node, ast.Lambda) else context.uses(keeper.name):
            parent = context.parent(place)
            if not isinstance(parent, (ast.Call, ast.keyword)):
                return True
            if isinstance(parent, ast.Call) and parent.func is place:
                places.append(place)
    return False


def _block_of_call(call: ast.Call, function: Function) -> Block | None:
    site = function.site_of(call)
    return None if site is None else site.block


def captured(site: GraphSite) -> set[str]:
    """Names of the function around, that what a tf.function works with comes from."""
    read = names_in(site.node)
    if site.function is not None and not isinstance(site.function.node, ast.Module):
        node = site.function.node
        own = {*site.function.bindings, site.function.name}
        if isinstance(node, ast.Lambda):
            read -= own
        read |= names_in(node) - own
        for default in (*node.args.defaults, *node.args.kw_defaults):
            read |= names_in(default) if default is not None else set()
    return read


def works_with_new_object(site: GraphSite, context: Context) -> bool:
    """True for a tf.function that is made beside an object which it works with, such as a model.

    A kept one would be traced anew for each such object too. Of what nobody knows, that may be so.
    """
    read = captured(site) | _given(site, context)
    origins = _origins(read, context.function, in_functions_only=True)
    if not loops_around(site.block) and _object_made_by(context.function) in origins:
        return True
    return any(
        _may_be_object(binding.value, context)
        for name in sorted(origins)
        for binding in context.function.bindings.get(name, ())
        if binding.kind == "assign"
        and isinstance(binding.value, ast.Call)
        and binding.value is not site.node
        and not context.names(binding.value.func) & _GO_WITH_ANY_TRACE
        and not _is_view(binding.value, context)
        and not _gives_tensors(binding.value, context)
        and set(loops_around(binding.block)) == set(loops_around(site.block))
    )


def _is_view(made: ast.Call, context: Context) -> bool:
    """True for a model put together of tensors that models have which the function is given.

    ``Model(model.input, model.get_layer("last").output)`` has no weights of its own: one does for all runs.
    """
    if context.value(made.func) != External("keras.Model"):
        return False
    inputs_and_outputs = _arguments(made)[:2]
    return len(inputs_and_outputs) == 2 and all(
        is_only_a_parameter(name, context.function)
        for part in inputs_and_outputs
        for name in names_in(part)
        if name in context.function.bindings
    )


def _object_made_by(function: Function) -> str | None:
    """The name of the object that each run of a constructor makes anew; None for other functions."""
    return function.self_name if function.name == "__init__" else None


def _given(site: GraphSite, context: Context) -> set[str]:
    """Names in the arguments of the calls of a tf.function in the function that makes it."""
    if site.is_decorator and site.function is not None:
        uses = context.uses(site.function.name)
        return _names_in_all(part for use in uses for part in _given_at(use, context))
    return _names_in_all(_given_to(site.node, context))


def worked_with(made: ast.Call, context: Context) -> set[str]:
    """Names in what the call that gives a tf.function is given, and in what that is called with."""
    return _names_in_all([*_arguments(made), *_given_to(made, context)])


def _given_to(made: ast.AST, context: Context) -> list[ast.expr]:
    """What the tf.function is called with that an expression gives, there or by its name."""
    parent = context.parent(made)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        uses = context.uses(parent.targets[0].id)
        return [part for use in uses for part in _given_at(use, context)]
    return _given_at(made, context)


def _given_at(
    use: ast.AST,
    context: Context,
    seen: frozenset[Function] = frozenset(),
    known: dict[ast.AST, list[ast.expr]] | None = None,
) -> list[ast.expr]:
    """What a tf.function is called with where it stands, or in the functions that it is handed to there.

    ``known`` holds what was found out of other uses on the way: helpers may meet again.
    """
    known = {} if known is None else known
    if use not in known:
        known[use] = _find_given_at(use, context, seen, known)
    return known[use]


def _find_given_at(
    use: ast.AST,
    context: Context,
    seen: frozenset[Function],
    known: dict[ast.AST, list[ast.expr]],
) -> list[ast.expr]:
    parent = context.parent(use)
    if isinstance(parent, ast.Call) and parent.func is use:
        return _arguments(parent)
    site = _call_that_is_given(use, context)
    if site is None:
        return []
    if _is_called_by_tensorflow(use, site, context):
        return [given for given in _arguments(site.node) if given is not use]
    callers = context.project.inference.callers
    found: list[ast.expr] = []
    for called in callers.called(site):
        if called in seen:
            continue
        given = callers.arguments(site, called)
        inside = context.of(called)
        read = _names_in_all(
            part
            for name, node in given.items()
            if node is use
            for inner in inside.uses(name)
            for part in _given_at(inner, inside, seen | {called}, known)
        )
        found += [given[name] for name in sorted(_origins(read, called) & given.keys())]
    return found


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _names_in_all(nodes: Iterable[ast.expr]) -> set[str]:
    return {name for node in nodes for name in names_in(node)}


def _may_be_object(node: ast.expr, context: Context) -> bool:
    """True for what may be an object that traces are made for; metrics and losses go with any model."""
    return any(
        isinstance(member, (Instance, Unknown))
        or (isinstance(member, ExternalInstance) and not member.name.startswith(_GO_WITH_ANY_MODEL))
        for member in members(context.value(node))
    )


def _gives_tensors(call: ast.Call, context: Context) -> bool:
    """True for a call that gives nothing traces are made for: of a tf.function, or of a gradient tape."""
    return all(
        isinstance(member, GraphFunction)
        or (isinstance(member, External) and _makes_tensors_of_tensors(record(member.name)))
        for member in members(context.value(call.func))
    )


def _makes_tensors_of_tensors(known: Record) -> bool:
    return known.result is Result.STRUCTURE and not known.takes


def varies_with_its_loop(holder: Function, context: Context, reads: set[str] | None = None) -> bool:
    """True when each turn of the loops that run ``holder`` gives it something else to work with.

    Of what it is given, only that counts which the names in ``reads`` come from, unless these are None.
    Loops over the same things again and again give it nothing else.
    """
    origins = None if reads is None else _origins(reads, holder)
    for site in context.project.repetition.sites(holder):
        if loops_around(site.block):
            return _varies(site, holder, context, origins) and not _goes_again(site, context)
    return False


def _goes_again(site: CallSite, context: Context) -> bool:
    """True where loops around a call go through what their function is given, the same at each run."""
    around, loops = site.function, loops_around(site.block)
    parts = [site.node.func, *site.node.args, *(keyword.value for keyword in site.node.keywords)]
    for loop in loops:
        if not isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension)):
            return False
        parts += [loop.iter] if not _goes_through(loop.iter) else loop.iter.args
    if any(isinstance(part, ast.Call) for whole in parts for part in walk(whole)):
        return False  # which may make another one each time
    of_turns = frozenset[str]().union(*map(names_of_each_turn, loops))
    names = {name for part in parts for name in names_in(part)} - of_turns
    given = names & around.bindings.keys()
    return all(is_only_a_parameter(name, around) for name in given) and any(
        loops_around(outer.block) and not _varies(outer, around, context, given)
        for outer in context.project.repetition.sites(around)
    )


def _goes_through(node: ast.expr) -> TypeGuard[ast.Call]:
    """True for ``enumerate(items)`` and its like, which give the items of what they are given."""
    return isinstance(node, ast.Call) and called_name(node.func) in _GO_THROUGH


def _origins(reads: set[str], holder: Function, *, in_functions_only: bool = False) -> set[str]:
    """The names, and those from which the function computes them, or that the functions in it read."""
    found: set[str] = set()
    waiting = list(reads)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            for binding in holder.bindings.get(name, ()):
                if isinstance(binding.target, Function):
                    waiting += names_in(binding.target.node) - {*binding.target.bindings}
                elif binding.value is not None and not (
                    in_functions_only or binding.kind == "parameter"
                ):
                    waiting += names_in(binding.value)
    return found


def _varies(site: CallSite, holder: Function, context: Context, origins: set[str] | None) -> bool:
    """True for a call that works with something else at each turn of every loop around it.

    Tensors that it is given do not count: of these one tf.function could be given the next, too.
    """
    parts = [
        site.node.func,
        *site.node.args,
        *(keyword.value for keyword in site.node.keywords),
    ]
    if origins is not None and not any(isinstance(a, ast.Starred) for a in site.node.args):
        given = context.project.inference.callers.arguments(site, holder)
        parts = [
            part
            for name, part in given.items()
            if name in origins
            and not is_only(context.project.inference.value(part, site.function), *_TENSORS)
        ]
        parts += [keyword.value for keyword in site.node.keywords if keyword.arg is None]
        if not holder.is_method or holder.self_name in origins:
            parts.append(site.node.func)
        parts += [ast.Name(name, ast.Load()) for name in sorted(origins - holder.bindings.keys())]
    return _vary_in_all(parts, loops_around(site.block))


def varies_with_loops_around(made: CallSite, context: Context) -> bool:
    """True where what the tf.function that a call gives works with is another at each turn around it.

    Tensors do not count here either.
    """
    parts = [
        node
        for node in (*_arguments(made.node), *_given_to(made.node, context))
        if not is_only(context.value(node), *_TENSORS)
    ]
    loops = loops_around(made.block)
    return bool(loops) and _vary_in_all(parts, loops)


def _vary_in_all(parts: list[ast.expr], loops: list[ast.AST]) -> bool:
    """True where each of the loops, innermost first, changes some of the parts, or what it goes over."""
    inside: set[str] = set()
    for loop in loops:
        changing = names_of_each_turn(loop)
        if not any(reads_any(part, changing - inside) for part in parts):
            return False
        inside |= changing
        if isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension)):
            parts.append(loop.iter)
    return True
