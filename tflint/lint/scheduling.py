"""Runs the analysis: group by group, from the cache where it can, in several processes if that pays."""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Iterator, Sequence, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts import Project
from tflint.files import Source
from tflint.finding import Finding
from tflint.lint.analysis import analyse
from tflint.lint.housekeeping import UnparsableFile
from tflint.lint.unparsable import check_syntax
from tflint.syntax.stack import on_deep_stack

if TYPE_CHECKING:
    from tflint.lint.cache import Cache

_WORTH_A_PROCESS = 40_000
"""Lines of code in files to be analysed from which starting another process pays."""
_LEFT_TO_THE_SYSTEM = 40_000
"""Lines of code whose trees the end of the process may free: some 40 MB, and 2 in 100 of a small run."""


class _Group(NamedTuple):
    """Files to be analysed together."""

    key: str
    """Where their findings are kept."""
    project: Project
    lines: int


def analyse_all(
    sources: Sequence[Source],
    roots: Sequence[str],
    codes: Sequence[str],
    cache: Cache | None,
    jobs: int | None,
    named: Collection[str] = (),
    last: bool = False,
) -> list[Finding]:
    """What these rules find in all files, in no order; ``jobs`` None decides by the machine.

    Of files that nothing relevant is in, and that nothing asks for, only those in ``named`` are
    parsed, to see that they are valid. ``last`` says that the process ends after this, so that what
    is left need not be taken apart.
    """
    waiting, found, relevant = _planned(sources, roots, codes, cache)
    with _no_garbage_collection():
        for key, findings in _run(waiting, codes, jobs, last):
            if cache is not None:
                cache.put(key, findings)
            found += findings
        told = {finding.path for finding in found if finding.code == UnparsableFile.code}
        told |= relevant
        found += _syntax([s for s in sources if s.path in named and s.path not in told], cache)
    return found


def _planned(
    sources: Sequence[Source], roots: Sequence[str], codes: Sequence[str], cache: Cache | None
) -> tuple[list[_Group], list[Finding], Set[str]]:
    """The groups to be analysed, the findings kept of the others, and the relevant files of all."""
    project = Project.build(sources, roots)
    by_path = {source.path: source for source in sources}
    waiting: list[_Group] = []
    found: list[Finding] = []
    for group in project.groups:
        key, kept = "", None
        if cache is not None:
            seen = [part for path in group for part in project.surroundings(path)]
            key = cache.key((by_path[path] for path in group), [*roots, "", *seen], codes)
            kept = cache.get(key)
        if kept is None:
            lines = sum(by_path[path].text.count("\n") for path in group)
            waiting.append(_Group(key, project.part(group), lines))
        else:
            found += kept
    return waiting, found, project.relevant


def _run(
    groups: Sequence[_Group], codes: Sequence[str], jobs: int | None, last: bool
) -> Iterator[tuple[str, list[Finding]]]:
    """The findings of each group, with its key, as they come."""
    lines = sum(group.lines for group in groups)
    jobs = min(jobs or os.cpu_count() or 1, len(groups), 1 + lines // _WORTH_A_PROCESS)
    if jobs > 1 and hasattr(os, "fork"):
        yield from _run_in_processes(groups, codes, jobs)
        return
    yield from on_deep_stack(lambda: list(_one_by_one(groups, codes, last)))


def _one_by_one(
    groups: Sequence[_Group], codes: Sequence[str], last: bool
) -> Iterator[tuple[str, list[Finding]]]:
    """The findings of each group, with its key; the largest come last, and may be left to the system."""
    waiting = sorted(groups, key=lambda group: -group.lines)
    lines = sum(group.lines for group in groups)
    while waiting:
        group = waiting.pop()
        yield group.key, analyse(group.project, codes)
        if not last or (waiting and lines > _LEFT_TO_THE_SYSTEM):
            group.project.release()
        lines -= group.lines


def _run_in_processes(
    groups: Sequence[_Group], codes: Sequence[str], jobs: int
) -> Iterator[tuple[str, list[Finding]]]:
    # Imported here: a run on one file, which needs none, would take a tenth longer.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed

    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        largest_first = sorted(groups, key=lambda group: -group.lines)
        keys = {pool.submit(_analyse, group.project, codes): group.key for group in largest_first}
        for future in as_completed(keys):
            yield keys[future], future.result()


def _analyse(project: Project, codes: Sequence[str]) -> list[Finding]:
    """What one of several processes does with a group, before it is given another."""
    try:
        return analyse(project, codes)
    finally:
        project.release()


def _syntax(sources: Sequence[Source], cache: Cache | None) -> list[Finding]:
    """TFL001 for files that are not relevant: nothing else can be wrong there."""
    if cache is None or not sources:
        return list(_faults(sources))
    key = cache.key(sources, (), ("syntax",))
    kept = cache.get(key)
    if kept is None:
        kept = list(_faults(sources))
        cache.put(key, kept)
    return kept


def _faults(sources: Sequence[Source]) -> Iterator[Finding]:
    for source in sources:
        fault = check_syntax(source)
        if fault is not None:
            yield fault


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
