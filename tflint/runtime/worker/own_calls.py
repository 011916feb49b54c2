"""The program's own calls, watched for what changes between them before one of them is repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..protocol import OwnCall

if TYPE_CHECKING:
    from ..protocol import MeasuredCall
    from .experiment import Experiment
    from .rebinding import Target

MOST = 200
"""Calls of the program to watch for a change."""


def alike(drawn: list[list[Any]]) -> bool:
    """Whether the flagged expression gave something to each call that tells no two of them apart."""
    return _comparable(drawn) and all(values == drawn[0] for values in drawn)


def vary(drawn: list[list[Any]]) -> bool:
    """Whether it was seen to give something else to one of them."""
    return _comparable(drawn) and any(values != drawn[0] for values in drawn)


def _comparable(drawn: list[list[Any]]) -> bool:
    told = [value for values in drawn for value in values]
    seen = all(drawn) and not any(isinstance(value, dict) and "object" in value for value in told)
    return seen and bool(drawn)


def told(record: MeasuredCall) -> OwnCall:
    """A measured call of the program."""
    return OwnCall(record.drawn if record.hits else [], any(record.traces.values()))


class OwnCalls:
    """Calls of the entry that are not measured, by what the flagged expression gives in them."""

    def __init__(self, x: Experiment, target: Target | None) -> None:
        self._x = x
        self._target = target
        self.calls: list[OwnCall] = []
        self._open = False
        self._most = x.job.in_place if x.side == "graph" else MOST

    def enough(self, share: float) -> bool:
        """Another call begins: whether those before tell enough."""
        seen = [call.drawn for call in self.calls]
        self._x.result.own_cut = len(seen) >= MOST or self._x.late(share)
        if self._x.side == "graph":
            # As many as the eager side had.
            return len(seen) >= (self._most or 1)
        return self._changed(seen) or self._x.result.own_cut

    def _changed(self, seen: list[list[Any]]) -> bool:
        if self._target is not None:
            self._target.note(None)
            return self._target.changes
        # What can't be told apart is not worth waiting for: that there are several calls is.
        return vary(seen) or (len(seen) > 1 and not alike(seen))

    def begin(self, symbolic: bool) -> None:
        """A call begins; those with symbols are none that run."""
        self._open = not symbolic
        if self._open:
            self.calls.append(OwnCall())
            if self._x.meter.on_open is not None:
                self._x.meter.on_open()

    def note(self, value: Any) -> None:
        """The flagged expression has this value."""
        if self._open:
            self.calls[-1].drawn.append(self._x.shown(value))
