"""Judges what is open, by the pipeline of the command line; one run at a time, and any run may be ended."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tflint.files import Source
from tflint.finding import Finding
from tflint.lint.codes import catalogue
from tflint.lint.fixing import Mended, mend
from tflint.lint.gathering import STDIN, InputFiles, gather
from tflint.lint.linter import Linted, lint_inputs, report_of
from tflint.lint.memory import Memory
from tflint.lint.settings import Settings, SettingsError, load
from tflint.report.explain import TracedFunction, traced_in
from tflint.server.options import Options


class Stopped(BaseException):
    """A run was ended, since what it judges is not so any more.

    No rule that fails, and nothing else that goes on after an error, may take it for one.
    """


@dataclass
class Judged:
    """What is known of the files that are open.

    Attributes:
        findings: by path, in order; those of the nameless by name.
        sources: the files that findings and their reasons point into.
        settings: by path.
        traced: the functions that run in a graph, by path.
        problems: settings that could not be followed, files that could not be read; one line each.
    """

    findings: dict[str, list[Finding]] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    settings: dict[str, Settings] = field(default_factory=dict)
    traced: dict[str, list[TracedFunction]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


class Judge:
    """Lints in one thread, whichever that is; another may end a run at any time."""

    def __init__(self) -> None:
        self._memory = Memory(self._go_on)
        self._memory.noting = traced_in
        self._is_stopped = False
        self._followed: dict[str, Settings] = {}

    def _go_on(self) -> None:
        if self._is_stopped:
            raise Stopped

    def stop(self) -> None:
        """End the run at hand; to be called from any thread, until ``start`` says otherwise."""
        self._is_stopped = True

    def start(self) -> None:
        """Let the next run go on."""
        self._is_stopped = False

    def judge(
        self,
        files: Mapping[str, bytes],
        nameless: Mapping[str, bytes],
        options: Options,
    ) -> Judged:
        """What is found in open files, each in its project, and in texts that have no file.

        Raises:
            Stopped: somebody ended the run.
        """
        judged = Judged()
        self._memory.start(files)
        for settings, paths in self._by_settings(sorted(files), options, judged):
            inputs = gather(paths, settings, edited=files, memory=self._memory)
            self._add(judged, inputs, settings)
        for uri, data in sorted(nameless.items()):
            settings = self._settings(os.getcwd(), options, judged)
            inputs = gather([STDIN], settings, stdin=data, stdin_filename=uri, memory=self._memory)
            self._add(judged, inputs, settings)
        return judged

    def _add(self, judged: Judged, inputs: InputFiles, settings: Settings) -> None:
        report = report_of(lint_inputs(inputs, settings, fixes=True, memory=self._memory))
        for path in inputs.shown:
            judged.findings[path] = []
            judged.settings[path] = settings
        for finding in report.findings:
            judged.findings[finding.path].append(finding)
        judged.sources.update(inputs.shown)
        judged.sources.update(report.sources)
        judged.problems += [*report.errors, *settings.warnings]
        for note in self._memory.notes(inputs):
            for function in note:
                judged.traced.setdefault(function.path, []).append(function)

    def _by_settings(
        self, paths: Sequence[str], options: Options, judged: Judged
    ) -> list[tuple[Settings, list[str]]]:
        """The files by what they are judged by: each follows the configuration nearest to it."""
        found: list[tuple[Settings, list[str]]] = []
        by_folder: dict[str, Settings] = {}
        for path in paths:
            folder = os.path.dirname(path)
            if folder not in by_folder:
                by_folder[folder] = self._settings(path, options, judged)
            settings = by_folder[folder]
            mine = next((mine for known, mine in found if known == settings), None)
            if mine is None:
                found.append((settings, [path]))
            else:
                mine.append(path)
        return found

    def _settings(self, path: str, options: Options, judged: Judged) -> Settings:
        """What a file is judged by; where that can't be followed, what was last, or the defaults."""
        folder = os.path.dirname(path)
        try:
            settings = load([path], catalogue(), options.overrides, config=options.configuration)
        except SettingsError as error:
            if str(error) not in judged.problems:
                judged.problems.append(str(error))
            last = self._followed.get(folder)
            return Settings(cache_dir=None) if last is None else last
        self._followed[folder] = settings
        return settings

    # fixes

    def mend(
        self,
        path: str,
        files: Mapping[str, bytes],
        settings: Settings,
        only: Finding | None = None,
    ) -> Mended:
        """An open file with its safe fixes, or with that of one finding, safe or not; nothing is written.

        Each is judged by linting again, and taken back where it does not hold.
        """
        first = True

        def lint(edited: Mapping[str, bytes]) -> Linted:
            nonlocal first
            now = {**files, **edited}
            self._memory.start(now)
            inputs = gather([path], settings, edited=now, memory=self._memory)
            linted = lint_inputs(inputs, settings, fixes=True, memory=self._memory)
            if only is not None:
                linted.findings = [
                    finding if first and _is_same(finding, only) else replace(finding, fix=None)
                    for finding in linted.findings
                ]
            first = False
            return linted

        return mend(lint, files.__getitem__, unsafe=only is not None)


def _is_same(one: Finding, other: Finding) -> bool:
    """Whether two are the same finding, of which one may speak for more places."""
    return (one.path, one.code, one.span) == (other.path, other.code, other.span)
