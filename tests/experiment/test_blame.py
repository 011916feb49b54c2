"""Which exceptions are the flagged line's own doing."""

from __future__ import annotations

import pytest

from tflint.experiment.blame import Blame
from tflint.experiment.parsed_file import ParsedFile
from tflint.runtime.protocol import Failure, Flagged

PATH = "m.py"
PROGRAM = """\
def f(x):
    v = make(x)
    w = make(x)
    y = x{deep}
    return v + y
"""


def blame(line: int, deep: str = "") -> Blame:
    source = ParsedFile(PATH, PROGRAM.format(deep=deep))
    statement = next(found for found in source.places if found.lineno == line)
    flagged = Flagged(PATH, line, line)
    return Blame(source, statement, flagged, flagged)


def raised_at(line: int) -> Failure:
    return Failure("ValueError", "said", [], [(PATH, line)])


@pytest.mark.parametrize("deep", ["", " + x" * 1500], ids=["flat", "deep"])
def test_a_use_of_what_a_line_binds_leads_back_to_it(deep: str) -> None:
    assert blame(2, deep).led_to(raised_at(5))
    assert not blame(3, deep).led_to(raised_at(5))
    assert not blame(2, deep).led_to(raised_at(3))


def test_a_decorator_raises_for_a_definition_and_its_body_does_not() -> None:
    """In the body of a class it is called as the module runs."""
    text = "class A:\n    @wrap\n    @property\n    def f(self):\n        return other(self)\n"
    source = ParsedFile(PATH, text)
    statement = next(found for found in source.places if found.lineno == 4)
    made = Blame(source, statement, Flagged(PATH, 2, 5), Flagged(PATH, 2, 5))
    of_class = ("m.py", 1)
    assert made.led_to(Failure("TypeError", "said", [], [of_class, (PATH, 2)]))
    assert not made.led_to(Failure("TypeError", "said", [], [of_class, (PATH, 5)]))
