"""What ``predict`` and its like cost beside the ways to do the same for one batch."""

from __future__ import annotations

import contextlib
import functools
import statistics
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..protocol import Alternatives
from .frames import leaves

if TYPE_CHECKING:
    from .experiment import Experiment


_AGAIN = 5
_MOST = 8
_LATE = 0.8
"""How often each way is timed, unless this share of the time is over."""
_IN_ONE_STEP = 32
"""Rows in a step of ``fit`` where no ``batch_size`` is given (its documentation)."""


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
    """What a call gives for a parameter of ``fit``, ``None`` where it leaves it out."""
    return call.args[position] if len(call.args) > position else call.kwargs.get(name)


def _steps(world: Any, call: KerasCall, x: Any) -> tuple[int, int]:
    """How often ``fit`` goes through its arrays, and in how many steps each time."""
    rows = max((world.array(part).shape[:1] or (1,))[0] for part in leaves(x))
    in_one = _argument(call, "batch_size", 2) or _IN_ONE_STEP
    epochs = (_argument(call, "epochs", 3) or 1) - call.kwargs.get("initial_epoch", 0)
    return max(epochs, 1), -(-rows // in_one)


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
    epochs = 1
    if not _is_of_arrays(world, x):
        batch = world.first_batch(x)
        if batch is None:
            found.error = "the data is not an array"
            return found
        x, y = batch if name != "predict" else (batch[0], None)
    elif name == "fit":
        epochs, steps = _steps(world, last, x)
        if steps > 1:
            found.error = f"each {name} takes {steps} steps"
            return found
    ways: dict[str, Any] = {}
    if name == "predict":
        ways["model(x, training=False)"] = functools.partial(model, x, training=False)
        ways["predict_on_batch(x)"] = functools.partial(model.predict_on_batch, x)
    elif name == "evaluate":
        ways["test_on_batch(x, y)"] = functools.partial(model.test_on_batch, x, y)
    else:
        many = f"{epochs} calls of " if epochs > 1 else ""
        ways[f"{many}train_on_batch(x, y)"] = functools.partial(model.train_on_batch, x, y)
    for way, call in ways.items():
        try:
            call()
            spent: list[float] = []
            while len(spent) < _MOST and not (spent and experiment.late(_LATE)):
                start = clock()
                call()
                spent.append((clock() - start) * 1000)
            found.others[way] = statistics.median(spent) * epochs
        except Exception as error:
            found.error = f"{type(error).__name__}: {str(error)[:200]}"
    return found
