"""What a trace and a call cost, measured in the same run, as ratios with what is known of them."""

from __future__ import annotations

import math
from typing import Any

from tflint.experiment.outcome import Side
from tflint.runtime.protocol import Timing


def compare(eager: Side, graph: Side) -> dict[str, Any]:
    """Ratios between the two sides, with the milliseconds behind them.

    Of two times whose middle halves overlap, none is said to be the longer one. A trace is that of a
    process that has traced before: what it costs once more.
    """
    plain, steady, first = eager.result.timing, graph.result.timing, graph.result.tracing
    found: dict[str, Any] = {}
    if steady:
        found["graph_call_ms"] = round(steady.median, 4)
        found["graph_spread"] = _spread(steady)
    if steady and first and first.low > steady.high:
        trace = first.median - steady.median
        found["trace_ms"] = round(trace, 3)
        found["trace_over_call"] = _ratio(trace, steady.median)
    if steady and plain:
        found["eager_call_ms"] = round(plain.median, 4)
        found["eager_spread"] = _spread(plain)
        found["eager_over_graph"] = _ratio(plain.median, steady.median)
        if plain.low <= steady.high and steady.low <= plain.high:
            found["too_close"] = True
        elif "trace_ms" in found:
            gain = plain.median - steady.median
            found["pays_after_calls"] = _rounded(found["trace_ms"] / gain) if gain > 0 else None
    if graph.nodes and any(call.error is None for call in graph.calls):
        found["graph_nodes"] = graph.nodes
    return found


def _ratio(above: float, below: float) -> float:
    """To two digits: times vary by more than the third."""
    return float(f"{above / below if below else 0.0:.2g}")


def times(ratio: float) -> str:
    """How many times as long something takes, to the two digits that are known: ``110``, ``2.4``."""
    rounded = float(f"{ratio:.2g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:g}"


def _rounded(calls: float) -> int:
    return math.ceil(float(f"{calls:.2g}"))


def _spread(timing: Timing) -> list[float]:
    return [round(timing.low, 4), round(timing.high, 4)]
