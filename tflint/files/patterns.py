"""Path patterns as ignore files write them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True)
class Patterns:
    """Patterns that hold below a folder; a plain name holds anywhere."""

    lines: tuple[str, ...]
    root: str = "."

    def covers(self, path: str, *, folder: bool = False) -> bool:
        """True when a pattern names this very file or folder."""
        return os.path.basename(path) in self._names or bool(self.verdict(path, folder=folder))

    def covers_any_part(self, path: str) -> bool:
        """True when a pattern names the file or a folder that it is in, below the root."""
        relative = os.path.relpath(os.path.abspath(path), self._root)
        parts = relative.split(os.sep)
        if parts[0] == os.pardir:
            return self.covers(path)
        ends = range(1, len(parts) + 1)
        return any(
            self.covers(os.path.join(self._root, *parts[:end]), folder=end < len(parts))
            for end in ends
        )

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        """What git would say: left out (True), taken back with ``!`` (False), or no opinion."""
        if self._spec is None:
            return None
        relative = os.path.relpath(os.path.abspath(path), self._root)
        if relative.startswith(os.pardir):
            return None
        return self._spec.check_file(relative + "/" if folder else relative).include

    @cached_property
    def _root(self) -> str:
        return os.path.abspath(self.root)

    @cached_property
    def _names(self) -> frozenset[str]:
        """Patterns that are plain names: matching them needs no library."""
        if any(line.startswith("!") for line in self.lines):
            return frozenset()  # the order of the lines counts
        return frozenset(line for line in self.lines if not any(c in line for c in "*?[]/\\# "))

    @cached_property
    def _spec(self) -> GitIgnoreSpec | None:
        lines = [line for line in self.lines if line not in self._names]
        return _compile(lines) if any(lines) else None


def _compile(lines: Iterable[str]) -> GitIgnoreSpec:
    """Lines that are no valid pattern are skipped, as git does."""
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines(line for line in lines if _is_valid(line))


def _is_valid(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
