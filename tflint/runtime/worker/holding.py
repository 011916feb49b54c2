"""Whether results follow the flagged expression: it gives an earlier value, another one, the first again.

All that is drawn besides starts from the same seeds, and the clock stands. If the results of the first
and the third of these calls are equal, and that of the second is not, it is this expression that
makes equal calls vary. Each starts from the same values of all variables: so does a step of training,
whose results are never equal, follow it in what it changes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import entropy

if TYPE_CHECKING:
    from ..protocol import MeasuredCall
    from .experiment import Experiment


_OTHERS = 4
"""Values that are given in place of the first, until one makes a difference."""


class Values:
    """What the flagged expression gave to each measured call."""

    def __init__(self, x: Experiment) -> None:
        self._x = x
        self._calls: list[tuple[list[Any], MeasuredCall]] = []

    def keep(self) -> None:
        """A measured call is over."""
        meter = self._x.meter
        if meter.values and meter.records and len(self._calls) < self._x.job.calls:
            self._calls.append((meter.values, meter.records[-1]))

    def hold(self, invoke: Callable[[], Any], site: str) -> None:
        """Three calls more, where two of those before had different values."""
        x = self._x
        if x.side != "eager" or not x.job.watch.values or not self._calls:
            return
        first, record = self._calls[0]
        others = [call for call in self._calls if call[1].drawn not in ([], record.drawn)]
        if not others or any(hasattr(value, "__next__") for value in first):
            return  # what goes on by itself is another one each time it is given
        # Different values may come to the same: on one side of a bound, say.
        telling = [call for call in others if call[1].value != record.value]
        candidates = [values for values, _ in telling or others][:_OTHERS]
        meter = x.meter
        records, ticks = meter.records, meter.on_open
        count = len(records)
        meter.on_open = None
        generators = entropy.Generators()
        variables = x.world.variables_now()
        try:
            with contextlib.nullcontext() if x.clock is None else x.clock.still():

                def call(values: list[Any]) -> tuple[Any, ...]:
                    given = iter(values)
                    meter.give = lambda own: next(given, own)
                    x.world.seed()
                    generators.rewind()
                    variables.restore()
                    with contextlib.suppress(Exception):
                        meter.measure(invoke, site)
                        x.result.trained.append(variables.changes())
                    last = meter.records[-1]
                    return last.value, last.state, last.line_output, x.result.trained[-1:]

                seen = call(first)
                while candidates and call(candidates.pop(0)) == seen and candidates:
                    # With what else is drawn held, too, the two come to the same after all.
                    del records[count + 1 :], x.result.trained[1:]
                call(first)
        finally:
            meter.give, meter.on_open = None, ticks
            x.result.held = records[count:]
            del records[count:]
