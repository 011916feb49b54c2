"""The pipeline: files → project → rules → findings, sorted and complete whatever fails."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tflint.facts.project import BrokenFile
from tflint.files import Source, UnparsableError, find_files, read_bytes, read_file
from tflint.finding import Finding, Span
from tflint.lint.catalogue import catalogue
from tflint.lint.housekeeping import UnparsableFile, UnusedSuppression
from tflint.lint.scheduling import analyse_all
from tflint.lint.settings import Settings
from tflint.lint.unparsable import unparsable
from tflint.rules import MODULES

if TYPE_CHECKING:
    from tflint.lint.cache import Cache

STDIN = "-"


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
    read = gather(paths, settings, stdin=stdin, stdin_filename=stdin_filename, roots=roots)
    named = {stdin_filename if path == STDIN else os.path.normpath(path) for path in paths}
    findings = read.broken + _findings(read.sources, settings, read.roots, jobs, named, last)
    findings.sort(key=lambda finding: finding.sort_key)
    shown = {path for finding in findings for path in _paths_of(finding)}
    sources = {path: source for path, source in read.shown.items() if path in shown}
    return Report(findings, sources, read.errors, len(read.shown))


@dataclass
class Inputs:
    """The files of a run, read.

    Attributes:
        sources: those that hold Python text.
        shown: all of them by path, unreadable text as empty.
        broken: TFL001 for those whose bytes are no Python text.
        errors: what could not be read at all, one line each.
        roots: where imports are looked up.
    """

    sources: list[Source] = field(default_factory=list)
    shown: dict[str, Source] = field(default_factory=dict)
    broken: list[Finding] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    roots: list[str] = field(default_factory=list)


def gather(
    paths: Sequence[str],
    settings: Settings,
    *,
    stdin: bytes = b"",
    stdin_filename: str = STDIN,
    roots: Iterable[str] = (),
) -> Inputs:
    """Find and read files and folders; ``-`` stands for ``stdin``."""
    read = Inputs()

    def unreadable(path: str, error: OSError) -> None:
        read.errors.append(f"{path}: cannot be read: {error.strerror or error}")

    named = [path for path in paths if path != STDIN]
    inputs: list[str] = list(find_files(named, settings.files, unreadable))
    if STDIN in paths and not settings.files.refuses(stdin_filename):
        inputs.insert(0, STDIN)
    for path in inputs:
        shown = stdin_filename if path == STDIN else path
        try:
            source = read_bytes(shown, stdin) if path == STDIN else read_file(path)
        except OSError as error:
            unreadable(path, error)
            continue
        except UnparsableError as error:
            fault = BrokenFile(error.message, error.line, error.column)
            read.broken.append(unparsable(shown, fault))
            source = Source(shown, "")
        else:
            read.sources.append(source)
            read.broken += [unparsable(shown, BrokenFile(*fault)) for fault in source.faults]
        read.shown[shown] = source
    read.roots = _roots([*named, *roots], settings)
    return read


def _roots(named: Iterable[str], settings: Settings) -> list[str]:
    """Where imports are looked up: the folders named, and the source folders of the settings.

    Both as absolute paths and as they are seen from here, since files are shown as they were named.
    """
    folders = [os.path.normpath(path) for path in named if os.path.isdir(path)]
    for folder in settings.src:
        if os.path.isdir(folder):
            folders += [os.path.relpath(folder), os.path.abspath(folder)]
    return list(dict.fromkeys(folders))


def _paths_of(finding: Finding) -> Iterator[str]:
    yield finding.path
    for reason in finding.chain:
        yield reason.path


def _findings(
    sources: list[Source],
    settings: Settings,
    roots: list[str],
    jobs: int | None,
    named: Collection[str],
    last: bool,
) -> list[Finding]:
    codes = settings.enabled(catalogue())
    judging = UnusedSuppression.code in codes
    asked = [code for code in MODULES if judging or code in codes]
    raw: dict[str, list[Finding]] = {source.path: [] for source in sources}
    cache = _cache(settings.cache_dir)
    for finding in analyse_all(sources, roots, asked, cache, jobs, named, last):
        raw[finding.path].append(finding)
    found: list[Finding] = []
    for source in sources:
        mine = raw[source.path]
        if settings.respect_noqa and (mine or (judging and "TFL" in source.text)):
            mine = [finding for finding in mine if not _silenced(source, finding)]
            if judging:
                mine += _unused_suppressions(source)
        found += mine
    return [
        finding
        for finding in found
        if finding.code in codes and not settings.ignores(finding.path, finding.code)
    ]


def _cache(folder: str | None) -> Cache | None:
    if folder is None:
        return None
    from tflint.lint.cache import Cache  # here, for runs that keep nothing

    return Cache(folder)


def _silenced(source: Source, finding: Finding) -> bool:
    if finding.code == UnparsableFile.code:
        return False
    span = finding.span
    return source.noqa.silences(finding.code, span.line, span.end_line, *finding.noqa_lines)


def _unused_suppressions(source: Source) -> Iterator[Finding]:
    """A finding for each comment of ours that was not needed; those may be silenced in turn."""
    for directive in source.noqa.directives:
        unused = directive.unused
        if not unused or source.noqa.silences(UnusedSuppression.code, directive.line):
            continue
        names = ", ".join(unused)
        span = Span(directive.line, directive.column, directive.line, directive.end_column)
        yield UnusedSuppression.at(source.path, span, f"unused suppression: {names}")
