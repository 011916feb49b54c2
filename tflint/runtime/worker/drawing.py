"""What a function such as ``numpy.random.randn`` gives to each measured call."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .experiment import Experiment

_MOST = 8


def watch(x: Experiment) -> None:
    """Note what the function that the finding names returns while a call is measured."""
    module, _, name = x.job.watch.drawn.rpartition(".")
    original = getattr(sys.modules.get(module), name, None)
    if not callable(original) or isinstance(original, type):
        return

    @functools.wraps(original, updated=())
    def drawing(*args: Any, **kwargs: Any) -> Any:
        value = original(*args, **kwargs)
        if len(x.meter.drawn) < _MOST:
            x.meter.drawn.append(x.shown(value))
        return value

    drawing.autograph_info__ = {}  # type: ignore[attr-defined]
    setattr(sys.modules[module], name, drawing)
