"""Numbers in columns: what stands for a table that is not here, and which columns a program asks for."""

from __future__ import annotations

import ast
import dataclasses
import functools
import math
import re
import traceback
from collections.abc import Iterable, Iterator
from typing import Any

from ..protocol import TableFormat, Tables

ROWS = 1_000
_COLUMNS = 6
_MOST_COLUMNS = 1 << 14
_TAKING = {"pop", "drop", "set_index", "sort_values", "groupby"}
"""Methods of a table that are given names of its columns."""
_COLUMN_OPTIONS = {"parse_dates", "index_col", "usecols", "names", "subset", "by"}
"""Options of what reads and changes tables that name columns."""
_DATE = re.compile(r"date|time|day", re.IGNORECASE)
_LABEL = re.compile(r"label|target|class|^y$", re.IGNORECASE)
_OF_LETTERS = re.compile(r"a-z|\.isalpha\(|\.read\(\)\.lower\(")
"""What programs say that read texts of letters."""
_READERS = {"read_csv", "read_table", "loadtxt", "genfromtxt"}
_PANDAS = "/pandas/"
_LOST = {"append", "as_matrix", "from_csv", "get_value", "iteritems", "ix", "set_value"}
"""What tables of pandas once had, and are no columns."""
_QUOTED = re.compile(r"'([^']+)'")
_ATTRIBUTE = re.compile(r"'DataFrame' object has no attribute '(\w+)'")
_IN_FILE = re.compile(r"(\w+) is not a file in the archive|object '(\w+)' doesn't exist")
_AT = re.compile(r"index (\d+) is out of bounds for axis \d+ with size (\d+)")
_POSITION = "single positional indexer is out-of-bounds"
_LENGTHS = re.compile(r"Expected axis has (\d+) elements, new values have (\d+) elements")
_UNPACKED = re.compile(r"(too many|not enough) values to unpack \(expected (\d+)(?:, got (\d+))?")
_VALUE = re.compile(r"axis -1 of input shape to have value (\d+), but received input with shape")
_SHAPE = re.compile(r"[\[(]((?:\d+|None)(?:, ?\d+)*),?[\])]")
_PRODUCT = re.compile(r"In\[0\]: \[\d+,(\d+)\], In\[1\]: \[(\d+),\d+\]")
_OF_CLASSES = [
    re.compile(r"target\.shape=\(\w+, (\d+)\), output\.shape=\(\w+, (\d+)\)"),
    re.compile(r"Shapes \(\w+, (\d+)\) and \(\w+, (\d+)\) are incompatible"),
    re.compile(r"must have the same shape \(\(\w+, (\d+)\) vs \(\w+, (\d+)\)\)"),
]
"""What is said of labels and what a model gives, where there are not as many classes."""
_RESHAPED = re.compile(r"cannot reshape array of size (\d+) into shape \(([\d, ]+)\)")


def read_by(error: BaseException) -> TableFormat | None:
    """How a table is read whose file is missing; None where no reader of tables says so."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_name in _READERS:
            return _format(frame.f_locals)
    return None


def _format(given: dict[str, Any]) -> TableFormat:
    """The format that what a reader was given asks for."""
    separator = given.get("sep", given.get("delimiter"))
    if not isinstance(separator, str):
        separator = "," if "sep" in given else " "  # pandas, or NumPy
    skipped = given.get("skiprows", given.get("skip_header", 0))
    names = _given_names(given.get("names"))
    header = given["header"] is not None and not names if "header" in given else bool(skipped)
    return TableFormat(
        separator=separator if len(separator) == 1 else " ",
        header=header,
        names=names or _given_names(given.get("usecols")),
        fixed=bool(names),
    )


def _given_names(given: Any) -> list[str]:
    named = isinstance(given, (list, tuple)) and all(isinstance(name, str) for name in given)
    return list(given) if named else []


def text(table: TableFormat, texts: Iterable[str], asked: list[str], tables: Tables) -> str:
    """Numbers, below the names of the columns that the program asks for."""
    columns = columns_of(table, asked, tables)
    header = table.separator == "," if table.header is None else table.header
    rows = [columns] if header and any(columns) else []
    cell = _cell if table.header is not None else _whole
    if table.header is None and table.separator != ",":
        # To most readers of texts numbers are words, too.
        cell = _word if any(map(_OF_LETTERS.search, texts)) else _number
    kinds = tables.classes
    rows += [[cell(name, row, at, kinds) for at, name in enumerate(columns)] for row in range(ROWS)]
    return "".join(table.separator.join(row) + "\n" for row in rows)


def columns_of(table: TableFormat, asked: list[str], tables: Tables) -> list[str]:
    """The names of a table's columns, each "" where it has no names."""
    if table.fixed:
        return table.names
    named = [] if table.header is False else [*table.names, *asked, *tables.names]
    named = list(dict.fromkeys(named))
    more = max(0 if named else 1, tables.spare + (0 if named else _COLUMNS))
    return named + [f"other {number}" if named else "" for number in range(more)]


def _cell(name: str, row: int, column: int, classes: int) -> str:
    if _DATE.search(name):
        return f"2020-{row // 28 % 12 + 1:02}-{row % 28 + 1:02}"
    if _LABEL.search(name):
        return str(row % classes)
    return f"{(row * 7 + column * 13) % 101 / 100}"


def _whole(name: str, row: int, column: int, classes: int) -> str:
    """For code that takes lines apart itself: a whole number is read as one of any kind."""
    is_other = _DATE.search(name) or _LABEL.search(name)
    return (_cell if is_other else _number)(name, row, column, classes)


def _number(name: str, row: int, column: int, classes: int) -> str:
    """What may be read as a number or as a word."""
    return str((row * 7 + column * 13) % 101)


def _word(name: str, row: int, column: int, classes: int) -> str:
    """A word of letters."""
    number = (row * 7 + column * 13) % 101
    return "".join(chr(ord("a") + (number * step) % 26) for step in (1, 3, 5)) + "s" * (
        number // 26
    )


def _numbers(tables: Tables) -> Any:
    import numpy

    columns = max(1, _COLUMNS + tables.spare)
    return numpy.arange(ROWS * columns, dtype="float32").reshape(ROWS, columns) % 101 / 100


def write_array(path: str, asked: list[str], tables: Tables) -> None:
    """An array in a file of NumPy."""
    import numpy

    numpy.save(path, _numbers(tables))


def write_arrays(path: str, asked: list[str], tables: Tables) -> None:
    """Arrays under the names that a program asks for."""
    import numpy

    numpy.savez(path, **_named(asked, tables))


def write_datasets(path: str, asked: list[str], tables: Tables) -> None:
    """The same in a file of HDF5."""
    import h5py  # type: ignore[import-not-found, import-untyped, unused-ignore]

    with h5py.File(path, "w") as file:
        for name, values in _named(asked, tables).items():
            file[name] = values


def _named(asked: list[str], tables: Tables) -> dict[str, Any]:
    """Arrays by name, one number a row where these are labels."""
    import numpy

    labels = numpy.arange(ROWS) % tables.classes
    named = dict.fromkeys([*asked, *tables.names])
    names = [name for name in named if name.isidentifier() and name != "file"]
    return {name: labels if _LABEL.search(name) else _numbers(tables) for name in names}


@functools.cache
def names(text: str) -> tuple[str, ...]:
    """The names of columns that a program's text has: what stands in brackets behind a value."""
    return tuple(_names(text))


def _names(text: str) -> Iterator[str]:
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


def widened(error: BaseException, tables: Tables, width: int) -> Tables | None:
    """Tables with the columns that an error misses; None where it asks for none.

    Args:
        error: what a program raised that has read tables.
        tables: what these had.
        width: the number of their columns.
    """
    classes = _classes(str(error), tables.classes)
    if classes:
        return dataclasses.replace(tables, classes=classes)
    lacking = [name for name in _missing(error) if name not in tables.names]
    more = 0 if lacking else _more(str(error), width)
    if not (lacking or more) or not 0 < width + more <= _MOST_COLUMNS:
        return None
    return dataclasses.replace(tables, names=[*tables.names, *lacking], spare=tables.spare + more)


def _classes(message: str, had: int) -> int:
    """How many classes there are to be where a model tells apart more; 0 where an error asks for none."""
    for pattern in _OF_CLASSES:
        for first, second in pattern.findall(message):
            if had in (int(first), int(second)):
                return next((one for one in map(int, (first, second)) if had < one <= ROWS), 0)
    return 0


def _missing(error: BaseException) -> list[str]:
    """The names of columns that are not there."""
    message = str(error)
    found = [match[1] for match in _ATTRIBUTE.finditer(message) if match[1] not in _LOST]
    found += [match[1] or match[2] for match in _IN_FILE.finditer(message)]
    files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, (KeyError, ValueError)) and files and _PANDAS in files[-1]:
        if isinstance(error, KeyError) and "[" not in message:
            found += [name for name in error.args[:1] if isinstance(name, str)]
        elif "[" in message:
            found += _QUOTED.findall(message.partition("[")[2].rpartition("]")[0])
        elif "parse_dates" in message:
            found += [name for name in _QUOTED.findall(message) if name != "parse_dates"]
    return list(dict.fromkeys(found))


def _more(message: str, width: int) -> int:
    """How many columns more an error asks for; fewer where that is negative."""
    for at, size in _AT.findall(message):
        if int(size) <= width + 1:
            return int(at) + 1 - int(size)
    if _POSITION in message:
        return width  # it is not said which: twice as many
    for how, wanted, had in _UNPACKED.findall(message):
        # Of too many, older versions of Python do not say how many.
        if had == str(width) or (how == "too many" and not had and int(wanted) < width):
            return int(wanted) - width
    for had, wanted in _LENGTHS.findall(message):
        return int(wanted) - int(had)
    for had, wanted in _PRODUCT.findall(message):
        return int(wanted) - int(had)
    for wanted in _VALUE.findall(message):
        shape = _SHAPE.search(message.partition("received input with shape")[2])
        return int(wanted) - int(shape[1].split(",")[-1]) if shape and "," in shape[1] else 0
    for had, shape in _RESHAPED.findall(message):
        return _for_shape(int(had), [int(one) for one in shape.split(",") if one.strip()], width)
    return 0


def _for_shape(count: int, shape: list[int], width: int) -> int:
    """How many numbers a row lacks to be brought into a shape, whose first size may be that of the rows."""
    wanted = math.prod(shape)
    if 0 < count <= width or (count == 0 and shape[0] != ROWS):
        return wanted - count  # one row
    if len(shape) > 1 and shape[0] and count % shape[0] == 0 and count // shape[0] <= width:
        return wanted // shape[0] - count // shape[0]
    for had in range(width, 0, -1):
        if count % had == 0 and count // had <= ROWS:
            return wanted - had
    return 0
