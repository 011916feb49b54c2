"""Imports that only ``sys.path`` leads to files of the project, by the folders that its code puts there.

What is on the path holds for a whole program. So a file finds what is put there by itself, by the files
that import it, directly or through others, and by what these import.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from tflint.files.imports import ImportGraph, ImportTexts
from tflint.files.layout import Layout

_SETS = "sys.path"
FoldersOf = Callable[[str], Iterable[tuple[str, bool]]]
"""What the code of a text puts on the path: folders, and whether each is told from its file on."""


def led_imports(
    texts: Mapping[str, str], imports: ImportTexts, layout: Layout, written: FoldersOf
) -> dict[str, dict[str, str]]:
    """Where the path leads: folders by the first part of what is imported, by the file that imports it."""
    folders = _Folders(texts, layout, written)
    lost = {path: _leading_nowhere(path, imports, layout) for path in texts if folders.setting}
    there = {name for name in {*chain(*lost.values())} if folders.holding(name, folders.setting)}
    asked = {path: names & there for path, names in lost.items() if names & there}
    led: dict[str, dict[str, str]] = {path: {} for path in asked}
    found = bool(asked)
    while found:  # as long as what is found lets another program reach a file
        graph = ImportGraph(texts, layout.leading(led), imports=imports)
        now = {path: folders.meant(asked[path] - led[path].keys(), path, graph) for path in asked}
        found = any(now.values())
        led = {path: led[path] | now[path] for path in asked}
    return {path: names for path, names in led.items() if names}


def _leading_nowhere(path: str, imports: ImportTexts, layout: Layout) -> set[str]:
    """The first parts of what a file imports that lead nowhere, where the project has such a name."""
    firsts = {module.partition(".")[0] for module, level, _ in imports.of(path) if not level}
    return {
        name for name in firsts if layout.may_hold(name) and not layout.leads_somewhere(path, name)
    }


class _Folders:
    """The folders of a project that its files put on the path, read where somebody asks."""

    def __init__(self, texts: Mapping[str, str], layout: Layout, written: FoldersOf) -> None:
        self.setting = {path for path, text in texts.items() if _SETS in text}
        self._texts = texts
        self._layout = layout
        self._written = written
        self._known: dict[str, tuple[str, ...]] = {}

    def meant(self, names: Iterable[str], path: str, graph: ImportGraph) -> dict[str, str]:
        """The folders with modules or packages of these names that imports in a file mean.

        Those that the file puts there itself come first; of those of others, just one may have the name.
        """
        holding = {name: self.holding(name, [path]) for name in names}
        if not all(holding.values()):
            program = sorted(self.setting & graph.programs_with([path]))
            for name in (name for name, own in holding.items() if not own):
                others = self.holding(name, program)
                holding[name] = others if len(others) == 1 else []
        return {name: folders[0] for name, folders in holding.items() if folders}

    def holding(self, name: str, paths: Iterable[str]) -> list[str]:
        """The folders with a module or package of that name which files put there, in order."""
        folders = dict.fromkeys(folder for path in paths for folder in self._of(path))
        return [folder for folder in folders if self._layout.holds(folder, name)]

    def _of(self, path: str) -> tuple[str, ...]:
        if path not in self._known:
            written = self._written(self._texts[path]) if path in self.setting else ()
            found = (
                self._layout.folder(path + folder) if is_from_file else self._around(path, folder)
                for folder, is_from_file in written
            )
            self._known[path] = tuple(folder for folder in found if folder is not None)
        return self._known[path]

    def _around(self, path: str, folder: str) -> str | None:
        """The nearest such folder: a program may be started in any of those around its file."""
        start = os.path.dirname(path)
        while not folder.startswith("/"):
            found = self._layout.folder(os.path.join(start, folder))
            if found is not None or start == os.path.dirname(start):
                return found
            start = os.path.dirname(start)
        return None
