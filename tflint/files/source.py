"""What one file is to everything that comes after reading it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tflint.files.noqa import Suppressions


class UnparsableError(Exception):
    """The file holds no Python text: why, and at which 1-based line and column."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


class Place(NamedTuple):
    """Where a line of a source is for a reader: a line of the file, or of one notebook cell."""

    cell: int | None
    line: int


@dataclass(frozen=True)
class Source:
    """One file: its path as shown to the user and its text as Python reads it.

    Line ends are ``\\n`` whatever the file has. A notebook's code cells are one text; ``cells``
    holds, for each of them, its number in the notebook and its first line in that text.
    """

    path: str
    text: str
    cells: tuple[tuple[int, int], ...] | None = None

    @cached_property
    def lines(self) -> list[str]:
        """The text line by line, as Python counts them (form feeds end no line)."""
        return self.text.split("\n")

    @cached_property
    def noqa(self) -> Suppressions:
        """What the file's comments silence."""
        from tflint.files.noqa import Suppressions  # here, since most files have no finding

        return Suppressions.of(self.text)

    def place(self, line: int) -> Place:
        """Where a 1-based line of ``text`` stands in the file."""
        if not self.cells:
            return Place(None, line)
        index = max(bisect_right(self.cells, line, key=lambda cell: cell[1]) - 1, 0)
        number, first = self.cells[index]
        return Place(number, line - first + 1)
