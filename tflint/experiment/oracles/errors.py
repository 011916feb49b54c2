"""Exceptions: raised on one side only, dropped, or caught."""

from __future__ import annotations

import re
from typing import Any

from tflint.claims import Caught, ErrorDropped, HandlerSkipped, Raises
from tflint.experiment.oracles.case import Case, Verdict, raised_eagerly, why_unreached
from tflint.experiment.oracles.registry import oracle
from tflint.experiment.outcome import through


@oracle(Raises)
def raises(case: Case) -> Verdict:
    """The graph raises where eager code does not."""
    failure = case.graph_failure
    said = f"{failure['type']}: {failure['message'][:300]}" if failure is not None else ""
    if failure is not None and _is_expected(failure, case):
        # Also on a line that eager code went past: tracing goes into every branch.
        return "confirmed", f"works eagerly; the graph raises {said}"
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    if failure is not None:
        if case.expected.later and case.graph.hits and _says(failure, case.expected.later):
            return "confirmed", f"works eagerly; after this line the graph raises {said}"
        return "inconclusive", f"the graph raises something else first: {said}"
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    return "refuted", f"{len(case.pairs)} calls went through on both sides"


def _is_expected(failure: dict[str, Any], case: Case) -> bool:
    """By what the exception says, if the claim knows that, and else by where it comes from."""
    if case.expected.message:
        return _says(failure, case.expected.message)
    return through(failure, case.routes.own) and _says(failure, case.expected.here)


def _says(failure: dict[str, Any], pattern: str) -> bool:
    return re.search(pattern, f"{failure['type']}: {failure['message']}") is not None


@oracle(ErrorDropped)
def error_dropped(case: Case) -> Verdict:
    """There are inputs on which the line raises eagerly and the graph says nothing."""
    flagged = case.routes.flagged
    for eager, graph in case.pairs:
        if "error" in eager and through(eager["error"], flagged) and "error" not in graph:
            return "confirmed", _dropped(eager["error"], "")
    unreached = why_unreached(case)
    failing = case.eager.failures_at(flagged)
    answers = {
        (item["where"], item["mutation"]): item for item in case.graph.result.get("mutations") or []
    }
    both = 0
    for item in failing:
        answer = answers.get((item["where"], item["mutation"]))
        if answer is None:
            continue
        if "error" not in answer:
            which = "the inputs" if item["where"] == "all" else f"input {int(item['where']) + 1}"
            return "confirmed", _dropped(item["error"], f" with {which} made {item['mutation']}")
        both += 1
    if both:
        return "refuted", f"the graph raises too, on each of {both} inputs on which the line fails"
    if unreached is not None:
        return unreached
    return "inconclusive", "found no inputs on which the line fails"


def _dropped(error: dict[str, Any], inputs: str) -> str:
    raised = f"{error['type']}{inputs} ({error['message'][:160]})"
    return f"eagerly the line raises {raised}; the graph says nothing"


@oracle(Caught)
def caught(case: Case) -> Verdict:
    """There are inputs on which eager code takes its handler and the graph raises."""
    for eager, graph in case.pairs:
        if "error" not in eager and eager["hits"] and "error" in graph:
            return "confirmed", f"eager code handles what the graph raises: {_said(graph)}"
    answers = {
        (item["where"], item["mutation"]): item for item in case.graph.result.get("mutations") or []
    }
    survived = case.eager.survived()
    for item in survived:
        answer = answers.get((item["where"], item["mutation"]))
        if answer is not None and "error" in answer:
            which = "the inputs" if item["where"] == "all" else f"input {int(item['where']) + 1}"
            return "confirmed", (
                f"with {which} made {item['mutation']} eager code handles what the graph raises: "
                + _said(answer)
            )
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    return "refuted", f"the graph gets through {len(survived)} changed inputs as eager code does"


@oracle(HandlerSkipped)
def handler(case: Case) -> Verdict:
    """There are inputs on which eager code reaches the line and the graph does not."""
    if case.eager.hits:
        return "refuted", "the line is reached on ordinary inputs"
    answers = {
        (item["where"], item["mutation"]): item for item in case.graph.result.get("mutations") or []
    }
    both = 0
    for item in case.eager.reached():
        answer = answers.get((item["where"], item["mutation"]))
        if answer is None:
            continue
        if not answer["hits"]:
            which = "the inputs" if item["where"] == "all" else f"input {int(item['where']) + 1}"
            return "confirmed", (
                f"with {which} made {item['mutation']} eager code reaches the line, the graph does not"
            )
        both += 1
    if both:
        return "refuted", f"both reach the line on each of {both} inputs"
    return "inconclusive", "found no inputs with which the line is reached"


def _said(call: dict[str, Any]) -> str:
    return f"{call['error']['type']}: {call['error']['message'][:160]}"
