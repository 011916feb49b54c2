"""Eager code that makes or calls graphs: each pass of the flagged line counts as one call."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..protocol import Alternatives, GraphUse, Growth
from . import calls, frames, owners, search
from .recorder import Enough

if TYPE_CHECKING:
    from .experiment import Experiment

_MORE = 8
"""Passes beyond the usual number of calls: growth needs more to be seen."""
_REPLAYED = 24


class Lines:
    """What is known of the flagged line while the program runs."""

    def __init__(self, x: Experiment) -> None:
        self.x = x

    def from_line(self) -> bool:
        """Whether the flagged line is on the stack."""
        flagged = self.x.job.flagged
        frame: Any = sys._getframe(2)
        for _ in range(40):
            if frame is None:
                return False
            if flagged.holds(frame.f_code.co_filename, frame.f_lineno or 0):
                return True
            frame = frame.f_back
        return False


class Passes(Lines):
    """Runs the program and opens a new record whenever the flagged line is reached."""

    def __init__(self, x: Experiment) -> None:
        super().__init__(x)
        self.wanted: int = x.job.calls + _MORE
        self.hits = 0
        self.opened: float | None = None
        self.depth = 0
        self.seen: list[dict[str, Any]] = []
        self.counts: dict[str, list[int]] = {}
        self.entry: Any = None
        self.models: list[Any] = []
        """Those that the line compiles."""
        self.model: int | None = None
        self.round = 0
        """How often we have called the function around the line ourselves."""

    def run(self) -> None:
        """The program, then more of the same if that was not often enough."""
        x = self.x
        x.world.measured = self.function_called
        x.world.watch_keras(self.keras_called)
        x.world.watch_compile(self.model_compiled)
        x.recorder.on_hit = self.line_reached
        x.recorder.on_enter = self.entered
        x.load()
        x.result.from_program = self.hits
        self.close(None)
        if not self.hits and x.job.search:
            self.make_up_a_call()
        self.repeat()
        x.recorder.on_hit = x.recorder.on_enter = None
        x.world.measured = None
        x.stage("timing")
        x.result.growth = Growth(self.hits, self.summary(), self.alternatives())

    # What happens while it runs.

    def line_reached(self) -> None:
        """A pass begins, and with it the one before ends."""
        if self.x.world.current_graph() is not None:
            return
        self.close(None)
        if self.hits >= self.wanted:
            self.x.enough += 1
            if self.x.enough > 3:
                raise SystemExit
            raise Enough
        self.hits += 1
        self.counts = self.x.world.trace_counts()
        self.x.result.stage = "calls"
        self.x.recorder.open("line")
        self.x.recorder.busy = False
        self.opened = self.x.recorder.clock()

    def close(self, problem: BaseException | None) -> None:
        """End the pass that is open, if one is."""
        if self.opened is None:
            return
        milliseconds = (self.x.recorder.clock() - self.opened) * 1000
        self.opened = None
        self.x.recorder.close(milliseconds, None, problem)
        before, now = self.counts, self.x.world.trace_counts()
        record = self.x.recorder.records[-1]
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
        if self.entry is None and x.is_entry(site) and x.world.current_graph() is None:
            name = x.job.entry.qualname.rpartition(".")[2]
            self.entry = calls.call_of_frame(x, frames.body(site, name), name, site)

    def function_called(self, handle: Any, invoke: Any, args: Any, kwargs: Any) -> Any:
        """A ``tf.function`` is called from eager code."""
        if self.depth:
            return invoke(*args, **kwargs)
        world, clock = self.x.world, self.x.recorder.clock
        before = world.traces_of(handle.call)
        here = self.from_line()
        self.depth += 1
        start = clock()
        try:
            return invoke(*args, **kwargs)
        finally:
            self.depth -= 1
            if len(self.seen) < 400:
                self.seen.append(
                    {
                        "ms": (clock() - start) * 1000,
                        "traces": world.traces_of(handle.call) - before,
                        "site": handle.site,
                        "here": here,
                        "round": self.round,
                        "call": (handle, _held(args), _held(kwargs)),
                        # A tf.function holds the object of a method weakly.
                        "owner": world.owner_of(handle.python),
                    }
                )

    def keras_called(self, model: Any, name: str, method: Any, args: Any, kwargs: Any) -> Any:
        """``predict`` and its like are called."""
        if self.depth:
            return method(*args, **kwargs)
        self.depth += 1
        clock = self.x.recorder.clock
        start = clock()
        try:
            return method(*args, **kwargs)
        finally:
            self.depth -= 1
            self.seen.append(
                {
                    "ms": (clock() - start) * 1000,
                    "keras": name,
                    "model": model,
                    "args": args,
                    "kwargs": kwargs,
                    "call": method,
                }
            )

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
        target, _ = owners.resolve(x)
        if target is None:
            return
        try:
            found = search.search(x, target, target)
        except Enough:
            return
        self.close(None)
        if found is not None:
            self.entry = calls.Call(x, target, found[0], found[1], True, "")
            if x.result.trials > 1:
                x.recorder.records.clear()
                self.seen.clear()
                self.hits = 0

    def repeat(self) -> None:
        """Call the function around the line again until it was passed often enough."""
        if self.entry is None or not (self.hits or self.entry.site == ""):
            return
        for _ in range(self.wanted):
            if self.hits >= self.wanted:
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
        passes = [record.functions or {} for record in x.recorder.records]
        calls = [call for call in self.seen if "site" in call]
        # The line itself calls it, or (where it makes it) whatever comes after.
        here = [call for call in calls if call["here"]] or calls
        for site in dict.fromkeys(call["site"] for call in here):
            mine = [call for call in here if call["site"] == site]
            created = [functions.get(site, [0, 0])[0] for functions in passes]
            use = GraphUse(site, created, len(mine), sum(call["traces"] for call in mine))
            # The first call pays for things that no later one does.
            paid = [call["ms"] for call in mine[1:] if call["traces"]]
            if paid:
                use.retrace_ms = statistics.median(paid)
            others = [call for call in calls if call["site"] == site and not call["here"]]
            self._replay(use, mine[:_REPLAYED], others[:_REPLAYED])
            if x.job.watch.recompiling:
                use.first_and_again = self._first_and_again(mine[:_REPLAYED])
            found.append(use)
        for site in sorted({site for functions in passes for site in functions}):
            if not any(use.site == site for use in found):
                created = [functions.get(site, [0, 0])[0] for functions in passes]
                found.append(GraphUse(site, created, 0, 0))
        return found

    def _replay(self, use: GraphUse, mine: list[Any], others: list[Any]) -> None:
        """The line's calls on a function of their own: as they are, and with tensors."""
        x = self.x
        handle, args, kwargs = mine[-1]["call"]
        x.recorder.quiet = True
        reused = self._times(handle.call, [(args, kwargs)] * 8)
        if len(reused) > 2:
            use.reused_ms = statistics.median(reused[1:])
        own, rest = self._varying(handle, mine), self._varying(handle, others)
        try:
            # Elsewhere first: does this line bring something new?
            fresh = x.world.clone(handle)
            self._times(fresh, rest, strict=True)
            before = x.world.traces_of(fresh)
            self._times(fresh, own, strict=True)
            use.new_traces = x.world.traces_of(fresh) - before
            use.other_calls = len(rest)
            fresh = x.world.clone(handle)
            paid = self._times(fresh, self._remade(own), strict=True)
            use.own_traces = x.world.traces_of(fresh)
            if use.own_traces == len(own) > 2:
                use.retrace_ms = statistics.median(paid[1:])
            if x.job.watch.fresh:
                self._with_kept_objects(use, mine)
        except Exception as error:
            use.replay_error = f"{type(error).__name__}: {str(error)[:200]}"
        for dtype in ("", "float32"):
            try:
                fresh = x.world.clone(handle, reduce_retracing=True)
                as_tensor = functools.partial(x.world.literal_as_tensor, dtype=dtype)
                alone = (use.own_traces or 0) > 1
                changed = _varying_as_tensors(own if alone else rest + own, as_tensor)
                times = self._times(fresh, changed, strict=True)
                use.tensor_traces = x.world.traces_of(fresh)
                if len(times) > 2:
                    use.tensor_ms = statistics.median(times[2:])
                use.tensor_error = None
                break
            except Exception as error:
                use.tensor_error = f"{type(error).__name__}: {str(error)[:200]}"
        x.recorder.quiet = False

    def _with_kept_objects(self, use: GraphUse, mine: list[Any]) -> None:
        """Calls as they are and with the objects of the first one.

        Where the line runs in a loop they are those of one loop: what is made before it is made
        once, however often we call the function around it.
        """
        world = self.x.world
        rounds: dict[int, list[Any]] = {}
        for call in mine:
            rounds.setdefault(call["round"], []).append(call["call"][1:])
        first = next(iter(rounds.values()))
        own = first if len(first) > 1 else [call for calls in rounds.values() for call in calls]
        fresh, same = world.clone(mine[0]["call"][0]), world.clone(mine[0]["call"][0])
        self._times(fresh, self._remade(own), strict=True)
        times = self._times(same, [self._kept(own[0], call) for call in own], strict=True)
        use.fresh_calls = len(own)
        use.fresh_traces = world.traces_of(fresh)
        use.kept_traces = world.traces_of(same)
        if len(times) > 2:
            use.kept_ms = statistics.median(times[1:])

    def _remade(self, calls: list[Any]) -> Iterator[Any]:
        """The calls, with an object of the user's that only one of them has made once more.

        We hold on to all of them; TensorFlow forgets one that nobody holds.
        """
        uses = Counter(
            id(leaf) for call in calls for leaf in {id(v): v for v in _flat(call)}.values()
        )

        def remade(value: Any) -> Any:
            if uses[id(value)] > 1 or not self.x.program.is_project(type(value)):
                return value
            with contextlib.suppress(Exception):
                return copy.copy(value)
            return value

        for call in calls:
            yield _mapped(remade, call)

    def _kept(self, first: Any, value: Any) -> Any:
        """A later call, with the objects, lists and numbers of the first one."""
        if (
            isinstance(value, (list, tuple))
            and type(first) is type(value)
            and len(first) == len(value)
        ):
            return _rebuilt(value, [self._kept(*pair) for pair in zip(first, value)])
        if isinstance(value, dict) and isinstance(first, dict) and first.keys() == value.keys():
            return {key: self._kept(first[key], item) for key, item in value.items()}
        world = self.x.world
        is_data = world.is_tensor(value) or world.array(value) is not None
        return value if is_data else first

    def _varying(self, handle: Any, calls: list[Any]) -> list[Any]:
        """The arguments of calls; where the finding is about one, all others as in the last call.

        The others may be made anew only because we call the function around the line again.
        """
        made = [call["call"][1:] for call in calls]
        name = self.x.job.watch.parameter
        if not name or not made:
            return made
        try:
            parameters = list(inspect.signature(handle.python).parameters.values())
            bound = len(made[-1][0]) + len(made[-1][1]) < len(parameters)
            if parameters[0].name == "self" and bound and hasattr(handle.python, "__self__"):
                del parameters[0]
            signature = inspect.Signature(parameters)
            last = signature.bind(*made[-1][0], **made[-1][1])
            alike = []
            for args, kwargs in made:
                value = signature.bind(*args, **kwargs).arguments[name]
                one = signature.bind(*last.args, **last.kwargs)
                one.arguments[name] = value
                alike.append((one.args, one.kwargs))
        except (TypeError, ValueError, KeyError, IndexError):
            return made
        return alike

    def _first_and_again(self, mine: list[Any]) -> list[list[float]]:
        """For each call, on a function of their own: the first time, and the same call again.

        A busy machine makes any call slow, but seldom the same one twice: each time is the shorter
        one of two functions'.
        """
        x = self.x
        x.recorder.quiet = True
        runs: list[list[list[float]]] = [[], []]
        try:
            for pairs in runs:
                fresh = x.world.clone(mine[-1]["call"][0])
                for call in mine:
                    times = self._times(fresh, [call["call"][1:]] * 3, strict=True)
                    pairs.append([times[0], min(times[1:])])
        except Exception:
            pass
        finally:
            x.recorder.quiet = False
        return [[min(both) for both in zip(*pairs)] for pairs in zip(*runs)]

    def _times(self, function: Any, calls: Iterable[Any], strict: bool = False) -> list[float]:
        clock = self.x.recorder.clock
        times = []
        for args, kwargs in calls:
            start = clock()
            try:
                function(*args, **kwargs)
            except Exception:
                if strict:
                    raise
                break
            times.append((clock() - start) * 1000)
        return times

    def alternatives(self) -> Alternatives | None:
        """What ``predict`` costs beside the ways to do the same for one batch."""
        calls = [call for call in self.seen if "keras" in call]
        if not calls:
            return None
        last = calls[-1]
        name, model, args, kwargs = last["keras"], last["model"], last["args"], dict(last["kwargs"])
        # The first call builds the step.
        times = [call["ms"] for call in calls[1:]] or [calls[0]["ms"]]
        found = Alternatives(name, statistics.median(times), len(calls))
        x = args[0] if args else kwargs.get("x")
        y = args[1] if len(args) > 1 else kwargs.get("y")
        world = self.x.world
        if world.array(x) is None:
            batch = world.first_batch(x)
            if batch is None:
                found.error = "the data is not an array"
                return found
            x, y = batch if name != "predict" else (batch[0], None)
        ways: dict[str, Any] = {}
        if name == "predict":
            ways["model(x, training=False)"] = functools.partial(model, x, training=False)
            ways["predict_on_batch(x)"] = functools.partial(model.predict_on_batch, x)
        elif name == "evaluate":
            ways["test_on_batch(x, y)"] = functools.partial(model.test_on_batch, x, y)
        else:
            ways["train_on_batch(x, y)"] = functools.partial(model.train_on_batch, x, y)
        clock = self.x.recorder.clock
        for way, call in ways.items():
            try:
                call()
                spent = []
                for _ in range(8):
                    start = clock()
                    call()
                    spent.append((clock() - start) * 1000)
                found.others[way] = statistics.median(spent)
            except Exception as error:
                found.error = f"{type(error).__name__}: {str(error)[:200]}"
        return found


def _rebuilt(like: Any, items: list[Any]) -> Any:
    """A list, tuple or named tuple with other items."""
    return type(like)(*items) if hasattr(like, "_fields") else type(like)(items)


def _mapped(change: Any, value: Any) -> Any:
    """A structure with each of its leaves changed; its lists and dicts are new ones."""
    if isinstance(value, (list, tuple)):
        return _rebuilt(value, [_mapped(change, item) for item in value])
    if isinstance(value, dict):
        return {key: _mapped(change, item) for key, item in value.items()}
    return change(value)


def _held(value: Any) -> Any:
    """Arguments as they are now: the program may go on to append to its lists."""
    return _mapped(lambda leaf: leaf, value)


def _flat(value: Any) -> list[Any]:
    leaves: list[Any] = []
    _mapped(leaves.append, value)
    return leaves


def _varying_as_tensors(calls: list[Any], as_tensor: Any) -> list[Any]:
    def differ(values: list[Any]) -> bool:
        try:
            return any(type(v) is not type(values[0]) or bool(v != values[0]) for v in values[1:])
        except Exception:
            return True

    def convert(values: list[Any]) -> list[Any]:
        first = values[0]
        if all(isinstance(v, (list, tuple)) and len(v) == len(first) for v in values):
            columns = [convert([v[i] for v in values]) for i in range(len(first))]
            return [_rebuilt(first, [c[n] for c in columns]) for n in range(len(values))]
        if all(isinstance(v, dict) and v.keys() == first.keys() for v in values):
            by_key = {key: convert([v[key] for v in values]) for key in first}
            return [{key: by_key[key][n] for key in first} for n in range(len(values))]
        if all(
            isinstance(v, (int, float, str)) and not isinstance(v, bool) for v in values
        ) and differ(values):
            return [as_tensor(v) for v in values]
        return values

    shape = (len(calls[-1][0]), sorted(calls[-1][1]))
    alike = [call for call in calls if (len(call[0]), sorted(call[1])) == shape]
    return convert([(tuple(args), kwargs) for args, kwargs in alike])


def run(x: Experiment) -> None:
    """Run the program until the line was passed often enough."""
    Passes(x).run()
