"""Each claim of each rule has an oracle, and each oracle a claim that some rule makes."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import Settle, make_finding

from tflint import claims
from tflint.claims import AnyDifference, Claim, LineDiffers
from tflint.experiment.oracles import Run, oracles_for, weigh
from tflint.experiment.oracles.registry import ORACLES, Oracle, run_for
from tflint.experiment.ratios import times
from tflint.finding import EntryKind
from tflint.linting.linter import lint
from tflint.linting.settings import Settings
from tflint.rules import all_rules
from tflint.rules.base import EagerRule, Rule, TracedRule
from tflint.runtime.protocol import Inputs

CLOCK = """
import time
import tensorflow as tf

class Reader:
    def __init__(self):
        self.seen = {"count": 0, "start": time.time()}

    @tf.function
    def read(self, x):
        self.seen["count"] += 0  # here
        return x * 2

reader = Reader()
for _ in range(3):
    reader.read(tf.ones([2]))
"""
NAMES_ALIKE = """
import time
import tensorflow as tf

class Seen:
    def __init__(self):
        self.count = 0
        self.counted_since = time.time()

    def add(self):
        self.count += 1

class Reader:
    def __init__(self):
        self.seen = Seen()

    @tf.function
    def read(self, x):
        self.seen.add()  # here
        return x * 2

reader = Reader()
for _ in range(3):
    reader.read(tf.ones([2]))
"""
GENERATOR = """
import tensorflow as tf

@tf.function
def total(x):
    @tf.function
    def items(y):
        yield y * 2

    for item in {used}:
        x = x + item
    return x

total(tf.constant(1.0))
"""
RULES = [pytest.param(rule, id=rule.code) for rule in all_rules()]
KINDS = [kind for kind in EntryKind if kind is not EntryKind.EAGER]


def runs_of(rule: type[Rule]) -> set[Run]:
    """What experiments do with the findings of a rule."""
    kinds: list[EntryKind] = []
    if issubclass(rule, TracedRule):
        kinds += KINDS
    if issubclass(rule, EagerRule):
        # What makes a graph may itself stand in one.
        kinds += [EntryKind.EAGER, *KINDS]
    return {run_for(kind, rule.claims) for kind in kinds}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_says_what_can_be_tested(rule: type[Rule]) -> None:
    assert "claims" in vars(rule)
    assert len(set(map(type, rule.claims))) == len(rule.claims) > 0
    runs = {run for run in runs_of(rule) if any(oracles_for(run, rule.claims))}
    assert runs
    for claim in rule.claims:
        assert any((type(claim), run) in ORACLES for run in runs) or Run.LINE in runs


def test_every_claim_has_an_oracle_and_every_oracle_a_rule() -> None:
    made = {
        (type(claim), run) for rule in all_rules() for claim in rule.claims for run in runs_of(rule)
    }
    made.add((AnyDifference, Run.CALLS))
    assert {claim for claim, _ in ORACLES} == set(Claim.__subclasses__())
    assert set(ORACLES) - made == set()


def test_every_run_has_an_answer_to_any_claim_about_eager_lines() -> None:
    for claim in Claim.__subclasses__():
        assert any(oracles_for(run_for(EntryKind.EAGER, [claim()]), [claim()]))


def test_one_oracle_is_asked_once() -> None:
    eager = (claims.Raises(), claims.Differs())
    assert list(oracles_for(Run.LINE, eager)) == [ORACLES[LineDiffers, Run.LINE]]


def test_one_claim_that_holds_is_enough() -> None:
    verdicts = [("refuted", "a"), ("inconclusive", "b"), ("confirmed", "c"), ("confirmed", "d")]
    assert weigh(verdicts) == ("confirmed", "c")
    assert weigh(verdicts[:2]) == ("inconclusive", "b")
    assert weigh(verdicts[:1]) == ("refuted", "a")


def test_nothing_is_refuted_by_a_run_without_power() -> None:
    result = SimpleNamespace(from_program=1, inputs=None)
    case: Any = SimpleNamespace(eager=SimpleNamespace(result=result))
    for test, verdict in [("refuted", "inconclusive"), ("confirmed", "confirmed")]:
        oracle = Oracle(lambda _, test=test: (test, "seen"), (lambda _: "", lambda _: "not seen"))
        assert oracle(case)[0] == verdict
    assert Oracle(lambda _: ("refuted", "seen"), (lambda _: "",))(case) == ("refuted", "seen")


@pytest.mark.parametrize("source, verdict", [("search", "inconclusive"), ("example", "confirmed")])
def test_nothing_is_settled_by_a_made_up_iterator(source: str, verdict: str) -> None:
    def case(path: str, own: int) -> Any:
        call = SimpleNamespace(state={"self.rows": {"remaining": 2}}, line_changed=[path])
        result = SimpleNamespace(from_program=own, inputs=Inputs(source))
        return SimpleNamespace(eager=SimpleNamespace(result=result, calls=[call]))

    oracle = Oracle(lambda _: ("confirmed", "seen"), ())
    assert oracle(case("self.rows", 0))[0] == verdict
    assert oracle(case("self.rows", 1))[0] == "confirmed"
    assert oracle(case("self.count", 0))[0] == "confirmed"


def test_each_oracle_states_its_power() -> None:
    # What `hybridize()` has made of a block is asked of the block itself.
    without = {claim for (claim, _), oracle in ORACLES.items() if not oracle.power}
    assert without == {claims.Ungraphed}


@pytest.mark.parametrize("used, verdict", [("items(x)", "confirmed"), ("[x]", "refuted")])
def test_a_generator_inside_a_graph(
    used: str, verdict: str, settle: Settle, tmp_path: Path
) -> None:
    path = tmp_path / "program.py"
    path.write_text(GENERATOR.format(used=used))
    found = lint([str(path)], Settings(cache_dir=None)).findings
    settled = settle(*(finding for finding in found if finding.code == "TFL704"))
    assert [finding.verdict for finding in settled] == [verdict], settled[0].evidence


@pytest.mark.parametrize("kind", Claim.__subclasses__())
def test_claims_survive_being_written_down(kind: type[Claim]) -> None:
    fields = dataclasses.fields(kind)
    assert all(isinstance(field.default, (str, bool, int)) for field in fields)
    claim = kind(*(type(field.default)(1) for field in fields))
    assert claims.load(claims.dump(claim)) == claim


@pytest.mark.parametrize("entry", [None, [], ["Claim"], ["Output"], ["Output", 1], ["Fresh", ""]])
def test_what_is_no_claim_is_said_so(entry: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        claims.load(entry)


def test_how_many_times_is_told_in_figures_and_to_two_digits() -> None:
    assert [times(ratio) for ratio in (1.04, 2.44, 73.4, 112.0, 1234.0)] == [
        "1",
        "2.4",
        "73",
        "110",
        "1,200",
    ]


def test_a_time_that_no_call_changes_confirms_nothing(settle: Settle, tmp_path: Path) -> None:
    """The two sides run at different times."""
    path = tmp_path / "program.py"
    path.write_text(CLOCK)
    changing = tmp_path / "changing.py"
    changing.write_text(CLOCK.replace("+= 0", "+= 1"))
    findings = [make_finding(one, "TFL303", entry="Reader.read") for one in (path, changing)]
    settled = settle(*findings)
    assert [finding.verdict for finding in settled] == ["inconclusive", "confirmed"]
    assert "start" not in (settled[1].evidence or {})["reason"]


def test_what_begins_like_what_changes_is_another_attribute(settle: Settle, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(NAMES_ALIKE)
    (settled,) = settle(make_finding(path, "TFL303", entry="Reader.read"))
    assert settled.verdict == "confirmed"
    assert "counted_since" not in (settled.evidence or {})["reason"]
