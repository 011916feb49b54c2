"""Lines written: at every call eagerly, while tracing only in a graph."""

from __future__ import annotations

import re
from collections import Counter

from tflint.claims import Output, SymbolsWritten
from tflint.experiment import instrument
from tflint.experiment.oracles.case import Case, Verdict, why_blocked
from tflint.experiment.oracles.registry import oracle
from tflint.runtime.protocol import Record


@oracle(Output)
def output(case: Case) -> Verdict:
    """Eagerly the line writes at every call; the graph, only while it is traced."""
    blocked = why_blocked(case, of_the_line=True)
    if blocked is not None:
        return blocked
    closed = isinstance(case.routes.statement, instrument.CLOSED) and not case.routes.in_lambda
    eager = [_written(call) for call, _ in case.pairs]
    graph = [_written(call) for _, call in case.pairs]
    reason = (
        f"lines written per call: eagerly {_series([len(lines) for lines in eager])}; "
        f"as a graph {_series([len(lines) for lines in graph])}"
    )
    for (call, other), wrote_eagerly, wrote in zip(case.pairs, eager, graph, strict=True):
        # What the line itself wrote must be missing: an operation may write it as the graph runs.
        missing = Counter(call.line_output if closed else wrote_eagerly) - Counter(wrote)
        if missing and len(wrote) < len(wrote_eagerly) and not case.traced(other):
            return case.differs(reason)
    if closed and not any(call.line_output for call in case.eager.calls):
        return case.equal("the line writes nothing, eagerly or as a graph")
    return case.equal(reason)


_SYMBOL = re.compile(r"Tensor\(\"|<tf\.Tensor '|SymbolicTensor|KerasTensor")


@oracle(SymbolsWritten)
def symbols(case: Case) -> Verdict:
    """The graph writes the name of a symbol where eager code writes its value."""
    blocked = why_blocked(case)
    if blocked is not None:
        return blocked
    for number, (eager, graph) in enumerate(case.pairs, 1):
        kinds = (
            ("lines", _written(eager), _written(graph)),
            ("files", eager.files, graph.files),
        )
        for what, plain, symbolic in kinds:
            wrong = [text for text in symbolic if _SYMBOL.search(text) and text not in plain]
            if wrong:
                right = [text for text in plain if text not in symbolic]
                reason = f"eager code writes the {what} {right[:2]}, the graph {wrong[:2]}"
                return "confirmed", f"at call {number} {reason}"
    return "refuted", "the graph writes no symbol"


def _written(call: Record) -> list[str]:
    return [*call.stdout.lines, *call.stderr.lines]


def _series(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
