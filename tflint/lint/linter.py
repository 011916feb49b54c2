"""The pipeline: gather → group → analyse and flag → suppress → report; complete whatever fails."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tflint.files import Source
from tflint.finding import Finding
from tflint.lint.analysis import analyse
from tflint.lint.codes import catalogue
from tflint.lint.folding import fold
from tflint.lint.gathering import STDIN, gather
from tflint.lint.grouping import group
from tflint.lint.run_rules import UnusedSuppression
from tflint.lint.settings import Settings
from tflint.lint.suppression import suppress
from tflint.rules import MODULES

if TYPE_CHECKING:
    from tflint.lint.cache import Cache


@dataclass
class Report:
    """The outcome of a run.

    Attributes:
        findings: in order of path, place and code.
        sources: the files that findings and their chains point into.
        errors: what could not be done, one line each.
        warnings: what was left out that the user may miss, one line each.
        files: how many files were linted.
    """

    findings: list[Finding] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    files: int = 0


def lint(
    paths: Sequence[str],
    settings: Settings,
    *,
    stdin: bytes = b"",
    stdin_filename: str = STDIN,
    settings_of: Callable[[str], Settings] | None = None,
    jobs: int | None = 1,
    last: bool = False,
) -> Report:
    """Lint files and folders; ``-`` stands for ``stdin``, shown as ``stdin_filename``.

    Each file is judged in its project. ``settings_of`` says by which settings a folder is linted, the same
    for all by default. ``jobs`` is how many processes may be used, None to decide by the machine; it
    changes neither findings nor their order. ``last`` says that the process ends after this.
    """
    selected = settings.enabled(catalogue())
    # Whether a comment silences nothing is known only when all rules had their say.
    judging = UnusedSuppression.code in selected
    codes = [code for code in MODULES if judging or code in selected]
    cache = _cache(settings.cache_dir)

    inputs = gather(
        paths, settings, stdin=stdin, stdin_filename=stdin_filename, settings_of=settings_of
    )
    plan = group(inputs, codes, cache)
    found = analyse(plan, codes, cache, jobs=jobs, last=last)
    if settings.respect_noqa:
        found = suppress(list(inputs.shown.values()), found, judging=judging)
    reported = inputs.broken + fold(
        finding
        for finding in found
        if finding.code in selected and not settings.ignores(finding.path, finding.code)
    )
    reported.sort(key=lambda finding: finding.sort_key)
    pointed_into = dict.fromkeys(path for finding in reported for path in _paths_of(finding))
    shown = {path: inputs.source(path) for path in pointed_into}
    sources = {path: source for path, source in shown.items() if source is not None}
    warnings = [*inputs.warnings, *_warnings(cache, settings.cache_dir)]
    if not inputs.shown and not inputs.errors and any(map(os.path.isdir, paths)):
        warnings.append("no Python files found under the given paths")
    return Report(reported, sources, inputs.errors, warnings, len(inputs.shown))


def _cache(folder: str | None) -> Cache | None:
    if folder is None:
        return None
    from tflint.lint.cache import Cache  # here, for runs that keep nothing

    return Cache(folder)


def _warnings(cache: Cache | None, folder: str | None) -> Iterator[str]:
    if cache is not None and cache.refused:
        yield f"{folder}: not used as the cache: {cache.refused}"


def _paths_of(finding: Finding) -> Iterator[str]:
    yield finding.path
    for reason in finding.chain:
        yield reason.path
