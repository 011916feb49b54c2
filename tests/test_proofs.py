"""TensorFlow and MXNet themselves prove each bad line of the fixtures and clear each good one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from programs import Program, rule_programs
from synthetic import would_be_findings

from tflint.experiment import ConfirmSettings, confirm
from tflint.finding import Finding
from tflint.rules import all_rules

pytestmark = pytest.mark.slow

RULES = {rule.code: rule for rule in all_rules()}
PROVEN = {code for code in RULES if not code.startswith("TFL0")}
"""Rules of which every fixture is settled: all that are about graphs, not about the run itself."""
UNPROVEN = {"TFL507": "TensorBoard is not installed"}
"""What the framework says of a line that the environment of the tests can't run, by rule.

``tf.summary.scalar`` and its like are part of TensorBoard, which TensorFlow does not bring along.
"""

OF_KERAS_2 = "Keras 3 proves nothing of this code for Keras 2"
"""What is said of graphs that Keras makes in files for Keras 2, where that is not installed."""

BAD = [pytest.param(p, id=p.name) for p in rule_programs() if p.is_bad and p.code in PROVEN]
GOOD = [pytest.param(p, id=p.name) for p in rule_programs() if not p.is_bad and p.code in PROVEN]
HERE = Path(__file__)

Settled = dict[Program, list[Finding]]
Settle = Callable[[Program], list[Finding]]


def claims(program: Program) -> list[Finding]:
    """What is to be settled about a program."""
    if program.is_bad:
        return program.findings([RULES[program.code]])
    return list(would_be_findings(program, RULES))


def settle_all(programs: list[Program], settings: ConfirmSettings) -> Settled:
    """Every claim about these programs, settled in one go."""
    pairs = [(program, finding) for program in programs for finding in claims(program)]
    settled = confirm([finding for _, finding in pairs], settings)
    found: Settled = {program: [] for program in programs}
    for (program, _), finding in zip(pairs, settled, strict=True):
        found[program].append(finding)
    return found


def is_of_keras_2(findings: list[Finding]) -> bool:
    """Whether what is said of a program wants Keras 2."""
    return any(OF_KERAS_2 in (finding.evidence or {}).get("reason", "") for finding in findings)


@pytest.fixture(scope="session")
def settle(request: pytest.FixtureRequest) -> Settle:
    """The verdicts on one program; those on all chosen programs of its framework come with it."""
    known: dict[str, Settled] = {}

    def of(program: Program) -> list[Finding]:
        framework = program.framework
        if framework not in known:
            python = request.getfixturevalue(f"{framework}_python")
            chosen: list[Program] = [
                item.callspec.params["program"]
                for item in request.session.items
                if isinstance(item, pytest.Function) and item.path == HERE
            ]
            mine = [other for other in chosen if other.framework == framework]
            known[framework] = settle_all(mine, ConfirmSettings(python=python))
            older = [other for other in mine if is_of_keras_2(known[framework][other])]
            if older:
                python = request.getfixturevalue("keras_2_python")
                known[framework] |= settle_all(older, ConfirmSettings(python=python))
        return known[framework][program]

    return of


def others(findings: Iterable[Finding], verdict: str) -> list[str]:
    """The findings that did not get this verdict, with what they got instead."""
    return [
        f"line {f.span.line}, {f.code}: {f.verdict}: {(f.evidence or {}).get('reason')}"
        for f in findings
        if f.verdict != verdict
    ]


@pytest.mark.parametrize("program", BAD)
def test_what_is_found_is_proven(program: Program, settle: Settle) -> None:
    excuse = UNPROVEN.get(program.code)
    assert [
        other
        for other in others(settle(program), "confirmed")
        if excuse is None or excuse not in other
    ] == []


@pytest.mark.parametrize("program", GOOD)
def test_what_only_looks_alike_is_not_confirmed(program: Program, settle: Settle) -> None:
    """Nor need it be refuted: a run may lack the power to show what is claimed."""
    assert [finding for finding in settle(program) if finding.verdict == "confirmed"] == []
