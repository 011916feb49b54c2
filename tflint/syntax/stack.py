"""Room for analysis that follows calls as deep as programs go."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

_DEEPEST = 1_000_000 if sys.version_info >= (3, 11) else 200_000
"""Calls inside each other: 10,000 lines that feed on each other take 300,000.

Before Python 3.11 each call of a Python function takes up the stack of C as well.
"""
_STACK = 512 * 1024 * 1024
"""Bytes of address space, of which only what is used becomes memory."""
_ROOM = 1 << 20
"""Slots of the outermost frame.

Python keeps frames in chunks of 16 KB, and maps and unmaps one whenever calls cross its end (up to 9 in 100
of a run).
A chunk made for one large frame is larger than that frame, and leaves 8 MB for those inside it
(``allocate_chunk`` in CPython's Python/pystate.c, since 3.11).
"""
_on_it = threading.local()
_starting = threading.Lock()
_before: list[int] = []
"""The limit of before, once for each thread that works on a deep stack."""


@contextmanager
def _deep_limit() -> Iterator[None]:
    """Let Python call so deep; the limit is one for all threads, and the last to leave restores it."""
    with _starting:
        _before.append(_before[0] if _before else sys.getrecursionlimit())
        sys.setrecursionlimit(max(_before[0], _DEEPEST))
    try:
        yield
    finally:
        with _starting:
            before = _before.pop()
            if not _before:
                sys.setrecursionlimit(before)


def on_deep_stack(work: Callable[[], T]) -> T:
    """What ``work`` gives, run where thousands of calls may stand inside each other.

    Raises:
        Whatever ``work`` raises.
    """
    if getattr(_on_it, "deep", False):
        return work()
    given: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        _on_it.deep = True
        try:
            given.append(work())
        except BaseException as error:  # raised again where the caller waits
            raised.append(error)

    if sys.version_info >= (3, 11):
        run.__code__ = run.__code__.replace(co_stacksize=_ROOM)
    with _deep_limit():
        with _starting:
            size = threading.stack_size(_STACK)
            try:
                thread = threading.Thread(target=run, daemon=True)
                thread.start()
            finally:
                threading.stack_size(size)
        thread.join()
    if raised:
        raise raised[0]
    return given[0]
