"""What is said of programs that somebody wrote, and measured, without knowing the linter."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import held_out
from benchmarks.held_out import __main__ as bench


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> bench.Found:
    return bench.findings(tmp_path_factory.mktemp("programs"))


def test_nothing_harmless_is_flagged(found: bench.Found) -> None:
    assert bench.flagged(found) == []


def test_what_was_found_at_first_sight_is_found(found: bench.Found) -> None:
    lost = [
        str(one.line)
        for one in bench.expected()
        if one.first_sight == "found" and bench.outcome(one, found) != "found"
    ]
    assert lost == []


def test_each_line_is_one_of_its_program() -> None:
    programs = Path(held_out.__file__).parent / "programs"
    for line in [*(one.line for one in bench.expected()), *(line for line, _ in bench.harmless())]:
        assert (programs / line.program / line.path).is_file(), line
