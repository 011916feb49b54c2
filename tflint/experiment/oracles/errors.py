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
    done = "" if failure is None else _done(failure, case)
    if done:
        # What is raised elsewhere is about this line, too, where that does what it says.
        return "confirmed", f"{done}; the graph raises {said}"
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
        if case.graph.hits and _is_later(failure, case):
            return "confirmed", f"works eagerly; after this line the graph raises {said}"
        return "inconclusive", f"the graph raises {_elsewhere(failure, case)}: {said}"
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    return "refuted", f"{len(case.went)} calls went through on both sides"


def _is_expected(failure: Failure, case: Case) -> bool:
    """By where the exception comes from, and by what it says, as far as the claim knows that."""
    blame, expected = case.routes.blame, case.expected
    if expected.message:
        found = blame.holds(failure) or (not expected.by and blame.led_to(failure))
        return found and _says(failure, expected.message)
    return blame.is_at_line(failure) and _says(failure, expected.here)


def _is_later(failure: Failure, case: Case) -> bool:
    later = case.expected.later
    return bool(later) and _says(failure, later) and case.routes.blame.led_to(failure)


def _elsewhere(failure: Failure, case: Case) -> str:
    """What was raised before the flagged line could, or for something else."""
    expected = case.expected
    if not any(known and _says(failure, known) for known in (expected.message, expected.later)):
        return "something else first"
    line = case.routes.blame.line_of(failure)
    return f"at line {line} first" if line else "for another line"


def _makes(case: Case) -> str:
    later = [str(number) for number, call in enumerate(case.eager.calls, 1) if call.made]
    if case.routes.own != case.routes.flagged or later in ([], ["1"]):
        return ""
    return f"eagerly the line makes Variables at calls {', '.join(later[:6])}"


def _changes(case: Case) -> str:
    changed = [path for call in case.eager.calls for path in call.line_changed]
    given = [path for path in changed if path.startswith(("argument ", "default of "))]
    return f"eagerly the line changes {given[0]}" if given else ""


def _repeats(case: Case) -> str:
    times = max((call.hits for call in case.graph.calls if call.error is not None), default=0)
    return f"the line runs {times} times in a call that does not end" if times > 1 else ""


def _done(failure: Failure, case: Case) -> str:
    """What the line was seen to do that an exception is about, as the claim says; empty if nothing."""
    expected = case.expected
    if not expected.by or case.routes.blame.is_of_other(failure):
        return ""
    return _DONE[expected.by](case) if _says(failure, expected.message) else ""


_DONE = {"makes": _makes, "changes": _changes, "repeats": _repeats}
"""What the line was seen to do, by what a claim says of it; empty if it was not."""


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
        if graph.error is None or not through(graph.error, case.routes.own):
            continue  # another line's, which no handler here surrounds
        if eager.error is None and eager.hits:
            return "confirmed", f"eager code handles what the graph raises: {raised(graph.error)}"
    answers = _answers(case)
    survived = case.eager.survived()
    for item in survived:
        answer = answers.get((item.where, item.mutation))
        if answer is None or answer.error is None:
            continue
        if through(answer.error, case.routes.own):
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
