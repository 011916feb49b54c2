"""Values returned: frozen, following what is rebound, or different in any way."""

from __future__ import annotations

import re

from tflint.confirm.compare import both, brief, same
from tflint.confirm.oracles.case import (
    Case,
    Verdict,
    difference,
    raised_eagerly,
    why_blocked,
    why_unreached,
)
from tflint.confirm.oracles.output import output
from tflint.confirm.oracles.state import state


def frozen(case: Case) -> Verdict:
    """Equal calls vary eagerly and never as a graph."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    eager = [call.get("value") for call in case.eager.calls if "error" not in call]
    graph = [call.get("value") for call in case.graph.calls if "error" not in call]
    traces = sum(case.traced(call) for call in case.graph.calls)
    # Exactly: the clock moves little from call to call.
    varies = [eager[0] != value for value in eager[1:]]
    frozen = all(graph[0] == value for value in graph[1:])
    if any(varies) and frozen and traces < len(graph):
        shown = ", ".join(brief(value) for value in eager[:3])
        return (
            "confirmed",
            f"equal calls give {shown} eagerly and {brief(graph[0])} every time as a graph",
        )
    if not any(varies):
        return "refuted", "equal calls give equal results eagerly as well"
    return "refuted", "the results vary on both sides"


def unseeded(case: Case) -> Verdict:
    """Equal calls are equal eagerly and vary as a graph."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    eager = [call.get("value") for call in case.eager.calls if "error" not in call]
    graph = [call.get("value") for call in case.graph.calls if "error" not in call]
    if all(value == eager[0] for value in eager) and any(value != graph[0] for value in graph):
        shown = ", ".join(brief(value) for value in graph[:3])
        return "confirmed", f"equal calls give {brief(eager[0])} eagerly and {shown} as a graph"
    return "refuted", "both ways vary alike"


def rebound(case: Case) -> Verdict:
    """What is changed between calls reaches eager code and not the graph."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    # The program's own calls, with the changes that it makes between them.
    own = case.pairs[: case.eager.result.get("from_program", 0)]
    for number, (left, right) in enumerate(own[1:], 2):
        if "error" not in left and not difference(*own[0], state=False):
            apart = difference(left, right, state=False)
            if apart:
                return "confirmed", f"at call {number} of the program {apart}"
    eager, graph = case.eager.result.get("rebound"), case.graph.result.get("rebound")
    if not eager or not graph:
        return _anything_returned(case)
    for side in (eager, graph):
        if side.get("problem"):
            return "inconclusive", side["problem"]
    target = eager["target"]
    skip = {re.split(r"[.\[]", target)[-1]}
    follows = False
    for lefts, rights in zip(eager["rounds"], graph["rounds"], strict=False):
        pairs = list(zip(eager["values"], lefts, rights, strict=False))
        if not pairs or "error" in lefts[0] or difference(lefts[0], rights[0], skip):
            continue
        for value, left, right in pairs[1:]:
            apart = difference(left, right, skip)
            if apart:
                return "confirmed", f"with `{target}` changed to {brief(value)}, {apart}"
            follows = follows or bool(difference(lefts[0], left, skip))
    if follows:
        return "refuted", f"the graph follows each change of `{target}`"
    return "inconclusive", f"changing `{target}` made no difference on these inputs"


def _anything_returned(case: Case) -> Verdict:
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    for number, (left, right) in enumerate(case.pairs, 1):
        apart = difference(left, right, state=False)
        if apart and "error" not in left:
            return "confirmed", f"at call {number} {apart}"
    return "refuted", f"{len(case.pairs)} calls return the same"


def returns(case: Case) -> Verdict:
    """Eager code and the graph both return, and not the same."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    both = [
        (e["value"], g["value"]) for e, g in case.pairs if "error" not in e and "error" not in g
    ]
    if not both:
        return "inconclusive", "the graph never returns"
    for number, (left, right) in enumerate(both, 1):
        if same(left, right):
            continue
        told = f"call {number} returns {brief(left)} eagerly and {brief(right)} as a graph"
        if not case.graph.hits:
            return "inconclusive", f"{told}, where this line never runs"
        return "confirmed", told
    return "refuted", f"{len(both)} calls return the same"


def anything(case: Case) -> Verdict:
    """Whatever can be compared: errors, results, lines written, state."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    for number, (eager, graph) in enumerate(case.pairs, 1):
        if ("error" in eager) != ("error" in graph):
            side, error = ("eagerly", eager) if "error" in eager else ("as a graph", graph)
            said = f"{error['error']['type']}: {error['error']['message'][:200]}"
            return "confirmed", f"call {number} raises only {side}: {said}"
        if "error" not in eager and not same(eager["value"], graph["value"]):
            left, right = both(eager["value"], graph["value"])
            return "confirmed", f"call {number} returns {left} eagerly and {right} as a graph"
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    for oracle in (output, state):
        verdict, reason = oracle(case)
        if verdict == "confirmed":
            return verdict, reason
    return "refuted", f"no difference in {len(case.pairs)} calls"
