"""A line of eager code, run with graphs and without."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import zip_longest

from tflint.claims import Deprecated, LeftOn, LineDiffers
from tflint.experiment.compare import both, is_object, same
from tflint.experiment.oracles.case import Case, Run, Verdict, difference
from tflint.experiment.oracles.errors import raises
from tflint.experiment.oracles.power import (
    compared_whole,
    line_in_graph,
    other_inputs,
    unclear,
    valid_call,
)
from tflint.experiment.oracles.registry import oracle
from tflint.experiment.oracles.returned_values import returns
from tflint.experiment.outcome import raised, shortened, without_inputs
from tflint.runtime.protocol import LineCall, Pass


def _to_the_end(case: Case) -> str:
    """All passes that the program makes were looked at."""
    line = case.graph.result.line
    if line is not None and line.cut:
        return f"the same in the first {len(case.graph.passes)} passes, and the program makes more"
    return ""


def _something_compared(case: Case) -> str:
    """The line called a graph that gave something, bound something, or had a value, on both sides."""
    for left, right in zip(case.eager.passes, case.graph.passes, strict=False):
        if any(
            mine.done and other.done and None not in (mine.value, other.value)
            for mine, other in zip(left.calls, right.calls, strict=False)
        ):
            return ""
        values = [
            *left.values,
            *(left.bound[name] for name in left.bound.keys() & right.bound.keys()),
        ]
        if any(not is_object(value) for value in values):
            return ""
    return "the line called no graph and gave no value that could be compared"


def _passes_clear(case: Case) -> str:
    found = []
    for left, right in zip(case.eager.passes, case.graph.passes, strict=False):
        calls = zip(left.calls, right.calls, strict=False)
        found += [(mine.value, other.value) for mine, other in calls]
        found += zip(left.values, right.values, strict=False)
    return next(filter(None, (unclear(*pair) for pair in found)), "")


def _as_many_calls(case: Case) -> str:
    """The program went the same way on both sides, as far as calls tell."""
    for left, right in zip(case.eager.passes, case.graph.passes, strict=False):
        plain, graphs = len(left.calls), len(right.calls)
        if plain and plain != graphs:
            return f"the program makes {plain} calls without graphs, and {graphs} with them"
    return ""


def _values_apart(left: Pass, right: Pass) -> str:
    """What a pass of the line gave or bound that differs between the two sides; empty if nothing."""
    for mine, other in zip(left.values, right.values, strict=False):
        if not is_object(mine) and not same(mine, other):
            texts = both(mine, other)
            return f"the expression is {texts[0]} without graphs and {texts[1]} with"
    for name in left.bound.keys() & right.bound.keys():
        pair = left.bound[name], right.bound[name]
        # What is made of a function has another class as a graph, which says nothing yet.
        if not any(map(is_object, pair)) and not same(*pair):
            texts = both(*pair)
            return f"`{name}` is {texts[0]} without graphs and {texts[1]} with them"
    return ""


@oracle(
    LineDiffers,
    Run.LINE,
    power=(_to_the_end, _something_compared, _as_many_calls, _passes_clear),
)
def line_differs(case: Case) -> Verdict:
    """A line of eager code raises, returns or binds something else with graphs than without."""
    eager, graph = case.eager, case.graph
    passes = (eager.passes, graph.passes)
    for number, (left, right) in enumerate(zip(*passes, strict=False), 1):
        calls: Iterator[tuple[LineCall, LineCall]]
        calls = zip_longest(left.calls, right.calls, fillvalue=LineCall())
        for mine, other in calls:
            # Without graphs there may be no call to see, of a static method say.
            if mine.error or not (mine.done or other.error) or not other.done:
                continue
            apart = difference(mine, other)
            if apart:
                return "confirmed", f"at pass {number} of the line {apart}"
        apart = _values_apart(left, right)
        if apart:
            return "confirmed", apart
    plain, error = eager.result.error, graph.result.error
    if error is not None and plain is None:
        said = f"only with graphs the program raises {raised(error)}"
        if case.routes.blame.led_to(error):
            return "confirmed", said
        return "inconclusive", f"{said}, elsewhere"
    if plain is not None:
        return "inconclusive", f"the program raises without graphs: {shortened(plain.message)}"
    if any(one.ended and not two.ended for one, two in zip(*passes, strict=False)):
        return "confirmed", "the line comes to its end without graphs only"
    if not passes[0] or not passes[1]:
        why = graph.result.no_inputs
        return "inconclusive", without_inputs(why) if why else "the line was not reached"
    made = isinstance(case.routes.statement, (ast.FunctionDef, ast.AsyncFunctionDef))
    if made and not any(one.calls for one in passes[0]):
        return "inconclusive", "what the line defines was never called"
    return "refuted", f"{min(map(len, passes))} passes of the line are the same both ways"


@oracle(LineDiffers, power=(line_in_graph, valid_call, other_inputs, compared_whole))
def traced_line_differs(case: Case) -> Verdict:
    """The same of a line that is itself traced: the graph raises what is expected of it."""
    verdict, reason = raises(case)
    if verdict != "refuted":
        return verdict, reason
    verdict, reason = returns(case)
    if verdict == "confirmed":
        return "inconclusive", f"{reason}, which need not be this line's doing"
    return verdict, reason


def _ran_to_its_end(case: Case) -> str:
    """The program itself came to its end, by which it may have changed the mode."""
    error = case.graph.result.error
    if error is not None:
        return f"the program does not come to its end: {raised(error)}"
    return _to_the_end(case)


@oracle(LeftOn, Run.LINE, power=(_ran_to_its_end,))
def left_on(case: Case) -> Verdict:
    """At the program's end graphs are still switched off."""
    line, modes = case.graph.result.line, case.graph.result.modes
    if line is None or not line.passes:
        return "inconclusive", "the line was not reached"
    cut = _ran_to_its_end(case)
    if modes and cut:
        return "inconclusive", cut
    if modes:
        return "confirmed", "still on when the program ends: " + ", ".join(modes)
    return "refuted", "graphs are on when the program ends"


def _would_be_told(case: Case) -> str:
    """TensorFlow's warnings are listened to."""
    line = case.graph.result.line
    return "" if line is not None and line.listens else "TensorFlow's warnings can't be heard here"


@oracle(Deprecated, Run.LINE, power=(_would_be_told,))
def deprecated(case: Case) -> Verdict:
    """The framework itself warns of what the line uses."""
    line = case.graph.result.line
    if line is not None and line.deprecated:
        return "confirmed", f"TensorFlow says: {line.deprecated[0]}"
    if line is None or not line.passes:
        return "inconclusive", "the line was not reached"
    return "refuted", "TensorFlow does not warn"
