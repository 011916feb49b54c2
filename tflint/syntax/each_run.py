"""What gives a name its value anew in each run of a line: in each turn of the loop it stands in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.syntax.exits import arm_of, is_bound_behind, leaves_loop
from tflint.syntax.model import LOOPS, Binding, Block, Function, loops_around, outward
from tflint.syntax.reaching import reaching


def bound_in_each_run(use: ast.Name, block: Block | None, function: Function) -> list[Binding]:
    """The bindings of which each run of ``use``, which stands in ``block``, has one of its own run before.

    None where there may be a run without any, which then has the value of a run before, or one of them
    stands in a loop that the use is not in.
    """
    around = loops_around(block)
    found = [
        binding
        for binding in reaching(use.id, use, function, above=True)
        if not around or around[0] in loops_around(binding.block)
    ]
    if any(loops_around(binding.block) != around for binding in found):
        return []
    bound = {arm_of(binding.block) for binding in found}
    for binding in found:
        for inner in outward(binding.block):
            if arm_of(inner) in bound and is_bound_behind(inner, bound, leaves_loop):
                bound.add(arm_of(inner.parent))
    return found if any(arm_of(one) in bound for one in _of_one_run(block)) else []


def _of_one_run(block: Block | None) -> Iterator[Block | None]:
    """The blocks around a line that begin anew with each run of it: up to its loop, or its function."""
    for around in outward(block):
        yield around
        if isinstance(around.node, LOOPS) and around.arm == "body":
            return
    yield None
