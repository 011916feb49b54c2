"""Which files can bear on each other: imports, and the parts of a project that none connects.

What is found in one part depends on nothing in another, so each can be analysed, cached and
dropped on its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from tflint.project.layout import Layout

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<dots>\.*)(?P<module>[\w.]*)[ \t]+import[ \t]+"
    r"(?P<names>\([^)]*\)|[^\n\\]*(?:\\\n[^\n\\]*)*)|import[ \t]+(?P<modules>[\w. ,\t]+))",
    re.MULTILINE,
)
_NAME = re.compile(r"\w+")
_CLASS = re.compile(r"^[ \t]*class[ \t]+(?P<name>\w+)[ \t]*(?:\((?P<bases>[^)]*)\))?", re.MULTILINE)


class ImportGraph:
    """The imports between files, read off their text.

    That may see one in a string too many, and never one too few.

    Args:
        texts: the files of a project by path.
        layout: finds the file that an import means.
    """

    def __init__(self, texts: Mapping[str, str], layout: Layout) -> None:
        self._texts = texts
        self._layout = layout
        self._imports: dict[str, tuple[str, ...]] = {}

    def imports(self, path: str) -> tuple[str, ...]:
        """Files that one file imports."""
        if path not in self._imports:
            self._imports[path] = tuple(imported(path, self._texts[path], self._layout))
        return self._imports[path]

    def with_importers(self, paths: Iterable[str]) -> set[str]:
        """These files, and those that import one of them, directly or through others."""
        reached = set(paths)
        if len(reached) == len(self._texts):
            return reached
        importers: dict[str, list[str]] = {}
        for path in self._texts:
            for other in self.imports(path):
                importers.setdefault(other, []).append(path)
        waiting = list(reached)
        while waiting:
            for path in importers.get(waiting.pop(), ()):
                if path not in reached:
                    reached.add(path)
                    waiting.append(path)
        return reached

    def with_bases(self, paths: Iterable[str]) -> set[str]:
        """These files, and those they import that define what their classes inherit from.

        A base class calls methods that its subclasses define. Classes are told apart by name only.
        """
        reached = set(paths)
        imported = {path for group in self.groups(reached) for path in group} - reached
        defined: dict[str, list[str]] = {}
        for path in imported:
            for match in _CLASS.finditer(self._texts[path]):
                defined.setdefault(match["name"], []).append(path)
        waiting = list(reached) if defined else []
        while waiting:
            for match in _CLASS.finditer(self._texts[waiting.pop()]):
                for name in _NAME.findall(match["bases"] or ""):
                    for path in defined.pop(name, ()):
                        if path not in reached:
                            reached.add(path)
                            waiting.append(path)
        return reached

    def groups(self, paths: Iterable[str]) -> list[list[str]]:
        """These files and what they import, grouped by the imports between them, each in order."""
        parents = {path: path for path in paths}
        waiting = sorted(parents)
        while waiting:
            path = waiting.pop()
            for other in self.imports(path):
                if other not in parents:
                    parents[other] = other
                    waiting.append(other)
                parents[_root(parents, path)] = _root(parents, other)
        found: dict[str, list[str]] = {}
        for path in sorted(parents):
            found.setdefault(_root(parents, path), []).append(path)
        return sorted(found.values())


def _root(parents: dict[str, str], path: str) -> str:
    while parents[path] != path:
        parents[path] = parents[parents[path]]
        path = parents[path]
    return path


def imported(path: str, text: str, layout: Layout) -> Iterator[str]:
    """Files of the project that the imports of one file may read."""
    seen: set[tuple[str, int]] = set()
    for match in _IMPORT.finditer(text):
        plain = match["modules"]
        level = 0
        if plain is not None:
            wanted = [part.split(" as ")[0].strip() for part in plain.split(",")]
        else:
            module, level = match["module"], len(match["dots"])
            names = _NAME.findall(match["names"])
            prefix = f"{module}." if module else ""
            wanted = [module, *(f"{prefix}{name}" for name in names if name != "as")]
        for dotted in wanted:
            if (dotted, level) in seen or (not dotted and not level):
                continue
            seen.add((dotted, level))
            parts = dotted.split(".")
            for length in range(1, len(parts) + 1):
                found = layout.find(path, ".".join(parts[:length]), level)
                if found is not None:
                    yield found
