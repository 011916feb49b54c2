"""Functions that call one they are given: for each item, or in a thread or a pool."""

from __future__ import annotations

from typing import NamedTuple


class Calling(NamedTuple):
    """How a function calls another.

    Attributes:
        is_lazy: whether it waits until somebody takes what it gives.
        is_apart: whether the calls are made by threads or processes, nobody knows when.
        has_copies: whether they are made by processes, which share neither objects nor traces.
    """

    is_lazy: bool = False
    is_apart: bool = False
    has_copies: bool = False


_LAZY = Calling(is_lazy=True)
_IN_THREADS = Calling(is_apart=True)
_IN_PROCESSES = Calling(is_apart=True, has_copies=True)
_OF_EXECUTORS = ("map", "submit")
_OF_POOLS = ("map", "map_async", "imap", "imap_unordered", "starmap", "starmap_async")
_POOLS = (
    ("concurrent.futures.ProcessPoolExecutor", _OF_EXECUTORS, _IN_PROCESSES),
    ("concurrent.futures.ThreadPoolExecutor", _OF_EXECUTORS, _IN_THREADS),
    ("multiprocessing.Pool", _OF_POOLS, _IN_PROCESSES),
    ("multiprocessing.dummy.Pool", _OF_POOLS, _IN_THREADS),
    ("multiprocessing.pool.Pool", _OF_POOLS, _IN_PROCESSES),
    ("multiprocessing.pool.ThreadPool", _OF_POOLS, _IN_THREADS),
)

CALLING = {
    "builtins.filter": _LAZY,
    "builtins.map": _LAZY,
    "functools.reduce": Calling(),
    "itertools.starmap": _LAZY,
    **{f"{pool}.{method}": how for pool, methods, how in _POOLS for method in methods},
    "threading.Thread": _IN_THREADS,
    "numpy.apply_along_axis": Calling(),
    "numpy.vectorize": Calling(),
    "pandas.DataFrame.apply": Calling(),
    "pandas.Series.apply": Calling(),
    "pandas.Series.map": Calling(),
}
"""By their full names."""
BEGINNING = frozenset({"functools.partial", "multiprocessing.Process"})
"""What is told of a call that somebody else makes, or a process of its own, which makes no other."""
