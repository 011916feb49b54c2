"""Which files can bear on each other: imports, and the parts of a project that none connects.

What is found in one part depends on nothing in another, so each can be analysed, cached and
dropped on its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from tflint.files.layout import Layout

_MENTIONS = ("tensorflow", "keras", "mxnet", "gluon", "hybrid_forward", "sonnet")
_TF = re.compile(r"\btf\b")
_CALLED_SO = re.compile(r"\b(?:tf|tensorflow|keras|mxnet|gluon|sonnet)\b")
_PLAIN = re.compile(r"import[ \t]+([\w. ,\t]+)")
_FROM = re.compile(r"from[ \t]+(\.*)([\w.]*)[ \t]*$")
_NAMES = re.compile(r"import(?!\w)[ \t]*(\([^)]*\)|[^\n\\]*(?:\\\n[^\n\\]*)*)")
_NAME = re.compile(r"\w+")
_COMMENT = re.compile(r"#[^\n]*")
_CLASS = re.compile(r"class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?")


def mentions_framework(text: str) -> bool:
    """True for the text of a file that has to do with a framework.

    Looked for word by word, as ``str`` does it: nine times as fast as one pattern for all of them.
    """
    if any(word in text for word in _MENTIONS):
        return True
    return any(_TF.match(text, at) for at in _places(text, "tf"))


class Imports(NamedTuple):
    """What the imports of one file say.

    Attributes:
        files: files of the project that they may read, the packages on the way included.
        used: those of them whose names the file may use.
        framework: whether they name a framework, or anything that is called like one.
        outside: whether that is the framework itself, not a file of the project.
    """

    files: tuple[str, ...]
    used: tuple[str, ...]
    framework: bool
    outside: bool


class ImportGraph:
    """The imports between files, read off their text.

    That may see one in a string too many, and never one too few.

    Args:
        texts: the files of a project by path.
        layout: finds the file that an import means.
        read: what is known of their imports already.
    """

    def __init__(
        self, texts: Mapping[str, str], layout: Layout, read: Mapping[str, Imports] | None = None
    ) -> None:
        self._texts = texts
        self._layout = layout
        self._read = dict(read or {})
        self._words: dict[str, frozenset[str]] = {}

    def part(self, texts: Mapping[str, str], layout: Layout) -> ImportGraph:
        """The imports between some of the files."""
        return ImportGraph(texts, layout, {p: self._read[p] for p in texts if p in self._read})

    def of(self, path: str) -> Imports:
        """What the imports of one file say."""
        known = self._read.get(path)
        if known is None:
            known = read_imports(path, self._texts[path], self._layout, self._words_of)
            self._read[path] = known
        return known

    def _words_of(self, path: str) -> frozenset[str]:
        if path not in self._words:
            self._words[path] = frozenset(_NAME.findall(self._texts[path]))
        return self._words[path]

    def around(self, paths: Iterable[str]) -> set[str]:
        """Files that may use names of these, directly or through others, and what they may use."""
        users: dict[str, list[str]] = {}
        for path in self._texts:
            for other in self.of(path).used:
                users.setdefault(other, []).append(path)
        above = _closed(paths, lambda path: users.get(path, ()))
        return _closed(above, lambda path: self.of(path).used)

    def with_importers(self, paths: Iterable[str]) -> set[str]:
        """These files, and those that import one of them, directly or through others."""
        given = set(paths)
        if len(given) == len(self._texts):
            return given
        importers: dict[str, list[str]] = {}
        for path in self._texts:
            for other in self.of(path).files:
                importers.setdefault(other, []).append(path)
        return _closed(given, lambda path: importers.get(path, ()))

    def with_bases(self, paths: Iterable[str]) -> set[str]:
        """These files, and those they import that define what their classes inherit from.

        A base class calls methods that its subclasses define. Classes are told apart by name only.
        """
        reached = set(paths)
        imported = {path for group in self.groups(reached) for path in group} - reached
        defined: dict[str, list[str]] = {}
        for path in imported:
            for name, _ in _classes(self._texts[path]):
                defined.setdefault(name, []).append(path)
        waiting = list(reached) if defined else []
        while waiting:
            for _, bases in _classes(self._texts[waiting.pop()]):
                for name in _NAME.findall(bases):
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
            for other in self.of(path).files:
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


def read_imports(
    path: str,
    text: str,
    layout: Layout,
    words: Callable[[str], Collection[str]] = lambda path: (),
) -> Imports:
    """What the imports of one file say; ``words`` are those of another file, by its path.

    A name imported from a package means the module of that name in it, unless the package gives the
    name to something else, as far as its words tell.
    """
    files: dict[str, None] = {}
    used: dict[str, None] = {}
    framework = outside = False
    for module, level, names in _statements(text):
        first = module.partition(".")[0]
        if not level and mentions_framework(first):
            framework = True
            outside = outside or layout.find(path, first) is None
        elif _CALLED_SO.search(names):
            framework = True
        if not level and not layout.may_hold(first):
            continue
        way = layout.along(path, module, level)
        files.update(dict.fromkeys(way))
        if not names:
            used.update(dict.fromkeys(way))
            continue
        origin = layout.find(path, module, level)
        for name in _names(names):
            dotted = f"{module}.{name}" if module else name
            files.update(dict.fromkeys(layout.along(path, dotted, level)))
            inside = layout.find(path, dotted, level)
            if inside is not None:
                used[inside] = None
            if origin is not None and (inside is None or name in words(origin)):
                used[origin] = None
    return Imports(tuple(files), tuple(used), framework, outside)


def imported_names(text: str) -> Iterator[str]:
    """What the imports of a file take from modules, as they say it: ``a, b as c``, ``*``."""
    for _, _, names in _statements(text):
        yield names


def _names(text: str) -> Iterator[str]:
    """The names that an import takes from a module; ``*`` for all of them."""
    for part in _COMMENT.sub("", text).strip("() \t").split(","):
        name = _NAME.search(part)
        if name is not None:
            yield name[0]
        elif "*" in part:
            yield "*"


def _classes(text: str) -> Iterator[tuple[str, str]]:
    """The classes that a line begins with: the name, and the text of the bases."""
    for at in _places(text, "class"):
        if not _before(text, at) and (match := _CLASS.match(text, at)):
            yield match[1], match[2] or ""


def _closed(paths: Iterable[str], beside: Callable[[str], Iterable[str]]) -> set[str]:
    """These paths, those beside them, those beside these, and so on."""
    reached = set(paths)
    waiting = list(reached)
    while waiting:
        for path in beside(waiting.pop()):
            if path not in reached:
                reached.add(path)
                waiting.append(path)
    return reached


def _statements(text: str) -> Iterator[tuple[str, int, str]]:
    """The imports that begin a line: the module, the dots before it, the text of the names."""
    for at in _places(text, "import"):
        head = _before(text, at)
        if not head:
            if plain := _PLAIN.match(text, at):
                for part in plain[1].split(","):
                    yield part.split(" as ")[0].strip(), 0, ""
        elif head.startswith("from") and (origin := _FROM.match(head)):
            if names := _NAMES.match(text, at):
                yield origin[2], len(origin[1]), names[1]


def _places(text: str, word: str) -> Iterator[int]:
    """Where a word stands in a text, also as a part of another."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _before(text: str, at: int) -> str:
    """What stands before a place in its line."""
    return text[text.rfind("\n", 0, at) + 1 : at].strip(" \t")
