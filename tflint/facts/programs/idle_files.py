"""Files of a program that nothing comes to: no file imports them, and run themselves they only define."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import External, members
from tflint.syntax.model import Module

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred
    from tflint.facts.expressions.program import SourceLike

_DEFINES = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_STARTS = "__main__"
_BY_NAME = ("import_module(", "__import__(")


def programs_in(sources: Iterable[SourceLike]) -> frozenset[str]:
    """The files that say what running them does; none where files are imported by strings."""
    known = list(sources)
    if any(name in source.text for source in known for name in _BY_NAME):
        return frozenset()
    return frozenset(source.path for source in known if _STARTS in source.text)


class IdleFiles:
    """Tells of the files of a project whether any run comes to them."""

    def __init__(self, program: Inferred) -> None:
        self._program = program

    def is_idle(self, module: Module) -> bool:
        """True for a file that nothing imports and that runs nothing, beside others that are programs.

        Of a library somebody else may import it, and tests are run by their names.
        """
        key = ("idle", module)
        return self._program.inference.ask(key, False, self._is_idle, module)

    def _is_idle(self, module: Module) -> bool:
        program, path = self._program, module.path
        return (
            not module.cells
            and bool(program.programs - {path})
            and not program.imports.user_count(path)
            and not program.may_be_imported(path)
            and not module.is_of_tests
            and not (program.is_library and program.layout.is_in_package(path))
            and all(self._only_defines(statement, module) for statement in module.tree.body)
        )

    def _only_defines(self, statement: ast.stmt, module: Module) -> bool:
        if isinstance(statement, _DEFINES):
            return True
        if isinstance(statement, ast.Expr):
            return isinstance(statement.value, ast.Constant)
        return isinstance(statement, (ast.Assign, ast.AnnAssign)) and all(
            isinstance(member, External)
            for site in module.body.calls
            if statement.lineno <= site.node.lineno <= (statement.end_lineno or 0)
            for member in members(self._program.inference.value(site.node.func, module.body))
        )
