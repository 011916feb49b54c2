"""What happens after what: whether what a trace read changes between two calls of its graph.

A graph keeps what Python said when it was traced. That matters only when it says something else
later, and the graph runs again: call, change, call. The calls and the changes are followed up to
the eager function that does both (``graph_calls``), and their order there is judged by lines and loops.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts.expressions.values import Instance, members
from tflint.facts.graphs.guards import is_conditional
from tflint.facts.order.access_paths import AccessPath, AccessPaths
from tflint.facts.order.data_kinds import DataKinds
from tflint.facts.order.dataset_uses import DatasetUses
from tflint.facts.order.eager_events import (
    Event,
    Mutation,
    are_exclusive,
    are_of_different_runs,
    is_conditional_in,
    is_flagged_at_first,
    is_made_between,
    is_made_in,
    leaving,
    loops_of_first_turn,
    makings_of_changed,
    makings_of_owner,
    when,
)
from tflint.facts.order.eager_windows import EagerWindows
from tflint.facts.order.first_passes import FirstPasses, may_be_alike
from tflint.facts.order.graph_calls import DATASET_GRAPH, KERAS_GRAPHS, GraphCalls
from tflint.facts.order.graph_makings import GraphMakings
from tflint.facts.order.hybridizing import GLUON_GRAPH
from tflint.facts.order.model_parts import ModelParts
from tflint.facts.order.own_values import GraphKey, graphs_of_one_value, key_of_graph
from tflint.facts.order.set_back import SetBack
from tflint.facts.order.trace_keys import TraceKeys
from tflint.syntax.model import CallSite, Class, Function, loops_around, outward
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.positions import EventPosition, position_of

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_MOST_NEAR = 100
"""Calls that a line is held against, before it and after it, where one function has more."""
_MOST_CHANGES = 200
"""Changes of one variable or attribute that are looked at."""


class _CallsByFunction:
    """Calls of graphs that hold one line, by the function that makes them.

    Attributes:
        every: all of them.
        by_function: the calls in each function, by its ``id``.
        first: where each function first calls one.
        are_of_keras: whether Keras makes one of them.
    """

    def __init__(self, calls: Iterable[Event]) -> None:
        self.every = list(calls)
        self.by_function: dict[int, list[Event]] = {}
        for call in self.every:
            self.by_function.setdefault(id(call.function), []).append(call)
        self._in_order = {
            number: sorted(inside, key=when) for number, inside in self.by_function.items()
        }
        self.first = {number: when(inside[0]) for number, inside in self._in_order.items()}
        self.are_of_keras = any(call.graph in KERAS_GRAPHS for call in self.every)

    def inside(self, function: Function) -> list[Event]:
        """The calls that a function makes."""
        return self.by_function.get(id(function), [])

    def first_but(self, lines: set[ast.AST]) -> dict[int, EventPosition]:
        """Where each function first calls one otherwise than by some lines."""
        firsts = {
            number: next((when(call) for call in inside if call.node not in lines), None)
            for number, inside in self._in_order.items()
        }
        return {number: first for number, first in firsts.items() if first is not None}

    def first_of_graph(self, function: Function, graph: str) -> Event | None:
        """The line of a function that runs a graph first; None without."""
        inside = self._in_order.get(id(function), ())
        return next((call for call in inside if call.graph == graph), None)

    def near(self, line: Event, place: AccessPath | None) -> list[Event]:
        """The calls in the function of a line, about a place; of very many those next to the line."""
        found = self.by_function.get(id(line.function), [])
        if len(found) > 2 * _MOST_NEAR:
            found = self._in_order[id(line.function)]
            start = bisect_left(found, line.position, key=when)
            end = bisect_right(found, line.position, key=when)
            found = found[max(start - _MOST_NEAR, 0) : end + _MOST_NEAR]
        parts = () if place is None else place.parts[1:]
        return [call.of_part(*parts) for call in found]

    def next_after(self, line: Event) -> EventPosition | None:
        """Where the function of a line calls a graph again, below the line."""
        found = self._in_order.get(id(line.function), [])
        after = bisect_right(found, line.position, key=when)
        return when(found[after]) if after < len(found) else None


class EventOrder:
    """The order of what changes and what runs graphs, for one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._value = project.inference.value
        self._paths = AccessPaths.of(project)
        self._runs = GraphCalls.of(project)
        self._makings = GraphMakings.of(project)
        self._datasets = DatasetUses(project)
        self._kinds = DataKinds.of(project)
        self._first = FirstPasses.of(project)
        self._keys = TraceKeys(project)
        self._set_back = SetBack(project)
        self._windows = EagerWindows(project)
        self._parts = ModelParts.of(project)
        self._models: dict[AccessPath, ast.expr] = {}
        self._kept_calls: dict[tuple[int, AccessPath | None], _CallsByFunction] = {}
        self._changes: dict[
            tuple[int, AccessPath | None, Function, AccessPath | None], list[Event]
        ] = {}

    @classmethod
    def of(cls, project: Project) -> EventOrder:
        """The order of a project, made once."""
        return project.remember(cls)

    def stale(
        self, read: Function, place: AccessPath | None, changes: list[Mutation]
    ) -> Mutation | None:
        """The first change that comes between two calls of a graph that holds ``read``.

        What a flag lets run in the first turn of a loop is named where there is nothing else, and what
        only comes between them if something is as it is assumed to be.
        """
        changes = [c for c in changes if not self._project.tracing.is_traced(c.event.function)]
        if not changes:
            return None
        calls = self._graph_calls(read, place)
        if not calls.by_function:
            return None
        steady = cache(lambda: self._of_one_value(read, place, calls, every))
        every = changes
        beside: dict[Function, list[Mutation]] = {}
        for change in every:
            beside.setdefault(change.event.function, []).append(change)
        changes = [
            c
            for c in _innermost_first(every)
            if not _is_so_before(c, beside[c.event.function], every, calls)
            and not self._set_back.is_set_back(c, beside[c.event.function], every, calls.inside)
            and not self._keys.follow(c, calls.every)
        ]
        flagged: Mutation | None = None
        assumed: Mutation | None = None
        for change in changes[:_MOST_CHANGES]:
            lines = self._lines_of(change.event, read, place, calls)
            if self._is_by_callback(change, lines, calls):
                return change
            by_graph = self._by_way_of_graph(lines, calls.first)
            for event in lines:
                near = [
                    call
                    for call in calls.near(event, place)
                    if self._is_same(call.place, event.place, change.certain)
                    and self._is_about(call, change)
                ]
                for place_of_call in {call.place: None for call in near}:  # a graph each
                    of_one = [call for call in near if call.place in (place_of_call, None)]
                    if not self._comes_between(of_one, event, change, lines, by_graph, calls):
                        continue
                    left = [call for call in of_one if key_of_graph(call) not in steady()]
                    if (
                        len(left) == len(of_one)
                        or self._comes_between(left, event, change, lines, by_graph, calls)
                    ) and not self._is_over_before(left, event, change, lines, calls):
                        if not self._is_known(left, event, change):
                            assumed = assumed or change._replace(is_known=False)
                        elif not is_flagged_at_first(event):
                            return change
                        else:
                            flagged = flagged or change
        return flagged or assumed

    def _is_about(self, call: Event, change: Mutation) -> bool:
        """False for a call of a graph whose model is known not to hold what a change says is trained."""
        if not change.of_weights or change.owner is None or call.place is None:
            return True
        scope, (root, *way) = call.place
        if call.place not in self._models:
            model: ast.expr = ast.Name(root, ast.Load())
            for name in way[:-1]:
                model = ast.Attribute(model, name, ast.Load())
            for part in ast.walk(model):
                ast.copy_location(part, call.node)
            self._models[call.place] = model
        model = self._models[call.place]
        return self._parts.share(model, scope, change.owner, change.event.function)

    def _is_known(self, calls: list[Event], event: Event, change: Mutation) -> bool:
        """False where it is assumed that calls and a change are about one object.

        Nothing but its class says so, of which there are several, or a variable that stands for one
        object after the other.
        """
        if change.of_weights or change.of_class or self._is_only_one(change):
            return True
        return any(
            self._runs_model_of(call, change)
            or (
                call.place is not None
                and event.place is not None
                and not _is_of_several(call.place, call, event)
            )
            for call in calls
        )

    def _is_only_one(self, change: Mutation) -> bool:
        """True for the attribute of an object of a class of which the project makes just one."""
        if change.owner is None:
            return False
        owners = [*members(self._value(change.owner, change.event.function))]
        match owners:
            case [Instance(definition=definition)]:
                made = self._project.names.calls.get(definition.name, ())
                return len(made) == 1 and self._runs_once(made[0])
        return False

    def _runs_once(self, site: CallSite) -> bool:
        """True for a line to which a program comes once, as far as its calls say."""
        repetition = self._project.repetition
        return not (
            loops_around(site.block)
            or repetition.why(site.function)
            or len(repetition.sites_in_order(site.function)) > 1
        )

    def _runs_model_of(self, call: Event, change: Mutation) -> bool:
        """True where Keras runs a model that is known to hold the object which is changed, or to be it."""
        func = None if call.run is None else call.run.node.func
        if call.run is None or change.owner is None or not isinstance(func, ast.Attribute):
            return False
        return self._parts.share(func.value, call.run.function, change.owner, change.event.function)

    def _of_one_value(
        self,
        read: Function,
        place: AccessPath | None,
        calls: _CallsByFunction,
        changes: list[Mutation],
    ) -> set[GraphKey]:
        """The graphs that are called with one value of what changes."""
        if place is None and not all(change.of_weights for change in changes):
            return set()
        if not 2 <= len(changes) <= _MOST_CHANGES:
            return set()
        lines = [
            (line, change)
            for change in changes
            for line in self._lines_of(change.event, read, place, calls)
        ]
        way = () if place is None else place.parts[1:]
        placed = (call.of_part(*way) for call in calls.every)
        found = graphs_of_one_value(placed, lines, self._is_direct, self._is_about)
        entries = {call.entry for call in calls.every}
        return {
            key
            for key in found
            if not any(
                self._is_inside(key[0], e) or self._is_inside(e, key[0]) for e in entries - {key[0]}
            )
        }

    def _is_direct(self, call: Event) -> bool:
        """True for the call of a graph, and not of what leads to it."""
        if call.run is not None:
            return call.node is call.run.node
        site = call.function.site_of(call.node) if isinstance(call.node, ast.Call) else None
        return site is not None and call.entry in self._project.inference.callers.called(site)

    def _graph_calls(self, read: Function, place: AccessPath | None) -> _CallsByFunction:
        """The calls that a change may come between, found once for all attributes of an object."""
        owner = None if place is None else AccessPath(place.scope, place.parts[:1])
        key = (id(read), owner)
        if key not in self._kept_calls:
            self._kept_calls[key] = _CallsByFunction(
                call
                for call in self._runs.calls(read, owner)
                if not _is_of_turn(owner, call.entry) and not self._windows.is_inside(call)
            )
        return self._kept_calls[key]

    def _is_same(self, first: AccessPath | None, second: AccessPath | None, certain: bool) -> bool:
        """True when two ways can lead to the same object."""
        if first is None or second is None:
            return certain
        return first == second or self._paths.as_given(first) == self._paths.as_given(second)

    def _lines_of(
        self, change: Event, read: Function, place: AccessPath | None, calls: _CallsByFunction
    ) -> list[Event]:
        """The line of a change, and the calls that lead to it, about what may be the object that is read.

        Those that make the graphs anew are left out, with the calls that lead to them.
        """
        key = (id(change.node), change.place, read, place)
        if key not in self._changes:
            entries = {traced.entry for traced in self._project.tracing.traced(read)}

            def ends(line: Event) -> bool:
                if self._is_of_other_class(line.place, place):
                    return True
                until = calls.next_after(line)
                return all(self._makings.recreates(entry, line, until) for entry in entries)

            self._changes[key] = list(self._runs.upward([change], ends))
        return self._changes[key]

    def _is_of_other_class(self, first: AccessPath | None, second: AccessPath | None) -> bool:
        """True for the same attribute of the objects at hand in methods that no object has both."""
        if first is None or second is None or first.parts[1:] != second.parts[1:]:
            return False
        one, other = _class_at_hand(first), _class_at_hand(second)
        if one is None or other is None:
            return False
        classes = self._project.inference.classes
        if one not in classes.bases(other) and other not in classes.bases(one):
            return True
        lower = one if other in classes.bases(one) else other
        return not (
            classes.has_method(lower, first.scope) and classes.has_method(lower, second.scope)
        )

    def _is_by_callback(
        self, change: Mutation, lines: list[Event], calls: _CallsByFunction
    ) -> bool:
        """True for a change that a callback makes while Keras trains, itself or by what it calls.

        ``lines`` make the change or lead to it.
        """
        if not calls.are_of_keras or not change.certain:
            return False
        return any(
            not (change.constant and self._is_set_before_trace(change.event, line, name))
            and self._is_within_trainings((change.event, line), calls)
            for line in lines
            if (name := self._name_of_callback(line.function)) is not None
        )

    def _is_set_before_trace(self, change: Event, line: Event, name: str) -> bool:
        """True for a line of a callback that makes its change at the beginning of every batch or epoch.

        What is given the same value there has it when the first batch is traced.
        """
        return name.endswith("_begin") and not any(map(_is_conditioned, (change, line)))

    def _name_of_callback(self, function: Function) -> str | None:
        """As what Keras calls a function again and again while it trains; None for others."""
        for scope in function.scopes:
            if self._project.inference.classes.is_batch_callback(scope):
                return scope.name
        for site in function.module.calls.get("LambdaCallback", ()):
            for keyword in site.node.keywords:
                if keyword.arg and knowledge.BATCH_CALLBACKS.match(keyword.arg):
                    value = self._value(keyword.value, site.function)
                    if function in self._project.inference.functions_in(value):
                        return keyword.arg
        return None

    def _is_within_trainings(self, lines: tuple[Event, ...], calls: _CallsByFunction) -> bool:
        """True for lines by which a callback makes a change after which the graph of a training goes on.

        What waits for something may wait for the last epoch: so it does, for all that is known, where a
        loop trains again and again, each time a model that was made or compiled anew.
        """
        if not any(map(_is_conditioned, lines)):
            return True
        trainings = [
            call
            for inside in calls.by_function.values()
            for call in inside
            if call.graph in KERAS_GRAPHS
            and not any(are_of_different_runs(call, line) for line in lines)
        ]
        return not trainings or not all(map(self._is_of_new_graph, trainings))

    def _is_of_new_graph(self, training: Event) -> bool:
        """True for a line that trains in a loop, each turn of which makes or compiles the model anew."""
        makings = makings_of_owner(training)
        return any(
            is_made_in(loop, makings)
            or any(
                loop in loops_around(site.block) and self._compiles(site)
                for site in training.function.calls
            )
            for loop in loops_around(training.block)
        )

    def _comes_between(
        self,
        calls: list[Event],
        event: Event,
        change: Mutation,
        lines: list[Event],
        by_graph: set[Event],
        all_calls: _CallsByFunction,
    ) -> bool:
        """True when a graph runs before a line that leads to the change, and again after it."""
        possible = [c for c in calls if not are_exclusive(c, event)]
        before = [c for c in possible if c.position < event.position]
        again = [c for c in possible if not self._compiles_first(c, all_calls)]
        left = leaving(event)
        after = [c for c in again if c.position > event.position]
        after = [c for c in after if left is None or not left.is_past(c)]
        both = same = [c for c in again if c.node is event.node]
        runs_first = _called_before(change, all_calls.first)
        if event.node is not change.event.node and change.constant:
            same = both if runs_first else []
            unset = [c for c in before if all(c.node is not line.node for line in lines)]
            if any(
                c.graph != DATASET_GRAPH
                and self._are_of_one_graph(c, b)
                and not self._drops_between(c, b)
                and not self._kinds.may_differ(c, b)
                for c in unset
                for b in both
            ):
                return True
        is_before = event.node is change.event.node or event in by_graph
        earlier = same if is_before else []  # on its way to the change the line comes to the graph
        mapped = [*before, *same] if runs_first else before
        if not runs_first and any(c.graph == DATASET_GRAPH for c in same):
            mapped = []  # the line gives what it maps itself a value of its own
        return (
            any(self._outlasts(call, event, calls) for call in mapped)
            or any(self._runs_again(call, event, [*same, *after]) for call in before)
            or any(self._runs_again(call, event, after) for call in earlier)
            or any(
                self._loops(call, event, change, same) for call in [*calls, *same] if call in again
            )
        )

    def _is_over_before(
        self,
        calls: list[Event],
        event: Event,
        change: Mutation,
        lines: list[Event],
        all_calls: _CallsByFunction,
    ) -> bool:
        """True for a line that makes its change when it first runs, where no graph has run before that.

        A flag stands before the change, and the same run raises it: so no later run makes the change.
        """
        flags = self._first.flags(lines, all_calls.inside)
        if not flags[event]:
            return False
        here = (line for line in lines if line.function is event.function)
        flagged = [line for line in here if may_be_alike(flags[line], flags[event])]
        if any(_is_always_before(line, event, flags[line] & flags[event]) for line in flagged):
            return True
        unready = all_calls.first_but({line.node for line in lines if flags[line]})
        by_graph = self._by_way_of_graph(lines, unready)
        possible = [call for call in calls if not are_exclusive(call, event)]
        raising = {line.node for line in flagged if line not in by_graph}
        same = [c for c in possible if c.node is event.node]
        after = [c for c in possible if c.position > event.position]
        before = [c for c in possible if c.position < event.position and c.node not in raising] + [
            c for c in same if event in by_graph or event.node is change.event.node
        ]
        return not any(
            self._outlasts(call, event, calls)
            or self._runs_again(call, event, after if call in same else [*same, *after])
            or self._loops(call, event, change, same)
            for call in before
        )

    def _by_way_of_graph(self, lines: list[Event], first: dict[int, EventPosition]) -> set[Event]:
        """Those of the lines that lead to a change whose call comes to the graph before, inside.

        ``first`` says where functions first run the graph.
        """
        leading: dict[int, list[Event]] = {}
        for line in lines:
            site = line.function.site_of(line.node) if isinstance(line.node, ast.Call) else None
            for called in self._project.inference.callers.called(site) if site is not None else ():
                leading.setdefault(id(called), []).append(line)
        waiting = [
            line
            for line in lines
            if (number := id(line.function)) in first and first[number] < line.position
        ]
        found: set[Event] = set()
        for line in waiting:  # which grows meanwhile
            above = leading.pop(id(line.function), ())
            waiting += above
            found.update(above)
        return found

    def _outlasts(self, mapped: Event, event: Event, calls: list[Event]) -> bool:
        """True when a dataset mapped before the change is looked at after it."""
        return mapped.graph == DATASET_GRAPH and self._datasets.outlasts(mapped, event, calls)

    def _runs_again(self, first: Event, event: Event, later: list[Event]) -> bool:
        """True when one of the later calls runs the graph that the first one traced."""
        return first.graph != DATASET_GRAPH and any(
            self._are_of_one_graph(first, second)
            and not is_made_between(first, max(event, second, key=when), makings_of_changed(event))
            and not is_made_between(first, second, makings_of_owner(second))
            and not self._compiles_between(event, second)
            and not self._drops_between(first, second)
            and not self._keys.traces_anew(first, second)
            and not self._kinds.may_differ(first, second)
            for second in later
        )

    def _drops_between(self, first: Event, second: Event) -> bool:
        """True where the graph of a block may be dropped between two calls of it."""
        return second.graph == GLUON_GRAPH and self._runs.hybridizing.drops_between(first, second)

    def _are_of_one_graph(self, first: Event, second: Event) -> bool:
        """True for calls that run one graph, or of which one runs that of the other inside of its own."""
        one, other = first.entry, second.entry
        if first.graph == GLUON_GRAPH and (first.owner is None or first.owner != second.owner):
            return False  # each block has its own
        return first.graph == second.graph and (
            one is other or self._is_inside(one, other) or self._is_inside(other, one)
        )

    def _is_inside(self, inner: Function | None, outer: Function | None) -> bool:
        """True for the function of a tf.function that the trace of another one calls."""
        tracing = self._project.tracing
        return (
            inner is not None
            and bool(tracing.graph_sites_of(inner))
            and any(
                traced.entry is outer
                for site in self._project.repetition.sites_in_order(inner)
                for traced in tracing.traced(site.function)
            )
        )

    def _loops(self, call: Event, event: Event, change: Mutation, same: list[Event]) -> bool:
        """True when a loop does both, again and again, and the value is not always the same."""
        if call.graph == DATASET_GRAPH:
            return False
        here = loops_around(event.block)
        shared = [loop for loop in loops_around(call.block) if loop in here]
        shared = [
            loop
            for loop in shared
            if not _contains(loop, call.entry) and not self._keys.is_new_each_turn(call, loop)
        ]
        for makings in (
            makings_of_changed(event),
            makings_of_changed(call),
            makings_of_owner(call),
        ):
            shared = [loop for loop in shared if not is_made_in(loop, makings)]
        if call.graph == GLUON_GRAPH:
            drops = self._runs.hybridizing.drops_in
            shared = [loop for loop in shared if not drops(loop, call)]
        left = leaving(event) if shared else None
        shared = [loop for loop in shared if left is None or loop not in left.loops]
        if call.position >= event.position and shared:
            first = loops_of_first_turn(event)  # whose later turns find what this one has set
            shared = [loop for loop in shared if loop not in first]
        if not shared or self._compiles_between(event, call):
            return False
        if call.node is event.node:
            return not change.constant or call in same
        if not change.constant:
            return True
        if call.position < event.position:
            return True
        return is_conditional_in(event.block, shared[0])

    def _compiles_between(self, event: Event, call: Event) -> bool:
        """True when ``compile`` throws the traced steps of a Keras model away after the change."""
        if call.graph not in KERAS_GRAPHS:
            return False
        return any(
            (site.node is event.node or event.position < position_of(site.node))
            and (position_of(site.node) < call.position or call.position < event.position)
            and self._compiles(site)
            for site in event.function.calls
        )

    def _compiles_first(self, call: Event, calls: _CallsByFunction, depth: int = 3) -> bool:
        """True for a call of what compiles the model each time, before it comes to run the graph."""
        site = call.function.site_of(call.node) if isinstance(call.node, ast.Call) else None
        if site is None or depth == 0 or call.graph not in KERAS_GRAPHS:
            return False
        called = self._project.inference.callers.called(site)
        runs = [calls.first_of_graph(function, call.graph) for function in called]
        return bool(runs) and all(
            run is not None
            and (
                any(
                    not is_conditional(inner.block)
                    and position_of(inner.node) < run.position
                    and self._compiles(inner)
                    for inner in run.function.calls
                )
                or self._compiles_first(run, calls, depth - 1)
            )
            for run in runs
        )

    def _compiles(self, site: CallSite) -> bool:
        """True for ``model.compile(...)``, and for a call of what does that."""
        return site.name == "compile" or any(
            inner.name == "compile"
            for function in self._project.inference.callers.called(site)
            for inner in function.calls
        )


def _innermost_first(changes: list[Mutation]) -> list[Mutation]:
    """The changes, those of one function by how often it comes to them: in the innermost loop first."""
    functions: dict[Function, int] = {}
    for change in changes:
        functions.setdefault(change.event.function, len(functions))

    def order(change: Mutation) -> tuple[int, int]:
        return functions[change.event.function], -len(loops_around(change.event.block))

    return sorted(changes, key=order)


def _is_so_before(
    change: Mutation, beside: list[Mutation], changes: list[Mutation], calls: _CallsByFunction
) -> bool:
    """True for a change that gives what its function has given on each way to the line.

    Nothing gives anything else after that, or only when all calls of the graph are over. ``beside``
    are the changes of its function.
    """
    event = change.event
    around = [None, *outward(event.block)]
    givers = [
        other.event.position
        for other in beside
        if other.value == change.value is not None
        and other.event.place == event.place is not None
        and other.event.block in around
        and other.event.position < event.position
    ]
    return bool(givers) and all(
        other.value == change.value
        or (other.event.function is event.function and other.event.position < max(givers))
        or _is_after_all(other.event, calls)
        for other in changes
    )


def _is_always_before(line: Event, later: Event, flags: frozenset[AccessPath]) -> bool:
    """True for a line that has run whenever a later one does, about the objects that have some flags."""
    return (
        line.position < later.position
        and line.block in (None, *outward(later.block))
        and not any(
            is_made_between(line, later, later.function.bindings.get(flag.parts[0], []))
            for flag in flags
        )
    )


def _is_of_several(place: AccessPath, call: Event, event: Event) -> bool:
    """True for what is reached by the variable of a loop which has not both lines in its turn."""
    inside = set(loops_around(call.block)) & set(loops_around(event.block))
    return len(place.parts) > 1 and any(
        binding.kind == "for" and binding.node not in inside
        for binding in place.scope.bindings.get(place.parts[0], ())
    )


def _is_conditioned(event: Event) -> bool:
    """True for a line that waits for a test."""
    return any(conditions_around(event.node, event.block, event.function))


def _class_at_hand(place: AccessPath) -> Class | None:
    """The class of a method, for what is reached from the object whose method it is."""
    return place.scope.owner if place.parts[0] == place.scope.self_name else None


def _called_before(change: Mutation, first: dict[int, EventPosition]) -> bool:
    """True when, inside a call that does both, the graph runs before the change."""
    called = first.get(id(change.event.function))
    return called is not None and called < change.event.position


def _is_after_all(event: Event, calls: _CallsByFunction) -> bool:
    """True for a line of a module below all its lines that lead to a call of the graph."""
    lines = calls.by_function.get(id(event.function), ())
    return event.function.is_module and all(
        call.position < event.position
        and not any(loop in loops_around(event.block) for loop in loops_around(call.block))
        for call in lines
    )


def _contains(loop: ast.AST, function: Function | None) -> bool:
    """True when a loop makes a new function at each turn."""
    return function is not None and any(
        loop in loops_around(scope.block) for scope in function.scopes
    )


def _is_of_turn(place: AccessPath | None, entry: Function | None) -> bool:
    """True for the variable of a loop whose turns each make a function that reads it, for that turn."""
    return place is not None and any(
        binding.kind == "for" and _contains(binding.node, entry)
        for binding in place.scope.bindings.get(place.parts[0], ())
    )
