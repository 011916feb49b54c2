"""Summaries that the program's calls write."""

from __future__ import annotations

from tflint.claims import Summaries
from tflint.experiment.oracles.case import Case, Verdict, why_blocked
from tflint.experiment.oracles.power import line_in_graph
from tflint.experiment.oracles.registry import oracle


def _written_without_trace(case: Case) -> str:
    """The program itself makes a call that is no trace, and writes summaries by it."""
    own = case.pairs[: case.eager.result.from_program]
    if not any(eager.events and not case.traced(graph) for eager, graph in own):
        return "none of the program's calls writes summaries without a trace"
    return ""


@oracle(Summaries, power=(line_in_graph, _written_without_trace))
def events(case: Case) -> Verdict:
    """The program's own calls write other summaries eagerly than with the graph.

    Only those: what is called again after the program's end has lost the writer around it.
    """
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    own = case.pairs[: case.eager.result.from_program]
    written = [(eager.events, graph.events) for eager, graph in own]
    for number, (eager, graph) in enumerate(written, 1):
        if eager is not None and graph is not None and eager != graph:
            return "confirmed", (
                f"after call {number} eager code has written {_series(eager)}, "
                f"the graph {_series(graph)}"
            )
    if not any(eager or graph for eager, graph in written):
        return "inconclusive", "the program's calls write no summaries"
    return "refuted", f"the same summaries after each of {len(own)} calls"


def _series(written: list[str]) -> str:
    return ", ".join(written[-6:]) or "nothing"
