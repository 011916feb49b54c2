"""What each claim takes for proof, given both sides of an experiment."""

from __future__ import annotations

from collections.abc import Callable

from tflint.experiment.claims import Claim, Probe
from tflint.experiment.oracles.case import Case, Verdict
from tflint.experiment.oracles.cost import (
    compiles,
    copies,
    fresh,
    one_call,
    recompiles,
    retraces,
    single_use,
    slower,
)
from tflint.experiment.oracles.effects import effects
from tflint.experiment.oracles.errors import caught, error_dropped, handler, raises
from tflint.experiment.oracles.events import events
from tflint.experiment.oracles.gradients import gradient
from tflint.experiment.oracles.graphs import ungraphed
from tflint.experiment.oracles.output import output, symbols
from tflint.experiment.oracles.report import inputs_of, shown, unusable
from tflint.experiment.oracles.state import state
from tflint.experiment.oracles.values import (
    anything,
    differs,
    frozen,
    outside,
    rebound,
    returns,
    unseeded,
)
from tflint.experiment.outcome import Outcome, Side
from tflint.experiment.routes import Route, Routes


def judge(probe: Probe, routes: Routes, route: Route, eager: Side, graph: Side) -> Outcome:
    """The verdict on one finding after one way in."""
    if not graph.usable:
        outcome = unusable(route, graph)
        outcome.eager = [shown(call) for call in eager.calls]
        outcome.inputs = inputs_of(route, eager)
        return outcome
    case = Case(probe, routes, route, eager, graph)
    verdicts = [_ORACLES[claim](case) for claim in probe.claims]
    wanted = ""
    for wanted in ("confirmed", "inconclusive", "refuted"):
        chosen = [reason for verdict, reason in verdicts if verdict == wanted]
        if chosen:
            break
    outcome = Outcome(wanted, chosen[0])
    outcome.inputs = inputs_of(route, eager)
    outcome.eager = [shown(call) for call in eager.calls]
    outcome.graph = [shown(call) for call in graph.calls]
    outcome.got = 10 + len(graph.calls) + eager.hits
    for key in ("functions", "slower"):
        if graph.result.get(key):
            outcome.detail[key] = graph.result[key]
    return outcome


_ORACLES: dict[Claim, Callable[[Case], Verdict]] = {
    Claim.OUTPUT: output,
    Claim.STATE: state,
    Claim.ERROR_DROPPED: error_dropped,
    Claim.RAISES: raises,
    Claim.RETURNS: returns,
    Claim.UNGRAPHED: ungraphed,
    Claim.RETRACES: retraces,
    Claim.FRESH: fresh,
    Claim.SINGLE_USE: single_use,
    Claim.COMPILES: compiles,
    Claim.EFFECTS: effects,
    Claim.HANDLER: handler,
    Claim.FROZEN: frozen,
    Claim.REBOUND: rebound,
    Claim.RECOMPILES: recompiles,
    Claim.COPIES: copies,
    Claim.CAUGHT: caught,
    Claim.UNSEEDED: unseeded,
    Claim.SLOWER: slower,
    Claim.ONE_CALL: one_call,
    Claim.GRADIENT: gradient,
    Claim.SYMBOLS: symbols,
    Claim.EVENTS: events,
    Claim.OUTSIDE: outside,
    Claim.DIFFERS: differs,
    Claim.ANY: anything,
}
