"""Puts lines into files, and tells where they stand afterwards."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from benchmarks.injection.templates import MODULES, Line
from tflint.facts import Project
from tflint.facts.expressions.values import External, members
from tflint.syntax.model import Function, ImportedName, Module


@dataclass
class Injection:
    """One pitfall in one place, and what came of it.

    Attributes:
        code: the rule.
        snippet: the text it was made of.
        bad: whether a finding is expected.
        way: ``direct`` or ``helper``.
        path: the file of the place.
        expected: lines on which the finding is expected, by file.
        touched: all lines put in, by file.
        result: what a program that is run should return of it.
    """

    code: str
    snippet: str
    bad: bool
    way: str
    path: str
    expected: set[tuple[str, int]] = field(default_factory=set)
    touched: set[tuple[str, int]] = field(default_factory=set)
    result: str = ""


@dataclass
class FileEdit:
    """The lines to put into one file, each list before a line of the original."""

    module: Module
    project: Project
    added: dict[int, list[tuple[Injection | None, Line]]] = field(default_factory=dict)
    _imports: dict[str, str] = field(default_factory=dict)

    def put(self, line: int, lines: list[Line], injection: Injection | None) -> None:
        """Put lines before a line of the original file."""
        self.added.setdefault(line, []).extend((injection, each) for each in lines)

    @property
    def end(self) -> int:
        """The line after the last one."""
        return len(self.module.lines) + 1

    @property
    def import_line(self) -> int:
        """Where another import can stand: after the docstring and imports from the future."""
        for statement in self.module.tree.body:
            docstring = isinstance(statement, ast.Expr) and isinstance(
                statement.value, ast.Constant
            )
            future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            if not docstring and not future:
                decorators = getattr(statement, "decorator_list", [])
                return min([statement.lineno, *(d.lineno for d in decorators)])
        return self.end

    def name_of(self, hole: str, function: Function | None, number: int) -> str:
        """The file's name for a module; imported first where it has none that ``function`` sees."""
        dotted = MODULES[hole]
        for name in self._names_for(dotted):
            if not _is_hidden(name, function):
                return name
        if hole not in self._imports:
            simple = dotted.rpartition(".")[2]
            taken = {n for f in self.module.functions for n in f.bindings}
            alias = hole if hole not in taken else f"{hole}_{number}"
            text = f"import {dotted} as {alias}" if alias != simple else f"import {simple}"
            if "." in dotted and alias == simple:
                text = f"from {dotted.rpartition('.')[0]} import {simple}"
            self._imports[hole] = alias
            self.put(self.import_line, [Line(text)], None)
        return self._imports[hole]

    def _names_for(self, dotted: str) -> list[str]:
        """Names of the module's own that can be nothing but the module asked for."""
        found = []
        for name, bindings in self.module.body.bindings.items():
            if len(bindings) == 1 and bindings[0].kind == "import" and bindings[0].block is None:
                target = bindings[0].target
                if isinstance(target, ImportedName) and target.name is None:
                    value = self.project.inference.binding_value(
                        name, bindings[0], self.module.body
                    )
                    if members(value) == (External(dotted),):
                        found.append(name)
        return found

    def text(self) -> str:
        """The new file; tells each injection where its lines came to stand."""
        lines: list[str] = []
        for number, original in enumerate([*self.module.lines, None], 1):
            for injection, line in self.added.get(number, ()):
                lines.append(line.text)
                if injection is not None:
                    here = (self.module.path, len(lines))
                    injection.touched.add(here)
                    if line.marked:
                        injection.expected.add(here)
            if original is not None:
                lines.append(original)
        return "\n".join(lines)


def _is_hidden(name: str, function: Function | None) -> bool:
    """True when a function, or one around it, has another meaning for a name."""
    while function is not None and not function.is_module:
        if name in function.bindings:
            return True
        function = function.parent
    return False
