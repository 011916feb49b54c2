"""TensorFlow and MXNet themselves prove each bad line of the fixtures and clear each good one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from programs import Program, rule_programs
from synthetic import would_be_findings

from tflint.confirm import ConfirmSettings, confirm
from tflint.finding import Finding
from tflint.rules import all_rules

pytestmark = pytest.mark.slow

RULES = {rule.code: rule for rule in all_rules()}
BAD = [pytest.param(p, id=p.name) for p in rule_programs() if p.is_bad]
GOOD = [pytest.param(p, id=p.name) for p in rule_programs() if not p.is_bad]
ANY_DIFFERENCE = "TFL"
"""A code that no rule has: the engine compares whatever it can."""


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> ConfirmSettings:
    """How to run the test's program."""
    framework = request.getfixturevalue("program").framework
    return ConfirmSettings(python=request.getfixturevalue(f"{framework}_python"))


def others(findings: Iterable[Finding], verdict: str) -> list[str]:
    """The findings that did not get this verdict, with what they got instead."""
    return [
        f"line {f.span.line}, {f.code}: {f.verdict}: {(f.evidence or {}).get('reason')}"
        for f in findings
        if f.verdict != verdict
    ]


@pytest.mark.parametrize("program", BAD)
def test_what_is_found_is_proven(program: Program, settings: ConfirmSettings) -> None:
    findings = program.findings([RULES[program.code]])
    assert others(confirm(findings, settings), "confirmed") == []


@pytest.mark.parametrize("program", GOOD)
def test_what_only_looks_alike_is_cleared(program: Program, settings: ConfirmSettings) -> None:
    """What a rule's own question can't be asked of must show no difference at all."""
    settled = confirm(would_be_findings(program, RULES), settings)
    open_still = [replace(f, code=ANY_DIFFERENCE) for f in settled if f.verdict == "inconclusive"]
    done = [f for f in settled if f.verdict != "inconclusive"]
    assert others([*done, *confirm(open_still, settings)], "refuted") == []
