"""Whether a loop cuts a picture into tiles so large that a network's own work on one takes far longer
than what a call costs beside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.facts.turn_counts import least_step
from tflint.syntax.indexing import called_name
from tflint.syntax.model import Function

if TYPE_CHECKING:
    from tflint.facts.project import Project

_LARGE = 512
"""Pixels of a side of such a tile: a network for pictures takes a good part of a second for one."""
_SIDES = 2


def goes_over_large_tiles(loops: list[ast.AST], function: Function, project: Project) -> bool:
    """True for loops over places of a picture, in both directions by steps that are known to be large.

    ``for i in range(0, height, 1024): for j in range(0, width, 1024):``, or one over their ``product``.
    """
    steps = [
        least_step(each, function, project)
        for loop in loops
        if isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension))
        for each in _ranges(loop.iter)
    ]
    return sum(step is not None and step >= _LARGE for step in steps) >= _SIDES


def _ranges(items: ast.expr) -> Iterator[ast.Call]:
    """The calls of ``range`` that a loop goes over: itself, within ``tqdm(...)``, or by ``product``."""
    if not isinstance(items, ast.Call):
        return
    match called_name(items.func), items.args:
        case "range", _:
            yield items
        case "product", parts:
            for part in parts:
                yield from _ranges(part)
        case (("enumerate" | "list" | "tqdm"), [inner, *_]):
            yield from _ranges(inner)
