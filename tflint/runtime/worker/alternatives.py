"""What ``predict`` and its like cost beside the ways to do the same for one batch."""

from __future__ import annotations

import contextlib
import functools
import statistics
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..protocol import Alternatives
from .frames import leaves
from .structures import mapped

if TYPE_CHECKING:
    from .experiment import Experiment


_AGAIN = 5
_MOST = 8
_LATE = 0.8
"""How often each way is timed, unless this share of the time is over."""
_IN_ONE_STEP = 32
"""Rows in a step where no ``batch_size`` is given (documentation of ``fit``, ``predict``)."""
_FEW_STEPS = 4
"""Steps of a ``predict`` beside which what the call itself costs is what it costs.

A step of a small model takes four times as long in ``predict`` as by itself, and the call forty times as
long as a step (Keras 3.15).
"""


class KerasCall(NamedTuple):
    """A call of ``fit``, ``evaluate`` or ``predict``."""

    ms: float
    name: str
    model: Any
    args: Any
    kwargs: Any


def _is_of_arrays(world: Any, data: Any) -> bool:
    """Whether data is an array, or several of them."""
    parts = leaves(data)
    return bool(parts) and all(world.array(part) is not None for part in parts)


def _times(call: KerasCall, clock: Callable[[], float]) -> list[float]:
    """How long one of few calls takes once more."""
    spent = []
    with contextlib.suppress(Exception):
        for _ in range(_AGAIN):
            start = clock()
            getattr(call.model, call.name)(*call.args, **call.kwargs)
            spent.append((clock() - start) * 1000)
    return spent


def _argument(call: KerasCall, name: str, position: int) -> Any:
    """What a call gives for a parameter, ``None`` where it leaves it out."""
    return call.args[position] if len(call.args) > position else call.kwargs.get(name)


def _rows_in_one_step(call: KerasCall) -> int:
    position = 1 if call.name == "predict" else 2
    return _argument(call, "batch_size", position) or _IN_ONE_STEP


def _steps(world: Any, call: KerasCall, x: Any) -> tuple[int, int]:
    """How often a call goes through its arrays, and in how many steps each time."""
    rows = max((world.array(part).shape[:1] or (1,))[0] for part in leaves(x))
    epochs = 1
    if call.name == "fit":
        epochs = (_argument(call, "epochs", 3) or 1) - call.kwargs.get("initial_epoch", 0)
    steps = -(-rows // _rows_in_one_step(call))
    return max(epochs, 1), max(min(steps, call.kwargs.get("steps") or steps), 1)


def _first_rows(world: Any, rows: int, data: Any) -> Any:
    """What stands in the first step."""
    return mapped(lambda part: part if world.array(part) is None else part[:rows], data)


def alternatives(experiment: Experiment, calls: list[KerasCall]) -> Alternatives | None:
    """What ``predict`` costs beside the ways to do the same for one batch.

    By the last call, or by the first: ``predict`` of Keras 2 takes shapes, once it has met others, that
    nothing else takes.
    """
    if not calls:
        return None
    found = _by_the_last(experiment, calls)
    return found if found.others else _by_the_last(experiment, calls[:1])


def _holds_made_up(world: Any, model: Any) -> bool:
    """Whether a model is made up, or one of those that it is made of."""
    layers = getattr(model, "_flatten_layers", list)
    return any(one is other for one in (model, *layers()) for other in world.made_up_models)


def _by_the_last(experiment: Experiment, calls: list[KerasCall]) -> Alternatives:
    last = calls[-1]
    name, model = last.name, last.model
    clock = experiment.meter.clock
    # The first call builds the step, and one of few may build it anew for another shape.
    times = [call.ms for call in calls[1:]]
    if len(times) < _AGAIN:
        times += _times(last, clock)
    if not times:
        return Alternatives(name, last.ms, len(calls), error="its only call can't be repeated")
    made_up = _holds_made_up(experiment.world, model)
    found = Alternatives(name, statistics.median(times), len(calls), made_up)
    x, y = _argument(last, "x", 0), _argument(last, "y", 1)
    world = experiment.world
    if _is_of_arrays(world, x):
        epochs, steps = _steps(world, last, x)
        x, y = _first_rows(world, _rows_in_one_step(last), (x, y)) if steps > 1 else (x, y)
    else:
        batch = world.first_batch(x)
        if batch is None:
            found.error = "the data is not an array"
            return found
        epochs, steps = 1, world.count_of_batches(x)
        x, y = batch if name != "predict" else (batch[0], None)
        if not steps:
            found.error = "how many batches the data has is not known"
            return found
    if steps > (1 if name == "fit" else _FEW_STEPS):
        found.error = f"each {name} takes {steps} steps"
        return found
    calls_of = f"{epochs * steps} calls of " if epochs * steps > 1 else ""
    ways: dict[str, Any] = {}
    if name == "predict":
        ways[f"{calls_of}model(x, training=False)"] = functools.partial(model, x, training=False)
        ways[f"{calls_of}predict_on_batch(x)"] = functools.partial(model.predict_on_batch, x)
    elif name == "evaluate":
        ways[f"{calls_of}test_on_batch(x, y)"] = functools.partial(model.test_on_batch, x, y)
    else:
        ways[f"{calls_of}train_on_batch(x, y)"] = functools.partial(model.train_on_batch, x, y)
    for way, call in ways.items():
        try:
            call()
            spent: list[float] = []
            while len(spent) < _MOST and not (spent and experiment.late(_LATE)):
                start = clock()
                call()
                spent.append((clock() - start) * 1000)
            found.others[way] = statistics.median(spent) * epochs * steps
        except Exception as error:
            found.error = f"{type(error).__name__}: {str(error)[:200]}"
    return found
