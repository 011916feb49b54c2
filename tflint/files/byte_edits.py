"""Text back to bytes: edits of a file that leave all else as it is, and files replaced in one step."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import stat
from collections.abc import Iterable

from tflint.files.reading import encoding_of
from tflint.files.source import Source
from tflint.finding import Edit

_Place = tuple[int, int]
"""A line and a column."""
_LINE = re.compile(r"[^\r\n]*(\r\n|\r|\n|\Z)")


class UneditableError(Exception):
    """The bytes can't be edited so that all else stays: why."""


def edited(data: bytes, edits: Iterable[Edit]) -> bytes:
    """A file's bytes after edits of its text, of which no two touch.

    The byte order mark, the encoding and the ends of lines stay; what is put in gets those of the line
    where it begins.

    Raises:
        UneditableError: its encoding does not give the same bytes back, or can't say what is put in.
    """
    encoding = encoding_of(data)
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    text = data[len(mark) :].decode(encoding)
    if text.encode(encoding) != data[len(mark) :]:
        raise UneditableError(f"its bytes are not those that {encoding} writes")
    lines = list(_LINE.finditer(text))
    default = next((line[1] for line in lines if line[1]), "\n")
    pieces, end = [], 0
    for (line, column, end_line, end_column), new in sorted(edits):
        pieces.append(text[end : lines[line - 1].start() + column - 1])
        pieces.append(new.replace("\n", lines[line - 1][1] or default))
        end = lines[end_line - 1].start() + end_column - 1
    try:
        return mark + "".join([*pieces, text[end:]]).encode(encoding)
    except UnicodeEncodeError:
        raise UneditableError(f"{encoding} can't say what is to be put in") from None


class Moved:
    """Where places of a text stand once edits are made.

    Args:
        edits: the edits, of which no two touch.
    """

    def __init__(self, edits: Iterable[Edit]) -> None:
        self._edits = sorted(edits)

    def after(self, line: int, column: int, *, end: bool = False) -> _Place:
        """Where a place stands: one in what is replaced, at its beginning, or at its ``end``."""
        place = (line, column)
        lines = columns = 0  # what has come before it
        on = 0  # the line on which the columns have
        for span, text in self._edits:
            first, last = (span.line, span.column), (span.end_line, span.end_column)
            if first > place or (first == place and not end):
                break
            begin = (span.line + lines, span.column + (columns if span.line == on else 0))
            added = text.count("\n")
            tail = len(text) - text.rfind("\n") if added else begin[1] + len(text)
            if place < last:
                return (begin[0] + added, tail) if end else begin
            lines += added - (span.end_line - span.line)
            columns, on = tail - span.end_column, span.end_line
        return line + lines, column + (columns if line == on else 0)


def edited_file(source: Source, data: bytes, edits: Iterable[Edit]) -> bytes:
    """A file's bytes after edits of what it is read as: those of a notebook change its cells, nothing else.

    Raises:
        UneditableError: as ``edited`` does; or what is to change does not stand so in the cell.
    """
    if source.cells is None:
        return edited(data, edits)
    from tflint.files.notebook_editing import CellError, edited_cells  # late: few runs have any

    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        return mark + edited_cells(data[len(mark) :].decode(), source, edits).encode()
    except CellError as error:
        raise UneditableError(str(error)) from None


def replace_file(path: str, data: bytes) -> None:
    """Put a file in the place of another, in one step, with its mode; a link is not followed.

    Raises:
        OSError: that can't be done; the file is as it was.
    """
    import tempfile  # late: it takes a while, and most runs write nothing

    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode):
        raise OSError("not a regular file")
    if not status.st_mode & 0o222:  # replacing it asks the folder only
        raise OSError("it is read-only")
    descriptor, temporary = tempfile.mkstemp(
        prefix=".tflint-", suffix=".tmp", dir=os.path.dirname(path) or "."
    )
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fchmod(stream.fileno(), stat.S_IMODE(status.st_mode))
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
