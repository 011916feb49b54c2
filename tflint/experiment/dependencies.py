"""The files that an experiment may load besides those that it is given, as a hash.

Files are found as Python finds them; what no import names is not seen.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tflint.files.imports import imports_in, read_imports
from tflint.files.layout import Layout


class Dependencies:
    """Hashes of what programs import, directly or not.

    Args:
        roots: files and folders of the project.
    """

    def __init__(self, roots: Iterable[str | Path]) -> None:
        folders = [os.path.abspath(root) for root in roots]
        self._layout = OnDisk((), [root for root in folders if os.path.isdir(root)])
        self._imports: dict[str, frozenset[str]] = {}
        self._digests: dict[str, bytes] = {}

    def digest(self, sources: Mapping[str, str], others: Iterable[str] = ()) -> bytes:
        """The hash of all that these texts import, and of other files with all that those do.

        The texts themselves, which stand in for what is on disk, are not part of it.
        """
        imported = [path for item in sources.items() for path in self._imported(*item)]
        found = self.closure([*map(os.path.abspath, others), *imported])
        digest = hashlib.blake2b(digest_size=20)
        for path in sorted(found - set(sources)):
            shown = os.path.relpath(path)  # the same on another machine
            digest.update(shown.encode(errors="replace") + b"\0" + self._digest(path))
        return digest.digest()

    def closure(self, paths: Iterable[str]) -> set[str]:
        """These files, given by absolute paths, and all that they import, directly or not."""
        found = set(paths)
        waiting = [*found]
        while waiting:
            for path in self._imports_of(waiting.pop()):
                if path not in found:
                    found.add(path)
                    waiting.append(path)
        return found

    def _imports_of(self, path: str) -> frozenset[str]:
        known = self._imports.get(path)
        if known is None:
            known = self._imports[path] = self._imported(path, _text(path))
        return known

    def _imported(self, path: str, text: str) -> frozenset[str]:
        packages = self._layout.packages_of(path)
        return frozenset((*read_imports(path, imports_in(text), self._layout).files, *packages))

    def _digest(self, path: str) -> bytes:
        known = self._digests.get(path)
        if known is None:
            known = hashlib.blake2b(_text(path).encode(errors="replace")).digest()
            self._digests[path] = known
        return known


class OnDisk(Layout):
    """A layout that asks the disk instead of a list of files."""

    def packages_of(self, path: str) -> Iterator[str]:
        """The ``__init__.py`` of each package that holds a file: importing it runs them."""
        folder = os.path.dirname(path)
        while self.is_package(folder) and folder != os.path.dirname(folder):
            yield os.path.join(folder, "__init__.py")
            folder = os.path.dirname(folder)

    def may_hold(self, package: str) -> bool:
        return True

    def file_at(self, folder: str, module: str) -> str | None:
        """The module of that name in a folder, if it is there now."""
        base = os.path.normpath(os.path.join(folder, *module.split("."))) if module else folder
        for candidate in (os.path.join(base, "__init__.py"), base + ".py"):
            if os.path.isfile(candidate):
                return candidate
        return None


def _text(path: str) -> str:
    try:
        return Path(path).read_bytes().decode(errors="backslashreplace")
    except OSError:
        return ""
