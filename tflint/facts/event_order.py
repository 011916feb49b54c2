"""What happens after what: whether what a trace read changes between two calls of its graph.

A graph keeps what Python said when it was traced. That matters only when it says something else
later, and the graph runs again: call, change, call. Here the calls and the changes are followed
up to the eager function that does both, and their order there is judged by lines and loops.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.api.lookup import dataset_tracers
from tflint.facts.graph_sites import display
from tflint.facts.guards import is_guarded_creation
from tflint.facts.tracing_context import Traced
from tflint.facts.values import (
    DATASET,
    ITERATOR,
    UNKNOWN,
    ClassValue,
    ExternalInstance,
    GraphFunction,
    Instance,
    ModuleValue,
    members,
)
from tflint.finding import EntryKind, Reason
from tflint.syntax.exits import leaves_function
from tflint.syntax.expressions import are_same
from tflint.syntax.indexing import called_name
from tflint.syntax.model import (
    Binding,
    Block,
    CallSite,
    Class,
    Function,
    ImportedName,
    loops_around,
    outward,
)
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, is_only_a_parameter
from tflint.syntax.trees import walk
from tflint.syntax.words import has_word

if TYPE_CHECKING:
    from tflint.facts import Project

_MOST_STEPS = 150
"""Calls after which no search goes on; it ends with a whole level, so their order decides nothing."""
_MOST_NEAR = 100
"""Calls that a line is held against, before it and after it, where one function has more."""
_MOST_CALLS_DOWN = 2
"""Calls that are followed down to where a tf.function is made anew."""
_Position = tuple[int, int, bool]
_DATASET = "dataset"
"""The graph of a function that a dataset maps."""
_MODELS = frozenset({"model", "models"})
_BRANCHES = (ast.If, ast.IfExp, ast.Match)
_RUNS = {
    "fit": "fit",
    "fit_generator": "fit",
    "train_on_batch": "fit",
    "evaluate": "evaluate",
    "test_on_batch": "evaluate",
    "predict": "predict",
    "predict_on_batch": "predict",
}
"""Methods by which Keras runs its three graphs."""


class AccessPath(NamedTuple):
    """An object or variable: the scope of the name it is reached by, and the way from there."""

    scope: Function
    parts: tuple[str, ...]

    def part(self, *names: str) -> AccessPath:
        """An attribute of it."""
        return AccessPath(self.scope, (*self.parts, *names))


class Event(NamedTuple):
    """A line of eager code that calls a graph, or changes something, directly or through calls.

    Attributes:
        function: the eager function, or module body, that holds the line.
        place: what the event is about, as that function calls it; None when that is not known.
        graph: which graph is run (Keras has several for one function).
        entry: the function traced.
        owner: the object whose method that is, as the eager function calls it: each has its own graph.
    """

    function: Function
    node: ast.AST
    block: Block | None
    place: AccessPath | None
    graph: str = ""
    entry: Function | None = None
    owner: AccessPath | None = None

    @property
    def line(self) -> int:
        """Where it stands."""
        return getattr(self.node, "lineno", 0)

    @property
    def position(self) -> tuple[int, int, bool]:
        """When it happens, among the lines of its function: arguments come before their call."""
        return _position(self.node)

    def of_part(self, *names: str) -> Event:
        """The same about an attribute of what it is about."""
        return self if self.place is None else self._replace(place=self.place.part(*names))


class Mutation(NamedTuple):
    """One place that gives something another value.

    Attributes:
        text: what is changed, as written there.
        constant: whether it is given the same value whenever the line runs.
        value: that value, where it can be compared with what others give; else None.
        certain: whether it can be no other object than the trace read; else the ways to it must
            agree.
        owner: the object whose attribute is set, as written there; None for variables and for what
            changes inside.
    """

    event: Event
    text: str
    constant: bool
    certain: bool = True
    owner: ast.expr | None = None
    value: Hashable = None

    def where(self, path: str) -> str:
        """The line of the change, for a message about a file."""
        module = self.event.function.module
        return f"{module.on_line(self.event.line)}" + (
            "" if module.path == path else f" of {module.path.rpartition('/')[2]}"
        )

    @property
    def reason(self) -> Reason:
        """The change as a link of a chain."""
        function = self.event.function
        where = "the module" if function.is_module else display(function)
        text = f"`{self.text}` is changed by {where}, between calls of the graph"
        return Reason(function.module.path, self.event.line, text)


class _Sites(NamedTuple):
    """Where a function is called.

    Attributes:
        traced: in traced code.
        eager: in eager code.
        of_graphs: those in eager code that call it by what is a graph.
    """

    traced: list[CallSite]
    eager: list[CallSite]
    of_graphs: list[CallSite]


class _KerasRun(NamedTuple):
    """A call of ``fit`` or its like in eager code: the model, and all that its class inherits from."""

    site: CallSite
    graph: str
    model: AccessPath | None
    classes: frozenset[Class | str]


class _GraphCalls:
    """Calls of graphs that hold one line, by the function that makes them.

    Attributes:
        by_function: the calls in each function, by its ``id``.
        first: where each function first calls one.
        are_of_keras: whether Keras makes one of them.
    """

    def __init__(self, calls: Iterable[Event]) -> None:
        self.by_function: dict[int, list[Event]] = {}
        for call in calls:
            self.by_function.setdefault(id(call.function), []).append(call)
        self._in_order = {
            number: sorted(inside, key=_when) for number, inside in self.by_function.items()
        }
        self.first = {number: _when(inside[0]) for number, inside in self._in_order.items()}
        self.are_of_keras = any(
            call.graph in ("fit", "evaluate", "predict")
            for inside in self.by_function.values()
            for call in inside
        )

    def near(self, line: Event, place: AccessPath | None) -> list[Event]:
        """The calls in the function of a line, about a place; of very many those next to the line."""
        found = self.by_function.get(id(line.function), [])
        if len(found) > 2 * _MOST_NEAR:
            found = self._in_order[id(line.function)]
            start = bisect_left(found, line.position, key=_when)
            end = bisect_right(found, line.position, key=_when)
            found = found[max(start - _MOST_NEAR, 0) : end + _MOST_NEAR]
        parts = () if place is None else place.parts[1:]
        return [call.of_part(*parts) for call in found]

    def next_after(self, line: Event) -> _Position | None:
        """Where the function of a line calls a graph again, below the line."""
        found = self._in_order.get(id(line.function), [])
        after = bisect_right(found, line.position, key=_when)
        return _when(found[after]) if after < len(found) else None


class EventOrder:
    """The calls of graphs and their order, for one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._value = project.inference.value
        self._calls: dict[tuple[int, AccessPath | None], list[Event]] = {}
        self._kept_calls: dict[tuple[int, AccessPath | None], _GraphCalls] = {}
        self._made: dict[tuple[Function, int], dict[Function | None, list[_Position]]] = {}
        self._known_sites: dict[Function, _Sites] = {}
        self._changes: dict[tuple[int, AccessPath | None, Function], list[Event]] = {}

    @classmethod
    def of(cls, project: Project) -> EventOrder:
        """The order of a project, made once."""
        return project.remember(cls)

    # what an expression is about

    def place(self, node: ast.expr, function: Function, depth: int = 4) -> AccessPath | None:
        """What a name, or an attribute reached from one, stands for; None for anything else."""
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name):
                for member in members(self._value(node.value, function)):
                    if isinstance(member, ModuleValue):
                        return AccessPath(member.module.body, (node.attr,))
            owner = self.place(node.value, function, depth)
            return None if owner is None else self._imported(owner).part(node.attr)
        if not isinstance(node, ast.Name) or depth == 0:
            return None
        scope = holder_of(node.id, function)
        if scope is None:
            return None
        bindings = scope.bindings.get(node.id, [])
        if not scope.is_module and len(bindings) == 1 and not bindings[0].path:
            value = bindings[0].value
            if bindings[0].kind == "assign" and isinstance(value, (ast.Name, ast.Attribute)):
                return self.place(value, scope, depth - 1)
        return AccessPath(scope, (node.id,))

    def _imported(self, place: AccessPath) -> AccessPath:
        """The variable of another module that an imported name stands for."""
        for binding in place.scope.bindings.get(place.parts[0], ()):
            target = binding.target
            if isinstance(target, ImportedName) and target.name is not None:
                layout = self._project.layout
                path = layout.find(place.scope.module.path, target.module, target.level)
                other = None if path is None else self._project.module(path)
                if other is not None and target.name in other.body.bindings:
                    return AccessPath(other.body, (target.name, *place.parts[1:]))
        return place

    def object_place(self, node: ast.expr, function: Function) -> AccessPath | None:
        """Like ``place``, for the object itself: an imported name is that of its own module."""
        found = self.place(node, function)
        return None if found is None else self._imported(found)

    def _lifted(
        self, place: AccessPath | None, site: CallSite, called: Function
    ) -> AccessPath | None:
        """What the caller of ``called`` calls the same thing."""
        if place is None or place.scope is not called:
            return place
        root = place.parts[0]
        if root == called.self_name:
            receiver = self._receiver(site, called)
        else:
            given = self._project.inference.callers.arguments(site, called).get(root)
            receiver = None if given is None else self.object_place(given, site.function)
        return None if receiver is None else receiver.part(*place.parts[1:])

    def _receiver(self, site: CallSite, called: Function) -> AccessPath | None:
        func = site.node.func
        if called.name == "__init__":
            return None
        for member in members(self._value(func, site.function)):
            if isinstance(member, Instance):  # which is called itself
                return self.object_place(func, site.function)
            if isinstance(member, GraphFunction) and isinstance(member.site, ast.Call):
                first = member.site.args[0] if member.site.args else None
                holder = self._holder_of(member.site)
                if isinstance(first, ast.Attribute) and holder is not None:
                    return self.object_place(first.value, holder)
        if isinstance(func, ast.Attribute):
            if isinstance(func.value, ast.Call) and called_name(func.value.func) == "super":
                name = site.function.self_name
                return None if name is None else AccessPath(site.function, (name,))
            return self.object_place(func.value, site.function)
        return self.object_place(func, site.function)

    def _holder_of(self, made: ast.Call) -> Function | None:
        """The function, no method, that makes a tf.function by a call."""
        for site in self._project.tracing.graph_sites:
            if site.node is made and site.holder.self_name is None:
                return site.holder
        return None

    # calls of graphs

    def calls(self, function: Function, place: AccessPath | None) -> list[Event]:
        """Lines of eager code that run graphs which hold ``function``."""
        if place is not None and len(place.parts) > 1:  # found once for all attributes of an object
            owner = AccessPath(place.scope, place.parts[:1])
            return [event.of_part(*place.parts[1:]) for event in self.calls(function, owner)]
        key = (id(function), place)
        if key not in self._calls:
            found = self._find_calls(function, place)
            self._calls[key] = [
                event
                for event in found
                if _is_defined_before(event, function) and not _is_replaced_before(event)
            ]
        return self._calls[key]

    def _find_calls(self, function: Function, place: AccessPath | None) -> Iterator[Event]:
        tracing = self._project.tracing
        level: list[tuple[Function, AccessPath | None]] = [(function, place)]
        outside = place is not None and place.scope is not function
        entries = {traced.entry: None for traced in tracing.traced(function)}
        seen: set[tuple[int, AccessPath | None]] = set()
        crossed: list[Event] = []
        while level and len(seen) < _MOST_STEPS:
            following = []
            for current, here in level:
                if (id(current), here) in seen:
                    continue
                seen.add((id(current), here))
                for traced in tracing.traced(current):
                    crossed += self._entered(traced, here) if traced.context.is_entry else ()
                parent = current.parent
                if parent is not None and tracing.is_traced(parent):
                    inside = here is not None and here.scope is current
                    following.append((parent, None if inside else here))
                for site in self._sites(current).traced:
                    following.append((site.function, self._lifted(here, site, current)))
                for site in self._sites(current).of_graphs:
                    above = self._lifted(here, site, current)
                    owner = self._receiver(site, current) if current.self_name else None
                    crossed.append(
                        Event(site.function, site.node, site.block, above, "", current, owner)
                    )
            level = following or [
                (entry, place if outside else None)
                for entry in entries
                if all(id(entry) != current for current, _ in seen)
            ]
        yield from self._upward(crossed)

    def _sites(self, function: Function) -> _Sites:
        """Where a function is called, sorted once."""
        if function not in self._known_sites:
            found = _Sites([], [], [])
            self._known_sites[function] = found
            for site in self._project.repetition.sites(function):
                is_of_another = _is_of_a_later_definition(site, function)
                if not self._project.tracing.is_traced(site.function):
                    found.eager.append(site)
                    if not is_of_another and self._runs_graph(site):
                        found.of_graphs.append(site)
                elif not is_of_another:
                    found.traced.append(site)
        return self._known_sites[function]

    def _runs_graph(self, site: CallSite) -> bool:
        for member in members(self._value(site.node.func, site.function)):
            if isinstance(member, Instance):
                called = self._project.inference.instance_attribute(member.definition, "__call__")
                if any(isinstance(m, GraphFunction) for m in members(called)):
                    return True
            if isinstance(member, GraphFunction):
                return True
        return False

    def _entered(self, traced: Traced, place: AccessPath | None) -> Iterator[Event]:
        function = traced.function
        if traced.context.kind is EntryKind.KERAS:
            yield from self._keras_runs(function, place)
        elif traced.context.kind is EntryKind.DATASET:
            around = None if place is not None and place.scope is function else place
            for way in traced.ways:
                if way.site is not None and way.site.name in dataset_tracers():
                    site = way.site
                    yield Event(site.function, site.node, site.block, around, _DATASET, function)

    def _keras_runs(self, function: Function, place: AccessPath | None) -> Iterator[Event]:
        of_self = place is not None and place.scope is function
        for site, graph, model, classes in self._runs:
            above = None if of_self else place
            if of_self and place is not None and model is not None and function.owner in classes:
                above = model.part(*place.parts[1:])
            yield Event(site.function, site.node, site.block, above, graph, function, model)

    @cached_property
    def _runs(self) -> list[_KerasRun]:
        """Calls of ``fit`` and its like on Keras models in eager code."""
        return [
            self._run(site, site.node.func)
            for module in self._project.relevant_modules
            for name in _RUNS
            for site in module.calls.get(name, ())
            if isinstance(site.node.func, ast.Attribute)
            and not self._project.tracing.is_traced(site.function)
            and self._is_model(site.node.func, site.function)
        ]

    def _run(self, site: CallSite, func: ast.Attribute) -> _KerasRun:
        classes = {
            base
            for member in members(self._value(func.value, site.function))
            if isinstance(member, Instance)
            for base in self._project.inference.classes.bases(member.definition)
        }
        model = self.object_place(func.value, site.function)
        return _KerasRun(site, _RUNS[func.attr], model, frozenset(classes))

    def _is_model(self, method: ast.Attribute, function: Function) -> bool:
        """True for a method that Keras gives a model; one of the class's own says itself what it runs."""
        node, classes = method.value, self._project.inference.classes
        for member in members(self._value(node, function)):
            if isinstance(member, Instance) and classes.is_layer(member.definition):
                if not any(
                    method.attr in base.methods
                    for base in classes.bases(member.definition)
                    if isinstance(base, Class)
                ):
                    return True
            if isinstance(member, ExternalInstance) and knowledge.KERAS_MODELS.match(member.name):
                return True
            if member == UNKNOWN and has_word(called_name(node), _MODELS):
                return True
        return False

    def _upward(
        self, events: list[Event], ends: Callable[[Event], bool] = lambda event: False
    ) -> Iterator[Event]:
        """The events, and the calls that lead to them, as far as graph and object stay the same.

        Those that ``ends`` holds for are left out, with the calls that lead to them.
        """
        level = list(events)
        seen: set[tuple[int, AccessPath | None, AccessPath | None, str]] = set()
        while level and len(seen) < _MOST_STEPS:
            following = []
            for event in level:
                key = (id(event.node), event.place, event.owner, event.graph)
                if key in seen:
                    continue
                seen.add(key)
                if ends(event):
                    continue
                yield event
                function = event.function
                if function.is_module or self._makes(function, event.entry):
                    continue
                if self._has_made(event) or _makings_of_owner(event):  # each run makes another
                    continue
                if event.place is not None and _is_local(event.place, function):
                    continue
                if function.name in knowledge.ONCE_ONLY_METHODS:
                    continue
                following += [
                    event._replace(
                        function=site.function,
                        node=site.node,
                        block=site.block,
                        place=self._lifted(event.place, site, function),
                        owner=self._lifted(event.owner, site, function),
                    )
                    for site in self._sites(function).eager
                    if not self._is_of_new_object(event, site, function)
                ]
            level = following

    def _is_of_new_object(self, event: Event, site: CallSite, called: Function) -> bool:
        """True for a call that makes the object which an event in the function called is about.

        ``Model().fit()`` calls a method of one, and ``train(Model())`` gives it one whose graph runs.
        """
        match event:
            case Event(place=AccessPath(scope=scope, parts=(root, *_))) if (
                scope is called and root == called.self_name
            ):
                func = site.node.func
                made = func.value if isinstance(func, ast.Attribute) else None
            case Event(owner=AccessPath(scope=scope, parts=(root,))) if scope is called:
                made = self._project.inference.callers.arguments(site, called).get(root)
            case _:
                return False
        return isinstance(made, ast.Call) and all(
            isinstance(member, ClassValue)
            for member in members(self._value(made.func, site.function))
        )

    def _makes(self, function: Function, entry: Function | None) -> bool:
        """True when each run of a function makes a new one of the traced function."""
        scope = entry
        while scope is not None:
            if scope.parent is function:
                return True
            scope = scope.parent
        sites = self._project.tracing.graph_sites_of(entry)
        return any(
            site.holder is function and not is_guarded_creation(site.node, site.block, function)
            for site in sites
        )

    def _has_made(self, event: Event) -> bool:
        """True where a function calls what it has had made: ``step = make_step()``, then ``step(x)``."""
        function, scope = event.function, event.entry
        makers = set()
        while scope is not None and scope.parent is not None:
            scope = scope.parent
            makers.add(scope)
        match event.node:
            case ast.Call(func=ast.Name(id=name)) if holder_of(name, function) is function:
                bindings = function.bindings[name]
            case _:
                return False
        made = [
            function.site_of(binding.value) if isinstance(binding.value, ast.Call) else None
            for binding in bindings
            if binding.kind == "assign" and not binding.path
        ]
        return len(made) == len(bindings) and all(
            site is not None and not makers.isdisjoint(self._project.inference.callers.called(site))
            for site in made
        )

    # order

    def _as_given(self, place: AccessPath | None, depth: int = 3) -> AccessPath | None:
        """The object that a constructor was given, of which an attribute only holds it.

        After ``trainer = Trainer(config)``, ``trainer.config.rate`` is ``config.rate``.
        """
        if place is None or len(place.parts) < 3 or depth == 0:
            return place
        bindings = place.scope.bindings.get(place.parts[0], ())
        made = bindings[0].value if len(bindings) == 1 and not bindings[0].path else None
        site = place.scope.site_of(made) if isinstance(made, ast.Call) else None
        if site is None:
            return place
        callers = self._project.inference.callers
        for called in callers.called(site):
            name = _kept_as_given(called, place.parts[1])
            given = None if name is None else callers.arguments(site, called).get(name)
            held = None if given is None else self.object_place(given, place.scope)
            if held is not None:
                return self._as_given(held.part(*place.parts[2:]), depth - 1)
        return place

    def stale(
        self, read: Function, place: AccessPath | None, changes: list[Mutation]
    ) -> Mutation | None:
        """The first change that comes between two calls of a graph that holds ``read``.

        What a flag lets run in the first turn of a loop is named where there is nothing else.
        """
        changes = [c for c in changes if not self._project.tracing.is_traced(c.event.function)]
        if not changes:
            return None
        calls = self._graph_calls(read, place)
        if not calls.by_function:
            return None
        changes = [c for c in _innermost_first(changes) if not _is_so_before(c, changes, calls)]
        flagged: Mutation | None = None
        for change in changes:
            if calls.are_of_keras and change.certain and self._is_callback(change.event.function):
                return change
            lines = self._lines_of(change.event, read, calls)
            by_graph = self._by_way_of_graph(lines, calls.first)
            for event in lines:
                near = [
                    call
                    for call in calls.near(event, place)
                    if self._is_same(call.place, event.place, change.certain)
                ]
                for place_of_call in {call.place: None for call in near}:  # a graph each
                    of_one = [call for call in near if call.place in (place_of_call, None)]
                    if self._comes_between(of_one, event, change, lines, by_graph, calls.first):
                        if not _is_flagged_at_first(event):
                            return change
                        flagged = flagged or change
        return flagged

    def _graph_calls(self, read: Function, place: AccessPath | None) -> _GraphCalls:
        """The calls that a change may come between, found once for all attributes of an object."""
        owner = None if place is None else AccessPath(place.scope, place.parts[:1])
        key = (id(read), owner)
        if key not in self._kept_calls:
            self._kept_calls[key] = _GraphCalls(
                call for call in self.calls(read, owner) if not _is_of_turn(owner, call.entry)
            )
        return self._kept_calls[key]

    def _is_same(self, first: AccessPath | None, second: AccessPath | None, certain: bool) -> bool:
        """True when two ways can lead to the same object."""
        if first is None or second is None:
            return certain
        return first == second or self._as_given(first) == self._as_given(second)

    def _lines_of(self, change: Event, read: Function, calls: _GraphCalls) -> list[Event]:
        """The line of a change, and the calls that lead to it, unless they make the graphs anew."""
        key = (id(change.node), change.place, read)
        if key not in self._changes:
            entries = {traced.entry for traced in self._project.tracing.traced(read)}

            def recreates(line: Event) -> bool:
                until = calls.next_after(line)
                return all(self._recreates(entry, line, until) for entry in entries)

            self._changes[key] = list(self._upward([change], recreates))
        return self._changes[key]

    def _recreates(self, entry: Function, change: Event, until: _Position | None) -> bool:
        """True where the function of a change makes a graph anew after it, before it is called again.

        ``self.rate = rate`` and then ``self._wrap()``, which sets ``self.step = tf.function(self._step)``.
        """
        return any(
            change.position < position and (until is None or position <= until)
            for position in self._makings(change.function, _MOST_CALLS_DOWN).get(entry, ())
        )

    def _makings(self, function: Function, depth: int) -> dict[Function | None, list[_Position]]:
        """Where a function makes tf.functions, whatever was there before; by what they are made of."""
        key = (function, depth)
        if key not in self._made:
            found: dict[Function | None, list[_Position]] = {}
            self._made[key] = found
            for entry, position in self._find_makings(function, depth):
                found.setdefault(entry, []).append(position)
        return self._made[key]

    def _find_makings(
        self, function: Function, depth: int
    ) -> Iterator[tuple[Function | None, _Position]]:
        for made in self._project.tracing.graph_sites_held_by(function):
            if not is_guarded_creation(made.node, made.block, function):
                for entry in (made.function, *made.others):
                    yield entry, _position(made.node)
        for site in function.calls if depth else ():
            entries = {
                entry
                for called in self._project.inference.callers.called(site)
                if not self._project.tracing.is_traced(called)
                for entry in self._makings(called, depth - 1)
                if entry is None or self._may_wrap(site, called, entry)
            }
            if entries and not is_guarded_creation(site.node, site.block, function):
                position = _position(site.node)
                yield from ((entry, position) for entry in entries)

    def _may_wrap(self, site: CallSite, called: Function, entry: Function) -> bool:
        """False where a helper wraps what it is given, and this call gives it something else."""
        if not any(
            made.holder is called and made.others
            for made in self._project.tracing.graph_sites_of(entry)
        ):
            return True
        given = self._project.inference.callers.arguments(site, called).values()
        functions = self._project.inference.functions_in
        return any(entry in functions(self._value(node, site.function)) for node in given)

    def _is_callback(self, function: Function) -> bool:
        """True for a function that Keras calls again and again while it trains."""
        scope: Function | None = function
        while scope is not None:
            if scope.owner is not None and knowledge.BATCH_CALLBACKS.match(scope.name):
                bases = self._project.inference.classes.base_names(scope.owner)
                if any(name.endswith(".Callback") for name in bases):
                    return True
            scope = scope.parent
        for site in function.module.calls.get("LambdaCallback", ()):
            for keyword in site.node.keywords:
                value = self._value(keyword.value, site.function)
                if function in self._project.inference.functions_in(value):
                    return True
        return False

    def _comes_between(
        self,
        calls: list[Event],
        event: Event,
        change: Mutation,
        lines: list[Event],
        by_graph: set[Event],
        first: dict[int, _Position],
    ) -> bool:
        """True when a graph runs before a line that leads to the change, and again after it."""
        possible = [c for c in calls if not _exclusive(c, event)]
        before = [c for c in possible if c.position < event.position]
        after = [c for c in possible if c.position > event.position]
        both = same = [c for c in possible if c.node is event.node]
        runs_first = _called_before(change, first)
        if event.node is not change.event.node and change.constant:
            same = both if runs_first else []
            unset = [c for c in before if all(c.node is not line.node for line in lines)]
            if any(c.graph == b.graph != _DATASET for c in unset for b in both):
                return True
        is_before = event.node is change.event.node or event in by_graph
        earlier = same if is_before else []  # on its way to the change the line comes to the graph
        mapped = [*before, *same] if runs_first else before
        return (
            any(self._outlasts(call, event, calls) for call in mapped)
            or any(self._runs_again(call, event, [*same, *after]) for call in before)
            or any(self._runs_again(call, event, after) for call in earlier)
            or any(self._loops(call, event, change, same) for call in [*calls, *same])
        )

    def _by_way_of_graph(self, lines: list[Event], first: dict[int, _Position]) -> set[Event]:
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
        return (
            mapped.graph == _DATASET
            and not _holds(event.node, mapped.node)
            and self._is_used_later(mapped, event, calls)
        )

    def _runs_again(self, first: Event, event: Event, later: list[Event]) -> bool:
        """True when one of the later calls runs the graph that the first one traced."""
        return first.graph != _DATASET and any(
            second.graph == first.graph
            and not _is_made_between(
                first, max(event, second, key=_when), _makings_of_changed(event)
            )
            and not _is_made_between(first, second, _makings_of_owner(second))
            and not self._compiles_between(event, second)
            and not self._traces_anew(first, second)
            for second in later
        )

    def _traces_anew(self, first: Event, second: Event) -> bool:
        """True when the later of two calls of a tf.function is given another object, or constant."""
        earlier, later = self._identities(first), self._identities(second)
        return any(earlier[name] != later[name] for name in earlier.keys() & later.keys())

    def _identities(self, call: Event) -> dict[str, Hashable]:
        """What tells the traces apart, of the arguments of a call: constants, and objects made once."""
        entry, function = call.entry, call.function
        site = function.site_of(call.node) if isinstance(call.node, ast.Call) else None
        callers = self._project.inference.callers
        if site is None or entry is None or entry not in callers.called(site):
            return {}
        is_signed = any(
            made.value.option("input_signature") is not None
            for made in self._project.tracing.graph_sites_of(entry)
        )
        found: dict[str, Hashable] = {}
        for name, given in callers.arguments(site, entry).items():
            if isinstance(given, ast.Constant):
                found |= {} if is_signed else {name: given.value}
            elif all(
                isinstance(m, (Instance, ExternalInstance))
                for m in members(self._value(given, function))
            ):
                made = made_once(given, function)
                if made is not None:
                    found[name] = made
        return found

    def _loops(self, call: Event, event: Event, change: Mutation, same: list[Event]) -> bool:
        """True when a loop does both, again and again, and the value is not always the same."""
        if call.graph == _DATASET:
            return False
        here = loops_around(event.block)
        shared = [loop for loop in loops_around(call.block) if loop in here]
        shared = [loop for loop in shared if not _contains(loop, call.entry)]
        for makings in (
            _makings_of_changed(event),
            _makings_of_changed(call),
            _makings_of_owner(call),
        ):
            shared = [loop for loop in shared if not _is_made_in(loop, makings)]
        if not shared or self._compiles_between(event, call):
            return False
        if call.node is event.node:
            return not change.constant or call in same
        if not change.constant:
            return True
        if call.position < event.position:
            return True
        return _is_conditional_in(event.block, shared[0])

    def _is_used_later(self, made: Event, event: Event, calls: list[Event]) -> bool:
        """True when the dataset made is looked at after the change, without having been mapped again."""
        loops = loops_around(event.block)
        again = [c.position for c in calls if c.position > event.position]
        for statement, block in event.function.statements:
            turns = any(loop in loops for loop in loops_around(block))
            if _position(statement) <= event.position and not turns:
                continue
            if any(position < _position(statement) for position in again):
                return False
            if any(
                self._is_dataset(node, event.function)
                and self._comes_from(node, made.node, event.function, set())
                for node in _looked_at(statement)
            ):
                return True
        return False

    def _comes_from(
        self, node: ast.expr, made: ast.AST, function: Function, seen: set[Binding]
    ) -> bool:
        """True for an expression that a dataset made elsewhere in the function may reach, by names."""
        for part in walk(node):
            if part is made:
                return True
            if not isinstance(part, (ast.Name, ast.Attribute)):
                continue
            if not isinstance(part.ctx, ast.Load) or not self._is_dataset(part, function):
                continue
            bindings: list[Binding] = []
            if isinstance(part, ast.Attribute):
                bindings = [s.binding for s in function.stores if are_same(s.node, part)]
            elif holder_of(part.id, function) is function:
                bindings = reaching(part.id, part, function)
            for binding in bindings:
                if binding not in seen and binding.value is not None:
                    seen.add(binding)
                    if self._comes_from(binding.value, made, function, seen):
                        return True
        return False

    def _is_dataset(self, node: ast.expr, function: Function) -> bool:
        return any(m in (DATASET, ITERATOR) for m in members(self._value(node, function)))

    def _compiles_between(self, event: Event, call: Event) -> bool:
        """True when ``compile`` throws the traced steps of a Keras model away after the change."""
        if call.graph not in ("fit", "evaluate", "predict"):
            return False
        return any(
            (site.node is event.node or event.position < _position(site.node))
            and (_position(site.node) < call.position or call.position < event.position)
            and self._compiles(site)
            for site in event.function.calls
        )

    def _compiles(self, site: CallSite) -> bool:
        """True for ``model.compile(...)``, and for a call of what does that."""
        return site.name == "compile" or any(
            inner.name == "compile"
            for function in self._project.inference.callers.called(site)
            for inner in function.calls
        )


def _kept_as_given(constructor: Function, attr: str) -> str | None:
    """The parameter that a constructor keeps as an attribute, which nothing else sets."""
    owner = constructor.owner
    stores = owner.stores.get(attr, ()) if owner is not None else ()
    if constructor.name != "__init__" or len(stores) != 1:
        return None
    (store,) = stores
    given = store.binding.value
    if store.function is not constructor or not isinstance(given, ast.Name):
        return None
    return given.id if is_only_a_parameter(given.id, constructor) else None


def _innermost_first(changes: list[Mutation]) -> list[Mutation]:
    """The changes, those of one function by how often it comes to them: in the innermost loop first."""
    functions: dict[Function, int] = {}
    for change in changes:
        functions.setdefault(change.event.function, len(functions))

    def order(change: Mutation) -> tuple[int, int]:
        return functions[change.event.function], -len(loops_around(change.event.block))

    return sorted(changes, key=order)


def _is_so_before(change: Mutation, changes: list[Mutation], calls: _GraphCalls) -> bool:
    """True for a change that gives what its function has given on each way to the line.

    Nothing gives anything else after that, or only when all calls of the graph are over.
    """
    event = change.event
    around = [None, *outward(event.block)]
    givers = [
        other.event.position
        for other in changes
        if other.value == change.value is not None
        and other.event.place == event.place is not None
        and other.event.function is event.function
        and other.event.block in around
        and other.event.position < event.position
    ]
    return bool(givers) and all(
        other.value == change.value
        or (other.event.function is event.function and other.event.position < max(givers))
        or _is_after_all(other.event, calls)
        for other in changes
    )


def _called_before(change: Mutation, first: dict[int, _Position]) -> bool:
    """True when, inside a call that does both, the graph runs before the change."""
    called = first.get(id(change.event.function))
    return called is not None and called < change.event.position


def _is_after_all(event: Event, calls: _GraphCalls) -> bool:
    """True for a line of a module below all its lines that lead to a call of the graph."""
    lines = calls.by_function.get(id(event.function), ())
    return event.function.is_module and all(
        call.position < event.position
        and not any(loop in loops_around(event.block) for loop in loops_around(call.block))
        for call in lines
    )


def _position(node: ast.AST) -> _Position:
    """Where a node ends; a compound statement counts from where it starts."""
    if isinstance(
        node, (ast.For, ast.AsyncFor, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    ):
        return (node.lineno, node.col_offset, True)
    line = getattr(node, "end_lineno", None) or 0
    return (line, getattr(node, "end_col_offset", None) or 0, isinstance(node, ast.stmt))


def made_once(given: ast.expr, function: Function) -> Binding | None:
    """The one binding that a name has in its function, where that makes an object."""
    bindings = function.bindings.get(given.id, ()) if isinstance(given, ast.Name) else ()
    if len(bindings) != 1 or loops_around(bindings[0].block):
        return None
    return bindings[0] if isinstance(bindings[0].written, ast.Call) else None


def _makings_of_changed(event: Event) -> list[Binding]:
    """Where the function of an event makes the object whose attribute it changes, or what holds that."""
    place = event.place
    if place is None or len(place.parts) < 2 or place.scope is not event.function:
        return []
    stored = [
        store.binding
        for length in range(2, len(place.parts))
        for store in event.function.stores_by_name.get(place.parts[length - 1], ())
        if _way(store.node) == place.parts[:length]
    ]
    return [*event.function.bindings.get(place.parts[0], []), *stored]


def _way(node: ast.expr) -> tuple[str, ...]:
    """The names by which an attribute is reached; none where it is not by names alone."""
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(value=value, attr=attr) if way := _way(value):
            return (*way, attr)
        case _:
            return ()


def _is_made_between(first: Event, second: Event, makings: list[Binding]) -> bool:
    """True when an object is made anew between two lines: they are about two objects."""
    return any(
        first.position < _position(binding.node) < second.position
        for binding in makings
        if binding.kind == "assign"
    )


def _is_made_in(loop: ast.AST, makings: list[Binding]) -> bool:
    """True when each turn of a loop makes an object anew."""
    return any(loop in loops_around(binding.block) for binding in makings)


def _makings_of_owner(event: Event) -> list[Binding]:
    """Where a function makes the object whose graph it runs; nowhere if that may have been there before."""
    if event.owner is None or event.owner.scope is not event.function or event.owner.parts[1:]:
        return []
    bindings = event.function.bindings.get(event.owner.parts[0], [])
    made = all(b.kind == "assign" and isinstance(b.value, ast.Call) for b in bindings)
    return bindings if made else []


def _when(event: Event) -> _Position:
    return event.position


def _holds(statement: ast.AST, node: ast.AST) -> bool:
    """True for a statement that a node is part of."""
    return any(part is node for part in walk(statement))


def _is_defined_before(event: Event, function: Function) -> bool:
    """False when a module runs a line before it defines a function, or the class around it."""
    outermost = _outermost(function)
    if outermost.parent is not event.function:
        return True
    return _defined(outermost) < event.position or bool(loops_around(event.block))


def _outermost(function: Function) -> Function:
    """The function or method of the module that a function stands in."""
    while function.parent is not None and not function.parent.is_module:
        function = function.parent
    return function


def _defined(outermost: Function) -> _Position:
    """Where a function of a module, or the class that it is a method of, is defined."""
    return _position(outermost.owner.node if outermost.owner is not None else outermost.node)


def _is_replaced_before(event: Event) -> bool:
    """True when a module has given the name of the traced function to another one before a line of it.

    As later cells of a notebook do: what they call by that name is theirs.
    """
    entry = event.entry
    return (
        entry is not None and entry.parent is event.function and _is_replaced(entry, event.position)
    )


def _is_of_a_later_definition(site: CallSite, function: Function) -> bool:
    """True for a call by the name of a function, in one defined after that name was given to another.

    As later cells of a notebook do: when theirs is called, the name stands for the later one.
    """
    match site.node.func:
        case ast.Name(id=function.name) if not site.function.is_module:
            outermost = _outermost(site.function)
            return outermost.parent is function.parent and _is_replaced(
                function, _defined(outermost)
            )
        case _:
            return False


def _is_replaced(function: Function, position: _Position) -> bool:
    """True where a module has given the name of a function of its own to another one before a place."""
    module = function.parent
    if module is None or not module.is_module or function.owner is not None:
        return False
    return any(
        _position(function.node) < _position(binding.node) < position
        for binding in module.bindings.get(function.name, ())
        if binding.kind == "def" and binding.block is None
    )


def _is_local(place: AccessPath, function: Function) -> bool:
    """True for a variable, or an object held by one, that is a new one at each run of a function."""
    bindings = function.bindings.get(place.parts[0], ())
    return place.scope is function and not any(b.kind == "parameter" for b in bindings)


def _looked_at(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a statement may iterate over: the iterable of a loop, the arguments of calls."""
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        yield statement.iter
        if isinstance(statement.iter, ast.Call):
            yield from statement.iter.args
    elif isinstance(statement, (ast.Expr, ast.Assign, ast.Return)) and statement.value is not None:
        for part in walk(statement.value):
            if isinstance(part, ast.Call):
                yield from part.args
            elif isinstance(part, ast.comprehension):
                yield part.iter


def _exclusive(first: Event, second: Event) -> bool:
    """True for places of which one run of their function comes to one at most.

    They are in different arms of one ``if``, or the earlier is in an arm that leaves the function.
    """
    if _leaves_before(first, second) or _leaves_before(second, first):
        return True
    for one in outward(first.block):
        for other in outward(second.block):
            if one.node is not other.node or not isinstance(one.node, _BRANCHES):
                continue
            if one.arm != other.arm or one.siblings is not other.siblings:
                return True
    return False


def _leaves_before(first: Event, second: Event) -> bool:
    """True for a place in an arm of an ``if`` that leaves the function, and a place below that ``if``."""
    return any(
        isinstance(block.node, ast.If)
        and leaves_function(block.siblings)
        and (block.node.end_lineno or 0) < second.line
        for block in outward(first.block)
    )


def _contains(loop: ast.AST, function: Function | None) -> bool:
    """True when a loop makes a new function at each turn."""
    while function is not None:
        if loop in loops_around(function.block):
            return True
        function = function.parent
    return False


def _is_of_turn(place: AccessPath | None, entry: Function | None) -> bool:
    """True for the variable of a loop whose turns each make a function that reads it, for that turn."""
    return place is not None and any(
        binding.kind == "for" and _contains(binding.node, entry)
        for binding in place.scope.bindings.get(place.parts[0], ())
    )


def _is_flagged_at_first(event: Event) -> bool:
    """True in a loop for a line under a test of a flag that was set for it before the loop.

    ``frozen = False``, and then, in the loop, ``if not frozen: frozen = True; freeze(layer)``.
    """
    function, loops = event.function, loops_around(event.block)
    if not loops:
        return False
    parts = [
        part
        for test, outcome in conditions_around(event.node, event.block, function)
        for part in certain_parts(test, outcome, function)
    ]
    flags = [
        (binding.value.value, outcome)
        for test, outcome in parts
        if isinstance(test, ast.Name)
        for binding in function.bindings.get(test.id, ())
        if isinstance(binding.value, ast.Constant) and loops[-1] not in loops_around(binding.block)
    ]
    return bool(flags) and all(bool(value) is outcome for value, outcome in flags)


def _is_conditional_in(block: Block | None, loop: ast.AST) -> bool:
    """True when a line runs in some turns of a loop only."""
    for around in outward(block):
        if around.node is loop:
            return False
        if isinstance(around.node, (ast.If, ast.IfExp, ast.Match)):
            return True
    return False
