"""tflint inside flake8, which decides which files, codes and comments count.

flake8 hands over one file at a time, in several processes; what runs in a graph is decided by all
files together. So the files of the run are linted as one project before flake8 forks (or, where
it doesn't fork, once in each process), and each file's findings are served from that.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from flake8.discover_files import expand_paths  # type: ignore[import-untyped,unused-ignore]
from flake8.exceptions import ExecutionError  # type: ignore[import-untyped,unused-ignore]

from tflint.finding import Finding
from tflint.linting.codes import catalogue
from tflint.linting.linter import lint
from tflint.linting.selection import Layer, letters
from tflint.linting.settings import Overrides, Settings, SettingsError, load
from tflint.version import __version__


class Flake8Run:
    """One run of flake8: its files as one project, and the settings for them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._named: list[str] = [path for path in options.filenames or ["."] if path != "-"]

    @cached_property
    def files(self) -> list[str]:
        """The files that flake8 will check."""
        options = self._options
        found = expand_paths(
            paths=self._named,
            stdin_display_name=options.stdin_display_name,
            filename_patterns=options.filename,
            exclude=(*options.exclude, *options.extend_exclude),
        )
        return [os.path.normpath(path) for path in found] if self._named else []

    @cached_property
    def settings(self) -> Settings:
        """The project's own settings for tflint, under what flake8 was told.

        flake8 itself leaves out what its options ignore. Opt-in rules run when its ``select`` or
        ``extend-select`` names them by their full code. Plugins of the project count if its settings
        stand in the current folder or above.

        Raises:
            ExecutionError: the settings cannot be followed.
        """
        overrides = Overrides(respect_noqa=not self._options.disable_noqa)
        paths = self._named or [self._options.stdin_display_name or "."]
        named = [*(self._options.select or ()), *(self._options.extend_select or ())]
        try:
            # once for the rules of the project's own, whose codes flake8 may have been told
            known = {**catalogue(), **load(paths, catalogue(), overrides).plugins.listed}
            layer = Layer(extend_select=tuple(code for code in named if code in known))
            return load(paths, catalogue(), overrides._replace(layer=layer))
        except SettingsError as error:
            raise ExecutionError(str(error)) from None

    @cached_property
    def findings(self) -> dict[str, list[Finding]]:
        """Findings of the whole run by file."""
        by_file: dict[str, list[Finding]] = {path: [] for path in self.files}
        for finding in lint(self.files, self.settings).findings:
            by_file.setdefault(finding.path, []).append(finding)
        return by_file

    def findings_in(self, path: str, lines: Sequence[str]) -> list[Finding]:
        """Findings of one file; of its text alone when it is none of the run's, as on stdin."""
        known = self.findings.get(os.path.normpath(path))
        if known is not None:
            return known
        data = "".join(lines).encode("utf-8", "surrogatepass")
        return lint(["-"], self.settings, stdin=data, stdin_filename=path).findings


class Plugin:
    """The entry point ``TFL`` of flake8."""

    name = "tflint"
    version = __version__
    run_of_flake8: ClassVar[Flake8Run]

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        self._filename = filename
        self._lines = lines

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Remember what flake8 runs on; lint it here if flake8 is about to fork."""
        cls.run_of_flake8 = Flake8Run(options)
        settings = cls.run_of_flake8.settings  # unusable ones are known before the first file
        own = {letters(code) for code in settings.plugins.rules}
        options.extended_default_select = [*options.extended_default_select, *sorted(own)]
        if multiprocessing.get_start_method() == "fork" and len(cls.run_of_flake8.files) > 1:
            cls.run_of_flake8.findings  # noqa: B018

    def run(self) -> Iterator[tuple[int, int, str, type[Any]]]:
        """Findings as flake8 wants them: line, 0-based column, text."""
        for finding in self.run_of_flake8.findings_in(self._filename, self._lines):
            if finding.asks_for_change:
                span = finding.span
                yield span.line, span.column - 1, f"{finding.code} {finding.message}", type(self)
