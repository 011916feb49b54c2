"""What graphs cost: traces, compilations, nodes, milliseconds."""

from __future__ import annotations

from typing import Any

from tflint.claims import (
    Compiles,
    Copies,
    Fresh,
    Recompiles,
    Retraces,
    SingleUse,
    Slower,
    TracesInOneCall,
)
from tflint.experiment.oracles.case import Case, Run, Verdict, why_blocked
from tflint.experiment.oracles.registry import oracle


def _called(case: Case) -> tuple[list[dict[str, Any]], str]:
    """The tf.functions that the line calls or makes, most traces first; else why there are none."""
    functions: list[dict[str, Any]] = case.graph.result.get("functions") or []
    if not case.graph.result.get("passes", 0):
        return [], "the line was not reached"
    called = [function for function in functions if function.get("calls")]
    if not called:
        if not any(sum(function["created"]) for function in functions):
            return [], "no tf.function was called"
        return [], "the tf.function was made but never called"
    return sorted(called, key=lambda function: -int(function["traces"])), ""


@oracle(Fresh, Run.GROWTH)
def fresh(case: Case) -> Verdict:
    """Traces grow with the calls, and would not if each call got the objects of the first."""
    called, problem = _called(case)
    if not called:
        return "inconclusive", problem
    told = ""
    for function in called:
        calls, traces = function.get("fresh_calls", 0), function.get("fresh_traces", 0)
        kept = function.get("kept_traces", traces)
        line = function["site"].rpartition(":")[2]
        told = (
            f"{calls} calls from this line trace the tf.function of line {line} {traces} times, "
            f"{kept} with what the first call got"
        )
        if traces > kept and (traces >= 3 or traces == calls > 1):
            return "confirmed", told + _times(function, "kept_ms", "the same object")
    return "refuted", told


@oracle(SingleUse, Run.GROWTH)
def single_use(case: Case) -> Verdict:
    """Each object brings a trace of its own, and is hardly called again."""
    called, problem = _called(case)
    if not called:
        return "inconclusive", problem
    function = called[0]
    traces, calls = function["traces"], function["calls"]
    told = f"{traces} traces of the method of line {function['site'].rpartition(':')[2]} for {calls} calls"
    if traces >= 3 and 2 * traces > calls:
        return "confirmed", told + _times(function, "reused_ms", "an object that is kept")
    if calls < 2:
        return "inconclusive", f"{told}, which tells nothing about other calls"
    return "refuted", told


@oracle(Retraces, Run.GROWTH)
def retraces(case: Case) -> Verdict:
    """Traces grow with the calls."""
    called, problem = _called(case)
    if not called:
        return "inconclusive", problem
    passes = case.graph.result["passes"]
    refuted = []
    for function in called:
        created, calls = function["created"], function["calls"]
        line = function["site"].rpartition(":")[2]
        told = (
            f"the tf.function of line {line} was traced {function['traces']} times in {calls} calls"
        )
        if sum(created[1:]) >= 2 and function["traces"] >= 3:
            told += f"; {sum(created)} were made in {passes} passes"
            return "confirmed", told + _times(function, "reused_ms", "a function that is kept")
        if "own_traces" not in function and case.graph.result.get("from_program", 0) < calls:
            # Each time that we run the code around the line it may make its objects anew.
            return "inconclusive", f"could not repeat the calls: {function.get('replay_error', '')}"
        traces = function.get("own_traces", function["traces"])
        told = f"{calls} calls from this line trace the tf.function of line {line} {traces} times"
        with_tensors = function.get("tensor_traces", 1)
        if "tensor_traces" in function:
            told += f", {with_tensors} with tensors"
        if traces > with_tensors and (traces >= 3 or traces == calls > 1):
            return "confirmed", told + _times(function, "tensor_ms", "a tensor")
        if function.get("other_calls") and function.get("new_traces") and with_tensors < 2:
            return "confirmed", (
                f"after {function['other_calls']} calls from elsewhere this line traces the "
                f"tf.function of line {line} again; with tensors all share one trace"
            )
        refuted.append((calls + function.get("other_calls", 0), told))
    if max(calls for calls, _ in refuted) < 2:
        return "inconclusive", f"{refuted[0][1]}, which tells nothing about retracing"
    return "refuted", refuted[0][1]


def _times(function: dict[str, Any], key: str, what: str) -> str:
    if function.get(key) and function.get("retrace_ms"):
        ratio = function["retrace_ms"] / function[key]
        return f"; each costs {ratio:.3g} times a call with {what}"
    return ""


@oracle(TracesInOneCall)
def one_call(case: Case) -> Verdict:
    """One call traces its own function again and again."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    sites = {site for call in case.graph.calls for site in call["created"]} | {
        call["site"] for call in case.graph.calls
    }
    most = max(
        (
            count
            for call in case.graph.calls
            for site, count in call["traces"].items()
            if site in sites
        ),
        default=0,
    )
    # Twice is what lazily created Variables cost.
    return ("confirmed" if most > 2 else "refuted"), f"one call traces the function {most} times"


@oracle(Recompiles, Run.GROWTH)
def recompiles(case: Case) -> Verdict:
    """A new shape costs a compilation that the tracing count does not show."""
    functions = [f for f in case.graph.result.get("functions") or [] if f.get("first_and_again")]
    if not functions:
        return "inconclusive", "the line was not reached"
    pairs = max((f["first_and_again"] for f in functions), key=len)
    # The first call traces, whatever its shape.
    slow = [first / again for first, again in pairs[1:] if first > 5 * again and first > 3.0]
    traces = max(int(f.get("own_traces", 0)) for f in functions)
    if len(pairs) > 2 and len(slow) >= 2 and traces < len(slow) + 1:
        ratio = sorted(slow)[len(slow) // 2]
        return "confirmed", (
            f"{len(slow)} of {len(pairs)} calls compile again, with {traces} traces: each takes "
            f"{ratio:.3g} times a call with a shape that was seen before"
        )
    return "refuted", f"{len(slow)} of {len(pairs)} calls take longer than the same call again"


@oracle(Compiles, Run.GROWTH)
def compiles(case: Case) -> Verdict:
    """One model is compiled several times, and its steps are traced anew each time."""
    if not case.graph.hits:
        return "inconclusive", "the line was not reached"
    by_model: dict[int, list[dict[str, Any]]] = {}
    for call in case.graph.calls:
        if call.get("model") is not None:
            by_model.setdefault(call["model"], []).append(call)
    if not by_model:
        return "refuted", "the line compiles no model"
    passes = max(by_model.values(), key=len)
    traced = sum(
        any(made > 0 and traces > 0 for made, traces in call["functions"].values())
        for call in passes
    )
    told = (
        f"the line compiles one model {len(passes)} times, and {traced} times its steps are traced"
    )
    return ("confirmed" if traced > 1 else "refuted"), told


@oracle(Copies)
def copies(case: Case) -> Verdict:
    """The line adds very many nodes to the graph."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    added: int = case.graph.result.get("added_nodes", 0)
    told = f"the graph grows by {added} nodes from this line on"
    return ("confirmed" if added >= 100 else "refuted"), told


@oracle(Slower, Run.GROWTH)
def slower(case: Case) -> Verdict:
    """The same work costs many times less in another form."""
    found = case.graph.result.get("slower")
    if not found:
        return "inconclusive", "fit, evaluate or predict was never called"
    if not found["others"]:
        return "inconclusive", f"nothing to compare with: {found.get('error', 'no other way ran')}"
    best = min(found["others"], key=lambda way: float(found["others"][way]))
    ratio = found["ms"] / found["others"][best]
    told = f"{found['method']} costs {ratio:.3g} times {best} for the same batch"
    return ("confirmed" if ratio >= 2 else "refuted"), told
