"""Values returned: frozen, following what is rebound, or different in any way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tflint.claims import AnyDifference, Differs, Frozen, Outside, Rebound, Returns, Unseeded
from tflint.experiment.compare import both, brief, same
from tflint.experiment.oracles.case import (
    Case,
    Verdict,
    any_difference,
    difference,
    raised_eagerly,
    why_blocked,
    why_unreached,
)
from tflint.experiment.oracles.output import output
from tflint.experiment.oracles.registry import oracle
from tflint.experiment.oracles.state import state
from tflint.runtime.protocol import Changes, Record

Course = tuple[str, list[Any], list[Any]]
"""Something that each call gives: what it is, and its values on both sides."""


@oracle(Frozen)
def frozen(case: Case) -> Verdict:
    """Equal calls vary eagerly and never as a graph, in what they return or do to a Variable."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    went = [pair for pair in case.pairs if not any(call.error for call in pair)]
    if sum(case.traced(graph) for _, graph in went) == len(went):
        return "inconclusive", "each call of the graph is a trace"
    reason = "equal calls give equal results eagerly as well"
    for path, eager, graph in _courses(went):
        # Exactly: a number that is drawn may be small.
        if all(value == eager[0] for value in eager):
            continue
        shown = ", ".join(brief(value) for value in eager[:3])
        if all(value == graph[0] for value in graph):
            return "confirmed", (
                f"equal calls {path or 'give'} {shown} eagerly and {brief(graph[0])} every time "
                "as a graph"
            )
        reason = "the results vary on both sides"
    return _drawn(case) or _written(case) or ("refuted", reason)


def _courses(calls: list[tuple[Record, Record]]) -> Iterator[Course]:
    """What the calls return, and by how much each changes the state, on both sides."""
    yield "", [eager.value for eager, _ in calls], [graph.value for _, graph in calls]
    first = calls[0]
    for path in sorted(first[0].state.keys() & first[1].state.keys()):
        sides = [
            [_numbers(call.state.get(path)) for call in side] for side in zip(*calls, strict=True)
        ]
        if all(numbers for side in sides for numbers in side):
            steps = [[_step(*pair) for pair in pairwise(side)] for side in sides]
            yield f"change {path} by", steps[0], steps[1]


def _numbers(value: Any) -> list[float]:
    """The numbers of a floating tensor: integers count calls, and what counts is no draw."""
    if not isinstance(value, dict) or "float" not in value.get("dtype", ""):
        return []
    numbers = value.get("values", [])
    return numbers if all(isinstance(number, float) for number in numbers) else []


def _step(old: list[float], new: list[float]) -> Any:
    """The change between two calls, rounded as far as adding up may have rounded it."""
    return [float(f"{right - left:.3g}") for left, right in zip(old, new, strict=False)]


def _written(case: Case) -> Verdict | None:
    """Or in what is written, where the graph writes nothing more."""
    eager = [call.stdout.lines for call in case.eager.calls if call.error is None]
    later = [call for call in case.graph.calls if call.error is None and not case.traced(call)]
    if later and not any(call.stdout.lines for call in later):
        varying = [lines for lines in zip(*eager, strict=False) if len(set(lines)) > 1]
        if varying:
            shown = ", ".join(f"`{line}`" for line in varying[0][:3])
            return "confirmed", f"equal calls write {shown} eagerly; the graph when traced only"
    return None


def _drawn(case: Case) -> Verdict | None:
    """What the line draws may show elsewhere than in the result: in a file, or a variable."""
    eager = [call.drawn for call in case.eager.calls if call.error is None]
    later = [call for call in case.graph.calls if call.error is None and not case.traced(call)]
    if all(eager) and later and not any(call.drawn for call in later):
        if any(drawn != eager[0] for drawn in eager[1:]):
            shown = ", ".join(brief(drawn[0]) for drawn in eager[:3])
            return (
                "confirmed",
                f"equal calls draw {shown} eagerly; the graph draws when traced only",
            )
    return None


@oracle(Unseeded)
def unseeded(case: Case) -> Verdict:
    """Equal calls are equal eagerly and vary as a graph."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    eager = [call.value for call in case.eager.calls if call.error is None]
    graph = [call.value for call in case.graph.calls if call.error is None]
    if all(value == eager[0] for value in eager) and any(value != graph[0] for value in graph):
        shown = ", ".join(brief(value) for value in graph[:3])
        return "confirmed", f"equal calls give {brief(eager[0])} eagerly and {shown} as a graph"
    return "refuted", "both ways vary alike"


@oracle(Rebound)
def rebound(case: Case) -> Verdict:
    """What is changed between calls reaches eager code and not the graph."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    apart = _own_calls(case)
    if apart:
        return "confirmed", apart
    eager, graph = case.eager.result.rebound, case.graph.result.rebound
    if not eager or not graph:
        return _anything_returned(case)
    for side in (eager, graph):
        if side.problem:
            return "inconclusive", side.problem
    return _after_changes(f"`{eager.target}`", eager, graph)


@oracle(Outside)
def outside(case: Case) -> Verdict:
    """An environment variable or a file is changed; eager code follows, the graph does not."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    apart = _own_calls(case)
    if apart:
        return "confirmed", apart
    found = [
        _after_changes(eager.target, eager, graph)
        for eager in case.eager.result.outside or []
        for graph in case.graph.result.outside or []
        if eager.target == graph.target
    ]
    for wanted in ("confirmed", "refuted"):
        chosen = [verdict for verdict in found if verdict[0] == wanted]
        if chosen:
            return chosen[0]
    return "inconclusive", "it reads no environment variable and no file of the working directory"


def _own_calls(case: Case) -> str:
    """How the program's own calls differ, with what it changes between them; empty if they don't."""
    own = case.pairs[: case.eager.result.from_program]
    for number, (left, right) in enumerate(own[1:], 2):
        if left.error is None and not difference(*own[0]):
            apart = difference(left, right)
            if apart:
                return f"at call {number} of the program {apart}"
    return ""


def _after_changes(target: str, eager: Changes, graph: Changes) -> Verdict:
    """The calls after each change of one target."""
    skip = {re.split(r"[.\[]", target.strip("`"))[-1]}
    follows = False
    for lefts, rights in zip(eager.rounds, graph.rounds, strict=False):
        pairs = list(zip(eager.values, lefts, rights, strict=False))
        if not pairs or lefts[0].error or any_difference(lefts[0], rights[0], skip):
            continue
        for value, left, right in pairs[1:]:
            apart = any_difference(left, right, skip)
            if apart:
                return "confirmed", f"with {target} changed to {brief(value)}, {apart}"
            follows = follows or bool(any_difference(lefts[0], left, skip))
    if follows:
        return "refuted", f"the graph follows each change of {target}"
    return "inconclusive", f"changing {target} made no difference on these inputs"


def _anything_returned(case: Case) -> Verdict:
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    for number, (left, right) in enumerate(case.pairs, 1):
        apart = difference(left, right)
        if apart and left.error is None:
            return "confirmed", f"at call {number} {apart}"
    return "refuted", f"{len(case.pairs)} calls return the same"


@oracle(Returns)
def returns(case: Case) -> Verdict:
    """Eager code and the graph both return, and not the same."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    both = [(e.value, g.value) for e, g in case.pairs if e.error is None and g.error is None]
    if not both:
        return "inconclusive", "the graph never returns"
    for number, (left, right) in enumerate(both, 1):
        if same(left, right):
            continue
        reason = f"call {number} returns {brief(left)} eagerly and {brief(right)} as a graph"
        if not case.graph.hits:
            return "inconclusive", f"{reason}, where this line never runs"
        return "confirmed", reason
    return "refuted", f"{len(both)} calls return the same"


@oracle(AnyDifference)
def anything(case: Case) -> Verdict:
    """Whatever can be compared: errors, results, lines written, state."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    for number, (eager, graph) in enumerate(case.pairs, 1):
        error = eager.error or graph.error
        if error is not None and (eager.error is None or graph.error is None):
            side = "eagerly" if eager.error is not None else "as a graph"
            said = f"{error.type}: {error.message[:200]}"
            return "confirmed", f"call {number} raises only {side}: {said}"
    return differs(case)


@oracle(Differs)
def differs(case: Case) -> Verdict:
    """Results, lines written or state differ where neither side raises."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    for number, (eager, graph) in enumerate(case.pairs, 1):
        if eager.error is not None or graph.error is not None:
            continue
        if not same(eager.value, graph.value):
            left, right = both(eager.value, graph.value)
            reason = f"call {number} returns {left} eagerly and {right} as a graph"
            if case.eager.result.varies and case.graph.result.varies:
                return "inconclusive", f"{reason}, but equal calls vary"
            return "confirmed", reason
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    for test in (output, state):
        verdict, reason = test(case)
        if verdict == "confirmed":
            return verdict, reason
    return "refuted", f"no difference in {len(case.pairs)} calls"
