"""Modules and packages that code imports by their bare names, from folders that only ``PYTHONPATH`` has.

What a name means that leads nowhere is the one thing of the project that is called so, if that has all that
is asked of it, and makes some of that itself: the same may be installed, but hardly one that fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain
from typing import NamedTuple

from tflint.files.file_words import FileWords
from tflint.files.imports import Import, ImportTexts, names_of
from tflint.files.layout import Layout

_ALL = "*"
_DOTTED = re.compile(r"(?<![\w.])\w+(?:\.\w+)+")
_RENAMED = re.compile(r"([\w.]+)[ \t]+as[ \t]+(\w+)")
_DEEPEST = 8
"""Parts of a dotted name that are gone into."""


class _AskedOfModule(NamedTuple):
    """What an import asks for: a module, and names that code takes from it, or uses of it."""

    module: str
    names: tuple[str, ...]
    importer: str


def lone_modules(
    texts: Mapping[str, str], imports: ImportTexts, layout: Layout
) -> dict[str, dict[str, str]]:
    """Folders by the first part of what is imported, by the file that imports it.

    ``layout`` finds all that is found in other ways.
    """
    asked: dict[str, dict[str, list[_AskedOfModule]]] = {}
    for path in texts:
        for first, asking in _leading_nowhere(path, texts, imports, layout).items():
            asked.setdefault(first, {})[path] = asking
    found: dict[str, dict[str, str]] = {}
    words = FileWords(texts)
    for first, by_path in asked.items():
        folder = layout.bearing(first)
        if folder is not None and _fits(folder, chain(*by_path.values()), layout, words):
            for path in by_path:
                found.setdefault(path, {})[first] = folder
    return found


def _leading_nowhere(
    path: str, texts: Mapping[str, str], imports: ImportTexts, layout: Layout
) -> dict[str, list[_AskedOfModule]]:
    """What a file asks for that is found nowhere, by the first part of its name, where one bears that."""
    lost: dict[str, list[Import]] = {}
    for one in imports.of(path):
        first = one.module.partition(".")[0]
        if first and not one.level and layout.bearing(first) is not None:
            lost.setdefault(first, []).append(one)
    lost = {first: each for first, each in lost.items() if not layout.leads_somewhere(path, first)}
    used = _UsedInText(texts[path]) if lost else None
    return {
        first: [a for one in each for a in _asked(path, one, used, layout)]
        for first, each in lost.items()
        if used is not None
    }


def _asked(path: str, one: Import, used: _UsedInText, layout: Layout) -> Iterator[_AskedOfModule]:
    """What a file asks for by an import."""
    folder = layout.bearing(one.module.partition(".")[0])
    assert folder is not None
    if not one.names:
        yield _AskedOfModule(one.module, used.of(one.module), path)
        return
    names = [*names_of(one.names)]
    inside = {name for name in names if layout.holds(folder, f"{one.module}.{name}")}
    yield _AskedOfModule(one.module, tuple(name for name in names if name not in inside), path)
    for name in inside:
        yield _AskedOfModule(f"{one.module}.{name}", used.of(name), path)


class _UsedInText:
    """What a text uses of modules."""

    def __init__(self, text: str) -> None:
        self._parts: dict[str, set[str]] = {}
        for dotted in set(_DOTTED.findall(text)):
            parts = dotted.split(".")[:_DEEPEST]
            for name, part in zip(accumulate(parts, "{}.{}".format), parts[1:], strict=False):
                self._parts.setdefault(name, set()).add(part)
        self._other_names: dict[str, set[str]] = {}
        for name, other in _RENAMED.findall(text):
            self._other_names.setdefault(name, set()).add(other)

    def of(self, module: str) -> tuple[str, ...]:
        """The names that it uses of a module, by its name or by one that it gives it."""
        names = {module, *self._other_names.get(module, ())}
        return tuple({part for name in names for part in self._parts.get(name, ())})


def _fits(folder: str, asked: Iterable[_AskedOfModule], layout: Layout, words: FileWords) -> bool:
    """True where a folder has all that is imported, of which it makes some itself."""
    makes_some = False
    for module, names, importer in asked:
        if not layout.holds(folder, module):
            return False
        path = layout.module_in(folder, module)
        known = frozenset({_ALL}) if path is None else words.of(path)
        if path == importer or not all(
            name in known or layout.holds(folder, f"{module}.{name}") for name in names
        ):
            return False
        if path is not None:
            wanted = words.of(importer) if _ALL in names else names
            makes_some = makes_some or words.makes_any(path, wanted)
    return makes_some
