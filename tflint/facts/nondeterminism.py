"""Which Python functions answer differently from call to call: clocks, and draws of random numbers."""

from __future__ import annotations

import ast
import re

CLOCKS = frozenset(
    f"time.{name}{unit}"
    for name in ("time", "perf_counter", "monotonic", "process_time", "thread_time")
    for unit in ("", "_ns")
) | {
    "time.clock",
    "timeit.default_timer",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
    "pandas.Timestamp.now",
    "pandas.Timestamp.utcnow",
    "pandas.Timestamp.today",
    "arrow.now",
    "arrow.utcnow",
    "pendulum.now",
    "resource.getrusage",
}  # fmt: skip
OF_NOW = {"time.ctime": 0, "time.localtime": 0, "time.gmtime": 0, "time.asctime": 0,
           "time.strftime": 1}  # fmt: skip
"""Functions that speak of now when they get no more than so many arguments."""
_STEADY = r"(?!seed$|[gs]et_?state$|bit_generator$|spawn$|jumped$|[A-Z_]|default_rng$)"
DRAWS = re.compile(
    rf"^random\.(?:(?:Random|SystemRandom)\.)?{_STEADY}\w+$"
    rf"|^numpy\.random\.(?:(?:\w+\.)?(?:default_rng|Generator|RandomState)\.)?{_STEADY}\w+$"
    r"|^scipy\.stats\.\w+\.rvs$"
    r"|^uuid\.uuid[14]$|^secrets\.[a-z]\w+$|^os\.(?:urandom|getrandom)$"
)


def reads_clock(call: ast.Call, names: set[str]) -> str | None:
    """The clock that a call reads, None when it reads none."""
    if "numpy.datetime64" in names and _says_now(call):
        return "numpy.datetime64"
    given = len(call.args) + len(call.keywords)
    read = names & CLOCKS or {n for n in names & OF_NOW.keys() if given <= OF_NOW[n]}
    return min(read) if read else None


def _says_now(call: ast.Call) -> bool:
    match call.args:
        case [ast.Constant(value="now" | "today"), *_]:
            return True
        case _:
            return False


def draws(names: set[str]) -> list[str]:
    """Those of the names that draw a random number."""
    return sorted(name for name in names if DRAWS.match(name))
