"""What files are called, say and make, word by word: enough to tell whether an import may mean one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

_DEFINED = re.compile(r"^(?:(?:async[ ]+)?def|class)[ ]+(\w+)|^(\w+)[ ]*(?::[^=\n]*)?=(?!=)", re.M)
"""What a module makes itself, at its top."""
_WORD = re.compile(r"\w+")


class FileWords:
    """What some files are called and say, word by word."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._all: dict[str, frozenset[str]] = {}
        self._made: dict[str, frozenset[str]] = {}

    def of(self, path: str) -> frozenset[str]:
        """The words of a file, and what stands for all its names."""
        if path not in self._all:
            self._all[path] = frozenset(("*", *_WORD.findall(self._texts[path])))
        return self._all[path]

    def makes_any(self, path: str, names: Iterable[str]) -> bool:
        """True for a module that makes something of these names itself, at its top."""
        if path not in self._made:
            found = _DEFINED.findall(self._texts[path])
            self._made[path] = frozenset(one or other for one, other in found)
        return not self._made[path].isdisjoint(names)

    def ending(self, module: str) -> Iterator[str]:
        """The files that may be modules of that name somewhere."""
        wanted = module.split(".")
        for path, parts in self._by_last.get(wanted[-1], ()):
            if parts[-len(wanted) :] == wanted:
                yield path

    @cached_property
    def _by_last(self) -> dict[str, list[tuple[str, list[str]]]]:
        found: dict[str, list[tuple[str, list[str]]]] = {}
        for path in self._texts:
            parts = _parts(path)
            found.setdefault(parts[-1], []).append((path, parts))
        return found


def _parts(path: str) -> list[str]:
    """The parts of a module's name, from the top of all paths."""
    parts = os.path.splitext(os.path.normpath(path))[0].split(os.sep)
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts
