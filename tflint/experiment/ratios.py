"""What a trace and a call cost, measured in the same run, as ratios."""

from __future__ import annotations

import math
from typing import Any

from tflint.experiment.outcome import Side
from tflint.runtime.protocol import Timing


def compare(eager: Side, graph: Side) -> dict[str, Any]:
    """Ratios between the two sides, with the milliseconds behind them."""
    plain = eager.result.timing.median if eager.result.timing else None
    steady = graph.result.timing.median if graph.result.timing else None
    found: dict[str, Any] = {}
    if graph.calls and graph.calls[0].error is None and steady:
        trace = max(0.0, graph.calls[0].ms - steady)
        found["trace_ms"] = round(trace, 3)
        found["graph_call_ms"] = round(steady, 4)
        found["trace_over_call"] = _ratio(trace, steady)
        found["graph_spread"] = _spread(graph.result.timing)
        if plain:
            found["eager_call_ms"] = round(plain, 4)
            found["eager_over_graph"] = _ratio(plain, steady)
            found["eager_spread"] = _spread(eager.result.timing)
            found["pays_after_calls"] = (
                math.ceil(trace / (plain - steady)) if plain > steady else None
            )
    if graph.nodes and any(call.error is None for call in graph.calls):
        found["graph_nodes"] = graph.nodes
    return found


def _ratio(above: float, below: float) -> float:
    ratio = above / below if below else 0.0
    return float(f"{ratio:.3g}")


def _spread(timing: Timing | None) -> list[float]:
    return [round(timing.fastest, 4), round(timing.slowest, 4)] if timing else []
