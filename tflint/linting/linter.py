"""The pipeline: gather → group → analyse and flag → suppress → fold → report; complete whatever fails."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tflint.files import Source
from tflint.finding import Finding, Severity
from tflint.linting.analysis import Wanted, analyse
from tflint.linting.codes import catalogue
from tflint.linting.folding import fold
from tflint.linting.gathering import STDIN, InputFiles, gather
from tflint.linting.grouping import group, group_among
from tflint.linting.plugins import Plugins
from tflint.linting.run_rules import UnusedSuppression
from tflint.linting.selection import PREFIX, letters
from tflint.linting.settings import Settings
from tflint.linting.suppression import suppress
from tflint.rules import MODULES

if TYPE_CHECKING:
    from tflint.linting.baseline import Compared
    from tflint.linting.cache import Cache
    from tflint.linting.grouping import Among, Kept
    from tflint.linting.memory import Memory


@dataclass
class Report:
    """The outcome of a run.

    Attributes:
        findings: in order of path, place and code.
        sources: the files that findings and their chains point into.
        errors: what could not be done, one line each.
        warnings: what was left out that the user may miss, one line each.
        files: how many files were linted.
        fixed: findings that were mended.
        plugins: the rules that the project has of its own.
        notes: what else there is to say of the run, one line each.
        about: what there is to say of the run itself: a label and a line each.
        unsettled: how many more findings there are that have no verdict yet, where the run was ended.
    """

    findings: list[Finding] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    files: int = 0
    fixed: list[Finding] = field(default_factory=list)
    plugins: Plugins = field(default_factory=Plugins)
    notes: list[str] = field(default_factory=list)
    about: dict[str, str] = field(default_factory=dict)
    unsettled: int = 0


@dataclass
class Linted:
    """What is known of the files of a run.

    Attributes:
        inputs: the files.
        findings: what is to be reported of them, in order, before those that say the same are folded.
        warnings: what was left out that the user may miss, one line each.
        plugins: the rules that the project has of its own.
        compared: the findings held against a baseline; None without one.
    """

    inputs: InputFiles
    findings: list[Finding]
    warnings: list[str]
    plugins: Plugins = field(default_factory=Plugins)
    compared: Compared | None = None


def lint(
    paths: Sequence[str],
    settings: Settings,
    *,
    stdin: bytes = b"",
    stdin_filename: str = STDIN,
    fixes: bool = False,
    jobs: int | None = 1,
    last: bool = False,
) -> Report:
    """Lint files and folders; ``-`` stands for ``stdin``, shown as ``stdin_filename``.

    Each file is judged in its project, by the settings of its folder. ``fixes`` asks how to mend what is
    found. ``jobs`` is how many processes may be used, None to decide by the machine; it changes neither
    findings nor their order. ``last`` says that the process ends after this.
    """
    inputs = gather(paths, settings, stdin=stdin, stdin_filename=stdin_filename)
    return report_of(lint_inputs(inputs, settings, fixes=fixes, jobs=jobs, last=last))


class Selection:
    """Which rules report on which files, by the settings of each."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._enabled: dict[str, set[str]] = {}
        self._folders: dict[str, Settings] = {}

    def of_any(self, paths: Iterable[str]) -> set[str]:
        """The codes that are reported on any of these files; without files, those of the run."""
        found = {id(one): one for one in (self._settings_of(path) for path in paths)}
        return set().union(*map(self._codes, found.values() or [self._settings]))

    def reports(self, path: str, code: str, severity: Severity = Severity.WARNING) -> bool:
        """True when findings of the rule are reported on the file; possible ones are in preview."""
        settings = self._settings_of(path)
        return (
            code in self._codes(settings)
            and not settings.ignores(path, code)
            and (settings.preview or severity is not Severity.POSSIBLE)
        )

    def _settings_of(self, path: str) -> Settings:
        folder = os.path.dirname(path)
        if folder not in self._folders:
            self._folders[folder] = self._settings.for_folder(folder)
        return self._folders[folder]

    def _codes(self, settings: Settings) -> set[str]:
        key = f"{settings.origin}"
        if key not in self._enabled:
            self._enabled[key] = settings.enabled(catalogue())
        return self._enabled[key]


def lint_inputs(
    inputs: InputFiles,
    settings: Settings,
    *,
    fixes: bool = False,
    jobs: int | None = 1,
    last: bool = False,
    memory: Memory | None = None,
    among: Among | None = None,
) -> Linted:
    """Lint files that were read; see ``lint``. A process with a ``memory`` keeps there what it finds.

    ``among`` says which files of a group to judge by, in place of all: quick, and not the last word.
    """
    selection = Selection(settings)
    selected = selection.of_any(inputs.shown)
    # Whether a comment silences nothing is known only when all rules had their say.
    judging = UnusedSuppression.code in selected
    own = [r for code, r in settings.plugins.rules.items() if judging or code in selected]
    codes = [code for code in MODULES if judging or code in selected]
    wanted = Wanted(codes, own, fixes)
    cache: Kept | None = _cache(settings.cache_dir) if memory is None else memory
    if among is not None:
        cache, plan = None, group_among(inputs, among)
    else:
        plan = group(inputs, wanted.key(settings.plugins.digest), cache)
    found = analyse(plan, wanted, cache, jobs=jobs, last=last)
    if settings.respect_noqa:
        judged = {PREFIX, *map(letters, settings.plugins.rules)} if judging else set()
        found = suppress(list(inputs.shown.values()), found, judged, fixes=fixes)
    found = inputs.broken + [
        finding
        for finding in found
        if selection.reports(finding.path, finding.code, finding.severity)
    ]
    found.sort(key=lambda finding: finding.sort_key)
    warnings = [*inputs.warnings, *_warnings(cache, settings.cache_dir)]
    return Linted(inputs, found, warnings, settings.plugins)


def report_of(linted: Linted) -> Report:
    """The outcome as it is told: of findings that say the same of one thing, one."""
    inputs = linted.inputs
    reported = sorted(fold(linted.findings, inputs.place), key=lambda finding: finding.sort_key)
    pointed_into = dict.fromkeys(path for finding in reported for path in _paths_of(finding))
    shown = {path: inputs.source(path) for path in pointed_into}
    sources = {path: source for path, source in shown.items() if source is not None}
    warnings = list(linted.warnings)
    if not inputs.shown and not inputs.errors and inputs.named_folders:
        warnings.append("no Python files found under the given paths")
    files = len(inputs.shown)
    return Report(reported, sources, inputs.errors, warnings, files, plugins=linted.plugins)


def _cache(folder: str | None) -> Cache | None:
    if folder is None:
        return None
    from tflint.linting.cache import Cache  # here, for runs that keep nothing

    return Cache(folder)


def _warnings(cache: Kept | None, folder: str | None) -> Iterator[str]:
    if cache is not None and cache.refused:
        yield f"{folder}: not used as the cache: {cache.refused}"


def _paths_of(finding: Finding) -> Iterator[str]:
    yield finding.path
    for reason in finding.chain:
        yield reason.path
