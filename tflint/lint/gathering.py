"""Gathers the files of a run: found, read and decoded, each with its path as it is shown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tflint.files import Source, UnparsableError, find_files, read_bytes, read_file
from tflint.finding import Finding
from tflint.lint.run_rules import UnparsableFile
from tflint.lint.settings import Settings

STDIN = "-"


@dataclass
class Inputs:
    """The files of a run, read.

    Attributes:
        sources: those that hold Python text.
        shown: all of them by path, unreadable text as empty.
        named: paths of those that were asked for by name, not only found in a folder.
        broken: TFL001 for what is no Python text: bytes of a file, cells of a notebook.
        errors: what could not be read at all, one line each.
        roots: where imports are looked up.
    """

    sources: list[Source] = field(default_factory=list)
    shown: dict[str, Source] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
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
    """Find and read files and folders; ``-`` stands for ``stdin``, shown as ``stdin_filename``."""
    folders_and_files = [path for path in paths if path != STDIN]
    read = Inputs(
        named=frozenset(
            stdin_filename if path == STDIN else os.path.normpath(path) for path in paths
        ),
        roots=_roots([*folders_and_files, *roots], settings),
    )

    def unreadable(path: str, error: OSError) -> None:
        read.errors.append(f"{path}: cannot be read: {error.strerror or error}")

    found: list[str] = list(find_files(folders_and_files, settings.files, unreadable))
    if STDIN in paths and not settings.files.refuses(stdin_filename):
        found.insert(0, STDIN)
    for path in found:
        shown = stdin_filename if path == STDIN else path
        try:
            source = read_bytes(shown, stdin) if path == STDIN else read_file(path)
        except OSError as error:
            unreadable(path, error)
            continue
        except UnparsableError as error:
            read.broken.append(UnparsableFile.of(shown, error.message, error.line, error.column))
            source = Source(shown, "")
        else:
            read.sources.append(source)
            read.broken += [UnparsableFile.of(shown, *fault) for fault in source.faults]
        read.shown[shown] = source
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
