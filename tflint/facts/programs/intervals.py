"""Interval analysis: between which whole numbers the value of an expression lies."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from tflint.syntax.definitions import own_attribute, owner_of
from tflint.syntax.expressions import whole_number
from tflint.syntax.model import Class, Function
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import every_binding, holder_of, is_only_a_parameter, returned

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference


class Interval(NamedTuple):
    """The bounds of the numbers that an expression may be; None for one that nobody knows."""

    least: int | None = None
    most: int | None = None


_ANY = Interval()


def interval(node: ast.expr, function: Function, inference: Inference) -> Interval:
    """Between which numbers an expression lies, whatever way its program comes to it.

    That is known from all that its names and attributes are given, all calls of the functions that it is a
    parameter of, and all that the functions it calls return; and of sums, products and the like from
    their parts.
    """
    return _IntervalAnalysis(inference).of(node, function)


class _IntervalAnalysis:
    """The numbers of the expressions of one question; of one that depends on itself nothing is known."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._known: dict[int, Interval] = {}

    def of(self, node: ast.expr, function: Function) -> Interval:
        """Between which numbers an expression of a function lies."""
        if id(node) not in self._known:
            self._known[id(node)] = _ANY
            self._known[id(node)] = self._find(node, function)
        return self._known[id(node)]

    def _find(self, node: ast.expr, function: Function) -> Interval:
        number = whole_number(node)
        if number is not None:
            return _countable(number, number)
        match node:
            case ast.BinOp(left=left, op=op, right=right):
                return _worked_out(self.of(left, function), op, self.of(right, function))
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[_, _, *_], keywords=[]):
                parts = [self.of(part, function) for part in node.args]
                return _smallest(parts) if name == "min" else _greatest(parts)
            case ast.Call():
                return self._returned(node, function)
            case ast.Name(id=name) if is_only_a_parameter(name, function):
                return self._given(name, function)
            case ast.Name():
                return self._assigned(node, function)
            case ast.Attribute() if attr := own_attribute(node, function):
                return self._stored(attr, function)
            case _:
                return _ANY

    def _each(self, found: Iterable[tuple[ast.expr | None, Function]]) -> Interval:
        """What holds all of these; of one that is not written out nothing is known."""
        return _hull(_ANY if node is None else self.of(node, where) for node, where in found)

    def _assigned(self, node: ast.Name, function: Function) -> Interval:
        """All that a variable is given before it is read."""
        if holder_of(node.id, function) is function:
            return self._each((b.written, function) for b in reaching(node.id, node, function))
        return self._each((b.written, where) for b, where in every_binding(node.id, function))

    def _given(self, name: str, function: Function) -> Interval:
        """All that the calls of a function give a parameter; its default where it has no calls."""
        callers = self._inference.callers
        if any(True for _ in callers.perhaps_of(function)):
            return _ANY
        return self._each(callers.given(function, name) or [callers.default(function, name)])

    def _stored(self, attr: str, function: Function) -> Interval:
        """All that the class of a method, and those above it, give an attribute of its objects."""
        owner = owner_of(function)
        if owner is None:
            return _ANY
        classes = self._inference.classes
        of_classes = (
            (binding.written, base.parent)
            for base in classes.bases(owner)
            if isinstance(base, Class)
            for binding in base.bindings.get(attr, ())
        )
        of_objects = ((s.binding.written, s.function) for s in classes.stores(owner, attr))
        return self._each((*of_classes, *of_objects))

    def _returned(self, call: ast.Call, function: Function) -> Interval:
        """All that the project's functions which a call runs return."""
        site = function.site_of(call)
        called = () if site is None else self._inference.callers.called(site)
        if any(each.is_generator for each in called):
            return _ANY
        return self._each((end, each) for each in called for end in returned(each))


def _worked_out(left: Interval, op: ast.operator, right: Interval) -> Interval:
    match op:
        case ast.Add():
            return _countable(_sum(left.least, right.least), _sum(left.most, right.most))
        case ast.Sub():
            return _worked_out(
                left, ast.Add(), _countable(_negative(right.most), _negative(right.least))
            )
        case ast.Mult():
            ends = [a * b for a, b in product(left, right) if a is not None and b is not None]
            return _countable(min(ends), max(ends)) if len(ends) == len(left) * len(right) else _ANY
        case _:
            return _ANY


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _negative(number: int | None) -> int | None:
    return None if number is None else -number


def _countable(least: int | None, most: int | None) -> Interval:
    """An interval without bounds that no loop counts to: products may grow with each name."""
    return Interval(
        *(end if end is None or abs(end) <= sys.maxsize else None for end in (least, most))
    )


def _hull(found: Iterable[Interval]) -> Interval:
    """The interval around some; nothing is known where there is none."""
    parts = [*found]
    least, most = [part.least for part in parts], [part.most for part in parts]
    return Interval(
        None if None in least else min(_known(least), default=None),
        None if None in most else max(_known(most), default=None),
    )


def _smallest(parts: list[Interval]) -> Interval:
    """The interval of ``min(...)``, which is at most what any of its arguments is."""
    return Interval(_hull(parts).least, min(_known(part.most for part in parts), default=None))


def _greatest(parts: list[Interval]) -> Interval:
    """The interval of ``max(...)``."""
    return Interval(max(_known(part.least for part in parts), default=None), _hull(parts).most)


def _known(numbers: Iterable[int | None]) -> list[int]:
    return [number for number in numbers if number is not None]
