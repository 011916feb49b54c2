"""What the options of a command line hold."""

from __future__ import annotations

import pytest
from snippets import project_of, revealed

from tflint.facts.expressions.values import BOOL, NONE, NUMBER, TEXT, UNKNOWN, Value, join

ARGUMENTS = """
import argparse
import tensorflow as tf
parser = argparse.ArgumentParser()
parser.add_argument({definition})
args = parser.parse_args()
reveal(args.the_rate)
"""
FLAGS = """
from absl import flags
import tensorflow as tf
FLAGS = flags.FLAGS
flags.{definition}
reveal(FLAGS.rate)
"""


@pytest.mark.parametrize(
    ("definition", "value"),
    [
        ('"--the-rate", type=float, default=0.1', NUMBER),
        ('"-r", "--the-rate", type=int, required=True', NUMBER),
        ('"--rate", dest="the_rate", type=str, default=""', TEXT),
        ('"--the-rate", type=float', join(NUMBER, NONE)),
        ('"--the-rate", action="store_true"', BOOL),
        ('"--the-rate", action="append", type=float', UNKNOWN),
        ('"--the-rate", nargs="+", type=float', UNKNOWN),
        ('"--the-rate", default=0.1', UNKNOWN),
        ('"--other", type=float, default=0.1', UNKNOWN),
    ],
)
def test_an_option(definition: str, value: Value) -> None:
    project = project_of({"m.py": ARGUMENTS.replace("{definition}", definition)})
    assert revealed(project) == [value]


@pytest.mark.parametrize(
    ("definition", "value"),
    [
        ('DEFINE_float("rate", 0.1, "")', NUMBER),
        ('DEFINE_integer("rate", None, "")', join(NUMBER, NONE)),
        ('DEFINE_bool("rate", False, "")', BOOL),
        ('DEFINE_string("rate", "", "")', TEXT),
        ('DEFINE_list("rate", "", "")', UNKNOWN),
    ],
)
def test_a_flag(definition: str, value: Value) -> None:
    project = project_of({"m.py": FLAGS.replace("{definition}", definition)})
    assert revealed(project) == [value]


def test_options_of_one_name_are_taken_together() -> None:
    code = ARGUMENTS.replace("{definition}", '"--the-rate", type=float, default=0.1')
    other = 'parser.add_argument("--the-rate", type=str, default="")\nimport tensorflow'
    assert revealed(project_of({"m.py": code, "n.py": other})) == [join(NUMBER, TEXT)]
