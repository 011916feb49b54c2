"""What helpers hand on in a call: the arguments of their own calls, where the two calls go together."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint.syntax.expressions import are_same_in
from tflint.syntax.model import CallSite, Function, loops_around
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.scopes import is_only_a_parameter

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference


class _Test(NamedTuple):
    """A test for whether something equals a constant, as it must turn out, and where it stands."""

    asked: ast.expr
    constant: object
    is_equal: bool
    function: Function


def given_by_callers(
    argument: ast.expr, site: CallSite, inference: Inference
) -> list[tuple[ast.expr | None, CallSite]]:
    """What calls of a helper give the parameter that it hands on in ``site``; None for a default.

    Empty for what is no such parameter.
    """
    helper = site.function
    if not isinstance(argument, ast.Name) or not is_only_a_parameter(argument.id, helper):
        return []
    if helper.decorators or helper.is_generator or loops_around(site.block):
        return []
    return [
        (inference.callers.arguments(call, helper).get(argument.id), call)
        for call in inference.callers.of(helper)
    ]


def surely_goes_on(call: CallSite, site: CallSite) -> bool:
    """True where a helper that ``call`` calls comes to ``site``, as far as the tests around both can say.

    With ``mode == "a"`` around ``site`` and ``mode != "b"`` around ``call`` it does for one mode; a test
    that asks something else than those around ``call`` may never turn out as it has to.
    """
    inside, around = list(_tests(site)), list(_tests(call))
    return all(_may_hold(one, inside, around) for one in inside)


def _tests(site: CallSite) -> Iterator[_Test]:
    function = site.function
    statement, _ = function.statement_of(site.node)
    for test, outcome in conditions_around(statement, site.block, function):
        for part, held in certain_parts(test, outcome, function):
            match part:
                case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as op]) if isinstance(
                    constant := part.comparators[0], ast.Constant
                ):
                    yield _Test(left, constant.value, held is isinstance(op, ast.Eq), function)
                case _:
                    yield _Test(part, True, held, function)


def _may_hold(test: _Test, inside: list[_Test], around: list[_Test]) -> bool:
    """True for a test that turns out as it has to where those of the same thing around a call do."""
    same = [other for other in around if _asks_the_same(test, other)]
    if test.is_equal:
        return bool(same) and all(
            (other.constant == test.constant) is other.is_equal for other in same
        )
    others = [*same, *(other for other in inside if _asks_the_same(test, other))]
    return any(
        other.is_equal is not (other.constant == test.constant)
        for other in others
        if other is not test
    )


def _asks_the_same(one: _Test, other: _Test) -> bool:
    return are_same_in(one.asked, one.function, other.asked, other.function)
