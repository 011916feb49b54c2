"""Analyses the groups of a run: one after the other, or in several processes if that pays."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts import Project
from tflint.facts.expressions.program import SourceLike
from tflint.facts.graphs.entry_point_names import StartNames
from tflint.files import Source
from tflint.finding import Finding
from tflint.linting.grouping import Group, Plan
from tflint.linting.run_rules import UnparsableFile
from tflint.rules import WANTED, load
from tflint.syntax.parsing import find_fault
from tflint.syntax.stack import on_deep_stack

if TYPE_CHECKING:
    from tflint.cst import ProjectRule
    from tflint.linting.grouping import Kept

_WORTH_A_PROCESS = 40_000
"""Lines of code in files to be analysed from which starting another process pays."""
_FREED_BY_THE_SYSTEM = 40_000
"""Lines of code whose trees the end of the process may free: some 40 MB, and 2 in 100 of a small run."""


class Wanted(NamedTuple):
    """What to look for.

    Attributes:
        codes: our rules.
        own: rules of the project's own.
        fixes: whether how to mend it, too.
    """

    codes: Sequence[str]
    own: Sequence[type[ProjectRule]] = ()
    fixes: bool = False

    def key(self, digest: str) -> list[str]:
        """Names what is found; ``digest`` tells the code of the rules of one's own."""
        own = [rule.code for rule in self.own]
        return [*self.codes, *own, *([digest] if own else ()), *(["fixes"] if self.fixes else ())]


def analyse(
    plan: Plan,
    wanted: Wanted,
    cache: Kept | None,
    *,
    jobs: int | None = 1,
    last: bool = False,
) -> list[Finding]:
    """What is found in all files, in no order; ``jobs`` None decides by the machine.

    ``last`` says that the process ends after this, so that what is left need not be taken apart.
    """
    found = list(plan.known)
    with _no_garbage_collection():
        for group, findings in _run(plan.groups, wanted, jobs, last):
            if cache is not None:
                cache.put(group.key, findings)
            found += map(group.files.with_shown_paths, findings)
        found += _syntax_errors(plan.unrelated, cache)
    return found


def findings_in(project: Project, wanted: Wanted, reported: Sequence[str]) -> list[Finding]:
    """What is found in some files of a group, and TFL001 for those that do not parse.

    Suppressed findings are included.
    """
    names = StartNames(WANTED)
    if not wanted.own and not any(
        names.are_in(project.sources[path].text) for path in sorted(project.relevant)
    ):
        return list(_faults([project.sources[path] for path in reported]))
    # Imported here, since a run in which nothing starts needs no rule.
    from tflint.linting.flagging import flag

    codes, own, fixes = wanted
    return on_deep_stack(lambda: flag(project, load(codes), reported, own, fixes=fixes))


def _run(
    groups: Sequence[Group], wanted: Wanted, jobs: int | None, last: bool
) -> Iterator[tuple[Group, list[Finding]]]:
    """The findings of each group, as they come."""
    lines = sum(group.lines for group in groups)
    jobs = min(jobs or os.cpu_count() or 1, len(groups), 1 + lines // _WORTH_A_PROCESS)
    if jobs > 1 and hasattr(os, "fork"):
        yield from _run_in_processes(groups, wanted, jobs)
        return
    yield from on_deep_stack(lambda: list(_one_by_one(groups, wanted, last)))


def _one_by_one(
    groups: Sequence[Group], wanted: Wanted, last: bool
) -> Iterator[tuple[Group, list[Finding]]]:
    """The findings of each group; the largest come last, and the system may free them."""
    waiting = sorted(groups, key=lambda group: -group.lines)
    lines = sum(group.lines for group in groups)
    while waiting:
        group = waiting.pop()
        findings = findings_in(group.project, wanted, group.reported)
        if group.files.memory is not None:
            group.files.memory.note(group.key, group.files, group.project)
        yield group, findings
        if not last or (waiting and lines > _FREED_BY_THE_SYSTEM):
            group.project.release()
        lines -= group.lines


def _run_in_processes(
    groups: Sequence[Group], wanted: Wanted, jobs: int
) -> Iterator[tuple[Group, list[Finding]]]:
    # Imported here: a run on one file, which needs none, would take a tenth longer.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed

    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        largest_first = sorted(groups, key=lambda group: -group.lines)
        groups_of = {
            pool.submit(_in_process, wanted, group.project, group.reported): group
            for group in largest_first
        }
        for future in as_completed(groups_of):
            yield groups_of[future], future.result()


def _in_process(wanted: Wanted, project: Project, reported: Sequence[str]) -> list[Finding]:
    """What one of several processes does with a group, before it is given another."""
    try:
        return findings_in(project, wanted, reported)
    finally:
        project.release()


def _syntax_errors(sources: Sequence[Source], cache: Kept | None) -> list[Finding]:
    """TFL001 for files in no group: nothing else can be wrong there."""
    if cache is None or not sources:
        return list(_faults(sources))
    key = cache.key(sources, (), ("syntax",))
    known = cache.get(key)
    if known is None:
        known = list(_faults(sources))
        cache.put(key, known)
    return known


def _faults(sources: Sequence[SourceLike]) -> Iterator[Finding]:
    for source in sources:
        fault = find_fault(source.path, source.text)
        if fault is not None:
            yield UnparsableFile.in_text(source.path, fault, source.text)


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Syntax trees are many objects and no garbage: collecting them doubles the time of a run."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
