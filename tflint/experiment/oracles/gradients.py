"""Gradients of a tape that the caller opened."""

from __future__ import annotations

import re

from tflint.claims import Gradient
from tflint.experiment.compare import brief
from tflint.experiment.oracles.case import Case, Run, Verdict, why_unreached
from tflint.experiment.oracles.power import line_in_graph
from tflint.experiment.oracles.registry import oracle

_ASKED = re.compile(r"\.(gradient|jacobian|batch_jacobian)\(")


def _some_gradient(case: Case) -> str:
    """Eager code has a gradient for the graph to lose."""
    if all(value is None for value in (case.eager.result.gradients or {}).values()):
        return "the tape gives no gradient for these inputs, eagerly or as a graph"
    return ""


@oracle(Gradient, power=(line_in_graph, _some_gradient))
def gradient(case: Case) -> Verdict:
    """The tape gives a gradient after the eager call and none after the graph's."""
    # Calls made again, after the tape is done with, may fail on it.
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    eager, graph = case.eager.result.gradients, case.graph.result.gradients
    if not eager or not graph:
        return "inconclusive", "no tape of the caller's reaches the function"
    if eager.keys() != graph.keys():
        return "inconclusive", "the tape was asked about other tensors of the graph"
    for name in eager:
        if eager[name] is not None and graph[name] is None:
            said = (
                f"the gradient for {name} is {brief(eager[name])} eagerly and None with the graph"
            )
            if not any(_ASKED.search(file.text) for file in (case.routes.entry, case.route.main)):
                return "inconclusive", f"{said}, but the program asks no tape"
            return "confirmed", said
    return "refuted", "the tape gives the same gradients both ways"


def _asked(case: Case) -> tuple[list[list[bool]], list[list[bool]]]:
    lines = case.eager.result.line, case.graph.result.line
    plain, graphs = [[] if line is None else line.gradients for line in lines]
    return plain, graphs


def _as_often(case: Case) -> str:
    """Tapes were asked on both sides, for Variables that have gradients without graphs."""
    plain, graphs = _asked(case)
    if not any(map(any, plain)) or not graphs:
        return "the program asks no tape for gradients of Variables, or there are none"
    if case.graph.result.line is not None and case.graph.result.line.cut:
        return "the program goes on longer than it was looked at"
    return ""


@oracle(Gradient, Run.LINE, power=(_as_often,))
def gradient_of_program(case: Case) -> Verdict:
    """A tape of the program's gives gradients for its Variables, and none with graphs."""
    plain, graphs = _asked(case)
    for number, (left, right) in enumerate(zip(plain, graphs, strict=False), 1):
        lost = sum(mine and not other for mine, other in zip(left, right, strict=False))
        if len(left) == len(right) and lost:
            return (
                "confirmed",
                f"the tape that is asked as number {number} has gradients for {sum(left)} of "
                f"{len(left)} Variables without graphs, and for {sum(right)} with them",
            )
    return "refuted", "tapes have the same gradients with graphs and without"
