"""Packages that the code of a project calls by another name than their folder has here.

The root of a repository has the name that somebody gave the copy, and a folder named ``net-tf2`` can't be
imported as such: both are what an import means that fits nothing else, and them in all it asks for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from tflint.files.imports import ImportTexts, names_of
from tflint.files.layout import Layout

_DEFINED = re.compile(r"^(?:(?:async[ ]+)?def|class)[ ]+(\w+)|^(\w+)[ ]*(?::[^=\n]*)?=(?!=)", re.M)
"""What a module makes itself, at its top."""
_WORD = re.compile(r"\w+")


class CalledPackages(NamedTuple):
    """How the code of a project calls its packages.

    Attributes:
        folders: packages by a name that is not their folder's, as far as only one can be meant.
        asked_for: files that an import may mean of which nobody knows what it means.
    """

    folders: Mapping[str, str]
    asked_for: frozenset[str]


class _Asked(NamedTuple):
    """What an import asks a package for: a module in it, perhaps the package, and names of that."""

    importer: str
    module: str
    names: tuple[str, ...]


def called_packages(
    texts: Mapping[str, str], imports: ImportTexts, layout: Layout
) -> CalledPackages:
    """Find how the code of a project calls its packages; ``layout`` finds them by their own names."""
    words = _Words(texts)
    asked = _leading_nowhere(texts, imports, layout)
    folders: dict[str, str] = {}
    for name, asking in asked.items():
        fitting = [f for f in layout.nameless if _fits(f, asking, layout, words)]
        if len(fitting) == 1:
            folders[name] = fitting[0]
    left = (asking for name, asking in asked.items() if name not in folders)
    return CalledPackages(folders, frozenset(path for each in left for path in _meant(each, words)))


class _Words:
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


def _leading_nowhere(
    paths: Iterable[str], imports: ImportTexts, layout: Layout
) -> dict[str, list[_Asked]]:
    """The imports that find nothing, by the first part of what they name, where no other finds that."""
    found: dict[str, list[_Asked]] = {}
    known: set[str] = set()
    for path in paths:
        for module, level, names in imports.of(path):
            first, _, inside = module.partition(".")
            if level or not first or first in known:
                continue
            if layout.leads_somewhere(path, first):
                known.add(first)
            else:
                one = _Asked(path, inside, tuple(names_of(names)))
                found.setdefault(first, []).append(one)
    return {first: asked for first, asked in found.items() if first not in known}


def _fits(folder: str, asked: list[_Asked], layout: Layout, words: _Words) -> bool:
    """True for a package that has all that is imported, and makes some of it itself."""
    makes_some = False
    for importer, module, names in asked:
        path = layout.module_in(folder, module)
        if not layout.holds(folder, module):
            return False
        bound = words.of(path) if path is not None and path != importer else ()
        for name in names:
            if name not in bound and not layout.holds(folder, _inside(module, name)):
                return False
        makes_some = makes_some or (path is not None and words.makes_any(path, names))
    return makes_some


def _meant(asked: list[_Asked], words: _Words) -> set[str]:
    """The files that all imports by one name may mean: those whose paths end so.

    None where it is rather the name of something else: what is asked for is not all there, and of what is
    asked for by name nothing is made here.
    """
    found: list[set[str]] = []
    makes_some = False
    for importer, module, names in asked:
        inside = {path for name in names for path in words.ending(_inside(module, name))}
        makers = {path for path in words.ending(module) if words.makes_any(path, names)}
        makes_some = makes_some or bool(makers)
        whole = words.ending(module) if not names or "*" in names else ()
        found.append({*inside, *makers, *whole} - {importer})
    return set().union(*found) if makes_some or all(found) else set()


def _inside(module: str, name: str) -> str:
    return f"{module}.{name}" if module else name


def _parts(path: str) -> list[str]:
    """The parts of a module's name, from the top of all paths."""
    parts = os.path.splitext(os.path.normpath(path))[0].split(os.sep)
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts
