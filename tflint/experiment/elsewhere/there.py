"""What an executor runs on its side: a task is handed to a process of ours, which stays for the next.

That process has the folder of the project as its own and the framework imported, and nothing of what the
executor's worker does besides. It ends with the worker, or when nothing has come for a while.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from multiprocessing.util import Finalize
from typing import IO, Any

from tflint.experiment.data_files import digest
from tflint.experiment.verdict_cache import package_digest

_SCRIPT = (
    "import sys; sys.path[:] = [*(p for p in sys.path if p), sys.argv[1]]; "
    "from tflint.experiment.elsewhere.process import main; sys.exit(main())"
)
"""Nothing is imported from the folder of the project."""
_SECONDS_OF_REST = 30.0
_SECONDS_TO_END = 10.0


class ThereError(Exception):
    """A worker that can't do what it is asked for: why, in one line."""


def settle_there(task: str) -> str:
    """Settle a finding, in JSON as ``settling.py`` writes it; the answer in JSON, too.

    Raises:
        ThereError: tflint, the folder or the files are not what they are where the task comes from.
    """
    asked = json.loads(task)
    host = os.uname().nodename
    if asked["tflint"] != package_digest().hex():
        raise ThereError(f"{host} has another version of tflint or of Python")
    folder = asked["folder"]
    if not os.path.isdir(folder):
        raise ThereError(f"{host} has no folder {folder}")
    for path, known in asked["files"].items():
        if digest(os.path.join(folder, path)) != known:
            raise ThereError(f"{host} has another {path} in {folder}")
    begin = json.dumps([folder, asked["settings"], asked["run"]])
    return _KEPT.answer(begin, asked["finding"])


class _Process:
    """The process, and who waits for what of it.

    Args:
        begin: folder, settings, and the name of the run, in JSON.
    """

    def __init__(self, begin: str) -> None:
        package = sys.modules[__name__.partition(".")[0]].__file__
        root = os.path.dirname(os.path.dirname(os.path.abspath(package or "")))
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as we do
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SCRIPT, root],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=json.loads(begin)[0],
        )
        self._numbers = count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[str]] = {}
        self._is_over = False
        self._write(begin)
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether somebody waits for it."""
        return bool(self._waiting)

    @property
    def alive(self) -> bool:
        """Whether it takes requests."""
        return not self._is_over and self._process.poll() is None

    def ask(self, finding: Any) -> Future[str]:
        """The answer about a finding, once it is there.

        Raises:
            ThereError: the process has ended.
        """
        future: Future[str] = Future()
        with self._lock:
            if self._is_over:
                raise ThereError(self._last_words())
            number = next(self._numbers)
            self._waiting[number] = future
            self._write(json.dumps([number, finding]))
        return future

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # who waits is told when it has ended
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            number, answer = json.loads(line)
            with self._lock:
                future = self._waiting.pop(number)
            future.set_result(json.dumps(answer))
        with self._lock:
            self._is_over = True
            for future in self._waiting.values():
                future.set_exception(ThereError(self._last_words()))
            self._waiting.clear()

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"its process has ended: {lines[-1] if lines else 'killed'}"

    def close(self) -> None:
        """End it, with all that it has started."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class _Kept:
    """The processes of this worker, one a run, since files are read once in it; tasks share it."""

    def __init__(self) -> None:
        self._processes: dict[str, _Process] = {}
        self._lock = threading.Lock()
        self._rest: threading.Timer | None = None

    def answer(self, begin: str, finding: Any) -> str:
        """What the process for these says of a finding."""
        with self._lock:
            if not self._processes:
                # Both where Python ends and where multiprocessing ends a worker, which tells nobody else.
                Finalize(None, self.close, exitpriority=10)
            if self._rest is not None:
                self._rest.cancel()
            process = self._processes.get(begin)
            if process is None or not process.alive:
                process = self._processes[begin] = _Process(begin)
            future = process.ask(finding)
        try:
            return future.result()
        finally:
            with self._lock:
                self._rest = threading.Timer(_SECONDS_OF_REST, self.close, [True])
                self._rest.daemon = True
                self._rest.start()

    def close(self, idle: bool = False) -> None:
        """End the processes, or only those that nobody waits for."""
        with self._lock:
            ended = [at for at, one in self._processes.items() if not (idle and one.busy)]
            processes = [self._processes.pop(at) for at in ended]
        for process in processes:
            process.close()


_KEPT = _Kept()
