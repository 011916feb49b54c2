"""The process tree, as /proc shows it: who descends from whom, what they hold, their end."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def prctl(option: int, value: int) -> None:
    """Linux's ``prctl``; does nothing where there is none."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def parents() -> dict[int, int]:
    """Each running process and its parent (empty where there is no /proc)."""
    tree: dict[int, int] = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return tree
    for name in names:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as stat:
                    fields = stat.read().rpartition(b")")[2].split()
            except OSError:
                continue
            if fields[0] != b"Z":
                tree[int(name)] = int(fields[1])
    return tree


def descendants(root: int, tree: dict[int, int]) -> list[int]:
    """Every process below ``root``, which is not among them."""
    children: dict[int, list[int]] = {}
    for pid, parent in tree.items():
        children.setdefault(parent, []).append(pid)
    found: list[int] = []
    pending = [root]
    while pending:
        below = children.get(pending.pop(), [])
        found.extend(below)
        pending.extend(below)
    return found


def resident(pids: list[int]) -> int:
    """Bytes of memory that these processes hold together, at most."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/statm", "rb") as statm:
                fields = statm.read().split()
        except OSError:
            continue
        total += (int(fields[1]) - int(fields[2])) * _PAGE
    return total


def proportional(pids: list[int]) -> int:
    """The same, pages that several hold counted once: exact, and too slow to ask for each time."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/smaps_rollup", "rb") as smaps:
                for line in smaps:
                    if line.startswith(b"Pss:"):
                        total += int(line.split()[1]) * 1024
        except OSError:
            continue
    return total


def waited(pid: int) -> float:
    """Seconds that a process was ready to run while others had the processors (0 if nobody says)."""
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as schedstat:
            return int(schedstat.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def kill(pids: list[int]) -> None:
    """Stop them all first, so that none can fork while the others die; then kill."""
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in pids:
            with contextlib.suppress(OSError):
                os.kill(pid, number)


def kill_strays(keep: list[int], seconds: float = 2.0) -> None:
    """Kill every descendant of ours that does not belong to the processes in ``keep``.

    An orphan comes to us because we are the subreaper, however far it left its session.
    """
    deadline = time.monotonic() + seconds
    me = os.getpid()
    while True:
        tree = parents()
        spared = set(keep)
        for pid in keep:
            spared.update(descendants(pid, tree))
        strays = [pid for pid in descendants(me, tree) if pid not in spared]
        if not strays or time.monotonic() > deadline:
            return
        kill(strays)
        reap(strays)
        time.sleep(0.002)


def reap(pids: list[int]) -> None:
    """Collect those that are dead already."""
    for pid in pids:
        with contextlib.suppress(OSError):
            os.waitpid(pid, os.WNOHANG)
