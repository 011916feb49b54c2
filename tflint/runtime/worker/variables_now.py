"""The values of all variables at one time: to go back to, and to compare with."""

from __future__ import annotations

import contextlib
from typing import Any

_MOST = 100_000_000
"""Numbers that are kept."""


class VariablesNow:
    """Variables with the values that they have now.

    Args:
        variables: what has ``numpy()`` and ``assign()``; None are kept where they are too large.
    """

    def __init__(self, variables: list[Any]) -> None:
        self._kept: list[tuple[Any, Any]] = []
        size = 0
        for variable in variables:
            with contextlib.suppress(Exception):
                value = variable.numpy()
                size += value.size
                if value.dtype.kind in "biuf":
                    self._kept.append((variable, value))
            if size > _MOST:
                self._kept.clear()
                return

    def restore(self) -> None:
        """Give all of them the values again that they had."""
        for variable, value in self._kept:
            with contextlib.suppress(Exception):
                variable.assign(value)

    def changes(self) -> list[float]:
        """How far each that holds real numbers is from what it was, as sums."""
        import numpy

        found: list[float] = []
        for variable, value in self._kept:
            if value.dtype.kind != "f":
                continue
            change = (variable.numpy() - value).astype("float64").ravel()
            weights = numpy.linspace(1.0, 2.0, change.size)
            found += [float(numpy.abs(change).sum()), float((change * weights).sum())]
        return found
