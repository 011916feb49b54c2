"""Whether there is a graph at all."""

from __future__ import annotations

from tflint.claims import Ungraphed
from tflint.experiment.oracles.case import Case, Verdict, raised_eagerly
from tflint.experiment.oracles.registry import oracle


@oracle(Ungraphed, power=())
def ungraphed(case: Case) -> Verdict:
    """`hybridize()` leaves the block without a graph, and its body runs at every call."""
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    made = case.graph.result.block
    calls = [call for call in case.graph.calls if call.error is None]
    if made is None or not calls:
        return "inconclusive", "the block was never called after `hybridize()`"
    name = made.block
    if not made.hybrid:
        return "refuted", f"`{name}` is a plain Block, which `hybridize()` is not meant to change"
    if made.nodes:
        return "refuted", f"`hybridize()` makes `{name}` a graph of {made.nodes} nodes"
    runs = sum(call.runs.get(made.site, 0) for call in calls)
    if runs < len(calls):
        return "refuted", f"its Python body ran {runs} times in {len(calls)} calls"
    inside = made.children
    children = f"; graphs inside it: {inside}" if inside else ""
    return "confirmed", (
        f"after `hybridize()` `{name}` has no graph, and its Python body runs at each of "
        f"{len(calls)} calls{children}"
    )
