"""What facts ask of the files of a project, whoever keeps these: their trees, places and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from tflint.facts.expressions.versions import Versions
from tflint.files.imports import ImportGraph
from tflint.files.layout import Layout
from tflint.files.source import Cell
from tflint.syntax.model import Module
from tflint.syntax.names import Names

T = TypeVar("T")


class SourceLike(Protocol):
    """What the project needs of a file."""

    @property
    def path(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def cells(self) -> tuple[Cell, ...] | None: ...
    @property
    def python(self) -> tuple[int, ...]: ...


class Program(Protocol):
    """The files of one project; each is parsed when it is asked for."""

    @property
    def sources(self) -> Mapping[str, SourceLike]:
        """The files by path."""

    @property
    def layout(self) -> Layout:
        """Where the files stand relative to each other."""

    @property
    def imports(self) -> ImportGraph:
        """Which files import which."""

    @property
    def names(self) -> Names:
        """What names alone tell of calls and decorators."""

    @property
    def relevant_modules(self) -> list[Module]:
        """Modules that can have to do with a graph, in order of path."""

    @property
    def indexed(self) -> list[Module]:
        """The files asked for so far."""

    @property
    def versions(self) -> Versions:
        """Which versions of the frameworks they may run with."""

    def module(self, path: str) -> Module | None:
        """The indexed file, None when it is broken or not part of the project."""

    def uses_keras_2(self, module: Module) -> bool:
        """True for a file that only Keras 2 runs."""

    def remember(self, make: Callable[[Any], T]) -> T:
        """What ``make`` says of this project, worked out once."""
