"""Training on the way to a line of which only the cost is looked at: a few steps do.

What ``predict`` costs hangs on what a model is made of, and not on how long it was trained.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .absent_models import MODELS
from .flagged_lines import Lines

if TYPE_CHECKING:
    from .experiment import Experiment

_STEPS, _MOST = 2, 10_000
_FEW = 256
"""Rows that are trained on as they are."""
Method = Callable[..., Any]


def install(x: Experiment) -> None:
    """Have ``fit`` make one short pass, unless the flagged line calls it."""
    if not x.job.watch.cost:
        return
    for name in MODELS:
        cls = getattr(sys.modules.get(name), "Model", None)
        if cls is not None:
            owner = next(base for base in cls.__mro__ if "fit" in vars(base))
            owner.fit = _shortened(x, owner.fit)


def _shortened(x: Experiment, fit: Method) -> Method:
    lines, signature = Lines(x), inspect.signature(fit)

    @functools.wraps(fit)
    def short(*args: Any, **kwargs: Any) -> Any:
        if lines.from_line():
            return fit(*args, **kwargs)
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError:
            return fit(*args, **kwargs)
        start = given.get("initial_epoch", 0)
        epochs = given.get("epochs", 1) - start
        given["epochs"] = start + 1
        if len(getattr(given.get("x"), "shape", None) or ()) == 0 or len(given["x"]) > _FEW:
            # Of few rows there may be no two steps, and Keras says so each time.
            given["steps_per_epoch"] = min(given.get("steps_per_epoch") or _STEPS, _STEPS)
        if given.get("validation_data") is not None:
            given["validation_steps"] = 1
        x.result.short_training = True
        return _lengthened(fit(given.pop("self"), **given), start, epochs)

    return short


def _lengthened(history: Any, start: int, epochs: int) -> Any:
    """What training returns, with as many epochs as the program has asked for."""
    if getattr(history, "epoch", None) and epochs > 1:
        history.epoch[1:] = range(start + 1, start + min(epochs, _MOST))
        for values in history.history.values():
            values[1:] = values[:1] * (len(history.epoch) - 1)
    return history
