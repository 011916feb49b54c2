"""One run of ``tflint check``: its stages, in the order in which its options ask for them."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from tflint.cli.about import of_experiments, of_run
from tflint.cli.options import settings_for
from tflint.cli.streams import CLEAN, FAILED, FOUND, complain, say
from tflint.cli.writing import check_writable, target_of, write_page
from tflint.linting.gathering import STDIN
from tflint.linting.settings import Settings
from tflint.mending import Mending

if TYPE_CHECKING:
    from tflint.finding import Finding
    from tflint.linting.fixing import Mended
    from tflint.linting.linter import Linted, Report
    from tflint.narrowing import Narrowing

FAIL_ON = ("confirmed", "unrefuted", "any")
"""Which findings may decide the exit status."""


class CheckRun:
    """What ``tflint check`` does with its options.

    Args:
        options: those of the command, by the name of their parameter.

    Raises:
        UsageError: a path is empty.
        SettingsError: the settings can't be followed.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self._paths = [os.fspath(path) for path in options["paths"]] or ["."]
        if "" in self._paths:
            raise click.UsageError("an empty path")
        self._stdin_filename: str = options["stdin_filename"] or STDIN
        places = [
            options["stdin_filename"] or "." if path == STDIN else path for path in self._paths
        ]
        self._settings: Settings = settings_for(places, options)
        self._narrowing: Narrowing | None = None

    def once(self) -> int:
        """Do it; the exit status."""
        options = self._options
        if options["confirm"]:
            from tflint.cli.confirming import check_means

            check_means(self._settings, self._paths)
        if options["report"] is not None:
            check_writable(options["report"])
        stdin = sys.stdin.buffer.read() if STDIN in self._paths else b""
        self._narrowing = self._make_narrowing()
        narrow = self._narrowing.apply if self._narrowing else lambda linted: linted
        mending = Mending(self._paths, self._settings, stdin, self._stdin_filename, narrow)
        for special, what in (
            ("show_files", self._show_files),
            ("add_noqa", self._add_noqa),
            ("diff", self._show_differences),
        ):
            if options[special]:
                return what(mending)
        started = time.perf_counter()
        report = self._fixed(mending) if options["fix"] else self._linted(mending)
        self._tell(f"linting took {time.perf_counter() - started:.2f} s")
        stopped: KeyboardInterrupt | None = None
        if options["confirm"]:
            stopped = self._confirm(report)
        if options["report"] is not None:
            write_page(report, options["report"])
        self._write(report)
        self._say(report)
        if stopped is not None:
            from tflint.cli.confirming import interrupted

            return interrupted(stopped)
        return self._status(report)

    def _make_narrowing(self) -> Narrowing | None:
        """What takes out findings that the run is not about, if anything does."""
        options = self._options
        path = options["baseline"] or self._settings.baseline
        if path is None and options["diff_only"] is None:
            return None
        from tflint.linting.baseline import Baseline
        from tflint.narrowing import Narrowing

        baseline = None if path is None else Baseline.read(path)
        own = ("isolated_files", "ignore_noqa", "config", "isolated")
        finds_all = STDIN not in self._paths and not any(options[name] for name in own)
        return Narrowing(self._settings, baseline, options["diff_only"], finds_all=finds_all)

    def _tell(self, what: str) -> None:
        """Say how findings came about, to those who want to know."""
        if self._options["verbose"]:
            say("info", what)

    def _linted(self, mending: Mending) -> Report:
        watching = self._options["watch"]
        return self._told(mending.lint(last=not self._options["confirm"] and not watching))

    def _told(self, linted: Linted) -> Report:
        """The outcome as it is told, once the baseline is what it is to be."""
        from tflint.linting.linter import report_of

        self._tell(f"settings: {self._settings.origin or 'no file; what is so by default'}")
        self._tell(f"cache: {self._settings.cache_dir or 'none'}")
        for project in linted.inputs.projects:
            count = len(project.reported)
            self._tell(f"project {project.root}: {count} file{'' if count == 1 else 's'} to lint")
        report = report_of(linted)
        report.about = of_run(project.root for project in linted.inputs.projects)
        if self._options["shard"] is not None:
            number, count = self._options["shard"]
            report.findings = report.findings[number - 1 :: count]
            report.notes.append(f"shard {number} of {count}")
        if self._narrowing is not None:
            report.notes += self._narrowing.finish(linted)
        return report

    def _show_files(self, mending: Mending) -> int:
        """List the files that a run would lint; the exit status."""
        from tflint.report.plain import printable

        inputs = mending.gather()
        with target_of(self._options) as stream:
            for path in sorted(inputs.shown):
                stream.write(f"{printable(path)}\n")
        for error in inputs.errors:
            complain(error)
        return FAILED if inputs.errors else CLEAN

    def _add_noqa(self, mending: Mending) -> int:
        """Silence what is found; the exit status."""
        from tflint.silencing import silence

        done = silence(mending)
        count = done.comments
        click.echo(f"Added {count} noqa directive{'' if count == 1 else 's'}.", err=True)
        warnings = (*done.linted.warnings, *done.warnings)
        for warning in () if self._options["quiet"] else warnings:
            say("warning", warning)
        errors = [*done.linted.inputs.errors, *done.errors]
        for error in errors:
            complain(error)
        return FAILED if errors else CLEAN

    def _mended(self, mending: Mending) -> Mended:
        """Files as fixes make them: those that experiments prove, with ``--confirm``."""
        unsafe = self._options["unsafe_fixes"]
        if not self._options["confirm"]:
            return mending.run(unsafe=unsafe)
        from tflint.cli.confirming import proving

        with proving(self._settings, self._paths, self._unsaved()) as proves:
            return mending.run(unsafe=unsafe, proving=proves)

    def _unsaved(self) -> list[str]:
        """How standard input is called, if that is read."""
        return [self._stdin_filename] if STDIN in self._paths else []

    def _fixed(self, mending: Mending) -> Report:
        """What is left to report once files are mended, and written."""
        mended = self._mended(mending)
        report = self._told(mended.linted)
        report.fixed = mended.fixed
        report.warnings += mended.refused
        report.errors += mending.write(mended)
        if STDIN in self._paths:
            sys.stdout.buffer.write(mending.stdout(mended))
        return report

    def _show_differences(self, mending: Mending) -> int:
        """Show how files would change; the exit status."""
        from tflint.report.fixes import proofs, would_fix

        mended = self._mended(mending)
        report = self._told(mended.linted)
        report.warnings += mended.refused
        self._write_differences(mended)
        said = would_fix(mended, unsafe=self._options["unsafe_fixes"])
        for line in (
            () if self._options["quiet"] else (*proofs(mended.fixed), *filter(None, [said]))
        ):
            click.echo(line, err=True)
        self._say(report)
        if report.errors:
            return FAILED
        return FOUND if mended.fixed and not self._options["exit_zero"] else CLEAN

    def _write_differences(self, mended: Mended) -> None:
        from tflint.report.fixes import differences
        from tflint.report.plain import printable

        with target_of(self._options) as stream:
            for line in differences(mended):  # whole for `patch`, harmless for people
                stream.write(f"{printable(line[:-1])}\n" if stream.isatty() else line)

    def _confirm(self, report: Report) -> KeyboardInterrupt | None:
        """Give the findings their verdicts; what ended that before its end, if something did."""
        from tflint.cli.confirming import confirmed, experiments

        found = len(report.findings)
        if self._settings.confirm.executor is None:
            given = experiments(self._settings, self._paths, self._unsaved())
            report.about |= of_experiments(report.findings, given)
        report.findings, stopped = confirmed(
            report.findings,
            self._settings,
            self._paths,
            self._unsaved(),
            self._options["quiet"],
        )
        report.unsettled = found - len(report.findings)
        return stopped

    def _write(self, report: Report) -> None:
        from tflint.report import Reporting, render

        options = self._options
        reporting = Reporting(
            format=self._settings.output_format,
            statistics=options["statistics"],
            quiet=options["quiet"],
            confirmed=options["confirm"],
            unsafe_fixes=options["unsafe_fixes"],
            show_fixes=options["show_fixes"],
            colour=options["color"],
        )
        with target_of(options) as stream:
            render(report, reporting, stream)

    def _say(self, report: Report) -> None:
        """Say on standard error what was left out, and what could not be done."""
        warnings = report.warnings
        for warning in () if self._options["quiet"] else warnings:
            say("warning", warning)
        if self._settings.output_format != "text" and not self._options["quiet"]:
            for note in report.notes:
                say("note", note)
        for error in report.errors:
            complain(error)

    def _status(self, report: Report) -> int:
        options = self._options
        fail_on = (options["fail_on"] or "unrefuted") if options["confirm"] else "any"
        return status_of(report, fail_on, exit_zero=options["exit_zero"])


def status_of(report: Report, fail_on: str, *, exit_zero: bool) -> int:
    """The exit status of a report.

    Args:
        report: what was found.
        fail_on: which findings decide: one of ``FAIL_ON``.
        exit_zero: whether none does.
    """
    if report.errors:
        return FAILED
    failing = any(_decides(finding, fail_on) for finding in report.findings)
    return FOUND if failing and not exit_zero else CLEAN


def _decides(finding: Finding, fail_on: str) -> bool:
    """True when the finding makes the exit status 1."""
    from tflint.finding import Harm

    if not finding.asks_for_change:
        return False
    if fail_on == "any" or finding.harm is Harm.ERROR:
        return True
    if fail_on == "confirmed":
        return finding.verdict == "confirmed"
    return finding.verdict != "refuted"
