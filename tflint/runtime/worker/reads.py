"""What this process reads of the world outside: environment variables and files.

A verdict holds as long as these are what they were. Python tells of both; what compiled code reads by
itself is not seen, and what another program reads that is started is not known.
"""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from collections.abc import Callable
from typing import Any

from ..protocol import Reads

_EVENTS = ("open", "os.listdir", "os.scandir")
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn")
_MOST = 500
_ALL = "*"
_SYSTEM = ("/proc/", "/sys/", "/dev/")


class Reading:
    """Notes what is read; of files, those that belong to no installation and are none of ours."""

    def __init__(self) -> None:
        self._variables: set[str] = set()
        self._paths: set[str] = set()
        self._ours: tuple[str, ...] = _installed()
        self._alone = True
        """Whether no other program was started."""
        self.on = True
        """Whether what is read is noted."""
        self.before_open: Callable[[str, Any, int], None] | None = None
        """Is told of a file that is about to be opened: its name, the mode, the flags."""

    def install(self) -> None:
        """Note from now on; there is no end to it."""
        self._watch_environment()
        self._watch_questions()
        sys.addaudithook(self._audit)

    def begin_experiment(self) -> None:
        """What other programs the import of the framework has started does not matter any more."""
        self.on = self._alone = True

    def leave_out(self, *folders: str) -> None:
        """Files in these folders are ours."""
        self._ours += tuple(os.path.join(os.path.realpath(one), "") for one in folders)

    def so_far(self) -> Reads:
        """What has been read."""
        complete = len(self._paths) < _MOST and len(self._variables) < _MOST
        complete = complete and self._alone
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

    def _watch_questions(self) -> None:
        """Whether a file is there, and how large it is, is asked without being told to anybody."""

        def noting(ask: Any) -> Any:
            @functools.wraps(ask)
            def asked(path: Any, *args: Any, **kwargs: Any) -> Any:
                if self.on and isinstance(path, (str, bytes, os.PathLike)):
                    name = os.fsdecode(path)
                    if not name.endswith(
                        ".py"
                    ):  # AutoGraph asks where code is, which counts by itself
                        self._note(name)
                return ask(path, *args, **kwargs)

            return asked

        os.stat, os.access = noting(os.stat), noting(os.access)

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _STARTS and self.on:
            self._alone = False
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
        except (OSError, ValueError):
            return
        self._note(name)

    def _note(self, name: str) -> None:
        """Something at a path is read or asked for."""
        try:
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
