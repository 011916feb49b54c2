"""Gradients of a tape that the caller opened."""

from __future__ import annotations

from tflint.claims import Gradient
from tflint.experiment.compare import brief
from tflint.experiment.oracles.case import Case, Verdict, why_unreached
from tflint.experiment.oracles.power import line_in_graph
from tflint.experiment.oracles.registry import oracle


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
    for name in eager.keys() & graph.keys():
        if eager[name] is not None and graph[name] is None:
            reason = brief(eager[name])
            return (
                "confirmed",
                f"the gradient for {name} is {reason} eagerly and None with the graph",
            )
    return "refuted", "the tape gives the same gradients both ways"
