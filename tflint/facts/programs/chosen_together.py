"""Functions that are chosen together with a flag, which keeps some of them from where it is tested.

``load, flag = read_array, True`` in one branch, and ``read_tensor, False`` in the next: what is handed both
calls ``load`` under ``if not flag:``, and that is never ``read_array``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.syntax.branches import BranchPlace, are_exclusive_places
from tflint.syntax.model import Binding, CallSite, Function, outward
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.scopes import holder_of, is_only_a_parameter

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference


def may_be_called(site: CallSite, called: Function, inference: Inference) -> bool:
    """True for a function that a call of a parameter may run, as the flags around it were given with it."""
    func = site.node.func
    if not isinstance(func, ast.Name):
        return True
    maker = holder_of(func.id, site.function)
    if maker is None or maker.is_module or not is_only_a_parameter(func.id, maker):
        return True
    flags = dict(_flags(site, maker))
    if not flags:
        return True
    for caller in inference.callers.of(maker):
        given = inference.callers.arguments(caller, maker)
        chosen = given.get(func.id)
        if chosen is None or any(
            _may_go_together(chosen, called, given.get(name), truth, caller, inference)
            for name, truth in flags.items()
        ):
            return True
    return False


def _flags(site: CallSite, maker: Function) -> Iterator[tuple[str, bool]]:
    """The parameters of a function around a call that tests ask there, each with what it must be."""
    for test, outcome in conditions_around(site.node, site.block, site.function):
        for part, held in certain_parts(test, outcome, site.function):
            if (
                isinstance(part, ast.Name)
                and holder_of(part.id, site.function) is maker
                and is_only_a_parameter(part.id, maker)
            ):
                yield part.id, held


def _may_go_together(
    chosen: ast.expr,
    called: Function,
    flag: ast.expr | None,
    truth: bool,
    caller: CallSite,
    inference: Inference,
) -> bool:
    """True where a call may give a function for what it hands on, and a flag that is so."""
    function = caller.function
    if not isinstance(chosen, ast.Name) or not isinstance(flag, ast.Name):
        return True
    choices = function.bindings.get(chosen.id, ())
    flags = function.bindings.get(flag.id, ())
    if not choices or not flags or any(b.kind != "assign" or b.path for b in (*choices, *flags)):
        return True
    return any(
        _truth_beside(choice, flags, caller) in (truth, None)
        for choice in choices
        if choice.value is None
        or called in inference.functions_in(inference.value(choice.value, function))
    )


def _truth_beside(choice: Binding, flags: list[Binding], caller: CallSite) -> bool | None:
    """What a flag is at a call, where one branch of the function has made a choice; None if not known."""
    here = BranchPlace(choice.block, getattr(choice.node, "lineno", 0))
    found: bool | None = None
    for flag in flags:
        there = BranchPlace(flag.block, getattr(flag.node, "lineno", 0))
        if there.line > caller.node.lineno or are_exclusive_places(here, there):
            continue
        is_sure = flag.block in (None, *outward(choice.block))
        value = flag.value
        found = bool(value.value) if is_sure and isinstance(value, ast.Constant) else None
    return found
