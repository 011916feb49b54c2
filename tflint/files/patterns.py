"""Path patterns as ignore files write them (https://git-scm.com/docs/gitignore).

Ignore files come with the code that is linted, so matching takes no longer than the product of the
lengths of pattern and path, whatever the pattern: libraries that make one regular expression of it try
exponentially many ways for a handful of wildcards.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

MOST_WITH_WILDCARDS = 5_000
"""Patterns of one ignore file that may have wildcards: each path is held against each of them."""
_LONGEST_NAME = 255
"""Characters of a name, in any file system that matters."""
_WILD = frozenset("*?[\\")
_POSIX = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-\\/:-@\\[-`{-~",
    "space": "\\t-\\r ",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


@dataclass(frozen=True)
class Patterns:
    """Patterns that hold below a folder; a plain name holds anywhere."""

    lines: tuple[str, ...]
    root: str = "."

    def covers(self, path: str, *, folder: bool = False) -> bool:
        """True when a pattern names this very file or folder."""
        # By its name also where it stands outside the root.
        if self._names_it(os.path.basename(path)):
            return True
        return not self._are_plain and bool(self.verdict(path, folder=folder))

    def covers_any_part(self, path: str) -> bool:
        """True when a pattern names the file or a folder that it is in, below the root."""
        relative = os.path.relpath(os.path.abspath(path), self._root)
        parts = relative.split(os.sep)
        if parts[0] == os.pardir:
            return self.covers(path)
        ends = range(1, len(parts) + 1)
        return any(
            self.covers(os.path.join(self._root, *parts[:end]), folder=end < len(parts))
            for end in ends
        )

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        """What git would say: left out (True), taken back with ``!`` (False), or no opinion."""
        if not self._patterns:
            return None
        relative = os.path.relpath(os.path.abspath(path), self._root)
        if relative.startswith(os.pardir):
            return None
        parts = relative.split(os.sep)
        for number in self._concerning(parts):
            pattern = self._patterns[number]
            if pattern.matches(parts, folder):
                return not pattern.is_taken_back
        return None

    @cached_property
    def with_wildcards(self) -> int:
        """How many of the patterns have to be held against every path."""
        return len(self._index[1])

    @cached_property
    def _root(self) -> str:
        return os.path.abspath(self.root)

    @cached_property
    def _patterns(self) -> list[_Pattern]:
        found = (_parsed(line) for line in self.lines)
        return [pattern for pattern in found if pattern is not None]

    @cached_property
    def _index(self) -> tuple[dict[tuple[bool, str], list[int]], list[int]]:
        """Patterns by the plain name that they ask for, at the start or anywhere; and the others."""
        named: dict[tuple[bool, str], list[int]] = {}
        others: list[int] = []
        for number, pattern in enumerate(self._patterns):
            name = pattern.plain_name
            (others if name is None else named.setdefault(name, [])).append(number)
        return named, others

    def _concerning(self, parts: Sequence[str]) -> list[int]:
        """Patterns that may match, the last first, since the last that does decides."""
        named, others = self._index
        found = [*others, *named.get((True, parts[0]), ())]
        for part in dict.fromkeys(parts):
            found += named.get((False, part), ())
        return sorted(found, reverse=True)

    @cached_property
    def _are_plain(self) -> bool:
        """Whether they name files and folders alone, so that the name of a path says it all."""
        return not any(
            pattern.is_taken_back
            or pattern.only_folders
            or len(pattern.segments) != 2
            or pattern.plain_name is None
            or pattern.plain_name[0]
            for pattern in self._patterns
        )

    def _names_it(self, name: str) -> bool:
        if any(pattern.is_taken_back for pattern in self._patterns):
            return False  # the order of the lines counts
        return any(
            len(pattern.segments) == 2 and not pattern.only_folders
            for pattern in map(self._patterns.__getitem__, self._index[0].get((False, name), ()))
        )


@dataclass(frozen=True)
class _Pattern:
    """One line.

    Attributes:
        segments: what the parts of a path must be; None, never twice in a row, for any number of them.
        only_folders: it ends with a slash.
        is_taken_back: it begins with ``!``.
    """

    segments: tuple[_Segment | None, ...]
    only_folders: bool
    is_taken_back: bool

    @property
    def plain_name(self) -> tuple[bool, str] | None:
        """A name that a path must have to match; first whether it must be the first of its parts."""
        first = self.segments[0]
        if first is not None:
            return None if first.plain is None else (True, first.plain)
        second = self.segments[1] if len(self.segments) > 1 else None
        return None if second is None or second.plain is None else (False, second.plain)

    def matches(self, parts: Sequence[str], folder: bool) -> bool:
        """True when it matches the path of these parts."""
        if self.only_folders and not folder:
            return False
        end = len(self.segments)
        places = {0}
        for part in parts:
            further: set[int] = set()
            for place in places:
                segment = self.segments[place] if place < end else None
                if segment is not None:
                    if segment.fits(part):
                        further.add(place + 1)
                elif place < end:
                    further.add(place)
                    following = self.segments[place + 1] if place + 1 < end else None
                    if following is None:
                        further.add(end)  # a last `**` stands for one part at least
                    elif following.fits(part):
                        further.add(place + 2)
            places = further
            if not places:
                return False
        return end in places


class _Segment:
    """What one part of a path must be."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.plain = None if _WILD & set(text) else text

    def fits(self, part: str) -> bool:
        """True for a part that is so."""
        return part == self.plain if self.plain is not None else self._match(part)

    @cached_property
    def _match(self) -> Callable[[str], bool]:
        text = self._text
        if text[0] == "*" and not _WILD & set(text[1:]):
            return lambda part: part.endswith(text[1:])
        try:
            match = re.compile(_expression(text), re.DOTALL).fullmatch
        except ValueError:
            return lambda part: False  # git too takes such a line for one that nothing matches
        return lambda part: match(part) is not None


def _parsed(line: str) -> _Pattern | None:
    """A line as a pattern; None for a comment, an empty line, or one that nothing can match."""
    line = line.removesuffix("\r")
    bare = line.rstrip(" ")
    is_escaped = (len(bare) - len(bare.rstrip("\\"))) % 2 and len(bare) < len(line)
    line = f"{bare} " if is_escaped else bare
    is_taken_back = line.startswith("!")
    if not line or line.startswith("#"):
        return None
    line = line[is_taken_back:]
    only_folders = line.endswith("/")
    line = line.removesuffix("/")
    if not line:
        return None
    try:
        names = _parts(line)
    except ValueError:
        return None  # git too takes such a line for one that nothing matches
    if "/" not in line:
        names.insert(0, "**")  # at any depth
    elif line.startswith("/"):
        names.pop(0)
    if not all(names):
        return None  # two slashes: no path has an empty part
    names = [name for name, after in pairwise([*names, ""]) if not name == after == "**"]
    segments = tuple(None if name == "**" else _Segment(name) for name in names)
    return _Pattern(segments, only_folders, is_taken_back)


def _parts(line: str) -> list[str]:
    """What stands between the slashes of a line; one inside a class is a character of it.

    Raises:
        ValueError: a class does not end, or names an unknown class.
    """
    parts = []
    start = at = 0
    while at < len(line):
        end = at
        at += line.startswith("\\/", at)  # a slash ends a part, escaped or not
        character = line[at]
        at += 1
        if character == "/":
            parts.append(line[start:end])
            start = at
        elif character == "[":
            at = _class(line, at)[1]
        elif character == "\\":
            at += 1
    return [*parts, line[start:]]


def _expression(text: str) -> str:
    """A regular expression for one part of a path, which never tries twice where a ``*`` may end.

    What stands between two ``*`` is best matched as early as possible: once found, it is kept.

    Raises:
        ValueError: nothing matches it.
    """
    between = [""]
    length = 0
    for piece in _pieces(text):
        if piece != "*":
            between[-1] += piece
            length += 1
            if length > _LONGEST_NAME:
                raise ValueError("longer than any name")
        elif between[-1] or len(between) == 1:
            between.append("")
    first, *rest = between
    if not rest:
        return first
    kept = "".join(
        f"(?=(?P<g{number}>.*?{piece}))(?P=g{number})" for number, piece in enumerate(rest[:-1])
    )
    return f"{first}{kept}.*{rest[-1]}"


def _pieces(text: str) -> Iterator[str]:
    """``*`` as it is, and each character, escape and class as a regular expression.

    Raises:
        ValueError: an escape or a class does not end.
    """
    at = 0
    while at < len(text):
        character = text[at]
        at += 1
        if character == "\\":
            if at == len(text):
                raise ValueError("nothing is escaped")
            yield re.escape(text[at])
            at += 1
        elif character == "[":
            piece, at = _class(text, at)
            yield piece
        else:
            yield {"*": "*", "?": "."}.get(character) or re.escape(character)


def _class(text: str, at: int) -> tuple[str, int]:
    """The class that begins before ``at``, and where it ends; a range that is none holds nothing.

    Raises:
        ValueError: it does not end, or names an unknown class.
    """
    negated = text.startswith(("!", "^"), at)
    at += negated
    inside: list[str] = []
    before = ""
    start = at
    while True:
        if at >= len(text):
            raise ValueError("a class does not end")
        character = text[at]
        at += 1
        if character == "]" and at - 1 > start:
            break
        if character == "[" and text.startswith(":", at):
            end = text.find(":]", at + 1)
            if end >= 0:
                if text[at + 1 : end] not in _POSIX:
                    raise ValueError("no such class")
                inside.append(_POSIX[text[at + 1 : end]])
                at, before = end + 2, ""
                continue
        is_range = character == "-" and before and at < len(text) and text[at] != "]"
        if is_range:
            character = text[at]
            at += 1
        if character == "\\":
            if at >= len(text):
                raise ValueError("nothing is escaped")
            character = text[at]
            at += 1
        if not is_range:
            inside.append(re.escape(character))
            before = character
        else:
            if before <= character:
                inside.append(f"{re.escape(before)}-{re.escape(character)}")
            before = ""
    if not inside:
        return ("." if negated else "(?!)"), at
    return f"[{'^' * negated}{''.join(inside)}]", at
