"""Lines that run while functions are switched to run eagerly, and so make and run no graphs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.facts.eager_events import Event, EventPosition, position_of
from tflint.facts.mode_switches import SWITCHES
from tflint.syntax.model import Block, CallSite, Function, outward

if TYPE_CHECKING:
    from tflint.facts import Project


class EagerWindows:
    """Tells of the lines of a project which come after ``run_functions_eagerly(True)``."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._is_switched = any(name in project.names.calls for name in SWITCHES)

    def is_inside(self, event: Event) -> bool:
        """True for a line before which its function turns graphs off, or all functions that call that."""
        return self._is_switched and self._is_after_switch(
            event.function, event.position, event.block, set()
        )

    def _is_after_switch(
        self, function: Function, position: EventPosition, block: Block | None, seen: set[Function]
    ) -> bool:
        around = [None, *outward(block)]
        above = [
            site
            for name in SWITCHES
            for site in function.module.calls.get(name, ())
            if site.function is function
            and site.block in around
            and position_of(site.node) < position
        ]
        if above:
            return _turns_off(max(above, key=lambda site: position_of(site.node)))
        if function.is_module or function in seen:
            return False
        seen.add(function)
        sites = self._project.repetition.sites(function)
        return bool(sites) and all(
            self._is_after_switch(site.function, position_of(site.node), site.block, seen)
            for site in sites
        )


def _turns_off(switch: CallSite) -> bool:
    """True for a call of the switch that turns graphs off."""
    given = [*switch.node.args, *(keyword.value for keyword in switch.node.keywords)]
    return len(given) == 1 and isinstance(given[0], ast.Constant) and given[0].value is True
