"""Every statement and expression of a file, with the function that runs it."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tflint.syntax.compact import ByKind
from tflint.syntax.model import Block, Function, Module, short_circuits
from tflint.syntax.trees import children


class Part(NamedTuple):
    """A statement, an ``except`` or an expression.

    Attributes:
        node: the node of ``ast``.
        function: the function (or module body) whose running runs it.
        block: where in the function it stands.
    """

    node: ast.AST
    function: Function
    block: Block | None


def parts_of(module: Module, lines: Sequence[int] | None = None) -> Iterator[Part]:
    """The parts of a file, or of its statements that have some of these lines, which are in order.

    What stands around another comes before it, functions apart: their own parts come together.
    """
    for function in module.functions:
        if function.is_implied:
            continue
        if isinstance(function.node, ast.Lambda):
            if _has_some(function.node, lines):
                yield from expressions_in(Part(function.node.body, function, None))
        elif isinstance(function.node, ast.Module) or _has_some(function.node, lines):
            for statement, block in function.statements:
                if _has_some(statement, lines):
                    yield from _below(Part(statement, function, block))


def lines_of(node: ast.stmt | ast.expr) -> tuple[int, int]:
    """The first and the last line of a node, its decorators included."""
    above = [decorator.lineno for decorator in getattr(node, "decorator_list", ())]
    return min([node.lineno, *above]), node.end_lineno or node.lineno


def _has_some(node: ast.stmt | ast.expr, lines: Sequence[int] | None) -> bool:
    if lines is None:
        return True
    first, last = lines_of(node)
    next_line = bisect_left(lines, first)
    return next_line < len(lines) and lines[next_line] <= last


def _below(statement: Part) -> Iterator[Part]:
    """A statement and what is its own: not the statements inside, which come by themselves."""
    yield statement
    _, function, block = statement
    for child in children(statement.node):
        if isinstance(child, ast.ExceptHandler):
            yield Part(child, function, block)
        if not isinstance(child, ast.stmt):
            yield from expressions_in(Part(child, function, block))


def expressions_in(part: Part, *, strings: bool = False) -> Iterator[Part]:
    """The expressions at and below a node, each in its block, without the bodies of lambdas.

    Of an f-string only itself comes: where what is in it stands, older Pythons tell wrongly. With
    ``strings`` its parts come too.
    """
    waiting: list[tuple[ast.AST, Block | None]] = [(part.node, part.block)]
    while waiting:
        node, block = waiting.pop()
        if isinstance(node, ast.expr):
            yield Part(node, part.function, block)
        elif isinstance(node, ast.stmt):
            continue
        if not _IN_BLOCKS[node.__class__]:
            waiting += [(child, block) for child in children(node)]
        elif isinstance(node, ast.Lambda):
            waiting.append((node.args, block))
        elif isinstance(node, ast.IfExp):
            waiting.append((node.test, block))
            waiting.append((node.body, Block(node, "body", block, [])))
            waiting.append((node.orelse, Block(node, "orelse", block, [])))
        elif isinstance(node, ast.BoolOp):
            waiting.extend(short_circuits(node, block))
        elif strings:
            waiting += [(child, block) for child in children(node)]


_IN_BLOCKS = ByKind(dict.fromkeys((ast.Lambda, ast.IfExp, ast.BoolOp, ast.JoinedStr), True))
"""Expressions whose parts stand in blocks of their own, or are left out."""
