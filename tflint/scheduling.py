"""Runs the analysis: group by group, from the cache where it can, in several processes if that pays."""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from tflint.analysis import analyse, check_syntax
from tflint.cache import Cache
from tflint.finding import Finding
from tflint.housekeeping import UnparsableFile
from tflint.project import Project
from tflint.rules import Rule
from tflint.sources import Source

_WORTH_A_PROCESS = 40_000
"""Lines of code in files to be analysed from which starting another process pays."""


def analyse_all(
    sources: Sequence[Source],
    roots: Sequence[str],
    rules: Sequence[type[Rule]],
    cache: Cache,
    jobs: int | None,
    named: Collection[str] = (),
) -> list[Finding]:
    """What the rules say of all files, in no order; ``jobs`` None decides by the machine.

    Of files that nothing relevant is in, and that nothing asks for, only those in ``named`` are
    parsed, to see that they are valid.
    """
    project = Project.build(sources, roots)
    codes = [rule.code for rule in rules]
    found: list[Finding] = []
    waiting: list[tuple[str, Project]] = []
    by_path = {source.path: source for source in sources}
    for group in project.groups:
        seen = [part for path in group for part in project.surroundings(path)]
        key = cache.key((by_path[path] for path in group), [*roots, "", *seen], codes)
        kept = cache.get(key)
        if kept is None:
            waiting.append((key, project.part(group)))
        else:
            found += kept
    with _no_garbage_collection():
        for (key, _), findings in zip(waiting, _run(waiting, rules, jobs), strict=True):
            cache.put(key, findings)
            found += findings
        told = {finding.path for finding in found if finding.code == UnparsableFile.code}
        told |= project.relevant
        found += _syntax([s for s in sources if s.path in named and s.path not in told], cache)
    return found


def _run(
    waiting: Sequence[tuple[str, Project]],
    rules: Sequence[type[Rule]],
    jobs: int | None,
) -> Iterator[list[Finding]]:
    groups = [group for _, group in waiting]
    lines = [sum(s.text.count("\n") for s in group.sources.values()) for group in groups]
    jobs = min(jobs or os.cpu_count() or 1, len(groups), 1 + sum(lines) // _WORTH_A_PROCESS)
    if jobs < 2 or not hasattr(os, "fork"):
        for group in groups:
            yield analyse(group, rules)
        return
    order = sorted(range(len(groups)), key=lambda i: -lines[i])
    yield from _run_in_processes(groups, order, rules, jobs)


def _run_in_processes(
    groups: Sequence[Project], order: Sequence[int], rules: Sequence[type[Rule]], jobs: int
) -> Iterator[list[Finding]]:
    """The findings of each group, begun in some order and given in their own."""
    # Imported here: a run on one file, which needs none, would take a tenth longer.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        futures = {i: pool.submit(analyse, groups[i], rules) for i in order}
        for i in range(len(groups)):
            yield futures[i].result()


def _syntax(sources: Sequence[Source], cache: Cache) -> list[Finding]:
    """TFL001 for files that are not relevant: nothing else can be wrong there."""
    key = cache.key(sources, (), ("syntax",))
    kept = cache.get(key) if sources else []
    if kept is None:
        kept = [finding for source in sources if (finding := check_syntax(source)) is not None]
        cache.put(key, kept)
    return kept


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
