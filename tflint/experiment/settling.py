"""From findings to verdicts: try the ways in, run both sides, ask the oracle."""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from threading import local
from types import MappingProxyType
from typing import TypeGuard, TypeVar

from tflint.api.releases import LEGACY_KERAS
from tflint.claims import (
    AnyDifference,
    Caught,
    Claim,
    Deprecated,
    Differs,
    Effects,
    ErrorDropped,
    Fresh,
    Frozen,
    Gradient,
    HandlerSkipped,
    LineDiffers,
    Output,
    Outside,
    Raises,
    Rebound,
    Recompiles,
    Retraces,
    Returns,
    Slower,
    State,
    SymbolsWritten,
    Ungraphed,
    Unseeded,
)
from tflint.experiment import example_inputs, ratios
from tflint.experiment.chosen_options import chosen_options
from tflint.experiment.command_options import option_defaults
from tflint.experiment.data_files import folders_of, named_files
from tflint.experiment.dependencies import Dependencies
from tflint.experiment.generations import (
    is_half_made,
    is_refused_by_keras_3,
    is_written_for_keras_2,
    is_written_for_keras_3,
    of_keras_3,
    what_to_do,
)
from tflint.experiment.literals import literal_arguments, literal_values, named_sizes
from tflint.experiment.named_changes import assigned_values
from tflint.experiment.oracles import judge
from tflint.experiment.oracles.case import Case, Run
from tflint.experiment.oracles.lines import line_differs
from tflint.experiment.oracles.registry import oracles_for, run_for
from tflint.experiment.oracles.shown_outcome import unusable
from tflint.experiment.oracles.state import changed_names, changed_paths, changed_roots
from tflint.experiment.outcome import Outcome, Side
from tflint.experiment.parsed_file import folder_to_import_from, read
from tflint.experiment.pool import Pool, Starting, Worker, WorkerError
from tflint.experiment.requirements import Requirements, requirements
from tflint.experiment.routes import Route, Routes
from tflint.experiment.settings import ConfirmSettings
from tflint.experiment.subjects import framework_of, site_of
from tflint.files.layout import INSTALLED
from tflint.finding import EntryKind, Finding, FunctionRef, Subject
from tflint.runtime.protocol import (
    Answer,
    Job,
    Reads,
    Rebind,
    SideResult,
    Spec,
    Watch,
    Where,
    joined,
)

_KERAS_3 = 3
_DOES_NOT_MAKE = "does not make the object whose code it is"
_CRASHES = 4
_OF_OTHER_PROGRAMS = 0.4
"""The share of the time for programs and tests that call the entry by themselves, or never do."""
_SLOW_IMPORTS = {
    "matplotlib": "matplotlib.pyplot",
    "pandas": "pandas",
    "scipy": "scipy.stats",
    "sklearn": "sklearn.base",
}
"""Packages that take long to import and start no threads, which would not outlive a fork."""
_ROUNDS = 2
"""How often a program is run again with data made up for what it has looked for."""
_WIDER = 4
"""How often with more columns in tables that were made up."""
_EQUAL_CALLS = 12
"""As many as make it unlikely that a draw between two ways takes the same one every time."""
_MUTATED = (ErrorDropped, Caught, HandlerSkipped)
_OF_THE_LINE = (Output, State)
_ANYTHING = (AnyDifference, Differs)
_OTHER_SIGNS: list[tuple[Where, str]] = [("all", "opposite"), ("all", "mixed")]
"""Changed inputs for claims about results: on numbers of one sign, different things may be equal."""
_AXES, _LARGEST = 3, 4096
_OF_OTHER_SIZE: list[tuple[Where, str]] = [("all", "longer"), ("all", "shorter")]
"""Changed inputs for claims about sizes; with those that the line compares with, along these axes."""
C = TypeVar("C", bound=Claim)
_UNTESTABLE = (
    "the line is part of a graph here, and what is claimed shows only where eager code runs it"
)
_UNCLAIMED = "the rule claims nothing that an experiment can test"
Attempt = tuple[Routes, Route, Subject]
"""A way to reach a finding, and what is run by it: the entry, or a helper by itself."""


class NoFrameworkError(Exception):
    """No framework that the findings are about could be started; the message says why."""


def confirm(
    findings: Iterable[Finding],
    settings: ConfirmSettings | None = None,
) -> list[Finding]:
    """Settle each finding by running its function; they come back in order, with their evidence.

    Raises:
        NoFrameworkError: there is nothing to run any of them with.
    """
    pending = list(findings)
    settled = dict(settle_each(pending, settings or ConfirmSettings()))
    return [settled[number] for number in range(len(pending))]


def settle_each(
    findings: Sequence[Finding],
    settings: ConfirmSettings,
    noted: dict[int, Reads] | None = None,
    starting: Starting | None = None,
) -> Iterator[tuple[int, Finding]]:
    """Settle findings; each comes with its position as soon as it has its verdict.

    ``noted`` gets what was read for each of them, by position; ``starting`` is told of each framework
    that is about to be imported.

    Raises:
        NoFrameworkError: there is nothing to run any of them with.
    """
    threads = ThreadPoolExecutor(max(1, settings.jobs))
    with Pool(settings, starting, _imported_once(findings, settings.roots)) as pool:
        try:
            engine = Settling(settings, pool)
            _start(pool, [one for one in findings if one.path not in settings.unsaved], threads)
            positions = {
                threads.submit(engine.settle_with_reads, finding): number
                for number, finding in enumerate(findings)
            }
            for future in as_completed(positions):
                finding, reads = future.result()
                if noted is not None:
                    noted[positions[future]] = reads
                yield positions[future], finding
        finally:
            # Who is interrupted waits for no thread: without workers they come to an end by themselves.
            threads.shutdown(wait=False, cancel_futures=True)


def _imported_once(findings: Sequence[Finding], roots: Iterable[str | Path] = ()) -> list[str]:
    """What takes long to import and is imported around findings: each experiment has its own copy."""
    paths = {one.path for one in findings} | {
        one.subject.entry.path for one in findings if one.subject is not None
    }
    around = Dependencies(roots).closure(map(os.path.abspath, paths))
    sources = filter(None, map(read, sorted(around)))
    imported = set[str]().union(*(source.imported_packages for source in sources))
    return [module for package, module in _SLOW_IMPORTS.items() if package in imported]


def _start(pool: Pool, findings: Sequence[Finding], threads: Executor) -> None:
    """Start the frameworks that findings are about; with some of them the run can go on."""
    wanted = {framework_of(one, one.subject) for one in findings if one.subject is not None}
    # By threads: an interrupt, which reaches the main one, comes between no process and its record.
    starting = [threads.submit(pool.worker, framework) for framework in sorted(wanted)]
    failed = [error for one in starting if (error := one.exception()) is not None]
    for error in failed:
        if not isinstance(error, WorkerError):
            raise error
    if failed and len(failed) == len(starting):
        raise NoFrameworkError("; ".join(map(str, failed)))


NO_TIME_FOR_OTHERS = "other ways to the line were not tried for want of time"
"""What is said where a machine with more time may settle more."""


class Settling:
    """Settles findings one at a time; several threads may share it.

    Args:
        settings: how experiments run.
        pool: what runs them.
        texts: files that say something else than on disk, by absolute path.
        like: an outcome whose way and inputs are to be those of this one.
    """

    def __init__(
        self,
        settings: ConfirmSettings,
        pool: Pool,
        texts: Mapping[str, str] = MappingProxyType({}),
        like: Outcome | None = None,
    ) -> None:
        self._settings = settings
        self._pool = pool
        self._texts = texts
        self._like = like
        self._of_thread = local()

    def settle_with_reads(self, finding: Finding) -> tuple[Finding, Reads]:
        """One finding with its verdict, and what its experiments read."""
        self._of_thread.reads = Reads()
        settled = self.settle(finding)
        return settled, self._of_thread.reads

    def _run(self, worker: Worker, job: Job) -> Answer:
        answer = worker.run(job)
        self._of_thread.seconds += answer.end.seconds
        rounds = wider = 0
        while not answer.end.stopped:
            found = answer.result
            lacking = [one for one in found.found_nothing if one not in job.stand_ins]
            columns = replace(found.tables, formats=job.tables.formats)
            if wider < _WIDER and found.error is not None and columns != job.tables:
                wider += 1
            elif _came_to_the_line(found):
                break
            elif rounds < _ROUNDS and (lacking or found.outputs_asked):
                rounds += 1
            else:
                break
            # A program without its data ends before the line, or does nothing with none of them.
            job = replace(
                job,
                stand_ins=[*job.stand_ins, *lacking],
                tables=columns,
                outputs=found.outputs_asked or job.outputs,
                missed=job.missed | found.missed,
            )
            answer = worker.run(job)
            self._of_thread.seconds += answer.end.seconds
        self._of_thread.raised_in |= set(answer.result.raised_in)
        self._of_thread.missed |= answer.result.missed
        if hasattr(self._of_thread, "reads"):
            self._of_thread.reads = joined(self._of_thread.reads, answer.result.reads)
        return answer

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

    def outcome(self, finding: Finding) -> Outcome:
        """What came of the experiments about a finding that has something to run.

        Raises:
            WorkerError, OSError: they could not be made.
        """
        assert finding.subject is not None
        return self._settle(finding, finding.subject)

    def _settle(self, finding: Finding, subject: Subject) -> Outcome:
        if not subject.claims:
            return Outcome("inconclusive", _UNCLAIMED)
        if not any(oracles_for(run_for(subject.kind, subject.claims), subject.claims)):
            return Outcome("inconclusive", _UNTESTABLE)
        outcome = self._by_any_way(finding, subject)
        said, raised_in = self._of_thread.reasons, self._of_thread.raised_in
        refused = [one for one in said if is_refused_by_keras_3(one, raised_in)]
        chosen = LEGACY_KERAS in os.environ
        if framework_of(finding, subject) == "tf_keras":
            if self._pool.worker("tf_keras").keras == _KERAS_3:
                return of_keras_3(outcome, subject, refused=bool(refused), chosen=chosen)
            return outcome
        doubtful = outcome.verdict == "confirmed" and is_half_made(outcome)
        is_open = outcome.verdict == "inconclusive" or doubtful
        if not refused or not is_open or _needs_keras_3(finding, subject):
            return outcome
        there = self._settings.available("tf_keras") == "tf_keras"
        if there and framework_of(finding, subject) == "tensorflow":
            # It may be that what is claimed is so in Keras 3 only: Keras 2 can prove it, and not disprove.
            older = self._by_any_way(finding, replace(subject, framework="tf_keras"))
            if older.verdict == "confirmed":
                older.reason = f"with Keras 2, since Keras 3 does not run this code: {older.reason}"
                return older
        sure = any(map(is_written_for_keras_2, refused))
        if doubtful and _has(subject.claims, Slower) and (there or not sure):
            outcome.reason = f"with Keras 3, which {_DOES_NOT_MAKE}: {outcome.reason}"
        elif doubtful:
            # What else of this code Keras 3 does otherwise is not known.
            outcome = Outcome("inconclusive", f"Keras 3 {_DOES_NOT_MAKE}")
        if not there and outcome.verdict == "inconclusive" and (doubtful or sure):
            outcome.reason += f" ({what_to_do(chosen=chosen)})"
        return outcome

    def _by_any_way(self, finding: Finding, subject: Subject) -> Outcome:
        """What comes of the ways to the line, until one settles it."""
        best: Outcome | None = None
        self._of_thread.reasons, self._of_thread.raised_in = [], set()
        self._of_thread.missed = {}
        self._of_thread.seconds = 0.0
        tried = 0
        ended: Subject | None = None
        exhausted: list[Route] = []
        reached = failed = is_late = False
        began = time.monotonic()
        for tried, attempt in enumerate(self._attempts(finding, subject), 1):
            if best is not None and self._is_late(time.monotonic() - began):
                # What so much was spent on in vain is seldom settled by another way.
                is_late, tried = True, tried - 1
                break
            if attempt[2] is ended or (reached and attempt[2] is not subject):
                continue
            if any(map(attempt[1].runs_all_of, exhausted)):
                continue
            way = (attempt[1].name, attempt[2] is not subject)
            if self._like is not None and way != self._like.way:
                continue
            outcome = self._try(finding, subject, attempt)
            outcome.way = way
            self._of_thread.reasons.append(outcome.reason)
            alone = way[1] and (self._like is None or not self._like.way[1])
            if outcome.verdict == "refuted" and alone:
                # The finding is about the entry; by itself the helper can only prove it.
                outcome.verdict = "inconclusive"
                outcome.reason = f"no difference when run by itself: {outcome.reason}"
            if outcome.verdict == "refuted" and failed:
                # Other inputs may go through; the program's do not, and need not have come to the line.
                outcome.verdict = "inconclusive"
                outcome.reason = (
                    f"the program's own calls fail as a graph; by others {outcome.reason}"
                )
            failed = failed or outcome.failed
            if best is None or outcome.rank > best.rank:
                best = outcome
            if outcome.verdict != "inconclusive":
                break
            reached = reached or outcome.reached
            exhausted += [attempt[1]] if outcome.exhausted else []
            if outcome.final:
                ended = attempt[2]
        if best is None:
            return Outcome("inconclusive", "no way leads there any more")
        if is_late:
            best.reason += f"; {NO_TIME_FOR_OTHERS}"
        best.detail["tried"] = tried
        return best

    def _is_late(self, passed: float) -> bool:
        """Whether one experiment's time is over; what a busy machine keeps it waiting counts half."""
        used: float = self._of_thread.seconds
        return max(passed / 2, min(passed, used)) > self._settings.timeout

    def _attempts(self, finding: Finding, subject: Subject) -> Iterable[Attempt]:
        roots = [os.path.abspath(root) for root in self._settings.roots]
        routes = Routes(finding, subject, roots)
        for route in self._routes(routes, subject.entry):
            yield routes, route, subject
        if _has(subject.claims, Slower):
            # What one call costs does not hang on how often we make it; what a function makes anew does.
            for caller in routes.callers():
                through = replace(subject, entry=caller)
                outer = Routes(finding, through, roots)
                yield outer, outer.alone(), through
        elif subject.function != subject.entry:
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
        needed = example_inputs.defined_in(entry.path, example_inputs.recorded(entry))
        return routes.with_example_inputs(self._given(entry), needed)

    def _given(self, entry: FunctionRef) -> list[str]:
        """Where inputs for a function are given, best first."""
        names = []
        if example_inputs.has_example(self._examples(entry), entry):
            names.append("example")
        if example_inputs.recorded(entry):
            names.append("recording")
        return names

    @property
    def _roots(self) -> list[str]:
        """The paths on the command line, where a project's own values are looked for."""
        return [os.fspath(root) for root in self._settings.roots]

    def _requirements(self, finding: Finding) -> Requirements:
        """What the flagged line needs; where that is no more than something, what the project has."""
        roots = self._roots
        found = requirements(finding)
        for parameters in found.values():
            for name, specs in parameters.items():
                if {"kind": "given"} in specs:
                    usual = [s for s in literal_values(name, roots) if s.get("value", True)]
                    specs[:0] = [spec for spec in usual if spec not in specs]
        return found

    def _literals(
        self, subject: Subject, routes: Routes, *, and_maker: bool
    ) -> dict[str, list[dict[str, Spec]]]:
        """What the project passes to the functions and classes that a search may call."""
        roots = self._roots
        found = routes.given(and_maker=and_maker)
        for ref in (subject.entry, subject.function):
            parts = ref.qualname.split(".")
            for end in range(1, len(parts) + 1):
                name = ".".join(parts[:end])
                if parts[end - 1].isidentifier():
                    known = found.setdefault(name, [])
                    written = literal_arguments(parts[end - 1], roots)
                    known += [call for call in written if call not in known]
        return {name: calls for name, calls in found.items() if calls}

    def jobs(self, finding: Finding) -> Iterator[Job]:
        """All that the experiments about a finding may need, whichever of them settles it."""
        if finding.subject is not None:
            for attempt in self._attempts(finding, finding.subject):
                yield self._job(finding, finding.subject, attempt)

    def _job(self, finding: Finding, subject: Subject, attempt: Attempt) -> Job:
        """What the worker needs, whichever side it runs."""
        routes, route, actual = attempt
        claims = actual.claims
        run = run_for(actual.kind, claims)
        requirements = self._requirements(finding)
        searching = route.search or bool(requirements)
        recorded = route.name != "example" and route.recorded
        equal = _has(claims, Frozen, Unseeded)
        target = _first(claims, Rebound).target
        changed = changed_names(routes.statement)
        above = self._folders_above(route)
        folders = folders_of(route.main.path, above)
        in_place = None
        if equal or _has(claims, Gradient):
            # Equal calls: the program's first one, repeated. Once asked for a gradient, a tape is spent.
            in_place = 1
        return Job(
            side="eager",
            run=run.value,
            kind=actual.kind.value,
            calls=max(_EQUAL_CALLS, self._settings.calls) if equal else self._settings.calls,
            timeout=self._settings.timeout * (1 if route.search else _OF_OTHER_PROGRAMS),
            memory=self._settings.memory,
            main=route.main.path,
            module=_module_as_imported(route),
            as_main=route.as_main,
            sources={**self._texts, **route.sources},
            sys_path=self._sys_path(route),
            folders_above=above,
            roots=sorted({str(route.main.package_root), str(routes.entry.package_root)}),
            entry=site_of(actual.entry, routes.entry),
            function=site_of(actual.function, read(actual.function.path)),
            flagged=routes.flagged,
            tests=list(route.tests),
            driver=route.driver,
            folders=folders,
            files=named_files(route.sources.values(), folders),
            search=route.search,
            fill=route.fill,
            helper=actual is not subject,
            watch=_watch(claims),
            requirements=requirements,
            literals=self._literals(actual, routes, and_maker=actual is subject)
            if searching
            else {},
            options=option_defaults(actual.entry.path, self._roots) if searching else {},
            chosen=chosen_options(
                dict.fromkeys([route.main, *map(read, (actual.entry.path, actual.function.path))]),
                dict.fromkeys([actual.function, actual.entry]),
                finding.span.line,
            ),
            sizes=named_sizes(actual.function.path) if searching else [],
            preferred=[actual.entry.qualname] if route.name in ("example", "recording") else [],
            changed=sorted(changed - routes.modules) if _has(claims, Effects) else [],
            changed_paths=sorted(changed_paths(routes.statement)) if _has(claims, State) else [],
            assigned=sorted(changed) if run is Run.LINE else [],
            reads=routes.reads if _first(claims, Raises).tensors else [],
            model=routes.receiver if _has(claims, Slower) else "",
            past=_has(claims, *_OF_THE_LINE),
            equal=equal,
            examples=None if route.name == "recording" else self._examples(actual.entry),
            recorded=example_inputs.recorded(actual.entry) if recorded else None,
            in_place=in_place,
            mutate=_mutations(claims, routes),
            rebind=_rebind(target, routes, route),
        )

    def _try(self, finding: Finding, subject: Subject, attempt: Attempt) -> Outcome:
        routes, route, actual = attempt
        run = run_for(actual.kind, actual.claims)
        job = replace(self._job(finding, subject, attempt), missed=dict(self._of_thread.missed))
        if self._like is not None and self._like.sides is not None and route.search:
            found = self._like.sides[0].result
            job = replace(_with_made_up_data(job, found), recipes=found.recipes)
        worker = self._pool.worker(framework_of(finding, actual))
        if run is Run.LINE:
            eager, graph = self._passes(worker, job)
            case = Case(run, actual.claims, routes, route, eager, graph)
            outcome = judge(case)
            return self._controlled(outcome, case, worker, job)
        if run is Run.GROWTH:
            graph = self._side(worker, replace(job, side="graph"), "")
            if not graph.usable:
                return unusable(route, graph)
            return judge(Case(run, actual.claims, routes, route, graph, graph))
        eager = Side(self._surviving(worker, job), "eagerly", self._limits(job))
        found = eager.result
        job = replace(job, adapted=found.adapted_tried, entered=found.entered)
        job = _with_made_up_data(job, found)
        if not eager.end.stopped and ((found.trials and found.calls) or found.stood_in):
            # The search may have left its traces; what it found is run again from a clean start.
            again = replace(job, recipes=found.recipes)
            eager = self._side(worker, again, "eagerly", eager)
        if not eager.usable:
            return unusable(route, eager)
        if run is Run.CALLS and eager.result.modes:
            # The program has switched graphs off: another run of it would say the same.
            return judge(Case(run, actual.claims, routes, route, eager, eager))
        job = _as_eager_did(job, actual.claims, eager)
        graph = self._side(worker, replace(job, side="graph"), "as a graph")
        if eager.result.given != graph.result.given and graph.usable:
            return Outcome("inconclusive", "the program made other calls when it ran once more")
        case = Case(run, actual.claims, routes, route, eager, graph)
        outcome = judge(case)
        if outcome.verdict != "refuted":
            outcome.cost = ratios.compare(eager, graph)
        if actual.kind is EntryKind.GLUON and outcome.verdict == "inconclusive":
            return self._go_on(outcome, case, worker, job)
        return outcome

    def _passes(self, worker: Worker, job: Job) -> tuple[Side, Side]:
        """The line's passes without graphs and with them, where inputs are made up on the same ones."""
        eager = self._side(worker, job, "eagerly")
        if eager.result.recipes or eager.result.stood_in:
            # The tries that failed are passes too: what was found is run again without them.
            found = eager.result
            job = _with_what_was_found(job, found)
            eager = self._side(worker, job, "eagerly", eager)
        return eager, self._side(worker, replace(job, side="graph"), "with graphs")

    def _controlled(self, outcome: Outcome, case: Case, worker: Worker, job: Job) -> Outcome:
        """What is confirmed holds where eager code, run once more, does not differ from itself."""
        if outcome.verdict != "confirmed" or line_differs not in oracles_for(case.run, case.claims):
            return outcome
        found = case.eager.result
        job = _with_what_was_found(job, found)
        control = replace(case, graph=self._side(worker, job, "eagerly"))
        verdict, reason = line_differs(control)
        if verdict == "confirmed":
            return Outcome("inconclusive", f"two runs without graphs differ as well: {reason}")
        return outcome

    def _side(self, worker: Worker, job: Job, how: str, first: Side | None = None) -> Side:
        return Side(self._run(worker, job), how, self._limits(job), first)

    def _limits(self, job: Job) -> ConfirmSettings:
        return replace(self._settings, timeout=job.timeout)

    def _examples(self, entry: FunctionRef) -> str | None:
        return example_inputs.examples_file(entry.path, self._settings.examples)

    def _go_on(self, outcome: Outcome, case: Case, worker: Worker, job: Job) -> Outcome:
        """Where another pitfall raises first: the graph again, with a stand-in for what raised."""
        if case.graph_failure is None or not _has(case.claims, Raises):
            return outcome
        repaired = replace(job, side="graph", repair=case.routes.place)
        graph = self._side(worker, repaired, "as a graph")
        # What happens after the line is no proof: the stand-ins have no values.
        claims = (replace(case.expected, later=""),)
        proven = judge(Case(case.run, claims, case.routes, case.route, case.eager, graph))
        if proven.verdict != "confirmed":
            return outcome
        first = case.graph_failure.type
        proven.reason = f"with a stand-in for what raises {first} before it, {proven.reason}"
        return proven

    def _surviving(self, worker: Worker, job: Job) -> Answer:
        """Run an experiment; inputs that crash the framework are left out of the next try."""
        job = replace(job, avoid=list(job.avoid))
        answer = self._run(worker, job)
        for _ in range(_CRASHES):
            crashed = answer.end.signal and not answer.end.stopped
            if not crashed or answer.result.stage not in ("inputs", "mutations"):
                break
            job.avoid.append(answer.result.trying)
            answer = self._run(worker, job)
        return answer

    def _sys_path(self, route: Route) -> list[str]:
        own = str(route.main.package_root)
        roots = [str(folder_to_import_from(root)) for root in self._settings.roots]
        # A script finds what lies beside it first; tests may lie in folders named as packages are.
        order = [*roots, own] if route.tests else [own, *roots]
        if _named_by_its_folder(route):
            # What imports its own folder by name means that, and no file of this name inside.
            order = [os.path.dirname(own), *(root for root in roots if root != own)]
        return list(dict.fromkeys(order))

    def _folders_above(self, route: Route) -> list[str]:
        """The folders of the project above a file, nearest first: a program may be started in each.

        Not in one that the file imports by its name: from in there, a file of that name would be meant.
        """
        named = route.main.imported_packages
        above = [str(one) for one in Path(route.main.path).parents if one.name not in named]
        roots = [os.path.abspath(root) for root in self._settings.roots]
        return [one for one in above if any(Path(one).is_relative_to(root) for root in roots)]


def _with_what_was_found(job: Job, found: SideResult) -> Job:
    """A job with the arguments that an earlier run has found, and what it made up."""
    return replace(_with_made_up_data(job, found), recipes=found.recipes)


def _with_made_up_data(job: Job, found: SideResult) -> Job:
    """A job with the files and models that an earlier run has made up."""
    outputs = found.outputs or job.outputs
    return replace(job, stand_ins=found.stood_in, tables=found.tables, outputs=outputs)


def _came_to_the_line(result: SideResult) -> bool:
    """Whether calls, or passes of a line, were seen."""
    line, growth = result.line, result.growth
    passed = line is not None and bool(line.passes)
    return bool(result.calls) or passed or (growth is not None and growth.passes > 0)


def _named_by_its_folder(route: Route) -> bool:
    """Whether a file imports the folder that it would be imported from: then it is run from above that."""
    name = route.main.package_root.name
    return name not in INSTALLED and name in route.main.imported_packages


def _module_as_imported(route: Route) -> str:
    """The name of a file as its own program imports it."""
    module = route.main.module
    return f"{route.main.package_root.name}.{module}" if _named_by_its_folder(route) else module


def _rebind(target: str, routes: Routes, route: Route) -> Rebind | None:
    """What to change between calls, if the finding names something."""
    if not target:
        return None
    return Rebind(target, assigned_values(routes.changes), route.makes_changes)


def _needs_keras_3(finding: Finding, subject: Subject) -> bool:
    sources = map(read, dict.fromkeys((finding.path, subject.entry.path)))
    return any(is_written_for_keras_3(source.text) for source in sources if source is not None)


def our_fault(error: Exception) -> Outcome:
    """What to say of an error of our own; the tests put a failure in its place."""
    said = f"an error in tflint itself, please report it ({type(error).__name__}: {error})"
    return Outcome("inconclusive", said)


def _has(claims: tuple[Claim, ...], *kinds: type[Claim]) -> bool:
    return any(isinstance(claim, kinds) for claim in claims)


def _first(claims: tuple[Claim, ...], kind: type[C]) -> C:
    """The claim of a kind; where there is none, one that says nothing more."""
    return next((claim for claim in claims if isinstance(claim, kind)), kind())


def _watch(claims: tuple[Claim, ...]) -> Watch:
    """What the worker is to look at, by what is claimed."""
    raises = _first(claims, Raises)
    return Watch(
        logging=_first(claims, Output).logged,
        files=_has(claims, Output, SymbolsWritten, Effects, *_ANYTHING),
        effects=_has(claims, Effects),
        clock=_has(claims, Frozen),
        outside=_has(claims, Outside),
        gradients=_has(claims, Gradient),
        block=_has(claims, Ungraphed),
        deprecated=_has(claims, Deprecated),
        growing=_has(claims, Fresh, Recompiles, Retraces),
        fresh=_has(claims, Fresh),
        recompiling=_has(claims, Recompiles),
        parameter=_first(claims, Retraces).parameter,
        values=_has(claims, Frozen, Outside, SymbolsWritten) or _first(claims, Differs).sizes,
        state=_has(claims, State, Output, *_ANYTHING) or raises.by == "changes",
        made=raises.by == "makes" or bool(raises.later),
        cost=_has(claims, Slower),
        open_axis=raises.open_axis,
    )


def _mutations(claims: tuple[Claim, ...], routes: Routes) -> list[tuple[Where, str]] | None:
    """Which changed inputs to try: all for claims about failing, some for those about results."""
    if _has(claims, *_MUTATED):
        return []
    if _first(claims, Differs).sizes:
        nodes = ast.walk(routes.comparison) if routes.comparison is not None else ()
        sizes = sorted(
            {n.value for n in nodes if isinstance(n, ast.Constant) and _is_size(n.value)}
        )
        sized = [f"axis {axis} of {size}" for size in sizes for axis in range(_AXES)]
        return [*(("all", mutation) for mutation in sized), *_OF_OTHER_SIZE]
    return _OTHER_SIGNS if _has(claims, Returns, LineDiffers, *_ANYTHING) else None


def _is_size(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 < value <= _LARGEST


def _as_eager_did(job: Job, claims: tuple[Claim, ...], eager: Side) -> Job:
    """The job of the graph side: with the inputs and the calls of the eager side."""
    found = eager.result
    mutate = job.mutate
    if mutate is not None:
        if not _has(claims, *_MUTATED) or _has(claims, Caught):
            chosen = eager.survived()
        elif _has(claims, HandlerSkipped):
            chosen = [] if eager.hits else eager.reached()
        else:
            chosen = eager.failures_at(job.flagged)
        mutate = [(item.where, item.mutation) for item in chosen] or None
    return replace(
        job,
        recipes=found.recipes,
        again=found.again,
        in_place=len(found.own) or found.from_program or job.in_place,
        mutate=mutate,
    )


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
