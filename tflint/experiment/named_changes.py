"""The statements that a finding's chain names: what changes what a graph has read, and other calls."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
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
    return [NamedChange(*pair) for pair in _named(finding) if last in _names(pair[1])]


def named_calls(finding: Finding, statement: ast.stmt) -> list[ast.stmt]:
    """What the chain names in the file of the finding beside its own statement, if it calls something.

    Of calls that give one parameter different values each by itself shows nothing.
    """
    return [
        named
        for source, named in _named(finding)
        if source.path == os.path.abspath(finding.path)
        and named is not statement
        and not hasattr(named, "body")
        and any(isinstance(node, ast.Call) for node in ast.walk(named))
    ]


def _named(finding: Finding) -> Iterator[tuple[ParsedFile, ast.stmt]]:
    """The statements at the lines of the chain, the blocks around them too."""
    for reason in finding.chain:
        source = read(reason.path)
        if source is None:
            continue
        for node in source.nodes:
            if isinstance(node, ast.stmt):
                if first_line(node) <= reason.line <= (node.end_lineno or 0):
                    yield source, node


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
