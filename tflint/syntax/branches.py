"""Which places of a function exclude each other, whichever way a run of it takes."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tflint.syntax.blocks import Block, outward
from tflint.syntax.exits import leaves_function

_BRANCHES = (ast.If, ast.IfExp, ast.Match)


class BranchPlace(NamedTuple):
    """Where a line of a function stands: the block around it, and its number."""

    block: Block | None
    line: int


def are_exclusive_places(first: BranchPlace, second: BranchPlace) -> bool:
    """True for places of which one run of their function comes to one at most.

    They are in different arms of one ``if``, or the earlier is in an arm that leaves the function.
    """
    if _leaves_before(first, second) or _leaves_before(second, first):
        return True
    for one in outward(first.block):
        for other in outward(second.block):
            if one.node is not other.node or not isinstance(one.node, _BRANCHES):
                continue
            if one.arm != other.arm or one.siblings is not other.siblings:
                return True
    return False


def _leaves_before(first: BranchPlace, second: BranchPlace) -> bool:
    """True for a place in an arm of an ``if`` that leaves the function, and a place below that ``if``."""
    return any(
        isinstance(block.node, ast.If)
        and leaves_function(block.siblings)
        and (block.node.end_lineno or 0) < second.line
        for block in outward(first.block)
    )
