"""What one process keeps from run to run: texts of files, their trees, and what was found in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tflint.files import Source, read_bytes, read_file
from tflint.finding import Finding
from tflint.linting.cache import key_of
from tflint.linting.framework_files import is_settled, state_of
from tflint.syntax.kept_modules import KeptModules

if TYPE_CHECKING:
    from tflint.facts import Project

_MOST_GROUPS = 50
"""Groups of files whose findings are kept."""


class Memory:
    """The memory of a process that lints the same files again and again, as a language server does.

    Attributes:
        modules: the indexed files of earlier runs.
        going_on: is called again and again during a run, and ends it by what it raises.
        noting: what else is to be kept of each group of files, worked out from the files of its project
            that a run has (a ``ProjectFiles``) and its facts, while these are known.
    """

    def __init__(self, going_on: Callable[[], None] = lambda: None) -> None:
        self.modules = KeptModules()
        self.going_on = going_on
        self._read: dict[str, tuple[list[int], Source]] = {}
        self._unsaved: Mapping[str, bytes] = MappingProxyType({})
        self._found: dict[str, list[Finding]] = {}
        self.noting: Callable[[Any, Project], Any] | None = None
        self._noted: dict[str, Any] = {}
        self._asked: dict[Hashable, list[str]] = {}

    def start(self, unsaved: Mapping[str, bytes]) -> None:
        """Begin a run, in which some files say what was not written yet, by their absolute paths."""
        self._unsaved = unsaved
        self._asked = {}
        self._noted.pop("", None)  # of groups without a key, of which nothing is kept
        self.modules.thin_out()

    def ask(self, files: Hashable, key: str) -> None:
        """Hear that a run asks for the group of its project's files that has a key."""
        self._asked.setdefault(files, []).append(key)

    def note(self, key: str, files: Hashable, project: Project) -> None:
        """Keep what is to be noted of a group, whose facts are known now."""
        if self.noting is not None and project.knows_tracing:
            self._noted[key] = self.noting(files, project)

    def notes(self, projects: Iterable[Hashable]) -> Iterator[Any]:
        """What was noted of the groups that this run asked for, by the files of its projects."""
        for files in projects:
            for key in self._asked.get(files, ()):
                if key in self._noted:
                    yield self._noted[key]

    def is_unsaved(self, path: str) -> bool:
        """Whether a file, by its absolute path, says what need not be written yet."""
        return path in self._unsaved

    @property
    def unwritten(self) -> list[str]:
        """The files that say something, and are not there yet."""
        return sorted(path for path in self._unsaved if not os.path.lexists(path))

    def read(self, path: str) -> Source:
        """The file at an absolute path: what is not written yet, or what is.

        Raises:
            OSError: it cannot be read.
            UnparsableError: its bytes are not Python text or a notebook.
        """
        unsaved = self._unsaved.get(path)
        if unsaved is not None:
            return read_bytes(path, unsaved)
        self.going_on()
        state = state_of(path)
        known = self._read.get(path)
        if known is not None and known[0] == state:
            return known[1]
        source = read_file(path)
        if is_settled(state):
            self._read[path] = (state, source)
        return source

    # in the place of a cache

    refused = ""

    def key(self, sources: Iterable[Source], seen: Iterable[str], codes: Iterable[str]) -> str:
        """The name of what is found in these files: see ``Cache.key``."""
        return key_of(sources, seen, codes)

    def get(self, key: str) -> list[Finding] | None:
        """The findings kept under ``key``; None when there are none."""
        return self._found.get(key)

    def put(self, key: str, findings: Sequence[Finding]) -> None:
        """Keep findings under ``key``."""
        self._found.pop(key, None)
        self._found[key] = list(findings)
        if len(self._found) > _MOST_GROUPS:
            first = next(iter(self._found))
            del self._found[first]
            self._noted.pop(first, None)
