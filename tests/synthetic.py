"""Findings that tflint does not make: what it would say of lines that only look like pitfalls.

The confirm engine must refute them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from programs import Program, marks

from tflint.facts import Project
from tflint.files import Source
from tflint.finding import EntryKind, Finding, Span, Subject
from tflint.rules.base import Rule
from tflint.syntax.model import Function, Module

ABOUT_BLOCKS = frozenset({"TFL809"})
"""Rules whose findings stand on the ``def`` of a block's method and are about the block."""


def would_be_findings(program: Program, rules: dict[str, type[Rule]]) -> Iterator[Finding]:
    """One finding for each ``# clear:`` mark, about the statement on its line."""
    project = Project.build(Source(str(path), path.read_text()) for path in program.files)
    for path in program.files:
        module = project.module(str(path))
        assert module is not None
        for line, code in marks(path.read_text(), "clear"):
            rule = rules[code]
            statement, function = place_of(module, line)
            yield Finding(
                path=str(path),
                span=Span(line, statement.col_offset + 1, line, len(module.lines[line - 1]) + 1),
                code=code,
                name=rule.name,
                message="",
                harm=rule.harm,
                subject=replace(
                    subject_of(function, project, statement, rule.code),
                    claims=rule.claims,
                    framework=rule.framework,
                ),
            )


def place_of(module: Module, line: int) -> tuple[ast.stmt, Function]:
    """The innermost statement on a line, and the function it stands in."""
    found = [
        (statement, function)
        for function in module.functions
        for statement, _ in function.statements
        if _first_line(statement) <= line <= (statement.end_lineno or statement.lineno)
    ]
    return min(found, key=lambda pair: (pair[0].end_lineno or 0) - _first_line(pair[0]))


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def subject_of(function: Function, project: Project, statement: ast.stmt, code: str) -> Subject:
    """What to run to see the line: the graph that leads to it, or else the function itself."""
    if code in ABOUT_BLOCKS:
        method = next(f for f in function.module.functions if f.node is statement)
        return Subject(EntryKind.GLUON, method.ref, method.ref)
    tracing = project.tracing
    mentioning = (f for f in tracing.traced_functions() if _mentions(f, function.name))
    for traced in map(tracing.nearest, (function, *mentioning)):
        if traced is not None:
            return Subject(traced.entry_kind, traced.entry.ref, function.ref)
    return Subject(EntryKind.EAGER, function.ref, function.ref)


def _mentions(caller: Function, name: str) -> bool:
    """True when a function names another one, as those that ``tf.py_function`` runs are named."""
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(caller.node))
