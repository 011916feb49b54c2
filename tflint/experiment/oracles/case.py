"""Both sides of an experiment, and the questions that all oracles ask of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from tflint.claims import Claim, Differs, Raises
from tflint.experiment import instrument
from tflint.experiment.compare import both, brief, same
from tflint.experiment.outcome import MISSING, Side, not_imported, raised, through
from tflint.experiment.routes import Route, Routes
from tflint.runtime.protocol import Failure, LineCall, MeasuredCall, Mutated

UNREACHED = "the line was not reached with these inputs"


class Run(Enum):
    """What an experiment does with a finding."""

    CALLS = "calls"
    """The function that becomes a graph is called, as Python and as a graph."""
    LINE = "line"
    """A line of eager code is passed, with graphs and without."""
    GROWTH = "growth"
    """A line of eager code is passed many times, with graphs only; both sides are the same."""


@dataclass
class Case:
    """Both sides of an experiment, and what the finding points at."""

    run: Run
    claims: tuple[Claim, ...]
    routes: Routes
    route: Route
    eager: Side
    graph: Side

    @cached_property
    def expected(self) -> Raises:
        """What is known of the exception that the graph raises."""
        return next((claim for claim in self.claims if isinstance(claim, Raises)), Raises())

    @property
    def resizes(self) -> bool:
        """Whether tensors of other sizes may show what is claimed."""
        return any(isinstance(claim, Differs) and claim.sizes for claim in self.claims)

    @cached_property
    def shows_elsewhere(self) -> bool:
        """Whether what the line gives may show in the state that other lines change."""
        return any(isinstance(claim, Differs) and claim.elsewhere for claim in self.claims)

    @cached_property
    def pairs(self) -> list[tuple[MeasuredCall, MeasuredCall]]:
        """Calls that both sides made."""
        return list(zip(self.eager.calls, self.graph.calls, strict=False))

    @cached_property
    def without_graph(self) -> set[int]:
        """The numbers of calls that return None since no trace has come to its end.

        A tf.function whose first trace made a variable and then failed is never traced again:
        TensorFlow 2.21 has each later call return None, with new signatures too.
        """
        found: set[int] = set()
        failed = complete = False
        for number, graph in enumerate(self.graph.calls):
            if self.traced(graph):
                in_trace = graph.error is not None and not failed_as_it_ran(graph.error)
                failed, complete = failed or in_trace, complete or not in_trace
            elif failed and not complete and graph.value is None:
                found.add(number)
        return found

    @cached_property
    def went(self) -> list[tuple[MeasuredCall, MeasuredCall]]:
        """Calls that both sides got through."""
        return [
            pair
            for number, pair in enumerate(self.pairs)
            if not any(call.error for call in pair) and number not in self.without_graph
        ]

    @cached_property
    def untraced(self) -> list[tuple[MeasuredCall, MeasuredCall]]:
        """Calls for which the graph was not traced again, and that come to the line eagerly.

        Those that both sides got through, unless each eager call raises after the line.
        """
        return [
            (eager, graph)
            for number, (eager, graph) in enumerate(self.pairs)
            if (eager.hits or self.routes.statement is None)
            and ((eager.error is None and graph.error is None) or self.raises_later)
            and not self.traced(graph)
            and number not in self.without_graph
        ]

    @cached_property
    def python_each_time(self) -> bool:
        """Whether the graph runs the line as Python at each call: in a ``py_function`` for example."""
        return bool(self.untraced) and all(
            graph.hits >= eager.hits > 0 for eager, graph in self.untraced
        )

    @cached_property
    def changed_inputs(self) -> list[tuple[Mutated, Mutated]]:
        """What both sides made of changed inputs with which both come through, past the line."""
        answers = {(item.where, item.mutation): item for item in self.graph.mutations}
        found = [(item, answers.get((item.where, item.mutation))) for item in self.eager.mutations]
        return [
            (mine, other)
            for mine, other in found
            if other is not None and mine.error is None and other.error is None and mine.hits
        ]

    @property
    def always_traced(self) -> bool:
        """Whether the program makes several calls, and each of them is a trace."""
        own = self.graph.calls[: self.graph.result.from_program]
        return len(own) > 1 and all(map(self.traced, own))

    @property
    def closed(self) -> bool:
        """Whether it is known where the line ends, and so what it writes and changes itself."""
        return self.routes.in_lambda or isinstance(self.routes.statement, instrument.CLOSED)

    def traced(self, call: MeasuredCall) -> bool:
        """Whether a call of the graph side ran the Python body."""
        return any(call.traces.values())

    @cached_property
    def graph_failure(self) -> Failure | None:
        """The exception with which the graph failed at the first call that works eagerly."""
        for eager, graph in self.pairs:
            if graph.error is not None and eager.error is None:
                return graph.error
        return None

    @cached_property
    def eager_failure(self) -> Failure | None:
        """The exception of an eager side that never got through."""
        errors = [call.error for call in self.eager.calls]
        return errors[0] if errors and all(errors) else None

    @cached_property
    def raises_later(self) -> bool:
        """Whether each eager call raises, but only after the flagged line, which the graph runs too.

        What the line itself does can be compared all the same; that nothing differs proves nothing.
        """
        errors = [call.error for call in self.eager.calls]
        return (
            self.graph.hits > 0
            and all(call.hits for call in self.eager.calls)
            and all(error and not through(error, self.routes.flagged) for error in errors)
        )

    @cached_property
    def only_traced(self) -> bool:
        """Whether eager code gets through and never comes to the line, which the graph's trace runs.

        A trace goes into each branch, whichever the data takes.
        """
        return not self.eager.hits and bool(self.graph.hits and self.went and self.closed)

    def differs(self, said: str) -> Verdict:
        """What confirms a claim, and that eager code does not get through, if so."""
        if self.eager_failure is not None:
            said += f" (each eager call raises {self.eager_failure.type} after this line)"
        return "confirmed", said

    def equal(self, said: str) -> Verdict:
        """Nothing differs: which refutes a claim if eager code works."""
        if self.eager_failure is not None:
            return "inconclusive", raised_eagerly(self.eager_failure)
        return "refuted", said


Verdict = tuple[str, str]


def why_unreached(case: Case) -> Verdict | None:
    if case.routes.statement is not None and not case.eager.hits:
        if case.eager_failure is not None:
            return "inconclusive", raised_eagerly(case.eager_failure)
        return "inconclusive", UNREACHED
    return None


def failed_as_it_ran(failure: Failure) -> bool:
    """Whether an operation of the graph raised as it ran, and not the code as it was traced."""
    return "OpError" in failure.bases and "Graph execution error" in failure.message


def raised_eagerly(error: Failure) -> str:
    """What to say where eager code itself does not get through."""
    if error.type in MISSING:
        return not_imported(error)
    return f"the function raises eagerly already: {raised(error)}"


def why_blocked(case: Case, of_the_line: bool = False) -> Verdict | None:
    """A claim about behaviour needs both sides to work; one of the line, as far as there."""
    unreached = why_unreached(case)
    if unreached is not None:
        return unreached
    if of_the_line and case.raises_later:
        return None
    failures = [call.error for call in case.eager.calls if call.error is not None]
    if failures and len(case.eager.calls) - len(failures) < 2:
        return "inconclusive", raised_eagerly(failures[0])
    failure = case.graph_failure
    if failure is not None and all(
        graph.error is not None or number in case.without_graph
        for number, (_, graph) in enumerate(case.pairs)
    ):
        return (
            "inconclusive",
            f"the graph fails before that: {raised(failure)}",
        )
    return None


def difference(eager: MeasuredCall | LineCall, graph: MeasuredCall | LineCall) -> str:
    """How one call differs between the two sides in what it returns or raises; empty if not."""
    if eager.error is None and graph.error is not None:
        return f"only the graph raises {raised(graph.error)}"
    if eager.error is not None and graph.error is None:
        return f"only eager code raises {raised(eager.error)}"
    if eager.error is None and not same(eager.value, graph.value):
        left, right = both(eager.value, graph.value)
        return f"eager code returns {left}, the graph {right}"
    return ""


def any_difference(eager: MeasuredCall, graph: MeasuredCall, skip: Collection[str] = ()) -> str:
    """The same, and in the state after the call but for names in ``skip``."""
    apart = difference(eager, graph)
    if apart or eager.error is not None:
        return apart
    for path in sorted(eager.state.keys() & graph.state.keys()):
        left, right = eager.state[path], graph.state[path]
        if skip and set(skip) & set(re.split(r"[.\[\]']+", path)):
            continue
        if not same(left, right):
            return f"{path} is {brief(left)} eagerly and {brief(right)} with the graph"
    return ""
