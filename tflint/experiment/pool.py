"""The worker processes, seen from our side: one a framework, started at the first experiment.

Whatever a worker does, we wait for it only so long, and close it in a second or two: it is asked to end,
with all that it started, and killed where it does not. Its folders lie in one of ours, which goes with it.
"""

from __future__ import annotations

import itertools
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as WaitedTooLong
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from tflint.api.releases import LEGACY_KERAS
from tflint.experiment.bubblewrap import SCRATCH, SandboxError, sandboxed
from tflint.experiment.settings import ConfirmSettings
from tflint.runtime import scratch
from tflint.runtime.protocol import Answer, Hello, Job, Json, ProtocolError, decode, encode

Starting = Callable[[str], None]
"""Is told the framework whose worker is about to start."""
_WORKER = Path(__file__).parent.parent / "runtime" / "worker"
_MARK = "TFLINT_CONFIRM_RUN"
_IMPORT_SECONDS = 180.0
_TIMES_THE_LIMIT = 5
"""How many times its limit an experiment may take: a worker gives it four on a busy machine."""
_MORE_SECONDS = 10.0
_LOOK_EVERY = 0.2
_SECONDS_TO_END = 1.0
"""What a worker may take to end with all that it started, before it is killed."""


class WorkerError(Exception):
    """No worker for this framework; the message says why."""


class Worker:
    """One interpreter with one framework in it, answering experiments as they end.

    Args:
        python: the interpreter.
        framework: what it imports.
        sandbox: what comes before the command, to run it in a sandbox; nothing without one.
        beside: what it imports once as well, where that is installed, for all experiments.

    Raises:
        WorkerError: the interpreter could not be started.
    """

    def __init__(
        self,
        python: str,
        framework: str,
        sandbox: Sequence[str] = (),
        beside: Sequence[str] = (),
    ) -> None:
        self._beside = beside
        self._python = python
        self._framework = framework
        self._sandbox = sandbox
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._sending = threading.Lock()
        self._waiting: dict[int, Future[Answer]] = {}
        self._hello: Future[Hello] = Future()
        self._mark = uuid.uuid4().hex
        self._why = "the worker process died"
        self._over = False
        self._closed = False
        self._start()

    def _start(self) -> None:
        job_read, job_write = os.pipe()
        answer_read, answer_write = os.pipe()
        # The worker makes it: who kills us before it has started leaves nothing behind.
        self._folder = os.path.join(tempfile.gettempdir(), f"tflint-{self._mark}")
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as we do
        folder = SCRATCH if self._sandbox else self._folder
        environment = dict(os.environ, TMPDIR=folder, **{_MARK: self._mark})
        if self._framework == "tf_keras":
            environment[LEGACY_KERAS] = "1"
        for name in ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP"):
            environment.pop(name, None)
        pipes = [str(job_read), str(answer_write)]
        program = os.path.abspath(shutil.which(self._python) or self._python)
        command = [program, "-B", str(_WORKER), *pipes, self._framework, folder, *self._beside]
        try:
            self._process = subprocess.Popen(
                [*self._sandbox, *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._log,
                pass_fds=(job_read, answer_write),
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            os.close(job_write)
            os.close(answer_read)
            self._log.close()
            raise WorkerError(f"could not start {self._python}: {error.strerror}") from error
        finally:
            os.close(job_read)
            os.close(answer_write)
        os.set_blocking(job_write, False)
        self._jobs = job_write
        self._answers = os.fdopen(answer_read, "rb")
        threading.Thread(target=self._listen, daemon=True).start()

    def wait_until_ready(self) -> None:
        """Wait for the framework's import.

        Raises:
            WorkerError: it could not be imported, or the worker was closed meanwhile.
        """
        try:
            hello = self._hello.result(_IMPORT_SECONDS)
        except WaitedTooLong:
            self.close()
            hello = Hello(False, error=f"not done after {_IMPORT_SECONDS:.0f} s")
        if not hello.ready:
            self.close()
            raise WorkerError(
                f"could not import {self._framework} in {self._python}: {hello.error}"
            )

    @property
    def keras(self) -> int:
        """Which Keras its framework has; 0 where it has none, or did not start."""
        return self._hello.result().keras if self._hello.done() else 0

    def run(self, job: Job) -> Answer:
        """Run an experiment; comes back when its process has ended.

        Raises:
            WorkerError: the worker died, was stopped by what it ran, or answers no more.
        """
        future: Future[Answer] = Future()
        until = time.monotonic() + _TIMES_THE_LIMIT * job.timeout + _MORE_SECONDS
        with self._lock:
            if self._over:
                raise WorkerError(self._why)
            number = next(self._ids)
            self._waiting[number] = future
        self._send(json.dumps(encode(replace(job, id=number))).encode() + b"\n", until)
        while True:
            try:
                return future.result(_LOOK_EVERY)
            except WaitedTooLong:
                self._look(until)

    def _send(self, data: bytes, until: float) -> None:
        with self._sending:
            while data:
                try:
                    data = data[os.write(self._jobs, data) :]
                except BlockingIOError:
                    select.select([], [self._jobs], [], _LOOK_EVERY)
                    self._look(until)
                except OSError:
                    return  # it is over, and who waits is told so

    def _look(self, until: float) -> None:
        """Kill a worker that answers no more."""
        if time.monotonic() > until:
            self._end("the worker process answers no more")
        elif _is_stopped(self._process.pid):
            self._end("what it ran stopped the worker process")

    def _end(self, why: str) -> None:
        self._why = why
        self._kill()

    def _kill(self) -> None:
        """Kill the worker, and what has made a sandbox for it: they are one group."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _listen(self) -> None:
        with suppress(ValueError, OSError, ProtocolError, RecursionError):
            self._hello.set_result(decode(Hello, json.loads(self._answers.readline())))
            for line in self._answers:
                self._settle(json.loads(line))
        with self._lock:
            self._over = True
            if not self._hello.done():
                self._hello.set_result(Hello(False, error=self._last_words()))
            for future in self._waiting.values():
                future.set_exception(WorkerError(self._why))
            self._waiting.clear()
        self._kill()  # if it went on after nonsense

    def _last_words(self) -> str:
        if self._closed:
            return "interrupted"
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "the interpreter ended"

    def _settle(self, message: Json) -> None:
        """Hand an answer to whoever waits for it, or say that it can't be read."""
        number = message.get("id") if isinstance(message, dict) else None
        with self._lock:
            future = self._waiting.pop(number, None) if isinstance(number, int) else None
        if future is None:
            return
        try:
            future.set_result(decode(Answer, message))
        except ProtocolError as error:
            future.set_exception(WorkerError(f"the worker process gave a wrong answer: {error}"))

    @property
    def alive(self) -> bool:
        """Whether it still takes experiments."""
        return not self._over and self._process.poll() is None

    def close(self) -> None:
        """End the worker and everything it started, in some two seconds whatever it does."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._why = "interrupted" if self._waiting or not self._hello.done() else self._why
        if not self._hello.done():
            self._kill()  # no code of the user's has run, and a framework's import hears nobody
        elif self._sending.acquire(timeout=_LOOK_EVERY):
            self._sending.release()
        else:
            self._kill()
        with self._sending:
            os.close(self._jobs)
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
        _sweep(f"{_MARK}={self._mark}".encode())
        self._log.close()
        scratch.remove(self._folder)


class Pool:
    """Workers by framework.

    Args:
        settings: which interpreters.
        starting: is told of each worker that starts.
        beside: what each imports once as well, where that is installed, for all experiments.
    """

    def __init__(
        self,
        settings: ConfirmSettings,
        starting: Starting | None = None,
        beside: Sequence[str] = (),
    ) -> None:
        self._beside = beside
        self._settings = settings
        self._starting = starting
        self._workers: dict[str, Worker | WorkerError] = {}
        self._lock = threading.Lock()
        self._closed = False

    def worker(self, framework: str) -> Worker:
        """The worker for a framework; one attempt to start it in a run, a new one if it died.

        Raises:
            WorkerError: there is none, or the pool is closed.
        """
        with self._lock:
            if self._closed:
                raise WorkerError("interrupted")
            framework = self._settings.available(framework)
            worker = self._workers.get(framework)
            if isinstance(worker, Worker) and not worker.alive:
                worker.close()
                worker = None
            if worker is None:
                worker = self._workers[framework] = self._started(framework)
        if isinstance(worker, WorkerError):
            raise worker
        try:
            worker.wait_until_ready()
        except WorkerError as error:
            with self._lock:
                self._workers[framework] = error
            raise
        return worker

    def _started(self, framework: str) -> Worker | WorkerError:
        if self._starting is not None:
            self._starting(framework)
        settings = self._settings
        python = settings.interpreter(framework)
        try:
            around = sandboxed(python, settings.roots) if settings.sandbox else ()
            return Worker(python, framework, around, self._beside)
        except SandboxError as error:
            return WorkerError(str(error))
        except WorkerError as error:
            return error

    def close(self) -> None:
        """End them all, those too that are just starting; no other starts."""
        self._closed = True
        with self._lock:
            workers = [one for one in self._workers.values() if isinstance(one, Worker)]
        for worker in workers:
            worker.close()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _is_stopped(pid: int) -> bool:
    """Whether somebody has stopped a process (SIGSTOP), as far as /proc says."""
    with suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
        return state in (b"T", b"t")
    return False


def _sweep(mark: bytes) -> None:
    """Kill what still carries our mark in its environment, should the worker have been killed."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (entry / "environ").read_bytes():
                os.kill(int(entry.name), signal.SIGKILL)
