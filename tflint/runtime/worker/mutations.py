"""Inputs on which an operation fails: those that work, changed one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..protocol import Mutated, Where
from .frames import leaves, rebuilt

if TYPE_CHECKING:
    from .experiment import Experiment

_BUDGET = 8.0
MUTATIONS = (
    "huge",
    "negative",
    "zero",
    "nan",
    "empty",
    "shorter",
    "longer",
    "deeper",
    "flat",
    "scalar",
    "one",
)


def mutate(x: Experiment, invoke: Any, args: Any, kwargs: Any) -> None:
    """Call with changed inputs; the graph side repeats those that failed eagerly."""
    wanted = x.job.mutate or None
    x.stage("mutations")
    tried: list[Mutated] = []
    x.result.mutations = tried
    held = leaves([args, kwargs])
    positions = [i for i, leaf in enumerate(held) if x.world.like(leaf, "zero") is not None]
    places: list[Where] = [*positions, *(["all"] if len(positions) > 1 else [])]
    plans = wanted or [(where, mutation) for mutation in MUTATIONS for where in places]
    meter = x.meter
    clock = meter.effort
    deadline = clock() + _BUDGET
    for where, mutation in plans:
        if clock() > deadline:
            break
        if [where, mutation] in x.job.avoid:
            continue
        changed = _changed(x, (args, kwargs), where, mutation)
        if changed is None:
            continue
        x.result.trying = [where, mutation]
        x.publish()
        new_args, new_kwargs = changed
        hits = meter.hits
        outcome = Mutated(where, mutation)
        meter.values, meter.drawn = [], []
        try:
            meter.busy = True  # nested calls are not to be measured
            value = invoke(*new_args, **new_kwargs)
            x.world.wait(value)
            outcome.value = x.shown(value)
        except Exception as error:
            outcome.error = meter.describe(error)
        finally:
            meter.busy = False
        outcome.hits = meter.hits - hits
        outcome.drawn = meter.drawn
        tried.append(outcome)
        if wanted is None and sum(item.error is not None for item in tried) >= 24:
            break


def _changed(x: Experiment, value: Any, where: Where, mutation: str) -> Any:
    count = [0]
    changed = [False]

    def other(leaf: Any) -> Any:
        position = count[0]
        count[0] += 1
        new = x.world.like(leaf, mutation) if where in ("all", position) else None
        changed[0] = changed[0] or new is not None
        return leaf if new is None else new

    result = rebuilt(value, other)
    return result if changed[0] else None
