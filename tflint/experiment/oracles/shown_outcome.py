"""An outcome as the report shows it."""

from __future__ import annotations

import re
from typing import Any

from tflint.experiment.outcome import MISSING, STAGES, Outcome, Side
from tflint.experiment.routes import Route
from tflint.runtime.protocol import STANDS_FOR, Inputs, MeasuredCall

_MISSING = re.compile(r"No module named '([\w.]+)'")
_NOT_IMPORTED = re.compile(rf"could not import: {_MISSING.pattern}")


def unusable(route: Route, side: Side) -> Outcome:
    """No verdict, and the one reason why."""
    outcome = naming_packages(Outcome("inconclusive", side.problem), side)
    if side.calls or side.result.from_program or side.result.inputs:
        outcome.inputs = inputs_of(route, side)  # else it never came to inputs of any kind
    outcome.final = side.stage == "calls" or side.result.example_failed
    outcome.exhausted = side.end.stopped == "time" and side.stage in ("loading", "program")
    outcome.got = list(STAGES).index(side.stage) if side.stage in STAGES else 8
    if side.stage == "done" and not (side.calls or side.result.trials or side.result.error):
        outcome.got -= 1  # a program that has nothing to do with the line tells least
    return outcome


def naming_packages(outcome: Outcome, side: Side) -> Outcome:
    """An outcome, where it is no verdict with the packages for which something stood in its reason.

    Of those that the reason says are missing, it stood there until something hung on what they give.
    """
    stood_for = side.stood_for
    if outcome.verdict != "inconclusive" or not stood_for:
        return outcome
    named = _MISSING.findall(outcome.reason)
    missing = {
        package
        for package in stood_for
        if any(f"{name}.".startswith(f"{package}.") for name in named)
    }
    if missing:
        outcome.reason = _NOT_IMPORTED.sub(
            r"it hangs on what \1 gives, which is not installed", outcome.reason
        )
    others = STANDS_FOR + ", ".join(name for name in stood_for if name not in missing)
    if others != STANDS_FOR and others not in outcome.reason:
        outcome.reason += f"; {others}"
    return outcome


def inputs_of(route: Route, side: Side) -> dict[str, str]:
    """Where the arguments come from, and what they are."""
    if side.calls and all(
        call.error is not None and call.error.type in MISSING for call in side.calls
    ):
        return {}  # what is not there fails whatever the inputs are
    if side.result.adapted:
        changed = side.result.adapted
        return {"from": route.name, "description": f"a call by the program, but with {changed}"}
    made_up = "".join(f"; made-up data for {name}" for name in side.result.made_up)
    made_up += "; without decorators that are not here" if side.result.undecorated else ""
    made_up += "; training cut short" if side.result.short_training else ""
    made_up += "".join(f"; {one}" for one in side.result.lacking)
    if side.result.from_program:
        return {
            "from": route.name,
            "description": _calls(side) + made_up,
        }
    inputs = side.result.inputs or Inputs(route.name)
    return {"from": inputs.source, "description": inputs.description + made_up}


def _calls(side: Side) -> str:
    """How many calls the program made itself; those beyond are the same once more."""
    own, made = side.result.from_program, len(side.calls)
    calls = "1 call by the program" if own == 1 else f"{own} calls by the program"
    return f"{calls}, repeated to make {made}" if made > own else calls


def shown(call: MeasuredCall) -> dict[str, Any]:
    """One call, as the report has it."""
    shown: dict[str, Any] = {
        "ms": call.ms,
        "hits": call.hits,
        "traces": sum(call.traces.values()),
    }
    for name, stream in (("stdout", call.stdout), ("stderr", call.stderr)):
        if stream.count:
            shown[name] = {"count": stream.count, "lines": stream.lines[:5]}
    if call.error is not None:
        phase = "trace" if shown["traces"] else "run"
        shown["error"] = {"type": call.error.type, "message": call.error.message, "phase": phase}
    else:
        shown["value"] = call.value
    return shown
