"""What graphs cost: traces, compilations, nodes, milliseconds."""

from __future__ import annotations

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
from tflint.runtime.protocol import GraphUse, Record


def _called(case: Case) -> tuple[list[GraphUse], str]:
    """The tf.functions that the line calls or makes, most traces first; else why there are none."""
    growth = case.graph.result.growth
    if growth is None or not growth.passes:
        return [], "the line was not reached"
    called = [function for function in growth.functions if function.calls]
    if not called:
        if not any(sum(function.created) for function in growth.functions):
            return [], "no tf.function was called"
        return [], "the tf.function was made but never called"
    return sorted(called, key=lambda function: -function.traces), ""


@oracle(Fresh, Run.GROWTH)
def fresh(case: Case) -> Verdict:
    """Traces grow with the calls, and would not if each call got the objects of the first."""
    called, problem = _called(case)
    if not called:
        return "inconclusive", problem
    reason = ""
    for function in called:
        calls, traces = function.fresh_calls or 0, function.fresh_traces or 0
        kept = traces if function.kept_traces is None else function.kept_traces
        line = function.site.rpartition(":")[2]
        reason = (
            f"{calls} calls from this line trace the tf.function of line {line} {traces} times, "
            f"{kept} with what the first call got"
        )
        if traces > kept and (traces >= 3 or traces == calls > 1):
            return "confirmed", reason + _times(function, function.kept_ms, "the same object")
    return "refuted", reason


@oracle(SingleUse, Run.GROWTH)
def single_use(case: Case) -> Verdict:
    """Each object brings a trace of its own, and is hardly called again."""
    called, problem = _called(case)
    if not called:
        return "inconclusive", problem
    function = called[0]
    traces, calls = function.traces, function.calls
    reason = f"{traces} traces of the method of line {function.site.rpartition(':')[2]} for {calls} calls"
    if traces >= 3 and 2 * traces > calls:
        return "confirmed", reason + _times(function, function.reused_ms, "an object that is kept")
    if calls < 2:
        return "inconclusive", f"{reason}, which tells nothing about other calls"
    return "refuted", reason


@oracle(Retraces, Run.GROWTH)
def retraces(case: Case) -> Verdict:
    """Traces grow with the calls."""
    called, problem = _called(case)
    if not called:
        return "inconclusive", problem
    result = case.graph.result
    passes = result.growth.passes if result.growth is not None else 0
    refuted = []
    for function in called:
        created, calls = function.created, function.calls
        line = function.site.rpartition(":")[2]
        reason = (
            f"the tf.function of line {line} was traced {function.traces} times in {calls} calls"
        )
        if sum(created[1:]) >= 2 and function.traces >= 3:
            reason += f"; {sum(created)} were made in {passes} passes"
            return "confirmed", reason + _times(
                function, function.reused_ms, "a function that is kept"
            )
        if function.own_traces is None and result.from_program < calls:
            # Each time that we run the code around the line it may make its objects again.
            return "inconclusive", f"could not repeat the calls: {function.replay_error or ''}"
        traces = function.traces if function.own_traces is None else function.own_traces
        reason = f"{calls} calls from this line trace the tf.function of line {line} {traces} times"
        with_tensors = 1 if function.tensor_traces is None else function.tensor_traces
        if function.tensor_traces is not None:
            reason += f", {with_tensors} with tensors"
        if traces > with_tensors and (traces >= 3 or traces == calls > 1):
            return "confirmed", reason + _times(function, function.tensor_ms, "a tensor")
        if function.other_calls and function.new_traces and with_tensors < 2:
            return "confirmed", (
                f"after {function.other_calls} calls from elsewhere this line traces the "
                f"tf.function of line {line} again; with tensors all share one trace"
            )
        refuted.append((calls + (function.other_calls or 0), reason))
    if max(calls for calls, _ in refuted) < 2:
        return "inconclusive", f"{refuted[0][1]}, which tells nothing about retracing"
    return "refuted", refuted[0][1]


def _times(function: GraphUse, milliseconds: float | None, what: str) -> str:
    if milliseconds and function.retrace_ms:
        ratio = function.retrace_ms / milliseconds
        return f"; each costs {ratio:.3g} times a call with {what}"
    return ""


@oracle(TracesInOneCall)
def one_call(case: Case) -> Verdict:
    """One call traces its own function again and again."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    sites = {site for call in case.graph.calls for site in call.created} | {
        call.site for call in case.graph.calls
    }
    most = max(
        (
            count
            for call in case.graph.calls
            for site, count in call.traces.items()
            if site in sites
        ),
        default=0,
    )
    # Twice is what lazily created Variables cost.
    return ("confirmed" if most > 2 else "refuted"), f"one call traces the function {most} times"


@oracle(Recompiles, Run.GROWTH)
def recompiles(case: Case) -> Verdict:
    """A new shape costs a compilation that the tracing count does not show."""
    growth = case.graph.result.growth
    timed = [
        (use.first_and_again, use.own_traces or 0)
        for use in (growth.functions if growth is not None else ())
        if use.first_and_again
    ]
    if not timed:
        return "inconclusive", "the line was not reached"
    pairs = max((pairs for pairs, _ in timed), key=len)
    # The first call traces, whatever its shape.
    slow = [first / again for first, again in pairs[1:] if first > 5 * again and first > 3.0]
    traces = max(traces for _, traces in timed)
    if len(pairs) > 2 and len(slow) >= 2 and traces < len(slow) + 1:
        ratio = sorted(slow)[len(slow) // 2]
        return "confirmed", (
            f"{len(slow)} of {len(pairs)} calls compile again, with {traces} traces: each takes "
            f"{ratio:.3g} times a call with a shape that was seen before"
        )
    return "refuted", f"{len(slow)} of {len(pairs)} calls take longer than the same call again"


@oracle(Compiles, Run.GROWTH)
def compiles(case: Case) -> Verdict:
    """One model is compiled several times, and its steps are traced again each time."""
    if not case.graph.hits:
        return "inconclusive", "the line was not reached"
    by_model: dict[int, list[Record]] = {}
    for call in case.graph.calls:
        if call.model is not None:
            by_model.setdefault(call.model, []).append(call)
    if not by_model:
        return "refuted", "the line compiles no model"
    passes = max(by_model.values(), key=len)
    traced = sum(
        any(made > 0 and traces > 0 for made, traces in (call.functions or {}).values())
        for call in passes
    )
    reason = (
        f"the line compiles one model {len(passes)} times, and {traced} times its steps are traced"
    )
    return ("confirmed" if traced > 1 else "refuted"), reason


@oracle(Copies)
def copies(case: Case) -> Verdict:
    """The line adds very many nodes to the graph."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    added = case.graph.result.added_nodes
    reason = f"the graph grows by {added} nodes from this line on"
    return ("confirmed" if added >= 100 else "refuted"), reason


@oracle(Slower, Run.GROWTH)
def slower(case: Case) -> Verdict:
    """The same work costs many times less in another form."""
    found = case.graph.result.growth and case.graph.result.growth.slower
    if not found:
        return "inconclusive", "fit, evaluate or predict was never called"
    if not found.others:
        return "inconclusive", f"nothing to compare with: {found.error or 'no other way ran'}"
    milliseconds, best = min((spent, way) for way, spent in found.others.items())
    ratio = found.ms / milliseconds
    reason = f"{found.method} costs {ratio:.3g} times {best} for the same batch"
    return ("confirmed" if ratio >= 2 else "refuted"), reason
