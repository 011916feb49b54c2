"""What a busy machine keeps a process waiting is told from what it takes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tflint.runtime.worker import processes
from tflint.runtime.worker.zygote import Child, Zygote

SPIN = "while True: pass"
SLEEP = "import time; time.sleep(60)"


def test_waiting_for_a_processor_is_counted_and_sleeping_is_not() -> None:
    if not os.path.exists("/proc/self/schedstat"):
        assert processes.waited(os.getpid()) == 0.0
        return
    crowd = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(3 * len_cpus())]
    idle = subprocess.Popen([sys.executable, "-c", SLEEP])
    try:
        time.sleep(2)
        assert max(processes.waited(process.pid) for process in crowd) > 0.5
        assert processes.waited(idle.pid) < max(processes.waited(p.pid) for p in crowd)
    finally:
        for process in (*crowd, idle):
            process.kill()
            process.wait()


def len_cpus() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("passed", "waited", "over"),
    [
        (9.0, 0.0, False),
        (10.5, 0.0, True),
        (10.5, 5.0, False),
        (16.0, 5.0, True),
        (41.0, 99.0, True),
    ],
)
def test_the_time_of_a_child(
    passed: float, waited: float, over: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "waited", lambda pid: waited)
    shared: Any = None
    child = Child(1, cast(Any, SimpleNamespace(timeout=10.0)), shared, "")
    zygote = Zygote(0, 0, "tensorflow", "")
    assert zygote._is_over(child, child.deadline - 10.0 + passed) is over
