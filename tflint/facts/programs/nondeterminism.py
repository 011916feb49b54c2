"""Which Python functions answer differently from call to call: clocks, and draws of random numbers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.api.knowledge import RANDOM_OPERATIONS
from tflint.api.lookup import Doing, doing, record
from tflint.api.records import Effect
from tflint.facts.expressions.values import External, members
from tflint.syntax.model import Function
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

DRAWS = Doing(Effect.RANDOM)
CLOCKS = Doing(Effect.CLOCK, Effect.CLOCK_UNLESS_GIVEN)
_DATE = "numpy.datetime64"


def reads_clock(call: ast.Call, names: set[str]) -> str | None:
    """The clock that a call reads, None when it reads none."""
    if _DATE in names and _says_now(call):
        return _DATE
    given = len(call.args) + len(call.keywords)
    unless = doing(names, Effect.CLOCK_UNLESS_GIVEN)
    read = doing(names, Effect.CLOCK) or {n for n in unless if given <= (record(n).size or 0)}
    return min(read) if read else None


def _says_now(call: ast.Call) -> bool:
    match call.args:
        case [ast.Constant(value="now" | "today"), *_]:
            return True
        case _:
            return False


def draws(names: set[str]) -> list[str]:
    """Those of the names that draw a random number."""
    return sorted(doing(names, Effect.RANDOM))


def draws_anew(node: ast.expr, function: Function, inference: Inference) -> bool:
    """True for an expression of eager code that draws random numbers itself, by Python or TensorFlow."""
    return any(
        isinstance(member, External)
        and (draws({member.name}) or RANDOM_OPERATIONS.match(member.name))
        for part in walk(node)
        if isinstance(part, ast.Call)
        for member in members(inference.value(part.func, function))
    )
