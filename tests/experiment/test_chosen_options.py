"""What a program asks of its command line before it calls a function."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import Settle, make_finding

from tflint.experiment.chosen_options import chosen_options
from tflint.experiment.parsed_file import read
from tflint.finding import EntryKind, FunctionRef

WAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "one value": ("if args.mode == 'video':\n    show()\n", {"mode": "video"}),
    "one of several": ("if args.mode in ('a', 'b'):\n    show()\n", {"mode": "a"}),
    "a switch": ("if args.train and size > 2:\n    show()\n", {"train": True}),
    "the other branch": ("if args.train:\n    fit()\nelse:\n    show()\n", {"train": False}),
    "none of both": ("if a.train or a.test:\n    fit()\nelse:\n    show()\n",
                     {"train": False, "test": False}),
    "another value": ("if a.mode != 'x':\n    fit()\nelse:\n    show()\n", {"mode": "x"}),
    "a later branch": (
        "if not a.keep:\n    if a.mode == 'x':\n        fit()\n    elif a.mode == 'y':\n        show()\n",
        {"keep": False, "mode": "y"},
    ),
    "a key": ("if options['mode'] == 2:\n    show()\n", {"mode": 2}),
    "in the caller": (
        "def main(args):\n    with scope():\n        show()\nif args.run:\n    main(args)\n",
        {"run": True},
    ),
    "the fewest": ("if args.a:\n    show()\nshow()\n", {}),
    "as a condition": ("if args.a:\n    if show():\n        pass\n", {"a": True}),
    "in the head of a loop": ("if args.a:\n    for x in show():\n        pass\n", {"a": True}),
    "no call": ("if args.a:\n    fit()\n", {}),
}  # fmt: skip
PROGRAM = """
import argparse
import numpy as np
import tensorflow as tf

def show(model):
    for row in np.ones([4, 3], "float32"):
        scores = np.argmax(model.predict(row[None], verbose=0))  # here

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", default="fit")
    parser.add_argument("--units", type=int)
    args = parser.parse_args()
    if args.mode == "show" and args.units:
        show(tf.keras.Sequential([tf.keras.layers.Dense(args.units)]))
"""


@pytest.mark.parametrize("name", WAYS)
def test_what_conditions_ask_for(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    text, expected = WAYS[name]
    path.write_text(text)
    function = FunctionRef(str(path), "show", 1)
    assert chosen_options([read(str(path)), None], [function], 0) == expected


def test_what_conditions_ask_for_a_line(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        "if args.mode == 'video':\n    try:\n        pass\n    finally:\n        x = 1\n"
    )
    module = FunctionRef(str(path), "<module>", 1)
    assert chosen_options([read(str(path))], [module], 5) == {"mode": "video"}


def test_a_program_is_given_what_leads_to_the_line(settle: Settle, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    [finding] = settle(make_finding(path, "TFL901", entry="show", kind=EntryKind.EAGER))
    evidence = finding.evidence or {}
    assert finding.verdict == "confirmed", evidence
    assert evidence["inputs"]["from"] == "call site"
    assert "made-up arguments on the command line" in evidence["inputs"]["description"]
