"""What the flagged line makes: Variables of TensorFlow, and what MXNet gives a name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .flagged_lines import Lines

if TYPE_CHECKING:
    from .experiment import Experiment


def watch(x: Experiment) -> None:
    """Note what is made while the flagged line runs, or by an object that it gave."""
    if not x.job.watch.made:
        return
    lines, meter = Lines(x), x.meter

    def variable() -> None:
        if meter.busy and (lines.from_line() or _from_any(meter.values)):
            meter.made += 1

    def named(name: str) -> None:
        if lines.from_line():
            meter.names.add(name)

    x.world.watch_making(variable, named)


def _from_any(objects: list[Any]) -> bool:
    """Whether a method of one of these is running."""
    frame: Any = sys._getframe(2)
    while objects and frame is not None:
        code = frame.f_code
        if code.co_argcount:
            own = frame.f_locals.get(code.co_varnames[0])
            if any(own is value for value in objects):
                return True
        frame = frame.f_back
    return False
