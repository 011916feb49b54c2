"""Which functions run in a graph, in which contexts, and why.

Entry points come first; then calls are followed from traced code, level by level: first all that
is one call away from an entry point, then what is two calls away, and so on until nothing is new. What
a level holds does not depend on the order in which it is found, so neither do the contexts of a
function nor their chains.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Protocol

from tflint.api import knowledge
from tflint.api.lookup import canonical
from tflint.facts.expressions.inference import Inferred
from tflint.facts.graphs.constructions import Constructions
from tflint.facts.graphs.entry_points import EntryPoints
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.facts.graphs.traced_calls import TracedCalls
from tflint.facts.graphs.tracing_context import MOST_WAYS, Step, Traced, TracingContext, Way
from tflint.finding import EntryKind, Reason
from tflint.syntax.model import CallSite, Class, Function, Module
from tflint.syntax.scopes import returned

_MOST_CONTEXTS = 100
"""Contexts of one function that are followed; of more, those nearest to an entry point.

A method of a base class has one for each class that inherits it: 69 in keras-hub, the most of its kind.
"""
_MOST_FURTHER_CONTEXTS = 10_000
"""Contexts of all functions that are followed, but for the first of each."""


class Tracing:
    """The traced functions of a project."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._entries = EntryPoints(program)
        self.graph_sites = self._entries.graph_sites
        """The places where ``tf.function`` is applied."""
        self.mode_switches = self._entries.mode_switches
        """Which files only run in programs that have turned a switch: graphs off, or eager execution."""
        self._found: dict[Function, dict[TracingContext, Traced]] = {}
        self._left_out: dict[Function, set[TracingContext]] = {}
        self._count = 0
        self._further = 0
        """Contexts found beyond the first of each function."""
        self._again: dict[Traced, None] = {}
        """Contexts that were led to in another way, or whose callers were."""
        self._repeated: dict[Traced | None, int] = {}
        """Contexts that were looked at again, with how many ways led to each by then."""
        self._handed_on: set[tuple[Traced | None, int, Traced]] = set()
        self._find(TracedCalls(program, self._entries))
        self._traced = self._uncovered()
        self._found.clear()
        self._callers: dict[Traced, list[tuple[CallSite, Traced | None]]] = {}
        self.graph_names = frozenset(self._graph_names())

    def is_never_hybridized(self, definition: Class) -> bool:
        """True for a Gluon block of which the project makes objects that nothing hybridizes."""
        return self._entries.is_never_hybridized(definition)

    def _graph_names(self) -> Iterator[str]:
        """Names under which the project's tf.functions may be called; also what functions return them."""
        names = self._program.names
        made: set[str] = set()
        for site in self.graph_sites:
            if site.function is not None:
                made.update(names.of_calls(site.function))
                if site.function.parent is not None:
                    made.add(site.function.parent.name)
            if not site.holder.is_module:
                made.add(site.holder.name)
        made |= {"function", "partial", ""}
        handed_out = [
            (value.attr, function.name)
            for module in self._program.relevant_modules
            for function in module.functions
            for value in returned(function)
            if isinstance(value, ast.Attribute)
        ]
        for _ in range(2):
            made |= {taker for name, taker in handed_out if name in made}
            for name in tuple(made):
                made |= names.standing_for(name)
        yield from made

    def graph_sites_in(self, module: Module) -> list[GraphSite]:
        """The places in one file where ``tf.function`` is applied."""
        return self._sites_by_module.get(id(module), [])

    def graph_sites_of(self, function: Function | None) -> list[GraphSite]:
        """The places where ``tf.function`` is applied to one function; None for unknown ones."""
        return self._sites_by_function.get(id(function), [])

    def graph_sites_held_by(self, function: Function) -> list[GraphSite]:
        """The places where ``tf.function`` is applied by running a function."""
        return self._sites_by_holder.get(id(function), [])

    @cached_property
    def _sites_by_module(self) -> dict[int, list[GraphSite]]:
        found: dict[int, list[GraphSite]] = {}
        for site in self.graph_sites:
            found.setdefault(id(site.holder.module), []).append(site)
        return found

    @cached_property
    def _sites_by_function(self) -> dict[int, list[GraphSite]]:
        found: dict[int, list[GraphSite]] = {}
        for site in self.graph_sites:
            for function in (site.function, *site.others):
                found.setdefault(id(function), []).append(site)
        return found

    @cached_property
    def _sites_by_holder(self) -> dict[int, list[GraphSite]]:
        found: dict[int, list[GraphSite]] = {}
        for site in self.graph_sites:
            found.setdefault(id(site.holder), []).append(site)
        return found

    # what is traced

    def is_traced(self, function: Function) -> bool:
        """Whether anything says that a function runs in a graph."""
        return function in self._traced

    def release(self) -> None:
        """Let go of the contexts, which know each other in circles as functions call each other."""
        waiting = [traced for found in self._traced.values() for traced in found]
        for traced in waiting:  # which grows meanwhile
            known = vars(traced)
            waiting += [way.caller for way in known.get("ways", ()) if way.caller is not None]
            known.clear()

    def traced(self, function: Function) -> tuple[Traced, ...]:
        """A function in each of its contexts, the one with the shortest chain first."""
        return self._traced.get(function, ())

    def contexts(self, function: Function) -> tuple[TracingContext, ...]:
        """The distinct contexts in which a function is traced, in the same order."""
        return tuple(traced.context for traced in self.traced(function))

    def nearest(self, function: Function) -> Traced | None:
        """A function in the context with the shortest chain; None when it is not traced."""
        return next(iter(self.traced(function)), None)

    def is_entry(self, function: Function, *kinds: EntryKind) -> bool:
        """Whether a framework calls a function itself, in a graph of one of the kinds, or of any."""
        return any(
            context.is_entry and (not kinds or context.kind in kinds)
            for context in self.contexts(function)
        )

    def runs_eagerly(self, function: Function) -> bool:
        """Whether something says that a function runs as plain Python too.

        That is where a module's body comes to it by calls of functions that nothing traces. Of a function
        that nobody calls, neither is known.
        """
        if function.is_module:
            return True
        if self.is_traced(function):
            return False
        key = ("runs eagerly", function)
        return self._program.inference.ask(key, False, self._is_called_eagerly, function)

    def _is_called_eagerly(self, function: Function) -> bool:
        sites = self._program.inference.callers.of(function)
        return any(self.runs_eagerly(site.function) for site in sites)

    def calls_of(self, traced: Traced) -> list[tuple[CallSite, Traced | None]]:
        """The calls of a function that matter in one of its contexts, each with its caller there.

        Eager code calls it in no context in particular, and neither does traced code of which nothing
        says in which contexts it does.
        """
        known = self._callers.get(traced)
        if known is None:
            known = self._callers[traced] = list(self._find_calls(traced))
        return known

    def _find_calls(self, traced: Traced) -> Iterator[tuple[CallSite, Traced | None]]:
        function = traced.function
        connected: dict[CallSite, list[Traced]] = {}
        for other in self.traced(function):
            for way in other.ways:
                if way.site is not None and way.caller is not None and way.argument is None:
                    callers = connected.setdefault(way.site, [])
                    if other is traced:
                        callers.append(way.caller)
        calls = self._program.inference.callers
        of_graph = calls.of_graph(function) if traced.is_made_by_tf_function else []
        named = calls.of(function)
        # Names don't tell which method `self.method()` runs in a class below.
        below = sorted(connected.keys() - set(named), key=_place)
        for site in (*named, *below):
            known = connected.get(site)
            if known is None and of_graph and site not in of_graph:
                continue
            if known is None:
                yield from ((site, caller) for caller in self.traced(site.function) or (None,))
            else:
                yield from ((site, caller) for caller in known)

    def left_out(self, function: Function) -> int:
        """How many contexts of a function were found and not followed, since it has too many."""
        return len(self._left_out.get(function, ()))

    def traced_functions(self) -> Iterator[Function]:
        """All traced functions of the project, file by file in its order."""
        for module in self._program.indexed:
            for function in module.functions:
                if self.is_traced(function):
                    yield function

    # the search

    def _find(self, calls: TracedCalls) -> None:
        made = Constructions(self._program)
        level = self._accepted((None, _of_object(step, made)) for step in self._entries.find())
        while level:
            self._again.clear()
            level = self._accepted(
                (traced, _of_object(step, made)) for traced in level for step in calls.steps(traced)
            )
            again = [
                traced
                for traced in self._again
                if self._repeated.get(traced, 0) <= MOST_WAYS and calls.depends_on_ways(traced)
            ]
            self._repeated.update({traced: len(traced.ways) for traced in again})
            level += sorted({*again} - {*level}, key=_rank)

    def _accepted(self, steps: Iterable[tuple[Traced | None, Step]]) -> list[Traced]:
        """What is new among steps, in order of the chains of reasons.

        What is led to in another way may be given more by that: it is looked at again.
        """
        new: dict[Function, dict[TracingContext, list[tuple[Traced | None, Step]]]] = {}
        for before, step in steps:
            self._program.going_on()
            known = self._found.get(step.function, {}).get(step.context)
            if known is not None:
                if before not in self._repeated or step.way not in known.ways:
                    known.ways.append(step.way)
                    self._again[known] = None
                elif (again := (before, self._repeated[before], known)) not in self._handed_on:
                    self._handed_on.add(again)
                    self._again[known] = None
            elif not _is_of_framework(step.function) and not self._is_of_torch(step.function):
                contexts = new.setdefault(step.function, {})
                contexts.setdefault(step.context, []).append((before, step))
        level = [
            traced
            for function, contexts in new.items()
            for traced in self._added(function, contexts)
        ]
        level.sort(key=_order)
        for traced in level:
            self._count += 1
            traced.rank = self._count
        return level

    def _is_of_torch(self, function: Function) -> bool:
        """True for a method of what inherits from PyTorch: names led here that another backend has."""
        return function.owner is not None and self._program.inference.classes.is_torch_module(
            function.owner
        )

    def _added(
        self,
        function: Function,
        new: dict[TracingContext, list[tuple[Traced | None, Step]]],
    ) -> Iterator[Traced]:
        """The new contexts of a function that no other covers, as many as there is room for."""
        known = self._found.setdefault(function, {})
        others = [*known, *new]
        covered = []
        for context in sorted(new, key=_in_order) if len(new) > 1 else new:
            if any(other is not context and other.covers(context) for other in others):
                covered.append(context)
            elif not known or (
                len(known) < _MOST_CONTEXTS and self._further < _MOST_FURTHER_CONTEXTS
            ):
                self._further += bool(known)
                before, step = min(new[context], key=_chain_order)
                ways = [step.way for _, step in new[context]]
                known[context] = Traced(function, context, step.reason, before, 0, ways)
                yield known[context]
            else:
                self._left_out.setdefault(function, set()).add(context)
        for context in covered:
            for other, traced in known.items():
                if other.covers(context):
                    traced.ways += [step.way for _, step in new[context]]
                    self._again[traced] = None

    def _uncovered(self) -> dict[Function, tuple[Traced, ...]]:
        """What was found, without contexts that others cover: their ways are those of the others."""
        found = {function: [*contexts.values()] for function, contexts in self._found.items()}
        covered = {
            traced: covering
            for contexts in found.values()
            if len(contexts) > 1
            for traced in contexts
            if (covering := [o for o in contexts if o is not traced and _covers(o, traced)])
        }
        for traced, covering in covered.items():
            for other in covering:
                other.ways += traced.ways
        for contexts in found.values():
            for traced in contexts:
                ways = {way for way in traced.ways if way.caller not in covered}
                traced.ways = sorted(ways, key=_way_order)
        return {
            function: tuple(sorted((t for t in contexts if t not in covered), key=_rank))
            for function, contexts in found.items()
        }


def _covers(one: Traced, other: Traced) -> bool:
    return one.context.covers(other.context)


def _rank(traced: Traced) -> int:
    return traced.rank


def _in_order(context: TracingContext) -> tuple[object, ...]:
    return context.sort_key


def _place(site: CallSite, argument: ast.expr | None = None) -> tuple[str, int, int]:
    """Where a call stands, or an argument of it."""
    node = argument or site.node
    return site.function.module.path, node.lineno, node.col_offset


def _way_order(way: Way) -> tuple[object, ...]:
    place = ("", 0, 0) if way.site is None else _place(way.site, way.argument)
    return (*place, 0 if way.caller is None else way.caller.rank)


class Traceable(Inferred, Protocol):
    """A program of which it is known what is traced."""

    @property
    def tracing(self) -> Tracing:
        """Which functions run in a graph, in which contexts."""


def _of_object(step: Step, made: Constructions) -> Step:
    """A step with what is known of the object whose method it is."""
    known = made.settings(step.function)
    if not known:
        return step
    context = step.context._replace(settings=step.context.settings | known)
    return step._replace(context=context)


def _chain_order(found: tuple[Traced | None, Step]) -> tuple[int, Reason]:
    """Of chains of one length, that of the caller first, and then by path, line and text."""
    before, step = found
    return (0 if before is None else before.rank, step.reason)


def _order(traced: Traced) -> tuple[object, ...]:
    """Of chains of one length, by what the context is, and only then by places in files.

    What is said of a function must not depend on which of two definitions comes first in its file.
    """
    before = 0 if traced.before is None else traced.before.rank
    function = traced.function
    return (traced.context.sort_key, before, traced.reason, function.key)


def _is_of_framework(function: Function) -> bool:
    """True for a module's body, and for methods of Keras's own base classes.

    What these do is known, and not the business of those who read Keras.
    """
    owner = function.owner
    return function.is_module or (
        owner is not None
        and function.name not in knowledge.KERAS_METHODS
        and knowledge.KERAS_MACHINERY.match(canonical(owner.full_name)) is not None
    )
