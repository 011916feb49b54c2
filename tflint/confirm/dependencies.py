"""The code that an experiment may run, as a hash: what its file imports, and what leads to it.

A call site is looked for in the files that import the function's file, directly or not, and brings
along what those import. Files are found as Python finds them; what no import names is not seen.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from tflint.project.imports import imported
from tflint.project.layout import Layout

_Step = Callable[[str], Iterable[str]]
_NOT_THE_PROJECT = {"__pycache__", "node_modules", "site-packages", "dist-packages"}


class Dependencies:
    """Hashes of files with all that bears on running them.

    Args:
        roots: files and folders in which callers are looked for.
    """

    def __init__(self, roots: Iterable[str | Path]) -> None:
        self._roots = [os.path.abspath(root) for root in roots]
        self._layout = _OnDisk((), [root for root in self._roots if os.path.isdir(root)])
        self._texts: dict[str, str] = {}
        self._imports: dict[str, frozenset[str]] = {}
        self._importers: dict[str, set[str]] = {}
        self._searched: set[str] = set()
        self._digests: dict[str, bytes] = {}

    def digest(self, path: str) -> bytes:
        """The hash of a file, of those that lead to it, and of what all these import."""
        path = os.path.abspath(path)
        if path not in self._digests:
            self._find_importers([os.path.dirname(path), *self._roots])
            callers = _reached([path], lambda at: self._importers.get(at, ()))
            files = _reached(callers, self._imports_of)
            self._digests[path] = self._hash(sorted(files))
        return self._digests[path]

    def _hash(self, paths: Iterable[str]) -> bytes:
        digest = hashlib.blake2b(digest_size=20)
        for path in paths:
            shown = os.path.relpath(path)  # the same on another machine
            digest.update(shown.encode(errors="replace") + b"\0")
            digest.update(hashlib.blake2b(self._text(path).encode(errors="replace")).digest())
        return digest.digest()

    def _find_importers(self, places: Sequence[str]) -> None:
        for number, place in enumerate(places):
            if place in self._searched:
                continue
            self._searched.add(place)
            for path in _python_files(place, deep=number > 0):
                for other in self._imports_of(path):
                    self._importers.setdefault(other, set()).add(path)

    def _imports_of(self, path: str) -> frozenset[str]:
        known = self._imports.get(path)
        if known is None:
            packages = self._layout.packages_of(path)
            known = frozenset((*imported(path, self._text(path), self._layout), *packages))
            self._imports[path] = known
        return known

    def _text(self, path: str) -> str:
        text = self._texts.get(path)
        if text is None:
            try:
                text = Path(path).read_bytes().decode(errors="backslashreplace")
            except OSError:
                text = ""
            self._texts[path] = text
        return text


class _OnDisk(Layout):
    """A layout that asks the disk instead of a list of files."""

    def packages_of(self, path: str) -> Iterator[str]:
        """The ``__init__.py`` of each package that holds a file: importing it runs them."""
        folder = os.path.dirname(path)
        while self.is_package(folder) and folder != os.path.dirname(folder):
            yield os.path.join(folder, "__init__.py")
            folder = os.path.dirname(folder)

    def may_hold(self, package: str) -> bool:
        return True

    def _file(self, folder: str, module: str) -> str | None:
        base = os.path.normpath(os.path.join(folder, *module.split("."))) if module else folder
        for candidate in (os.path.join(base, "__init__.py"), base + ".py"):
            if os.path.isfile(candidate):
                return candidate
        return None


def _reached(paths: Iterable[str], step: _Step) -> set[str]:
    found = set(paths)
    waiting = list(found)
    while waiting:
        for path in step(waiting.pop()):
            if path not in found:
                found.add(path)
                waiting.append(path)
    return found


def _python_files(place: str, *, deep: bool) -> Iterator[str]:
    """The Python files of a folder, or of all below it but environments; or the file itself."""
    if os.path.isfile(place):
        yield place
        return
    for folder, below, names in os.walk(place):
        below[:] = sorted(name for name in below if deep and _is_project(folder, name))
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(".py"))


def _is_project(folder: str, name: str) -> bool:
    if name.startswith(".") or name in _NOT_THE_PROJECT:
        return False
    return not os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))
