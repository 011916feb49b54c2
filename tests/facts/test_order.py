"""No finding depends on the order of definitions, of files, or of questions."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from random_programs import File, programs, without_lines

from tflint.facts import Project
from tflint.files import Source
from tflint.lint.engine import check
from tflint.rules import all_rules
from tflint.syntax.model import Function
from tflint.syntax.stack import on_deep_stack

Told = Counter[tuple[str, str, str, str]]
"""Path, function, code and message of each finding."""
_SETTINGS = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def findings(texts: dict[str, str], order: Random | None = None) -> Told:
    """What all rules find; with ``order``, after questions about all functions in that order."""
    return on_deep_stack(lambda: _findings(texts, order))


def _findings(texts: dict[str, str], order: Random | None) -> Told:
    project = Project.build(Source(path, text) for path, text in texts.items())
    if order is not None:
        _ask_everything(project, order)
    found: Told = Counter()
    for path in texts:
        for finding in check(project, path, all_rules()):
            function = finding.subject.function.qualname if finding.subject else ""
            message = without_lines(finding.message)
            found[(path, function, finding.code, message)] += 1
    return found


def _ask_everything(project: Project, order: Random) -> None:
    functions = [function for module in project.relevant_modules for function in module.functions]
    order.shuffle(functions)
    questions = [_values, _repetition, _returned]
    if order.random() < 0.5:
        questions.append(_symbols)
    for function in functions:
        order.shuffle(questions)
        for question in questions:
            question(project, function)


def _values(project: Project, function: Function) -> None:
    for site in reversed(function.calls):
        project.inference.value(site.node, site.function)


def _returned(project: Project, function: Function) -> None:
    project.inference.returns(function)


def _repetition(project: Project, function: Function) -> None:
    project.repetition.why(function)


def _symbols(project: Project, function: Function) -> None:
    for site in reversed(function.calls):
        project.symbols.value(site.node, site.function)


def compare(files: list[File], order: Random) -> None:
    """Check one program in several orders."""
    texts = {f"m{number}.py": file.text() for number, file in enumerate(files)}
    first = findings(texts)
    assert findings(texts, order) == first, "in another order of questions"
    assert findings(dict(reversed(texts.items()))) == first, "in another order of files"
    shuffled = {f"m{number}.py": file.text(order) for number, file in enumerate(files)}
    assert findings(shuffled) == first, "in another order of definitions"


@settings(_SETTINGS, max_examples=25, phases=[Phase.explicit, Phase.generate])
@given(programs(), st.randoms(use_true_random=False))
def test_order_changes_nothing(files: list[File], order: Random) -> None:
    compare(files, order)


@pytest.mark.slow
@settings(_SETTINGS, max_examples=1500)
@given(programs(), st.randoms(use_true_random=False))
def test_order_changes_nothing_in_many_programs(files: list[File], order: Random) -> None:
    compare(files, order)
