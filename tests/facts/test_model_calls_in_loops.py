"""Which loops ask a model again and again, however many calls there are between."""

from __future__ import annotations

import pytest
from programs import lint

from tflint.rules import all_rules

_DEEPEST, _CALLS = 12, 8


def test_many_ways_to_one_call_are_each_gone_once() -> None:
    text = "import keras\n\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
    text += "def f0(x):\n    return model.predict(x)\n"
    for depth in range(1, _DEEPEST):
        calls = "".join(f"    f{depth - 1}(x + {number})\n" for number in range(_CALLS))
        text += f"def f{depth}(x):\n{calls}"
    text += f"for row in open('rows'):\n    f{_DEEPEST - 1}(row[None])\n"
    (found,) = lint({"deep.py": text}, list(all_rules()))
    assert (found.code, found.span.line, len(found.chain)) == ("TFL901", 5, _DEEPEST + 1)


@pytest.mark.parametrize(
    ("end", "codes"),
    [
        ("sys.exit(0)", []),
        ("with open('log'):\n        break", []),
        ("print(row)", ["TFL901"]),
    ],
)
def test_a_turn_that_ends_the_loop_is_the_only_one(end: str, codes: list[str]) -> None:
    text = "import sys\nimport keras\n\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
    text += f"for row in open('rows'):\n    model.predict(row[None])\n    {end}\n"
    assert [one.code for one in lint({"once.py": text}, list(all_rules()))] == codes
