"""What must have happened in a run for a claim, if it is true, to have shown itself.

A refutation needs a test that could have failed. Each oracle names, beside its claim, the conditions
below under which its test had that power; where one is not met, the verdict is inconclusive, with the
reason that the condition gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tflint.experiment.compare import same, surely_same
from tflint.experiment.oracles.case import Case, raised_eagerly
from tflint.runtime.protocol import MeasuredCall, Written

Power = Callable[[Case], str]
"""Why a run could not have shown what is claimed; empty if it could."""


def eager_code_works(case: Case) -> str:
    """What eager code can't do itself tells nothing about graphs."""
    return raised_eagerly(case.eager_failure) if case.eager_failure is not None else ""


def line_in_graph(case: Case) -> str:
    """The graph side came to the line, too."""
    if case.routes.statement is not None and case.eager.hits and not case.graph.hits:
        return "as a graph the line was not reached with these inputs"
    return ""


def or_python(condition: Power) -> Power:
    """A condition, or that the graph runs the line as Python at each call as eager code does."""

    def either(case: Case) -> str:
        return "" if case.python_each_time else condition(case)

    return either


def iterates_over_known(case: Case) -> str:
    """What the line takes items from is the program's: iterators of datasets go on in graphs, too."""
    result = case.eager.result
    if result.from_program or result.inputs is None or result.inputs.source != "search":
        return ""
    for call in case.eager.calls:
        changed = map(call.state.get, call.line_changed)
        if any(type(value) is dict and "remaining" in value for value in changed):
            return "what the line iterates over was made up: no more is known of it"
    return ""


def call_without_trace(case: Case) -> str:
    """Both sides got through a call for which the graph was not traced, and eagerly to the line."""
    if not case.untraced:
        if any(graph.error is None for _, graph in case.pairs):
            return "each call of the graph that comes to the line is a trace"
        return "no call of the graph gets through"
    return ""


def valid_call(case: Case) -> str:
    """Some call gets through on both sides: where none does, that another fails tells nothing."""
    if not any(eager.error is None and graph.error is None for eager, graph in case.pairs):
        return "no call gets through on both sides"
    return ""


def tensors_at_line(case: Case) -> str:
    """Where the claim is about tensors, the line was given some."""
    if case.expected.tensors and not case.graph.result.symbolic:
        return "no tensor came to the line with these inputs"
    return ""


def other_inputs(case: Case) -> str:
    """Results were compared on inputs of other signs, too, where there are tensors to change."""
    tried, compared = case.eager.mutations, case.changed_inputs
    if tried and not compared:
        return "no changed input gets through on both sides"
    return ""


def results_repeat(case: Case) -> str:
    """Equal calls of eager code give equal results: others can't be compared."""
    return "equal calls of eager code vary" if case.eager.result.varies else ""


def compared_whole(case: Case) -> str:
    """What was returned was compared to the last digit, and nothing was left out."""
    values = [(eager.value, graph.value) for eager, graph in case.went]
    values += [(mine.value, other.value) for mine, other in case.changed_inputs]
    return next(filter(None, (unclear(*pair) for pair in values)), "")


def unclear(left: Any, right: Any) -> str:
    """Why two values that do not clearly differ are not known to be equal; empty if they are."""
    if not same(left, right) or surely_same(left, right):
        return ""
    return "both sides are equal as far as they could be compared: what is left may be rounding"


def lines_cut_off(*written: Written) -> str:
    """Why lines can't be compared; empty if they can."""
    for one in written:
        if one.count > len(one.lines):
            return f"only the first {len(one.lines)} of {one.count} lines were compared"
    return ""


def written_by(call: MeasuredCall) -> list[Written]:
    """What a call wrote, by channel."""
    return [call.stdout, call.stderr, call.filed]
