"""The statements that a finding's chain names as changing what a graph has read, and what they assign."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from tflint.experiment.parsed_file import ParsedFile, first_line, read
from tflint.finding import Finding


class NamedChange(NamedTuple):
    """A statement that changes something between calls, and the file it stands in."""

    source: ParsedFile
    statement: ast.stmt


def named_changes(finding: Finding, target: str) -> list[NamedChange]:
    """The statements at the lines of the chain that name the last part of a target (``self.rate``)."""
    last = target.rpartition(".")[2].partition("[")[0]
    found = []
    for reason in finding.chain:
        source = read(reason.path)
        if source is not None:
            found += [
                NamedChange(source, node)
                for node in source.nodes
                if isinstance(node, ast.stmt)
                and first_line(node) <= reason.line <= (node.end_lineno or 0)
                and last in _names(node)
            ]
    return found


def assigned_values(changes: list[NamedChange]) -> list[Any]:
    """The plain values that changes assign."""
    values = [
        change.statement.value.value
        for change in changes
        if isinstance(change.statement, ast.Assign)
        and isinstance(change.statement.value, ast.Constant)
    ]
    return [value for value in values if isinstance(value, (bool, int, float, str))]


def _names(statement: ast.stmt) -> set[str]:
    """The names and attributes of a statement that is no definition and no block."""
    if hasattr(statement, "body"):
        return set()
    found: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Name):
            found.add(node.id)
    return found
