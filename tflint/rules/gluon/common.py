"""What the Gluon rules share: symbols, and branches that only arrays take."""

from __future__ import annotations

import ast

from tflint.facts.values import SYMBOL, Value, members
from tflint.syntax.model import Block, outward

MIXED = "not supported|must have NDArray|must be Symbol instances"
"""What MXNet says where an array meets a symbol."""


def is_symbol(value: Value) -> bool:
    """True for what is a symbol whatever happens."""
    return members(value) == (SYMBOL,)


def is_array_branch(block: Block | None) -> bool:
    """True under a test or handler that tells symbols from arrays."""
    return any(isinstance(b.node, ast.Try) for b in outward(block)) or tells_arrays_apart(block)


def tells_arrays_apart(block: Block | None) -> bool:
    """True under a test that tells symbols from arrays."""
    for around in outward(block):
        if isinstance(around.node, (ast.If, ast.IfExp)):
            text = ast.unparse(around.node.test)
            if (
                "isinstance" in text
                or "hasattr" in text
                or text.startswith(("F is", "F ==", "F.__"))
            ):
                return True
    return False
