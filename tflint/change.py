"""What a rule would change at a place: the rule says it, and the visitor that flags makes edits of it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from tflint.finding import Applicability

if TYPE_CHECKING:
    import libcst as cst


class Change(NamedTuple):
    """A change of concrete syntax; it is worked out where fixes are asked for, and nowhere else.

    Attributes:
        to: makes the new node of the old one; None where it finds no form that it can change, and libcst's
            ``RemovalSentinel.REMOVE`` for a statement that goes with its lines.
        node: what to change, where that is not the node at fault.
        applicability: how safe it is here, where the place decides it; else the rule's.
    """

    to: Callable[[Any], cst.CSTNode | cst.RemovalSentinel | None]
    node: ast.AST | None = None
    applicability: Applicability | None = None


def removal(statement: ast.stmt, around: ast.AST) -> Change:
    """The removal of a statement from what holds it; the only one of its block makes way for ``pass``."""
    alone = any(
        block == [statement]
        for node in ast.walk(around)
        if not isinstance(node, ast.Module)
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody"))
    )
    return Change(_passed if alone else _removed, statement)


def _removed(_: cst.CSTNode) -> cst.RemovalSentinel:
    import libcst as cst  # late: it takes longer to import than a file to check

    return cst.RemovalSentinel.REMOVE


def _passed(_: cst.CSTNode) -> cst.Pass:
    import libcst as cst

    return cst.Pass()
