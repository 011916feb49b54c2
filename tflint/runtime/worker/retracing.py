"""Eager code that makes or calls graphs: each pass of the flagged line counts as one call."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import contextlib
import json
import statistics
from collections import Counter
from time import process_time
from typing import TYPE_CHECKING, Any

from ..protocol import Alternatives, GraphUse, Growth
from . import frames, owners, program_calls, resizing
from .alternatives import KerasCall, alternatives
from .compilations import Compilations
from .filling import filled
from .flagged_lines import Lines
from .meter import Enough
from .replaying import GraphCall, Replay, bound
from .search import search
from .structures import flat, held

if TYPE_CHECKING:
    from .experiment import Experiment

_MORE, _MORE_OF_COST = 8, 2
"""Passes beyond the usual number of calls: growth needs more to be seen; what one costs does not."""
_FEW, _SLOW = 3, 0.4
"""Passes that will do where each takes long: after this share of the time there are no more."""
_FEW_OF_COST, _SLOW_OF_COST = 1, 0.1
"""Where what one costs is looked at: the last is made again."""
_PATIENCE, _IN_VAIN = 4, 0.05
"""Calls by the program that pass by a line of which the cost is looked at: how many, and for how long.

The share of the time is of the processor's: how busy the machine is does not tell how far a program is.
"""
_REMEMBERED, _REPLAYED = 400, 24
_VARIED = 3
_GOING_ON = 0.1
"""Different arguments that show whether each brings a trace; the share of the time to wait for them."""


class Passes(Lines):
    """Runs the program and opens a new record whenever the flagged line is reached."""

    def __init__(self, x: Experiment) -> None:
        super().__init__(x)
        of_cost = x.job.watch.cost
        self.wanted: int = x.job.calls + (_MORE_OF_COST if of_cost else _MORE)
        self.few, self.slow = (_FEW_OF_COST, _SLOW_OF_COST) if of_cost else (_FEW, _SLOW)
        self.hits = 0
        self.cut = False
        self.passed: set[str] = set()
        """What tells the arguments of the line's calls apart."""
        self.searching = False
        """Whether inputs are tried."""
        self.opened: float | None = None
        self.before = 0
        """How many functions there were before the first pass."""
        self.depth = 0
        self.seen: list[GraphCall] = []
        self.elsewhere: Counter[str] = Counter()
        """How often functions that are not the program's were called, but by the line."""
        self.by_keras: list[KerasCall] = []
        self.failed: Alternatives | None = None
        """What to say where each call of Keras's has raised."""
        self.counts: dict[str, list[int]] = {}
        self.entry: Any = None
        self.entries = 0
        """How often the program has called the function around the line."""
        self.waiting_since = 0.0
        """In seconds of the processor, the first of these calls."""
        self.models: list[Any] = []
        """Those that the line compiles."""
        self.model: int | None = None
        self.round = 0
        """How often we have called the function around the line ourselves."""
        self.compilations = Compilations() if x.job.watch.recompiling else None

    def run(self) -> None:
        """The program, then more of the same if that was not often enough."""
        x = self.x
        x.world.measured = self.function_called
        x.world.watch_keras(self.keras_called)
        x.world.watch_compile(self.model_compiled)
        x.meter.on_hit = self.line_reached
        x.meter.on_enter = self.entered
        x.load()
        x.result.from_program = self.hits
        self.close(None)
        if not self.hits and x.job.search:
            self.searching = True
            self.make_up_a_call()
            self.searching = False
        self.repeat()
        x.meter.on_hit = x.meter.on_enter = None
        x.world.measured = None
        x.stage("timing")
        slower = alternatives(x, self.by_keras) or self.failed
        # What a call of Keras's costs does not hang on traces.
        functions = [] if x.job.watch.cost else self.summary()
        x.result.growth = Growth(self.hits, functions, slower, self.cut)

    # What happens while it runs.

    def line_reached(self) -> None:
        """A pass begins, and with it the one before ends."""
        if self.x.world.current_graph() is not None:
            return
        self.close(None)
        if self.searching and not self._has_worked():
            self._forget()  # tries with inputs that do not fit came to the line, and no further
        enough = self.hits >= self.wanted and (self.varied() or self.x.late(_GOING_ON))
        if enough or self.will_do():
            self.cut = True
            self.x.enough += 1
            if self.x.enough > 3:
                raise SystemExit
            raise Enough
        if not self.hits:
            self.before = len(self.x.world.handles)
        self.hits += 1
        if self.hits > self.wanted:
            return
        self.counts = self.x.world.trace_counts()
        self.x.result.stage = "calls"
        self.x.meter.open("line")
        self.x.meter.busy = False
        self.opened = self.x.meter.clock()

    def _has_worked(self) -> bool:
        """Whether a pass came to what is looked at: of what costs, the model's own work."""
        return bool(self.by_keras or (self.seen and not self.x.job.watch.cost))

    def will_do(self) -> bool:
        """Whether there were some passes, and each takes long."""
        return self.hits >= self.few and self.x.late(self.slow)

    def close(self, problem: BaseException | None) -> None:
        """End the pass that is open, if one is."""
        if self.opened is None:
            return
        milliseconds = (self.x.meter.clock() - self.opened) * 1000
        self.opened = None
        self.x.meter.close(milliseconds, None, problem)
        before, now = self.counts, self.x.world.trace_counts()
        record = self.x.meter.records[-1]
        record.hits = 1
        record.model, self.model = self.model, None
        record.functions = {
            site: [new - old for new, old in zip(counts, before.get(site, [0, 0]))]
            for site, counts in now.items()
            if counts != before.get(site)
        }

    def entered(self, site: str) -> None:
        """Remember how the function around the line was called, to call it so again."""
        x = self.x
        if not x.is_entry(site) or x.world.current_graph() is not None:
            return
        in_vain = x.job.watch.cost and not (self.hits or self.searching)
        if self.entry is not None and not in_vain:
            return
        name = x.job.entry.qualname.rpartition(".")[2]
        frame = frames.body(site, name)
        if self.entry is None:
            self.entry = program_calls.call_of_frame(x, frame, name, site)
        if in_vain:
            self.lead_on(frame)

    def lead_on(self, frame: Any) -> None:
        """Let an object have what it gets later, where calls of its method pass by the line for long."""
        self.entries += 1
        self.waiting_since = self.waiting_since or process_time()
        long = process_time() - self.waiting_since > _IN_VAIN * self.x.job.timeout
        if long and self.entries > _PATIENCE and frame is not None:
            self.waiting_since = float("inf")
            positional, _ = frames.arguments_of(frame)
            if positional:
                self.x.given_early |= dict.fromkeys(owners.set_later(self.x, positional[0]))

    def function_called(self, handle: Any, invoke: Any, args: Any, kwargs: Any) -> Any:
        """A ``tf.function`` is called from eager code."""
        if self.depth:
            return invoke(*args, **kwargs)
        before = self.x.world.traces_of(handle.call)
        here = self.from_line()
        failed = True
        self.depth += 1
        start = self.x.meter.clock()
        try:
            value = invoke(*args, **kwargs)
            failed = False
            return value
        finally:
            self.depth -= 1
            milliseconds = (self.x.meter.clock() - start) * 1000
            traces = self.x.world.traces_of(handle.call) - before
            if traces or not failed:
                # What raises as it is traced tells nothing of traces, nor what they hang on.
                self._remember(handle, args, kwargs, here, traces, milliseconds)

    def _remember(
        self, handle: Any, args: Any, kwargs: Any, here: bool, traces: int, milliseconds: float
    ) -> None:
        """Note a call of a ``tf.function``, to be repeated."""
        passed = self.argument_key(handle, args, kwargs) if here else ""
        new = passed not in self.passed
        if here:
            self.passed.add(passed)
        if self._is_kept(handle.site, here) and (self.hits <= self.wanted or new):
            self.seen.append(
                GraphCall(
                    ms=milliseconds,
                    traces=traces,
                    site=handle.site,
                    here=here,
                    turn=self.hits,
                    round=self.round,
                    handle=handle,
                    args=held(args),
                    kwargs=held(kwargs),
                    owner=self.x.world.owner_of(handle.python),
                    passed=passed,
                )
            )

    def _is_kept(self, site: str, here: bool) -> bool:
        """Whether a call is remembered, with what it was given: of those that Keras makes itself, few.

        What it gives to its steps is an iterator, which runs threads of its own for as long as it is there.
        """
        if here or self.x.program.owns(site.rpartition(":")[0]):
            return len(self.seen) < _REMEMBERED
        self.elsewhere[site] += 1
        return self.elsewhere[site] <= _REPLAYED

    def varied(self) -> bool:
        """Whether the line's arguments have varied as often as it takes, if that is asked for."""
        return not self.x.job.watch.growing or len(self.passed) >= _VARIED

    def argument_key(self, handle: Any, args: Any, kwargs: Any) -> str:
        """What tells the arguments of a call apart, or that of the parameter in question."""
        x = self.x
        value: Any = (args, kwargs)
        if x.job.watch.parameter:
            with contextlib.suppress(TypeError, ValueError, IndexError, KeyError):
                value = bound(handle, *args, **kwargs).arguments[x.job.watch.parameter]
        leaves = [(type(leaf).__name__, x.shown(leaf), id(leaf)) for leaf in flat(value)]
        unseen = [number for _, told, number in leaves if type(told) is dict and "object" in told]
        return json.dumps([x.shown(value), [kind for kind, _, _ in leaves], unseen])

    def keras_called(self, model: Any, name: str, method: Any, args: Any, kwargs: Any) -> Any:
        """``predict`` and its like are called."""
        if self.depth or not self.from_line():
            return method(*args, **kwargs)  # which may run the line, as a callback
        self.depth += 1
        clock = self.x.meter.clock
        start = clock()
        try:
            value = method(*args, **kwargs)
        except Exception as error:
            # One of a try with inputs that do not fit: there is nothing to time, and none to repeat.
            self.hits -= 1
            said = f"it raised {type(error).__name__}: {str(error)[:200]}"
            self.failed = Alternatives(name, (clock() - start) * 1000, 0, error=said)
            raise
        finally:
            self.depth -= 1
        self.by_keras.append(KerasCall((clock() - start) * 1000, name, model, args, kwargs))
        return value

    def model_compiled(self, model: Any) -> None:
        """A model is compiled: which one, if the line does it."""
        if self.opened is None or not self.from_line():
            return
        if not any(model is known for known in self.models):
            self.models.append(model)
        self.model = next(i for i, known in enumerate(self.models) if known is model)

    # When the program does not do it, or not often.

    def make_up_a_call(self) -> None:
        """Call the function around the line with arguments of our own."""
        x = self.x
        if x.job.entry.qualname == "<module>":
            return
        x.stage("inputs")
        target, instance = owners.resolve(x)
        if target is None:
            return
        try:
            found, target = resizing.searched_plain(x, target, instance)
            if x.job.fill and not self.hits and (filling := filled(x)) is not None:
                found, target = ((), {}), filling
            self.close(None)
            if found is not None and not self.seen and not self.by_keras:
                target = self._calling_what_it_makes(target, found)
        except Enough:
            return
        if found is not None:
            self.entry = program_calls.Call(x, target, found[0], found[1], True, "")
            if x.result.trials > 1:
                self._forget()

    def _forget(self) -> None:
        """Begin anew: what was seen so far were tries."""
        self.x.meter.records.clear()
        self.seen.clear()
        self.by_keras.clear()
        self.hits = 0

    def _calling_what_it_makes(self, maker: Any, found: Any) -> Any:
        """A function that calls the graph that another one returns; that one where it returns none."""
        made = maker(*found[0], **found[1])
        self.close(None)
        if not hasattr(made, "python_function"):
            return maker

        def call(*args: Any, **kwargs: Any) -> Any:
            # One whose first trace has made a variable and failed is never traced again.
            return maker(*found[0], **found[1])(*args, **kwargs)

        self.x.meter.on_hit = None  # what the search does are no passes
        arguments = search(self.x, made.python_function, call, record=False)
        self.x.meter.on_hit = self.line_reached
        return maker if arguments is None else lambda *_, **__: call(*arguments[0], **arguments[1])

    def repeat(self) -> None:
        """Call the function around the line again until it was passed often enough."""
        if self.entry is None or not (self.hits or self.entry.site == ""):
            return
        for _ in range(self.wanted):
            if self.hits >= self.wanted or self.will_do():
                return
            self.round += 1
            try:
                self.entry.plain(*self.entry.args, **self.entry.kwargs)
            except Enough:
                return
            except Exception as error:
                self.close(error)
                return
            self.close(None)

    # What it comes to.

    def summary(self) -> list[GraphUse]:
        """For each definition: how many were made, called and traced, and what reuse costs."""
        x = self.x
        found = []
        passes = [record.functions or {} for record in x.meter.records]
        calls, replay = self.seen, Replay(x)
        # The line itself calls it, or (where it makes it) whatever comes after.
        here = [call for call in calls if call.here] or calls
        for site in dict.fromkeys(call.site for call in here):
            mine = [call for call in here if call.site == site]
            created = [functions.get(site, [0, 0])[0] for functions in passes]
            use = GraphUse(site, created, len(mine), sum(call.traces for call in mine))
            use.traced = x.world.traced_since(self.before, site)
            use.passes = len({call.turn for call in mine})
            use.varied = len({call.passed for call in mine})
            use.at_first = sum(not call.round for call in mine)
            # The first call pays for things that no later one does.
            paid = [call.ms for call in mine[1:] if call.traces]
            if paid:
                use.retrace_ms = statistics.median(paid)
            others = [call for call in calls if call.site == site and not call.here]
            if len(mine) > _REPLAYED:
                # The first, and what is new after them.
                mine = [*mine[: _REPLAYED // 2], *mine[-_REPLAYED // 2 :]]
            replay.replay(use, mine, others[:_REPLAYED])
            if self.compilations is not None:
                use.compiled = replay.compiling(mine, self.compilations)
            found.append(use)
        for site in sorted({site for functions in passes for site in functions}):
            if not any(use.site == site for use in found):
                created = [functions.get(site, [0, 0])[0] for functions in passes]
                traced = x.world.traced_since(self.before, site)
                found.append(GraphUse(site, created, 0, 0, traced))
        return found


def run(x: Experiment) -> None:
    """Run the program until the line was passed often enough."""
    Passes(x).run()
