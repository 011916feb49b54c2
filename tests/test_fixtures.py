"""Every fixture program says what tflint must find in it; tflint finds that and nothing else.

What it says of each finding, word for word, stands in ``tests/snapshots``.
"""

from __future__ import annotations

import json
import subprocess

import pytest
from environments import ROOT
from programs import (
    Program,
    all_programs,
    lint,
    marks,
    rule_programs,
    without_information,
)
from untraced import without_tracing
from words import RENEW, by_snapshot, hold, left_over, snapshot, subjects

from tflint.rules import all_rules
from tflint.rules.base import EagerRule, TracedRule

RULES = {rule.code: rule for rule in all_rules()}
PROGRAMS = [pytest.param(program, id=program.name) for program in all_programs()]
OF_RULES = [pytest.param(program, id=program.name) for program in rule_programs()]
ABOUT_EAGER_CODE = "TFL9"
"""Rules that hold whether or not anything is traced."""


@pytest.mark.parametrize("program", PROGRAMS)
def test_all_rules_find_what_is_expected_and_nothing_else(program: Program) -> None:
    found = program.places(without_information(program.all_findings))
    assert found == program.marked("expect")


@pytest.mark.parametrize("name", by_snapshot())
def test_the_words_are_those_of_the_snapshot(name: str, request: pytest.FixtureRequest) -> None:
    hold(request, name, snapshot(by_snapshot()[name]))


def test_what_is_to_be_confirmed_is_that_of_the_snapshot(request: pytest.FixtureRequest) -> None:
    hold(request, "subjects", subjects(rule_programs()))


def test_every_snapshot_is_of_use(request: pytest.FixtureRequest) -> None:
    for path in left_over(by_snapshot()) if request.config.getoption("--renew") else ():
        path.unlink()
    assert left_over(by_snapshot()) == [], f"if this is meant: {RENEW}"


@pytest.mark.parametrize("program", OF_RULES)
def test_a_rule_alone_finds_what_is_expected_of_it(program: Program) -> None:
    found = program.places(program.found_alone)
    assert found == {place for place in program.marked("expect") if place[2] == program.code}


@pytest.mark.parametrize("program", OF_RULES)
def test_a_program_is_what_its_name_says(program: Program) -> None:
    expected = {code for _, _, code in program.marked("expect")}
    assert (program.code in expected) is program.is_bad


@pytest.mark.slow  # every fixture is linted once more
@pytest.mark.parametrize("program", PROGRAMS)
def test_without_tracing_nothing_is_found(program: Program) -> None:
    texts = {path.as_posix(): without_tracing(path.read_text()) for path in program.files}
    found = lint(texts, list(RULES.values()))
    told = [(f.path, f.span.line, f.code, f.message) for f in found]
    assert [place for place in told if not place[2].startswith(ABOUT_EAGER_CODE)] == []


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_compiles(program: Program) -> None:
    for path in program.files:
        compile(path.read_text(), str(path), "exec")


@pytest.mark.slow  # every fixture is linted once more
def test_rules_find_no_more_when_they_are_shown_all_calls() -> None:
    seeing_all = [
        type(rule.__name__, (rule,), {"calls_of": (), "call_names": frozenset()})
        if issubclass(rule, TracedRule) and not issubclass(rule, EagerRule)
        else rule
        for rule in RULES.values()
    ]
    for program in all_programs():
        assert program.findings(seeing_all) == without_information(program.all_findings)


@pytest.mark.slow  # every fixture is linted twice more
def test_findings_do_not_depend_on_the_order_of_files() -> None:
    for program in rule_programs():
        texts = {path.as_posix(): path.read_text() for path in program.files}
        backwards = dict(reversed(texts.items()))
        rules = list(RULES.values())
        assert lint(texts, rules) == lint(backwards, rules)


def test_marks_are_read_from_the_end_of_lines() -> None:
    text = "f()  # expect: TFL301\n# expect: none of this\ng()  # clear: TFL302, TFL303\n"
    assert list(marks(text, "expect")) == [(1, "TFL301")]
    assert list(marks(text, "clear")) == [(3, "TFL302"), (3, "TFL303")]


def problems(python: str, framework: str) -> dict[str, str]:
    """The tracebacks of the programs for one framework, run as scripts."""
    scripts = [str(p.main) for p in rule_programs() if p.framework == framework]
    runner = str(ROOT / "tests" / "script_runner.py")
    done = subprocess.run(
        [python, runner, framework, *scripts], capture_output=True, text=True, timeout=3000
    )
    assert done.returncode == 0, done.stderr
    ended: dict[str, str | None] = json.loads(done.stdout.splitlines()[-1])
    assert list(ended) == scripts
    return {script: traceback for script, traceback in ended.items() if traceback is not None}


@pytest.mark.slow
def test_the_programs_run_with_tensorflow(tensorflow_python: str) -> None:
    assert problems(tensorflow_python, "tensorflow") == {}


def test_the_programs_run_with_mxnet(mxnet_python: str) -> None:
    assert problems(mxnet_python, "mxnet") == {}
