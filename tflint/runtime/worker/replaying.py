"""The calls of a line made again on a function of their own: what of them brings the traces."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import statistics
import types
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..protocol import CompiledCall, GraphUse
from .compilations import Compilations
from .structures import flat, mapped, rebuilt

if TYPE_CHECKING:
    from .experiment import Experiment


class GraphCall(NamedTuple):
    """A call of a ``tf.function`` from eager code.

    Attributes:
        here: whether the flagged line makes it.
        turn: in which pass of the line, or after which.
        round: in which call of the function around the line, by us.
        owner: the object of a method, which its ``tf.function`` holds weakly.
        passed: what tells its arguments apart, or that of the parameter in question.
    """

    ms: float
    traces: int
    site: str
    here: bool
    turn: int
    round: int
    handle: Any
    args: Any
    kwargs: Any
    owner: Any
    passed: str


def bound(handle: Any, *args: Any, **kwargs: Any) -> inspect.BoundArguments:
    """The arguments of a call by the names of its parameters.

    Raises:
        TypeError, ValueError, IndexError: they do not fit.
    """
    parameters = list(inspect.signature(handle.python).parameters.values())
    within = len(args) + len(kwargs) < len(parameters)
    if parameters[0].name == "self" and within and hasattr(handle.python, "__self__"):
        del parameters[0]
    return inspect.Signature(parameters).bind(*args, **kwargs)


class Replay:
    """Calls of one ``tf.function``, made again."""

    def __init__(self, x: Experiment) -> None:
        self.x = x

    def replay(self, use: GraphUse, mine: list[GraphCall], others: list[GraphCall]) -> None:
        """The line's calls on a function of their own: as they are, and with tensors."""
        x = self.x
        handle, args, kwargs = mine[-1].handle, mine[-1].args, mine[-1].kwargs
        x.meter.quiet = True
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
        x.meter.quiet = False

    def _with_kept_objects(self, use: GraphUse, mine: list[GraphCall]) -> None:
        """Calls as they are and with the objects of the first one.

        Where the line runs in a loop they are those of one loop: what is made before it is made
        once, however often we call the function around it.
        """
        world = self.x.world
        rounds: dict[int, list[Any]] = {}
        for call in mine:
            rounds.setdefault(call.round, []).append((call.args, call.kwargs))
        first = next(iter(rounds.values()))
        own = first if len(first) > 1 else [call for calls in rounds.values() for call in calls]
        fresh, same = world.clone(mine[0].handle), world.clone(mine[0].handle)
        self._times(fresh, self._remade(own), strict=True)
        times = self._times(same, [self._kept(own[0], call) for call in own], strict=True)
        use.fresh_calls = len(own)
        use.fresh_traces = world.traces_of(fresh)
        use.kept_traces = world.traces_of(same)
        if len(times) > 2:
            use.kept_ms = statistics.median(times[1:])

    def _remade(self, calls: list[Any]) -> Iterator[Any]:
        """The calls, with an object of the user's, or a method, that only one of them has made once more.

        We hold on to all of them; TensorFlow forgets one that nobody holds.
        """
        uses = Counter(
            id(leaf) for call in calls for leaf in {id(v): v for v in flat(call)}.values()
        )

        def remade(value: Any) -> Any:
            if uses[id(value)] > 1:
                return value
            if isinstance(value, types.MethodType):
                return types.MethodType(value.__func__, value.__self__)
            if not self.x.program.is_project(type(value)):
                return value
            with contextlib.suppress(Exception):
                return copy.copy(value)
            return value

        for call in calls:
            yield mapped(remade, call)

    def _kept(self, first: Any, value: Any) -> Any:
        """A later call, with the objects, lists and numbers of the first one."""
        if (
            isinstance(value, (list, tuple))
            and type(first) is type(value)
            and len(first) == len(value)
        ):
            return rebuilt(value, [self._kept(*pair) for pair in zip(first, value)])
        if isinstance(value, dict) and isinstance(first, dict) and first.keys() == value.keys():
            return {key: self._kept(first[key], item) for key, item in value.items()}
        world = self.x.world
        is_data = world.is_tensor(value) or world.array(value) is not None
        return value if is_data else first

    def _varying(self, handle: Any, calls: list[GraphCall]) -> list[Any]:
        """The arguments of calls; where the finding is about one, all others as in the last call.

        The others may be made again only because we call the function around the line again.
        """
        made = [(call.args, call.kwargs) for call in calls]
        name = self.x.job.watch.parameter
        if not name or not made:
            return made
        try:
            last = bound(handle, *made[-1][0], **made[-1][1])
            alike = []
            for args, kwargs in made:
                one = bound(handle, *last.args, **last.kwargs)
                one.arguments[name] = bound(handle, *args, **kwargs).arguments[name]
                alike.append((one.args, one.kwargs))
        except (TypeError, ValueError, KeyError, IndexError):
            return made
        return alike

    def compiling(self, mine: list[GraphCall], compilations: Compilations) -> list[CompiledCall]:
        """For each call, on a function of their own: what it compiles, and what that costs.

        Nothing where one of them raises.
        """
        x = self.x
        x.meter.quiet = True
        found: list[CompiledCall] = []
        fresh = x.world.clone(mine[-1].handle)
        try:
            for call in mine:
                before = compilations.count()
                first, *again = self._times(fresh, [(call.args, call.kwargs)] * 3, strict=True)
                found.append(CompiledCall(compilations.count() - before, first, min(again)))
        except Exception:
            return []
        finally:
            x.meter.quiet = False
        return found

    def _times(self, function: Any, calls: Iterable[Any], strict: bool = False) -> list[float]:
        clock = self.x.meter.clock
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
            return [rebuilt(first, [c[n] for c in columns]) for n in range(len(values))]
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
