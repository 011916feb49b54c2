"""A line of eager code that calls graphs, run with graphs and again without any.

Each time the line is reached is a pass: what its calls return or raise, whether it came to its end,
and what it binds.
"""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

from ..protocol import LineCall, LinePasses, Pass
from . import owners, resizing, summary
from .flagged_lines import Lines
from .meter import Enough

if TYPE_CHECKING:
    from .experiment import Experiment

_MOST = 12
"""Calls of a pass that are kept."""
_PASSES = 200
_GOING_ON = 0.15
"""Passes that are kept however few tell anything, and for how much of the time the program goes on then."""


class Passing(Lines):
    """Runs the program and keeps one record for each pass of the flagged line."""

    def __init__(self, x: Experiment) -> None:
        super().__init__(x)
        self.passes: list[Pass] = []
        self.in_keras = False
        self.cut = False
        self.gradients: list[list[bool]] = []
        self.graphs: list[Any] = []
        """What the line bound to names: calls of a graph among them are calls of the line."""

    def run(self) -> None:
        """The program; if it does not lead to the line, the function around it."""
        x = self.x
        x.world.measured = self.called
        x.meter.on_hit = self.reached
        x.meter.on_after = self.ended
        x.world.watch_keras(self.keras_called)
        x.meter.on_value = self.noted
        models: list[Any] = []
        x.world.watch_compile(models.append)
        if x.job.watch.gradients:
            x.world.watch_tapes(self.asked)
        x.world.on_line = self.from_line
        listens = x.job.watch.deprecated and x.world.tell_deprecated()
        x.load()
        x.result.from_program = len(self.passes)
        if not self.passes and x.job.search and x.job.entry.qualname != "<module>":
            x.stage("inputs")
            target, instance = owners.resolve(x)
            if target is not None:
                with contextlib.suppress(Enough):
                    resizing.searched_plain(x, target, instance)
        x.result.modes = x.world.modes(models)
        x.result.line = LinePasses(
            self.passes, x.world.deprecated, listens, self.cut, self.gradients
        )

    def reached(self) -> None:
        """A pass begins."""
        if self.x.world.current_graph() is not None:
            return
        if (len(self.passes) >= _MOST and self.x.late(_GOING_ON)) or len(self.passes) >= _PASSES:
            self.cut = True
            self.x.enough += 1
            if self.x.enough > 3:
                raise SystemExit
            raise Enough
        self.passes.append(Pass())

    def ended(self) -> None:
        """The line has run to its end."""
        if not self.passes or self.x.world.current_graph() is not None:
            return
        record = self.passes[-1]
        record.ended = True
        names = self.x.job.assigned
        frame: Any = sys._getframe(3)
        for name in names:
            if name in frame.f_locals:
                value = frame.f_locals[name]
                self.graphs.append(getattr(value, "__func__", value))
                record.bound[name] = summary.summarise(value, self.x.world)

    def noted(self, value: Any) -> None:
        """The expression that the finding is about has a value."""
        if self.passes and self.x.world.current_graph() is None:
            self.passes[-1].values.append(summary.summarise(value, self.x.world))

    def called(self, handle: Any, invoke: Any, args: Any, kwargs: Any) -> Any:
        """A ``tf.function`` is called from eager code."""
        mine = self.from_line() or self.of_line(handle.site)
        mine = mine or any(handle.call is graph for graph in self.graphs)
        if self.in_keras or not self.passes or not mine:
            return invoke(*args, **kwargs)
        record = LineCall()
        calls = self.passes[-1].calls
        if len(calls) < _MOST:
            calls.append(record)
        try:
            value = invoke(*args, **kwargs)
        except Exception as error:
            record.done, record.error = True, self.x.meter.describe(error)
            raise
        record.done, record.value = True, summary.summarise(value, self.x.world)
        return value

    def keras_called(self, model: Any, name: str, method: Any, args: Any, kwargs: Any) -> Any:
        """``fit`` or its like runs what the line defines: does it get through?"""
        if self.in_keras or not self.passes:
            return method(*args, **kwargs)
        record = LineCall(done=True)
        calls = self.passes[-1].calls
        if len(calls) < _MOST:
            calls.append(record)
        # What Keras calls in turn is its own, and not the same both ways.
        self.in_keras = True
        try:
            return method(*args, **kwargs)
        except Exception as error:
            record.error = self.x.meter.describe(error)
            raise
        finally:
            self.in_keras = False

    def asked(self, there: list[bool]) -> None:
        """A tape is asked for the gradients of Variables."""
        if self.passes and len(self.gradients) < _PASSES:
            self.gradients.append(there)

    def of_line(self, site: str) -> bool:
        """Whether the line is where the function is defined."""
        path, _, line = site.rpartition(":")
        return line.isdigit() and self.x.job.flagged.holds(path, int(line))


def run(x: Experiment) -> None:
    """Run the program until the line was passed often enough."""
    Passing(x).run()
