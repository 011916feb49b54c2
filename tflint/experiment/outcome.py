"""What an experiment came to: one side as its child process reported it, and the verdict."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tflint.experiment.settings import ConfirmSettings
from tflint.runtime.protocol import (
    STANDS_FOR,
    Answer,
    Failure,
    Flagged,
    MeasuredCall,
    Mutated,
    Pass,
)

STAGES = {
    "start": "starting",
    "loading": "loading the module",
    "program": "running the code that leads to the call",
    "inputs": "looking for inputs",
    "calls": "calling the function",
    "mutations": "calling the function with changed inputs",
    "timing": "timing the function",
}


MISSING = ("ImportError", "ModuleNotFoundError")
_MISSING_WITHIN = re.compile(r"(ModuleNotFoundError): (No module named '[\w.]+')")
_MOST_SAID = 200
"""Characters of an exception's message."""
_FATAL = {"SystemExit", "MemoryError", "KeyboardInterrupt", "GeneratorExit"}


@dataclass
class Outcome:
    """A verdict and what it rests on."""

    verdict: str
    reason: str
    inputs: dict[str, Any] = field(default_factory=dict)
    eager: list[dict[str, Any]] = field(default_factory=list)
    graph: list[dict[str, Any]] = field(default_factory=list)
    cost: dict[str, Any] = field(default_factory=dict)
    detail: dict[str, Any] = field(default_factory=dict)
    got: int = 0
    final: bool = False
    """Whether another way into the same function would only meet the same end."""
    exhausted: bool = False
    """Whether the program took all the time, and did not come to the call."""
    reached: bool = False
    """Whether the program's own calls come to the line on both sides: no other mode tells more."""
    failed: bool = False
    """Whether the graph fails in calls of the program's own that work eagerly."""
    sides: tuple[Side, Side] | None = None
    """What ran eagerly and as a graph, where both did."""
    way: tuple[str, bool] = ("", False)
    """The name of the route, and whether a helper was run by itself."""

    @property
    def rank(self) -> tuple[int, int]:
        """Which of several attempts tells most: a settled one, then the one that got furthest."""
        return (self.verdict != "inconclusive", self.got)

    def evidence(self) -> dict[str, Any]:
        """As it goes into the report."""
        return {
            "reason": self.reason,
            "inputs": self.inputs,
            "eager": self.eager,
            "graph": self.graph,
            "cost": self.cost,
            **self.detail,
        }


class Side:
    """What one child process reported."""

    def __init__(
        self, answer: Answer, how: str, settings: ConfirmSettings, first: Side | None = None
    ) -> None:
        self.end = answer.end
        self.result = answer.result
        self.how = how
        self._settings = settings
        if first is not None:
            self.result.inputs = self.result.inputs or first.result.inputs

    @property
    def calls(self) -> list[MeasuredCall]:
        """What each measured call came to."""
        return self.result.calls

    @property
    def passes(self) -> list[Pass]:
        """What each pass of a line of eager code came to."""
        return self.result.line.passes if self.result.line is not None else []

    @property
    def stood_for(self) -> list[str]:
        """The packages that are not installed, and for which something stood."""
        told = [one for one in self.result.lacking if one.startswith(STANDS_FOR)]
        return told[0].removeprefix(STANDS_FOR).split(", ") if told else []

    @property
    def nodes(self) -> int:
        """The size of the largest graph."""
        return max(self.result.nodes.values(), default=0)

    @property
    def stage(self) -> str:
        """Where the experiment was when it was last heard of."""
        return self.result.stage

    @property
    def hits(self) -> int:
        """How often the flagged line was reached in measured calls."""
        return sum(call.hits for call in self.calls)

    @cached_property
    def problem(self) -> str:
        """Why this side has nothing to say; empty if it does."""
        doing = STAGES.get(self.stage, self.stage)
        if self.end.stopped == "time":
            problem = f"timed out after {self._settings.timeout:g} s while {doing} ({self.how})"
        elif self.end.stopped == "memory":
            problem = (
                f"used more than {self._settings.memory / 2**30:.3g} GB while {doing} ({self.how})"
            )
        elif self.end.stopped == "processes":
            problem = f"started too many processes while {doing} ({self.how})"
        elif self.end.stopped == "disk" or self.end.signal == "SIGXFSZ":
            problem = f"wrote without end while {doing} ({self.how})"
        elif self.end.signal:
            problem = f"the process died of {self.end.signal} while {doing} ({self.how})"
        elif self.stage != "done":
            error = self.result.error
            said = (
                error.message.strip().splitlines()[-1] if error and self.stage == "worker" else ""
            )
            problem = f"the process ended by itself while {doing} ({self.how})" + (
                f": {said}" if said else ""
            )
        elif self.result.oversized:
            problem = f"what came of it is too large to compare ({self.how})"
        else:
            problem = ""
        # What was found before the end counts, if the calls themselves were over.
        if problem and self.stage in ("timing", "mutations") and self.calls:
            problem = ""
        fatal = [
            call.error.type for call in self.calls if call.error is not None and _fatal(call.error)
        ]
        if fatal and not problem:
            problem = f"the function raised {fatal[0]} ({self.how})"
        if not problem and not self.calls:
            problem = self._no_calls()
        return problem

    def _no_calls(self) -> str:
        error = self.result.error
        if error is not None and not self.result.trials:
            if error.type in MISSING:
                return not_imported(error)
            return f"the code that leads to the call raised {error.type}: {error.message}"
        if self.result.no_inputs is not None:
            return without_inputs(self.result.no_inputs)
        if self.result.line is not None or self.result.growth is not None:
            return "the line was not reached with these inputs"
        return "the function was never called"

    @property
    def usable(self) -> bool:
        """Whether there is something to compare."""
        return not self.problem

    def survived(self) -> list[Mutated]:
        """Changed inputs with which the function got through."""
        return [item for item in self.mutations if item.error is None and item.hits][:24]

    def reached(self) -> list[Mutated]:
        """Changed inputs with which the flagged line is reached, however the call ends."""
        return [item for item in self.mutations if item.hits][:24]

    def failures_at(self, flagged: Flagged) -> list[Mutated]:
        """Changed inputs on which the flagged line raised."""
        return [item for item in self.mutations if item.error and through(item.error, flagged)]

    @property
    def mutations(self) -> list[Mutated]:
        """Calls with changed inputs."""
        return self.result.mutations or []


def _fatal(error: Failure) -> bool:
    return error.type in _FATAL or bool(_FATAL & set(error.bases))


def raised(error: Failure) -> str:
    """The type of an exception and what it says."""
    return f"{error.type}: {shortened(error.message)}"


def shortened(message: str) -> str:
    """A message as far as a reader wants it: its first sentences, or its first characters."""
    if len(message) <= _MOST_SAID:
        return message
    kept = message[:_MOST_SAID].rstrip()
    end = kept.rfind(". ") + 1
    return f"{kept[:end]} …" if end else f"{kept}…"


def not_imported(error: Failure) -> str:
    """What to say of an import that failed, with what helps where a package is not installed."""
    said = f"could not import: {shortened(error.message)}"
    if error.type == "ModuleNotFoundError":
        said += " (`--python` names an interpreter that has it)"
    return said


def without_inputs(why: Failure) -> str:
    """Why no arguments were found."""
    within = _MISSING_WITHIN.search(why.message)
    if within is not None:  # AutoGraph raises what it meets as something else
        return not_imported(Failure(within[1], within[2]))
    return not_imported(why) if why.type in MISSING else why.message


def through(error: Failure, flagged: Flagged) -> bool:
    """Whether an exception came through some lines."""
    return any(flagged.holds(path, line) for path, line in error.frames)
