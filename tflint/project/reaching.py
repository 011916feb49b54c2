"""Which bindings of a name can be the last before it is read, judged by blocks and lines."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from tflint.project.model import Binding, Block, Scope, loops_around, outward

Position = tuple[int, int]

_MOST = 50
"""How many bindings one use is looked up in; what depends on more is not known."""


def reaching(name: str, use: ast.expr, scope: Scope, *, above: bool = False) -> list[Binding]:
    """The bindings of a name in a scope that can be the last before ``use``.

    A binding that stands unconditionally before the use hides those before it. One that stands
    after the use, or whose value the use is part of, counts when a loop can bring it round.
    ``above`` leaves out all that does not begin before the use. A binding of kind ``other`` ends
    the list where there are too many.
    """
    return _order(name, scope).reaching(use, above)


def brought_round(name: str, use: ast.expr, scope: Scope) -> list[Binding]:
    """The bindings of a name in the loops around ``use``, in order."""
    return _order(name, scope).brought_round(use)


def _order(name: str, scope: Scope) -> Order:
    order = scope.orders.get(name)
    if order is None:
        order = scope.orders[name] = Order(scope.bindings.get(name, ()))
    return order


def position(node: ast.AST) -> Position:
    """Where a node begins."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


def _end(node: ast.AST) -> Position:
    return (getattr(node, "end_lineno", None) or 0, getattr(node, "end_col_offset", None) or 0)


class Order:
    """The bindings of one name in one scope, sorted, so that a use need not look at all of them."""

    def __init__(self, bindings: Sequence[Binding]) -> None:
        self._bindings = sorted(bindings, key=lambda binding: position(binding.node))
        self._places = [position(binding.node) for binding in self._bindings]

    def reaching(self, use: ast.expr, above: bool) -> list[Binding]:
        """See the function of that name."""
        place = position(use)
        end = (bisect_left if above else bisect_right)(self._places, place)
        found: list[Binding] = []
        for index in range(end - 1, -1, -1):
            binding = self._bindings[index]
            if _feeds(use, binding) or _in_other_arm(use, binding):
                continue
            found.append(binding)
            if _always_reaches(binding, use):
                break
            if len(found) == _MOST:
                return [*found, _elsewhere(use)]
        found.reverse()
        for index in self._brought_round(place):
            binding = self._bindings[index]
            if index >= end:
                if above:
                    break
            elif not _feeds(use, binding) and not _in_other_arm(use, binding):
                continue
            found.append(binding)
            if len(found) > _MOST:
                return [*found, _elsewhere(use)]
        if found or len(self._bindings) <= _MOST:
            return found or self._bindings[: end if above else None]
        return [_elsewhere(use)]

    def brought_round(self, use: ast.expr) -> list[Binding]:
        """See the function of that name."""
        return [self._bindings[index] for index in self._brought_round(position(use))]

    def _brought_round(self, place: Position) -> list[int]:
        """Indices of the bindings in loops that hold a place."""
        loop = self._loops.innermost(place)
        found: set[int] = set()
        while loop is not None:
            found.update(loop.inside)
            loop = loop.around
        return sorted(found)

    @cached_property
    def _loops(self) -> _Loops:
        return _Loops(self._bindings)


class _Loop:
    """A loop, and the bindings that stand in it, by index."""

    __slots__ = ("around", "end", "inside", "start")

    def __init__(self, node: ast.AST) -> None:
        self.start = position(node)
        self.end = _end(node)
        self.inside: list[int] = []
        self.around: _Loop | None = None


class _Loops:
    """The loops around some bindings, each knowing the one around it."""

    def __init__(self, bindings: Sequence[Binding]) -> None:
        loops: dict[int, _Loop] = {}
        for index, binding in enumerate(bindings):
            for node in loops_around(binding.block):
                # a comprehension brings nothing round: each has a scope of its own
                if not isinstance(node, ast.comprehension):
                    loops.setdefault(id(node), _Loop(node)).inside.append(index)
        self._loops = sorted(loops.values(), key=lambda loop: loop.start)
        self._starts = [loop.start for loop in self._loops]
        around: list[_Loop] = []
        for loop in self._loops:
            while around and around[-1].end < loop.start:
                around.pop()
            loop.around = around[-1] if around else None
            around.append(loop)

    def innermost(self, place: Position) -> _Loop | None:
        """The smallest loop that holds a place."""
        index = bisect_right(self._starts, place) - 1
        loop = self._loops[index] if index >= 0 else None
        while loop is not None and loop.end < place:
            loop = loop.around
        return loop


def _elsewhere(use: ast.expr) -> Binding:
    return Binding("other", use)


def _feeds(use: ast.expr, binding: Binding) -> bool:
    """True when ``use`` is part of the value that the binding gives."""
    value = binding.value
    return value is not None and position(value) <= position(use) < _end(value)


def _in_other_arm(use: ast.expr, binding: Binding) -> bool:
    """True when ``use`` stands in an arm of an ``if`` that is not run when the binding's arm is."""
    for block in outward(binding.block):
        if isinstance(block.node, ast.If) and block.arm == "body" and block.node.orelse:
            orelse = block.node.orelse
            if position(orelse[0]) <= position(use) <= _end(orelse[-1]):
                return True
    return False


def _always_reaches(binding: Binding, use: ast.expr) -> bool:
    if binding.kind in ("parameter", "delete"):
        return binding.kind == "parameter"
    if isinstance(binding.node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and (
        position(binding.node) <= position(use) and _end(use) <= _end(binding.node)
    ):
        return False
    return all(_covers(block, use) for block in outward(binding.block))


def _covers(block: Block, use: ast.expr) -> bool:
    if isinstance(block.node, ast.comprehension):
        return True
    if not position(block.node) <= position(use) <= _end(block.node):
        return False
    if block.siblings:
        first, last = block.siblings[0], block.siblings[-1]
        return first.lineno <= use.lineno <= (last.end_lineno or last.lineno)
    return True
