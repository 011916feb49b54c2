"""No answer and no finding depends on the order of definitions, of files, or of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from random_programs import File, described, programs, without_lines
from snippets import project_of

from tflint.facts import Project
from tflint.linting.engine import check
from tflint.rules import all_rules
from tflint.syntax.model import Function
from tflint.syntax.stack import on_deep_stack

Found = Counter[tuple[str, str, str, str]]
"""Path, function, code and message of each finding."""
Question = tuple[str, str, int]
"""What is asked, of which function, and which of several."""
_SETTINGS = settings(
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


def findings(texts: dict[str, str], order: Random | None = None) -> Found:
    """What all rules find; with ``order``, after all questions in that order."""
    return on_deep_stack(lambda: _findings(texts, order))


def _findings(texts: dict[str, str], order: Random | None) -> Found:
    project = project_of(texts)
    if order is not None:
        _answers(project, order)
    found: Found = Counter()
    for path in texts:
        for finding in check(project, path, all_rules()):
            function = finding.subject.function.qualname if finding.subject else ""
            message = without_lines(finding.message)
            found[(path, function, finding.code, message)] += 1
    return found


def answers(texts: dict[str, str], order: Random | None = None) -> dict[Question, str]:
    """What is known of all functions: each question asked in this order, or in that of the text."""
    return on_deep_stack(lambda: _answers(project_of(texts), order))


def _answers(project: Project, order: Random | None) -> dict[Question, str]:
    asked = [
        (f"{module.path} {number}", function, what)
        for module in project.relevant_modules
        for number, function in enumerate(module.functions)
        for what in _QUESTIONS
    ]
    if order is not None:
        order.shuffle(asked)
    found = {}
    for place, function, what in asked:
        for number, answer in enumerate(_QUESTIONS[what](project, function)):
            found[what, place, number] = answer
    return found


def _values(project: Project, function: Function) -> Iterator[str]:
    for site in function.calls:
        yield described(project.inference.value(site.node, function))


def _called(project: Project, function: Function) -> Iterator[str]:
    for site in function.calls:
        yield described(project.inference.value(site.node.func, function))


def _returned(project: Project, function: Function) -> Iterator[str]:
    yield described(project.inference.returns(function))


def _parameters(project: Project, function: Function) -> Iterator[str]:
    for parameter in function.parameters:
        (binding,) = (b for b in function.bindings[parameter.arg] if b.node is parameter)
        yield described(project.inference.parameters.value(parameter.arg, binding, function))


def _callers(project: Project, function: Function) -> Iterator[str]:
    for site in project.inference.callers.of(function):
        yield f"{site.function.full_name}:{site.node.lineno}"


def _repetition(project: Project, function: Function) -> Iterator[str]:
    yield str(project.repetition.why(function))


def _symbols(project: Project, function: Function) -> Iterator[str]:
    for site in function.calls:
        yield described(project.symbols.value(site.node, function))


_QUESTIONS = {
    question.__name__: question
    for question in (_values, _called, _returned, _parameters, _callers, _repetition, _symbols)
}


def compare_answers(files: list[File], order: Random) -> None:
    """Ask all questions of one program in two orders."""
    texts = {f"m{number}.py": file.text() for number, file in enumerate(files)}
    assert answers(texts, order) == answers(texts)


def compare_findings(files: list[File], order: Random) -> None:
    """Lint one program in several orders."""
    texts = {f"m{number}.py": file.text() for number, file in enumerate(files)}
    first = findings(texts)
    assert findings(texts, order) == first, "in another order of questions"
    assert findings(dict(reversed(texts.items()))) == first, "in another order of files"
    shuffled = {f"m{number}.py": file.text(order) for number, file in enumerate(files)}
    assert findings(shuffled) == first, "in another order of definitions"


@pytest.mark.slow
@settings(_SETTINGS, max_examples=60)
@given(programs(), st.randoms(use_true_random=False))
def test_no_answer_depends_on_the_order_of_questions(files: list[File], order: Random) -> None:
    compare_answers(files, order)


@settings(_SETTINGS, max_examples=10)
@given(programs(), st.randoms(use_true_random=False))
def test_no_finding_depends_on_any_order(files: list[File], order: Random) -> None:
    compare_findings(files, order)


@pytest.mark.slow
@settings(_SETTINGS, max_examples=1000)
@given(programs(), st.randoms(use_true_random=False))
def test_many_programs_in_any_order(files: list[File], order: Random) -> None:
    compare_findings(files, order)
