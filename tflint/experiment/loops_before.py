"""The loops of a program that lead nowhere near the flagged line: they may end early."""

from __future__ import annotations

import ast
from collections.abc import Set

from tflint.experiment.parsed_file import DEFINITIONS, ParsedFile


def loops_before(source: ParsedFile, statement: ast.stmt) -> list[ast.For]:
    """The ``for`` loops of a file that neither hold a statement of it nor name what may lead there."""
    around = source.enclosing(statement)
    names = _leading(source, {node.name for node in around if isinstance(node, DEFINITIONS)})
    kept = {statement, *around}
    return [
        node
        for node in source.nodes
        if isinstance(node, ast.For) and node not in kept and not _named(node) & names
    ]


def _leading(source: ParsedFile, names: set[str]) -> set[str]:
    """With these definitions, those that name one of them, and so on."""
    named = {node: _named(node) for node in source.nodes if isinstance(node, DEFINITIONS)}
    while True:
        more = {node.name for node, inside in named.items() if inside & names} - names
        if not more:
            return names
        names |= more


def _named(node: ast.AST) -> Set[str]:
    """The names and attributes that stand in a node."""
    inside = list(ast.walk(node))
    names = {one.id for one in inside if isinstance(one, ast.Name)}
    return names | {one.attr for one in inside if isinstance(one, ast.Attribute)}
