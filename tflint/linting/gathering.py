"""Gathers the files of a run: found, read and decoded, sorted by the projects that they belong to."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from tflint.files import (
    NotPythonError,
    Place,
    Source,
    UnparsableError,
    find_files,
    read_bytes,
    read_file,
)
from tflint.files.imports import mentions_framework
from tflint.files.notebook import left_in
from tflint.files.project_root import ProjectRoots
from tflint.finding import Finding
from tflint.linting.project_files import ProjectFiles, rules_further_down
from tflint.linting.run_rules import UnparsableFile
from tflint.linting.settings import Settings

if TYPE_CHECKING:
    from tflint.linting.memory import Memory

STDIN = "-"


@dataclass
class InputFiles:
    """The files of a run, read.

    Attributes:
        projects: the files that hold Python text, by the project that they belong to.
        shown: all of them by path, unreadable text as empty.
        broken: TFL001 for what is no Python text: bytes of a file, cells of a notebook.
        errors: what could not be read at all, one line each.
        warnings: what was left out that the user may miss, one line each.
        named_folders: whether any folder was named, not only files.
    """

    projects: list[ProjectFiles] = field(default_factory=list)
    shown: dict[str, Source] = field(default_factory=dict)
    broken: list[Finding] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    named_folders: bool = False

    def source(self, path: str) -> Source | None:
        """A file of the run, or of one of its projects, by the path that it is shown by."""
        known = self.shown.get(path)
        if known is not None:
            return known
        found = (project.source(path) for project in self.projects)
        return next((source for source in found if source is not None), None)

    def place(self, path: str, line: int) -> Place:
        """Where a line of a file's text is for a reader."""
        source = self.source(path)
        return Place(None, line) if source is None else source.place(line)

    def located(self, path: str, line: int) -> str:
        """``path:line``, with the cell between them in a notebook."""
        return f"{path}:{self.place(path, line).text}"


def gather(
    paths: Sequence[str],
    settings: Settings,
    *,
    stdin: bytes = b"",
    stdin_filename: str = STDIN,
    edited: Mapping[str, bytes] = MappingProxyType({}),
    memory: Memory | None = None,
) -> InputFiles:
    """Find and read files and folders; ``-`` stands for ``stdin``, shown as ``stdin_filename``.

    Each file is left out or linted by the settings of its folder. ``edited`` has what files are to say,
    by the path they are shown by, where that is not yet written. With ``memory`` named files need not be
    there, if they are to say something, and files around them say what they are to.
    """
    named = {stdin_filename if path == STDIN else os.path.normpath(path) for path in paths}
    read = InputFiles(named_folders=any(map(os.path.isdir, paths)))

    def unreadable(path: str, error: OSError) -> None:
        read.errors.append(f"{path}: cannot be read: {error.strerror or error}")

    unwritten = set() if memory is None else {*memory.unwritten}
    found: list[str] = list(
        find_files(
            [path for path in paths if path != STDIN and path not in unwritten],
            lambda path: _folder_of(path, settings).files,
            unreadable,
            read.warnings.append,
            rules_further_down(settings),
        )
    )
    found += [
        path
        for path in paths
        if path in unwritten and not settings.for_file(path).files.refuses(path)
    ]
    if STDIN in paths and not settings.for_file(stdin_filename).files.refuses(stdin_filename):
        found = [
            path for path in found if os.path.normpath(path) != os.path.normpath(stdin_filename)
        ]
        found.insert(0, STDIN)
    roots = ProjectRoots()
    projects: dict[str, ProjectFiles] = {}
    for path in found:
        shown = stdin_filename if path == STDIN else path
        root = STDIN if shown == STDIN else roots.of(shown)
        if root not in projects:
            projects[root] = _project(root, settings, roots, read.warnings, memory)
        try:
            data = edited.get(shown, stdin if path == STDIN else None)
            source = _read(path, shown, data, memory)
        except OSError as error:
            unreadable(path, error)
            continue
        except NotPythonError as error:
            read.warnings.append(f"{shown}: not read: {error.message}")
            continue
        except UnparsableError as error:
            read.broken.append(UnparsableFile.of(shown, error.message, error.line, error.column))
            read.shown[shown] = Source(shown, "")
            continue
        is_named = os.path.normpath(shown) in named
        projects[root].add(shown, source, named=is_named)
        # No file imports a notebook.
        if source.faults and (is_named or mentions_framework(source.text)):
            text = left_in(source.text)
            read.broken += [UnparsableFile.in_cell(shown, fault, text) for fault in source.faults]
        read.shown[shown] = source
    for project in projects.values():
        project.is_whole = any(_holds(folder, project.root) for folder in paths if folder != STDIN)
    read.projects = [projects[root] for root in sorted(projects)]
    read.warnings += settings.warnings
    if settings.folders is not None:
        read.warnings += settings.folders.unfollowed()
    return read


def _folder_of(path: str, settings: Settings) -> Settings:
    return settings.for_folder(path) if os.path.isdir(path) else settings.for_file(path)


def _read(path: str, shown: str, data: bytes | None, memory: Memory | None) -> Source:
    if data is not None:
        return read_bytes(shown, data)
    if memory is None:
        return read_file(path)
    return replace(memory.read(os.path.abspath(path)), path=shown)


def _holds(path: str, root: str) -> bool:
    """True for a folder that holds a project, and for its root."""
    return (root + os.sep).startswith(os.path.abspath(path).rstrip(os.sep) + os.sep)


def _project(
    root: str,
    settings: Settings,
    roots: ProjectRoots,
    warnings: list[str],
    memory: Memory | None,
) -> ProjectFiles:
    if root == STDIN:  # a text without a name has nothing around it
        here = os.getcwd()
        own = settings.for_folder(here)._replace(isolated_files=True)
        return ProjectFiles(here, own, roots, warnings, memory)
    own = settings.for_folder(root)._replace(cache_dir=settings.cache_dir)
    return ProjectFiles(root, own, roots, warnings, memory)
