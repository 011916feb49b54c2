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
