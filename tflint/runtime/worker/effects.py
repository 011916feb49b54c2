"""What a line does to the world outside: files, processes, waiting, questions, objects that it enters.

Python's audit events tell most of it. What is written to a file that is open already shows in its
size, and what ``with`` does to an object in that object's state before, inside and after.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import os
import re
import sys
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import state

if TYPE_CHECKING:
    from .experiment import Experiment

_EVENTS = re.compile(
    r"open$|os\.(mkdir|rename|remove|rmdir|chmod|chown|link|symlink|truncate|system|exec|posix_spawn"
    r"|putenv|unsetenv|scandir|listdir|kill|startfile)|shutil\.|subprocess\.Popen|socket\.(connect|bind"
    r"|sendto|getaddrinfo)|urllib\.Request|time\.sleep|builtins\.input$|webbrowser\.open|sqlite3\.connect"
    r"|tempfile\.|ftplib\.|smtplib\.|tf\.io\.gfile\."
)
_SOURCE = (".py", ".pyc")
_DEEP = 80
_KEPT = 40


class Effects:
    """Counts what happens outside while the flagged line runs; in a graph, while any user code does."""

    def __init__(self, x: Experiment) -> None:
        self._x = x
        self._flagged = x.job.flagged
        self._names = set(x.job.changed)
        self._files: list[weakref.ref[Any]] = []
        self._sizes: dict[int, int] = {}
        self._before: dict[str, Any] = {}
        self._looking = False
        self.seen: list[str] = []

    def install(self) -> None:
        """Listen from now on; the process ends with the experiment."""
        self._watch_open()
        if sys.version_info < (3, 13):
            sleep: Any = time.sleep

            def audited(seconds: Any) -> None:
                sys.audit("time.sleep", seconds)
                sleep(seconds)

            time.sleep = audited
        # There is nobody to ask, so every answer is the same.
        sys.stdin = _Answers()
        self._x.world.watch_files()
        sys.addaudithook(self._heard)

    def _watch_open(self) -> None:
        real, files = io.open, self._files

        def opened(*args: Any, **kwargs: Any) -> Any:
            file = real(*args, **kwargs)
            with contextlib.suppress(TypeError):
                files.append(weakref.ref(file))
            return file

        builtins.open = opened
        io.open = opened

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._looking or not _EVENTS.match(event) or self._x.meter.quiet:
            return
        self._looking = True
        try:
            deed = _described(event, arguments)
            if deed and self._by_user(sys._getframe(1)):
                self.note(deed)
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

    def note(self, deed: str) -> None:
        """One thing that was done."""
        if len(self.seen) < _KEPT:
            self.seen.append(deed)

    def take(self) -> list[str]:
        """What was done since it was last asked."""
        seen, self.seen = self.seen, []
        return seen

    # A plain statement: what it writes to open files, and what it does to what it calls.

    def line_begins(self) -> None:
        """The flagged line is about to run."""
        self._sizes = self._file_sizes()
        self._before = self._changed()

    def line_ends(self) -> None:
        """It has run."""
        for number, size in self._file_sizes().items():
            if size != self._sizes.get(number, size):
                self.note("write to a file")
        now = self._changed()
        for path in sorted(self._before.keys() & now.keys()):
            if now[path] != self._before[path]:
                self.note(f"change {path}")

    def _file_sizes(self) -> dict[int, int]:
        sizes = {}
        for number, reference in enumerate(self._files):
            file = reference()
            with contextlib.suppress(OSError, ValueError, AttributeError):
                if file is not None and file.writable():
                    file.flush()
                    sizes[number] = os.fstat(file.fileno()).st_size
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


class _Answers:
    """Standard input that answers ``1`` to everything."""

    def readline(self, *_: Any) -> str:
        """One more answer."""
        return "1\n"

    def fileno(self) -> int:
        """There is no terminal behind it."""
        raise OSError("answers come from nowhere")


def _described(event: str, arguments: tuple[Any, ...]) -> str:
    first = arguments[0] if arguments else ""
    if isinstance(first, bytes):
        first = first.decode(errors="replace")
    if event == "open":
        # Not a descriptor, nor what Python itself reads to import or to show a line of source.
        if (
            not isinstance(first, str)
            or first.endswith(_SOURCE)
            or first.startswith(("/proc", "/sys"))
        ):
            return ""
    name = "input" if event == "builtins.input" else event
    path = os.path.basename(first) if isinstance(first, str) and event != "builtins.input" else ""
    return f"{name} {path}".strip()[:80]
