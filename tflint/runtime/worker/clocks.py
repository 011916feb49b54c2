"""Python's clocks, ahead of what they say: time passes as an experiment chooses."""

from __future__ import annotations

import contextlib
import datetime
import time
from collections.abc import Callable, Iterator
from typing import Any

_STEP = 100003.7
"""Seconds between two calls: a day and some, so that no part of the time stays as it was."""
_CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
_SHOWN = ("localtime", "gmtime", "ctime")


class Clock:
    """Python's clocks, ahead of what they say by as much as we choose."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._still: dict[Any, Any] | None = None
        for name in _CLOCKS:
            self._move(name, 1)
            self._move(name + "_ns", 10**9)
        for name in _SHOWN:
            self._show(name)
        strftime, localtime = time.strftime, time.localtime
        vars(time)["strftime"] = lambda text, when=None: strftime(
            text, localtime() if when is None else when
        )
        vars(datetime).update(
            date=self._moved(datetime.date, ("today",)),
            datetime=self._moved(datetime.datetime, ("now", "utcnow", "today")),
        )

    def tick(self) -> None:
        """Time passes."""
        self._ahead += _STEP

    @contextlib.contextmanager
    def still(self) -> Iterator[None]:
        """No time passes meanwhile: what was asked once has the same answer again."""
        self._still = {}
        try:
            yield
        finally:
            self._still = None

    def _now(self, key: Any, ask: Callable[[], Any]) -> Any:
        if self._still is None:
            return ask()
        if key not in self._still:
            self._still[key] = ask()
        return self._still[key]

    def _move(self, name: str, unit: int) -> None:
        real = getattr(time, name, None)
        if real is not None:

            def ahead() -> Any:
                return real() + type(real())(self._ahead * unit)

            setattr(time, name, lambda: self._now(name, ahead))

    def _show(self, name: str) -> None:
        real, now = getattr(time, name), time.time
        setattr(time, name, lambda when=None: real(now() if when is None else when))

    def _moved(self, real: Any, names: tuple[str, ...]) -> Any:
        clock = self

        class MovedType(type(real)):  # type: ignore[misc]
            def __instancecheck__(cls, value: Any) -> bool:
                return isinstance(value, real)

            def __subclasscheck__(cls, other: Any) -> bool:
                return issubclass(other, real)

        def moved(name: str) -> Any:
            def read(cls: Any, *args: Any, **kwargs: Any) -> Any:
                def ahead() -> Any:
                    passed = datetime.timedelta(seconds=clock._ahead)
                    return getattr(real, name)(*args, **kwargs) + passed

                return clock._now((real, name, repr((args, kwargs))), ahead)

            return classmethod(read)

        return MovedType(real.__name__, (real,), {name: moved(name) for name in names})
