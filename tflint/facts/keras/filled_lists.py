"""Whether an array is made of a list that an inner loop has filled in the same turn."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.facts.keras.turn_counts import is_drawn, turns_over
from tflint.syntax.indexing import called_on
from tflint.syntax.model import CallSite, Function, loops_around
from tflint.syntax.reaching import reaching
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_MAKE_ROWS = frozenset(
    {"array", "asarray", "concatenate", "constant", "convert_to_tensor", "stack", "vstack"}
)
"""Functions that make an array of a list, with a row for each item."""
_FILL = frozenset({"append", "extend"})
_SMALL = 32
"""The rows of a batch of Keras, if it is told no other number: as many are a small batch."""
_MOST_STEPS = 4
"""How many names may stand between a list and its array: ``x = np.array(rows)`` and ``x = x / 255``."""


def holds_filled_rows(node: ast.expr, site: CallSite, project: Project) -> bool:
    """True for an array of a list that an inner loop of the same turn fills with who knows how many.

    What is drawn (``for step in random.sample(steps, size)``) is a small batch, and so is what a few
    turns give.
    """
    rows = _rows(node, site.function, _MOST_STEPS)
    if rows is None or not _is_begun_in_turn(rows, site):
        return False
    around = loops_around(site.block)
    return any(
        not _is_short(loop, site.function, project)
        for call in site.function.calls
        if call.name in _FILL and called_on(call.node.func) == rows.id
        for loop in loops_around(call.block)
        if loop not in around
    )


def put_into(name: str, function: Function) -> list[ast.expr]:
    """What a function appends to the list that a variable holds, or adds to it."""
    return [
        given
        for call in function.calls
        if call.name in _FILL and called_on(call.node.func) == name
        for given in call.node.args
    ]


def _rows(node: ast.expr, function: Function, steps: int) -> ast.Name | None:
    """The variable with the list that an array is made of."""
    match node:
        case ast.Call(func=func, args=[ast.Name() as rows, *_]) if called_name(func) in _MAKE_ROWS:
            return rows
        case ast.Name(id=name) if steps:
            match [binding.written for binding in reaching(name, node, function)]:
                case [ast.expr() as written]:
                    return _rows(written, function, steps - 1)
        case ast.BinOp(left=left):
            return _rows(left, function, steps)
    return None


def _is_begun_in_turn(rows: ast.Name, site: CallSite) -> bool:
    """True for a list that each turn, or each run of the function, begins anew."""
    inner = loops_around(site.block)[:1]
    begun = reaching(rows.id, rows, site.function)
    return bool(begun) and all(
        isinstance(binding.written, ast.List)
        and all(loop in loops_around(binding.block) for loop in inner)
        for binding in begun
    )


def _is_short(loop: ast.AST, function: Function, project: Project) -> bool:
    if not isinstance(loop, (ast.For, ast.AsyncFor)):
        return False
    turns = turns_over(loop.iter, function, project)
    return is_drawn(loop.iter, function) or (turns is not None and turns <= _SMALL)
