"""Values on which operations may fail."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tflint.runtime.worker import mutated_values
from tflint.runtime.worker.mutations import MUTATIONS


@pytest.mark.parametrize(
    ("value", "mutation", "expected"),
    [
        ([[1, 2], [3, 4]], "longer", [[1, 2], [3, 4], [1, 2]]),
        ([[1, 2], [3, 4]], "shorter", [[1, 2]]),
        ([1, 2], "empty", []),
        ([1, 2], "deeper", [[1, 2]]),
        ([[1, 2], [3, 4]], "flat", [1, 2, 3, 4]),
        ([1, 2], "flat", None),
        ([1, 2], "axis 0 of 3", [1, 2, 1]),
        ([[1, 2]], "axis 1 of 1", [[1]]),
        ([1, 2], "axis 0 of 2", None),
        ([1, 2], "axis 1 of 3", None),
        ([], "axis 0 of 3", None),
        ([5, 6], "scalar", 5),
        ([1, 2], "negative", [-1, -1]),
        (np.array([1, 2], "uint8"), "negative", None),
        (np.array([1, 2], "uint8"), "huge", [255, 255]),
        ([1.5], "huge", [1e30]),
        ([1.5], "one", None),
        ([True, False], "zero", [False, True]),
        ([True, False], "huge", None),
        (np.array([b"a"], object), "nan", [b"abc"]),
    ],
)
def test_an_array(value: Any, mutation: str, expected: Any) -> None:
    array = np.asarray(value)
    changed = mutated_values.array(array, mutation)
    assert (None if changed is None else changed.tolist()) == expected
    if changed is not None:
        assert changed.dtype == array.dtype


def test_every_mutation_makes_something_of_some_value() -> None:
    arrays = [np.array([[1.5, 2.5], [3.5, 4.5]]), np.array([1, 2])]
    for mutation in MUTATIONS:
        assert any(mutated_values.array(array, mutation) is not None for array in arrays)


@pytest.mark.parametrize(
    ("value", "mutation", "expected"),
    [
        (2, "huge", 100000),
        (2.5, "one", 1.0),
        (3, "nan", None),
        ("a", "nan", "abc"),
        ("a", "one", None),
    ],
)
def test_a_plain_value(value: Any, mutation: str, expected: Any) -> None:
    assert mutated_values.plain(value, mutation) == expected
