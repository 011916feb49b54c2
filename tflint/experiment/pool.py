"""The worker processes, seen from our side: one a framework, started at the first experiment."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import tempfile
import threading
import uuid
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from tflint.experiment.settings import ConfirmSettings
from tflint.runtime.protocol import Answer, Hello, Job, Json, ProtocolError, decode, encode

_WORKER = Path(__file__).parent.parent / "runtime" / "worker"
_MARK = "TFLINT_CONFIRM_RUN"
_IMPORT_SECONDS = 180.0


class WorkerError(Exception):
    """No worker for this framework; the message says why."""


class Worker:
    """One interpreter with one framework in it, answering experiments as they end."""

    def __init__(self, python: str, framework: str) -> None:
        self._python = python
        self._framework = framework
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[Answer]] = {}
        self._mark = uuid.uuid4().hex
        self._over = False
        self._closed = False
        self.version = ""
        self._start()

    def _start(self) -> None:
        job_read, job_write = os.pipe()
        answer_read, answer_write = os.pipe()
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as we do
        environment = dict(os.environ, **{_MARK: self._mark})
        for name in ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP"):
            environment.pop(name, None)
        try:
            self._process = subprocess.Popen(
                [
                    self._python,
                    "-B",
                    str(_WORKER),
                    str(job_read),
                    str(answer_write),
                    self._framework,
                ],
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
            raise WorkerError(f"could not start {self._python}: {error.strerror}") from error
        finally:
            os.close(job_read)
            os.close(answer_write)
        self._jobs = job_write
        self._answers = os.fdopen(answer_read, "rb")
        timer = threading.Timer(_IMPORT_SECONDS, self._process.kill)
        timer.start()
        line = self._answers.readline()
        timer.cancel()
        try:
            hello = decode(Hello, json.loads(line))
        except (ValueError, ProtocolError):
            hello = Hello(False, error=self._last_words())
        if not hello.ready:
            self.close()
            raise WorkerError(
                f"could not import {self._framework} in {self._python}: {hello.error}"
            )
        self.version = hello.version
        threading.Thread(target=self._listen, daemon=True).start()

    def _last_words(self) -> str:
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "the interpreter ended"

    def submit(self, job: Job) -> Future[Answer]:
        """Start an experiment; the answer comes when its process has ended."""
        future: Future[Answer] = Future()
        with self._lock:
            if self._over:
                future.set_exception(WorkerError("the worker process died"))
                return future
            number = next(self._ids)
            self._waiting[number] = future
            data = json.dumps(encode(replace(job, id=number))).encode() + b"\n"
            try:
                while data:
                    data = data[os.write(self._jobs, data) :]
            except OSError:
                del self._waiting[number]
                future.set_exception(WorkerError("the worker process died"))
        return future

    def _listen(self) -> None:
        with suppress(ValueError, OSError):
            for line in self._answers:
                self._settle(json.loads(line))
        with self._lock:
            self._over = True
            for future in self._waiting.values():
                future.set_exception(WorkerError("the worker process died"))
            self._waiting.clear()

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
        """End the worker and everything it started."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        os.close(self._jobs)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        _sweep(f"{_MARK}={self._mark}".encode())
        self._log.close()


class Pool:
    """Workers by framework."""

    def __init__(self, settings: ConfirmSettings) -> None:
        self._settings = settings
        self._workers: dict[str, Worker | WorkerError] = {}
        self._lock = threading.Lock()
        self._closed = False

    def worker(self, framework: str) -> Worker:
        """The worker for a framework; one attempt to start it in a run, a new one if it died."""
        with self._lock:
            worker = self._workers.get(framework)
            if isinstance(worker, Worker) and not worker.alive:
                worker.close()
                worker = None
            if worker is None:
                try:
                    worker = Worker(self._settings.interpreter(framework), framework)
                except WorkerError as error:
                    worker = error
                self._workers[framework] = worker
            if self._closed and isinstance(worker, Worker):
                # Closed while this one was starting.
                worker.close()
                worker = WorkerError("interrupted")
            if isinstance(worker, WorkerError):
                raise worker
            return worker

    def close(self) -> None:
        """End them all, and whatever is starting as soon as it has."""
        self._closed = True
        for worker in list(self._workers.values()):
            if isinstance(worker, Worker):
                worker.close()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _sweep(mark: bytes) -> None:
    """Kill what still carries our mark in its environment, should the worker have been killed."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (entry / "environ").read_bytes():
                os.kill(int(entry.name), signal.SIGKILL)
