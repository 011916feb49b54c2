"""The pipeline: gather → group → analyse and flag → suppress → report; complete whatever fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tflint.files import Source
from tflint.finding import Finding
from tflint.lint.analysis import analyse
from tflint.lint.codes import catalogue
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
        files: how many files were read.
    """

    findings: list[Finding] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    files: int = 0


def lint(
    paths: Sequence[str],
    settings: Settings,
    *,
    stdin: bytes = b"",
    stdin_filename: str = STDIN,
    roots: Iterable[str] = (),
    jobs: int | None = 1,
    last: bool = False,
) -> Report:
    """Lint files and folders; ``-`` stands for ``stdin``, shown as ``stdin_filename``.

    Imports are looked up in the folders among ``paths``, in ``roots``, and in the source folders
    of the settings. ``jobs`` is how many processes may be used, None to decide by the machine; it
    changes neither findings nor their order. ``last`` says that the process ends after this.
    """
    selected = settings.enabled(catalogue())
    # Whether a comment silences nothing is known only when all rules had their say.
    judging = UnusedSuppression.code in selected
    codes = [code for code in MODULES if judging or code in selected]
    cache = _cache(settings.cache_dir)

    inputs = gather(paths, settings, stdin=stdin, stdin_filename=stdin_filename, roots=roots)
    plan = group(inputs, codes, cache)
    found = analyse(plan, codes, cache, jobs=jobs, last=last)
    if settings.respect_noqa:
        found = suppress(inputs.sources, found, judging=judging)
    reported = inputs.broken + [
        finding
        for finding in found
        if finding.code in selected and not settings.ignores(finding.path, finding.code)
    ]
    reported.sort(key=lambda finding: finding.sort_key)
    pointed_into = {path for finding in reported for path in _paths_of(finding)}
    sources = {path: source for path, source in inputs.shown.items() if path in pointed_into}
    return Report(reported, sources, inputs.errors, len(inputs.shown))


def _cache(folder: str | None) -> Cache | None:
    if folder is None:
        return None
    from tflint.lint.cache import Cache  # here, for runs that keep nothing

    return Cache(folder)


def _paths_of(finding: Finding) -> Iterator[str]:
    yield finding.path
    for reason in finding.chain:
        yield reason.path
