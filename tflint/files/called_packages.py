"""Packages that the code of a project calls by another name than their folder has here.

The root of a repository has the name that somebody gave the copy, and a folder named ``net-tf2`` can't be
imported as such: both are what an import means that fits nothing else, and them in all it asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tflint.files.file_words import FileWords
from tflint.files.imports import ImportTexts, names_of
from tflint.files.layout import Layout


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
    words = FileWords(texts)
    asked = _leading_nowhere(texts, imports, layout)
    folders: dict[str, str] = {}
    for name, asking in asked.items():
        fitting = [f for f in layout.nameless if _fits(f, asking, layout, words)]
        if len(fitting) == 1:
            folders[name] = fitting[0]
    left = (asking for name, asking in asked.items() if name not in folders)
    return CalledPackages(folders, frozenset(path for each in left for path in _meant(each, words)))


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


def _fits(folder: str, asked: list[_Asked], layout: Layout, words: FileWords) -> bool:
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


def _meant(asked: list[_Asked], words: FileWords) -> set[str]:
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
