"""Tables, texts and folders that are not here, and that a program does not do without.

Only where it fails for want of one: a program that looks whether a file is there has its answer.
"""

from __future__ import annotations

import ast
import functools
import glob
import os
import pathlib
import re
import sys
from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING, Any

from . import input_files
from .sandbox import root_of

if TYPE_CHECKING:
    from .experiment import Experiment

_MOST = 8
_ROWS = 300
_COLUMNS = 6
_SEPARATORS = {
    ".csv": ",",
    ".tsv": "\t",
    ".data": ",",
    **dict.fromkeys((".txt", ".names", ".lst", ".list", ".prototxt", ".vocab"), " "),
    "": "",
}
"""How the names of texts end, and what stands between two values; a folder's name has no end."""
_ARRAY, _ARRAYS = ".npy", ".npz"
_WEIGHTS = {".h5", ".hdf5", ".keras", ".index"}
"""How the names of files with weights end: where a program chooses one, an empty one stands for it."""
_PICTURES = 4
_TAKING = {"pop", "drop", "set_index", "sort_values", "groupby"}
"""Methods of a table that are given names of its columns."""
_COLUMN_OPTIONS = {"parse_dates", "index_col", "usecols", "names", "subset", "by"}
"""Options of what reads and changes tables that name columns."""
_DATE = re.compile(r"date|time|day", re.IGNORECASE)
_NOT_FOUND = [
    re.compile(r"^(\S.*) not found\.$"),  # NumPy
    re.compile(r"No files matched pattern: ([^'\"\n]+)"),  # data sets
    re.compile(r"(?:^|\} |Open: )([^:;\s][^:;\n]*)[:;] No such file or directory"),  # TensorFlow
]
"""What is said by those that do not keep the name by itself."""
_OF_LETTERS = re.compile(r"a-z|\.isalpha\(|\.read\(\)\.lower\(")
"""What programs say that read texts of letters."""
_LABEL = re.compile(r"label|target|class|^y$", re.IGNORECASE)


class AbsentFiles:
    """Makes up files by name, in the folder that the experiment runs in or above it.

    Args:
        x: the experiment.
    """

    def __init__(self, x: Experiment) -> None:
        self._x = x
        self._root = os.path.join(root_of(x.scratch), "")
        relocating = x.program.relocating
        for name in x.job.stand_ins:
            if os.path.isabs(name):
                self._make(relocating.name(name))
                x.result.stood_in.append(name)
            else:
                self._make(name)
        self._watch_patterns()

    def _watch_patterns(self) -> None:
        """Note what the program looks for by a pattern, and does not find."""

        def noting(look: Any, of: Callable[..., str], give: Callable[[Any], Any] = list) -> Any:
            @functools.wraps(look)
            def looked(*args: Any, **kwargs: Any) -> Any:
                found = list(look(*args, **kwargs))
                callers = (sys._getframe(depth) for depth in (1, 2))
                if not found and args and any(map(self._x.program.owns_frame, callers)):
                    self._found_nothing(of(*args))
                return give(found)

            looked.autograph_info__ = {}  # type: ignore[attr-defined]
            return looked

        def below(folder: Any, pattern: Any, *_: Any) -> str:
            return os.path.join(str(folder), pattern)

        def deep_below(folder: Any, pattern: Any, *_: Any) -> str:
            return os.path.join(str(folder), "**", pattern)

        def itself(pattern: Any, *_: Any) -> str:
            return str(pattern)

        path: Any = pathlib.Path
        glob.glob = noting(glob.glob, itself)
        path.glob = noting(path.glob, below, iter)
        path.rglob = noting(path.rglob, deep_below, iter)
        if self._x.world.name == "tensorflow":
            gfile = self._x.world.tf.io.gfile
            gfile.glob = noting(gfile.glob, itself)

    def _found_nothing(self, pattern: str) -> None:
        inside = os.path.abspath(pattern).startswith(self._root)
        if glob.has_magic(pattern) and (inside or self._is_elsewhere(pattern)):
            self._note(pattern)

    def _is_elsewhere(self, name: str) -> bool:
        """Whether a path is an absolute one that may be looked for where the experiment runs."""
        program = self._x.program
        return os.path.isabs(name) and program.relocating.can_take(name, program.sources.values())

    def _note(self, name: str) -> None:
        noted = self._x.result.found_nothing
        if name not in noted and len(noted) < _MOST:
            noted.append(name)

    def stand_in(self, error: BaseException) -> bool:
        """Whether what a program has failed for want of is there now."""
        made = self._x.result.stood_in
        name = getattr(error, "filename", None)
        if name is None:
            said = (pattern.search(str(error)) for pattern in _NOT_FOUND)
            name = next((match[1] for match in said if match), None)
        if not isinstance(name, str):
            return False
        if not os.path.abspath(name).startswith(self._root):
            if self._is_elsewhere(name):
                self._note(name)
            return False
        name = os.path.relpath(name, self._x.scratch)
        return len(made) < _MOST and name not in made and self._make(name)

    def _make(self, name: str) -> bool:
        """Make a file or a folder of this name, or files for a pattern; whether any was made."""
        path = os.path.abspath(name)
        if not path.startswith(self._root):
            return False
        if not glob.has_magic(path):
            made = self._make_one(path)
        else:
            at = (_matching(path, number) for number in range(_PICTURES))
            made = [self._make_one(one, _WEIGHTS) for one in at].count(True) > 0
        if made:
            self._x.result.stood_in.append(os.path.relpath(path, self._x.scratch))
            self._x.tell_made_up(os.path.basename(path))
        return made

    def _make_one(self, path: str, empty: Container[str] = ()) -> bool:
        ending = os.path.splitext(path)[1].lower()
        known = ending in _SEPARATORS or ending in input_files.PICTURES
        known = known or ending in (_ARRAY, _ARRAYS) or ending in empty
        if os.path.exists(path) or not known:
            return False
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not ending:
            os.mkdir(path)
            for number in range(_PICTURES):
                self._make_one(os.path.join(path, f"{number}.png"))
        elif ending in input_files.PICTURES:
            os.symlink(os.path.join(self._x.scratch, input_files.picture()), path)
        elif ending in empty:
            open(path, "x").close()
        elif ending == _ARRAY:
            _write_array(path)
        elif ending == _ARRAYS:
            _write_arrays(path, self._columns())
        else:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(self._table(_SEPARATORS[ending]))
        return True

    def _table(self, separator: str) -> str:
        """Numbers, below the names of the columns that the program asks for."""
        texts = self._x.program.sources.values()
        columns = self._columns()
        wanted = columns or [""] * _COLUMNS
        rows = [columns] if columns and separator == "," else []
        cell = _cell
        if separator != ",":
            # To most readers of texts numbers are words, too.
            cell = _word if any(map(_OF_LETTERS.search, texts)) else _number
        rows += [
            [cell(name, row, column) for column, name in enumerate(wanted)] for row in range(_ROWS)
        ]
        return "".join(separator.join(row) + "\n" for row in rows)

    def _columns(self) -> list[str]:
        """The names of columns that the program asks for."""
        texts = self._x.program.sources.values()
        return list(dict.fromkeys(name for text in texts for name in _columns(text)))


def _cell(name: str, row: int, column: int) -> str:
    if _DATE.search(name):
        return f"2020-{row // 28 % 12 + 1:02}-{row % 28 + 1:02}"
    if _LABEL.search(name):
        return str(row % 2)
    return f"{(row * 7 + column * 13) % 101 / 100}"


def _number(name: str, row: int, column: int) -> str:
    """What may be read as a number or as a word."""
    return str((row * 7 + column * 13) % 101)


def _word(name: str, row: int, column: int) -> str:
    """A word of letters."""
    number = (row * 7 + column * 13) % 101
    return "".join(chr(ord("a") + (number * step) % 26) for step in (1, 3, 5)) + "s" * (
        number // 26
    )


def _matching(pattern: str, number: int) -> str:
    """A path that a pattern matches, another one for each number; a picture where it has no ending."""
    bare = re.sub(r"\[[^]]*\]|\*+|\?", str(number), pattern)
    magic = glob.has_magic(os.path.basename(pattern))
    return bare if os.path.splitext(bare)[1] or not magic else f"{bare}.png"


def _numbers() -> Any:
    import numpy

    return numpy.arange(_ROWS * _COLUMNS, dtype="float32").reshape(_ROWS, _COLUMNS) % 101 / 100


def _write_array(path: str) -> None:
    import numpy

    numpy.save(path, _numbers())


def _write_arrays(path: str, names: list[str]) -> None:
    """Arrays under the names that a program asks for, one number a row where these are labels."""
    import numpy

    labels = numpy.arange(_ROWS) % 2
    named = [name for name in names if name.isidentifier() and name != "file"]
    arrays: dict[str, Any] = {n: labels if _LABEL.search(n) else _numbers() for n in named}
    numpy.savez(path, **arrays)


def _columns(text: str) -> Iterator[str]:
    """The names of columns that a program's text has: what stands in brackets behind a value."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Subscript):
            yield from _texts(node.slice)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _TAKING:
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from _texts(argument)
        elif isinstance(node, ast.keyword) and node.arg in _COLUMN_OPTIONS:
            yield from _texts(node.value)


def _texts(node: ast.AST) -> Iterator[str]:
    value = getattr(node, "value", None)
    if isinstance(node, ast.Constant) and isinstance(value, str) and "," not in value:
        yield value
    for item in getattr(node, "elts", ()):
        yield from _texts(item)
