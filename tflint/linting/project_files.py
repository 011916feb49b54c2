"""The files of one project: those to report on, and those around them, read where they may matter."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.files import Source, UnparsableError, read_file
from tflint.files.discovery import MOST_FILES, FileRules, RulesIn, TooManyError, files_below
from tflint.files.distribution import is_distributed
from tflint.files.imports import imports_in, mentions_framework, read_imports
from tflint.files.layout import Layout
from tflint.files.pins import Pin, read_pins
from tflint.files.project_root import ProjectRoots, is_package
from tflint.finding import Finding, FunctionRef, Reason
from tflint.linting.framework_files import framework_files
from tflint.linting.settings import CONFIG_FILES, Settings

if TYPE_CHECKING:
    from tflint.linting.memory import Memory


class ProjectFiles:
    """The files of one project in a run.

    What is analysed goes by paths from ``base`` on, so that it is the same wherever one stands and whatever
    was named; what is reported goes by paths as the user named them.

    Attributes:
        root: where the project begins, as an absolute path.
        base: the folder that its outermost package is imported from: the root, or above it.
        settings: what the project is linted by.
        reported: the files to report on, by their path from the base on.
        named: those of them that were asked for by name, not only found in a folder.
        is_whole: whether the user named a folder that holds all of it.
        is_known: whether all of it was read that may be.
        warnings: what was left out that the user may miss, one line each.
        memory: what this process keeps from run to run.
    """

    def __init__(
        self,
        root: str,
        settings: Settings,
        roots: ProjectRoots,
        warnings: list[str],
        memory: Memory | None = None,
    ) -> None:
        self.root = root
        self.base = root
        while is_package(self.base) and os.path.dirname(self.base) != self.base:
            self.base = os.path.dirname(self.base)
        self.settings = settings
        self.reported: dict[str, Source] = {}
        self.named: set[str] = set()
        self.is_whole = False
        self.is_known = True
        self.warnings = warnings
        self.memory = memory
        self._roots = roots
        self._shown: dict[str, str] = {}
        self._absolute = False
        self._around: dict[str, Source] = {}
        self._pins: dict[str, list[Pin]] = {}

    def add(self, path: str, source: Source, *, named: bool) -> None:
        """Add a file to report on, under the path by which it is shown."""
        inside = self.inside(os.path.abspath(path))
        self._absolute = self._absolute or os.path.isabs(path)
        self._shown[inside] = path
        self.reported[inside] = replace(source, path=inside)
        if named:
            self.named.add(inside)

    def inside(self, path: str) -> str:
        """A file's path from the base on, of its absolute one."""
        return path[len(self.base.rstrip(os.sep)) + 1 :]

    @property
    def import_roots(self) -> list[str]:
        """Where imports are looked up, from the base on: the root, and what the settings call source."""
        base = self.base.rstrip(os.sep) + os.sep
        folders = [os.path.normpath(os.path.join(self.root, f)) for f in self.settings.src]
        inside = [self.inside(f) for f in (self.root, *folders) if (f + os.sep).startswith(base)]
        return list(dict.fromkeys(inside))

    def pins_of(self, paths: Iterable[str]) -> list[Pin]:
        """The versions of frameworks that files of the project are made for, of which one uses another.

        What the folder around all of them asks for, or the nearest one above it that asks for any.
        """
        if self.settings.isolated_files:
            return []
        folder = os.path.commonpath([os.path.dirname(os.path.join(self.base, p)) for p in paths])
        while folder != self.root and folder.startswith(self.root.rstrip(os.sep) + os.sep):
            if pins := self._pins_in(folder):
                return pins
            folder = os.path.dirname(folder)
        return self._pins_in(self.root)

    def _pins_in(self, folder: str) -> list[Pin]:
        if folder not in self._pins:
            self._pins[folder] = read_pins(folder)
        return self._pins[folder]

    @cached_property
    def is_library(self) -> bool:
        """Whether the project is made to be installed, or is an installed package itself."""
        return not self.settings.isolated_files and is_distributed(self.root, self.base)

    @cached_property
    def sources(self) -> list[Source]:
        """All files that may bear on those to report on, in order of path: nobody else's if none may."""
        if not self.settings.isolated_files:
            around = self._paths_around()
            if self._may_matter(around):
                self._around.update(self._read(around))
        sources = {**self.reported, **self._around}
        return [sources[path] for path in sorted(sources)]

    def _may_matter(self, around: list[str]) -> bool:
        """Whether any file of the project imports a framework: else nobody needs to know the others."""
        layout = Layout((*self.reported, *around), self.import_roots, self.base)
        reported = self.reported.items()
        if any(_imports_framework(path, source.text, layout) for path, source in reported):
            return True
        speaking = framework_files(self.base, around, self.settings.cache_dir)
        memory = self.memory
        if memory is not None:
            here = [path for path in around if memory.is_unsaved(os.path.join(self.base, path))]
            speaking = list(dict.fromkeys([*speaking, *here]))
        return any(
            _imports_framework(path, source.text, layout) for path, source in self._read(speaking)
        )

    def _read(self, paths: Iterable[str]) -> Iterator[tuple[str, Source]]:
        """Files of the project, as far as they can be read."""
        read = read_file if self.memory is None else self.memory.read
        for path in paths:
            with suppress(OSError, UnparsableError):
                yield path, replace(read(os.path.join(self.base, path)), path=path)

    def _paths_around(self) -> list[str]:
        """The files of the project that nothing is reported on."""
        if self.is_whole:
            return []
        try:
            rules_in = rules_further_down(self.settings)
            found = files_below(self.root, self.settings.files, self._belongs, rules_in)
        except TooManyError:
            self.is_known = False
            self.warnings.append(
                f"{self.root}: more than {MOST_FILES:,} Python files: those that were not named are not "
                "read, and what follows from them is not known"
            )
            return []
        found += [] if self.memory is None else self._unwritten(self.memory)
        return [known for path in found if (known := self.inside(path)) not in self.reported]

    def _unwritten(self, memory: Memory) -> list[str]:
        """Files of the project that say something, and are not there yet."""
        return [path for path in memory.unwritten if self._roots.of(path) == self.root]

    def _belongs(self, folder: str, names: Iterable[str]) -> bool:
        return not self._roots.begins_with(folder, frozenset(names))

    def source(self, shown: str) -> Source | None:
        """The file that is shown under a path."""
        inside = self.inside(os.path.abspath(shown))
        source = self.reported.get(inside) or self._around.get(inside)
        return None if source is None else replace(source, path=shown)

    def shown(self, path: str) -> str:
        """How a file of the project is shown: as it was named, or as others of the project were."""
        shown = self._shown.get(path)
        if shown is None:
            shown = os.path.join(self.base, path)
            if not self._absolute:
                shown = os.path.relpath(shown)
            self._shown[path] = shown
        return shown

    def with_shown_paths(self, finding: Finding) -> Finding:
        """A finding with all its paths as they are shown."""
        subject = finding.subject
        if subject is not None:
            subject = replace(
                subject, entry=self._ref(subject.entry), function=self._ref(subject.function)
            )
        chain = tuple(self.reason_with_shown_path(reason) for reason in finding.chain)
        return replace(finding, path=self.shown(finding.path), chain=chain, subject=subject)

    def reason_with_shown_path(self, reason: Reason) -> Reason:
        """A link of a chain with its path as it is shown."""
        return reason._replace(path=self.shown(reason.path))

    def _ref(self, ref: FunctionRef) -> FunctionRef:
        return ref._replace(path=self.shown(ref.path))


def rules_further_down(settings: Settings) -> RulesIn:
    """What to leave out in folders: where one has a file of settings of its own, what that says."""

    def rules_in(folder: str, names: Collection[str], above: FileRules) -> FileRules:
        if not any(name in names for name in CONFIG_FILES):
            return above
        return settings.for_folder(folder).files

    return rules_in


def _imports_framework(path: str, text: str, layout: Layout) -> bool:
    return mentions_framework(text) and read_imports(path, imports_in(text), layout).outside
