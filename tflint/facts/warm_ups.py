"""Whether a program calls a graph once to have it traced, before it takes the time of an equal call."""

from __future__ import annotations

from tflint.facts.context import Context
from tflint.facts.nondeterminism import reads_clock
from tflint.syntax.expressions import are_same
from tflint.syntax.model import CallSite


def is_measured(site: CallSite, context: Context) -> bool:
    """True for one of two equal calls between which a clock is read: the first is there to trace."""
    line = site.node.lineno
    return any(
        other is not site
        and are_same(other.node, site.node)
        and any(
            min(line, other.node.lineno) < clock.node.lineno <= max(line, other.node.lineno)
            for clock in context.function.calls
            if reads_clock(clock.node, context.names(clock.node.func)) is not None
        )
        for other in context.function.calls_by_block.get(site.block, ())
    )
