"""What the code itself gives to a variable or attribute between calls, where it is written out."""

from __future__ import annotations

import ast
from typing import Any

from tflint.experiment.parsed_file import read
from tflint.finding import Finding


def assigned_values(finding: Finding, target: str) -> list[Any]:
    """The plain values that the statements named in the finding's chain assign to a target."""
    last = target.rpartition(".")[2]
    values: list[Any] = []
    for reason in finding.chain:
        source = read(reason.path)
        if source is None:
            continue
        for node in source.nodes:
            if not isinstance(node, ast.Assign) or node.lineno != reason.line:
                continue
            if any(_name(target) == last for target in node.targets) and isinstance(
                node.value, ast.Constant
            ):
                value = node.value.value
                if isinstance(value, (bool, int, float, str)):
                    values.append(value)
    return values


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
