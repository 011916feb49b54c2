"""An outcome as the report shows it."""

from __future__ import annotations

from typing import Any

from tflint.experiment.outcome import MISSING, STAGES, Outcome, Side
from tflint.experiment.routes import Route


def unusable(route: Route, side: Side) -> Outcome:
    """No verdict, and the one reason why."""
    outcome = Outcome("inconclusive", side.problem)
    if side.calls or side.result.get("from_program") or side.result.get("inputs"):
        outcome.inputs = inputs_of(route, side)  # else it never came to inputs of any kind
    outcome.final = side.stage == "calls" or bool(side.result.get("example_failed"))
    outcome.got = list(STAGES).index(side.stage) if side.stage in STAGES else 8
    return outcome


def inputs_of(route: Route, side: Side) -> dict[str, Any]:
    if side.calls and all(call.get("error", {}).get("type") in MISSING for call in side.calls):
        return {}  # what is not there fails whatever the inputs are
    if side.result.get("adapted"):
        changed = side.result["adapted"]
        return {"from": route.name, "description": f"a call by the program, but with {changed}"}
    if side.result.get("from_program"):
        return {
            "from": route.name,
            "description": _calls(side),
        }
    return dict(side.result.get("inputs") or {"from": route.name, "description": ""})


def _calls(side: Side) -> str:
    """How many calls the program made itself; those beyond are the same once more."""
    own, made = int(side.result["from_program"]), len(side.calls)
    told = "1 call by the program" if own == 1 else f"{own} calls by the program"
    return f"{told}, repeated to make {made}" if made > own else told


def shown(call: dict[str, Any]) -> dict[str, Any]:
    """One call, as the report has it."""
    shown: dict[str, Any] = {
        "ms": call["ms"],
        "hits": call["hits"],
        "traces": sum(call["traces"].values()),
    }
    for stream in ("stdout", "stderr"):
        if call[stream]["count"]:
            shown[stream] = {"count": call[stream]["count"], "lines": call[stream]["lines"][:5]}
    if "error" in call:
        shown["error"] = {key: call["error"][key] for key in ("type", "message")}
        shown["error"]["phase"] = "trace" if shown["traces"] else "run"
    else:
        shown["value"] = call["value"]
    if "note" in call:
        shown["note"] = call["note"]
    return shown
