"""A line of eager code, run with graphs and without."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from tflint.experiment.claims import Claim, Probe
from tflint.experiment.compare import both, same
from tflint.experiment.oracles.case import Verdict, difference
from tflint.experiment.oracles.report import inputs_of, unusable
from tflint.experiment.outcome import Outcome, Side
from tflint.experiment.routes import Route, Routes


def judge_line(probe: Probe, routes: Routes, route: Route, eager: Side, graph: Side) -> Outcome:
    """The verdict on a line of eager code, run with graphs and without."""
    for side in (eager, graph):
        if side.problem and side.stage not in ("done", "program", "calls", "inputs"):
            return unusable(route, side)
    claim = probe.claims[0]
    if claim is Claim.LEFT_ON:
        verdict, reason = left_on(graph)
    elif claim is Claim.DEPRECATED:
        verdict, reason = deprecated(graph)
    else:
        verdict, reason = ways(routes, eager, graph)
    outcome = Outcome(verdict, reason)
    outcome.inputs = inputs_of(route, graph)
    outcome.eager = list(eager.result.get("passes") or [])[:5]
    outcome.graph = list(graph.result.get("passes") or [])[:5]
    outcome.got = 10 + len(outcome.graph)
    return outcome


def ways(routes: Routes, eager: Side, graph: Side) -> Verdict:
    passes: tuple[list[dict[str, Any]], ...] = tuple(
        side.result.get("passes") or [] for side in (eager, graph)
    )
    for number, (left, right) in enumerate(zip(*passes, strict=False), 1):
        calls: Iterator[tuple[dict[str, Any], dict[str, Any]]]
        calls = zip_longest(left["calls"], right["calls"], fillvalue={})
        for mine, other in calls:
            # Without graphs there may be no call to see, of a static method say.
            if "error" in mine or not (mine or "error" in other) or not other:
                continue
            apart = difference({"state": {}, **mine}, {"state": {}, **other})
            if apart:
                return "confirmed", f"at pass {number} of the line {apart}"
        for mine, other in zip(left["values"], right["values"], strict=False):
            if not _is_object(mine) and not same(mine, other):
                told = both(mine, other)
                return "confirmed", f"the expression is {told[0]} without graphs and {told[1]} with"
        for name in left["bound"].keys() & right["bound"].keys():
            # What is made of a function has another class as a graph, which says nothing yet.
            if _is_object(left["bound"][name]) or _is_object(right["bound"][name]):
                continue
            if not same(left["bound"][name], right["bound"][name]):
                told = both(left["bound"][name], right["bound"][name])
                return "confirmed", f"`{name}` is {told[0]} without graphs and {told[1]} with them"
    plain, error = eager.result.get("error"), graph.result.get("error")
    if error is not None and plain is None:
        said = f"{error['type']}: {error['message'][:200]}"
        return "confirmed", f"only with graphs the program raises {said}"
    if plain is not None:
        return "inconclusive", f"the program raises without graphs: {plain['message'][:200]}"
    if any(one["ended"] and not two["ended"] for one, two in zip(*passes, strict=False)):
        return "confirmed", "the line comes to its end without graphs only"
    if not passes[0] or not passes[1]:
        return "inconclusive", str(graph.result.get("inputs_error") or "the line was not reached")
    made = isinstance(routes.statement, (ast.FunctionDef, ast.AsyncFunctionDef))
    if made and not any(one["calls"] for one in passes[0]):
        return "inconclusive", "what the line defines was never called"
    return "refuted", f"{min(map(len, passes))} passes of the line are the same both ways"


def _is_object(value: Any) -> bool:
    return isinstance(value, dict) and "object" in value


def left_on(graph: Side) -> Verdict:
    if not graph.result.get("passes"):
        return "inconclusive", "the line was not reached"
    modes = graph.result.get("modes")
    if modes:
        return "confirmed", "still on when the program ends: " + ", ".join(modes)
    return "refuted", "graphs are on when the program ends"


def deprecated(graph: Side) -> Verdict:
    told = graph.result.get("deprecated") or []
    if told:
        return "confirmed", f"TensorFlow says: {told[0]}"
    if not graph.result.get("passes"):
        return "inconclusive", "the line was not reached"
    return "refuted", "TensorFlow does not warn"
