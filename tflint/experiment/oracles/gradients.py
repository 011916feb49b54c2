"""Gradients of a tape that the caller opened."""

from __future__ import annotations

from tflint.claims import Gradient
from tflint.experiment.compare import brief
from tflint.experiment.oracles.case import Case, Verdict, why_unreached
from tflint.experiment.oracles.registry import oracle


@oracle(Gradient)
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
    if all(value is None for value in eager.values()):
        return "inconclusive", "the tape gives no gradient for these inputs, eagerly or as a graph"
    return "refuted", "the tape gives the same gradients both ways"
