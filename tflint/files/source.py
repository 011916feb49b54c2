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
    """Where a line of a source is for a reader: a line of the file, or of one notebook cell.

    Attributes:
        cell: the cell's number in the notebook, None in a file.
        line: the line, from 1.
        indent: characters by which columns of the cell exceed those of ``text``.
    """

    cell: int | None
    line: int
    indent: int = 0


class Cell(NamedTuple):
    """A code cell of a notebook in the text of its source.

    Attributes:
        number: which cell of the notebook, from 1.
        first: its first line in the text.
        indent: characters that its lines lack in the text, since IPython takes them away.
    """

    number: int
    first: int
    indent: int = 0


class Fault(NamedTuple):
    """Why a part of a file is no Python, at which 1-based line and column of the source's text."""

    message: str
    line: int
    column: int


@dataclass(frozen=True)
class Source:
    """One file: its path as shown to the user and its text as Python reads it.

    Line ends are ``\\n`` whatever the file has. A notebook's code cells are one text; cells that are
    no Python are comments in it, and stand in ``faults``.
    """

    path: str
    text: str
    cells: tuple[Cell, ...] | None = None
    faults: tuple[Fault, ...] = ()

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
        index = max(bisect_right(self.cells, line, key=lambda cell: cell.first) - 1, 0)
        cell = self.cells[index]
        return Place(cell.number, line - cell.first + 1, cell.indent)
