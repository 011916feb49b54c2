"""Lines written: at every call eagerly, while tracing only in a graph."""

from __future__ import annotations

import re
from collections import Counter

from tflint.claims import Output, SymbolsWritten
from tflint.experiment.oracles.case import Case, Verdict, why_blocked
from tflint.experiment.oracles.power import (
    call_without_trace,
    eager_code_works,
    line_in_graph,
    lines_cut_off,
    or_python,
    valid_call,
    written_by,
)
from tflint.experiment.oracles.registry import oracle
from tflint.experiment.oracles.state import changed_by_line
from tflint.runtime.protocol import MeasuredCall


def _line_writes(case: Case) -> str:
    """The line wrote something, where we look, in a call that was not a trace."""
    wrote = [_by_line(case, eager) for eager, _ in case.untraced]
    return "" if any(wrote) else "the line wrote nothing that could be seen"


def _told_whole(case: Case) -> str:
    calls = [call for pair in case.untraced for call in pair]
    return next(filter(None, (lines_cut_off(*written_by(call)) for call in calls)), "")


@oracle(
    Output,
    power=(
        eager_code_works,
        line_in_graph,
        call_without_trace,
        or_python(_line_writes),
        or_python(_told_whole),
    ),
)
def output(case: Case) -> Verdict:
    """Eagerly the line writes at every call; the graph, only while it is traced."""
    traced = [line for call in case.graph.calls for line in call.line_output.lines]
    if case.only_traced and traced:
        return (
            "confirmed",
            f"eager code never comes to the line; the graph's trace writes {traced[:2]}",
        )
    blocked = why_blocked(case, of_the_line=True)
    if blocked is not None:
        return blocked
    eager, graph = ([_count(call) for call in side] for side in zip(*case.pairs, strict=True))
    reason = f"lines written per call: eagerly {_series(eager)}; as a graph {_series(graph)}"
    for call, other in case.untraced:
        # What the line itself wrote must be missing: an operation may write it as the graph runs.
        missing = Counter(_by_line(case, call)) - Counter(_written(other))
        if missing and _count(other) < _count(call):
            return case.differs(reason)
    if _line_writes(case):
        # What it writes to is the program's own: a handler, or an object with a ``write``.
        changed = changed_by_line(case)
        if changed:
            return case.differs(changed)
    return "refuted", reason


SYMBOL = re.compile(
    r"Tensor\(\"|<tf\.Tensor '|SymbolicTensor|KerasTensor"
    r"|<tf\.Variable '[^']*' shape=[^=]* dtype=\w+>|<Variable path=[^=]*, shape=[^=]*, dtype=\w+>"
)
"""How a symbol is written; of a Variable, without its value."""


def _text_made(case: Case) -> str:
    """The line made a text as the graph was traced, and the calls write something."""
    if not _texts(case):
        return "the text that the line makes was not seen"
    if not _has_symbol(case) or any(_written(call) + call.files for call, _ in case.went):
        return ""
    return "nothing is written in which the text could show"


@oracle(SymbolsWritten, power=(line_in_graph, valid_call, _text_made))
def symbols(case: Case) -> Verdict:
    """The graph writes the name of a symbol, as the line put it into a text, for its value."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    texts = _texts(case)
    if not texts:
        # Another line may have written a symbol.
        return "inconclusive", _text_made(case)
    for number, (eager, graph) in enumerate(case.pairs, 1):
        kinds = (
            ("lines", _written(eager), _written(graph)),
            ("files", eager.files, graph.files),
        )
        for what, plain, symbolic in kinds:
            wrong = [
                text
                for text in symbolic
                if SYMBOL.search(text)
                and text not in plain
                and any(_symbol_of(made) in text for made in texts)
            ]
            if wrong:
                right = [text for text in plain if text not in symbolic]
                reason = f"eager code writes the {what} {right[:2]}, the graph {wrong[:2]}"
                return "confirmed", f"at call {number} {reason}"
    if _has_symbol(case):
        return "inconclusive", "the text holds a symbol, which is not written by these calls"
    return "refuted", "the text holds no symbol"


def _texts(case: Case) -> list[str]:
    """The texts that the flagged expression gave to the graph."""
    return [text for call in case.graph.calls for text in call.drawn if isinstance(text, str)]


def _has_symbol(case: Case) -> bool:
    return any(map(SYMBOL.search, _texts(case)))


def _symbol_of(text: str) -> str:
    """The symbol in a text, from its first character on, as far as a line tells it."""
    found = SYMBOL.search(text)
    return text[found.start() :].partition("\n")[0][:40] if found else text


def _by_line(case: Case, call: MeasuredCall) -> list[str]:
    """What the flagged line wrote; where it is not known where that ends, what the call did."""
    return call.line_output.lines if case.closed else _written(call)


def _written(call: MeasuredCall) -> list[str]:
    return [line for written in written_by(call) for line in written.lines]


def _count(call: MeasuredCall) -> int:
    """How many lines a call wrote, or its flagged line by itself, whose output may be redirected."""
    return max(sum(written.count for written in written_by(call)), call.line_output.count)


def _series(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
