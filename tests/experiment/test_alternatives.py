"""What one call of ``fit`` is held against."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tflint.runtime.worker.alternatives import KerasCall, _steps

ROWS = SimpleNamespace(shape=(40, 3))
WORLD = SimpleNamespace(array=lambda value: value)


@pytest.mark.parametrize(
    ("arguments", "named", "expected"),
    [
        ((), {}, (1, 2)),
        ((), {"batch_size": 40}, (1, 1)),
        ((), {"batch_size": 8, "epochs": 5}, (5, 5)),
        ((ROWS, None, 40, 3), {}, (3, 1)),
        ((), {"epochs": 5, "initial_epoch": 2}, (3, 2)),
    ],
)
def test_fit_takes_as_many_steps_as_it_is_told(
    arguments: tuple[Any, ...], named: dict[str, Any], expected: tuple[int, int]
) -> None:
    call = KerasCall(1.0, "fit", None, arguments, named)
    assert _steps(WORLD, call, ROWS) == expected


@pytest.mark.parametrize(
    ("name", "arguments", "named", "steps"),
    [
        ("predict", (), {}, 2),
        ("predict", (ROWS, 10), {}, 4),
        ("predict", (), {"batch_size": 8, "steps": 3}, 3),
        ("evaluate", (ROWS, None, 40), {}, 1),
        ("evaluate", (), {"batch_size": 20}, 2),
    ],
)
def test_predict_takes_a_step_for_each_batch(
    name: str, arguments: tuple[Any, ...], named: dict[str, Any], steps: int
) -> None:
    assert _steps(WORLD, KerasCall(1.0, name, None, arguments, named), ROWS) == (1, steps)
