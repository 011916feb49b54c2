"""tflint for programs: what the command line does, as two functions."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tflint.finding import Finding
from tflint.linting.codes import catalogue
from tflint.linting.gathering import STDIN
from tflint.linting.settings import Overrides, load
from tflint.refusal import RefusedError

if TYPE_CHECKING:
    from tflint.linting.settings import Settings


def lint(
    paths: Iterable[str | os.PathLike[str]] = (".",),
    settings: Mapping[str, Any] | None = None,
    *,
    isolated: bool = False,
) -> list[Finding]:
    """Lint files and folders, each in its project.

    Args:
        paths: files, folders and notebooks.
        settings: keys as in ``tflint.toml``, over what files of settings say; paths in them begin at the
            current folder. Nothing is cached unless ``cache-dir`` is among them.
        isolated: follow no file of settings.

    Returns:
        The findings in order of path and place, without those that comments or a baseline know. Their paths
        are as they were named.

    Raises:
        RefusedError: a path or a setting can't be followed: one line that says why.
    """
    from tflint.linting.gathering import gather
    from tflint.linting.linter import lint_inputs, report_of

    named = _texts(paths)
    followed = _settings(named, settings, isolated)
    inputs = gather(named, followed)
    if inputs.errors:
        raise RefusedError("; ".join(inputs.errors))
    linted = lint_inputs(inputs, followed, fixes=True, jobs=followed.confirm.jobs)
    if followed.baseline is not None:
        from tflint.linting.baseline import Baseline
        from tflint.narrowing import Narrowing

        Narrowing(followed, Baseline.read(followed.baseline)).apply(linted)
    report = report_of(linted)
    for warning in report.warnings:
        warnings.warn(warning, stacklevel=2)
    return report.findings


def confirm(
    findings: Iterable[Finding],
    settings: Mapping[str, Any] | None = None,
    *,
    isolated: bool = False,
) -> list[Finding]:
    """Run each finding's function eagerly and as a graph, which runs the code that was linted.

    Args:
        findings: what ``lint`` found, in the same current folder.
        settings: as for ``lint``; those of its table ``confirm`` count.
        isolated: follow no file of settings.

    Returns:
        The same findings in the same order, each with its ``verdict`` (``"confirmed"``, ``"refuted"`` or
        ``"inconclusive"``) and ``evidence``.

    Raises:
        RefusedError: a setting can't be followed, no interpreter has the framework, or the executor that is
            set can't be reached.
    """
    from tflint.experiment import ConfirmSettings, NoFrameworkError, settle_each
    from tflint.experiment.elsewhere import settle_elsewhere
    from tflint.experiment.verdict_cache import confirm_changed

    pending = list(findings)
    paths = list(dict.fromkeys(finding.path for finding in pending))
    followed = _settings(paths or ["."], settings, isolated)
    options = followed.confirm
    given = ConfirmSettings(
        python=options.python,
        pythons=options.pythons,
        timeout=options.timeout,
        jobs=options.jobs or os.cpu_count() or 1,
        roots=paths,
        examples=options.examples,
        sandbox=options.sandbox,
    )
    settle = settle_each if options.executor is None else settle_elsewhere(options.executor)
    try:
        return confirm_changed(pending, given, followed.cache_dir, settle=settle)
    except NoFrameworkError as error:
        raise RefusedError(str(error)) from None


def _texts(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """The paths as text.

    Raises:
        RefusedError: there is none, or one that names no file.
    """
    if isinstance(paths, (str, os.PathLike)):
        raise RefusedError("paths are to be given as a list")
    found = [os.fspath(path) for path in paths]
    if not found or not {"", STDIN}.isdisjoint(found):
        raise RefusedError("no path, or one that is none")
    return found


def _settings(paths: list[str], given: Mapping[str, Any] | None, isolated: bool) -> Settings:
    keeps = Overrides(cache="cache-dir" in (given or {}))
    return load(paths, catalogue(), keeps, isolated=isolated, given=given)
