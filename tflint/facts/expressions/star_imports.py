"""What ``from … import *`` brings into a file, and which of such imports gives a name."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tflint.api.lookup import canonical, is_listed
from tflint.facts.expressions.program import Program
from tflint.syntax.model import ImportedName, Module
from tflint.syntax.other_backends import is_for_other_backend

BUILTINS = frozenset(dir(builtins))


class _Imported(NamedTuple):
    """What one file imports all of, in order: files of the project, and names of others.

    Attributes:
        at_all: everything.
        directly: what is not only there for a backend without graphs.
    """

    at_all: tuple[Module | str, ...]
    directly: tuple[Module | str, ...]


class StarImports:
    """Answers for one project; files may import all of each other in circles."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._imported: dict[Module, _Imported] = {}
        self._reached: dict[Module, tuple[Module | str, ...]] = {}
        self._given: dict[tuple[str, Module], Module | str | None] = {}

    def giver(self, name: str, module: Module) -> Module | str | None:
        """The file that gives a name, or what the name is called outside the project; None for neither.

        That is the first that is known to have it, else the last that may. Of imports in branches it
        is one for a framework which makes graphs, where there is such a one.
        """
        if not module.star_imports:
            return None
        key = (name, module)
        if key not in self._given:
            self._given[key] = self._find_giver(name, module)
        return self._given[key]

    def _find_giver(self, name: str, module: Module) -> Module | str | None:
        if module not in self._reached:
            self._reached[module] = self._find_reached(module)
        possible: str | None = None
        for source in self._reached[module]:
            if isinstance(source, Module):
                if name in source.body.bindings:
                    return source
            elif name not in BUILTINS:
                possible = canonical(f"{source}.{name}")
                if is_listed(possible):
                    return possible
        return possible

    def _find_reached(self, module: Module) -> tuple[Module | str, ...]:
        """What gives a file names, first what does so for a framework which makes graphs."""
        directly = _walk(module, lambda source: self._imported_by(source).directly)
        imported = map(self._imported_by, (m for m in (module, *directly) if isinstance(m, Module)))
        if all(one.directly == one.at_all for one in imported):
            return tuple(directly)
        return (*directly, *_walk(module, lambda source: self._imported_by(source).at_all))

    def _imported_by(self, module: Module) -> _Imported:
        found = self._imported.get(module)
        if found is None:
            at_all: dict[Module | str, None] = {}
            directly: dict[Module | str, None] = {}
            for imported in module.star_imports:
                source = self._source(imported, module)
                if source is None:
                    continue
                at_all[source] = None
                is_choice = imported in module.star_choices
                if not (is_choice and isinstance(source, Module) and is_for_other_backend(source)):
                    directly[source] = None
            found = self._imported[module] = _Imported(tuple(at_all), tuple(directly))
        return found

    def _source(self, imported: ImportedName, module: Module) -> Module | str | None:
        path = self._program.layout.find(module.path, imported.module, imported.level)
        if path is not None:
            return self._program.module(path)
        return None if imported.level else imported.module


def _walk(
    module: Module, imported_by: Callable[[Module], Iterable[Module | str]]
) -> list[Module | str]:
    """What one comes to from a file, each once, and what it imports right after it."""
    found: dict[Module | str, None] = {}
    waiting: list[Module | str] = [module]
    while waiting:
        source = waiting.pop()
        if source not in found:
            found[source] = None
            if isinstance(source, Module):
                below = [other for other in imported_by(source) if other not in found]
                waiting += reversed(below)
    return [*found][1:]
