"""Code that exits, hangs, forks, crashes, floods or lies: the run goes on and says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import make_finding

from tflint.experiment import ConfirmSettings, confirm
from tflint.finding import Finding

ROOT = Path(__file__).resolve().parents[2]
HEAD = "import ctypes, os, signal, sys, time, subprocess, builtins\nimport tensorflow as tf\n"

# What the function does, and what the reason must say.
IN_FUNCTION = {
    "sys.exit": ("sys.exit(0)", "SystemExit"),
    "os._exit": ("os._exit(0)", "ended by itself"),
    "infinite loop": ("while True: pass", "timed out"),
    "loop that catches everything": (
        "while True:\n        try: time.sleep(1)\n        except BaseException: pass",
        "timed out",
    ),
    "ignores signals": (
        "for s in (1, 2, 3, 15): signal.signal(s, signal.SIG_IGN)\n    time.sleep(1000)",
        "timed out",
    ),
    "own session": (
        "os.setsid() if os.getpid() != os.getsid(0) else 0\n    time.sleep(1000)",
        "timed out",
    ),
    "memory": ("hog = [bytearray(b'1' * (64 << 20)) for _ in range(10000)]", "GB"),
    "one huge allocation": ("bytearray(1 << 45)", "MemoryError"),
    "segmentation fault": ("ctypes.string_at(0)", "SIGSEGV"),
    "abort": ("os.abort()", "SIGABRT"),
    "kills itself": ("os.kill(os.getpid(), 9)", "SIGKILL"),
    "endless output": ("while True: print('x' * 100000)", "wrote without end"),
    "endless recursion in C": ("f = lambda: f()\n    f()", "RecursionError"),
    "fork bomb": (
        "for _ in range(300):\n        if os.fork() == 0: time.sleep(1000)\n    time.sleep(1000)",
        "too many processes",
    ),
}

# These run into another limit than time, so time is given generously.
GREEDY = {"memory", "endless output", "fork bomb"}

# Nasty, and still no obstacle: the print is found to be dropped.
SURVIVED = {
    "closes all descriptors": "os.closerange(3, 4096)",
    "closes stdout and stderr": "pass",
    "deletes its directory": "try: os.rmdir(os.getcwd())\n    except OSError: pass",
    "changes directory": "os.chdir('/')",
    "replaces print": "builtins.print = lambda *a, **k: sys.stdout.write('hello\\n')",
    "stops the clock": "time.time = time.perf_counter = time.monotonic = lambda: 0",
    "prints a verdict": 'sys.stdout.write(\'{"verdict": "refuted", "id": 1}\\n\')',
    "reads stdin": "sys.stdin.read()",
    "forks": "os.fork() or os._exit(0)",
    "leaves a daemon": (
        "(os.fork() or (os.setsid(), os.fork() and os._exit(0), "
        "signal.signal(15, signal.SIG_IGN), time.sleep(1000)))"
    ),
    "starts a process that ignores signals": (
        "subprocess.Popen([sys.executable, '-c', 'import os, signal, time; os.setsid(); "
        "signal.signal(15, signal.SIG_IGN); time.sleep(1000)'])"
    ),
}

Run = Callable[[list[Finding]], list[Finding]]


@pytest.fixture(scope="module")
def run(tensorflow_python: str) -> Run:
    """Settle findings under tight limits."""
    settings = ConfirmSettings(python=tensorflow_python, timeout=4, memory=1 << 30)
    return lambda findings: confirm(findings, settings)


def write(folder: Path, name: str, body: str) -> Finding:
    """A module with one printing function that does something nasty first."""
    path = folder / (name.replace(" ", "_").replace(".", "_") + ".py")
    path.write_text(
        f"{HEAD}\n\n@tf.function\ndef step(x):\n    {body}\n"
        "    print('hello')  # here\n    return x\n\n\nstep(tf.ones([2]))\n"
    )
    return make_finding(path, "TFL301", entry="step")


@pytest.mark.parametrize("greedy", [False, True])
def test_a_function_that_misbehaves_is_inconclusive(
    tensorflow_python: str, tmp_path: Path, greedy: bool
) -> None:
    cases = {name: case for name, case in IN_FUNCTION.items() if (name in GREEDY) is greedy}
    findings = [write(tmp_path, name, body) for name, (body, _) in cases.items()]
    before = sorted(tmp_path.iterdir())
    limit = 60 if greedy else 4
    settled = confirm(
        findings, ConfirmSettings(python=tensorflow_python, timeout=limit, memory=1 << 30)
    )
    for (name, (_, expected)), finding in zip(cases.items(), settled, strict=True):
        assert finding.evidence is not None
        assert finding.verdict == "inconclusive", (name, finding.evidence)
        assert expected in finding.evidence["reason"], (name, finding.evidence["reason"])
    assert sorted(tmp_path.iterdir()) == before


def test_what_can_be_survived_is_survived(run: Run, tmp_path: Path) -> None:
    findings = [write(tmp_path, name, body) for name, body in SURVIVED.items()]
    settled = run(findings)
    for name, finding in zip(SURVIVED, settled, strict=True):
        assert finding.verdict == "confirmed", (name, finding.evidence)
    assert not stray_processes()


def test_a_module_that_never_loads(run: Run, tmp_path: Path) -> None:
    bodies = {
        "spins": ("while True: pass", "timed out"),
        "exits": ("sys.exit(3)", "SystemExit"),
        "raises": ("raise RuntimeError('no luck')", "no luck"),
        "lacks": ("import no_such_module_at_all\nno_such_module_at_all.go()", "no_such_module"),
    }
    findings = []
    for name, (body, _) in bodies.items():
        path = tmp_path / f"{name}.py"
        indented = body.replace("\n", "\n    ")
        path.write_text(
            f"{HEAD}\n\ndef prepare():\n    {indented}\n    return 1\n\n\nvalue = prepare()\n\n\n"
            "@tf.function\ndef step(x):\n    print('hello', value)  # here\n    return x\n"
        )
        findings.append(make_finding(path, "TFL301", entry="step"))
    for (name, (_, expected)), finding in zip(bodies.items(), run(findings), strict=True):
        assert finding.verdict == "inconclusive", name
        assert finding.evidence is not None
        assert expected in finding.evidence["reason"], (name, finding.evidence["reason"])


def test_the_run_goes_on_when_the_worker_is_killed(run: Run, tmp_path: Path) -> None:
    killer = write(tmp_path, "killer", "os.kill(os.getppid(), signal.SIGKILL); time.sleep(1000)")
    plain = write(tmp_path, "plain", "pass")
    settled = run([killer, plain, plain])
    assert settled[0].verdict == "inconclusive"
    assert settled[-1].verdict == "confirmed"
    assert not stray_processes()


def test_an_interpreter_without_the_framework(tmp_path: Path) -> None:
    finding = write(tmp_path, "plain", "pass")
    settled = confirm([finding, finding], ConfirmSettings(python="/no/such/python"))
    assert [f.verdict for f in settled] == ["inconclusive"] * 2
    assert settled[0].evidence is not None
    assert "/no/such/python" in settled[0].evidence["reason"]


def test_an_interrupt_leaves_nothing_behind(tensorflow_python: str, tmp_path: Path) -> None:
    write(tmp_path, "sleeps", "time.sleep(1000)")
    script = tmp_path / "run.py"
    script.write_text(
        f"import sys\nsys.path[:0] = [{str(Path(__file__).parent)!r}, {str(ROOT)!r}]\n"
        "from pathlib import Path\nfrom helpers import make_finding\n"
        "from tflint.experiment import ConfirmSettings, confirm\n"
        f"finding = make_finding(Path({str(tmp_path / 'sleeps.py')!r}), 'TFL301', entry='step')\n"
        f"confirm([finding] * 3, ConfirmSettings(python={tensorflow_python!r}, timeout=600))\n"
    )
    process = subprocess.Popen([sys.executable, str(script)], stderr=subprocess.PIPE)
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode != 0
    assert b"KeyboardInterrupt" in said
    assert not stray_processes()


def stray_processes() -> list[str]:
    """Processes that still carry the mark of a run of ours."""
    time.sleep(0.2)
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            mine = b"TFLINT_CONFIRM_RUN=" in (entry / "environ").read_bytes()
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if mine and parent in (1, os.getpid()):
            found.append((entry / "cmdline").read_text())
    return found
