"""Where functions make tf.functions anew, after which nothing is left of what the old ones held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.facts.graphs.guards import is_guarded_creation
from tflint.facts.order.eager_events import Event
from tflint.syntax.model import CallSite, Function
from tflint.syntax.positions import EventPosition, position_of

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_MOST_CALLS_DOWN = 2
"""Calls that are followed down to where a tf.function is made anew."""


class GraphMakings:
    """Where the functions of one project make tf.functions, whatever was there before."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._value = project.inference.value
        self._made: dict[tuple[Function, int], dict[Function | None, list[EventPosition]]] = {}

    @classmethod
    def of(cls, project: Project) -> GraphMakings:
        """Those of a project, made once."""
        return project.remember(cls)

    def recreates(self, entry: Function, change: Event, until: EventPosition | None) -> bool:
        """True where the function of a change makes a graph anew after it, before it is called again.

        ``self.rate = rate`` and then ``self._wrap()``, which sets ``self.step = tf.function(self._step)``.
        """
        return any(
            change.position < position and (until is None or position <= until)
            for position in self._makings(change.function, _MOST_CALLS_DOWN).get(entry, ())
        )

    def _makings(
        self, function: Function, depth: int
    ) -> dict[Function | None, list[EventPosition]]:
        """Where a function makes tf.functions, whatever was there before; by what they are made of."""
        key = (function, depth)
        if key not in self._made:
            found: dict[Function | None, list[EventPosition]] = {}
            self._made[key] = found
            for entry, position in self._find_makings(function, depth):
                found.setdefault(entry, []).append(position)
        return self._made[key]

    def _find_makings(
        self, function: Function, depth: int
    ) -> Iterator[tuple[Function | None, EventPosition]]:
        for made in self._project.tracing.graph_sites_held_by(function):
            if not is_guarded_creation(made.node, made.block, function):
                for entry in (made.function, *made.others):
                    yield entry, position_of(made.node)
        for site in function.calls if depth else ():
            entries = {
                entry
                for called in self._project.inference.callers.called(site)
                if not self._project.tracing.is_traced(called)
                for entry in self._makings(called, depth - 1)
                if entry is None or self._may_wrap(site, called, entry)
            }
            if entries and not is_guarded_creation(site.node, site.block, function):
                position = position_of(site.node)
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
