"""Where eager code runs the graphs that hold a function, directly or through calls."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.api.lookup import dataset_tracers
from tflint.facts.expressions.values import (
    UNKNOWN,
    ClassValue,
    ExternalInstance,
    GraphFunction,
    Instance,
    members,
)
from tflint.facts.graphs.guards import is_guarded_creation
from tflint.facts.graphs.optimizer_rates import APPLYING, rates_asked_for
from tflint.facts.order.access_paths import AccessPath, AccessPaths
from tflint.facts.order.eager_events import (
    Event,
    Given,
    makings_of_owner,
)
from tflint.facts.order.expected_errors import is_to_raise
from tflint.facts.order.hybridizing import GLUON_GRAPH, Hybridizing
from tflint.finding import EntryKind
from tflint.syntax.definitions import is_of_self
from tflint.syntax.expressions import key_of
from tflint.syntax.model import (
    AttributeStore,
    Binding,
    CallSite,
    Class,
    Function,
    loops_around,
)
from tflint.syntax.positions import EventPosition, position_of
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, is_only_a_parameter
from tflint.syntax.trees import called_name
from tflint.syntax.words import has_word

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_MOST_STEPS = 150
"""Calls after which no search goes on; it ends with a whole level, so their order decides nothing."""
DATASET_GRAPH = "dataset"
"""The graph of a function that a dataset maps."""
KERAS_GRAPHS = ("fit", "evaluate", "predict")
_MODELS = frozenset({"model", "models"})
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


class GraphCalls:
    """The calls of graphs in eager code, of one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._value = project.inference.value
        self._paths = AccessPaths.of(project)
        self._calls: dict[tuple[int, AccessPath | None], list[Event]] = {}
        self._known_sites: dict[Function, _Sites] = {}

    @classmethod
    def of(cls, project: Project) -> GraphCalls:
        """Those of a project, made once."""
        return project.remember(cls)

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
        blocks: list[Event] = []
        while level and len(seen) < _MOST_STEPS:
            following = []
            for current, here in level:
                if (id(current), here) in seen:
                    continue
                seen.add((id(current), here))
                crossed += self._entered(current, here)
                parent = current.parent
                if parent is not None and tracing.is_traced(parent):
                    inside = here is not None and here.scope is current
                    following.append((parent, None if inside else here))
                for site in self._asking_for_rates.get(current, ()):
                    following.append((site.function, self._paths.in_method(here, site.function)))
                for site in self._sites(current).traced:
                    following.append((site.function, self._paths.lifted(here, site, current)))
                for site in self._sites(current).of_graphs:
                    above = self._paths.lifted(here, site, current)
                    owner = self._paths.receiver_of(site, current) if current.self_name else None
                    graph = self._graph_of(site, current)
                    crossed.append(
                        Event(site.function, site.node, site.block, above, graph, current, owner)
                    )
                blocks += self._blocks_called(current, here)
            level = following or [
                (entry, self._at_entry(place, function, entry) if outside else None)
                for entry in entries
                if all(id(entry) != current for current, _ in seen)
            ]
        yield from self.upward(crossed)
        yield from self.hybridizing.of_hybridized(blocks)

    def _blocks_called(self, function: Function, place: AccessPath | None) -> Iterator[Event]:
        """Where eager code calls a block of Gluon, which runs its graph once that is hybridized."""
        if not self._project.tracing.is_entry(function, EntryKind.GLUON):
            return
        for site in self._sites(function).eager:
            if self.hybridizing.runs_block(site):
                above = self._paths.lifted(place, site, function)
                owner = self._paths.receiver_of(site, function)
                yield Event(
                    site.function, site.node, site.block, above, GLUON_GRAPH, function, owner
                )

    def runs_hybridized(self, site: CallSite) -> bool:
        """True for the call of a block that is known to be hybridized by then."""
        if "hybridize" not in self._project.names.calls or not self.hybridizing.runs_block(site):
            return False
        owner = self._paths.object_place(site.node.func, site.function)
        call = Event(site.function, site.node, site.block, owner, GLUON_GRAPH, None, owner)
        return any(True for _ in self.hybridizing.of_hybridized([call]))

    @cached_property
    def hybridizing(self) -> Hybridizing:
        """Which calls of Gluon's blocks run a graph."""
        return Hybridizing(self._project, self.upward)

    def _at_entry(
        self, place: AccessPath | None, function: Function, entry: Function
    ) -> AccessPath | None:
        """What the entry point of a graph calls what a function in it reaches from outside."""
        is_rate = function in self._asking_for_rates
        return self._paths.in_method(place, entry) if is_rate else place

    @cached_property
    def _asking_for_rates(self) -> dict[Function, list[CallSite]]:
        """Where traced code applies optimizers that ask a function for their learning rate."""
        found: dict[Function, list[CallSite]] = {}
        for name in sorted(APPLYING):
            for site in self._project.names.calls.get(name, ()):
                if self._project.tracing.is_traced(site.function):
                    for function in rates_asked_for(site, self._project.inference):
                        found.setdefault(function, []).append(site)
        return found

    def _sites(self, function: Function) -> _Sites:
        """Where a function is called, sorted once."""
        if function not in self._known_sites:
            found = _Sites([], [], [])
            self._known_sites[function] = found
            for site in self._project.repetition.sites_in_order(function):
                is_of_another = _is_of_a_later_definition(site, function)
                if not self._project.tracing.is_traced(site.function):
                    found.eager.append(site)
                    if is_of_another or is_to_raise(site, self._project.inference):
                        continue  # where a trace raises, it leaves no graph
                    if self.runs_graph(site):
                        found.of_graphs.append(site)
                elif not is_of_another:
                    found.traced.append(site)
        return self._known_sites[function]

    def runs_graph(self, site: CallSite) -> bool:
        """True for a call of what is a tf.function."""
        return any(True for _ in self._graphs_run(site))

    def _graphs_run(self, site: CallSite) -> Iterator[GraphFunction]:
        for member in members(self._project.inference.callee(site)):
            if isinstance(member, GraphFunction):
                yield member

    def _graph_of(self, site: CallSite, entry: Function) -> str:
        """Which graph of a function a call runs, where several tf.functions are made of it."""
        if len(self._project.tracing.graph_sites_of(entry)) < 2:
            return ""
        made = [(graph.module.path, position_of(graph.site)) for graph in self._graphs_run(site)]
        return repr(made[0]) if len(made) == 1 else ""

    def _entered(self, function: Function, place: AccessPath | None) -> Iterator[Event]:
        """Where eager code has the framework run the graph of an entry point."""
        if self._project.tracing.is_entry(function, EntryKind.KERAS):
            yield from self._keras_runs(function, place)
        around = None if place is not None and place.scope is function else place
        for traced in self._project.tracing.traced(function):
            if not traced.context.is_entry or traced.context.kind is not EntryKind.DATASET:
                continue
            for way in traced.ways:
                if way.site is not None and way.site.name in dataset_tracers():
                    site = way.site
                    yield Event(
                        site.function, site.node, site.block, around, DATASET_GRAPH, function
                    )

    def _keras_runs(self, function: Function, place: AccessPath | None) -> Iterator[Event]:
        of_self = place is not None and place.scope is function
        attr = self._attribute_of_model(function) if of_self else None
        for site, graph, model, classes in self._runs:
            above = None if of_self else place
            if of_self and place is not None and model is not None:
                if function.owner in classes:
                    above = model.part(*place.parts[1:])
                elif attr is not None and model.parts[1:][-1:] == (attr,):
                    holder = AccessPath(model.scope, model.parts[:-1])
                    above = holder.part(*place.parts[1:])
            given = _data_of(site)
            yield Event(
                site.function, site.node, site.block, above, graph, function, model, site, given
            )

    def _attribute_of_model(self, function: Function) -> str | None:
        """The attribute that holds the model whose loss or metric is a method of the same object.

        ``self.model.compile(loss=self.loss)``: what runs ``x.model`` runs the ``loss`` of ``x``.
        """
        attributes = {
            None if way.site is None else self._attribute_compiled(way.site, function)
            for traced in self._project.tracing.traced(function)
            if traced.context.is_entry and traced.context.kind is EntryKind.KERAS
            for way in traced.ways
        }
        return attributes.pop() if len(attributes) == 1 else None

    def _attribute_compiled(self, site: CallSite, function: Function) -> str | None:
        """The attribute that a call compiles, of an object that has the method; None for other calls."""
        match site.node.func:
            case ast.Attribute(value=ast.Attribute(value=holder, attr=attr), attr="compile"):
                held = [*members(self._value(holder, site.function))]
                classes = self._project.inference.classes
                if held and all(
                    isinstance(member, Instance)
                    and function.owner in classes.bases(member.definition)
                    for member in held
                ):
                    return attr
        return None

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
        model = self._paths.object_place(func.value, site.function)
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

    def upward(
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
                if self._has_made(event) or makings_of_owner(event):  # each run makes another
                    continue
                if self._has_set_holder(event):
                    continue
                if event.place is not None and self._is_local(event.place, event):
                    continue
                if function.name in knowledge.ONCE_ONLY_METHODS:
                    continue
                following += [
                    event._replace(
                        function=site.function,
                        node=site.node,
                        block=site.block,
                        place=self._paths.lifted(event.place, site, function),
                        owner=self._paths.lifted(event.owner, site, function),
                        given=self._given(event.given, site, function),
                    )
                    for site in self._sites(function).eager
                    if not self._is_of_new_object(event, site, function)
                ]
            level = following

    def _given(self, given: Given | None, site: CallSite, called: Function) -> Given | None:
        """What the caller of a function gives it for its data, where that is a parameter."""
        if given is None or given.function is not called or not isinstance(given.node, ast.Name):
            return given
        if not is_only_a_parameter(given.node.id, called):
            return given
        node = self._project.inference.callers.arguments(site, called).get(given.node.id)
        return None if node is None else Given(node, site.function)

    def _is_local(self, place: AccessPath, event: Event) -> bool:
        """True for a variable, or an object held by one, that is a new one at each run of a function.

        A parameter is no longer what the caller gave where the function has given it another object.
        """
        function, name = event.function, place.parts[0]
        if place.scope is not function:
            return False
        bindings = function.bindings.get(name, ())
        return not any(b.kind == "parameter" for b in bindings) or all(
            self._is_made_anew(binding, function)
            for binding in reaching(name, event.node, function)
        )

    def _is_made_anew(self, binding: Binding, function: Function) -> bool:
        """True for what a class makes, or a function outside the project, which gives back no argument."""
        made = binding.written
        site = function.site_of(made) if isinstance(made, ast.Call) else None
        return site is not None and all(
            called.name == "__init__" for called in self._project.inference.callers.called(site)
        )

    def _is_of_new_object(self, event: Event, site: CallSite, called: Function) -> bool:
        """True for a call that makes the object which an event in the function called is about.

        ``Model().fit()`` calls a method of one, and ``train(Model())`` gives it one whose graph runs.
        ``train()`` has the function make one, where that is what it does in place of ``None``.
        """
        about = (path for path in (event.place, event.owner) if path and path.scope is called)
        if any(self._is_made_instead(path.parts[0], site, called) for path in about):
            return True
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

    def _is_made_instead(self, name: str, site: CallSite, called: Function) -> bool:
        """True for a parameter that a call leaves out, or gives None, where the function makes one."""
        kinds = {binding.kind for binding in called.bindings.get(name, ())}
        callers = self._project.inference.callers
        return kinds == {"parameter", "assign"} and callers.gives_none(site, called, name)

    def _makes(self, function: Function, entry: Function | None) -> bool:
        """True when each run of a function makes a new one of the traced function."""
        if entry is not None and any(scope.parent is function for scope in entry.scopes):
            return True
        sites = self._project.tracing.graph_sites_of(entry)
        return any(
            site.holder is function and not is_guarded_creation(site.node, site.block, function)
            for site in sites
        )

    def _has_set_holder(self, event: Event) -> bool:
        """True where a function has another object made first, and kept where it is looked for.

        ``self.make()``, which gives ``self.trainer`` a trainer, and then ``self.trainer.run()``.
        """
        function = event.function
        held = {
            path.parts[1]
            for path, length in ((event.place, 2), (event.owner, 1))
            if path and path.scope is function and path.parts[0] == function.self_name
            if len(path.parts) > length
        }
        return any(
            position_of(node) < event.position
            for attr in held
            for node, store in self._settings(attr, function)
            if isinstance(store.binding.value, ast.Call)
            and not is_guarded_creation(store.node, store.binding.block, store.function)
        )

    def _settings(self, attr: str, function: Function) -> Iterator[tuple[ast.AST, AttributeStore]]:
        """Where a function, or a method of the object that it calls, sets an attribute of the object."""
        for store in _stores_of_self(attr, function):
            yield store.node, store
        for site in filter(is_of_self, function.calls):
            for method in self._project.inference.callers.called(site):
                for store in _stores_of_self(attr, method):
                    yield site.node, store

    def _has_made(self, event: Event) -> bool:
        """True where a function calls what it has had made: ``step = make_step()``, then ``step(x)``."""
        function, entry = event.function, event.entry
        makers = set() if entry is None else {*entry.scopes} - {entry}
        match event.node:
            case ast.Call(func=ast.Name(id=name)) if holder_of(name, function) is function:
                bindings = function.bindings.get(name, [])
            case _:
                return False
        made = [
            function.site_of(binding.value) if isinstance(binding.value, ast.Call) else None
            for binding in bindings
            if binding.kind == "assign" and not binding.path
        ]
        return 0 < len(made) == len(bindings) and all(
            site is not None and not makers.isdisjoint(self._project.inference.callers.called(site))
            for site in made
        )


def _data_of(run: CallSite) -> Given | None:
    """The data that a call of ``fit`` or its like is given."""
    named = [k.value for k in run.node.keywords if k.arg in ("x", "generator")]
    given = [*run.node.args[:1], *named]
    if not given or isinstance(given[0], ast.Starred):
        return None
    return Given(given[0], run.function)


def _is_defined_before(event: Event, function: Function) -> bool:
    """False when a module runs a line before it defines a function, or the class around it."""
    outermost = function.outermost
    if outermost.parent is not event.function:
        return True
    return _defined(outermost) < event.position or bool(loops_around(event.block))


def _defined(outermost: Function) -> EventPosition:
    """Where a function of a module, or the class that it is a method of, is defined."""
    return position_of(outermost.owner.node if outermost.owner is not None else outermost.node)


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
            outermost = site.function.outermost
            return outermost.parent is function.parent and _is_replaced(
                function, _defined(outermost)
            )
        case _:
            return False


def _is_replaced(function: Function, position: EventPosition) -> bool:
    """True where a module has given the name of a function of its own to another one before a place."""
    module = function.parent
    if module is None or not module.is_module or function.owner is not None:
        return False
    return any(
        position_of(function.node) < position_of(binding.node) < position
        for binding in module.bindings.get(function.name, ())
        if binding.kind == "def" and binding.block is None
    )


def _stores_of_self(attr: str, function: Function) -> list[AttributeStore]:
    return [
        store
        for store in function.stores_by_name.get(attr, ())
        if key_of(store.node.value) == function.self_name
    ]
