"""What a rule would change at a place: the rule says it, and the visitor that flags makes edits of it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tflint.finding import Applicability, Finding

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
        binds: the name that it binds, where that must be new.
    """

    to: Callable[..., New | None]
    node: ast.AST | None = None
    applicability: Applicability | None = None
    parts: tuple[ast.AST, ...] = ()
    binds: str = ""


class Move(NamedTuple):
    """A statement that goes to another place, with its lines; or an expression that is given a name there.

    Attributes:
        node: the statement, or the expression.
        above: the one above which it is to stand.
        around: what holds it.
        binds: the name that it binds where it goes.
        applicability: how safe that is here, where the place decides it; else the rule's.
        uses: where its name is read, if it gets another where it goes.
    """

    node: ast.stmt | ast.expr
    above: ast.stmt
    around: ast.AST
    binds: str = ""
    applicability: Applicability | None = None
    uses: tuple[ast.Name, ...] = ()


class Keep(NamedTuple):
    """What a method makes, made once, by the constructor or by ``build``, and kept in an attribute.

    Attributes:
        node: the class.
        made: the statement that gives it a name, or the expression that makes it.
        uses: where the method reads that name.
        binds: the attribute.
        owner: how the method calls its object.
        by: ``__init__`` or ``build``.
        shapes: expressions in what is made that are the shape ``build`` is given.
        calls_super: whether a constructor that is to be written has one to call.
        applicability: how safe that is here, where the place decides it; else the rule's.
    """

    node: ast.ClassDef
    made: ast.stmt | ast.expr
    uses: tuple[ast.Name, ...]
    binds: str
    owner: str
    by: str = "__init__"
    shapes: tuple[ast.expr, ...] = ()
    calls_super: bool = True
    applicability: Applicability | None = None


Proposable: TypeAlias = Change | Move | Keep
"""What a rule may propose to change."""


class Proposed(NamedTuple):
    """A node that a rule proposes, the finding as far as the rule tells, and what would mend it."""

    node: ast.AST
    finding: Finding
    change: Proposable | None = None


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
