"""Where a program writes: standard output and error, what stands for them, and files.

Nothing is left out by what it says. What a framework writes on its own account is stopped where it
is written: by the place in the source that logs or warns, and what C++ writes, by its form.
"""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import builtins
import contextlib
import hashlib
import io
import logging
import os
import re
import stat
import sys
import warnings
import weakref
import zlib
from logging import handlers
from typing import Any

from ..protocol import Written

_BY_CPP = re.compile(
    r"^([IWEF]\d{4} \d\d:\d\d:\d+\.\d+ +\d+ \S+\.cc:\d+\] "
    r"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+: [IWEF] \S+\.cc:\d+\] "
    r"|\[\d\d:\d\d:\d\d\] \S+/src/\S+\.(cc|h):\d+: "
    r"|WARNING: All log messages before absl::InitializeLog\(\) is called"
    r"|To enable the following instructions: .*, rebuild TensorFlow with )"
)
"""How TensorFlow's and MXNet's C++ write their log."""
_KEPT = 400
_LENGTH = 200
_FILES = 200
_SIZE = 1 << 20
Mark = Any
"""How much was written so far, to each channel."""


class Channels:
    """Tells what was written between two moments."""

    def __init__(self, folder: str) -> None:
        self._captured = [os.path.join(folder, name) for name in ("stdout", "stderr")]
        self._scratch = os.getcwd()
        self._stat = os.stat
        self._watching = False
        self.opened: list[weakref.ref[Any]] = []
        """The files that the program has opened."""
        self._paths: dict[str, None] = {}
        self._passed_on: list[str] = []
        """Messages that handlers have passed on to where we do not look: queues, sockets, mail."""
        self._sums: dict[tuple[str, int, int], int] = {}
        """The checksums of files of a size and a time."""

    def watch_files(self) -> None:
        """Look at files from now on, too."""
        real, watching = io.open, self
        self._watching = True

        def opened(*args: Any, **kwargs: Any) -> Any:
            file = real(*args, **kwargs)
            with contextlib.suppress(Exception):
                watching.note(file)
            return file

        opened.autograph_info__ = {}  # type: ignore[attr-defined]  # AutoGraph calls it as it is
        builtins.open = opened
        io.open = opened

    def watch_handlers(self) -> None:
        """Look at what handlers of ``logging`` pass on, too."""
        for kind in (
            handlers.QueueHandler, handlers.SocketHandler, handlers.SysLogHandler,
            handlers.SMTPHandler, handlers.HTTPHandler, handlers.BufferingHandler,
        ):  # fmt: skip
            self._watch_handler(kind)

    def _watch_handler(self, kind: Any) -> None:
        emit = kind.emit

        def emitted(handler: Any, record: Any) -> None:
            self._passed_on.append(f"{type(handler).__name__}: {record.getMessage()}")
            emit(handler, record)

        emitted.autograph_info__ = {}  # type: ignore[attr-defined]
        kind.emit = emitted

    def note(self, file: Any) -> None:
        """A file was opened."""
        self.opened.append(weakref.ref(file))
        if isinstance(file.name, str) and file.writable():
            self._paths[os.path.abspath(file.name)] = None

    def now(self) -> Mark:
        """How much was written so far."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        sizes = []
        for path in self._captured:
            try:
                sizes.append(self._stat(path).st_size)
            except OSError:
                sizes.append(0)
        streams = []
        for stream in (sys.stdout, sys.stderr):
            text = getattr(stream, "getvalue", None)
            streams.append((stream, len(text())) if callable(text) else None)
        return sizes, streams, self._files(), len(self._passed_on)

    def since(self, before: Mark) -> list[list[str]]:
        """The lines written since to stdout, to stderr and to files."""
        sizes, streams, files, passed_on = before
        now_sizes, now_streams, now_files, _ = self.now()
        found = [
            _lines(self._read(path, *ends)) for path, *ends in zip(self._captured, sizes, now_sizes)
        ]
        for lines, old, new in zip(found, streams, now_streams):
            # ``redirect_stdout`` and its like: the same object before and after, and more in it.
            if old and new and old[0] is new[0]:
                lines += _lines(new[0].getvalue()[old[1] :])
        filed = self._passed_on[passed_on:]
        for path in now_files:
            old_size, new_size = files.get(path, (0, 0))[0], now_files[path][0]
            if files.get(path) != now_files[path]:
                # What did not grow was written anew, with another text.
                start = old_size if new_size > old_size else 0
                filed += _lines(self._read(path, start, new_size, "strict"))
        return [*found, filed]

    def _files(self) -> dict[str, tuple[int, int]]:
        """The size of each file, and a checksum of what it holds."""
        if not self._watching:
            return {}
        self.opened[:] = [reference for reference in self.opened if reference() is not None]
        for reference in self.opened:
            file = reference()
            with contextlib.suppress(OSError, ValueError, AttributeError):
                if file is not None and file.writable():
                    file.flush()
        found: dict[str, tuple[int, int]] = {}
        known: dict[tuple[str, int, int], int] = {}
        made = (
            os.path.join(folder, name)
            for folder, _, names in os.walk(self._scratch)
            for name in names
        )
        for path in [*self._paths, *made]:
            with contextlib.suppress(OSError):
                told = os.lstat(path)
                if not stat.S_ISREG(told.st_mode) or len(found) >= _FILES:
                    continue
                key = path, told.st_size, told.st_mtime_ns
                if key not in self._sums:
                    whole = self._read(path, 0, told.st_size, "backslashreplace")
                    self._sums[key] = zlib.crc32(whole.encode("utf-8", "replace"))
                known[key] = self._sums[key]
                found[path] = told.st_size, known[key]
        self._sums = known
        return found

    def _read(self, path: str, start: int, end: int, errors: str = "replace") -> str:
        """The text of a file between two sizes; none where it is no text."""
        if end <= start:
            return ""
        descriptor = os.open(path, os.O_RDONLY)
        try:
            return os.pread(descriptor, min(end - start, _SIZE), start).decode("utf-8", errors)
        except UnicodeDecodeError:
            return ""
        finally:
            os.close(descriptor)


def as_written(lines: list[str]) -> Written:
    """Lines as a message: how many there are, and of the first all that tells them apart."""
    return Written(len(lines), [_told(line) for line in lines[:_KEPT]])


def _told(line: str) -> str:
    if len(line) <= _LENGTH:
        return line
    whole = hashlib.sha256(line.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{line[:_LENGTH]}… ({len(line)} characters, {whole})"


def _lines(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").splitlines()
    return [line for line in lines if not _BY_CPP.match(line)]


_BETWEEN = re.compile(
    r"/(logging/__init__|warnings|platform/tf_logging|autograph/(impl|operators)/\w+)\.py$"
)
"""Files that stand between a message and the place that sends it."""


def quieten(packages: tuple[str, ...]) -> None:
    """Keep back what a framework logs and warns of itself, by the place that does it."""
    folders = tuple(
        os.path.dirname(os.path.abspath(found)) + os.sep
        for found in (getattr(sys.modules.get(name), "__file__", None) for name in packages)
        if found
    )
    ours = os.path.dirname(os.path.abspath(__file__))
    handle = logging.Logger.handle
    show = warnings.showwarning

    def of_framework() -> bool:
        frame: Any = sys._getframe(2)
        while frame is not None and (
            _BETWEEN.search(frame.f_code.co_filename) or frame.f_code.co_filename.startswith(ours)
        ):
            frame = frame.f_back
        return frame is not None and frame.f_code.co_filename.startswith(folders)

    def handled(logger: Any, record: Any) -> None:
        if not of_framework():
            handle(logger, record)

    def shown(*message: Any, **options: Any) -> None:
        if not of_framework():
            show(*message, **options)

    for function in (handled, shown):
        function.autograph_info__ = {}  # type: ignore[attr-defined]
    vars(warnings)["showwarning"] = shown
    logging.Logger.handle = handled  # type: ignore[method-assign, assignment]
