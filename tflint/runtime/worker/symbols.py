"""Whether what a line reads holds symbols when a graph is made of it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from .frames import leaves
from .rebinding import follow, frames_around

if TYPE_CHECKING:
    from .experiment import Experiment

_DEPTH = 3


def watch(x: Experiment) -> None:
    """Look at what the flagged line reads whenever it is reached in a graph, if that is asked for."""
    nodes = [ast.parse(text, mode="eval").body for text in x.job.reads]
    if not nodes:
        return

    def look() -> None:
        if x.result.symbolic:
            x.meter.look = None
            return
        for frame in frames_around(x.program):
            for node in nodes:
                x.result.symbolic = x.result.symbolic or _symbolic(x, follow(node, frame))

    x.result.symbolic = False
    x.meter.look = look


def _symbolic(x: Experiment, value: Any, depth: int = 0) -> bool:
    if x.world.symbolic(value) is not None:
        return True
    if depth > _DEPTH or not isinstance(value, (dict, list, tuple)):
        return False
    return any(_symbolic(x, leaf, depth + 1) for leaf in leaves(value))
