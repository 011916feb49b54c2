"""What each claim takes for proof, given both sides of an experiment."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tflint.confirm import instrument
from tflint.confirm.claims import Claim, Probe
from tflint.confirm.compare import brief, same
from tflint.confirm.routes import Route, Routes
from tflint.confirm.settings import ConfirmSettings

_STAGES = {
    "start": "starting",
    "loading": "loading the module",
    "program": "running the code that leads to the call",
    "inputs": "looking for inputs",
    "calls": "calling the function",
    "mutations": "calling the function with changed inputs",
    "timing": "timing the function",
}
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
    """Whether another way in would only meet the same end."""

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
        doing = _STAGES.get(self.stage, self.stage)
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
        if error is not None:
            if error["type"] in ("ImportError", "ModuleNotFoundError"):
                return f"could not import: {error['message']}"
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

    def failures_at(self, flagged: tuple[str, int, int]) -> list[dict[str, Any]]:
        """Changed inputs on which the flagged line raised."""
        tried = self.result.get("mutations") or []
        return [item for item in tried if "error" in item and _through(item["error"], flagged)]


def _fatal(error: dict[str, Any]) -> bool:
    return error["type"] in _FATAL or bool(_FATAL & set(error.get("bases", ())))


def _through(error: dict[str, Any], flagged: tuple[str, int, int]) -> bool:
    path, first, last = flagged
    return any(frame[0] == path and first <= frame[1] <= last for frame in error["frames"])


@dataclass
class Case:
    """Both sides of an experiment, and what the finding points at."""

    probe: Probe
    routes: Routes
    route: Route
    eager: Side
    graph: Side

    @cached_property
    def pairs(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Calls that both sides made."""
        return list(zip(self.eager.calls, self.graph.calls, strict=False))

    def traced(self, call: dict[str, Any]) -> bool:
        """Whether a call of the graph side ran the Python body."""
        return any(call["traces"].values())

    @cached_property
    def graph_failure(self) -> dict[str, Any] | None:
        """The exception with which the graph failed at the first call that works eagerly."""
        for eager, graph in self.pairs:
            if "error" in graph and "error" not in eager:
                return dict(graph["error"])
        return None

    @cached_property
    def eager_failure(self) -> dict[str, Any] | None:
        """The exception of an eager side that never got through."""
        if self.eager.calls and all("error" in call for call in self.eager.calls):
            return dict(self.eager.calls[0]["error"])
        return None


Verdict = tuple[str, str]


def judge(probe: Probe, routes: Routes, route: Route, eager: Side, graph: Side) -> Outcome:
    """The verdict on one finding after one way in."""
    if not graph.usable:
        outcome = unusable(route, graph, routes)
        outcome.eager = [_shown(call) for call in eager.calls]
        outcome.inputs = _inputs(route, eager)
        return outcome
    case = Case(probe, routes, route, eager, graph)
    verdicts = [_ORACLES[claim](case) for claim in probe.claims]
    wanted = ""
    for wanted in ("confirmed", "inconclusive", "refuted"):
        chosen = [reason for verdict, reason in verdicts if verdict == wanted]
        if chosen:
            break
    outcome = Outcome(wanted, chosen[0])
    outcome.inputs = _inputs(route, eager)
    outcome.eager = [_shown(call) for call in eager.calls]
    outcome.graph = [_shown(call) for call in graph.calls]
    outcome.got = 10 + len(graph.calls) + eager.hits
    for key in ("functions", "slower"):
        if graph.result.get(key):
            outcome.detail[key] = graph.result[key]
    return outcome


def unusable(route: Route, side: Side, routes: Routes) -> Outcome:
    """No verdict, and the one reason why."""
    outcome = Outcome("inconclusive", side.problem)
    outcome.inputs = _inputs(route, side)
    outcome.final = side.stage == "calls" or bool(side.result.get("example_failed"))
    outcome.got = list(_STAGES).index(side.stage) if side.stage in _STAGES else 8
    return outcome


def _inputs(route: Route, side: Side) -> dict[str, Any]:
    if side.result.get("from_program"):
        return {
            "from": route.name,
            "description": f"{side.result['from_program']} calls by the program",
        }
    return dict(side.result.get("inputs") or {"from": route.name, "description": ""})


def _shown(call: dict[str, Any]) -> dict[str, Any]:
    """One call, as the report has it."""
    shown: dict[str, Any] = {
        "ms": call["ms"],
        "hits": call["hits"],
        "traces": sum(call["traces"].values()),
    }
    for stream in ("stdout", "stderr"):
        if call[stream]["count"]:
            shown[stream] = {"count": call[stream]["count"], "lines": call[stream]["lines"][:5]}
    if "error" in call:
        shown["error"] = {key: call["error"][key] for key in ("type", "message")}
        shown["error"]["phase"] = "trace" if shown["traces"] else "run"
    else:
        shown["value"] = call["value"]
    if "note" in call:
        shown["note"] = call["note"]
    return shown


def _unreached(case: Case) -> Verdict | None:
    if case.routes.statement is not None and not case.eager.hits:
        if case.eager_failure is not None:
            return "inconclusive", _raised_eagerly(case.eager_failure)
        return "inconclusive", "the line was not reached with these inputs"
    return None


def _raised_eagerly(error: dict[str, Any]) -> str:
    return f"the function raises eagerly already: {error['type']}: {error['message'][:200]}"


def _blocked(case: Case) -> Verdict | None:
    """A claim about behaviour needs both sides to work."""
    unreached = _unreached(case)
    if unreached is not None:
        return unreached
    failures = [call["error"] for call in case.eager.calls if "error" in call]
    if failures and len(case.eager.calls) - len(failures) < 2:
        return "inconclusive", _raised_eagerly(failures[0])
    failure = case.graph_failure
    if failure is not None and all("error" in graph for _, graph in case.pairs):
        return (
            "inconclusive",
            f"the graph fails before that: {failure['type']}: {failure['message'][:200]}",
        )
    return None


def _output(case: Case) -> Verdict:
    blocked = _blocked(case)
    if blocked is not None:
        return blocked
    closed = isinstance(case.routes.statement, instrument.CLOSED) and not case.routes.in_lambda
    eager = [_written(call) for call, _ in case.pairs]
    graph = [_written(call) for _, call in case.pairs]
    told = (
        f"lines written per call: eagerly {_series([len(lines) for lines in eager])}; "
        f"as a graph {_series([len(lines) for lines in graph])}"
    )
    for (call, other), wrote_eagerly, wrote in zip(case.pairs, eager, graph, strict=True):
        # What the line itself wrote must be missing: an operation may write it as the graph runs.
        missing = Counter(call["line_output"] if closed else wrote_eagerly) - Counter(wrote)
        if missing and len(wrote) < len(wrote_eagerly) and not case.traced(other):
            return "confirmed", told
    if closed and not any(call["line_output"] for call in case.eager.calls):
        return "refuted", "the line writes nothing, eagerly or as a graph"
    return "refuted", told


def _written(call: dict[str, Any]) -> list[str]:
    return [*call["stdout"]["lines"], *call["stderr"]["lines"]]


def _state(case: Case) -> Verdict:
    blocked = _blocked(case)
    if blocked is not None:
        return blocked
    names = changed_names(case.routes.statement)
    seen = {path for call in case.eager.calls + case.graph.calls for path in call["state"]}
    pointed = {path for path in seen if names & set(re.split(r"[.\[\]']+", path))}
    differences: list[str] = []
    for eager, graph in reversed(case.pairs):
        for path in sorted(pointed or seen):
            left, right = eager["state"].get(path), graph["state"].get(path)
            if path not in eager["state"] and path not in graph["state"]:
                continue
            missing = path not in eager["state"] or path not in graph["state"]
            if not missing and same(left, right):
                continue
            if not pointed and not missing and _is_array(left) and _is_array(right):
                continue
            shown_left = "missing" if path not in eager["state"] else brief(left)
            shown_right = "missing" if path not in graph["state"] else brief(right)
            differences.append(f"{path}: eagerly {shown_left}, as a graph {shown_right}")
        if differences:
            break
    if differences:
        return "confirmed", f"after {len(case.pairs)} calls " + "; ".join(_telling(differences)[:2])
    if names and not pointed:
        return "inconclusive", f"could not see what the line changes ({', '.join(sorted(names))})"
    return "refuted", f"the same state on both sides after each of {len(case.pairs)} calls"


def _telling(differences: list[str]) -> list[str]:
    return sorted(
        differences, key=lambda text: ("missing" in text, "symbolic" not in text, len(text))
    )


def _is_array(value: Any) -> bool:
    return isinstance(value, dict) and "values" in value


def changed_names(statement: ast.stmt | None) -> set[str]:
    """The names and attributes that a statement changes."""
    if statement is None:
        return set()
    targets: list[ast.AST] = []
    if isinstance(statement, ast.Assign):
        targets += statement.targets
    elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
        targets.append(statement.target)
    elif isinstance(statement, ast.Delete):
        targets += statement.targets
    value = getattr(statement, "value", None)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and not targets:
        targets.append(value.func.value)
    names: set[str] = set()
    for target in targets:
        while isinstance(target, (ast.Subscript, ast.Starred)):
            target = target.value
        for inner in [target] if not isinstance(target, (ast.Tuple, ast.List)) else target.elts:
            if isinstance(inner, ast.Attribute):
                names.add(inner.attr)
            elif isinstance(inner, ast.Name):
                names.add(inner.id)
    return names


def _raises(case: Case) -> Verdict:
    unreached = _unreached(case)
    if unreached is not None:
        return unreached
    failure = case.graph_failure
    if failure is None:
        if case.eager_failure is not None:
            return "inconclusive", _raised_eagerly(case.eager_failure)
        return "refuted", f"{len(case.pairs)} calls went through on both sides"
    said = f"{failure['type']}: {failure['message'][:300]}"
    expected = case.probe.message
    if expected and re.search(expected, failure["message"]):
        return "confirmed", f"works eagerly; the graph raises {said}"
    if not expected and _through(failure, case.routes.flagged):
        return "confirmed", f"works eagerly; the graph raises {said}"
    return "inconclusive", f"the graph raises something else first: {said}"


def _error_dropped(case: Case) -> Verdict:
    flagged = case.routes.flagged
    for eager, graph in case.pairs:
        if "error" in eager and _through(eager["error"], flagged) and "error" not in graph:
            return "confirmed", _dropped(eager["error"], "")
    unreached = _unreached(case)
    failing = case.eager.failures_at(flagged)
    answers = {
        (item["where"], item["mutation"]): item for item in case.graph.result.get("mutations") or []
    }
    both = 0
    for item in failing:
        answer = answers.get((item["where"], item["mutation"]))
        if answer is None:
            continue
        if "error" not in answer:
            which = "the inputs" if item["where"] == "all" else f"input {int(item['where']) + 1}"
            return "confirmed", _dropped(item["error"], f" with {which} made {item['mutation']}")
        both += 1
    if both:
        return "refuted", f"the graph raises too, on each of {both} inputs on which the line fails"
    if unreached is not None:
        return unreached
    return "inconclusive", "found no inputs on which the line fails"


def _dropped(error: dict[str, Any], inputs: str) -> str:
    raised = f"{error['type']}{inputs} ({error['message'][:160]})"
    return f"eagerly the line raises {raised}; the graph says nothing"


def _frozen(case: Case) -> Verdict:
    blocked = _blocked(case)
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


def _anything(case: Case) -> Verdict:
    unreached = _unreached(case)
    if unreached is not None:
        return unreached
    for number, (eager, graph) in enumerate(case.pairs, 1):
        if ("error" in eager) != ("error" in graph):
            side, error = ("eagerly", eager) if "error" in eager else ("as a graph", graph)
            said = f"{error['error']['type']}: {error['error']['message'][:200]}"
            return "confirmed", f"call {number} raises only {side}: {said}"
        if "error" not in eager and not same(eager["value"], graph["value"]):
            left, right = brief(eager["value"]), brief(graph["value"])
            return "confirmed", f"call {number} returns {left} eagerly and {right} as a graph"
    if case.eager_failure is not None:
        return "inconclusive", _raised_eagerly(case.eager_failure)
    for oracle in (_output, _state):
        verdict, reason = oracle(case)
        if verdict == "confirmed":
            return verdict, reason
    return "refuted", f"no difference in {len(case.pairs)} calls"


def _rebound(case: Case) -> Verdict:
    unreached = _unreached(case)
    if unreached is not None:
        return unreached
    # The program's own calls, with the changes that it makes between them.
    own = case.pairs[: case.eager.result.get("from_program", 0)]
    for number, (left, right) in enumerate(own[1:], 2):
        if "error" not in left and not _apart(*own[0], state=False):
            apart = _apart(left, right, state=False)
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
        if not pairs or "error" in lefts[0] or _apart(lefts[0], rights[0], skip):
            continue
        for value, left, right in pairs[1:]:
            apart = _apart(left, right, skip)
            if apart:
                return "confirmed", f"with `{target}` changed to {brief(value)}, {apart}"
            follows = follows or bool(_apart(lefts[0], left, skip))
    if follows:
        return "refuted", f"the graph follows each change of `{target}`"
    return "inconclusive", f"changing `{target}` made no difference on these inputs"


def _anything_returned(case: Case) -> Verdict:
    if case.eager_failure is not None:
        return "inconclusive", _raised_eagerly(case.eager_failure)
    for number, (left, right) in enumerate(case.pairs, 1):
        apart = _apart(left, right, state=False)
        if apart and "error" not in left:
            return "confirmed", f"at call {number} {apart}"
    return "refuted", f"{len(case.pairs)} calls return the same"


def _apart(
    eager: dict[str, Any], graph: dict[str, Any], skip: Collection[str] = (), state: bool = True
) -> str:
    """How one call differs between the two sides in result, output or state; empty if not."""
    if ("error" in eager) != ("error" in graph):
        side, error = ("eager code", eager) if "error" in eager else ("the graph", graph)
        said = f"{error['error']['type']}: {error['error']['message'][:160]}"
        return f"only {side} raises {said}"
    if "error" in eager:
        return ""
    if not same(eager["value"], graph["value"]):
        left, right = brief(eager["value"]), brief(graph["value"])
        return f"eager code returns {left}, the graph {right}"
    if not state:
        return ""
    for path in sorted(eager["state"].keys() & graph["state"].keys()):
        left, right = eager["state"][path], graph["state"][path]
        if skip and set(skip) & set(re.split(r"[.\[\]']+", path)):
            continue
        if not same(left, right):
            return f"{path} is {brief(left)} eagerly and {brief(right)} with the graph"
    return ""


def _retraces(case: Case) -> Verdict:
    result = case.graph.result
    functions: list[dict[str, Any]] = result.get("functions") or []
    passes = result.get("passes", 0)
    if not passes:
        return "inconclusive", "the line was not reached"
    called = [function for function in functions if function.get("calls")]
    if not called:
        made = [function for function in functions if sum(function["created"])]
        if not made:
            return "inconclusive", "no tf.function was called"
        return "inconclusive", "the tf.function was made but never called"
    refuted = []
    for function in sorted(called, key=lambda function: -int(function["traces"])):
        created, calls = function["created"], function["calls"]
        line = function["site"].rpartition(":")[2]
        told = (
            f"the tf.function of line {line} was traced {function['traces']} times in {calls} calls"
        )
        if sum(created[1:]) >= 2 and function["traces"] >= 3:
            told += f"; {sum(created)} were made in {passes} passes"
            return "confirmed", told + _times(function, "reused_ms", "a function that is kept")
        traces = function.get("own_traces", function["traces"])
        told = f"{calls} calls from this line trace the tf.function of line {line} {traces} times"
        with_tensors = function.get("tensor_traces", 1)
        if "tensor_traces" in function:
            told += f", {with_tensors} with tensors"
        if traces > with_tensors and (traces >= 3 or traces == calls > 1):
            return "confirmed", told + _times(function, "tensor_ms", "a tensor")
        if function.get("other_calls") and function.get("new_traces") and with_tensors < 2:
            return "confirmed", (
                f"after {function['other_calls']} calls from elsewhere this line traces the "
                f"tf.function of line {line} again; with tensors all share one trace"
            )
        refuted.append((calls + function.get("other_calls", 0), told))
    if max(calls for calls, _ in refuted) < 2:
        return "inconclusive", f"{refuted[0][1]}, which tells nothing about retracing"
    return "refuted", refuted[0][1]


def judge_line(probe: Probe, routes: Routes, route: Route, eager: Side, graph: Side) -> Outcome:
    """The verdict on a line of eager code, run with graphs and without."""
    for side in (eager, graph):
        if side.problem and side.stage not in ("done", "program", "calls", "inputs"):
            return unusable(route, side, routes)
    claim = probe.claims[0]
    if claim is Claim.LEFT_ON:
        verdict, reason = _left_on(graph)
    elif claim is Claim.DEPRECATED:
        verdict, reason = _deprecated(graph)
    else:
        verdict, reason = _ways(eager, graph)
    outcome = Outcome(verdict, reason)
    outcome.inputs = _inputs(route, graph)
    outcome.eager = list(eager.result.get("passes") or [])[:5]
    outcome.graph = list(graph.result.get("passes") or [])[:5]
    outcome.got = 10 + len(outcome.graph)
    return outcome


def _ways(eager: Side, graph: Side) -> Verdict:
    passes: tuple[list[dict[str, Any]], ...] = tuple(
        side.result.get("passes") or [] for side in (eager, graph)
    )
    for number, (left, right) in enumerate(zip(*passes, strict=False), 1):
        for mine, other in zip(left["calls"], right["calls"], strict=False):
            apart = _apart({"state": {}, **mine}, {"state": {}, **other})
            if apart and "error" not in mine:
                return "confirmed", f"at pass {number} of the line {apart}"
        for name in left["bound"].keys() & right["bound"].keys():
            if not same(left["bound"][name], right["bound"][name]):
                told = brief(left["bound"][name]), brief(right["bound"][name])
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
    return "refuted", f"{min(map(len, passes))} passes of the line are the same both ways"


def _left_on(graph: Side) -> Verdict:
    if not graph.result.get("passes"):
        return "inconclusive", "the line was not reached"
    modes = graph.result.get("modes")
    if modes:
        return "confirmed", "still on when the program ends: " + ", ".join(modes)
    return "refuted", "graphs are on when the program ends"


def _deprecated(graph: Side) -> Verdict:
    told = graph.result.get("deprecated") or []
    if told:
        return "confirmed", f"TensorFlow says: {told[0]}"
    if not graph.result.get("passes"):
        return "inconclusive", "the line was not reached"
    return "refuted", "TensorFlow does not warn"


def _recompiles(case: Case) -> Verdict:
    functions = [f for f in case.graph.result.get("functions") or [] if f.get("first_and_again")]
    if not functions:
        return "inconclusive", "the line was not reached"
    pairs = max((f["first_and_again"] for f in functions), key=len)
    # The first call traces, whatever its shape.
    slow = [first / again for first, again in pairs[1:] if first > 5 * again and first > 3.0]
    traces = max(int(f.get("own_traces", 0)) for f in functions)
    if len(pairs) > 2 and len(slow) >= 2 and traces < len(slow) + 1:
        ratio = sorted(slow)[len(slow) // 2]
        return "confirmed", (
            f"{len(slow)} of {len(pairs)} calls compile again, with {traces} traces: each takes "
            f"{ratio:.3g} times a call with a shape that was seen before"
        )
    return "refuted", f"{len(slow)} of {len(pairs)} calls take longer than the same call again"


def _copies(case: Case) -> Verdict:
    blocked = _blocked(case)
    if blocked is not None:
        return blocked
    added: int = case.graph.result.get("added_nodes", 0)
    told = f"the graph grows by {added} nodes from this line on"
    return ("confirmed" if added >= 100 else "refuted"), told


def _caught(case: Case) -> Verdict:
    for eager, graph in case.pairs:
        if "error" not in eager and eager["hits"] and "error" in graph:
            return "confirmed", f"eager code handles what the graph raises: {_said(graph)}"
    answers = {
        (item["where"], item["mutation"]): item for item in case.graph.result.get("mutations") or []
    }
    survived = case.eager.survived()
    for item in survived:
        answer = answers.get((item["where"], item["mutation"]))
        if answer is not None and "error" in answer:
            which = "the inputs" if item["where"] == "all" else f"input {int(item['where']) + 1}"
            return "confirmed", (
                f"with {which} made {item['mutation']} eager code handles what the graph raises: "
                + _said(answer)
            )
    unreached = _unreached(case)
    if unreached is not None:
        return unreached
    return "refuted", f"the graph gets through {len(survived)} changed inputs as eager code does"


def _said(call: dict[str, Any]) -> str:
    return f"{call['error']['type']}: {call['error']['message'][:160]}"


def _unseeded(case: Case) -> Verdict:
    blocked = _blocked(case)
    if blocked is not None:
        return blocked
    eager = [call.get("value") for call in case.eager.calls if "error" not in call]
    graph = [call.get("value") for call in case.graph.calls if "error" not in call]
    if all(value == eager[0] for value in eager) and any(value != graph[0] for value in graph):
        shown = ", ".join(brief(value) for value in graph[:3])
        return "confirmed", f"equal calls give {brief(eager[0])} eagerly and {shown} as a graph"
    return "refuted", "both ways vary alike"


def _times(function: dict[str, Any], key: str, what: str) -> str:
    if function.get(key) and function.get("retrace_ms"):
        ratio = function["retrace_ms"] / function[key]
        return f"; each costs {ratio:.3g} times a call with {what}"
    return ""


def _slower(case: Case) -> Verdict:
    found = case.graph.result.get("slower")
    if not found:
        return "inconclusive", "fit, evaluate or predict was never called"
    if not found["others"]:
        return "inconclusive", f"nothing to compare with: {found.get('error', 'no other way ran')}"
    best = min(found["others"], key=lambda way: float(found["others"][way]))
    ratio = found["ms"] / found["others"][best]
    told = f"{found['method']} costs {ratio:.3g} times {best} for the same batch"
    return ("confirmed" if ratio >= 2 else "refuted"), told


def _series(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


_ORACLES: dict[Claim, Callable[[Case], Verdict]] = {
    Claim.OUTPUT: _output,
    Claim.STATE: _state,
    Claim.ERROR_DROPPED: _error_dropped,
    Claim.RAISES: _raises,
    Claim.RETRACES: _retraces,
    Claim.FROZEN: _frozen,
    Claim.REBOUND: _rebound,
    Claim.RECOMPILES: _recompiles,
    Claim.COPIES: _copies,
    Claim.CAUGHT: _caught,
    Claim.UNSEEDED: _unseeded,
    Claim.SLOWER: _slower,
    Claim.ANY: _anything,
}
