"""Whether each turn of a loop draws a picture or waits for somebody, beside which the price of a call
is small."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING

from tflint.api.lookup import record
from tflint.api.records import Effect
from tflint.facts.expressions.values import UNKNOWN, External, FunctionValue, Value, members
from tflint.syntax.model import LOOPS, CallSite, Function, outward
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_PICTURES = frozenset(
    {"imshow", "matshow", "figure", "subplot", "add_subplot", "savefig", "imsave", "show", "pause"}
    | {"render", "update", "flip"}  # of Gym and Pygame
)
"""Functions of plots that make, or come with, a picture: ``benchmarks/drawing.py`` has its price."""
_OF_AXES = frozenset({"imshow", "matshow", "add_subplot", "savefig"})
"""Those of them that objects of Matplotlib have, of which nothing else is known."""
_WAITS = {Effect.WAITS, Effect.ASKS}
_KEY = External("cv2.waitKey")
"""What waits for a key: for some milliseconds, or as long as it takes where it is given none or 0."""
_UNCONDITIONAL = (*LOOPS, ast.With, ast.AsyncWith, ast.Try)


def is_given_by_hand(nodes: Iterable[ast.AST], function: Function, inference: Inference) -> bool:
    """True where expressions come of what somebody types or uploads."""
    return any(
        record(member.name).effect is Effect.ASKS
        for node in nodes
        for part in walk(node)
        if isinstance(part, ast.Call)
        for member in members(inference.value(part.func, function))
        if isinstance(member, External)
    )


def draws_or_waits(site: CallSite, loop: ast.AST | None, inference: Inference) -> bool:
    """True where each turn of a loop (or run of the function) that comes to a call also draws or waits.

    It may call a function of the project that draws.
    """
    conditions = {block.node for block in outward(site.block)}
    return any(
        _draws(other, inference) or _waits(other, inference) or _has_drawn(other, inference)
        for other in _unconditional(site.function, conditions)
        if loop is None or any(block.node is loop for block in outward(other.block))
    )


def _unconditional(
    function: Function, conditions: Set[ast.AST] = frozenset()
) -> Iterator[CallSite]:
    """The calls of a function that stand under no other conditions than these."""
    for site in function.calls:
        around = [block.node for block in outward(site.block)]
        if all(node in conditions or isinstance(node, _UNCONDITIONAL) for node in around):
            yield site


def _has_drawn(site: CallSite, inference: Inference) -> bool:
    """True for a call of a function of the project that draws."""
    match members(inference.value(site.node.func, site.function)):
        case (FunctionValue(function=called),):
            return any(_draws(inside, inference) for inside in _unconditional(called))
        case _:
            return False


def _draws(site: CallSite, inference: Inference) -> bool:
    called = inference.value(site.node.func, site.function)
    if Effect.PLOTS in _effects(called):
        return site.name in _PICTURES
    return called is UNKNOWN and site.name in _OF_AXES


def _waits(site: CallSite, inference: Inference) -> bool:
    called = inference.value(site.node.func, site.function)
    if called == _KEY and _waits_for_ever(site.node):
        return True
    return not _effects(called).isdisjoint(_WAITS)


def _waits_for_ever(call: ast.Call) -> bool:
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return all(isinstance(node, ast.Constant) and node.value == 0 for node in given)


def _effects(called: Value) -> set[Effect]:
    return {record(m.name).effect for m in members(called) if isinstance(m, External)}
