"""Markers in the source: what was reached and what was entered, without moving a line.

They are put into the text and not into the syntax tree, because AutoGraph reads the text again.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tflint.experiment.parsed_file import CallableNode, ParsedFile, first_line

HIT = "__tflint_hit__()"
AFTER = "__tflint_after__()"
PASS = "__tflint_pass__("
MANAGE = "__tflint_manage__("
DONE = "__tflint_done__("
WHILE_OF_USE = "__tflint_while_of_use__("
_SIMPLE = (
    ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Raise, ast.Assert,
    ast.Delete, ast.Pass, ast.Import, ast.ImportFrom, ast.Break, ast.Continue,
)  # fmt: skip
_FOLLOWED = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Assert, ast.Delete)
CLOSED = (*_FOLLOWED, ast.Return, ast.If, ast.While)
"""Statements whose end is known: of tests and of what is returned, that of the value."""


@dataclass(frozen=True)
class Insertion:
    """Text to insert before a character of a line."""

    line: int
    column: int
    text: str


def mark_statement(source: ParsedFile, statement: ast.stmt) -> list[Insertion]:
    """Count each time a statement starts, and say when it is over if it is a plain one."""
    if isinstance(statement, _SIMPLE):
        edits = [_before(source, statement, f"{HIT}; ")]
        if isinstance(statement, ast.Return) and statement.value is not None:
            edits += _around(source, statement.value, f"{DONE}(", "))")
        if isinstance(statement, _FOLLOWED):
            edits.append(_after(source, statement, f"; {AFTER}"))
        return edits
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        first, *rest = statement.items
        edits = _around(source, first.context_expr, PASS + MANAGE, "))")
        for item in rest:
            edits += _around(source, item.context_expr, MANAGE, ")")
        return edits
    if isinstance(statement, (ast.If, ast.While)):
        return _around(source, statement.test, f"{DONE}{HIT} or (", "))")
    return _header(source, statement, HIT, PASS)


def mark_loop(source: ParsedFile, loop: ast.For) -> list[Insertion]:
    """Let a loop end early."""
    return _around(source, loop.iter, WHILE_OF_USE, ")")


def mark_value(source: ParsedFile, node: ast.expr) -> list[Insertion]:
    """Note the value of an expression."""
    return _around(source, node, "__tflint_value__(", ")")


def mark_expression(source: ParsedFile, node: ast.expr) -> list[Insertion]:
    """Count each time an expression is evaluated, and say when it is over: the body of a lambda."""
    return _around(source, node, f"{DONE}{HIT} or (", "))")


def mark_function(source: ParsedFile, function: CallableNode) -> list[Insertion]:
    """Count each time a function's body starts."""
    call = f'__tflint_enter__("{source.path}:{first_line(function)}")'.replace("\\", "\\\\")
    if isinstance(function, ast.Lambda):
        return _around(source, function.body, f"({call} or (", "))")
    body = function.body
    first = body[0]
    if _is_docstring(first):
        if len(body) > 1 and (body[1].lineno == first.lineno or isinstance(body[1], _SIMPLE)):
            first = body[1]
        else:
            # The docstring stays first; the marker follows it on its line.
            return [_after(source, first, f"; {call}")]
    for statement in body[body.index(first) :]:
        if isinstance(statement, (ast.Global, ast.Nonlocal)):
            return [_after(source, statement, f"; {call}")]
        if isinstance(statement, _SIMPLE):
            return [_before(source, statement, f"{call}; ")]
        edits = _header(source, statement, call, f"__tflint_pass_enter__({call}, ")
        if edits:
            return edits
        # Nothing can stand before a plain definition, which does nothing yet: what follows will do.
    return []


def _header(source: ParsedFile, statement: ast.stmt, call: str, wrap: str) -> list[Insertion]:
    """A marker inside the header of a compound statement, which takes nothing in front of it."""
    if isinstance(statement, (ast.If, ast.While)):
        return _around(source, statement.test, f"({call} or (", "))")
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return _around(source, statement.iter, wrap, ")")
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return _around(source, statement.items[0].context_expr, wrap, ")")
    if isinstance(statement, ast.Try):
        inner = statement.body[0]
        if isinstance(inner, _SIMPLE):
            return [_before(source, inner, f"{call}; ")]
        return _header(source, inner, call, wrap)
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        if statement.decorator_list:
            # The first is applied last: with it the definition is over.
            ends = "__tflint_decorator__(" if wrap == PASS else wrap
            return _around(source, statement.decorator_list[0], ends, ")")
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            defaults = [*statement.args.defaults, *(d for d in statement.args.kw_defaults if d)]
            if defaults:
                return _around(source, defaults[0], wrap, ")")
    return []


def _around(source: ParsedFile, node: ast.expr, before: str, after: str) -> list[Insertion]:
    return [_before(source, node, before), _after(source, node, after)]


def _before(source: ParsedFile, node: ast.stmt | ast.expr, text: str) -> Insertion:
    return Insertion(node.lineno, source.offset(node.lineno, node.col_offset), text)


def _after(source: ParsedFile, node: ast.stmt | ast.expr, text: str) -> Insertion:
    line = node.end_lineno or node.lineno
    return Insertion(line, source.offset(line, node.end_col_offset or 0), text)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def apply(text: str, edits: list[Insertion]) -> str:
    """The text with all edits made; those at one place in the order given."""
    lines = text.splitlines(keepends=True)
    by_line: dict[int, list[Insertion]] = {}
    for edit in edits:
        by_line.setdefault(edit.line, []).append(edit)
    for line, here in by_line.items():
        old = lines[line - 1]
        new = []
        position = 0
        for edit in sorted(here, key=lambda edit: edit.column):
            new += [old[position : edit.column], edit.text]
            position = edit.column
        lines[line - 1] = "".join([*new, old[position:]])
    return "".join(lines)
