"""The last items of what grows from call to call: another length each time until there are that many.

``ids[-block:]`` of a list that each turn appends to has one item, then two, and so on to ``block``.
"""

from __future__ import annotations

import ast
import sys
from typing import NamedTuple

from tflint.facts.expressions.values import is_number
from tflint.facts.graphs.constants import constants
from tflint.facts.graphs.context import Context
from tflint.facts.order.growing_lists import bound_in, grows_as_list
from tflint.syntax.arguments import arguments_at
from tflint.syntax.definitions import own_attribute, owner_of
from tflint.syntax.expressions import are_same, whole_number
from tflint.syntax.model import Binding, CallSite, loops_around
from tflint.syntax.reaching import reaching

_JOINS = frozenset({"concat", "concatenate", "append", "vstack", "hstack", "stack", "r_"})
_ALONG = {"concat": 1, "concatenate": 1, "append": 2}
"""Functions that join along one axis, with the place of that."""
_FIRST_UNLESS_TOLD = frozenset({"concatenate", "append"})
_OF_DISPLAYS = frozenset({"array", "asarray", "constant", "convert_to_tensor"})
_OF_SIZES = frozenset({"empty", "fill", "full", "ones", "zeros"})
_LIBRARIES = ("tensorflow.", "numpy.", "keras.")
_ENOUGH = sys.maxsize
"""As many items as the window has."""
_FEW = 2
"""How many lengths a window may have before that is worth a word."""


class _Cut(NamedTuple):
    """The last items along one axis: of what, how many, along which axis."""

    owner: ast.expr
    length: ast.expr
    axis: int


class Window(NamedTuple):
    """The last items of what grows, with how long they become; perhaps they are that from the first."""

    length: ast.expr
    is_perhaps_full: bool


def filling_window(node: ast.expr, site: CallSite, context: Context) -> Window | None:
    """The last items of what grows from call to call; None where they are all there from the first.

    Args:
        node: ``ids[-block:]``, or ``ids if len(ids) <= block else ids[-block:]``.
        site: the call that is given them.
        context: its function.
    """
    cut = _cut(node)
    match cut:
        case _Cut(owner=ast.Name() | ast.Attribute() as owner, axis=0) if grows_as_list(
            owner, site, context
        ):
            return _window(cut, _lengths_of_lists(cut, owner, site, context), context)
        case _Cut(owner=ast.Name() as owner):
            along = _grows_along(owner, site, context)
            if along is not None:
                return _window(cut, _lengths_along(cut, along, owner, site, context), context)
    return None


def _window(cut: _Cut, lengths: list[int | None], context: Context) -> Window | None:
    """The window of what has one of some lengths at first, None for one that nobody knows."""
    known = constants(cut.length, context)
    if not lengths or (known and not all(isinstance(number, int) for number in known)):
        return None
    numbers = [number for number in known or () if isinstance(number, int)]
    at_first = [length for length in lengths if length is not None]
    if any(number - length < _FEW for number in (*numbers, _ENOUGH) for length in at_first):
        return None
    is_known = len(at_first) == len(lengths) and (numbers or max(at_first) <= 1)
    return Window(cut.length, is_perhaps_full=not is_known)


def grows_by_joining(name: str, site: CallSite, context: Context) -> bool:
    """True for a tensor that the loops around a call join with others, as all that they do to it."""
    inside = bound_in(name, site)
    return len(inside) == 1 and _join(inside[0], name, context) is not None


def _cut(node: ast.expr) -> _Cut | None:
    match node:
        case (
            ast.IfExp(body=whole, orelse=ast.Subscript() as part)
            | ast.IfExp(body=ast.Subscript() as part, orelse=whole)
        ):
            cut = _cut(part)
            return cut if cut is not None and are_same(cut.owner, whole) else None
        case ast.Subscript(value=owner, slice=ast.Tuple(elts=[*before, ast.Slice() as last])):
            if all(isinstance(part, ast.Slice) and _is_whole(part) for part in before):
                return _cut_along(owner, last, len(before))
            is_last = len(before) == 1 and _is_ellipsis(before[0])
            return _cut_along(owner, last, -1) if is_last else None
        case ast.Subscript(value=owner, slice=ast.Slice() as part):
            return _cut_along(owner, part, 0)
    return None


def _cut_along(owner: ast.expr, part: ast.Slice, axis: int) -> _Cut | None:
    match part:
        case ast.Slice(lower=ast.UnaryOp(op=ast.USub(), operand=length), upper=None, step=None):
            is_plain = isinstance(length, (ast.Constant, ast.Name, ast.Attribute))
            return _Cut(owner, length, axis) if is_plain else None
    return None


def _is_whole(part: ast.Slice) -> bool:
    return part.lower is part.upper is part.step is None


def _is_ellipsis(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and part.value is ...


def _lengths_of_lists(
    cut: _Cut, owner: ast.Name | ast.Attribute, site: CallSite, context: Context
) -> list[int | None]:
    """How many items a list has at first that grows from call to call."""
    if isinstance(owner, ast.Name):
        return [_length(b.written, cut, context) for b in _bound_before(owner, site)]
    attr, of = own_attribute(owner, context.function), owner_of(context.function)
    if attr is None or of is None:
        return []
    stores = context.project.inference.classes.stores(of, attr)
    return [_length(store.binding.written, cut, context) for store in stores]


def _length(written: ast.expr | None, cut: _Cut, context: Context) -> int | None:
    match written:
        case ast.BinOp(left=ast.List(elts=[_]), op=ast.Mult(), right=count):
            return _size(count, cut, context)
        case ast.List(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
            return len(parts)
        case ast.Call(func=ast.Name(id="list"), args=[], keywords=[]):
            return 0
    return None


def _size(size: ast.expr, cut: _Cut, context: Context) -> int | None:
    """The number of items that something is made with; None where nobody knows."""
    if are_same(size, cut.length):
        return _ENOUGH
    match [*(constants(size, context) or ())]:
        case [int(number)]:
            return number
    return None


def _grows_along(owner: ast.Name, site: CallSite, context: Context) -> int | None:
    """The axis along which an array grows from call to call; None where that is not known."""
    inside = _bound_in_turn(owner.id, site)
    joined = _join(inside[0], owner.id, context) if len(inside) == 1 else None
    return None if joined is None else _axis(joined, context)


def _lengths_along(
    cut: _Cut, along: int, owner: ast.Name, site: CallSite, context: Context
) -> list[int | None]:
    """How long an array is at first along the axis of the cut; nothing where it grows along another."""
    lengths: list[int | None] = []
    for binding in _bound_before(owner, site):
        shape = _shape(binding.written, cut, context)
        if not _is_one_axis(along, cut.axis, shape):
            return []
        lengths.append(None if shape is None else shape[along])
    return lengths


def _is_one_axis(one: int, other: int, shape: tuple[int | None, ...] | None) -> bool:
    if shape is None:
        return one == other
    axes = range(-len(shape), len(shape))
    return one in axes and other in axes and (one - other) % len(shape) == 0


def _bound_in_turn(name: str, site: CallSite) -> list[Binding]:
    """Where each turn of the loop around a call gives a name a value."""
    loop = next(iter(loops_around(site.block)), None)
    return [b for b in bound_in(name, site) if loop in loops_around(b.block)]


def _bound_before(owner: ast.Name, site: CallSite) -> list[Binding]:
    """Where a name gets its value before the loop around a call, in which it becomes longer."""
    inside = _bound_in_turn(owner.id, site)
    places = [owner, *(binding.node for binding in inside)]
    found = [b for place in places for b in reaching(owner.id, place, site.function)]
    return [binding for binding in dict.fromkeys(found) if binding not in inside]


def _join(binding: Binding, name: str, context: Context) -> ast.Call | None:
    """The call of ``x = tf.concat([x, y], 0)`` and its like."""
    value = binding.value
    if binding.kind != "assign" or not isinstance(value, ast.Call) or not value.args:
        return None
    if not any(
        n.startswith(_LIBRARIES) and n.rpartition(".")[2] in _JOINS
        for n in context.names(value.func)
    ):
        return None
    first = value.args[0]
    parts = first.elts if isinstance(first, (ast.List, ast.Tuple)) else value.args[:2]
    return value if any(isinstance(part, ast.Name) and part.id == name for part in parts) else None


def _axis(call: ast.Call, context: Context) -> int | None:
    """The axis along which a call joins; None where nobody knows."""
    names = {name.rpartition(".")[2] for name in context.names(call.func)}
    if len(names) != 1 or not names <= _ALONG.keys():
        return None
    (name,) = names
    match arguments_at(call, (_ALONG[name], "axis")):
        case []:
            return 0 if name in _FIRST_UNLESS_TOLD else None
        case [given]:
            return whole_number(given)
    return None


def _shape(written: ast.expr | None, cut: _Cut, context: Context) -> tuple[int | None, ...] | None:
    """The shape of an array that is written out, or made of numbers that are."""
    if not isinstance(written, ast.Call):
        return None
    names = context.names(written.func)
    if len(names) != 1 or not all(name.startswith(_LIBRARIES) for name in names):
        return None
    last = next(iter(names)).rpartition(".")[2]
    first = next(iter(written.args), None)
    if first is None:
        return None
    if last in _OF_DISPLAYS:
        return _shape_of_display(first, context)
    if last not in _OF_SIZES:
        return None
    sizes = first.elts if isinstance(first, (ast.List, ast.Tuple)) else [first]
    return tuple(_size(size, cut, context) for size in sizes)


def _shape_of_display(node: ast.expr, context: Context) -> tuple[int, ...] | None:
    if not isinstance(node, (ast.List, ast.Tuple)):
        return () if is_number(context.value(node)) else None
    inner = {_shape_of_display(part, context) for part in node.elts}
    if not inner:
        return (0,)
    (one, *others) = inner
    return None if others or one is None else (len(node.elts), *one)
