"""Whether an argument has another shape, or another length, at each call."""

from __future__ import annotations

import ast
from enum import Enum
from typing import NamedTuple

from tflint.api.lookup import record
from tflint.api.records import Shape
from tflint.facts.expressions.values import (
    Container,
    GraphFunction,
    Partial,
    Text,
    Value,
    members,
    varying,
)
from tflint.facts.graphs.context import Context
from tflint.facts.order.growing_lists import bound_in, grows_as_list
from tflint.facts.programs.loop_dependence import reads_any
from tflint.facts.shapes.episodes import filled_until_told
from tflint.facts.shapes.windows import filling_window, grows_by_joining
from tflint.syntax.model import CallSite, loops_around
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_STACKS = frozenset(
    {"stack", "concat", "concatenate", "vstack", "hstack", "array", "asarray", "constant",
     "convert_to_tensor", "list", "tuple"}
)  # fmt: skip
_SHAPE_POSITIONS = {
    "zeros": (0,), "ones": (0,), "empty": (0,), "full": (0,), "fill": (0,), "eye": (0,),
    "identity": (0,), "range": (0, 1), "arange": (0, 1), "linspace": (2,), "rand": (0, 1, 2, 3),
    "randn": (0, 1, 2, 3), "random_sample": (0,), "uniform": (), "normal": (),
    "truncated_normal": (), "randint": (), "sequence_mask": (1,),
}  # fmt: skip
_DEEPEST = 3
"""How many names and conversions may stand between the argument and what changes."""
_SHAPE_FIRST = ("tensorflow.random.", "keras.random.")
_SHAPE_KEYWORDS = frozenset({"shape", "size", "dims", "num", "maxlen"})


class Perhaps(Enum):
    """Why an argument may have one shape after all: a clause that a reader can check, and act on."""

    AS_MANY_TURNS = "that loop may have as many turns each time, as far as is known"
    LONG_ENOUGH = "it may be that long from the first, as far as is known"


class Changing(NamedTuple):
    """Why an argument has another shape each time, in words, and why it may have one shape after all."""

    text: str
    perhaps: Perhaps | None = None


def option(value: Value, *names: str) -> ast.expr | None:
    """The expression given to ``tf.function`` for an option, if it was given one that counts."""
    for member in members(value):
        while isinstance(member, Partial):
            inner = member.inner
            member = members(inner)[0]
        if isinstance(member, GraphFunction):
            for name in names:
                given = member.option(name)
                if given is not None and not (
                    isinstance(given, ast.Constant) and given.value in (None, False)
                ):
                    return given
    return None


def changing_shape(argument: ast.expr, site: CallSite, context: Context) -> Changing | None:
    """Why an argument of a call has another shape each time; None when nothing says so."""
    return _reason(argument, site, context, _DEEPEST)


def _reason(node: ast.expr, site: CallSite, context: Context, depth: int) -> Changing | None:
    match node:
        case ast.Subscript(slice=index):
            if isinstance(context.value(node.value), Text):
                return None
            if _only_adds_axes(index):
                return _reason(node.value, site, context, depth)
            said = _sliced(node, index, site, context)
            return _last_items(node, site, context) if said is None else said
        case ast.IfExp():
            return _last_items(node, site, context)
        case ast.Call():
            return _made(node, site, context, depth)
        case ast.BinOp(left=ast.List(), op=ast.Mult(), right=count):
            if _changes(count, site, context):
                return Changing(f"its length follows `{as_written(count)}`")
        case ast.Name() | ast.Attribute():
            return _named(node, site, context, depth)
    return None


def _last_items(node: ast.expr, site: CallSite, context: Context) -> Changing | None:
    window = filling_window(node, site, context)
    if window is None:
        return None
    return Changing(
        f"`{as_written(node)}` is longer each time, until it is `{as_written(window.length)}` long",
        Perhaps.LONG_ENOUGH if window.is_perhaps_full else None,
    )


def _only_adds_axes(index: ast.expr) -> bool:
    """True for ``x[None]`` and ``x[np.newaxis, :]``, which leave the items as they are."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return all(map(_is_all_or_new, parts)) and not all(isinstance(p, ast.Slice) for p in parts)


def _is_all_or_new(part: ast.expr) -> bool:
    match part:
        case ast.Slice(lower=None, upper=None, step=None) | ast.Constant(value=None):
            return True
        case ast.Attribute(attr="newaxis"):
            return True
    return False


def _sliced(
    node: ast.Subscript, index: ast.expr, site: CallSite, context: Context
) -> Changing | None:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    for part in parts:
        if not isinstance(part, ast.Slice) or part.step is not None:
            continue
        lower = part.lower is not None and _changes(part.lower, site, context)
        upper = part.upper is not None and _changes(part.upper, site, context)
        fixed = part.upper if lower else part.lower
        if lower != upper and not (fixed is not None and _is_relative(fixed)):
            return Changing(f"the slice `{as_written(node)}` has another length each time")
    return None


def _is_relative(bound: ast.expr) -> bool:
    """True for a bound that may move with the other one: not a number written out."""
    if isinstance(bound, ast.UnaryOp):
        bound = bound.operand
    return not isinstance(bound, ast.Constant)


def _changes(node: ast.expr, site: CallSite, context: Context) -> bool:
    """True for a number that is another one at each call."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.FloorDiv)):
        return False
    if varying(context.value(node)) is not None:
        return True
    counters = {
        part.id
        for loop in loops_around(site.block)
        if isinstance(loop, (ast.For, ast.comprehension)) and _counts(loop.iter)
        for part in walk(loop.target)
        if isinstance(part, ast.Name)
    }
    return isinstance(node, (ast.Name, ast.BinOp)) and reads_any(node, counters)


def _counts(iterated: ast.expr) -> bool:
    match iterated:
        case ast.Call(func=ast.Name(id="range")):
            return True
        case ast.Call(func=ast.Attribute(attr="range" | "arange")):
            return True
    return False


def _made(node: ast.Call, site: CallSite, context: Context, depth: int) -> Changing | None:
    """Arrays made with a changing shape, and stacks of a list that grows."""
    for name in sorted(context.names(node.func)):
        owner, _, last = name.rpartition(".")
        if not name.startswith(("tensorflow.", "numpy.", "keras.", "builtins.")):
            continue
        if last in _SHAPE_POSITIONS and owner != "builtins":
            positions = (0,) if name.startswith(_SHAPE_FIRST) else _SHAPE_POSITIONS[last]
            given = [node.args[p] for p in positions if p < len(node.args)]
            given += [k.value for k in node.keywords if k.arg in _SHAPE_KEYWORDS]
            for shape in given:
                dims = shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else [shape]
                for dim in dims:
                    if not isinstance(dim, ast.Starred) and _changes(dim, site, context):
                        return Changing(f"its shape follows `{as_written(dim)}`")
        if record(name).shape is Shape.SAME or last == "expand_dims":
            shaped = _method_owner(node) if name.startswith("numpy.ndarray.") else node.args[:1]
            said = next((_reason(part, site, context, depth) for part in shaped), None)
            if said is not None:
                return said
        if last in _STACKS and node.args and depth:
            inner = node.args[0]
            if isinstance(inner, ast.List) and len(inner.elts) == 1:
                inner = inner.elts[0]
            if isinstance(inner, (ast.Name, ast.Attribute)) and _is_list(inner, context):
                return _named(inner, site, context, depth - 1)
            if isinstance(inner, ast.Subscript):
                return _reason(inner, site, context, depth - 1)
    return None


def _method_owner(call: ast.Call) -> list[ast.expr]:
    """The object whose method is called by an attribute."""
    return [call.func.value] if isinstance(call.func, ast.Attribute) else []


def _is_list(node: ast.expr, context: Context) -> bool:
    return any(isinstance(m, Container) for m in members(context.value(node)))


def growing_length(argument: ast.expr, site: CallSite, context: Context) -> str | None:
    """The list whose length, which is another one at each call, an argument is computed from."""
    waiting, followed = [*ast.walk(argument)], set[str]()
    for part in waiting:  # which grows meanwhile
        match part:
            case ast.Name(id=name) if name not in followed:
                followed.add(name)
                bindings = bound_in(name, site)
                if len(bindings) == 1 and bindings[0].kind == "assign" and bindings[0].value:
                    waiting += ast.walk(bindings[0].value)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() | ast.Attribute() as counted]):
                if grows_as_list(counted, site, context):
                    return as_written(counted)
            case ast.Compare() | ast.Call(func=ast.Name(id="bool")):
                return None
    return None


def _named(
    node: ast.Name | ast.Attribute, site: CallSite, context: Context, depth: int
) -> Changing | None:
    text = as_written(node)
    if grows_as_list(node, site, context):
        return Changing(f"`{text}` grows from call to call")
    if not isinstance(node, ast.Name):
        return None
    filling = filled_until_told(node, site)
    if filling is not None:
        where = site.function.module.on_line(filling.lineno)
        return Changing(
            f"`{text}` has an item for each turn of the loop {where}", Perhaps.AS_MANY_TURNS
        )
    inside = bound_in(node.id, site)
    if not inside:
        return None
    if grows_by_joining(node.id, site, context):
        return Changing(f"`{text}` grows from call to call")
    if depth and len(inside) == 1 and inside[0].kind == "assign" and not inside[0].path:
        value = inside[0].value
        if value is not None:
            return _reason(value, site, context, depth - 1)
    return None
