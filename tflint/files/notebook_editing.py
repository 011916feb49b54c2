"""Edits of a notebook's cells that leave every other byte of its JSON as it is."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tflint.files.source import Source
from tflint.finding import Edit

_TOKEN = re.compile(
    r'\s*(?:(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")|(?P<mark>[\[\]{},:])|(?P<other>[^\s"\[\]{},:]+))',
    re.DOTALL,
)
_LETTER = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|.", re.DOTALL)
"""One character of a string in JSON: a pair of escapes is one, too."""
_LINE = re.compile(r"[^\r\n]*(\r\n|\r|\n|\Z)")


class CellError(Exception):
    """A cell can't be edited: why."""


class _String(NamedTuple):
    """A string in the text of the JSON: where it begins and ends between its quotes."""

    start: int
    end: int


class _Cell:
    """The source of one cell, as it stands in the JSON: a string, or strings that go on with each other."""

    def __init__(self, document: str, strings: list[_String]) -> None:
        self._document = document
        self._strings = strings
        texts = [json.loads(document[s.start - 1 : s.end + 1]) for s in strings]
        self._begins = [sum(map(len, texts[:number])) for number in range(len(texts))]
        self.source = "".join(texts)
        self.lines = list(_LINE.finditer(self.source))
        """Its lines, and what comes after the last: nothing."""

    def place(self, offset: int, *, before: bool = False) -> int:
        """Where a character of the source stands in the document.

        Between two strings that is in the second, or ``before`` in the first.
        """
        number = bisect_right(self._begins, offset - before) - 1
        begin, end = self._strings[number]
        left = offset - self._begins[number]
        letters = _LETTER.finditer(self._document, begin, end)
        return next((letter.start() for n, letter in enumerate(letters) if n == left), end)

    def written(self, text: str) -> str:
        """Text as it is to stand in the source: of strings for lines, each line is one."""
        ascii_only = self._document.isascii()
        lines = [json.dumps(line, ensure_ascii=ascii_only)[1:-1] for line in text.split("\n")]
        return (f'\\n"{self._between}"' if self._is_list else "\\n").join(lines)

    @property
    def _is_list(self) -> bool:
        first = self._strings[0]
        return self._document[: first.start - 1].rstrip().endswith("[")

    @property
    def _between(self) -> str:
        """What stands between two of the strings."""
        if len(self._strings) > 1:
            first, second = self._strings[:2]
            return self._document[first.end + 1 : second.start - 1]
        before = self._document[: self._strings[0].start - 1]
        return "," + before[len(before.rstrip()) :]


def edited_cells(document: str, source: Source, edits: Iterable[Edit]) -> str:
    """The text of a notebook's file after edits of what ``source`` says that its cells say.

    Raises:
        CellError: a place of an edit does not stand so in a cell.
    """
    cells = _cells(document)
    made = sorted(
        (
            # no string is left empty where the last lines go
            cell.place(start, before=0 < start < end == len(cell.source) and not text),
            cell.place(end),
            cell.written(text),
        )
        for edit in edits
        for cell, start, end, text in [_in_cell(source, cells, edit)]
    )
    pieces, done = [], 0
    for start, end, text in made:
        pieces += [document[done:start], text]
        done = end
    return "".join([*pieces, document[done:]])


def cell_sources(document: str) -> dict[int, str]:
    """What each cell of a notebook's file says, by its number from 1."""
    return {number: cell.source for number, cell in _cells(document).items()}


def _in_cell(source: Source, cells: dict[int, _Cell], edit: Edit) -> tuple[_Cell, int, int, str]:
    """The cell of an edit, where that begins and ends there, and what is to be put in."""
    line, column, end_line, end_column = edit.span
    number, first, indent = source.place(line)
    cell = cells.get(number or 0)
    if cell is None or indent < 0:
        raise CellError("the notebook is of an old format, or the cell no Python")
    offset = line - first
    touched = range(line, max(end_line + (end_column > 1), line + 1))
    if any(source.place(one).cell != number for one in touched):
        raise CellError("it goes over several cells")
    prefixes = {_before(cell, one - offset, source.lines[one - 1]) for one in touched}
    if len(prefixes) > 1 or None in prefixes:
        raise CellError("IPython reads the cell as something else than it says")
    prefix = prefixes.pop() or ""
    text = edit.text
    if "\n" in text:
        if prefix.strip():
            raise CellError("prompts stand before the lines of the cell")
        new_line = cell.lines[first - 1][1] or "\n"
        text = re.sub(r"\n(?=[^\n])", f"\n{prefix}", text).replace("\n", new_line)
    if column == 1 and text:
        text = prefix + text
    start = cell.lines[first - 1].start() + (len(prefix) if column > 1 else 0) + column - 1
    last = end_line - offset - 1
    if last < len(cell.lines) - 1:
        end = cell.lines[last].start() + (len(prefix) + end_column - 1 if end_column > 1 else 0)
    else:  # all of the cell's last line
        end = len(cell.source)
        if not text and first > 1 and not cell.source.endswith(("\r", "\n")):
            start = cell.lines[first - 2].end() - len(cell.lines[first - 2][1])
    return cell, start, end, text


def _before(cell: _Cell, number: int, read: str) -> str | None:
    """What a line has in the cell before what is read of it; None where it is not read as it stands."""
    if number > len(cell.lines):
        return None
    line = cell.lines[number - 1]
    said = line[0].removesuffix(line[1])
    return said.removesuffix(read) if said.endswith(read) else None


def _cells(document: str) -> dict[int, _Cell]:
    """The cells of a notebook's JSON by their numbers; none of one of an older format."""
    found: dict[int, list[_String]] = {}
    for path, string in _strings(document):
        if path[:1] == ("cells",) and path[2:3] == ("source",) and len(path) <= 4:
            number = int(path[1]) + 1
            if len(path) == 3 or path[3] == 0:
                found[number] = []  # of two with the same name, JSON takes the last
            found[number].append(string)
    return {number: _Cell(document, strings) for number, strings in found.items()}


def _strings(document: str) -> Iterator[tuple[tuple[str | int, ...], _String]]:
    """The strings that are values in a JSON text, each with the names and numbers that lead to it."""
    path: list[str | int] = []
    is_key = False
    for token in _TOKEN.finditer(document):
        string, mark = token["string"], token["mark"]
        if string is not None and is_key:
            path[-1] = json.loads(string)
        elif string is not None:
            yield tuple(path), _String(token.end() - len(string) + 1, token.end() - 1)
        elif mark == "{":
            path.append("")
            is_key = True
        elif mark == "[":
            path.append(0)
            is_key = False
        elif mark in ("}", "]"):
            path.pop()
            is_key = False
        elif mark == ":":
            is_key = False
        elif mark == "," and path:
            last = path[-1]
            is_key = isinstance(last, str)
            if isinstance(last, int):
                path[-1] = last + 1
