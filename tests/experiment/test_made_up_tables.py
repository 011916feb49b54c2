"""Tables that are not here: how their readers read them, and which columns programs ask for."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tflint.runtime.protocol import TableFormat, Tables
from tflint.runtime.worker import input_files, made_up_tables


def read_csv(path: str, sep: str = ",", header: Any = "infer", names: Any = None) -> Any:
    """Reads a table, as pandas does."""
    with open(path) as stream:
        return stream.read()


def error_of(read: Any, *args: Any, **kwargs: Any) -> BaseException:
    """What a call raises."""
    with pytest.raises(Exception) as raised:
        read(*args, **kwargs)
    return raised.value


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, TableFormat(",", True)),
        ({"sep": ";"}, TableFormat(";", True)),
        ({"sep": r"\s+", "header": None}, TableFormat(" ", False)),
        ({"names": ["a", "b"]}, TableFormat(",", False, ["a", "b"], fixed=True)),
    ],
)
def test_the_reader_says_how_a_table_is_written(
    options: dict[str, Any], expected: TableFormat
) -> None:
    assert made_up_tables.read_by(error_of(read_csv, "nowhere.csv", **options)) == expected


def test_readers_of_numpy(tmp_path: Path) -> None:
    name = str(tmp_path / "nowhere.csv")
    error = error_of(np.loadtxt, name, delimiter=",", skiprows=1)
    assert made_up_tables.read_by(error) == TableFormat(",", True)
    assert made_up_tables.read_by(error_of(np.genfromtxt, name)) == TableFormat(" ", False)
    assert made_up_tables.read_by(error_of(open, name)) is None


def cells(table: TableFormat, asked: list[str], tables: Tables) -> list[list[str]]:
    """The cells of a table."""
    text = made_up_tables.text(table, [], asked, tables)
    return list(csv.reader(io.StringIO(text), delimiter=table.separator))


def test_columns() -> None:
    first, *rows = cells(TableFormat(","), ["day", "target"], Tables(["more"], spare=1, classes=3))
    assert first == ["day", "target", "more", "other 0"]
    assert len(rows) == made_up_tables.ROWS
    assert {row[1] for row in rows} == {"0", "1", "2"}
    assert len(cells(TableFormat(";", False), ["day"], Tables(spare=-2))[0]) == 4
    fixed = TableFormat(",", False, ["a", "b"], fixed=True)
    assert len(cells(fixed, ["day"], Tables(["more"], 7))[0]) == 2


def test_arrays_by_name(tmp_path: Path) -> None:
    path = str(tmp_path / "data.npz")
    made_up_tables.write_arrays(path, ["x"], Tables(["labels"], spare=2))
    with np.load(path) as data:
        assert data["x"].shape == (made_up_tables.ROWS, 8)
        assert data["labels"].shape == (made_up_tables.ROWS,)


TABLE = np.ones([made_up_tables.ROWS, 6])
NARROW = np.ones([made_up_tables.ROWS, 0])


@pytest.mark.parametrize(
    ("values", "shape", "spare"),
    [
        (TABLE, (-1, 3, 3), 3),
        (TABLE, (made_up_tables.ROWS, 28, 28, 1), 778),
        (NARROW, (made_up_tables.ROWS, 28, 28, 1), 784),
        (TABLE[0], (3, 4), 6),
    ],
)
def test_shapes_that_rows_are_brought_into(values: Any, shape: tuple[int, ...], spare: int) -> None:
    wider = made_up_tables.widened(error_of(values.reshape, shape), Tables(), 6)
    assert wider == Tables(spare=spare)


def test_a_column_by_its_number() -> None:
    error = error_of(lambda: TABLE[:, 57])
    assert made_up_tables.widened(error, Tables(), 6) == Tables(spare=52)
    error = IndexError("single positional indexer is out-of-bounds")
    assert made_up_tables.widened(error, Tables(spare=1), 7) == Tables(spare=8)


@pytest.mark.parametrize(
    ("message", "spare"),
    [
        ("Length mismatch: Expected axis has 6 elements, new values have 4 elements", -2),
        ("In[0]: [32,6], In[1]: [784,128]", 778),
        ("too many values to unpack (expected 4)", -2),
        ("not enough values to unpack (expected 8, got 6)", 2),
        (
            "expected axis -1 of input shape to have value 8, but received input with shape (2, 6)",
            2,
        ),
    ],
)
def test_numbers_of_columns(message: str, spare: int) -> None:
    assert made_up_tables.widened(ValueError(message), Tables(), 6) == Tables(spare=spare)


@pytest.mark.parametrize(
    "message",
    [
        "Arguments `target` and `output` must have the same shape. Received: "
        "target.shape=(120, 2), output.shape=(120, 10)",
        "Shapes (None, 2) and (None, 10) are incompatible",
        "`logits` and `labels` must have the same shape ((32, 10) vs (32, 2))",
    ],
)
def test_labels_of_as_many_classes_as_a_model_has(message: str) -> None:
    assert made_up_tables.widened(ValueError(message), Tables(), 6) == Tables(classes=10)
    assert made_up_tables.widened(ValueError(message), Tables(classes=3), 6) is None


def test_names_of_columns(tmp_path: Path) -> None:
    error = AttributeError("'DataFrame' object has no attribute 'label'")
    assert made_up_tables.widened(error, Tables(["a"]), 6) == Tables(["a", "label"])
    assert made_up_tables.widened(error, Tables(["label"]), 6) is None
    lost = AttributeError("'DataFrame' object has no attribute 'append'")
    assert made_up_tables.widened(lost, Tables(), 6) is None
    made_up_tables.write_arrays(str(tmp_path / "data.npz"), ["x"], Tables())
    with np.load(tmp_path / "data.npz") as data:
        error_of_file = error_of(lambda: data["y"])
    assert made_up_tables.widened(error_of_file, Tables(), 6) == Tables(["y"])
    assert made_up_tables.widened(KeyError("of a dictionary"), Tables(), 6) is None


@pytest.mark.parametrize(
    ("error", "names"),
    [
        (KeyError("price"), ["price"]),
        (KeyError("['a', 'b'] not found in axis"), ["a", "b"]),
        (ValueError("columns expected but not found: ['a']"), ["a"]),
        (ValueError("Missing column provided to 'parse_dates': 'Day'"), ["Day"]),
    ],
)
def test_names_that_pandas_misses(error: Exception, names: list[str]) -> None:
    def raising() -> None:
        scope = {"error": error}
        exec(compile("raise error", "/lib/pandas/core/frame.py", "exec"), scope)

    assert made_up_tables.widened(error_of(raising), Tables(), 6) == Tables(names)


def test_sizes_of_pictures() -> None:
    asked = input_files.picture_asked
    assert asked("cannot reshape array of size 196608 into shape (1,32,20,3)") == [32, 20]
    assert asked("cannot reshape array of size 65536 into shape (28,28)") == [28, 28]
    assert asked("cannot reshape array of size 196608 into shape (784,)") == []
    assert asked("cannot reshape array of size 100 into shape (5,5)") == []
    said = "expected shape=(None, 96, 64, 3), found shape=({}, {}, 256, 3)"
    assert asked(said.format("None", 256)) == [96, 64]
    assert asked(said.format(1, 255)) == []
    assert asked(said.format(1, 128)) == [192, 64]  # half of a picture of 256 rows
    assert asked(said.format(1, 64)) == []
    said = "Expected shape (None, 96, 64, 3), but input has incompatible shape (1, 256, 128, 3)"
    assert asked(said) == [96, 128]
