"""Exceptions: raised on one side only, dropped, or caught."""

from __future__ import annotations

import re

from tflint.claims import Caught, ErrorDropped, HandlerSkipped, Raises
from tflint.experiment.oracles.case import (
    Case,
    Verdict,
    failed_as_it_ran,
    raised_eagerly,
    why_unreached,
)
from tflint.experiment.oracles.power import line_in_graph, tensors_at_line, valid_call
from tflint.experiment.oracles.registry import oracle
from tflint.experiment.outcome import raised, shortened, through
from tflint.runtime.protocol import Failure, Mutated, Where


@oracle(Raises, power=(line_in_graph, valid_call, tensors_at_line))
def raises(case: Case) -> Verdict:
    """The graph raises where eager code does not."""
    failure = case.graph_failure
    said = raised(failure) if failure is not None else ""
    if failure is not None and _is_expected(failure, case):
        # Also on a line that eager code went past: tracing goes into every branch.
        return "confirmed", f"works eagerly; the graph raises {said}"
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    if failure is None and case.resizes:
        answers = _answers(case)
        for item in case.eager.survived():
            answer = answers.get((item.where, item.mutation))
            if answer is not None and answer.error and _is_expected(answer.error, case):
                said = raised(answer.error)
                return "confirmed", f"with {which(item)} it works eagerly; the graph raises {said}"
    if failure is not None:
        if case.expected.later and case.graph.hits and _says(failure, case.expected.later):
            return "confirmed", f"works eagerly; after this line the graph raises {said}"
        return "inconclusive", f"the graph raises something else first: {said}"
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    return "refuted", f"{len(case.went)} calls went through on both sides"


def _is_expected(failure: Failure, case: Case) -> bool:
    """By what the exception says, if the claim knows that, and else by where it comes from."""
    if case.expected.message:
        return _says(failure, case.expected.message)
    return through(failure, case.routes.own) and _says(failure, case.expected.here)


def _says(failure: Failure, pattern: str) -> bool:
    return re.search(pattern, f"{failure.type}: {failure.message}") is not None


def _fails_at_run(case: Case) -> str:
    """An input on which the line fails as the graph runs: others fail as it is traced, dropped or not."""
    answers = _answers(case)
    failing = case.eager.failures_at(case.routes.flagged)
    errors = [answers.get((item.where, item.mutation)) for item in failing]
    if any(item is not None and item.error and failed_as_it_ran(item.error) for item in errors):
        return ""
    return "each input on which the line fails makes the graph fail as it is traced already"


@oracle(ErrorDropped, power=(line_in_graph, valid_call, _fails_at_run))
def error_dropped(case: Case) -> Verdict:
    """There are inputs on which the line raises eagerly and the graph says nothing."""
    flagged = case.routes.flagged
    for eager, graph in case.pairs:
        if eager.error and through(eager.error, flagged) and graph.error is None:
            return "confirmed", _dropped(eager.error, "")
    unreached = why_unreached(case)
    failing = case.eager.failures_at(flagged)
    answers = _answers(case)
    both = 0
    for item in failing:
        answer = answers.get((item.where, item.mutation))
        if answer is None:
            continue
        if answer.error is None and item.error is not None:
            return "confirmed", _dropped(item.error, f" with {which(item)}")
        both += 1
    if both:
        return "refuted", f"the graph raises too, on each of {both} inputs on which the line fails"
    if unreached is not None:
        return unreached
    return "inconclusive", "found no inputs on which the line fails"


def _dropped(error: Failure, inputs: str) -> str:
    said = f"{error.type}{inputs} ({shortened(error.message)})"
    return f"eagerly the line raises {said}; the graph says nothing"


def _handler_known(case: Case) -> str:
    """No run tells which inputs eager code needed its handler for."""
    return "found no input that eager code handles and the graph raises on"


@oracle(Caught, power=(_handler_known,))
def caught(case: Case) -> Verdict:
    """There are inputs on which eager code takes its handler and the graph raises."""
    for eager, graph in case.pairs:
        if eager.error is None and eager.hits and graph.error is not None:
            return "confirmed", f"eager code handles what the graph raises: {raised(graph.error)}"
    answers = _answers(case)
    survived = case.eager.survived()
    for item in survived:
        answer = answers.get((item.where, item.mutation))
        if answer is not None and answer.error is not None:
            return "confirmed", (
                f"with {which(item)} eager code handles what the graph raises: "
                + raised(answer.error)
            )
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    return "refuted", f"the graph gets through {len(survived)} changed inputs as eager code does"


@oracle(HandlerSkipped, power=(line_in_graph,))
def handler(case: Case) -> Verdict:
    """There are inputs on which eager code reaches the line and the graph does not."""
    if case.eager.hits:
        return "refuted", "the line is reached on ordinary inputs"
    answers = _answers(case)
    both = 0
    for item in case.eager.reached():
        answer = answers.get((item.where, item.mutation))
        if answer is None:
            continue
        if not answer.hits:
            return (
                "confirmed",
                f"with {which(item)} eager code reaches the line, the graph does not",
            )
        both += 1
    if both:
        return "refuted", f"both reach the line on each of {both} inputs"
    return "inconclusive", "found no inputs with which the line is reached"


def _answers(case: Case) -> dict[tuple[Where, str], Mutated]:
    """What the graph made of each changed input."""
    return {(item.where, item.mutation): item for item in case.graph.mutations}


def which(item: Mutated) -> str:
    """How an input was changed, for a reader."""
    inputs = "the inputs" if item.where == "all" else f"input {int(item.where) + 1}"
    sized = re.fullmatch(r"axis (\d+) of (\d+)", item.mutation)
    if sized is not None:
        return f"{inputs} made {sized[2]} long in dimension {sized[1]}"
    return f"{inputs} made {item.mutation}"
