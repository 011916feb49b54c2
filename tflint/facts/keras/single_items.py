"""Whether what a model is given is a batch of one item, or of a few numbers each, which somebody made
for it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.facts.expressions.callers import Callers
from tflint.facts.order.lifetimes import is_object
from tflint.facts.programs.intervals import interval, multiplied
from tflint.syntax.blocks import part_at
from tflint.syntax.expressions import names_in
from tflint.syntax.model import Binding, Function, outward
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import returned
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_SHAPED = frozenset(
    {"zeros", "ones", "full", "empty", "reshape", "rand", "randn", "normal", "uniform", "random"}
)
"""Functions and methods that take a shape: first, or under ``size`` or ``shape``."""
_SIZED_BY_ARGUMENTS = frozenset({"rand", "randn"})
"""Those of NumPy that take each size by itself."""
_DISTRIBUTIONS = frozenset({"normal", "uniform"})
"""Those that NumPy gives a shape last, and TensorFlow first."""
_JOINS = frozenset(
    {"append", "concat", "concatenate", "repeat", "stack", "tile", "vstack", "row_stack"}
)
"""Functions of which several items come, unless they are told another axis than the first."""
_WRITTEN_OUT = (ast.List, ast.Tuple)
FEW_ROWS = 512
"""Rows of numbers that cost less than the set-up of a call: two dense layers of 256 took some 20 ms for
them, of 120 under Keras 2 and of 220 under Keras 3. Two LSTM layers of 256 took 3 ms of 155 for 64 of
them, and 20 of 170 for sequences of ten.
"""
_Path = tuple[int | None, ...]
_Kind = Callable[[ast.expr, Function, _Path], bool]
"""Whether an expression of a function, or the part that a path leads to, makes a batch of a kind."""


def holds_one_item(node: ast.expr, function: Function, callers: Callers) -> bool:
    """True for a batch of one item: ``row[None]``, also by names and through what works on whole batches.

    What chooses among the rows, or says how many there are, makes another batch of it. A function of the
    project that makes one at each of its ends gives one, also if it may give None instead.
    """
    return _holds(node, function, _made_as(_is_one_item_there, callers), set())


def holds_rows_of_numbers(node: ast.expr, function: Function, inference: Inference) -> bool:
    """True for a batch with a row of numbers for each item, as noise for a generator: no pictures.

    So is a batch of sequences of one such row, and one that is known to have few rows in all.

    Also by names and through what works on whole batches, and where a function of the project makes it.
    """
    is_table = partial(_is_table, inference=inference)
    return _holds(node, function, _made_as(is_table, inference.callers), set())


def _made_as(is_such: _Kind, callers: Callers) -> _Kind:
    """The same kind, also where a function of the project makes it at each of its ends.

    Where one gives None instead, no model is asked: Keras refuses it.
    """

    def is_made(part: ast.expr, where: Function, path: _Path) -> bool:
        if is_such(part, where, path):
            return True
        site = where.site_of(part) if isinstance(part, ast.Call) else None
        called = callers.called(site) if site is not None else []
        return bool(called) and all(
            (ends := [end for end in returned(made) if not is_constant(end, None)])
            and all(_gives(end, path, made, is_such) for end in ends)
            for made in called
        )

    return is_made


def _gives(node: ast.expr, path: _Path, function: Function, is_such: _Kind) -> bool:
    """True for a part of what a function returns that is a batch of a kind."""
    part = part_at(path, node)
    if part is None or isinstance(part, ast.Tuple):
        return False
    return _holds(part, function, is_such, set())


def _is_one_item_there(node: ast.expr, _: Function, path: _Path) -> bool:
    return not path and is_one_item(node)


def is_one_item(node: ast.AST) -> bool:
    """True for an expression that makes a batch of one item: ``x[None]``, ``np.array([x])``."""
    match node:
        case ast.Subscript(slice=ast.Tuple(elts=[first, *_])) | ast.Subscript(slice=first):
            return _is_new_axis(first) or _is_slice_of_one(first)
        case ast.Call(func=func, args=args, keywords=keywords):
            name = called_name(func)
            if name == "expand_dims":
                axes = [*args[1:2], *(k.value for k in keywords if k.arg == "axis")]
                return any(is_constant(axis, 0) for axis in axes)
            if name in _SHAPED and any(_begins_with_one(shape) for shape in _shapes(node)):
                return True
            if name in _SHAPED and args and is_constant(args[0], 1):
                return len(args) > 1
            return len(args) > 0 and isinstance(args[0], ast.List) and len(args[0].elts) == 1
        case _:
            return False


def rows_told(call: ast.Call) -> ast.expr | None:
    """What tells a call that makes an array how many rows that has: ``n`` of ``np.zeros((n, 3))``."""
    name = called_name(call.func)
    if name in _SIZED_BY_ARGUMENTS:
        return call.args[0] if call.args else None
    if name not in _SHAPED or name == "reshape":
        return None
    place = 2 if name in _DISTRIBUTIONS and len(call.args) > 2 else 0
    for shape in (*_shapes(call)[len(call.args) :], *call.args[place : place + 1]):
        if isinstance(shape, _WRITTEN_OUT):
            return shape.elts[0] if shape.elts else None
        if name not in _DISTRIBUTIONS:
            return shape
    return None


def is_constant(node: ast.expr, value: object) -> bool:
    """True for a constant of this value and type."""
    return isinstance(node, ast.Constant) and (type(node.value), node.value) == (type(value), value)


def _holds(node: ast.expr, function: Function, is_such: _Kind, seen: set[Binding]) -> bool:
    """True for a batch of a kind (``is_such``), also by names and through what keeps its rows."""
    if is_such(node, function, ()):
        return True
    if isinstance(node, ast.Name):
        return _is_given(node.id, node, function, is_such, seen)
    return any(_holds(part, function, is_such, seen) for part in _with_its_rows(node))


def _is_given(
    name: str,
    use: ast.AST,
    function: Function,
    is_such: _Kind,
    seen: set[Binding],
) -> bool:
    """True for a name that such a batch reaches, which ``x /= 255`` leaves one.

    What a test makes one of what else it is (``if x.ndim == 3: x = x[None]``) tells nothing of the rest.
    """
    others, is_perhaps = False, False
    for binding in reaching(name, use, function):
        if binding in seen:
            continue
        seen.add(binding)
        if not _holds_binding(name, binding, function, is_such, seen):
            others = True
        elif _is_made_by_test(name, binding):
            is_perhaps = True
        else:
            return True
    return is_perhaps and not others


def _holds_binding(
    name: str, binding: Binding, function: Function, is_such: _Kind, seen: set[Binding]
) -> bool:
    if binding.kind == "augment" and _is_given(name, binding.node, function, is_such, seen):
        return True
    if binding.written is not None:
        return _holds(binding.written, function, is_such, seen)
    if binding.kind != "assign" or binding.value is None:
        return False
    return is_such(binding.value, function, binding.path)


def _is_made_by_test(name: str, binding: Binding) -> bool:
    """True under a test of what a variable holds, which gives it a batch of that."""
    return (
        binding.written is not None
        and name in names_in(binding.written)
        and any(
            isinstance(around.node, ast.If) and name in names_in(around.node.test)
            for around in outward(binding.block)
        )
    )


def _is_table(node: ast.expr, function: Function, path: _Path, inference: Inference) -> bool:
    """True for numbers made in a shape of two sizes: ``np.random.normal(0, 1, (n, 100))``.

    And in one of more, as a few sequences: ``np.random.normal(size=(64, 1, 100))``.
    """
    if path or not isinstance(node, ast.Call):
        return False
    return any(
        len(sizes) == 2 or (len(sizes) > 2 and _has_few_rows(sizes, function, inference))
        for sizes in _sizes(node, function)
    )


def _sizes(call: ast.Call, function: Function) -> Iterator[list[ast.expr]]:
    """The sizes of an array in each dimension, for each argument that may say what is made."""
    match call.func:
        case ast.Attribute(attr="reshape", value=owner) if is_object(owner, function):
            if len(call.args) > 1:
                yield call.args
                return
    if called_name(call.func) in _SIZED_BY_ARGUMENTS:
        yield call.args
    elif called_name(call.func) in _SHAPED:
        yield from (shape.elts for shape in _shapes(call) if isinstance(shape, _WRITTEN_OUT))


def _has_few_rows(sizes: list[ast.expr], function: Function, inference: Inference) -> bool:
    """True for sequences of one row of numbers each, and for such as have few rows together."""
    each = [interval(size, function, inference) for size in sizes[:-1]]
    if all(size == (1, 1) for size in each[1:]):
        return True
    together = multiplied(each).most
    is_known = all(size.least is not None and size.least > 0 for size in each)
    return is_known and together is not None and together <= FEW_ROWS


def _with_its_rows(node: ast.expr) -> list[ast.expr]:
    """The parts of an expression that may have as many rows as it has itself."""
    match node:
        case ast.Call():
            return [] if _says_how_many(node) else _given(node)
        case (
            ast.Subscript(value=value, slice=ast.Tuple(elts=[first, *_]))
            | ast.Subscript(value=value, slice=first)
        ):
            return [value] if is_all(first) else []
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.UnaryOp(operand=operand):
            return [operand]
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return parts
        case ast.Dict(values=parts):
            return parts
        case ast.Starred(value=value) | ast.NamedExpr(value=value):
            return [value]
        case _:
            return []


def _given(call: ast.Call) -> list[ast.expr]:
    """What a call works on: the object of a method, and the arguments."""
    owner = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [*owner, *call.args, *(keyword.value for keyword in call.keywords)]


def _says_how_many(call: ast.Call) -> bool:
    """True for a call whose result has the rows that its arguments say, or those of several batches."""
    name = called_name(call.func)
    if name in _JOINS:
        axes = [keyword.value for keyword in call.keywords if keyword.arg == "axis"]
        return not any(
            not isinstance(axis, ast.Constant) or axis.value != 0
            for axis in [*axes, *call.args[1:]]
        )
    return name in _SHAPED and any(
        isinstance(shape, _WRITTEN_OUT) and not _is_left_open(shape) for shape in _shapes(call)
    )


def _shapes(call: ast.Call) -> list[ast.expr]:
    named = [keyword.value for keyword in call.keywords if keyword.arg in ("size", "shape")]
    return [*call.args, *named]


def _is_left_open(shape: ast.List | ast.Tuple) -> bool:
    """True for a shape that leaves the number of rows to what is shaped: ``(-1, 28, 28)``."""
    match shape.elts[:1]:
        case [ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))]:
            return True
        case _:
            return False


def is_all(node: ast.expr) -> bool:
    """True for ``:`` and ``...``, which leave all rows."""
    match node:
        case ast.Slice(lower=None, upper=None):
            return True
        case ast.Constant(value=value):
            return value is ...
        case _:
            return False


def _is_new_axis(node: ast.expr) -> bool:
    return is_constant(node, None) or (
        isinstance(node, (ast.Attribute, ast.Name)) and called_name(node) == "newaxis"
    )


def _is_slice_of_one(node: ast.expr) -> bool:
    """True for ``i:i + 1`` and ``:1``."""
    match node:
        case ast.Slice(lower=None | ast.Constant(value=0), upper=ast.Constant(value=1)):
            return True
        case ast.Slice(lower=ast.Name(id=low), upper=ast.BinOp(ast.Name(id=name), ast.Add(), one)):
            return low == name and is_constant(one, 1)
        case _:
            return False


def _begins_with_one(shape: ast.expr) -> bool:
    return isinstance(shape, _WRITTEN_OUT) and len(shape.elts) > 0 and is_constant(shape.elts[0], 1)
