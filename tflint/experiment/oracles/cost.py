"""What graphs cost: traces, compilations, nodes, milliseconds."""

from __future__ import annotations

import statistics
from dataclasses import replace

from tflint.claims import (
    Compiles,
    Copies,
    Fresh,
    MadeAnew,
    Recompiles,
    Retraces,
    SingleUse,
    Slower,
    TracesInOneCall,
)
from tflint.experiment.oracles.case import Case, Run, Verdict, why_blocked
from tflint.experiment.oracles.power import line_in_graph, valid_call
from tflint.experiment.oracles.registry import oracle
from tflint.experiment.outcome import MISSING, without_inputs
from tflint.experiment.ratios import times
from tflint.runtime.protocol import GraphUse, MeasuredCall

_VARIED = 3
_ON_TOP = 5.0
"""Milliseconds that ``predict`` may take on top, if it is to be no slower anywhere."""
_NOISE = 1.3
"""How far times of the same work may be apart."""


def _called(case: Case) -> tuple[list[GraphUse], str]:
    """The tf.functions that the line calls or makes, most traces first; else why there are none.

    Where one is defined on the line, that one: others may be made beside it, or call it.
    """
    growth = case.graph.result.growth
    if growth is None or not growth.passes:
        return [], "the line was not reached"
    defined = [use for use in growth.functions if _is_defined(case, use)]
    uses = [_with_calls_in_graphs(case, use) for use in defined] or growth.functions
    called = [function for function in uses if function.calls]
    if not called:
        if not any(sum(function.created) for function in growth.functions):
            return [], "no tf.function was called"
        return [], "the tf.function was made but never called"
    return sorted(called, key=lambda function: -function.traces), ""


def _is_defined(case: Case, use: GraphUse) -> bool:
    """Whether the definition of a tf.function stands on the flagged line."""
    path, _, line = use.site.rpartition(":")
    return line.isdecimal() and case.routes.own.holds(path, int(line))


def _with_calls_in_graphs(case: Case, use: GraphUse) -> GraphUse:
    """Of a tf.function that only others call as they are traced, each trace shows a call.

    Where the program comes to its definition once, what makes it again are we.
    """
    if use.calls or case.graph.result.from_program < 2:
        return use
    passes = [(call.functions or {}).get(use.site, [0, 0]) for call in case.graph.calls]
    traces = sum(traced for _, traced in passes)
    runs = sum(traced > 0 for _, traced in passes)
    return replace(use, calls=traces, traces=traces, passes=runs)


def _argument_varied(case: Case) -> str:
    """The line passed different arguments: three, or all that the program has."""
    called, _ = _called(case)
    growth = case.graph.result.growth
    varied = max((function.varied for function in called), default=0)
    if varied >= _VARIED or (varied > 1 and growth is not None and not growth.cut):
        return ""
    if varied > 1:
        return f"the line passes {varied} different arguments in the passes that were looked at"
    return "the line passes the same arguments in each of the passes that were looked at"


def _called_again(case: Case) -> str:
    called, _ = _called(case)
    if max((function.calls for function in called), default=0) < 2:
        return "one call tells nothing about others"
    return ""


@oracle(Fresh, Run.GROWTH, power=(_called_again,))
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


@oracle(SingleUse, Run.GROWTH, power=(_called_again,))
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
    return "refuted", reason


def _made_once(case: Case) -> bool:
    """Whether the claim is about a function that is called, and not made, on the line."""
    called, _ = _called(case)
    return not any(sum(function.created[1:]) for function in called)


def _runs_enough(case: Case) -> str:
    """Each of as many runs as it takes called what it made, or what an earlier one had made."""
    called, _ = _called(case)
    runs = max((function.passes for function in called), default=0)
    if runs >= _VARIED:
        return ""
    return f"it takes {_VARIED} runs that call the tf.function, and there are {runs}"


def made_too_seldom(case: Case) -> bool:
    """Whether the program runs the line, but not as often as it takes; made up runs tell nothing."""
    claimed = any(isinstance(claim, MadeAnew) for claim in case.claims)
    growth = case.graph.result.growth
    own = growth is not None and not growth.cut and case.graph.result.from_program > 0
    return claimed and own and bool(_called(case)[0]) and bool(_runs_enough(case))


@oracle(MadeAnew, Run.GROWTH, power=(_runs_enough,))
def made_anew(case: Case) -> Verdict:
    """Run after run makes a function of its own, and traces it."""
    called, problem = _called(case)
    if not called:
        return "inconclusive", problem
    refuted = []
    for function in called:
        created = function.created
        line = function.site.rpartition(":")[2]
        reason = (
            f"the tf.function of line {line} was traced {function.traces} times in "
            f"{function.calls} calls; {sum(created)} were made in {len(created)} passes"
        )
        if sum(created[1:]) >= _VARIED - 1 and function.traced >= _VARIED:
            return "confirmed", reason + _times(
                function, function.reused_ms, "a function that is kept"
            )
        refuted.append(reason)
    return "refuted", refuted[0]


def _some_call_is_none(case: Case) -> str:
    """Some call was no trace: where each of two is one, so may be the third, which alone would show it."""
    called, _ = _called(case)
    for function in called:
        traces = function.traces if function.own_traces is None else function.own_traces
        if traces == function.calls < _VARIED:
            return f"each of the {traces} calls is a trace: two can't tell what a third would be"
    return ""


@oracle(Retraces, Run.GROWTH, power=(_called_again, _argument_varied, _some_call_is_none))
def retraces(case: Case) -> Verdict:
    """Traces grow with the calls."""
    called, problem = _called(case)
    if not called:
        return "inconclusive", problem
    result = case.graph.result
    of_argument = any(isinstance(claim, Retraces) and claim.parameter for claim in case.claims)
    refuted = []
    for function in called:
        calls, varied = function.calls, function.varied
        line = function.site.rpartition(":")[2]
        made_again = result.from_program < calls or not _made_once(case)
        if function.own_traces is None and made_again:
            # Each time that we run the code around the line it may make its objects again.
            return "inconclusive", f"could not repeat the calls: {function.replay_error or ''}"
        traces = function.traces if function.own_traces is None else function.own_traces
        reason = f"{calls} calls from this line trace the tf.function of line {line} {traces} times"
        with_tensors = 1 if function.tensor_traces is None else function.tensor_traces
        if function.tensor_traces is not None:
            reason += f", {with_tensors} with tensors"
        # What we repeat brings nothing new: where the program passes two values, and each of them once.
        each_once = of_argument and traces >= varied == function.at_first > 1
        each_value = traces >= 3 or traces == calls > 1 or each_once
        if traces > with_tensors and each_value:
            if function.tensor_traces is None and function.tensor_error and of_argument:
                error = function.tensor_error.partition(":")[0]
                reason += f"; with a tensor in its place the call raises {error}"
            return "confirmed", reason + _times(function, function.tensor_ms, "a tensor")
        if function.other_calls and function.new_traces and with_tensors < 2:
            return "confirmed", (
                f"after {function.other_calls} calls from elsewhere this line traces the "
                f"tf.function of line {line} again; with tensors all share one trace"
            )
        refuted.append(reason)
    return "refuted", refuted[0]


def _times(function: GraphUse, milliseconds: float | None, what: str) -> str:
    if milliseconds and function.retrace_ms:
        ratio = function.retrace_ms / milliseconds
        return f"; each costs about {times(ratio)} times a call with {what}"
    return ""


@oracle(TracesInOneCall, power=(line_in_graph, valid_call))
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


def _some_call_compiles_nothing(case: Case) -> str:
    growth = case.graph.result.growth
    for use in growth.functions if growth is not None else ():
        calls = len(use.compiled)
        if 0 < calls < _VARIED and all(call.modules for call in use.compiled):
            return f"each of the {calls} calls compiles: two can't tell what a third would do"
    return ""


@oracle(
    Recompiles, Run.GROWTH, power=(_called_again, _argument_varied, _some_call_compiles_nothing)
)
def recompiles(case: Case) -> Verdict:
    """A new shape costs a compilation that the tracing count does not show."""
    growth = case.graph.result.growth
    measured = [use for use in (growth.functions if growth is not None else ()) if use.compiled]
    if not measured:
        return "inconclusive", "the line's calls could not be repeated"
    use = max(measured, key=lambda use: len(use.compiled))
    compiled = [call for call in use.compiled if call.modules]
    calls = len(use.compiled)
    if not compiled:
        return "inconclusive", "nothing is compiled with XLA"
    traces = max(use.own_traces or 0 for use in measured)
    # The first call compiles, whatever its shape.
    if len(compiled) > max(2, traces):
        ratio = statistics.median(call.first_ms / call.again_ms for call in compiled[1:])
        return "confirmed", (
            f"XLA compiles in {len(compiled)} of {calls} calls, with {traces} traces: each of these "
            f"takes {times(ratio)} times a call with a shape that was seen before"
        )
    return "refuted", f"XLA compiles in {len(compiled)} of {calls} calls, with {traces} traces"


def _steps_run(case: Case) -> str:
    """One model was compiled more than once, and its steps ran after each."""
    passes = max(_compiled(case).values(), key=len, default=[])
    if not passes:
        return "the line was not seen to compile a model"
    if case.graph.result.growth is not None and not case.graph.result.growth.functions:
        return "no step of a model was run"
    return ""


@oracle(Compiles, Run.GROWTH, power=(_steps_run,))
def compiles(case: Case) -> Verdict:
    """One model is compiled several times, and its steps are traced again each time."""
    if not case.graph.hits:
        return "inconclusive", "the line was not reached"
    by_model = _compiled(case)
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


def _compiled(case: Case) -> dict[int, list[MeasuredCall]]:
    """The passes in which the line compiles a model, by model."""
    by_model: dict[int, list[MeasuredCall]] = {}
    for call in case.graph.calls:
        if call.model is not None:
            by_model.setdefault(call.model, []).append(call)
    return by_model


def _by_the_program(case: Case) -> str:
    """The program's own call: how long a loop is, arguments that we make up don't tell."""
    if not case.eager.result.from_program or case.eager.result.adapted:
        return "how many nodes the line adds with the program's own arguments is not known"
    return ""


@oracle(Copies, power=(line_in_graph, valid_call, _by_the_program))
def copies(case: Case) -> Verdict:
    """The line adds very many nodes to the graph."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    added = case.graph.result.added_nodes
    reason = f"the graph grows by {added} nodes from this line on"
    return ("confirmed" if added >= 100 else "refuted"), reason


def _clear(case: Case) -> str:
    """The ratio is clearly below what is claimed, on a machine whose times vary."""
    found = case.graph.result.growth and case.graph.result.growth.slower
    if found and found.others and found.ms / min(found.others.values()) > 2 / _NOISE:
        return "the times are too close to tell"
    return ""


def _own_model(case: Case) -> str:
    """The model is the program's: of another one only that it costs more tells of this one too."""
    found = case.graph.result.growth and case.graph.result.growth.slower
    return (
        "what a stand-in for the model costs disproves nothing" if found and found.made_up else ""
    )


def _nothing_on_top(case: Case) -> str:
    """What comes on top of the model's own work is little, and would show beside that.

    The work takes less where there is a GPU, and where it takes long its times vary by more.
    """
    found = case.graph.result.growth and case.graph.result.growth.slower
    if not found or not found.others:
        return ""
    work = min(found.others.values())
    if found.ms - work > _ON_TOP:
        return (
            f"{found.method} takes {times(found.ms - work)} ms more, and the model so long that it "
            "hardly shows here"
        )
    if work * (_NOISE - 1) > _ON_TOP:
        return (
            f"the model itself takes {times(work)} ms, beside which what comes on top can't be told"
        )
    return ""


@oracle(Slower, Run.GROWTH, power=(_clear, _own_model, _nothing_on_top))
def slower(case: Case) -> Verdict:
    """The same work costs many times less in another form."""
    result = case.graph.result
    found = result.growth and result.growth.slower
    if not found:
        never = "fit, evaluate or predict was never called"
        return "inconclusive", without_inputs(result.no_inputs) if result.no_inputs else never
    if not found.others and result.no_inputs and result.no_inputs.type in MISSING:
        return "inconclusive", without_inputs(result.no_inputs)
    if not found.others:
        return "inconclusive", f"nothing to compare with: {found.error or 'no other way ran'}"
    milliseconds, best = min((spent, way) for way, spent in found.others.items())
    ratio = found.ms / milliseconds
    same = "data" if " calls of " in best else "batch"
    reason = f"{found.method} costs {times(ratio)} times {best} for the same {same}"
    if found.made_up:
        # What comes on top of the model's own work is the same for each model, a ratio is not.
        reason = (
            f"each {found.method} takes {times(found.ms - milliseconds)} ms more than {best} for the same "
            "batch, with a stand-in for the model"
        )
    return ("confirmed" if ratio >= 2 * _NOISE else "refuted"), reason
