"""What a rule would change at a place: the rule says it, and the visitor that flags makes edits of it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tflint.finding import Applicability

if TYPE_CHECKING:
    import libcst as cst

New: TypeAlias = "cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNode]"
"""What takes the place of a node."""


class Change(NamedTuple):
    """A change of concrete syntax; it is worked out where fixes are asked for, and nowhere else.

    Attributes:
        to: makes the new node of the old one; None where it finds no form that it can change, and libcst's
            ``RemovalSentinel.REMOVE`` for a statement that goes with its lines, or a ``FlattenSentinel`` of
            several that take its place.
        node: what to change, where that is not the node at fault.
        applicability: how safe it is here, where the place decides it; else the rule's.
        parts: what stands in that node and the function is given as well, as concrete nodes.
    """

    to: Callable[..., New | None]
    node: ast.AST | None = None
    applicability: Applicability | None = None
    parts: tuple[ast.AST, ...] = ()


class Move(NamedTuple):
    """A statement that goes to another place, with its lines.

    Attributes:
        node: the statement.
        above: the one above which it is to stand.
        around: what holds it.
        binds: the name that it binds where it goes.
        applicability: how safe that is here, where the place decides it; else the rule's.
    """

    node: ast.stmt
    above: ast.stmt
    around: ast.AST
    binds: str = ""
    applicability: Applicability | None = None


def removal(statement: ast.stmt, around: ast.AST) -> Change:
    """The removal of a statement from what holds it; the only one of its block makes way for ``pass``."""
    return Change(_passed if is_only_one(statement, around) else _removed, statement)


def is_only_one(statement: ast.stmt, around: ast.AST) -> bool:
    """Whether a statement is all that its block holds."""
    return any(
        block == [statement]
        for node in ast.walk(around)
        if not isinstance(node, ast.Module)
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody"))
    )


def _removed(_: cst.CSTNode) -> cst.RemovalSentinel:
    import libcst as cst  # late: it takes longer to import than a file to check

    return cst.RemovalSentinel.REMOVE


def _passed(_: cst.CSTNode) -> cst.Pass:
    import libcst as cst

    return cst.Pass()
