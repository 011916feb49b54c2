"""What is open in the editor: texts and notebooks, as they change; places in its units and in ours.

The lines and columns of the protocol are not those of Python: only ``\\n``, ``\\r\\n`` and ``\\r`` end a
line, and a column counts units of UTF-16 unless both sides agreed on others.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from lsprotocol import types
from pygls.uris import to_fs_path

from tflint.files import Source, UnparsableError
from tflint.files.reading import encoding_of

_LINE_END = re.compile(r"\r\n|\r|\n")
_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
_NBFORMAT = {"nbformat": 4, "nbformat_minor": 4}


class Units:
    """What a column counts: code units of the encoding that client and server agreed on."""

    def __init__(self, encoding: str = "utf-16") -> None:
        self._codec, self._size = _UNITS.get(encoding, _UNITS["utf-16"])

    def of(self, text: str) -> int:
        """How many units a text has."""
        if text.isascii():
            return len(text)
        return len(text.encode(self._codec, "surrogatepass")) // self._size

    def characters(self, line: str, units: int) -> int:
        """How many characters of a line stand in its first units; all of them if there are fewer."""
        if line.isascii():
            return min(max(units, 0), len(line))
        data = line.encode(self._codec, "surrogatepass")[: max(units, 0) * self._size]
        return len(data.decode(self._codec, "ignore"))


@dataclass
class OpenText:
    """An open text: a file, or a cell of a notebook.

    Attributes:
        uri: its name in the editor.
        text: what it says now.
        version: the editor's number of that.
        language: what the editor takes it for.
        notebook: the notebook that it is a cell of.
    """

    uri: str
    text: str
    version: int
    language: str
    notebook: str | None = None
    _lines: list[str] | None = None

    @property
    def lines(self) -> list[str]:
        """Its lines, without what ends them."""
        if self._lines is None:
            self._lines = _LINE_END.split(self.text)
        return self._lines

    def change(self, changes: Iterable[types.TextDocumentContentChangeEvent], units: Units) -> None:
        """Take over what the editor changed, in its order."""
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start = self.offset(change.range.start, units)
                end = max(self.offset(change.range.end, units), start)
                self.text = self.text[:start] + change.text + self.text[end:]
            else:
                self.text = change.text
            self._lines = None

    def offset(self, position: types.Position, units: Units) -> int:
        """How many characters stand before a place; what is beyond a line or the text is at its end."""
        if position.line >= len(self.lines):
            return len(self.text)
        start, at = 0, 0
        for end in _LINE_END.finditer(self.text):
            if at == position.line:
                break
            start, at = end.end(), at + 1
        return start + units.characters(self.lines[position.line], position.character)

    def position(self, line: int, column: int, units: Units) -> types.Position:
        """The place of a line and a character of it, both from 0; beyond the text, its end."""
        if line >= len(self.lines):
            line, column = len(self.lines) - 1, len(self.lines[-1])
        return types.Position(line, units.of(self.lines[line][: max(column, 0)]))

    @property
    def end(self) -> tuple[int, int]:
        """The place after its last character: line and character, from 0."""
        return len(self.lines) - 1, len(self.lines[-1])

    @property
    def data(self) -> bytes:
        """Its bytes, in the encoding that its own comment names."""
        plain = self.text.encode(errors="surrogatepass")
        try:
            return self.text.encode(encoding_of(plain))
        except (UnparsableError, UnicodeError, LookupError):
            return plain  # whoever reads this says what is wrong with it


@dataclass
class Notebook:
    """An open notebook: its cells in order."""

    uri: str
    version: int
    cells: list[types.NotebookCell] = field(default_factory=list)


class Documents:
    """All that is open, by name."""

    def __init__(self) -> None:
        self.units = Units()
        self.texts: dict[str, OpenText] = {}
        self.notebooks: dict[str, Notebook] = {}

    def open(self, item: types.TextDocumentItem, notebook: str | None = None) -> None:
        """Take over a text that was opened; what the editor says of it holds, not what is written."""
        self.texts[item.uri] = OpenText(
            item.uri, item.text, item.version, item.language_id, notebook
        )

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Take over changes of a text; of one that is not open there is nothing to change."""
        text = self.texts.get(params.text_document.uri)
        if text is not None:
            text.change(params.content_changes, self.units)
            text.version = params.text_document.version

    def close(self, uri: str) -> None:
        """Forget a text: what is written holds again."""
        self.texts.pop(uri, None)

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Take over a notebook that was opened, with the texts of its cells."""
        given = params.notebook_document
        self.notebooks[given.uri] = Notebook(given.uri, given.version, list(given.cells))
        for item in params.cell_text_documents:
            self.open(item, given.uri)

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Take over changes of a notebook: cells put in, taken out, moved, edited, run."""
        notebook = self.notebooks.get(params.notebook_document.uri)
        if notebook is None:
            return
        notebook.version = params.notebook_document.version
        changed = params.change.cells
        if changed is None:
            return
        if changed.structure is not None:
            where = changed.structure.array
            new = list(where.cells or ())
            notebook.cells[where.start : where.start + where.delete_count] = new
            for item in changed.structure.did_open or ():
                self.open(item, notebook.uri)
            for closed in changed.structure.did_close or ():
                self.close(closed.uri)
        newer = {cell.document: cell for cell in changed.data or ()}
        notebook.cells = [newer.get(cell.document, cell) for cell in notebook.cells]
        for edit in changed.text_content or ():
            text = self.texts.get(edit.document.uri)
            if text is not None:
                text.change(edit.changes, self.units)
                text.version = edit.document.version

    def close_notebook(self, params: types.DidCloseNotebookDocumentParams) -> None:
        """Forget a notebook and its cells."""
        self.notebooks.pop(params.notebook_document.uri, None)
        for cell in params.cell_text_documents:
            self.close(cell.uri)

    def path(self, uri: str) -> str | None:
        """The path of a file by its name in the editor; None for what is no file.

        Python text that is called a notebook, as Jupyter calls the code of one, is judged beside it.
        """
        path = path_of(uri)
        if path is not None and uri in self.texts and path.endswith(".ipynb"):
            return f"{path}.py"
        return path

    def files(self) -> Iterator[tuple[str, str, bytes]]:
        """The files that are open: the path of each, its name in the editor, and what it says."""
        for text in self.texts.values():
            path = self.path(text.uri)
            if text.notebook is None and path is not None and _is_python(text, path):
                yield path, text.uri, text.data
        for notebook in self.notebooks.values():
            path = path_of(notebook.uri)
            if path is not None and path.endswith(".ipynb"):
                yield path, notebook.uri, self._written(notebook)

    def nameless(self) -> Iterator[tuple[str, bytes]]:
        """The texts that no file will ever be named for: names in the editor, and what they say."""
        for text in self.texts.values():
            if text.notebook is None and path_of(text.uri) is None and text.language == "python":
                yield text.uri, text.data

    def version(self, uri: str) -> int | None:
        """The editor's number of what is open under a name."""
        found = self.texts.get(uri) or self.notebooks.get(uri)
        return None if found is None else found.version

    def cell(self, uri: str, number: int) -> OpenText | None:
        """The text of a notebook's cell, which are counted from 1."""
        notebook = self.notebooks.get(uri)
        if notebook is None or not 1 <= number <= len(notebook.cells):
            return None
        return self.texts.get(notebook.cells[number - 1].document)

    def cells(self, uri: str) -> list[str]:
        """The names of a notebook's cells."""
        notebook = self.notebooks.get(uri)
        return [] if notebook is None else [cell.document for cell in notebook.cells]

    def line_in_source(self, text: OpenText, line: int, source: Source) -> int | None:
        """The line of a source, from 1, that a line of an open text is, from 0."""
        if text.notebook is None:
            return line + 1
        cells = self.cells(text.notebook)
        if text.uri not in cells:
            return None
        try:
            return source.line_in(cells.index(text.uri) + 1, line + 1)
        except LookupError:
            return None

    def _written(self, notebook: Notebook) -> bytes:
        cells = [self._cell(cell) for cell in notebook.cells]
        language = {"language_info": {"name": "python"}}
        return json.dumps({**_NBFORMAT, "metadata": language, "cells": cells}).encode()

    def _cell(self, cell: types.NotebookCell) -> dict[str, Any]:
        text = self.texts.get(cell.document)
        said = {"metadata": {}, "source": "" if text is None else text.text}
        if text is None or cell.kind != types.NotebookCellKind.Code or text.language != "python":
            return {"cell_type": "markdown", **said}
        ran = cell.execution_summary
        count = None if ran is None else ran.execution_order
        return {"cell_type": "code", **said, "outputs": [], "execution_count": count}


def path_of(uri: str) -> str | None:
    """The absolute path of a file by its name in the editor; None for what is no file."""
    if not uri.startswith("file:"):
        return None
    try:
        path = to_fs_path(uri)
    except ValueError:
        return None
    if not path or "\0" in path:
        return None
    return os.path.abspath(path)


def _is_python(text: OpenText, path: str) -> bool:
    return text.language == "python" or (path.endswith(".py") and not text.language)


def edits_between(text: OpenText, new: str, units: Units) -> list[types.TextEdit]:
    """Edits, as few lines as differ, that make a text say something else."""
    from difflib import SequenceMatcher

    old = _with_ends(text.text)
    now = _with_ends(new)
    first = 0
    while first < min(len(old), len(now)) and old[first] == now[first]:
        first += 1
    last = 0
    while last < min(len(old), len(now)) - first and old[-1 - last] == now[-1 - last]:
        last += 1
    middle = old[first : len(old) - last], now[first : len(now) - last]
    return [
        types.TextEdit(
            types.Range(_start_of(text, first + start, units), _start_of(text, first + end, units)),
            "".join(middle[1][new_start:new_end]),
        )
        for tag, start, end, new_start, new_end in SequenceMatcher(
            None, *middle, autojunk=False
        ).get_opcodes()
        if tag != "equal"
    ]


def _with_ends(text: str) -> Sequence[str]:
    """Its lines with what ends them."""
    found, start = [], 0
    for end in _LINE_END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    return [*found, text[start:]]


def _start_of(text: OpenText, line: int, units: Units) -> types.Position:
    return text.position(line, 0, units)
