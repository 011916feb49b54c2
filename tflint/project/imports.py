"""Which files can bear on each other: imports, and the parts of a project that none connects.

What is found in one part depends on nothing in another, so each can be analysed, cached and
dropped on its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from tflint.project.layout import Layout

MENTION = re.compile(r"tensorflow|keras|mxnet|\btf\b|gluon|hybrid_forward|sonnet")
"""What is somewhere in a file that has to do with a framework."""
_CALLED_SO = re.compile(r"\b(?:tf|tensorflow|keras|mxnet|gluon|sonnet)\b")
_PLAIN = re.compile(r"import[ \t]+([\w. ,\t]+)")
_FROM = re.compile(r"from[ \t]+(\.*)([\w.]*)[ \t]*$")
_NAMES = re.compile(r"import(?!\w)[ \t]*(\([^)]*\)|[^\n\\]*(?:\\\n[^\n\\]*)*)")
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
    for module, level, names in _statements(text):
        if not level and not layout.may_hold(module.partition(".")[0]):
            continue
        prefix = f"{module}." if module else ""
        for dotted in (module, *(f"{prefix}{name}" for name in _NAME.findall(names))):
            if (dotted, level) not in seen:
                seen.add((dotted, level))
                yield from layout.along(path, dotted, level)


def imports_framework(text: str) -> bool:
    """True for a file with an import of TensorFlow, Keras or MXNet, or of what is called so."""
    return any(
        (not level and MENTION.search(module.partition(".")[0])) or _CALLED_SO.search(names)
        for module, level, names in _statements(text)
    )


def _statements(text: str) -> Iterator[tuple[str, int, str]]:
    """The imports that begin a line: the module, the dots before it, the text of the names."""
    at = text.find("import")
    while at >= 0:
        head = text[text.rfind("\n", 0, at) + 1 : at].strip(" \t")
        if not head:
            if plain := _PLAIN.match(text, at):
                for part in plain[1].split(","):
                    yield part.split(" as ")[0].strip(), 0, ""
        elif head.startswith("from") and (origin := _FROM.match(head)):
            if names := _NAMES.match(text, at):
                yield origin[2], len(origin[1]), names[1]
        at = text.find("import", at + 6)
