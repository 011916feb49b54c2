"""The bindings of one name in order of place, and how far each of them reaches."""

from __future__ import annotations

import ast
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Generic, TypeVar

from tflint.syntax.blocks import COMPREHENSIONS, Binding, Block, loops_around, outward
from tflint.syntax.exits import (
    WITH,
    arm_of,
    is_bound_behind,
    leaves_function,
    swallows_errors,
)

Position = tuple[int, int]
T = TypeVar("T")

_MOST = 50
"""How many bindings one use is looked up in; what depends on more is not known."""


def position(node: ast.AST) -> Position:
    """Where a node begins."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


def _end(node: ast.AST) -> Position:
    return (getattr(node, "end_lineno", None) or 0, getattr(node, "end_col_offset", None) or 0)


class _Reach:
    """How far one binding reaches, in places to compare a use with."""

    __slots__ = ("_arms", "_covers", "_is_parameter", "_never", "_own", "_value")

    def __init__(self, binding: Binding) -> None:
        node, value = binding.node, binding.value
        self._value = None if value is None else (position(value), _end(value))
        self._is_parameter = binding.kind == "parameter"
        self._never = binding.kind == "delete"
        is_assignment = isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign))
        self._own = (position(node), _end(node)) if is_assignment else None
        self._arms: tuple[tuple[Position, Position], ...] = ()
        """From where to where those arms reach that are not run when the binding's own is."""
        self._covers: tuple[tuple[Position, Position, int, int], ...] = ()
        """The blocks it stands in: where their statements begin and end, and the lines of the arms."""
        if binding.block is not None:
            around = list(binding.block.outward())
            self._arms = tuple(_other_arms(around))
            self._covers = tuple(_extents(around))

    def leaves_out(self, place: Position) -> bool:
        """True for a use that this binding can't be the last before, as they stand in the text.

        It is part of the value, or stands in an arm of an ``if`` that is not run when the binding's is.
        """
        if self._value is not None and self._value[0] <= place < self._value[1]:
            return True
        return bool(self._arms) and any(start <= place <= end for start, end in self._arms)

    def hides(self, place: Position, end: Position) -> bool:
        """True for a use, from here to there, that no binding above this one can reach."""
        if self._is_parameter or self._never:
            return self._is_parameter
        if self._own is not None and self._own[0] <= place and end <= self._own[1]:
            return False
        for start, last, first_line, last_line in self._covers:
            if not (start <= place <= last and first_line <= place[0] <= last_line):
                return False
        return True


def _other_arms(around: Iterable[Block]) -> Iterator[tuple[Position, Position]]:
    for block in around:
        if isinstance(block.node, ast.If) and block.arm == "body" and block.node.orelse:
            orelse = block.node.orelse
            yield position(orelse[0]), _end(orelse[-1])


def _extents(around: Iterable[Block]) -> Iterator[tuple[Position, Position, int, int]]:
    for block in around:
        if isinstance(block.node, ast.comprehension):
            continue
        if isinstance(block.node, WITH) and not swallows_errors(block.node):
            continue
        first, last = 0, sys.maxsize
        if block.siblings:
            first = block.siblings[0].lineno
            last = block.siblings[-1].end_lineno or block.siblings[-1].lineno
        yield position(block.node), _end(block.node), first, last


def _is_in_each_arm(binding: Binding, place: Position, given: set[tuple[int, str] | None]) -> bool:
    """True where each way through an ``if`` before a place gives the name its value, or ends the function.

    ``given`` are the arms that are seen to do so, to which that of the binding is added.
    """
    block = None if binding.kind == "delete" else binding.block
    is_past_if = False
    while block is not None:
        given.add(arm_of(block))
        if not is_bound_behind(block, given, leaves_function):
            break
        if isinstance(block.node, ast.If):
            if place <= _end(block.node):
                break
            is_past_if = True
        block = block.parent
    return is_past_if and all(
        start <= place <= last and first_line <= place[0] <= last_line
        for start, last, first_line, last_line in _extents(outward(block))
    )


class Order:
    """The bindings of one name in one scope, sorted, so that a use need not look at all of them."""

    def __init__(self, bindings: Sequence[Binding]) -> None:
        of_comprehensions = [
            (position(binding.target), _end(binding.target), binding)
            for binding in bindings
            if isinstance(binding.target, COMPREHENSIONS)
        ]
        self._comprehensions = _Nested(
            sorted(of_comprehensions, key=lambda found: (found[0], position(found[2].node)))
        )
        """From where to where comprehensions see a binding of theirs."""
        if len(of_comprehensions) < len(bindings):
            bindings = [b for b in bindings if not isinstance(b.target, COMPREHENSIONS)]
        self._bindings = sorted(bindings, key=lambda binding: position(binding.node))
        self._places = [position(binding.node) for binding in self._bindings]
        self._reaches: list[_Reach | None] = [None] * len(self._bindings)

    def reaching(self, use: ast.AST, above: bool) -> list[Binding]:
        """See the function of that name."""
        place, use_end = position(use), _end(use)
        for binding in self._comprehensions.around(place):
            if not _Reach(binding).leaves_out(place):
                return [binding]
        end = (bisect_left if above else bisect_right)(self._places, place)
        found: list[Binding] = []
        given: set[tuple[int, str] | None] = set()
        last = -1
        for index in range(end - 1, -1, -1):
            reach = self._reach(index)
            if reach.leaves_out(place):
                continue
            found.append(self._bindings[index])
            if reach.hides(place, use_end) or _is_in_each_arm(self._bindings[index], place, given):
                last = index
                break
            if len(found) == _MOST:
                return [*found, _elsewhere(use)]
        found.reverse()
        for index in self._brought_round(place, last):
            if index >= end:
                if above:
                    break
            elif not self._reach(index).leaves_out(place):
                continue
            found.append(self._bindings[index])
            if len(found) > _MOST:
                return [*found, _elsewhere(use)]
        if found or len(self._bindings) <= _MOST:
            return found or self._bindings[: end if above else None]
        return [_elsewhere(use)]

    def _reach(self, index: int) -> _Reach:
        reach = self._reaches[index]
        if reach is None:
            reach = self._reaches[index] = _Reach(self._bindings[index])
        return reach

    def following(self, definition: ast.AST) -> list[Binding]:
        """See the function of that name."""
        start = bisect_left(self._places, position(definition))
        found = self._bindings[start : start + _MOST + 1]
        return [_elsewhere(definition)] if len(found) > _MOST else found

    def between(self, start: Position, end: Position) -> list[Binding]:
        """See the function of that name."""
        return self._bindings[bisect_left(self._places, start) : bisect_left(self._places, end)]

    def brought_round(self, use: ast.expr) -> list[Binding]:
        """See the function of that name."""
        return [self._bindings[index] for index in self._brought_round(position(use))]

    def _brought_round(self, place: Position, last: int = -1) -> list[int]:
        """Indices of the bindings in loops that hold a place.

        Each turn of the loops around ``last``, the index of one that hides what is above, meets that first.
        """
        loops = takewhile(lambda loop: not _holds(loop, last), self._loops.around(place))
        return sorted(set().union(*loops))

    @cached_property
    def _loops(self) -> _Nested[list[int]]:
        """The loops around the bindings, each with the indices of those that stand in it."""
        loops: dict[int, tuple[Position, Position, list[int]]] = {}
        for index, binding in enumerate(self._bindings):
            for node in loops_around(binding.block):
                # a comprehension brings nothing round: each has a scope of its own
                if not isinstance(node, ast.comprehension):
                    loop = loops.setdefault(id(node), (position(node), _end(node), []))
                    loop[2].append(index)
        return _Nested(sorted(loops.values(), key=lambda loop: loop[0]))


class _Nested(Generic[T]):
    """What stands from one place to another, all of it inside each other or apart."""

    def __init__(self, spans: Sequence[tuple[Position, Position, T]]) -> None:
        """``spans``: in order; of those that begin at one place, the innermost last."""
        self._spans = spans
        self._starts = [start for start, _, _ in spans]
        self._outer: list[int] = []
        """The index of what is around each; -1 for nothing."""
        for index, start in enumerate(self._starts):
            outer = index - 1
            while outer >= 0 and spans[outer][1] <= start:
                outer = self._outer[outer]
            self._outer.append(outer)

    def around(self, place: Position) -> Iterator[T]:
        """What holds a place, the innermost first."""
        index = bisect_right(self._starts, place) - 1
        while index >= 0:
            _, end, what = self._spans[index]
            if place < end:
                yield what
            index = self._outer[index]


def _holds(ordered: list[int], number: int) -> bool:
    at = bisect_left(ordered, number)
    return at < len(ordered) and ordered[at] == number


def _elsewhere(use: ast.AST) -> Binding:
    return Binding("other", use)
