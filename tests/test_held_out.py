"""What is said of programs that others wrote, and measured, without knowing the linter."""

from __future__ import annotations

import pytest

from benchmarks.held_out import __main__ as bench


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> bench.Found:
    return bench.findings(tmp_path_factory.mktemp("programs"))


@pytest.mark.parametrize("name", bench.SETS)
def test_nothing_harmless_is_flagged(name: str, found: bench.Found) -> None:
    assert bench.flagged(name, found) == []


@pytest.mark.parametrize("name", bench.SETS)
def test_what_was_found_at_first_sight_is_found(name: str, found: bench.Found) -> None:
    assert [str(one) for one in bench.lost(name, found)] == []


@pytest.mark.parametrize("name", bench.SETS)
def test_each_line_is_one_of_its_program(name: str) -> None:
    programs = bench.HERE / name / "programs"
    for line in [
        *(one.line for one in bench.expected(name)),
        *(line for line, _ in bench.harmless(name)),
    ]:
        assert (programs / line.program / line.path).is_file(), line
