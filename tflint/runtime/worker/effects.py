"""What a line does to the world outside: files, processes, waiting, questions, objects that it enters.

Python's audit events tell most of it. What is written to a file that is open already shows in its
size, and what ``with`` does to an object in that object's state before, inside and after.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from . import state

if TYPE_CHECKING:
    from .experiment import Experiment

_EVENTS = re.compile(
    r"os\.(system|exec|posix_spawn|putenv|unsetenv|kill|startfile)|subprocess\.Popen|socket\.(connect|bind"
    r"|sendto|getaddrinfo)|urllib\.Request|time\.sleep|builtins\.input$|webbrowser\.open"
    r"|ftplib\.|smtplib\."
)
_OF_FILES = re.compile(
    r"open$|os\.(mkdir|rename|remove|rmdir|chmod|chown|link|symlink|truncate)|shutil\.|tempfile\."
    r"|sqlite3\.connect|tf\.io\.gfile\."
)
"""Deeds that have an effect if a file or a folder is another one after them than before."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_SIZE = 1 << 20
_SOURCE = (".py", ".pyc")
_DEEP = 80
_KEPT = 40


class EffectCounter:
    """Counts what happens outside while the flagged line runs; in a graph, while any user code does."""

    def __init__(self, x: Experiment) -> None:
        self._x = x
        self._flagged = x.job.flagged
        self._names = set(x.job.changed)
        self._files = x.meter.channels.opened
        self._sizes: dict[str, int] = {}
        self._before: dict[str, Any] = {}
        self._looking = False
        self._seen: list[tuple[str, dict[str, Any]]] = []

    def install(self) -> None:
        """Listen from now on; the process ends with the experiment."""
        if sys.version_info < (3, 13):
            sleep: Any = time.sleep

            def audited(seconds: Any) -> None:
                sys.audit("time.sleep", seconds)
                sleep(seconds)

            time.sleep = audited
        self._x.world.watch_files()
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        of_files = _OF_FILES.match(event) is not None
        if self._looking or self._x.meter.quiet or not (of_files or _EVENTS.match(event)):
            return
        self._looking = True
        try:
            deed = _described(event, arguments)
            if deed and self._by_user(sys._getframe(1)):
                self.note(deed, _paths(arguments) if of_files else ())
        except Exception:
            pass  # a hook that raises stops what it only listens to
        finally:
            self._looking = False

    def _by_user(self, frame: Any) -> bool:
        for _ in range(_DEEP):
            if frame is None:
                return False
            on_line = self._flagged.holds(frame.f_code.co_filename, frame.f_lineno or 0)
            if on_line or (self._x.side == "graph" and self._x.program.owns_frame(frame)):
                return True
            frame = frame.f_back
        return False

    def note(self, deed: str, paths: Iterable[str] = ()) -> None:
        """One thing that was done, or is about to be done with some files."""
        if len(self._seen) < _KEPT:
            self._seen.append((deed, {path: _content(path) for path in paths}))

    def take(self) -> list[str]:
        """What was done since it was last asked; of what is done with files, what changed one."""
        seen, self._seen = self._seen, []
        self._looking = True
        try:
            now = {path: _content(path) for _, before in seen for path in before}
        finally:
            self._looking = False
        return [
            deed
            for deed, before in seen
            if not before or any(now[path] != content for path, content in before.items())
        ]

    # A plain statement: what it writes to open files, and what it does to what it calls.

    def line_begins(self) -> None:
        """The flagged line is about to run."""
        self._sizes = self._file_sizes()
        self._before = self._changed()

    def line_ends(self) -> None:
        """It has run."""
        for name, size in self._file_sizes().items():
            if size != self._sizes.get(name, size):
                self.note("write to a file")
        now = self._changed()
        for path in sorted(self._before.keys() & now.keys()):
            if now[path] != self._before[path]:
                self.note(f"change {path}")

    def _file_sizes(self) -> dict[str, int]:
        sizes = {}
        for reference in self._files:
            file = reference()
            with contextlib.suppress(OSError, ValueError, AttributeError):
                if file is not None and file.writable():
                    file.flush()
                    sizes[file.name] = os.fstat(file.fileno()).st_size
        return sizes

    def _changed(self) -> dict[str, Any]:
        if not self._names:
            return {}
        leaves = self._x.meter.snapshot()
        return {
            path: value
            for path, value in leaves.items()
            if self._names & set(re.split(r"[.\[\]']+", path))
        }

    # ``with``.

    def managed(self, manager: Any) -> Any:
        """A context manager that says whether entering or leaving it changes what it holds."""
        if type(manager).__module__.partition(".")[0] in (
            "tensorflow",
            "keras",
            "tf_keras",
            "mxnet",
        ):
            return manager  # it speaks to the graph
        return _Managed(manager, self._held, self.note)

    def _held(self, manager: Any) -> dict[str, Any]:
        snapshot = state.Snapshot(self._x.world, self._x.program.is_project)
        with contextlib.suppress(Exception):
            snapshot.take("", manager)
        return snapshot.leaves


class _Managed:
    """Stands before a context manager in a ``with`` statement."""

    def __init__(
        self, manager: Any, held: Callable[[Any], dict[str, Any]], note: Callable[[str], None]
    ) -> None:
        self._manager = manager
        self._held = held
        self._note = note
        self._states: list[dict[str, Any]] = []

    def __enter__(self) -> Any:
        self._states = [self._held(self._manager)]
        value = type(self._manager).__enter__(self._manager)
        self._states.append(self._held(self._manager))
        return value

    def __exit__(self, *error: Any) -> Any:
        done = type(self._manager).__exit__(self._manager, *error)
        self._states.append(self._held(self._manager))
        if any(held != self._states[0] for held in self._states[1:]):
            self._note(f"enter and leave a {type(self._manager).__name__}")
        return done


def _paths(arguments: tuple[Any, ...]) -> list[str]:
    """The files and folders that an event names; those that it doesn't name can't be looked at."""
    named = [os.fsdecode(one) for one in arguments if isinstance(one, (str, bytes, os.PathLike))]
    return [os.path.abspath(one) for one in named] or [os.curdir]


def _content(path: str) -> Any:
    """What tells a file or folder from what it was before."""
    try:
        known = os.lstat(path)
        if stat.S_ISDIR(known.st_mode):
            return sorted(os.listdir(path))
        if not stat.S_ISREG(known.st_mode):
            return known.st_mode
        with io.FileIO(path) as file:
            return known.st_size, known.st_mode, hashlib.sha256(file.read(_SIZE)).digest()
    except OSError:
        return None


def _described(event: str, arguments: tuple[Any, ...]) -> str:
    first = arguments[0] if arguments else ""
    if isinstance(first, bytes):
        first = first.decode(errors="replace")
    if event == "open":
        # To read changes nothing. Nor is a descriptor meant, or what Python compiles as it imports.
        writes = len(arguments) > 2 and isinstance(arguments[2], int) and arguments[2] & _WRITES
        if not writes or not isinstance(first, str) or first.endswith(_SOURCE):
            return ""
    name = "input" if event == "builtins.input" else event
    path = os.path.basename(first) if isinstance(first, str) and event != "builtins.input" else ""
    return f"{name} {path}".strip()[:80]
