"""The world outside the program: its clock, its environment variables and its files.

Eager code reads them at every call. Between equal calls time passes; and what a function was seen
to read is changed, to see whether a graph that has read it follows.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..protocol import Changes
from . import clocks, own_calls, rebinding

if TYPE_CHECKING:
    from .experiment import Experiment

_MOST = 4
_SMALL = 1 << 16


def install(x: Experiment) -> None:
    """Let time pass between calls, and note what is read, if the finding is about that."""
    if x.job.watch.clock:
        x.clock = clocks.Clock()
        x.meter.on_open = x.clock.tick
    if x.job.watch.outside:
        x.variables = _watch_environment(x)


# What is read.


def _watch_environment(x: Experiment) -> dict[str, None]:
    """The environment variables that functions of the project read during measured calls."""
    seen: dict[str, None] = {}
    kind: Any = type(os.environ)
    read = kind.__getitem__

    def getitem(environ: Any, key: str) -> Any:
        if x.meter.busy and any(x.program.owns_frame(frame) for frame in _frames()):
            seen[key] = None
        return read(environ, key)

    kind.__getitem__ = getitem
    return seen


def _frames() -> list[Any]:
    found: list[Any] = []
    frame: Any = sys._getframe(2)
    while frame is not None and len(found) < 5:
        found.append(frame)
        frame = frame.f_back
    return found


class Variable:
    """An environment variable."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.about = self.shown = f"the environment variable {name}"
        first = os.environ.get(name)
        second = _other(first) if first else "1"
        self.values: list[Any] = [first, second, _other(second)]

    def set(self, value: str | None) -> None:
        """Give it a value, or take it away."""
        if value is None:
            os.environ.pop(self._name, None)
        else:
            os.environ[self._name] = value


class Files:
    """The files of our scratch folder, and how many there are.

    No others, wherever the user's code has gone: links may lead out of the folder.
    """

    about = "files"

    def __init__(self, scratch: str) -> None:
        self._contents: dict[Path, bytes] = {}
        for folder, _, names in os.walk(scratch):
            for path in sorted(Path(folder, name) for name in names):
                known = path.lstat()
                if not stat.S_ISREG(known.st_mode) or known.st_nlink > 1:
                    continue
                if known.st_size < _SMALL:
                    self._contents[path] = path.read_bytes()
        self._more: list[Path] = []
        self.shown = ", ".join(str(path.relative_to(scratch)) for path in self._contents)
        self.values: list[Any] = ["as written", "changed", "changed again"]

    def set(self, value: str) -> None:
        """Write something else, and one more file of each sort for each change."""
        changes = self.values.index(value)
        for path in self._more:
            path.unlink()
        self._more = []
        for path, content in self._contents.items():
            for number in range(changes):
                content = _other_content(content)
                more = path.with_name(f"{path.stem}_{number}{path.suffix}")
                more.write_bytes(content)
                self._more.append(more)
            path.write_bytes(content)


def _other(text: str) -> str:
    """A text with other digits, or another letter: a number stays a number, JSON stays JSON."""
    changed = re.sub(r"\d", lambda digit: str(int(digit[0]) % 9 + 1), text)
    return changed if changed != text else text + "_"


def _other_content(content: bytes) -> bytes:
    """Another text, or other bytes at the end: where an array has its last number."""
    try:
        return _other(content.decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError:
        return content[:-1] + bytes([content[-1] ^ 1])


def drive(x: Experiment, invoke: Any, args: Any, kwargs: Any, site: str) -> None:
    """A call as things are and one after each change, for each thing outside that may matter."""
    if not x.job.watch.outside:
        return
    targets: list[Any] = [Variable(name) for name in list(x.variables)[:_MOST]]
    files = Files(x.scratch)
    if files.shown:
        targets.append(files)
    targets += x.world.outside()
    own = [call.drawn for call in x.result.own]
    kept = x.result.from_program > 1 or (len(own) > 1 and not own_calls.vary(own))
    x.result.outside = [
        Changes(
            target.shown,
            target.values,
            rebinding.rounds(x, target, target.values, invoke, args, kwargs, site),
            kept=kept,
            about=target.about,
        )
        for target in targets
    ]
