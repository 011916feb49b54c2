"""Values returned: frozen, following what is rebound, or different in any way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tflint.claims import AnyDifference, Differs, Frozen, Outside, Rebound, Returns, Unseeded
from tflint.experiment.compare import both, brief, holds_object, same, surely_same
from tflint.experiment.oracles.case import (
    Case,
    Verdict,
    any_difference,
    difference,
    raised_eagerly,
    why_blocked,
    why_unreached,
)
from tflint.experiment.oracles.errors import which
from tflint.experiment.oracles.output import output
from tflint.experiment.oracles.power import (
    call_without_trace,
    compared_whole,
    line_in_graph,
    or_python,
    other_inputs,
    results_repeat,
    tensors_at_line,
    valid_call,
    written_by,
)
from tflint.experiment.oracles.registry import oracle
from tflint.experiment.oracles.state import changed_by_calls, state
from tflint.experiment.outcome import Side, raised, through
from tflint.runtime.protocol import Changes, MeasuredCall

_HELD = 3
_TWO = 2
_REPEATED, _FOLLOWED = 1e-3, 1e-1
"""How far changes of variables are apart at most when they are the same, and at least when not."""
_CHANCE = 0.01
"""How likely it may be that what is drawn at random is equal each time."""
Course = tuple[str, list[Any], list[Any]]
"""Something that each call gives: what it is, and its values on both sides."""


def _line_repeats(case: Case) -> str:
    """The line itself is seen to give the same at each of equal calls, or of the program's own."""
    told = as_program_runs(case)
    if told is not None and told[0] == "refuted":
        return ""
    values = _line_values(case.eager)
    if values and not _vary(values):
        return ""
    return "what the line gives does not show in the results of equal calls, or not by itself"


@oracle(Frozen, power=(line_in_graph, call_without_trace, or_python(_line_repeats)))
def frozen(case: Case) -> Verdict:
    """Equal calls vary eagerly and never as a graph, in what they return or do to a Variable.

    That the line makes them vary is shown by giving it an earlier value again, and another one.
    """
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    if not case.untraced:
        return "refuted", "each call of the graph is a trace"
    reason = "equal calls give equal results eagerly as well"
    for path, eager, graph in _courses(case.went):
        if not _vary(eager) or not graph:
            continue
        if _vary(graph):
            reason = "the results vary on both sides"
        elif _causes(case, path):
            return as_program_runs(case) or (
                "confirmed",
                f"equal calls {path or 'give'} {until_another(eager)} eagerly and {brief(graph[0])} "
                "every time as a graph",
            )
        else:
            reason = "something else than this line makes the results of equal calls vary"
    followed = _followed(case)
    if followed:
        given = [brief(value[0]) for value in _line_values(case.eager)[:2]]
        return as_program_runs(case) or (
            "confirmed",
            f"the line gives {', '.join(given)} … eagerly, and {followed} by it; each further "
            "call of the graph goes on with what its trace was given",
        )
    return "refuted", reason


def until_another(values: list[Any]) -> str:
    """The first values, or how often the first one comes before there is another."""
    same = next(n for n, value in enumerate(values) if not surely_same(value, values[0]))
    if same < _HELD:
        return ", ".join(brief(value) for value in values[:_HELD])
    return f"{brief(values[0])} {same} times, then {brief(values[same])}"


def _followed(case: Case) -> str:
    """What changes by the line where equal calls of the graph vary, too, by what else is drawn; or "".

    Eagerly the line gives several values, and in the graph one, since nobody comes to it again.
    """
    if not _kept_by_graph(case) or not _vary(_line_values(case.eager)):
        return ""
    if _trains_by_line(case):
        return "variables change"
    varying = (path for path, eager, _ in _courses(case.went) if _vary(eager))
    return "results change" if any(_causes(case, path) for path in varying) else ""


def _kept_by_graph(case: Case) -> bool:
    """Whether the graph has a value of the line's from its trace, and no call comes to the line again."""
    # A symbol has another value at each call, though nobody comes to the line again.
    kept = [call.drawn for call in case.graph.calls if case.traced(call) and call.drawn]
    known = bool(kept and _comparable(kept)) and "'symbolic'" not in repr(kept)
    return known and not any(call.hits for _, call in case.untraced)


def _trains_by_line(case: Case) -> bool:
    """Whether calls change variables by what the line gives, and the graph does not run it again.

    In a step of training no two results are equal, on either side.
    """
    calls = [call for call in case.eager.result.held or () if call.error is None]
    trained = case.eager.result.trained
    if len(calls) != _HELD or len(trained) != _HELD:
        return False
    first, other, again = trained
    return _apart(first, again) <= _REPEATED and _apart(first, other) > _FOLLOWED


def _apart(left: list[float], right: list[float]) -> float:
    """The largest difference between changes, as a share of the larger one."""
    if len(left) != len(right):
        return 1.0
    return max(
        (abs(a - b) / max(abs(a), abs(b), 1e-12) for a, b in zip(left, right, strict=True)),
        default=0.0,
    )


def as_program_runs(case: Case) -> Verdict | None:
    """What becomes of a line that varies in equal calls where the program does more between its own.

    It may start from the same seed each time, or trace the graph anew.
    """
    own = _comparable([call.drawn for call in case.eager.result.own if call.drawn])
    traced = [call.traced for call in case.graph.result.own]
    if len(traced) > 1 and all(traced):
        return (
            "inconclusive",
            "each of the program's own calls is a trace, for which it is drawn anew",
        )
    if len(own) < _TWO or _vary(own):
        return None
    # In those that are repeated the line may take few values, and these be equal by chance.
    given = [repr(drawn) for drawn in _line_values(case.eager)]
    likely = max(map(given.count, given), default=0) / max(1, len(given))
    reason = f"at each of {len(own)} calls by the program the line gives {brief(own[0][0])}"
    if case.eager.result.own_cut or likely ** (len(own) - 1) > _CHANCE:
        return "inconclusive", f"{reason}, though not when one of them is repeated"
    return "refuted", f"{reason}, and as much as the graph keeps"


def _vary(values: list[Any]) -> bool:
    return any(not surely_same(value, values[0]) for value in values)


def _line_values(side: Side) -> list[Any]:
    """What the flagged expression gave to each call."""
    return _comparable([call.drawn for call in side.calls if call.error is None])


def _comparable(values: list[list[Any]]) -> list[list[Any]]:
    """What each of some calls was given; nothing where that can't be compared."""
    given = [value for drawn in values for value in drawn]
    if not all(values) or any(value is None or holds_object(value) for value in given):
        return []
    return values


def _causes(case: Case, path: str) -> bool:
    """Whether the results follow the line: one value given twice, and another in between.

    Where the line's values can't be given back, as a generator can't, nothing says that they don't.
    """
    held = [call for call in case.eager.result.held or () if call.error is None]
    if len(held) < _HELD:
        return not _line_values(case.eager)
    last = case.eager.calls[-1]
    # Variables are set back before each of them; what else is added to goes on.
    ways = [[_given(path, [last, call])[-1:] for call in held]]
    ways.append([[value] for value in _given(path, [last, *held])[-_HELD:]])
    return any(
        len(way) == _HELD and surely_same(way[0], way[2]) and not surely_same(way[0], way[1])
        for way in ways
    )


def _given(path: str, calls: list[MeasuredCall]) -> list[Any]:
    """What calls give, one after the other."""
    courses = _courses([(call, call) for call in calls])
    return next((values for name, values, _ in courses if name == path), [])


def _courses(calls: list[tuple[MeasuredCall, MeasuredCall]]) -> Iterator[Course]:
    """What the calls return, and by how much each changes the state, on both sides."""
    yield "", [eager.value for eager, _ in calls], [graph.value for _, graph in calls]
    later = [graph for eager, graph in calls if eager is graph or not any(graph.traces.values())]
    told = [[line for written in written_by(graph) for line in written.lines] for graph in later]
    if all(told):  # what the graph does not write at all is lost, and no earlier value is kept
        yield "write", [eager.line_output.lines for eager, _ in calls], told
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


def _draws(case: Case) -> str:
    """What is drawn shows in the results, of one side at least."""
    sides = ([call.value for call in calls] for calls in zip(*case.went, strict=True))
    if not any(map(_vary, sides)):
        return "nothing that is drawn shows in the results"
    return ""


@oracle(Unseeded, power=(line_in_graph, call_without_trace, _draws))
def unseeded(case: Case) -> Verdict:
    """Equal calls are equal eagerly and vary as a graph."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    eager = [call.value for call, _ in case.went]
    graph = [call.value for _, call in case.went]
    if not _vary(eager) and _vary(graph):
        shown = ", ".join(brief(value) for value in graph[:3])
        return "confirmed", f"equal calls give {brief(eager[0])} eagerly and {shown} as a graph"
    return "refuted", "both ways vary alike"


def _was_changed(case: Case) -> str:
    """Something was changed between calls, and eager code followed."""
    if case.eager.result.rebound is None:
        return "it is not known what to change between the calls"
    return ""


@oracle(Rebound, power=(line_in_graph, call_without_trace, _was_changed))
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
        return "refuted", "nothing was changed"
    for side in (eager, graph):
        if side.problem:
            return "inconclusive", side.problem
    if case.always_traced:
        return "inconclusive", "each call of the program's own is a trace, and reads it anew"
    if graph.retraced:
        return (
            "inconclusive",
            f"each call after the program has changed `{eager.target}` is a trace",
        )
    return _after_changes(f"`{eager.target}`", eager, graph)


@oracle(Outside, power=(line_in_graph, call_without_trace))
def outside(case: Case) -> Verdict:
    """Something outside is changed; eager code follows, the graph does not."""
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
        if eager.about == graph.about
    ]
    for wanted in ("confirmed", "refuted", "inconclusive"):
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
                reason = f"with {target} changed to {brief(value)}, {apart}"
                if eager.kept:
                    return (
                        "inconclusive",
                        f"{reason}; but between the program's own calls it is not seen to change",
                    )
                return "confirmed", reason
            follows = follows or bool(any_difference(lefts[0], left, skip))
    if follows:
        return "refuted", f"the graph follows each change of {target}"
    return "inconclusive", f"changing {target} made no difference on these inputs"


@oracle(Returns, power=(line_in_graph, valid_call, other_inputs, results_repeat, compared_whole))
def returns(case: Case) -> Verdict:
    """Eager code and the graph both return, and not the same."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    if case.eager_failure is not None:
        return "inconclusive", raised_eagerly(case.eager_failure)
    if not case.went:
        return "inconclusive", "the graph never returns"
    return _results(case) or ("refuted", f"{len(case.went)} calls return the same")


def _results(case: Case) -> Verdict | None:
    """How results differ that equal calls of eager code repeat, by the line as far as one can tell."""
    found = [
        (f"call {number} returns", eager.value, graph.value)
        for number, (eager, graph) in enumerate(case.pairs, 1)
        if eager.error is None and graph.error is None
    ]
    found += [
        (f"with {which(mine)} a call returns", mine.value, other.value)
        for mine, other in case.changed_inputs
    ]
    for call, left, right in found:
        if same(left, right):
            continue
        texts = both(left, right)
        reason = f"{call} {texts[0]} eagerly and {texts[1]} as a graph"
        if case.eager.result.varies:
            return "inconclusive", f"{reason}, but equal calls vary"
        if not case.graph.hits:
            return "inconclusive", f"{reason}, where this line never runs"
        return "confirmed", reason
    return None


@oracle(
    AnyDifference,
    power=(line_in_graph, call_without_trace, other_inputs, results_repeat, compared_whole),
)
def anything(case: Case) -> Verdict:
    """Whatever can be compared: errors of the line, results, lines written, state."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    for number, (eager, graph) in enumerate(case.pairs, 1):
        error = eager.error or graph.error
        if error is not None and (eager.error is None or graph.error is None):
            side = "eagerly" if eager.error is not None else "as a graph"
            said = raised(error)
            if not through(error, case.routes.flagged):
                return "inconclusive", f"call {number} raises only {side}, elsewhere: {said}"
            return "confirmed", f"call {number} raises only {side}: {said}"
    return differs(case)


def _other_size(case: Case) -> str:
    """Where sizes decide, the line gave something else than in the graph, for one of them at least."""
    in_graph = [call.drawn for call in case.graph.calls if call.drawn]
    eager = [call.drawn for call in case.eager.calls]
    eager += [mine.drawn for mine, _ in case.changed_inputs]
    if case.resizes and not any(drawn not in ([], *in_graph) for drawn in eager):
        return "the line gives the same eagerly and in the graph with tensors of these sizes"
    return ""


@oracle(
    Differs,
    power=(
        line_in_graph,
        call_without_trace,
        tensors_at_line,
        _other_size,
        other_inputs,
        results_repeat,
        compared_whole,
    ),
)
def differs(case: Case) -> Verdict:
    """Results, lines written or state differ where neither side raises."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    found = _results(case)
    if found is not None:
        return found
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    for test in (output, state):
        verdict, reason = test(case)
        if verdict == "confirmed":
            return verdict, reason
    apart = changed_by_calls(case) if case.shows_elsewhere else ""
    if apart:
        return case.differs(apart)
    return "refuted", f"no difference in {len(case.pairs)} calls"
