"""What models do on the way to a line of which only the cost is looked at: a few steps of training do.

What ``predict`` costs hangs on what a model is made of, and not on how long it was trained.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import TYPE_CHECKING, Any

from .absent_models import MODELS
from .flagged_lines import Lines
from .frames import leaves

if TYPE_CHECKING:
    from .experiment import Experiment

_STEPS, _MOST = 2, 10_000
_FEW = 256
"""Rows that are trained on, or predicted, as they are."""
_TRAINED = 3
"""How often a model is trained in one way; after that it is told what came of it the last time."""
_LOOP = 0.05
"""For how much of the time, in seconds of the processor, a loop may train like that."""
_OF_BATCHES = ("train_on_batch", "test_on_batch")
_HARMLESS = {"x", "verbose", "batch_size"}
"""Options of ``predict`` that change nothing about few rows."""
Method = Callable[..., Any]


def install(x: Experiment) -> None:
    """Have models train and predict in short, unless the flagged line has them do so, or we do."""
    if not x.job.watch.cost:
        return
    shortening = _Shortening(x)
    x.shortened_loop = shortening.loop
    for name in MODELS:
        cls = getattr(sys.modules.get(name), "Model", None)
        if cls is not None:
            shortening.change(cls, "fit", shortening.fit)
            shortening.change(cls, "predict", shortening.predict)
            for method in _OF_BATCHES:
                shortening.change(cls, method, shortening.on_batch)


class _Shortening:
    """Methods of models, shortened."""

    def __init__(self, x: Experiment) -> None:
        self._x = x
        self._lines = Lines(x)
        self._trained: dict[tuple[int, str], list[Any]] = {}
        """What came of each way to train a model, the model itself first: its number is its own."""
        self._told = 0
        """How often a training was told what came of an earlier one."""

    def change(self, cls: type, name: str, shorten: Callable[[Method], Method]) -> None:
        """Shorten a method of a class, wherever that has it from."""
        owner = next(base for base in cls.__mro__ if name in vars(base))
        method = vars(owner)[name]
        short = shorten(method)

        @functools.wraps(method)
        def chosen(*args: Any, **kwargs: Any) -> Any:
            timed = self._x.result.stage == "timing" or self._lines.from_line()
            return (method if timed else short)(*args, **kwargs)

        setattr(owner, name, chosen)

    def loop(self, values: Any) -> Any:
        """What a loop that does not come to the line goes through: not all, where it trains for long."""
        return values if self._x.world.current_graph() is not None else self._while_of_use(values)

    def _while_of_use(self, values: Any) -> Iterator[Any]:
        began, told = process_time(), self._told
        for value in values:
            yield value
            long = process_time() - began > _LOOP * self._x.job.timeout
            if long and self._told > told and not self._x.meter.hits:
                return

    def fit(self, fit: Method) -> Method:
        """One short pass, with as many epochs told of as were asked for."""
        signature = inspect.signature(fit)

        def short(*args: Any, **kwargs: Any) -> Any:
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
            self._x.result.short_training = True
            model = given.pop("self")
            return _lengthened(self._remembered(model, "fit", fit, **given), start, epochs)

        return short

    def on_batch(self, train: Method) -> Method:
        """Few batches."""

        def short(model: Any, *args: Any, **kwargs: Any) -> Any:
            return self._remembered(model, train.__name__, train, *args, **kwargs)

        return short

    def predict(self, predict: Method) -> Method:
        """The same values by the quicker way, for few rows."""

        def short(model: Any, *args: Any, **kwargs: Any) -> Any:
            x = args[0] if args else kwargs.get("x")
            arrays = [self._x.world.array(leaf) for leaf in leaves(x)]
            few = bool(arrays) and all(a is not None and a.ndim and len(a) <= _FEW for a in arrays)
            if few and len(args) < 2 and _HARMLESS.issuperset(kwargs):
                return model.predict_on_batch(x)
            return predict(model, *args, **kwargs)

        return short

    def _remembered(self, model: Any, name: str, train: Method, *args: Any, **kwargs: Any) -> Any:
        known = self._trained.setdefault((id(model), name), [model])
        if len(known) <= _TRAINED:
            known.append(train(model, *args, **kwargs))
        else:
            self._told += 1
            self._x.result.short_training = True
        return known[-1]


def _lengthened(history: Any, start: int, epochs: int) -> Any:
    """What training returns, with as many epochs as the program has asked for."""
    if getattr(history, "epoch", None) and epochs > 1:
        history.epoch[1:] = range(start + 1, start + min(epochs, _MOST))
        for values in history.history.values():
            values[1:] = values[:1] * (len(history.epoch) - 1)
    return history
