"""Which files can bear on each other: imports, and the parts of a project that none connects.

What is found in one part depends on nothing in another, so each can be analysed, cached and
dropped on its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from tflint.files.layout import Layout

_MENTIONS = ("tensorflow", "keras", "mxnet", "gluon", "hybrid_forward", "sonnet")
_TF = re.compile(r"\btf\b")
_CALLED_SO = re.compile(r"\b(?:tf|tensorflow|keras|mxnet|gluon|sonnet)\b")
_PLAIN = re.compile(r"import(?!\w)((?:[\w., \t\f]|\\\n)+)")
_FROM = re.compile(r"\bfrom\b((?:[\w. \t\f]|\\\n)*)$")
_MOST_COMMENTS = 1000
"""Comments among the names of one import; where none closes, each line would be read again and again."""
_NAMES = re.compile(
    r"import(?!\w)(?:[ \t\f]|\\\n)*"
    rf"(\((?:[\w.,*\s\\]*#[^\n]*\n){{0,{_MOST_COMMENTS}}}[\w.,*\s\\]*\)"
    r"|[^\n\\]*(?:\\\n[^\n\\]*)*)"
)
"""Each character is met in one way: what never closes is gone through once."""
_AS = re.compile(r"\sas\s")
_SPACE = re.compile(r"[\s\\]+")
_NAME = re.compile(r"\w+")
_COMMENTED = re.compile(r"[^'\"#]*#")
"""The head of a line in which a comment begins; not so surely where there is a text before."""
_COMMENT = re.compile(r"#[^\n]*")


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
        outside: whether they name a framework, or anything called like one, that is no file of the project.
    """

    files: tuple[str, ...]
    used: tuple[str, ...]
    outside: bool


class Import(NamedTuple):
    """An import as a text has it: the module, the dots before it, and the text of the names, if any."""

    module: str
    level: int
    names: str


class ImportTexts:
    """The imports in the texts of some files, each read once.

    That may see one in a string too many, and never one too few.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._read: dict[str, tuple[Import, ...]] = {}

    def of(self, path: str) -> tuple[Import, ...]:
        """The imports in one file."""
        if path not in self._read:
            self._read[path] = tuple(imports_in(self._texts[path]))
        return self._read[path]


class ImportGraph:
    """The imports between files.

    Args:
        texts: the files of a project by path.
        layout: finds the file that an import means.
        read: what is known of their imports already.
        imports: what their texts say.
    """

    def __init__(
        self,
        texts: Mapping[str, str],
        layout: Layout,
        read: Mapping[str, Imports] | None = None,
        imports: ImportTexts | None = None,
    ) -> None:
        self._texts = texts
        self._layout = layout
        self._imports = imports or ImportTexts(texts)
        self._read = dict(read or {})
        self._words: dict[str, frozenset[str]] = {}
        self._around: dict[str, frozenset[str]] = {}

    def part(self, texts: Mapping[str, str], layout: Layout) -> ImportGraph:
        """The imports between some of the files."""
        read = {
            path: known
            for path in texts
            if (known := self._read.get(path)) is not None and texts.keys() >= {*known.files}
        }
        return ImportGraph(texts, layout, read)

    def of(self, path: str) -> Imports:
        """What the imports of one file say."""
        known = self._read.get(path)
        if known is None:
            known = read_imports(path, self._imports.of(path), self._layout, self._words_of)
            self._read[path] = known
        return known

    def _words_of(self, path: str) -> frozenset[str]:
        if path not in self._words:
            self._words[path] = frozenset(_NAME.findall(self._texts[path]))
        return self._words[path]

    def users(self, paths: Iterable[str]) -> set[str]:
        """These files, and those that may use names of them, directly or through others."""
        return _closed(paths, lambda path: self._users.get(path, ()))

    def user_count(self, path: str) -> int:
        """How many files may use names of this one directly."""
        return len(self._users.get(path, ()))

    def only_used_by(self, paths: Iterable[str]) -> set[str]:
        """These files, and those that none but these use, directly or through others."""
        reached = set(paths)
        waiting = list(reached)
        while waiting:
            for path in self.of(waiting.pop()).used:
                if path not in reached and reached.issuperset(self._users[path]):
                    reached.add(path)
                    waiting.append(path)
        return reached

    def used(self, paths: Iterable[str]) -> set[str]:
        """These files, and those whose names they may use, directly or through others."""
        return _closed(paths, lambda path: self.of(path).used)

    def around(self, path: str) -> frozenset[str]:
        """The files of the programs that use one: what uses it, directly or not, and all that this uses.

        Of two files each is around the other, or neither.
        """
        if path not in self._around:
            self._around[path] = frozenset(self.used(self.users([path])))
        return self._around[path]

    def used_by(self, paths: Iterable[str]) -> set[str]:
        """These files, and those whose names they may use directly."""
        return {*paths, *(other for path in paths for other in self.of(path).used)}

    def users_of(self, path: str) -> set[str]:
        """The files that may use names of one directly."""
        return {*self._users.get(path, ())}

    @cached_property
    def _users(self) -> dict[str, list[str]]:
        users: dict[str, list[str]] = {}
        for path in self._texts:
            for other in self.of(path).used:
                users.setdefault(other, []).append(path)
        return users

    def programs_with(self, paths: Iterable[str]) -> set[str]:
        """The files of programs that these are part of: what imports them, and all that this imports."""
        above = _closed(paths, lambda path: self._importers.get(path, ()))
        return _closed(above, lambda path: self.of(path).files)

    @cached_property
    def _importers(self) -> dict[str, list[str]]:
        importers: dict[str, list[str]] = {}
        for path in self._texts:
            for other in self.of(path).files:
                importers.setdefault(other, []).append(path)
        return importers

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
    imports: Iterable[Import],
    layout: Layout,
    words: Callable[[str], Collection[str]] = lambda path: (),
) -> Imports:
    """What the imports of one file say; ``words`` are those of another file, by its path.

    A name imported from a package means the module of that name in it, unless the package gives the
    name to something else, as far as its words tell.
    """
    files: dict[str, None] = {}
    used: dict[str, None] = {}
    outside = False
    for module, level, names in imports:
        first = module.partition(".")[0]
        if not level and (mentions_framework(first) or _CALLED_SO.search(names)):
            outside = outside or layout.find(path, first) is None
        if not level and not layout.may_hold(first):
            continue
        way = layout.along(path, module, level)
        files.update(dict.fromkeys(way))
        if not names:
            used.update(dict.fromkeys(way))
            continue
        origin = layout.find(path, module, level)
        for name in names_of(names):
            dotted = f"{module}.{name}" if module else name
            files.update(dict.fromkeys(layout.along(path, dotted, level)))
            inside = layout.find(path, dotted, level)
            if inside is not None:
                used[inside] = None
            if origin is not None and (inside is None or name in words(origin)):
                used[origin] = None
    return Imports(tuple(files), tuple(used), outside)


def imported_names(text: str) -> Iterator[str]:
    """What the imports of a file take from modules, as they say it: ``a, b as c``, ``*``."""
    for found in imports_in(text):
        yield found.names


def names_of(text: str) -> Iterator[str]:
    """The names that an import takes from a module; ``*`` for all of them."""
    for part in _COMMENT.sub("", text).strip("() \t").split(","):
        name = _NAME.search(part)
        if name is not None:
            yield name[0]
        elif "*" in part:
            yield "*"


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


def imports_in(text: str) -> Iterator[Import]:
    """The imports in a text.

    One statement may stand behind another in its line, or behind the colon of a block.
    """
    for at in _places(text, "import"):
        head = _before(text, at)
        if not head or head[-1] in ";:":
            if plain := _PLAIN.match(text, at):
                for part in plain[1].split(","):
                    yield Import(_SPACE.sub("", _AS.split(part)[0]), 0, "")
        elif not _COMMENTED.match(head) and (origin := _FROM.search(head)):
            if names := _NAMES.match(text, at):
                module = _SPACE.sub("", origin[1])
                name = module.lstrip(".")
                yield Import(name, len(module) - len(name), names[1])


def _places(text: str, word: str) -> Iterator[int]:
    """Where a word stands in a text, also as a part of another."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _before(text: str, at: int) -> str:
    """What stands before a place in its line, and in those above that end with a backslash."""
    start = text.rfind("\n", 0, at) + 1
    while text.endswith("\\\n", 0, start):
        start = text.rfind("\n", 0, start - 1) + 1
    return text[start:at].strip(" \t\f\\\n")
