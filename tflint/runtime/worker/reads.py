"""What this process reads of the world outside: environment variables and files.

A verdict holds as long as these are what they were. Python tells of both; what compiled code reads by
itself is not seen.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable
from typing import Any

from ..protocol import Reads

_EVENTS = ("open", "os.listdir", "os.scandir")
_MOST = 500
_ALL = "*"
_SYSTEM = ("/proc/", "/sys/", "/dev/")


class Reading:
    """Notes what is read; of files, those that belong to no installation and are none of ours."""

    def __init__(self) -> None:
        self._variables: set[str] = set()
        self._paths: set[str] = set()
        self._ours: tuple[str, ...] = _installed()
        self.on = True
        """Whether what is read is noted."""
        self.before_open: Callable[[str, Any, int], None] | None = None
        """Is told of a file that is about to be opened: its name, the mode, the flags."""

    def install(self) -> None:
        """Note from now on; there is no end to it."""
        self._watch_environment()
        sys.addaudithook(self._audit)

    def leave_out(self, *folders: str) -> None:
        """Files in these folders are ours."""
        self._ours += tuple(os.path.join(os.path.realpath(one), "") for one in folders)

    def so_far(self) -> Reads:
        """What has been read."""
        complete = len(self._paths) < _MOST and len(self._variables) < _MOST
        return Reads(sorted(self._variables)[:_MOST], sorted(self._paths)[:_MOST], complete)

    def _watch_environment(self) -> None:
        kind: Any = type(os.environ)
        read, iterate, noted = kind.__getitem__, kind.__iter__, self._variables

        def getitem(environ: Any, key: Any) -> Any:
            noted.add(os.fsdecode(key) if isinstance(key, (str, bytes)) else _ALL)
            return read(environ, key)

        def names(environ: Any) -> Any:
            noted.add(_ALL)
            return iterate(environ)

        kind.__getitem__, kind.__iter__ = getitem, names

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _EVENTS or not arguments or not self.on:
            return
        if event != "open" and sys._getframe(1).f_code.co_filename.startswith("<frozen importlib"):
            return  # where modules may be: those that are found are opened
        named = arguments[0]
        if not isinstance(named, (str, bytes, os.PathLike)):
            if named is not None:  # a file descriptor
                return
            named = os.curdir
        try:
            name = os.fsdecode(named)
            if event == "open" and self.before_open is not None:
                self.before_open(name, *arguments[1:3])
            path = os.path.realpath(name)
        except (OSError, ValueError):
            return
        if not os.path.join(path, "").startswith(self._ours) and not path.endswith(".pyc"):
            self._paths.add(path)


def _installed() -> tuple[str, ...]:
    """The folders of the standard library and of what is installed, links followed too."""
    known = sysconfig.get_paths()
    folders = {known[name] for name in ("stdlib", "platstdlib", "purelib", "platlib", "include")}
    folders |= {os.path.realpath(folder) for folder in folders}
    return (*_SYSTEM, *(os.path.join(folder, "") for folder in sorted(folders)))


READING = Reading()
"""That of this process."""
