"""What a trace and a call cost, measured in the same run, as ratios."""

from __future__ import annotations

import math
from typing import Any


def compare(eager: Any, graph: Any) -> dict[str, Any]:
    """Ratios between the two sides, with the milliseconds behind them."""
    plain = (eager.timing or {}).get("median")
    steady = (graph.timing or {}).get("median")
    found: dict[str, Any] = {}
    if graph.calls and "error" not in graph.calls[0] and steady:
        trace = max(0.0, graph.calls[0]["ms"] - steady)
        found["trace_ms"] = round(trace, 3)
        found["graph_call_ms"] = round(steady, 4)
        found["trace_over_call"] = _ratio(trace, steady)
        found["graph_spread"] = _spread(graph.timing)
        if plain:
            found["eager_call_ms"] = round(plain, 4)
            found["eager_over_graph"] = _ratio(plain, steady)
            found["eager_spread"] = _spread(eager.timing)
            found["pays_after_calls"] = (
                math.ceil(trace / (plain - steady)) if plain > steady else None
            )
    if graph.nodes and any("error" not in call for call in graph.calls):
        found["graph_nodes"] = graph.nodes
    return found


def _ratio(above: float, below: float) -> float:
    ratio = above / below if below else 0.0
    return float(f"{ratio:.3g}")


def _spread(timing: dict[str, Any] | None) -> list[float]:
    return [round(timing["fastest"], 4), round(timing["slowest"], 4)] if timing else []
