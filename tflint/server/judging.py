"""Judges what is open, by the pipeline of the command line; one run at a time, and any run may be ended."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tflint.files import Source
from tflint.finding import Finding
from tflint.linting.baseline import Baseline, BaselineError
from tflint.linting.codes import catalogue
from tflint.linting.fixing import Mended, mend
from tflint.linting.gathering import STDIN, gather
from tflint.linting.linter import Linted, lint_inputs, report_of
from tflint.linting.memory import Memory
from tflint.linting.settings import Settings, SettingsError, load
from tflint.narrowing import Narrowing
from tflint.report.explain import TracedFunction, traced_in
from tflint.server.first_look import Circle, FirstLook, Known
from tflint.server.options import EditorOptions


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

    def of(self, path: str) -> Known:
        """What is known of one file."""
        return self.findings.get(path, []), self.traced.get(path, [])


class Judge:
    """Lints in one thread, whichever that is; another may end a run at any time."""

    def __init__(self) -> None:
        self._memory = Memory(self._go_on)
        self._memory.noting = traced_in
        self._first_look = FirstLook()
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
        options: EditorOptions,
    ) -> Judged:
        """What is found in open files, each in its project, and in texts that have no file.

        Raises:
            Stopped: somebody ended the run.
        """
        judged = Judged()
        self._memory.start(files)
        for settings, paths in self._by_settings(sorted(files), options, judged):
            self._add(judged, self._lint(paths, settings, judged.problems, files), settings)
        for uri, data in sorted(nameless.items()):
            settings = self._settings(os.getcwd(), options, judged)
            linted = self._lint([STDIN], settings, judged.problems, stdin=data, stdin_filename=uri)
            self._add(judged, linted, settings)
        return judged

    def look(
        self, path: str, files: Mapping[str, bytes], options: EditorOptions, before: Judged
    ) -> Judged | None:
        """What is found at first sight in a file that has changed, beside what is known of the others.

        None where nothing is learnt by it.

        Raises:
            Stopped: somebody ended the run.
        """
        circle = self._first_look.circle(path)
        seen = None if circle is None else self._among(circle, files, options)
        if seen is None:
            return None
        self._first_look.looked(path, seen.of(path))
        return replace(
            before,
            findings={**before.findings, **seen.findings},
            sources={**before.sources, **seen.sources},
            settings={**before.settings, **seen.settings},
            traced={**before.traced, path: seen.of(path)[1]},
        )

    def learn(self, files: Mapping[str, bytes], options: EditorOptions, judged: Judged) -> None:
        """Find out, when nobody waits, how to judge open files at first sight.

        Raises:
            Stopped: somebody waits again.
        """

        def look(circle: Circle) -> Known | None:
            seen = self._among(circle, files, options)
            return None if seen is None else seen.of(circle.path)

        self._first_look.forget(files)
        for path in files:
            self._first_look.learn(path, judged.of(path), look)

    def _among(
        self, circle: Circle, files: Mapping[str, bytes], options: EditorOptions
    ) -> Judged | None:
        """What is found in a file among few others; None where that is no gain."""
        judged = Judged()
        self._memory.start(files)
        settings = self._settings(circle.path, options, judged)
        linted = self._lint([circle.path], settings, judged.problems, files, among=circle)
        self._add(judged, linted, settings)
        return judged if circle.is_small else None

    def _lint(
        self,
        paths: Sequence[str],
        settings: Settings,
        problems: list[str],
        edited: Mapping[str, bytes] = MappingProxyType({}),
        *,
        stdin: bytes = b"",
        stdin_filename: str = STDIN,
        among: Circle | None = None,
    ) -> Linted:
        """What is found in files that are judged by the same settings, and not known to their baseline.

        Where those of a folder further down can't be followed, these hold there as well.
        """

        def linted(settings: Settings) -> Linted:
            inputs = gather(
                paths,
                settings,
                stdin=stdin,
                stdin_filename=stdin_filename,
                edited=edited,
                memory=self._memory,
            )
            return lint_inputs(inputs, settings, fixes=True, memory=self._memory, among=among)

        try:
            found = linted(settings)
        except SettingsError as error:
            problems.append(str(error))
            settings = settings._replace(folders=None)
            found = linted(settings)
        if settings.baseline is not None:
            try:
                found = Narrowing(settings, Baseline.read(settings.baseline)).apply(found)
            except BaselineError as error:
                problems.append(str(error))
        return found

    def _add(self, judged: Judged, linted: Linted, settings: Settings) -> None:
        inputs, report = linted.inputs, report_of(linted)
        for path in inputs.shown:
            judged.findings[path] = []
            judged.settings[path] = settings
        for finding in report.findings:
            judged.findings[finding.path].append(finding)
        judged.sources.update(inputs.shown)
        judged.sources.update(report.sources)
        judged.problems += report.errors
        for note in self._memory.notes(inputs.projects):
            for function in note:
                judged.traced.setdefault(function.path, []).append(function)

    def _by_settings(
        self, paths: Sequence[str], options: EditorOptions, judged: Judged
    ) -> list[tuple[Settings, list[str]]]:
        """The files by what they are judged by: each follows the configuration nearest to it."""
        found: list[tuple[Settings, list[str]]] = []
        by_folder: dict[str, Settings] = {}

        def said(settings: Settings) -> Settings:
            return settings._replace(folders=None)  # whoever finds others was made for one folder

        for path in paths:
            folder = os.path.dirname(path)
            if folder not in by_folder:
                by_folder[folder] = self._settings(path, options, judged)
            settings = by_folder[folder]
            mine = next((mine for known, mine in found if said(known) == said(settings)), None)
            if mine is None:
                found.append((settings, [path]))
            else:
                mine.append(path)
        return found

    def _settings(self, path: str, options: EditorOptions, judged: Judged) -> Settings:
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
            linted = self._lint([path], settings, [], now)
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
