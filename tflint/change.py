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
        to: makes the new node of the old one; None where it finds no form that it can change.
        node: what to change, where that is not the node at fault.
        applicability: how safe it is here, where the place decides it; else the rule's.
    """

    to: Callable[[Any], cst.CSTNode | None]
    node: ast.AST | None = None
    applicability: Applicability | None = None
