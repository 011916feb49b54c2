"""What one file is to everything that comes after reading it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tflint.files.noqa import Suppressions
    from tflint.finding import Span


class UnparsableError(Exception):
    """The file holds no Python text: why, and at which 1-based line and column."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


class NotPythonError(UnparsableError):
    """The file is sound, and holds code of another language."""


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

    @property
    def text(self) -> str:
        """What the reader is told: the line, after the cell if there is one."""
        return str(self.line) if self.cell is None else f"cell {self.cell}:{self.line}"


class Cell(NamedTuple):
    """A code cell of a notebook in the text of its source.

    Attributes:
        number: which cell of the notebook, from 1.
        first: its first line in the text.
        indent: characters that its lines lack in the text, since IPython takes them away.
        names_backend: whether it was run with a Keras up to 2.3, which said so as it was imported.
        left_out: what the notebook has there, where that is no Python; "" for all others.
    """

    number: int
    first: int
    indent: int = 0
    names_backend: bool = False
    left_out: str = ""


class Fault(NamedTuple):
    """Why a part of a file is no Python, at which 1-based line and column of the source's text."""

    message: str
    line: int
    column: int


_PYTHON_2 = re.compile(
    r"Missing parentheses in call to '(?:print|exec)'|multiple exception types must be parenthesized"
    r"|parameters cannot be parenthesized|written for Python 2"
)
_PYTHON_2_LINE = re.compile(
    r"^[ \t]*(?:(?:print|exec)[ \t]+[ub]?[\"']|except[ \t]+[\w.]+[ \t]*,[ \t]*\w+[ \t]*:"
    r"|raise[ \t]+[\w.]+[ \t]*,[ \t]*[\"'])",
    re.MULTILINE,
)
"""A line that Python 2 takes and Python 3 refuses."""


def is_python_2(message: str) -> bool:
    """True where what Python says of a text is what it says of texts for Python 2."""
    return _PYTHON_2.search(message) is not None


def has_python_2_line(text: str) -> bool:
    """True for a text, which Python refuses for whatever reason, with a statement of Python 2."""
    return _PYTHON_2_LINE.search(text) is not None


NEWER_PYTHON = "written for a later Python than that which runs tflint"
"""What is said of a fault first, where a later Python would find none."""
OLDER_PYTHON = "not valid since Python 3.7"
"""What is said first of a fault that Python 3.6 does not find."""
GAP = "a gap that is to be filled in"
"""What is said first of a fault where a comment stands in place of a value: ``x = # TODO``."""
_GAP = re.compile(r"[=(\[{,:][ \t]*#[^\n]*\b(?:TODO|FIXME|(?i:your code|fill in))\b")
EMPTY_NOTEBOOK, TEXT_AS_NOTEBOOK = "an empty file", "a text in place of a notebook"
"""What is said of notebooks that only keep a place: without a character, or with a line for people."""


def has_gap(text: str, line: int) -> bool:
    """True where a comment stands for what a reader is to write, on a 1-based line or that above it."""
    return any(map(_GAP.search, text.split("\n")[max(line - 2, 0) : line]))


LEFT_IN_GIT_LFS = "a pointer of Git LFS, which `git lfs pull` replaces by the file"
"""What is said of what Git keeps in place of a large file, where nobody has asked for that."""
_POINTER = "version https://git-lfs.github.com/spec/"


def is_left_in_git_lfs(text: str) -> bool:
    """True for what Git LFS keeps in place of a file: where that is, and how large."""
    return text.startswith(_POINTER)


_OF_LITTLE_WEIGHT = {
    EMPTY_NOTEBOOK: "there is nothing in it that could be missed",
    TEXT_AS_NOTEBOOK: "there is no code in it that could be missed",
    NEWER_PYTHON: "a later Python may take it; to have it checked, run tflint with that one",
    OLDER_PYTHON: "it was written for a Python before 3.7, which takes it",
    GAP: "whoever reads the file is to write what is missing",
}
"""Why a text that is no Python weighs little, by how what is said of it begins."""


def why_of_little_weight(message: str) -> str:
    """Why a text that is no Python was never meant to run here; "" where nothing tells that."""
    if is_python_2(message):
        return "as far as can be told it was written for Python 2, which takes it"
    found = (why for begin, why in _OF_LITTLE_WEIGHT.items() if message.startswith(begin))
    return next(found, "")


@dataclass(frozen=True)
class Source:
    """One file: its path as shown to the user and its text as Python reads it.

    Line ends are ``\\n`` whatever the file has. A notebook's code cells are one text; cells that are
    no Python are comments in it, and stand in ``faults``. ``python`` is the version that a notebook was
    last saved with, ``()`` where nothing says.
    """

    path: str
    text: str
    cells: tuple[Cell, ...] | None = None
    faults: tuple[Fault, ...] = ()
    python: tuple[int, ...] = ()

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

    def as_written(self, span: Span) -> tuple[Source, Span]:
        """What people see of a range: cells that are no Python as the notebook has them, and where."""
        if self.fault_at(span.line) is None:
            return self, span
        indent = self.place(span.line).indent
        first, last = span.column + indent, span.end_column + indent
        return self._as_written, span._replace(column=first, end_column=last)

    @cached_property
    def _as_written(self) -> Source:
        lines = list(self.lines)
        for cell in self.cells or ():
            written = cell.left_out.removesuffix("\n").split("\n") if cell.left_out else []
            lines[cell.first - 1 : cell.first - 1 + len(written)] = written
        return replace(self, text="\n".join(lines))

    def line_in(self, cell: int, line: int) -> int:
        """The line of ``text`` that a line of a notebook's cell is.

        Raises:
            LookupError: there is no such cell of code, or no such line in it.
        """
        cells = self.cells or ()
        for index, known in enumerate(cells):
            if known.number == cell:
                following = cells[index + 1 : index + 2]
                end = following[0].first if following else len(self.lines)
                if not 1 <= line <= end - known.first:
                    raise LookupError(f"cell {cell} has no line {line}")
                return known.first + line - 1
        raise LookupError(f"no cell {cell} with code")

    def fault_at(self, line: int) -> Fault | None:
        """Why the cell that a line of ``text`` stands in is no Python; None when it is."""
        cell = self.place(line).cell
        return next((f for f in self.faults if self.place(f.line).cell == cell), None)
