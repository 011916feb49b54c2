"""From paths to dotted module names and back, without touching ``sys.path``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from itertools import accumulate, takewhile
from types import MappingProxyType

INSTALLED = sys.stdlib_module_names | {
    "keras",
    "keras_core",
    "mxnet",
    "numpy",
    "sonnet",
    "tensorflow",
    "tf_keras",
}
"""Names that mean what is installed, unless the project is where it comes from, or shadows it."""

_LONGEST = 4096
"""Characters of a path, as systems have it: no module has a longer name."""


class Layout:
    """Where the project's files stand relative to each other.

    Imports are looked up as Python would from that file: beside it (a script's own folder is on
    ``sys.path``), from the folder that holds its outermost package, from those above that up to a root, and
    from all roots. ``base`` is where relative paths start. ``called`` has the folders of packages that the
    code calls by other names, by these. ``led`` has the folders where files find what is found in no other
    way, by the file and the first part of what it imports.
    """

    def __init__(
        self,
        paths: Iterable[str],
        roots: Iterable[str] = (),
        base: str = "",
        called: Mapping[str, str] = MappingProxyType({}),
        led: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    ) -> None:
        self._paths = {os.path.normpath(path): path for path in paths}
        self._base = base
        self._roots = [_plain(os.path.normpath(root)) for root in roots]
        self._called = called
        self._led = led
        self._is_package: dict[str, bool] = {}
        self._folders: dict[str, str] = {}
        self._package_roots: dict[str, str] = {}
        self._absolute: dict[str, tuple[str, ...]] = {}
        self._searched: dict[tuple[str, str, int], str | None] = {}
        self._ways: dict[tuple[str, str, int], tuple[str, ...]] = {}

    def is_package(self, folder: str) -> bool:
        """True when the folder holds an ``__init__.py``."""
        known = self._is_package.get(folder)
        if known is None:
            init = os.path.normpath(os.path.join(folder, "__init__.py"))
            known = init in self._paths or os.path.isfile(os.path.join(self._base, init))
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

    def is_in_package(self, path: str) -> bool:
        """True for a file of a package, which others can import whatever folder they are started in."""
        return self.package_root(path) != os.path.dirname(os.path.normpath(path))

    def module_name(self, path: str) -> str:
        """Dotted name of a file, from its outermost package."""
        path = os.path.normpath(path)
        root = self.package_root(path)
        relative = path.removeprefix(os.path.join(root, "")) if root else path
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
        found = self._searched[key]
        if found is None and not level and (led := self._led_to(importer, module)) is not None:
            return self.file_at(led, module)
        return found

    def along(self, importer: str, module: str, level: int = 0) -> tuple[str, ...]:
        """Paths of the project's files that ``import module`` reads on its way, packages first."""
        if not module and not level:
            return ()
        key = (importer if importer in self._led else self._folder(importer), module, level)
        if key not in self._ways:
            names = accumulate(module.split("."), "{}.{}".format)
            short = takewhile(lambda name: len(name) <= _LONGEST, names)
            found = (self.find(importer, name, level) for name in short)
            self._ways[key] = tuple(path for path in found if path is not None)
        return self._ways[key]

    def _folder(self, importer: str) -> str:
        folder = self._folders.get(importer)
        if folder is None:
            folder = self._folders[importer] = os.path.dirname(os.path.normpath(importer))
        return folder

    def _led_to(self, importer: str, module: str) -> str | None:
        names = self._led.get(importer)
        return None if names is None else names.get(module.partition(".")[0])

    def leading(self, led: Mapping[str, Mapping[str, str]]) -> Layout:
        """The same, where files find more."""
        more = copy(self)
        more._led = led
        more._ways = {}
        return more

    def folder(self, path: str) -> str | None:
        """The folder that a path means, if it holds files of the project, however deep."""
        plain = _plain(os.path.normpath(path))
        return plain if plain in self._parents else None

    def leads_somewhere(self, importer: str, first: str) -> bool:
        """True for the first part of an absolute import that is installed, or found as Python finds it."""
        return first in INSTALLED or (
            self.may_hold(first)
            and (
                self.find(importer, first) is not None
                or self.namespace(importer, first) is not None
            )
        )

    @cached_property
    def nameless(self) -> list[str]:
        """The folders with files below them whose names say nothing of how they are imported.

        The root of a project is called as whoever copied it likes; other names are none of Python's.
        """
        root = self._roots[0] if self._roots else ""
        odd = (f for f in self._parents if f and not os.path.basename(f).isidentifier())
        return sorted({root, *odd} & self._parents)

    def bearing(self, name: str) -> str | None:
        """The folder with the one module or package of a name in the project; None of none or several."""
        found = self._bearing.get(name, ())
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _bearing(self) -> dict[str, set[str]]:
        """The folders that hold modules and packages, by the names of these."""
        found: dict[str, set[str]] = {}
        for path in (*self._paths, *self._parents):
            folder, name = os.path.split(path)
            found.setdefault(os.path.splitext(name)[0], set()).add(folder)
        return found

    def holds(self, folder: str, module: str) -> bool:
        """True where a folder has a module of that name, or a folder with files below it."""
        inside = self.module_in(folder, module) or self.namespace_in(folder, module)
        return inside is not None

    def may_hold(self, package: str) -> bool:
        """False when nothing in the project has that name."""
        return package in self._parts or package in self._called

    @cached_property
    def _parts(self) -> set[str]:
        return {p for path in self._paths for p in os.path.splitext(path)[0].split(os.sep)}

    def namespace(self, importer: str, module: str, level: int = 0) -> str | None:
        """The folder without ``__init__.py`` that ``import module`` in ``importer`` means, or None.

        Anything else of that name comes first, here or installed.
        """
        first = module.partition(".")[0]
        if not module or (not level and (not self.may_hold(first) or first in INSTALLED)):
            return None
        places = self._places(self._folder(importer), level)
        found = (self.namespace_in(place, module) for place in places)
        folder = next((folder for folder in found if folder is not None), None)
        if folder is not None or level:
            return folder
        if first in self._called:
            return self.namespace_in(self._called[first], module.partition(".")[2])
        led = self._led_to(importer, module)
        return None if led is None else self.namespace_in(led, module)

    def namespace_in(self, folder: str, module: str) -> str | None:
        """The folder without ``__init__.py`` of that name in a folder, if there are files below it."""
        found = _below(folder, module)
        return found if found in self._parents and not self.is_package(found) else None

    def module_in(self, folder: str, module: str) -> str | None:
        """The file of the module of that name in a folder."""
        return self.file_at(_plain(folder), module)

    @cached_property
    def _parents(self) -> set[str]:
        """The folders that hold files of the project, however deep."""
        found: set[str] = set()
        for path in self._paths:
            folder = os.path.dirname(path)
            while folder not in found:
                found.add(folder)
                folder = os.path.dirname(folder)
        return found

    def _search(self, folder: str, module: str, level: int) -> str | None:
        first, _, inside = module.partition(".")
        installed = not level and first in INSTALLED
        for place in self._places(folder, level):
            if installed and not self._shadows(place, module, folder):
                continue
            found = self.file_at(place, module)
            if found is not None:
                return found
        called = None if level else self._called.get(first)
        return None if called is None else self.file_at(called, inside)

    def _shadows(self, place: str, module: str, folder: str) -> bool:
        """True where what is installed can't be meant, seen from a folder.

        A folder without ``__init__.py`` shadows nothing, nor does what only other parts of the program
        would find at their top, nor what can be imported as a part of a package.
        """
        first, dot, _ = module.partition(".")
        if dot and not self.is_package(_below(place, first)):
            return False
        return _is_within(folder, place) and not self.is_package(place)

    def _places(self, folder: str, level: int) -> tuple[str, ...]:
        """The folders in which an import from a folder is looked up, the first that has it counts."""
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return (_plain(folder),)
        places = self._absolute.get(folder)
        if places is None:
            root = self._package_root(folder)
            places = tuple(dict.fromkeys(map(_plain, (folder, root, *self._above(root)))))
            self._absolute[folder] = places = tuple(dict.fromkeys((*places, *self._roots)))
        return places

    def _above(self, folder: str) -> Iterator[str]:
        """The folders between a folder and the root that it is in: a program may be started in each."""
        around = [root for root in self._roots if _is_within(folder, root)]
        while around and folder not in around:
            folder = os.path.dirname(folder)
            yield folder

    def file_at(self, folder: str, module: str) -> str | None:
        """The module of that name in a folder, where the empty one is what paths start from."""
        base = _below(folder, module)
        package = base + os.sep if base else ""
        for candidate in (package + "__init__.py", base + ".py", base + ".ipynb"):
            path = self._paths.get(candidate)
            if path is not None:
                return path
        return None


def _plain(folder: str) -> str:
    """A folder's path, where the empty one is what paths start from."""
    return "" if folder == os.curdir else folder


def _is_within(folder: str, outer: str) -> bool:
    """True for a folder that is another one, or somewhere in it."""
    return (folder + os.sep).startswith(outer and outer + os.sep)


def _below(folder: str, module: str) -> str:
    """The path of a module in a folder, without its suffix."""
    if not module:
        return folder
    return folder + (os.sep if folder and folder != os.sep else "") + module.replace(".", os.sep)
