"""Whether a program calls a graph once to have it traced, before it takes the time of an equal call."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.graphs.context import Context
from tflint.facts.programs.nondeterminism import reads_clock
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Block, CallSite, Function

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project


def is_measured(site: CallSite, context: Context) -> bool:
    """True for one of two equal calls between which a clock is read: the first is there to trace."""
    calls, line = context.project.remember(_Calls).of(context), site.node.lineno
    first, last = calls.equal.get((site.block, key_of(site.node)), (line, line))
    return any(first < line <= last for line in calls.clocks)


class _Looked(NamedTuple):
    """The calls of one function.

    Attributes:
        equal: the first and the last line of those in one block that are equal.
        clocks: the lines that read a clock.
    """

    equal: dict[tuple[Block | None, Hashable], tuple[int, int]]
    clocks: list[int]


class _Calls:
    """The calls of functions, looked at once in each."""

    def __init__(self, project: Project) -> None:
        self._known: dict[Function, _Looked] = {}

    def of(self, context: Context) -> _Looked:
        """Those of the function of a context."""
        if context.function not in self._known:
            self._known[context.function] = _look(context)
        return self._known[context.function]


def _look(context: Context) -> _Looked:
    found = _Looked({}, [])
    for site in context.function.calls:
        key, line = (site.block, key_of(site.node)), site.node.lineno
        first, last = found.equal.get(key, (line, line))
        found.equal[key] = min(first, line), max(last, line)
        if reads_clock(site.node, context.names(site.node.func)) is not None:
            found.clocks.append(line)
    return found
