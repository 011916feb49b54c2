"""Lines that run while functions are switched to run eagerly, and so make and run no graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint.facts.graphs.mode_switches import SWITCHES, turns_off
from tflint.facts.order.eager_events import Event, EventPosition, position_of
from tflint.facts.order.graph_calls import DATASET_GRAPH
from tflint.syntax.model import Block, Function, outward

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project


class EagerWindows:
    """Tells of the lines of a project which come after ``run_functions_eagerly(True)``."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._switches = [site for name in SWITCHES for site in project.names.calls.get(name, ())]

    def is_inside(self, event: Event) -> bool:
        """True for a line before which its function turns graphs off, or all functions that call that.

        Graphs of datasets are made all the same.
        """
        asked: set[Function] = set()
        return (
            bool(self._switches)
            and event.graph != DATASET_GRAPH
            and self._is_after_switch(
                event.function, event.position, event.block, frozenset(), asked
            )
            # What others turn on they may turn on in between.
            and all(turns_off(site) for site in self._switches if site.function not in asked)
        )

    def _is_after_switch(
        self,
        function: Function,
        position: EventPosition,
        block: Block | None,
        below: frozenset[Function],
        asked: set[Function],
    ) -> bool:
        asked.add(function)
        above = [
            site
            for site in self._switches
            if site.function is function and position_of(site.node) < position
        ]
        if above:
            last = max(above, key=lambda site: position_of(site.node))
            return last.block in (None, *outward(block)) and turns_off(last)
        if function.is_module or function in below:
            return False
        sites = self._project.repetition.sites(function)
        return bool(sites) and all(
            self._is_after_switch(
                site.function, position_of(site.node), site.block, below | {function}, asked
            )
            for site in sites
        )
