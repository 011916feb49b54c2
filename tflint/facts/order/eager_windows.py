"""Lines that run while functions are switched to run eagerly, and so make and run no graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint.facts.order.eager_events import Event
from tflint.facts.order.graph_calls import DATASET_GRAPH

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project


class EagerWindows:
    """Tells of the lines of a project which come after ``run_functions_eagerly(True)``."""

    def __init__(self, project: Project) -> None:
        self._switches = project.tracing.mode_switches

    def is_inside(self, event: Event) -> bool:
        """True for a line before which its function turns graphs off, or all functions that call that.

        Graphs of datasets are made all the same.
        """
        return event.graph != DATASET_GRAPH and (
            self._switches.in_force(event.function, event.position, event.block) is not None
        )
