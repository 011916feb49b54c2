"""What an experiment showed, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tflint.report.plain import one_line


def lines(evidence: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The parts of the evidence that people read: a label and a line each."""
    if evidence.get("reason"):
        yield "", one_line(str(evidence["reason"]))
    if evidence.get("inputs"):
        yield "inputs", one_line(_inputs(evidence["inputs"]))
    if isinstance(evidence.get("cost"), dict) and (cost := "; ".join(_cost(evidence["cost"]))):
        yield "cost", one_line(cost)


def _inputs(inputs: Any) -> str:
    if not isinstance(inputs, dict):
        return str(inputs)
    description, origin = inputs.get("description"), inputs.get("from")
    return (
        f"{description} (from: {origin})" if description and origin else f"{description or origin}"
    )


def _cost(cost: dict[str, Any]) -> Iterator[str]:
    if trace := cost.get("trace_over_call"):
        yield f"a trace takes about as long as {_number(trace)} graph calls"
    if cost.get("too_close"):
        yield "an eager call and a graph call take about as long: too close to tell apart"
    elif ratio := cost.get("eager_over_graph"):
        yield _compared(ratio)
    if calls := cost.get("pays_after_calls"):
        many = f"{_number(calls)} {_plural('call', calls)}"
        yield f"the trace has paid for itself after about {many} that would be eager without it"
    if nodes := cost.get("graph_nodes"):
        yield f"{_number(nodes)} {_plural('node', nodes)} in the graph"


def _compared(eager_over_graph: Any) -> str:
    if isinstance(eager_over_graph, float) and 0 < eager_over_graph < 1:
        return f"a graph call takes about {_number(1 / eager_over_graph)} times an eager call"
    return f"an eager call takes about {_number(eager_over_graph)} times a graph call"


def _plural(word: str, count: Any) -> str:
    return word if count == 1 else word + "s"


def _number(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.2g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
