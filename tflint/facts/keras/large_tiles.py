"""Whether a loop cuts a picture into tiles so large that a network's own work on one takes far longer
than what a call costs beside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.facts.keras.turn_counts import least_step
from tflint.syntax.model import Function
from tflint.syntax.trees import called_name, walk

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_LARGE = 512
"""Pixels of a side of such a tile: a network for pictures takes a good part of a second for one."""
_SIDES = 2


def takes_large_tiles(
    loops: list[ast.AST], given: list[ast.expr], function: Function, project: Project
) -> bool:
    """True where a call is given a part that loops cut out by steps that are known to be large.

    ``for i in range(0, height, 1024): for j in range(0, width, 1024):``, or one over their ``product``,
    in both directions of a picture.

    Args:
        loops: those around the call.
        given: what is given to the call, with what the names in it are assigned.
        function: the function that they stand in.
        project: the project.
    """
    cut_by = _names_that_cut(given, function)
    counters = {
        counter
        for loop in loops
        if isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension))
        for counter, places in _ranges(loop.target, loop.iter)
        if (step := least_step(places, function, project)) is not None and step >= _LARGE
    }
    return len(counters & cut_by) >= _SIDES


def _names_that_cut(given: list[ast.expr], function: Function) -> set[str]:
    """The names that tell where slices begin and end, directly or through others."""
    found = [part for each in given for part in walk(each) if isinstance(part, ast.Slice)]
    waiting: list[ast.expr] = [
        end for each in found for end in (each.lower, each.upper) if end is not None
    ]
    names: set[str] = set()
    for end in waiting:  # which grows meanwhile
        read = {part.id for part in walk(end) if isinstance(part, ast.Name)} - names
        names |= read
        for name in read:
            bindings = function.bindings.get(name, ())
            waiting += [b.value for b in bindings if b.kind == "assign" and b.value is not None]
    return names


def _ranges(target: ast.expr, items: ast.expr) -> Iterator[tuple[str, ast.Call]]:
    """The calls of ``range`` that a loop goes over, each with its counter.

    That is the loop's own, one within ``tqdm(...)``, or those of a ``product``.
    """
    if not isinstance(items, ast.Call):
        return
    match called_name(items.func), target, items.args:
        case "range", ast.Name(id=name), _:
            yield name, items
        case "product", ast.Tuple(elts=targets), parts if len(targets) == len(parts):
            for one, part in zip(targets, parts, strict=True):
                yield from _ranges(one, part)
        case "enumerate", ast.Tuple(elts=[_, one]), [inner, *_]:
            yield from _ranges(one, inner)
        case (("list" | "tqdm"), _, [inner, *_]):
            yield from _ranges(target, inner)
