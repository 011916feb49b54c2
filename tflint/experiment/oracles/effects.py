"""The world outside: files, processes, waiting, and objects that are entered and left."""

from __future__ import annotations

from collections import Counter

from tflint.claims import Effects
from tflint.experiment.oracles.case import Case, Verdict, why_blocked
from tflint.experiment.oracles.power import call_without_trace, line_in_graph, or_python
from tflint.experiment.oracles.registry import oracle
from tflint.runtime.protocol import MeasuredCall


def _does_something(case: Case) -> str:
    """The line had an effect outside in a call that was not a trace."""
    if not any(_done(eager) for eager, _ in case.untraced):
        return "the line had no effect outside the program that could be seen"
    return ""


@oracle(Effects, power=(line_in_graph, call_without_trace, or_python(_does_something)))
def effects(case: Case) -> Verdict:
    """The line does something outside at every call eagerly; in the graph, only while tracing."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    for number, (eager, graph) in enumerate(case.pairs, 1):
        missing = _done(eager) - _done(graph)
        if missing and (eager, graph) in case.untraced:
            at = ", ".join(str(n) for n, (call, _) in enumerate(case.pairs, 1) if _done(call))
            what = ", ".join(sorted(missing)[:3])
            return (
                "confirmed",
                f"eagerly calls {at} do this: {what}; as a graph call {number} does not",
            )
    return "refuted", "the graph does the same at each call"


def _done(call: MeasuredCall) -> Counter[str]:
    return Counter(call.effects or ())
