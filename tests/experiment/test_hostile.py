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
from tflint.runtime import scratch

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
    "many large files": (
        "for n in range(100):\n        with open(f'{n}', 'wb') as f: f.write(bytes(60 << 20))"
        "\n    time.sleep(1000)",
        "wrote without end",
    ),
    "files without end": (
        "for n in range(30000): open(f'{n}', 'w').close()\n    time.sleep(1000)",
        "wrote without end",
    ),
    "folders without end": (
        "for n in range(200): os.mkdir('d'); os.chdir('d')\n    time.sleep(1000)",
        "wrote without end",
    ),
    "an answer without end": (
        "import gc, struct\n"
        "    found = [o._memory for o in gc.get_objects() if type(o).__name__ == 'Shared']\n"
        "    mine = [memory for memory in found if not memory.closed][0]\n"
        "    mine[:200016] = struct.pack('<QQ', 0, 200000) + b'[' * 200000\n    os._exit(0)",
        "maximum recursion depth",
    ),
}

# These run into another limit than time, so time is given generously.
GREEDY = {
    *("memory", "endless output", "fork bomb"),
    *("many large files", "files without end", "folders without end"),
}

# Nasty, and still no obstacle: the print is found to be dropped.
SURVIVED = {
    "closes all descriptors": "os.closerange(3, 4096)",
    "closes stdout and stderr": "pass",
    "deletes its directory": "try: os.rmdir(os.getcwd())\n    except OSError: pass",
    "puts a pipe in the place of its output": (
        "path = os.path.join('..', 'stderr')\n    os.path.exists(path) and os.unlink(path)\n"
        "    os.mkfifo(path)"
    ),
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
        "    print('hello', x)  # here\n    return x\n\n\nstep(tf.ones([2]))\n"
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


STOPPER = "os.kill(os.getppid(), signal.SIGSTOP); time.sleep(1000)"
FORGER = """import gc, json
    line = json.dumps({"id": 1, "end": {}, "stderr": "", "result": {"stage": "done"}}) + "\\n"
    for number in range(3, 64):
        try: os.write(number, line.encode() * 9)
        except OSError: pass
    shared = [o._memory for o in gc.get_objects() if type(o).__name__ == "Shared"]
    with open("FOLDER/seen", "a") as seen: seen.write(f"{sum(not m.closed for m in shared)} ")
    time.sleep(0.2)"""


def test_the_run_goes_on_when_the_worker_is_stopped(run: Run, tmp_path: Path) -> None:
    """Nobody waits for a process that its own child has stopped."""
    settled = run([write(tmp_path, "stopper", STOPPER), write(tmp_path, "plain", "pass")])
    assert settled[0].verdict == "inconclusive"
    assert settled[0].evidence is not None
    assert "stopped the worker" in settled[0].evidence["reason"]
    settled = run([write(tmp_path, "plain", "pass")])
    assert settled[0].verdict == "confirmed"
    assert not stray_processes()


def test_one_experiment_can_not_answer_for_another(tensorflow_python: str, tmp_path: Path) -> None:
    """Neither through memory that was shared before it was forked, nor through what is open in it."""
    slow = write(tmp_path, "slow", "time.sleep(0.5)")
    forger = write(tmp_path, "forger", FORGER.replace("FOLDER", str(tmp_path)))
    settings = ConfirmSettings(python=tensorflow_python, jobs=4)
    settled = confirm([slow, slow, slow, forger], settings)
    assert settled[0].verdict == "confirmed", settled[0].evidence
    assert {int(seen) for seen in (tmp_path / "seen").read_text().split()} == {1}, "only its own"


def test_nothing_is_left_of_a_killed_worker(
    tensorflow_python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    monkeypatch.setenv("TMPDIR", str(temporary))
    body = "os.chmod(os.getcwd(), 0); os.kill(os.getppid(), signal.SIGKILL); time.sleep(1000)"
    finding = write(tmp_path, "killer", body)
    (settled,) = confirm([finding], ConfirmSettings(python=tensorflow_python, timeout=4))
    assert settled.verdict == "inconclusive"
    assert list(temporary.iterdir()) == []
    assert not stray_processes()


def test_folders_are_removed_whatever_is_in_them(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "shut").mkdir(parents=True)
    (folder / "shut" / "file").touch()
    (folder / "link").symlink_to(tmp_path)
    here = os.getcwd()
    os.chdir(folder)
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")
    os.chdir(here)
    os.chmod(folder / "shut", 0)
    scratch.remove(str(folder))
    assert list(tmp_path.iterdir()) == []
    assert scratch.size(str(folder), 10) == (0, 0)


def test_what_a_program_wrote_last_is_read_from_a_file_only(tmp_path: Path) -> None:
    path = tmp_path / "stderr"
    assert scratch.tail(str(path)) == ""
    path.write_text("x" * 2000 + "end")
    assert scratch.tail(str(path), 4) == "xend"
    path.rename(tmp_path / "other")
    path.symlink_to("other")
    assert scratch.tail(str(path)) == ""
    path.unlink()
    os.mkfifo(path)
    assert scratch.tail(str(path)) == ""


OURS = f"TFLINT_TESTS_OF={os.getpid()}".encode()
"""What all that these tests start has in its environment."""
os.environ["TFLINT_TESTS_OF"] = str(os.getpid())

PLACES = {
    "as the framework's import starts": ("*", 0.0, "pass"),
    "later in the import": ("*", 1.0, "pass"),
    "while it runs": ("*/*/cwd", 0.5, "time.sleep(1000)"),
    "while it ignores signals": (
        "*/*/cwd",
        0.5,
        "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15)]; time.sleep(1000)",
    ),
}
"""What is there in the temporary folder by then, how many seconds later, and what runs."""


def started(tensorflow_python: str, path: str, temporary: Path) -> subprocess.Popen[bytes]:
    """The command line at work, with a temporary folder of its own."""
    temporary.mkdir()
    options = ["--confirm", "--no-cache", "--select", "TFL301", "--timeout", "600"]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "tflint", *options, "--python", tensorflow_python, path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)},
        # What a shell starts in the background ignores Ctrl-C, and hands that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def until(condition: Callable[[], object], seconds: float) -> bool:
    """Wait for something; whether it came."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
@pytest.mark.parametrize("place", PLACES)
def test_an_end_at_any_time_leaves_nothing_behind(
    place: str, number: signal.Signals, tensorflow_python: str, tmp_path: Path
) -> None:
    pattern, seconds, body = PLACES[place]
    temporary = tmp_path / "temporary"
    process = started(tensorflow_python, write(tmp_path, "program", body).path, temporary)
    assert until(lambda: list(temporary.glob(pattern)), 60)
    time.sleep(seconds)
    assert process.poll() is None, process.communicate()
    process.send_signal(number)
    ended = time.monotonic()
    written, said = process.communicate(timeout=30)
    assert time.monotonic() - ended < 2
    assert process.returncode == 128 + number
    assert written == b"No verdicts in 1 file, 1 more not settled.\n"
    assert said == b"tflint: error: interrupted: 0 of 1 findings are settled\n"
    assert list(temporary.iterdir()) == []
    assert not stray_processes()


def test_when_we_are_killed_the_worker_goes_too(tensorflow_python: str, tmp_path: Path) -> None:
    """Also in the midst of the framework's import."""
    temporary = tmp_path / "temporary"
    process = started(tensorflow_python, write(tmp_path, "program", "pass").path, temporary)
    assert until(lambda: list(temporary.iterdir()), 60)
    process.kill()
    process.communicate()
    # A library that loads lets no thread run meanwhile.
    assert until(lambda: not list(temporary.iterdir()) and not stray_processes(), 10)


def stray_processes() -> list[str]:
    """Processes that still carry the mark of a run of ours, not of tests that run beside."""
    time.sleep(0.2)
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes().split(b"\0")
            mine = OURS in environment and any(
                item.startswith(b"TFLINT_CONFIRM_RUN=") for item in environment
            )
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if mine and parent in (1, os.getpid()):
            found.append((entry / "cmdline").read_text())
    return found
