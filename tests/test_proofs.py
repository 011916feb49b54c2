"""TensorFlow and MXNet themselves prove each bad line of the fixtures and clear each good one."""

from __future__ import annotations

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


@pytest.fixture(scope="session")
def settings(request: pytest.FixtureRequest) -> dict[str, ConfirmSettings]:
    """How to run each framework's programs."""
    return {
        framework: ConfirmSettings(python=request.getfixturevalue(f"{framework}_python"))
        for framework in ("tensorflow", "mxnet")
    }


def told(findings: list[Finding], settings: ConfirmSettings) -> dict[tuple[int, str], str]:
    """Line and code of each finding with its verdict, and why where that helps."""
    settled = confirm(findings, settings)
    return {
        (f.span.line, f.code): f"{f.verdict}: {(f.evidence or {}).get('reason')}" for f in settled
    }


@pytest.mark.parametrize("program", BAD)
def test_what_is_found_is_proven(program: Program, settings: dict[str, ConfirmSettings]) -> None:
    findings = program.findings([RULES[program.code]])
    verdicts = told(findings, settings[program.framework])
    wrong = {place: why for place, why in verdicts.items() if not why.startswith("confirmed")}
    assert wrong == {}


@pytest.mark.parametrize("program", GOOD)
def test_what_only_looks_alike_is_cleared(
    program: Program, settings: dict[str, ConfirmSettings]
) -> None:
    findings = list(would_be_findings(program, RULES))
    verdicts = told(findings, settings[program.framework])
    wrong = {place: why for place, why in verdicts.items() if not why.startswith("refuted")}
    assert wrong == {}
