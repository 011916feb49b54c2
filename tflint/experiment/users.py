"""A file and those that use it, as facts are asked about them: what a name means, who calls what."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cached_property
from glob import escape, glob
from typing import Any, TypeVar

from tflint.experiment.parsed_file import ParsedFile, per_run, read, texts
from tflint.facts.expressions.inference import Inference
from tflint.facts.expressions.versions import Versions
from tflint.facts.programs.keras_versions import uses_keras_2
from tflint.files import Source
from tflint.files.imports import ImportGraph, ImportTexts
from tflint.files.layout import Layout
from tflint.files.led_imports import led_imports
from tflint.syntax.model import Module
from tflint.syntax.names import Names
from tflint.syntax.path_folders import folders_on_path

T = TypeVar("T")
_Files = tuple[dict[str, Source], Layout, ImportGraph]
_MOST_USERS = 200
"""Files that are read for calls of one file: parsing more takes longer than an experiment."""


class Users:
    """The program that facts see: one file, and those that may use names of it, nearest first.

    Attributes:
        entry: the file.
        sources: the project's files by path; they are parsed when a name leads there.
        imports: which of these import which.
    """

    def __init__(self, entry: ParsedFile, roots: Iterable[str]) -> None:
        self.entry = entry
        self.sources, self.layout, self.imports = _around(entry.path, tuple(roots))
        self.versions = Versions()
        self._remembered: dict[Callable[[Any], Any], Any] = {}

    @cached_property
    def paths(self) -> set[str]:
        """The files that may use names of the file, directly or through others."""
        return self.imports.users([self.entry.path]) - {self.entry.path}

    @cached_property
    def files(self) -> list[ParsedFile]:
        """The file, then the nearest of those that may use names of it."""
        nearest = sorted(self.paths, key=lambda path: (self._distance(path), path))[:_MOST_USERS]
        found = (read(path) for path in nearest)
        return [self.entry, *(source for source in found if source is not None)]

    def _distance(self, path: str) -> int:
        """How many folders lie between the file and another."""
        return os.path.relpath(path, os.path.dirname(self.entry.path)).count(os.sep)

    @cached_property
    def inference(self) -> Inference:
        """What expressions may be."""
        return Inference(self)

    # What facts ask of a program.

    @cached_property
    def names(self) -> Names:
        """What names alone tell of calls and decorators."""
        return Names(self.relevant_modules)

    @cached_property
    def relevant_modules(self) -> list[Module]:
        """The modules in which calls are looked for."""
        return [source.index for source in self.files]

    @property
    def indexed(self) -> list[Module]:
        """The same: what names lead to besides matters to nobody."""
        return self.relevant_modules

    def module(self, path: str) -> Module | None:
        """The indexed file, None when it is broken or not part of the project."""
        source = None
        if path in self.sources:
            source = self.entry if path == self.entry.path else read(path)
        return None if source is None else source.index

    def uses_keras_2(self, module: Module) -> bool:
        """True for a file that only Keras 2 runs."""
        return uses_keras_2(module, self)

    def remember(self, make: Callable[[Any], T]) -> T:
        """What ``make`` says of these files, worked out once."""
        if make not in self._remembered:
            self._remembered[make] = make(self)
        found: T = self._remembered[make]
        return found


def _around(path: str, roots: tuple[str, ...]) -> _Files:
    """The files of the project that a file is in, and those beside it."""
    if path in texts(roots):
        return _read(roots)
    beside = glob(os.path.join(escape(os.path.dirname(path)), "*.py"))
    return _read((*roots, *sorted(beside), path))


@per_run
def _read(paths: tuple[str, ...]) -> _Files:
    known = texts(paths)
    imports = ImportTexts(known)
    plain = Layout(known, [path for path in paths if os.path.isdir(path)])
    layout = plain.leading(led_imports(known, imports, plain, folders_on_path))
    sources = {path: Source(path, text) for path, text in known.items()}
    return sources, layout, ImportGraph(known, layout, imports=imports)


@per_run
def users_of(entry: ParsedFile, roots: tuple[str, ...]) -> Users:
    """A file and those that use it; asked for once a run."""
    return Users(entry, roots)
