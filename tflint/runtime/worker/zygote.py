"""Import the framework once, then fork a child for each experiment and outlive them all.

The process that forks never runs an operation: a child forked after one hangs.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable

from .. import scratch
from ..protocol import (
    Answer,
    End,
    Failure,
    Hello,
    Job,
    Json,
    ProtocolError,
    SideResult,
    decode,
    encode,
)  # fmt: skip
from . import processes, sandbox
from .reads import READING
from .shared import Shared

PROCESS_LIMIT = 64
_WATCH_EVERY = 0.2
_MOST_WRITTEN = 1 << 30
_MOST_FILES = 20_000
_PATIENCE = 4
"""How many times its time a child may take on a machine that has no time for it."""


class Child:
    """A child at work."""

    def __init__(self, pid: int, job: Job, shared: Shared, folder: str) -> None:
        self.pid = pid
        self.job = job
        self.shared = shared
        self.folder = folder
        self.deadline = time.monotonic() + job.timeout
        self.stopped = ""


class Zygote:
    """Reads jobs, forks, watches, kills, and reports; one thread, so that forking is safe."""

    def __init__(self, read: int, write: int, framework: str, folder: str) -> None:
        self._read = read
        self._write = write
        self._framework = framework
        self._folder = folder
        self._running: dict[int, Child] = {}
        self._buffer = b""

    def run(self) -> None:
        """Serve until the other end closes, then leave nothing behind."""
        while True:
            ready = select.select([self._read], [], [], 0.01 if self._running else None)[0]
            if ready and not self._receive():
                break
            self._collect()
            self._watch()
        for child in self._running.values():
            processes.kill([child.pid, *processes.descendants(child.pid, processes.parents())])
        processes.kill_strays([])
        scratch.remove(self._folder)

    def send(self, message: Hello | Answer) -> None:
        """One JSON line to the parent."""
        data = json.dumps(encode(message)).encode() + b"\n"
        while data:
            data = data[os.write(self._write, data) :]

    def _receive(self) -> bool:
        data = os.read(self._read, 1 << 20)
        if not data:
            return False
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            self._take(json.loads(line.decode()))
        return True

    def _take(self, request: Json) -> None:
        """Start a job; one that can't be read gets its answer at once."""
        try:
            job = decode(Job, request)
        except ProtocolError as error:
            number = request.get("id") if isinstance(request, dict) else None
            failed = SideResult("worker", error=Failure("ProtocolError", str(error)))
            self.send(Answer(number if isinstance(number, int) else 0, End(), "", failed))
            return
        self._start(job)

    def _start(self, job: Job) -> None:
        shared = Shared()
        folder = tempfile.mkdtemp(dir=self._folder)
        pid = os.fork()
        if pid:
            self._running[pid] = Child(pid, job, shared, folder)
            return
        status = 70
        try:
            for other in self._running.values():
                other.shared.close()  # what they find is none of ours
            sandbox.confine(folder, job.memory, (self._read, self._write))
            READING.begin_experiment()
            conducting = importlib.import_module(__package__ + ".conducting")
            conducting.run(self._framework, job, shared, folder)
            status = 0
        except BaseException:
            try:
                traceback.print_exc()
                failure = Failure("worker", traceback.format_exc()[-2000:])
                shared.publish(SideResult("worker", error=failure))
            except BaseException:
                pass
        finally:
            os._exit(status)

    def _collect(self) -> None:
        while self._running:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            child = self._running.pop(pid, None)
            if child is not None:
                self._finish(child, status, used.ru_utime + used.ru_stime)

    def _finish(self, child: Child, status: int, seconds: float) -> None:
        processes.kill_strays(list(self._running))
        end = End(child.stopped, seconds=round(seconds, 3))
        if os.WIFSIGNALED(status):
            end.signal = _signal_name(os.WTERMSIG(status))
        else:
            end.code = os.WEXITSTATUS(status)
        stderr = scratch.tail(os.path.join(child.folder, "stderr"))
        try:
            result = decode(SideResult, json.loads(child.shared.read() or "{}"))
            json.dumps(encode(result))
        except (ValueError, ProtocolError, RecursionError) as error:
            result = SideResult("worker", error=Failure(type(error).__name__, str(error)))
        child.shared.close()
        scratch.remove(child.folder)
        self.send(Answer(child.job.id, end, stderr, result))

    def _is_over(self, child: Child, now: float) -> bool:
        """Whether a child has had its time; what a busy machine kept it waiting does not count."""
        late = now - child.deadline
        patience = (_PATIENCE - 1) * child.job.timeout
        return bool(late > 0 and (late > patience or late > processes.waited(child.pid)))

    def _too_big(self, child: Child, family: list[int]) -> bool:
        limit: int = child.job.memory
        return processes.resident(family) > limit and processes.proportional(family) > limit

    def _writes_too_much(self, child: Child) -> bool:
        written, count = scratch.size(child.folder, _MOST_FILES)
        return written > _MOST_WRITTEN or count > _MOST_FILES

    def _watch(self) -> None:
        now = time.monotonic()
        if not self._running or now < getattr(self, "_next_watch", 0):
            return
        self._next_watch = now + _WATCH_EVERY
        tree = processes.parents()
        for child in self._running.values():
            family = [child.pid, *processes.descendants(child.pid, tree)]
            if self._is_over(child, now):
                child.stopped = child.stopped or "time"
            elif len(family) > PROCESS_LIMIT:
                child.stopped = child.stopped or "processes"
            elif self._too_big(child, family):
                child.stopped = child.stopped or "memory"
            elif self._writes_too_much(child):
                child.stopped = child.stopped or "disk"
            if child.stopped:
                processes.kill(family)
        processes.kill_strays(list(self._running), seconds=0.05)


def serve(read: int, write: int, framework: str, folder: str, *beside: str) -> None:
    """Become the server for one framework; all that experiments need on disk lies in the folder.

    The folder is made here, and goes with this process. What else is imported here, no experiment has to.
    """
    os.mkdir(folder, 0o700)
    processes.prctl(processes.PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.dont_write_bytecode = True
    READING.install()
    READING.leave_out(folder, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    zygote = Zygote(read, write, framework, folder)
    started = time.monotonic()
    parent_stays = _end_with_parent(read, folder)
    try:
        frameworks = importlib.import_module(__package__ + ".frameworks")
        module = frameworks.load(framework)
        frameworks.load_beside(beside)
    except BaseException as error:
        zygote.send(Hello(False, error=f"{type(error).__name__}: {error}"))
        return
    importlib.import_module(__package__ + ".conducting")
    parent_stays()
    READING.on = False  # until there is an experiment
    # From here on no process of the same user sees what is open here or writes to our memory, but root's.
    processes.prctl(processes.PR_SET_DUMPABLE, 0)
    gc.collect()
    gc.freeze()
    version = str(getattr(module, "__version__", "?"))
    keras = frameworks.keras_of(module)
    zygote.send(Hello(True, version, keras, seconds=round(time.monotonic() - started, 2)))
    zygote.run()


def _end_with_parent(read: int, folder: str) -> Callable[[], None]:
    """End this process when the pipe from the parent closes, until what comes back is called.

    Nobody else looks at the pipe while the framework is imported. What watches it is a thread, so it has
    to be gone before anything forks.
    """
    done, stop = os.pipe()

    def watch() -> None:
        poll = select.poll()
        poll.register(read, select.POLLHUP)
        poll.register(done, select.POLLIN)
        if any(descriptor == read for descriptor, _ in poll.poll()):
            scratch.remove(folder)
            os._exit(1)

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()

    def stays() -> None:
        os.write(stop, b".")
        watching.join()
        os.close(done)
        os.close(stop)

    return stays


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
