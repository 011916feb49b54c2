"""Interval analysis: between which whole numbers the value of an expression lies."""

from __future__ import annotations

import ast
import sys
from collections.abc import Hashable, Iterable
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tflint.facts.expressions.values import ClassValue, members
from tflint.facts.expressions.written_parts import Key, constant_key, parts_written
from tflint.facts.programs.loop_dependence import is_changed_inside
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
_Path: TypeAlias = tuple[Key, ...]
"""Keys and fields one inside the other."""


def interval(
    node: ast.expr, function: Function, inference: Inference, *, by_default: bool = False
) -> Interval:
    """Between which numbers an expression lies, whatever way its program comes to it.

    That is known from all that its names and attributes are given, all calls of the functions that it is a
    parameter of, and all that the functions it calls return; of sums, products and the like from their
    parts; and of what is taken out of a dict or a record from what that is made of, if nothing puts
    anything else into it. ``by_default`` takes options of the command line for what they are unless
    somebody gives another.
    """
    return _IntervalAnalysis(inference, by_default).of(node, function)


def hull(found: Iterable[Interval]) -> Interval:
    """The interval around some; nothing is known where there is none."""
    parts = [*found]
    least, most = [part.least for part in parts], [part.most for part in parts]
    return Interval(
        None if None in least else min(_known(least), default=None),
        None if None in most else max(_known(most), default=None),
    )


def multiplied(parts: Iterable[Interval]) -> Interval:
    """Between which numbers the product of some lies."""
    return reduce(lambda one, other: _worked_out(one, ast.Mult(), other), parts, Interval(1, 1))


class _IntervalAnalysis:
    """The numbers of the expressions of one question; of one that depends on itself nothing is known."""

    def __init__(self, inference: Inference, by_default: bool) -> None:
        self._inference = inference
        self._by_default = by_default
        self._known: dict[Hashable, Interval] = {}

    def of(self, node: ast.expr, function: Function, path: _Path = ()) -> Interval:
        """Between which numbers an expression of a function lies, or the part of it that keys lead to."""
        key = (id(node), path)
        if key not in self._known:
            self._known[key] = _ANY
            self._known[key] = self._find(node, function, path)
        return self._known[key]

    def _find(self, node: ast.expr, function: Function, path: _Path) -> Interval:
        match node:
            case ast.Call() if path and (made := self._made(node, function, path)):
                return made
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[_, _, *_], keywords=[]):
                parts = [self.of(part, function) for part in node.args]
                return _smallest(parts) if name == "min" else _greatest(parts)
            case ast.Call():
                return self._returned(node, function, path)
            case ast.Name(id=name) if path and self._is_changed_inside(name, function):
                return _ANY
            case ast.Name(id=name) if is_only_a_parameter(name, function):
                return self._given(name, function, path)
            case ast.Name():
                return self._assigned(node, function, path)
            case ast.Attribute() if attr := own_attribute(node, function):
                return self._stored(attr, owner_of(function), path)
            case ast.Attribute(value=value, attr=attr):
                if self._by_default and (usual := self._usual(value, attr, function)) is not None:
                    return _countable(usual, usual)
                return self.of(value, function, (attr, *path))
            case ast.Subscript(value=value, slice=index) if (
                key := constant_key(index)
            ) is not None:
                return self.of(value, function, (key, *path))
        if path:
            parts_here = parts_written(node, function, self._inference) or {}
            part = parts_here.get(path[0])
            return _ANY if part is None else self.of(part, function, path[1:])
        match node:
            case ast.BinOp(left=left, op=op, right=right):
                return _worked_out(self.of(left, function), op, self.of(right, function))
        number = whole_number(node)
        return _ANY if number is None else _countable(number, number)

    def _each(self, found: Iterable[tuple[ast.expr | None, Function]], path: _Path) -> Interval:
        """What holds all of these; of one that is not written out nothing is known."""
        return hull(_ANY if node is None else self.of(node, where, path) for node, where in found)

    def _assigned(self, node: ast.Name, function: Function, path: _Path) -> Interval:
        """All that a variable is given before it is read."""
        if holder_of(node.id, function) is function:
            before = reaching(node.id, node, function)
            return self._each(((b.written, function) for b in before), path)
        return self._each(
            ((b.written, where) for b, where in every_binding(node.id, function)), path
        )

    def _given(self, name: str, function: Function, path: _Path) -> Interval:
        """All that the calls of a function give a parameter; its default where it has no calls."""
        callers = self._inference.callers
        if any(True for _ in callers.perhaps_of(function)):
            return _ANY
        return self._each(callers.given(function, name) or [callers.default(function, name)], path)

    def _stored(self, attr: str, owner: Class | None, path: _Path) -> Interval:
        """All that a class, and those above it, give an attribute of its objects."""
        if owner is None:
            return _ANY
        classes = self._inference.classes
        bases = [base for base in classes.bases(owner) if isinstance(base, Class)]
        if path and self._is_attribute_changed_inside(attr, owner):
            return _ANY
        of_classes = (
            (binding.written, base.parent)
            for base in bases
            for binding in base.bindings.get(attr, ())
        )
        of_objects = ((s.binding.written, s.function) for s in classes.stores(owner, attr))
        return self._each((*of_classes, *of_objects), path)

    def _made(self, call: ast.Call, function: Function, path: _Path) -> Interval | None:
        """A part of the dict, record or object that a call makes; None for other calls."""
        first, *rest = path
        if (parts := parts_written(call, function, self._inference)) is not None:
            if first in parts:
                return self.of(parts[first], function, tuple(rest))
        match members(self._inference.value(call.func, function)):
            case [ClassValue(definition=definition)] if isinstance(first, str):
                return self._stored(first, definition, tuple(rest))
        return None if parts is None else _ANY

    def _usual(self, holder: ast.expr, name: str, function: Function) -> int | None:
        """What an option holds where nobody gives another, the same for all that may hold it."""
        held = members(self._inference.value(holder, function))
        usual = {self._inference.usual_number(each, name) for each in held}
        return usual.pop() if len(usual) == 1 else None

    def _is_changed_inside(self, name: str, function: Function) -> bool:
        """True where code changes what a variable holds inside, or something that it is given to does."""
        holder = holder_of(name, function) or function
        callers = self._inference.callers
        code = holder.module.tree if holder.is_module else holder.node
        return is_changed_inside(name, code) or any(
            self._changes(called, parameter)
            for site in holder.calls
            for called in callers.called(site)
            for parameter, given in callers.arguments(site, called).items()
            if isinstance(given, ast.Name) and given.id == name
        )

    def _changes(self, function: Function, parameter: str) -> bool:
        """True for a function that changes inside what it is given, or an object that keeps it."""
        return is_changed_inside(parameter, function.node) or any(
            isinstance(store.binding.value, ast.Name)
            and store.binding.value.id == parameter
            and self._is_attribute_changed_inside(store.node.attr, function.owner)
            for store in function.stores
        )

    def _is_attribute_changed_inside(self, attr: str, owner: Class | None) -> bool:
        bases = self._inference.classes.bases(owner) if owner is not None else []
        return any(
            is_changed_inside((method.self_name, attr), method.node)
            for base in bases
            if isinstance(base, Class)
            for method in base.methods.values()
        )

    def _returned(self, call: ast.Call, function: Function, path: _Path) -> Interval:
        """All that the project's functions which a call runs return."""
        site = function.site_of(call)
        called = () if site is None else self._inference.callers.called(site)
        if any(each.is_generator for each in called):
            return _ANY
        return self._each(((end, each) for each in called for end in returned(each)), path)


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


def _smallest(parts: list[Interval]) -> Interval:
    """The interval of ``min(...)``, which is at most what any of its arguments is."""
    return Interval(hull(parts).least, min(_known(part.most for part in parts), default=None))


def _greatest(parts: list[Interval]) -> Interval:
    """The interval of ``max(...)``."""
    return Interval(max(_known(part.least for part in parts), default=None), hull(parts).most)


def _known(numbers: Iterable[int | None]) -> list[int]:
    return [number for number in numbers if number is not None]
