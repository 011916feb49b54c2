"""What an experiment came to: one side as its child process reported it, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tflint.experiment.settings import ConfirmSettings

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
        self, answer: dict[str, Any], how: str, settings: ConfirmSettings, first: Side | None = None
    ) -> None:
        self.end: dict[str, Any] = answer["end"]
        self.result: dict[str, Any] = answer.get("result") or {}
        self.stderr: str = answer.get("stderr", "")
        self.how = how
        self._settings = settings
        self.calls: list[dict[str, Any]] = self.result.get("calls") or []
        self.timing: dict[str, Any] | None = self.result.get("timing")
        self.recipes: dict[str, Any] = self.result.get("recipes") or {}
        self.trials: int = self.result.get("trials", 0)
        self.nodes: int = max((self.result.get("nodes") or {"": 0}).values(), default=0)
        if first is not None and not self.result.get("inputs"):
            self.result["inputs"] = first.result.get("inputs", {})

    @property
    def passes(self) -> list[dict[str, Any]]:
        """What each pass of a line of eager code came to."""
        return self.result.get("passes") or []

    @property
    def stage(self) -> str:
        """Where the experiment was when it was last heard of."""
        return str(self.result.get("stage", "start"))

    @property
    def hits(self) -> int:
        """How often the flagged line was reached in measured calls."""
        return sum(call["hits"] for call in self.calls)

    @cached_property
    def problem(self) -> str:
        """Why this side has nothing to say; empty if it does."""
        doing = STAGES.get(self.stage, self.stage)
        if self.end.get("stopped") == "time":
            problem = f"timed out after {self._settings.timeout:g} s while {doing} ({self.how})"
        elif self.end.get("stopped") == "memory":
            problem = (
                f"used more than {self._settings.memory / 2**30:.3g} GB while {doing} ({self.how})"
            )
        elif self.end.get("stopped") == "processes":
            problem = f"started too many processes while {doing} ({self.how})"
        elif self.end.get("signal") == "SIGXFSZ":
            problem = f"wrote without end while {doing} ({self.how})"
        elif self.end.get("signal"):
            problem = f"the process died of {self.end['signal']} while {doing} ({self.how})"
        elif self.stage != "done":
            error = self.result.get("error")
            said = (
                error["message"].strip().splitlines()[-1]
                if error and self.stage == "worker"
                else ""
            )
            problem = f"the process ended by itself while {doing} ({self.how})" + (
                f": {said}" if said else ""
            )
        else:
            problem = ""
        # What was found before the end counts, if the calls themselves were over.
        if problem and self.stage in ("timing", "mutations") and self.calls:
            problem = ""
        fatal = [
            call["error"]["type"]
            for call in self.calls
            if "error" in call and _fatal(call["error"])
        ]
        if fatal and not problem:
            problem = f"the function raised {fatal[0]} ({self.how})"
        if not problem and not self.calls:
            problem = self._no_calls()
        return problem

    def _no_calls(self) -> str:
        error = self.result.get("error")
        if error is not None and not self.trials:
            if error["type"] in MISSING:
                return not_imported(error)
            return f"the code that leads to the call raised {error['type']}: {error['message']}"
        if "inputs_error" in self.result:
            return str(self.result["inputs_error"])
        if "passes" in self.result:
            return "the line was not reached with these inputs"
        return "the function was never called"

    @property
    def usable(self) -> bool:
        """Whether there is something to compare."""
        return not self.problem

    def survived(self) -> list[dict[str, Any]]:
        """Changed inputs with which the function got through."""
        tried = self.result.get("mutations") or []
        return [item for item in tried if "error" not in item and item["hits"]][:24]

    def reached(self) -> list[dict[str, Any]]:
        """Changed inputs with which the flagged line is reached, however the call ends."""
        return [item for item in self.result.get("mutations") or [] if item["hits"]][:24]

    def failures_at(self, flagged: tuple[str, int, int]) -> list[dict[str, Any]]:
        """Changed inputs on which the flagged line raised."""
        tried = self.result.get("mutations") or []
        return [item for item in tried if "error" in item and through(item["error"], flagged)]


def _fatal(error: dict[str, Any]) -> bool:
    return error["type"] in _FATAL or bool(_FATAL & set(error.get("bases", ())))


def not_imported(error: dict[str, Any]) -> str:
    """What to say of an import that failed, with what helps where a package is not installed."""
    said = f"could not import: {error['message'][:200]}"
    if error["type"] == "ModuleNotFoundError":
        said += " (`--python` names an interpreter that has it)"
    return said


def through(error: dict[str, Any], flagged: tuple[str, int, int]) -> bool:
    path, first, last = flagged
    return any(frame[0] == path and first <= frame[1] <= last for frame in error["frames"])
