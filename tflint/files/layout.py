"""From paths to dotted module names and back, without touching ``sys.path``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property


class Layout:
    """Where the project's files stand relative to each other.

    Imports are looked up as Python would from that file: beside it (a script's own folder is on
    ``sys.path``), from the folder that holds its outermost package, and from the roots the user named.
    """

    def __init__(self, paths: Iterable[str], roots: Iterable[str] = ()) -> None:
        self._paths = {os.path.normpath(path): path for path in paths}
        self._roots = [os.path.normpath(root) for root in roots]
        self._is_package: dict[str, bool] = {}
        self._folders: dict[str, str] = {}
        self._package_roots: dict[str, str] = {}
        self._in_roots: dict[str, str | None] = {}
        self._searched: dict[tuple[str, str, int], str | None] = {}
        self._ways: dict[tuple[str, str, int], tuple[str, ...]] = {}

    def is_package(self, folder: str) -> bool:
        """True when the folder holds an ``__init__.py``."""
        known = self._is_package.get(folder)
        if known is None:
            init = os.path.normpath(os.path.join(folder, "__init__.py"))
            known = init in self._paths or os.path.isfile(init)
            self._is_package[folder] = known
        return known

    def package_root(self, path: str) -> str:
        """The folder above the outermost package that holds the file."""
        return self._package_root(os.path.dirname(os.path.normpath(path)))

    def _package_root(self, folder: str) -> str:
        found = self._package_roots.get(folder)
        if found is None:
            found = folder
            while self.is_package(found):
                above = os.path.dirname(found)
                if above == found:
                    break
                found = above
            self._package_roots[folder] = found
        return found

    def module_name(self, path: str) -> str:
        """Dotted name of a file, from its outermost package."""
        path = os.path.normpath(path)
        relative = os.path.relpath(path, self.package_root(path) or ".")
        parts = os.path.splitext(relative)[0].split(os.sep)
        if parts[-1] == "__init__" and len(parts) > 1:
            parts.pop()
        return ".".join(parts)

    def find(self, importer: str, module: str, level: int = 0) -> str | None:
        """Path of the project's file that ``import module`` in ``importer`` reads, or None.

        ``level`` counts the dots of a relative import.
        """
        key = (self._folder(importer), module, level)
        if key not in self._searched:
            self._searched[key] = self._search(*key)
        return self._searched[key]

    def along(self, importer: str, module: str, level: int = 0) -> tuple[str, ...]:
        """Paths of the project's files that ``import module`` reads on its way, packages first."""
        if not module and not level:
            return ()
        key = (self._folder(importer), module, level)
        if key not in self._ways:
            parts = module.split(".")
            names = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
            found = (self.find(importer, name, level) for name in names)
            self._ways[key] = tuple(path for path in found if path is not None)
        return self._ways[key]

    def _folder(self, importer: str) -> str:
        folder = self._folders.get(importer)
        if folder is None:
            folder = self._folders[importer] = os.path.dirname(os.path.normpath(importer))
        return folder

    def may_hold(self, package: str) -> bool:
        """False when nothing in the project has that name."""
        return package in self._parts

    @cached_property
    def _parts(self) -> set[str]:
        return {p for path in self._paths for p in os.path.splitext(path)[0].split(os.sep)}

    def _search(self, folder: str, module: str, level: int) -> str | None:
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return self._file(folder, module)
        root = self._package_root(folder)
        return (
            self._file(folder, module)
            or (None if root == folder else self._file(root, module))
            or self._find_in_roots(module)
        )

    def _find_in_roots(self, module: str) -> str | None:
        if module not in self._in_roots:
            found = (self._file(root, module) for root in self._roots)
            self._in_roots[module] = next((path for path in found if path is not None), None)
        return self._in_roots[module]

    def _file(self, folder: str, module: str) -> str | None:
        """The module of that name in a normal folder, where the empty one is the current."""
        base = folder if folder not in (os.curdir, "") else ""
        if module:
            base += (os.sep if base and base != os.sep else "") + module.replace(".", os.sep)
        package = base + os.sep if base else ""
        for candidate in (package + "__init__.py", base + ".py", base + ".ipynb"):
            path = self._paths.get(candidate)
            if path is not None:
                return path
        return None
