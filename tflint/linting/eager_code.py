"""The eager code of one file, as the rules about it look at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property

from tflint.facts import Project
from tflint.facts.expressions.values import FunctionValue, GraphFunction, Partial, Value, members
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.facts.graphs.guards import is_skipped
from tflint.syntax.model import AttributeStore, CallSite, Class, Function, IndirectCall, Module
from tflint.syntax.path_conditions import is_dead


class EagerCode:
    """Where a file makes graphs, calls them, and does what else rules about eager code look at.

    What stands in a test that is skipped where there are graphs does not count, nor what nothing reaches.
    """

    def __init__(self, project: Project, module: Module) -> None:
        self._project = project
        self._module = module
        self._contexts: dict[int, Context] = {}
        self._skipped: dict[int, bool] = {}

    def graph_sites(self) -> Iterator[tuple[GraphSite, Context]]:
        """Where ``tf.function`` is applied."""
        for site in self._project.tracing.graph_sites_in(self._module):
            if self._runs(site.holder) and not is_dead(site.node, site.block, site.holder):
                yield site, self._context_of(site.holder)

    def graph_calls(self) -> Iterator[tuple[CallSite, Function, Context]]:
        """Calls of tf.functions, each with the function of the project inside."""
        for site, context in self.calls(self._project.tracing.graph_names):
            for function in _graph_functions(self._project.inference.callee(site)):
                if not self._project.inference.callers.refuses(site, function):
                    yield site, function, context

    def classes(self) -> Iterator[tuple[Class, Context]]:
        """Its classes, each in the context of the code that defines it."""
        for definition in self._module.classes:
            yield definition, self._context_of(definition.parent)

    def stores(self) -> Iterator[tuple[AttributeStore, Context]]:
        """Assignments to attributes."""
        for function in self._module.functions:
            if function.stores and self._is_eager(function):
                for store in function.stores:
                    if not is_dead(store.node, store.binding.block, function):
                        yield store, self._context_of(function)

    def calls(self, names: Set[str]) -> Iterator[tuple[CallSite, Context]]:
        """Calls by the last part of the called name, also those that ``map`` and its like make."""
        calling = self._project.inference.callers.calling
        for name in sorted(names & (self._module.calls.keys() | self._by_others.keys())):
            others = (site for site in self._by_others.get(name, ()) if calling(site) is not None)
            for site in (*self._module.calls.get(name, ()), *others):
                if self._is_eager(site.function) and not is_dead(
                    site.node, site.block, site.function
                ):
                    yield site, self._context_of(site.function)

    @cached_property
    def _by_others(self) -> Mapping[str, Sequence[IndirectCall]]:
        """What ``map``, threads and their like may call, by the last part of its name."""
        found: dict[str, list[IndirectCall]] = {}
        for site in self._project.names.indirect_in(self._module):
            found.setdefault(site.name, []).append(site)
        return found

    def _is_eager(self, function: Function) -> bool:
        tracing = self._project.tracing
        return not (tracing.is_traced(function)) and self._runs(function)

    def _runs(self, function: Function) -> bool:
        """False in a test that is skipped where there are graphs."""
        key = id(function)
        if key not in self._skipped:
            self._skipped[key] = is_skipped(function, self._project.inference.value)
        return not self._skipped[key]

    def _context_of(self, function: Function) -> Context:
        key = id(function)
        if key not in self._contexts:
            tracing = self._project.tracing
            self._contexts[key] = Context(self._project, function, tracing.nearest(function))
        return self._contexts[key]


def _graph_functions(value: Value) -> Iterator[Function]:
    """The project's functions inside the tf.functions that a value may be."""
    for member in members(value):
        if isinstance(member, Partial):
            yield from _graph_functions(member.inner)
        if isinstance(member, GraphFunction):
            inner: Value = member.inner
            while isinstance(inner, (Partial, GraphFunction)):
                inner = inner.inner
            if isinstance(inner, FunctionValue):
                yield inner.function
