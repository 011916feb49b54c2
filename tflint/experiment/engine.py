"""From findings to verdicts: try the ways in, run both sides, ask the oracle."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from typing import Any, TypeVar

from tflint.claims import (
    AnyDifference,
    Caught,
    Claim,
    Effects,
    ErrorDropped,
    Frozen,
    Gradient,
    HandlerSkipped,
    Output,
    Raises,
    Rebound,
    Retraces,
    State,
    Unseeded,
)
from tflint.experiment import cost, given
from tflint.experiment.changes import changed_values
from tflint.experiment.guards import Wishes, wishes
from tflint.experiment.literals import literal_arguments, literal_values, named_sizes
from tflint.experiment.oracles import judge
from tflint.experiment.oracles.case import Case, Run
from tflint.experiment.oracles.registry import oracles_for, run_for
from tflint.experiment.oracles.report import unusable
from tflint.experiment.oracles.state import changed_names, changed_paths, changed_roots
from tflint.experiment.outcome import Outcome, Side
from tflint.experiment.pool import Pool, Worker, WorkerError
from tflint.experiment.routes import Route, Routes
from tflint.experiment.settings import ConfirmSettings
from tflint.experiment.source import folder_to_import_from, read
from tflint.experiment.subjects import framework_of, reference
from tflint.finding import EntryKind, Finding, FunctionRef, Subject

_CRASHES = 4
_EQUAL_CALLS = 12
"""As many as make it unlikely that a draw between two ways takes the same one every time."""
_MUTATED = (ErrorDropped, Caught, HandlerSkipped)
_OF_THE_LINE = (Output, State)
C = TypeVar("C", bound=Claim)
_UNTESTABLE = (
    "the line is part of a graph here, and what is claimed shows only where eager code runs it"
)
Attempt = tuple[Routes, Route, Subject]
"""A way to reach a finding, and what is run by it: the entry, or a helper by itself."""


def confirm(
    findings: Iterable[Finding],
    settings: ConfirmSettings | None = None,
) -> list[Finding]:
    """Settle each finding by running its function; they come back in order, with their evidence."""
    pending = list(findings)
    settled = dict(settle_each(pending, settings or ConfirmSettings()))
    return [settled[number] for number in range(len(pending))]


def settle_each(
    findings: Sequence[Finding], settings: ConfirmSettings
) -> Iterator[tuple[int, Finding]]:
    """Settle findings; each comes with its position as soon as it has its verdict."""
    with Pool(settings) as pool, ThreadPoolExecutor(max(1, settings.jobs)) as threads:
        engine = Engine(settings, pool)
        positions = {
            threads.submit(engine.settle, finding): number
            for number, finding in enumerate(findings)
        }
        try:
            for future in as_completed(positions):
                yield positions[future], future.result()
        except BaseException:
            for future in positions:
                future.cancel()
            pool.close()
            raise


class Engine:
    """Settles findings one at a time; several threads may share it."""

    def __init__(self, settings: ConfirmSettings, pool: Pool) -> None:
        self._settings = settings
        self._pool = pool

    def settle(self, finding: Finding) -> Finding:
        """One finding with its verdict."""
        if finding.subject is None:
            return finding.with_verdict("inconclusive", {"reason": "nothing here can be run"})
        if finding.path in self._settings.unsaved:
            reason = "standard input is no file to run: save it, and confirm that"
            return finding.with_verdict("inconclusive", {"reason": reason})
        try:
            outcome = self._settle(finding, finding.subject)
        except (WorkerError, OSError) as error:
            outcome = Outcome("inconclusive", str(error))
        except Exception as error:
            # Our own fault: it costs this finding its verdict, and nothing else.
            outcome = our_fault(error)
        return finding.with_verdict(outcome.verdict, outcome.evidence())

    def _settle(self, finding: Finding, subject: Subject) -> Outcome:
        if not any(oracles_for(run_for(subject.kind, subject.claims), subject.claims)):
            return Outcome("inconclusive", _UNTESTABLE)
        best: Outcome | None = None
        tried = 0
        ended: Subject | None = None
        for tried, attempt in enumerate(self._attempts(finding, subject), 1):  # noqa: B007
            if attempt[2] is ended:
                continue
            outcome = self._try(finding, subject, attempt)
            if outcome.verdict == "refuted" and attempt[2] is not subject:
                # The finding is about the entry; by itself the helper can only prove it.
                outcome.verdict = "inconclusive"
                outcome.reason = f"no difference when run by itself: {outcome.reason}"
            if best is None or outcome.rank > best.rank:
                best = outcome
            if outcome.verdict != "inconclusive":
                break
            if outcome.final:
                ended = attempt[2]
        assert best is not None
        best.detail["tried"] = tried
        return best

    def _attempts(self, finding: Finding, subject: Subject) -> Iterable[Attempt]:
        roots = [os.path.abspath(root) for root in self._settings.roots]
        routes = Routes(finding, subject, roots)
        for route in self._routes(routes, subject.entry):
            yield routes, route, subject
        if subject.function != subject.entry:
            # The helper by itself, as a graph of its own.
            alone = replace(subject, kind=EntryKind.CALLBACK, entry=subject.function)
            inside = subject.function.qualname.startswith(f"{subject.entry.qualname}.<locals>.")
            of_the_caller = _has(subject.claims, Gradient)
            whole = subject.kind in (EntryKind.GLUON, EntryKind.EAGER) or inside or of_the_caller
            if not whole:
                routes = Routes(finding, alone, roots)
                if not _changes_argument(routes, alone):
                    for route in self._routes(routes, subject.function):
                        yield routes, route, alone

    def _routes(self, routes: Routes, entry: FunctionRef) -> Iterator[Route]:
        needed = given.defined_in(entry.path, given.recorded(entry))
        return routes.with_given(self._given(entry), needed)

    def _given(self, entry: FunctionRef) -> list[str]:
        """Where inputs for a function are given, best first."""
        names = []
        if given.has_example(given.examples_file(entry.path, self._settings.examples), entry):
            names.append("example")
        if given.recorded(entry):
            names.append("recording")
        return names

    def _wishes(self, finding: Finding) -> Wishes:
        """What the flagged line needs; where that is no more than something, what the project has."""
        roots = [os.fspath(root) for root in self._settings.roots]
        found = wishes(finding)
        for parameters in found.values():
            for name, specs in parameters.items():
                if {"kind": "given"} in specs:
                    usual = [s for s in literal_values(name, roots) if s.get("value", True)]
                    specs[:0] = [spec for spec in usual if spec not in specs]
        return found

    def _literals(self, subject: Subject) -> dict[str, Any]:
        """What the project passes to the functions and classes that a search may call."""
        roots = [os.fspath(root) for root in self._settings.roots]
        found: dict[str, Any] = {}
        for ref in (subject.entry, subject.function):
            parts = ref.qualname.split(".")
            for end in range(1, len(parts) + 1):
                name = ".".join(parts[:end])
                if parts[end - 1].isidentifier() and name not in found:
                    found[name] = literal_arguments(parts[end - 1], roots)
        return {name: calls for name, calls in found.items() if calls}

    def jobs(self, finding: Finding) -> Iterator[dict[str, Any]]:
        """All that the experiments about a finding may be told, whichever of them settles it."""
        if finding.subject is not None:
            for attempt in self._attempts(finding, finding.subject):
                yield self._job(finding, finding.subject, attempt)

    def _job(self, finding: Finding, subject: Subject, attempt: Attempt) -> dict[str, Any]:
        """What the worker is told, whichever side it runs."""
        routes, route, actual = attempt
        claims = actual.claims
        job: dict[str, Any] = {
            "kind": actual.kind.value,
            "calls": self._settings.calls,
            "timeout": self._settings.timeout,
            "memory": self._settings.memory,
            "main": route.main.path,
            "module": route.main.module,
            "as_main": route.as_main,
            "sources": route.sources,
            "sys_path": self._sys_path(route),
            "roots": sorted({str(route.main.package_root), str(routes.entry.package_root)}),
            "entry": reference(actual.entry, routes.entry),
            "function": reference(actual.function, read(actual.function.path)),
            "parameter": _first(claims, Retraces).parameter,
            "flagged": list(routes.flagged),
            "claims": [type(claim).__name__ for claim in claims],
            "logged": _first(claims, Output).logged,
            "tests": list(route.tests),
            "driver": route.driver,
            "search": route.search,
            "helper": actual is not subject,
        }
        if route.name != "recording":
            job["examples"] = given.examples_file(actual.entry.path, self._settings.examples)
        if route.name in ("example", "recording"):
            job["preferred"] = [actual.entry.qualname]
        if route.name != "example" and route.recorded:
            job["recorded"] = given.recorded(actual.entry)
        job["wishes"] = self._wishes(finding)
        if route.search or job["wishes"]:
            job["literals"] = self._literals(actual)
            job["sizes"] = named_sizes(actual.function.path)
        if _has(claims, *_OF_THE_LINE):
            job["past"] = True
        if _has(claims, *_MUTATED):
            job["mutate"] = []
        if _has(claims, State):
            job["changed_paths"] = sorted(changed_paths(routes.statement))
        if _has(claims, Effects):
            job["changed"] = sorted(changed_names(routes.statement) - routes.modules)
        if _has(claims, Frozen, Unseeded):
            # Equal calls: the program's first one, repeated.
            job["in_place"], job["equal"] = 1, True
            job["drawn_by"] = _first(claims, Frozen).drawn
            job["calls"] = max(_EQUAL_CALLS, self._settings.calls)
        if _has(claims, Gradient):
            job["in_place"] = 1  # once asked for a gradient, a tape is spent
        target = _first(claims, Rebound).target
        if target:
            job["rebind"] = {"target": target, "values": changed_values(finding, target)}
        if run_for(actual.kind, claims) is Run.LINE:
            job["ways"] = True
            job["assigned"] = sorted(changed_names(routes.statement))
        return job

    def _try(self, finding: Finding, subject: Subject, attempt: Attempt) -> Outcome:
        routes, route, actual = attempt
        claims = actual.claims
        run = run_for(actual.kind, claims)
        job = self._job(finding, subject, attempt)
        worker = self._pool.worker(framework_of(finding, actual))
        if run is Run.LINE:
            sides = [
                Side(worker.submit({**job, "side": side}).result(), how, self._settings)
                for side, how in (("eager", "eagerly"), ("graph", "with graphs"))
            ]
            return judge(Case(run, claims, routes, route, *sides))
        if run is Run.GROWTH:
            graph = Side(worker.submit({**job, "side": "graph"}).result(), "", self._settings)
            if not graph.usable:
                return unusable(route, graph)
            return judge(Case(run, claims, routes, route, graph, graph))
        eager = Side(self._surviving(worker, {**job, "side": "eager"}), "eagerly", self._settings)
        job["adapted"] = eager.result.get("adapted_tried")
        job["entered"] = eager.result.get("entered")
        if eager.trials:
            # The search may have left its traces; what it found is run again from a clean start.
            again = {**job, "side": "eager", "recipes": eager.recipes}
            eager = Side(worker.submit(again).result(), "eagerly", self._settings, eager)
        if not eager.usable:
            return unusable(route, eager)
        job["recipes"] = eager.recipes
        job["again"] = eager.result.get("again")
        if eager.result.get("from_program"):
            job["in_place"] = eager.result["from_program"]
        if "mutate" in job:
            if _has(claims, Caught):
                chosen = eager.survived()
            elif _has(claims, HandlerSkipped):
                chosen = [] if eager.hits else eager.reached()
            else:
                chosen = eager.failures_at(routes.flagged)
            job["mutate"] = [[m["where"], m["mutation"]] for m in chosen]
            if not job["mutate"]:
                del job["mutate"]
        graph = Side(worker.submit({**job, "side": "graph"}).result(), "as a graph", self._settings)
        if eager.result.get("given") != graph.result.get("given") and graph.usable:
            return Outcome("inconclusive", "the program made other calls when it ran once more")
        case = Case(run, claims, routes, route, eager, graph)
        outcome = judge(case)
        outcome.cost = cost.compare(eager, graph)
        if actual.kind is EntryKind.GLUON and outcome.verdict == "inconclusive":
            return self._go_on(outcome, case, worker, job)
        return outcome

    def _go_on(self, outcome: Outcome, case: Case, worker: Worker, job: dict[str, Any]) -> Outcome:
        """Where another pitfall raises first: the graph again, with a stand-in for what raised."""
        if case.graph_failure is None or not _has(case.claims, Raises):
            return outcome
        answer = worker.submit({**job, "side": "graph", "repair": case.routes.place}).result()
        graph = Side(answer, "as a graph", self._settings)
        # What happens after the line is no proof: the stand-ins have no values.
        claims = (replace(case.expected, later=""),)
        proven = judge(Case(case.run, claims, case.routes, case.route, case.eager, graph))
        if proven.verdict != "confirmed":
            return outcome
        first = case.graph_failure["type"]
        proven.reason = f"with a stand-in for what raises {first} before it, {proven.reason}"
        return proven

    def _surviving(self, worker: Worker, job: dict[str, Any]) -> dict[str, Any]:
        """Run an experiment; inputs that crash the framework are left out of the next try."""
        answer = worker.submit(job).result()
        for _ in range(_CRASHES):
            result = answer.get("result") or {}
            crashed = answer["end"].get("signal") and not answer["end"]["stopped"]
            if not crashed or result.get("stage") not in ("inputs", "mutations"):
                break
            job.setdefault("avoid", []).append(result.get("trying"))
            answer = worker.submit(job).result()
        return answer

    def _sys_path(self, route: Route) -> list[str]:
        own = str(route.main.package_root)
        roots = [str(folder_to_import_from(root)) for root in self._settings.roots]
        # A script finds what lies beside it first; tests may lie in folders named as packages are.
        return list(dict.fromkeys([*roots, own] if route.tests else [own, *roots]))


def our_fault(error: Exception) -> Outcome:
    """What to say of an error of our own; the tests put a failure in its place."""
    said = f"an error in tflint itself, please report it ({type(error).__name__}: {error})"
    return Outcome("inconclusive", said)


def _has(claims: tuple[Claim, ...], *kinds: type[Claim]) -> bool:
    return any(isinstance(claim, kinds) for claim in claims)


def _first(claims: tuple[Claim, ...], kind: type[C]) -> C:
    """The claim of a kind; where there is none, one that says nothing more."""
    return next((claim for claim in claims if isinstance(claim, kind)), kind())


def _changes_argument(routes: Routes, subject: Subject) -> bool:
    """True for a claim about state where a helper changes what it is given.

    Whether that outlives the call, only the callers know: by itself it always does.
    """
    source = read(subject.function.path)
    node = source.find(subject.function) if source is not None else None
    if node is None or not isinstance(subject.claims[0], (State, AnyDifference)):
        return False
    parameters = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
    return bool(parameters & changed_roots(routes.statement))
