"""What each claim takes for proof, given both sides of an experiment."""

from __future__ import annotations

from collections.abc import Iterable

from tflint.claims import Frozen, Slower
from tflint.experiment.oracles import (
    cost,
    effects,
    errors,
    events,
    gradients,
    lines,
    no_graph,
    output,
    returned_values,
    state,
)
from tflint.experiment.oracles.case import Case, Run, Verdict
from tflint.experiment.oracles.cost import made_too_seldom
from tflint.experiment.oracles.registry import oracles_for
from tflint.experiment.oracles.returned_values import as_program_runs
from tflint.experiment.oracles.shown_outcome import (
    inputs_of,
    naming_packages,
    shown,
    unusable,
)
from tflint.experiment.outcome import Outcome, Side
from tflint.runtime.protocol import encode

WITH_ORACLES = (
    cost, effects, errors, events, gradients, lines, no_graph, output, returned_values, state,
)  # fmt: skip
"""The modules that are imported for the oracles they register."""


def judge(case: Case) -> Outcome:
    """The verdict on one finding after one way in."""
    silent = _silent(case)
    if silent is not None:
        outcome = unusable(case.route, silent)
        if case.run is not Run.LINE:
            outcome.eager = [shown(call) for call in case.eager.calls]
            outcome.inputs = inputs_of(case.route, case.eager)
        return outcome
    modes = case.graph.result.modes if case.run is Run.CALLS else []
    if modes:
        outcome = Outcome("inconclusive", f"the program runs no graphs, by {modes[0]}")
    else:
        outcome = Outcome(*weigh(test(case) for test in oracles_for(case.run, case.claims)))
    result = case.eager.result
    lacking = [*result.lacking, *(f"made-up data for {name}" for name in result.made_up)]
    if outcome.verdict == "refuted" and lacking:
        outcome = Outcome("inconclusive", f"a run with {lacking[0]} disproves nothing")
    unknown = result.mode_unknown if not _costs_either_way(case) else ""
    if unknown:
        outcome = Outcome("inconclusive", f"`{unknown}` is not here, and may switch graphs off")
        outcome.final = True
    unanswered = _unanswered(case)
    if unanswered and outcome.verdict != "inconclusive":
        outcome = Outcome("inconclusive", unanswered)
    outcome = naming_packages(outcome, case.eager)
    outcome.sides = (case.eager, case.graph)
    if case.run is Run.LINE:
        outcome.inputs = inputs_of(case.route, case.graph)
        outcome.eager = encode(case.eager.passes[:5])
        outcome.graph = encode(case.graph.passes[:5])
        outcome.got = 10 + len(outcome.graph)
        return outcome
    outcome.inputs = inputs_of(case.route, case.eager)
    own = bool(case.eager.result.from_program) and not case.eager.result.adapted
    outcome.reached = own and bool(case.eager.hits and case.graph.hits and case.went)
    outcome.failed = own and case.graph_failure is not None
    # What the program's own calls leave as it is, no made up call is to change.
    changes = [case.eager.result.rebound, *(case.eager.result.outside or ())]
    kept = any(change is not None and change.kept for change in changes)
    # Nor do draws that the program itself keeps equal.
    kept = kept or (any(isinstance(c, Frozen) for c in case.claims) and bool(as_program_runs(case)))
    graph_changes = case.graph.result.rebound
    retraced = graph_changes is not None and (graph_changes.retraced or case.always_traced)
    outcome.final = outcome.final or bool(modes) or kept or retraced
    outcome.eager = [shown(call) for call in case.eager.calls]
    outcome.graph = [shown(call) for call in case.graph.calls]
    outcome.got = 10 + len(case.graph.calls) + case.eager.hits
    growth = case.graph.result.growth
    if growth is not None:
        found = {"functions": growth.functions, "slower": growth.slower}
        # What the program's own model takes is the same by any way.
        slower = growth.slower
        own = slower is not None and bool(slower.others) and not slower.made_up
        outcome.final = outcome.final or own or made_too_seldom(case)
        outcome.detail |= {name: encode(value) for name, value in found.items() if value}
    return outcome


def _costs_either_way(case: Case) -> bool:
    """Whether what is claimed is so with graphs and without."""
    return all(isinstance(claim, Slower) for claim in case.claims)


def weigh(verdicts: Iterable[Verdict]) -> Verdict:
    """One verdict of several: any claim that holds proves a finding, all must fail to refute it."""
    ranks = ("confirmed", "inconclusive", "refuted")
    return min(verdicts, key=lambda verdict: ranks.index(verdict[0]))


def _unanswered(case: Case) -> str:
    """What is not installed, and what may be compared hangs on: it may be raised for want of it only.

    A graph, too, wants to know of each argument what it is, and eager code of none. What a call costs is
    measured where it gets through.
    """
    if _costs_either_way(case):
        return ""
    packages = [*case.eager.result.unanswered, *case.graph.result.unanswered]
    names = ", ".join(f"`{package}`" for package in dict.fromkeys(packages))
    return f"what comes of it hangs on {names}, not installed" if names else ""


def _silent(case: Case) -> Side | None:
    """The side that has nothing to say, if one has not."""
    if case.run is not Run.LINE:
        return None if case.graph.usable else case.graph
    for side in (case.eager, case.graph):
        if side.problem and side.stage not in ("done", "program", "calls", "inputs"):
            return side
    return None
