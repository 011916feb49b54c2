"""How each kind of function is called: where it stands in the program, or by us."""

from __future__ import annotations

import functools
import itertools
import logging
import sys
from typing import TYPE_CHECKING, Any

from . import calls, holding, mutations, outside, own_calls, passing, rebinding, retracing
from .meter import Captured, Enough

if TYPE_CHECKING:
    from ..protocol import MeasuredCall
    from .experiment import Experiment


def run(experiment: Experiment) -> None:
    """Call the subject, by the program if it does, and else ourselves."""
    if experiment.job.watch.logging:
        enable_logging()
    if experiment.kind == "eager" and experiment.job.run == "line":
        passing.run(experiment)
    elif experiment.kind == "eager":
        retracing.run(experiment)
    elif experiment.capture:
        Capture(experiment).run()
    else:
        InPlace(experiment).run()


def enable_logging() -> None:
    """Let every message through, unless and until the program configures logging itself."""
    handler = logging.StreamHandler()
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    configure = logging.basicConfig

    def basic_config(**options: Any) -> None:
        root.removeHandler(handler)
        root.setLevel(logging.WARNING)
        configure(**options)

    logging.basicConfig = basic_config
    if "absl.logging" in sys.modules:
        sys.modules["absl.logging"].set_verbosity("debug")


def ask_tape(x: Experiment, function: Any, invoke: Any, args: Any, kwargs: Any) -> None:
    """Once more under the caller's tape, if that is what the finding is about."""
    if not x.job.watch.gradients:
        return
    x.meter.busy = True
    try:
        found = x.world.gradients(function, invoke, args, kwargs)
    finally:
        x.meter.busy = False
    x.result.gradients = {name: x.shown(value) for name, value in found.items()}


_LEAST = 2
_CALLING = 0.3
"""Calls that are made however slow they are; more, within this share of the time."""
_PATIENCE = 16
"""Calls of the program to watch for one that comes to the flagged line."""


class InPlace:
    """A ``tf.function`` is measured where the program calls it, and once more after the program."""

    def __init__(self, experiment: Experiment) -> None:
        self.x = experiment
        self.wanted: int = experiment.job.calls
        in_place = experiment.job.in_place
        self.in_place: int = self.wanted if in_place is None else in_place
        self.made: list[Any] = []
        self.records: list[MeasuredCall] = []
        """The records of the calls made, for as long as the program runs."""
        self.modes: list[list[str]] = []
        """What has switched graphs off, at each of the calls."""
        self.owners: list[Any] = []
        self.matched: set[str] = set()
        self.target: rebinding.Target | None = None

    def run(self) -> None:
        """Program first, then as many further calls as are missing."""
        x = self.x
        target = self.target = rebinding.watch(x)
        x.world.measured = self.measured
        x.load()
        x.stage("inputs")
        self._keep_entry()
        if not self.made:
            made = self._made_up()
            if made is None and not self.made:
                return
            self.made = self.made if made is None else [made]
        x.stage("calls")
        values = holding.Values(x)
        values.keep()
        missing = self.missing()
        for number in range(missing):
            if x.job.again is None and number >= _LEAST and not x.job.equal and x.late(_CALLING):
                break
            x.result.again = number + 1
            handle, invoke, args, kwargs = self.made[number % len(self.made)]
            x.subject, x.arguments = handle.python, args
            try:
                x.meter.measure(functools.partial(invoke, *args, **kwargs), handle.site)
            except Exception:
                continue
            finally:
                values.keep()
        handle, invoke, args, kwargs = self.made[-1]
        x.world.measured = None
        if x.job.mutate is not None:
            mutations.mutate(x, invoke, args, kwargs)
        again = functools.partial(invoke, *args, **kwargs)
        values.hold(again, handle.site)
        rebinding.drive(x, target, invoke, args, kwargs, handle.site)
        outside.drive(x, invoke, args, kwargs, handle.site)
        ask_tape(x, handle.python, invoke, args, kwargs)
        if x.meter.records and x.meter.records[-1].error is None:
            x.stage("timing")
            x.time_calls(invoke, args, kwargs)
            if x.side == "graph":
                x.time_traces(lambda: functools.partial(x.world.clone(handle), *args, **kwargs))

    def _made_up(self) -> Any:
        """A handle and arguments for it; None where there are none, or an object calls the entry itself.

        One may do so while it is made, as often as we want.
        """
        try:
            return calls.call_entry(self.x) if self.x.job.search else None
        except Enough:
            self._keep_entry()
            return None

    def missing(self) -> int:
        """How many of the program's calls to make again; the graph side does as the eager did."""
        again: int | None = self.x.job.again
        if again is None:
            # Each of the program's calls may be a trace: once more it is none.
            made = len(self.x.meter.records)
            again = max(self.wanted - made, 0 if self.x.job.equal else min(made, self.wanted))
        self.x.result.again = again
        return max(0, again)

    def measured(self, handle: Any, invoke: Any, args: Any, kwargs: Any) -> Any:
        """A call of some ``tf.function`` from eager code."""
        x = self.x
        meter = x.meter
        if meter.busy:
            return invoke(*args, **kwargs)
        before = meter.runs + meter.traces
        x.subject, x.arguments = handle.python, args
        x.result.stage = "calls"
        try:
            return meter.measure(lambda: invoke(*args, **kwargs), handle.site)
        finally:
            entered = set((meter.runs + meter.traces) - before)
            if x.is_entry(handle.site) or any(x.is_entry(site) for site in entered):
                self.matched.add(handle.site)
            x.result.stage = "program"
            if handle.site in self.matched:
                self.made.append((handle, invoke, args, kwargs))
                self.records.append(meter.records[-1])
                self.modes.append(x.world.modes_at_call(x.kind))
                # Outlives the program's own names: a ``tf.function`` holds its object weakly.
                self.owners.append(x.world.owner_of(handle.python))
                if self._count() >= self.in_place and (x.side == "graph" or self._seen_enough()):
                    x.enough += 1
                    if x.enough > 3:  # the program swallows it
                        raise SystemExit
                    raise Enough

    def _seen_enough(self) -> bool:
        """Whether the flagged line was reached, and what is to change between calls has changed."""
        unchanged = self.target is not None and not self.target.changes
        if self.x.job.equal:
            unchanged = own_calls.alike([record.drawn for record in self.records if record.hits])
        if unchanged or (self.x.job.watch.outside and not self.x.job.equal):
            self.x.end_program(_CALLING)
            return self._count() >= own_calls.MOST or self.x.late(_CALLING)
        return bool(self.x.meter.hits) or self._count() >= _PATIENCE

    def _count(self) -> int:
        return sum(record.site in self.matched for record in self.x.meter.records)

    def _keep_entry(self) -> None:
        records = self.x.meter.records
        own = {site for site in self.matched if self.x.is_entry(site)}
        if own:
            # What leads to the entry from elsewhere enters it eagerly at each call, and in a graph
            # when it is traced: only the entry's own calls are the same ones on both sides.
            self.matched = own
            mine = [made[0].site in own for made in self.made]
            self.made = list(itertools.compress(self.made, mine))
            self.records = list(itertools.compress(self.records, mine))
        if self.matched:
            self.x.result.from_program = self._count()
            self.x.result.modes = self.modes[0] if all(self.modes) else []
        records[:] = [record for record in records if record.site in self.matched]
        if self.x.job.equal and self.made:
            self._keep_one()

    def _keep_one(self) -> None:
        """Only the first call that reached the line, to be repeated as it is."""
        result, made = self.x.result, self.records
        result.own = [own_calls.told(record) for record in made]
        result.own_cut = len(made) >= own_calls.MOST or self.x.late(_CALLING)
        reached = (number for number, record in enumerate(made, 1) if record.hits)
        number = self.x.job.entered or next(reached, len(made))
        result.entered = result.from_program = number
        self.made = self.made[number - 1 : number]
        self.x.meter.records[:] = made[number - 1 : number]


class Capture:
    """Methods, callbacks and blocks: take the first real call's arguments, then call ourselves."""

    def __init__(self, experiment: Experiment) -> None:
        self.x = experiment

    def run(self) -> None:
        """Capture, then call eagerly or as a graph."""
        x = self.x
        target = rebinding.watch(x)
        call = calls.captured_call(x, target)
        x.world.stop_capture(x.side)
        if call is None:
            return
        x.result.modes = call.modes
        x.stage("calls")
        if x.job.repair:
            self._note(call)
        with call.scope:
            invoke = call.as_graph() if x.side == "graph" else call.plain
            x.subject, x.arguments = call.subject, call.args
            values = holding.Values(x)
            for number in range(x.job.calls):
                if number >= _LEAST and not x.job.equal and x.late(_CALLING):
                    break
                if x.job.repair:
                    x.stand_ins.stand_in(lambda: x.meter.hits)
                try:
                    x.meter.measure(functools.partial(invoke, *call.args, **call.kwargs), call.site)
                except Exception:
                    continue
                finally:
                    values.keep()
            if x.job.watch.block:
                x.result.block = x.world.graph_made(call.function, call.site)
            if x.job.mutate is not None:
                mutations.mutate(x, invoke, call.args, call.kwargs)
            again = functools.partial(invoke, *call.args, **call.kwargs)
            values.hold(again, call.site)
            rebinding.drive(x, target, invoke, call.args, call.kwargs, call.site)
            outside.drive(x, invoke, call.args, call.kwargs, call.site)
            ask_tape(x, call.function, invoke, call.args, call.kwargs)
            if x.meter.records and x.meter.records[-1].error is None:
                x.stage("timing")
                x.time_calls(invoke, call.args, call.kwargs)
                if x.side == "graph":
                    x.time_traces(
                        lambda: functools.partial(call.as_graph(), *call.args, **call.kwargs)
                    )

    def _note(self, call: Any) -> None:
        """What the values of the body are before they are symbols."""
        self.x.meter.quiet = True
        self.x.stand_ins.note()
        try:
            call.plain(*call.args, **call.kwargs)
        finally:
            self.x.meter.quiet = False


__all__ = ["Captured", "run"]
