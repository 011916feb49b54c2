"""How many rows the results of operations have: as many as values say, or as what they are given.

Measured with TensorFlow 2: no graph knows how many places ``tf.where`` finds, not even of a constant.
"""

from __future__ import annotations

import ast
from typing import Final

from tflint.api.lookup import record
from tflint.api.records import Record, Result, Shape, words
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.symbolic import is_mostly_symbolic
from tflint.facts.shapes.dtypes import Dtype, dtype_of
from tflint.facts.shapes.openings import Dimensions, Opening
from tflint.syntax.arguments import arguments_at, is_open
from tflint.syntax.expressions import whole_number
from tflint.syntax.showing import as_written

_WHERE: Final = frozenset({"tensorflow.where", "tensorflow.experimental.numpy.where"})
_MASK: Final = "tensorflow.boolean_mask"
_OF_ANY_RANK = words("decode_image parse_tensor")
"""Operations of which a graph does not even know how many dimensions they give."""
_AS_TOLD = frozenset({"tensorflow.repeat"})
"""Operations that give as many as numbers say, which a graph may know."""
_IMAGES = words("decode_bmp decode_jpeg decode_png")
_ROWS_KEPT = words(
    "argsort cumprod cumsum math.cumsum math.cumprod random.shuffle reverse sort nn.l2_normalize"
)
"""Operations beside those of ``Shape.SAME`` that give as many rows as their first argument has."""
_REDUCING = "reduce_"
_FIRST: Final = (None, 0)
"""An axis that is the first: none that is given, or 0."""


def opened_by_values(call: ast.Call, path: tuple[object, ...], context: Context) -> Opening | None:
    """What opens the first dimension of a part of what an operation of a graph gives, if values do.

    Args:
        call: the operation.
        path: which part of its result, by the index; nothing for the whole of it.
        context: its function.
    """
    known = _made_by_values(call, context)
    if known is None:
        return None
    if known.result in (Result.TUPLE, Result.LIST):
        match path:
            case (int(index),) if not known.by_values or index in known.by_values:
                return _opening(call.func)
        return None
    return None if path else _opening(call.func)


def dimensions_by_values(call: ast.Call, context: Context) -> Dimensions | None:
    """The dimensions of an image that is read, of which the file says how high and wide it is."""
    known = _made_by_values(call, context)
    if known is None or known.name.rpartition(".")[2] not in _IMAGES:
        return None
    opening = _opening(call.func)
    return (opening, opening, None)


def opened_by_mask(item: ast.Subscript, context: Context) -> Opening | None:
    """What opens the first dimension of ``x[x > 0]`` in a graph."""
    if not _is_in_graph(item, context) or not is_mostly_symbolic(context.symbol(item.value)):
        return None
    return _opening(item) if dtype_of(item.slice, context) == Dtype("bool") else None


def has_rows_by_values(call: ast.Call, names: set[str]) -> bool:
    """True for ``tf.boolean_mask(x, mask)`` and its like; ``tf.where`` between two is as long as they."""
    is_chosen = names <= _WHERE and len(call.args) + len(call.keywords) > 1
    return (
        bool(names)
        and not is_chosen
        and all(record(name).shape is Shape.FROM_VALUES for name in names)
    )


def with_the_rows_of(call: ast.Call, context: Context) -> list[ast.expr]:
    """What an operation is given of which the result has as many rows: any of them may leave that open."""
    names = context.names(call.func)
    if len(names) != 1 or is_open(call):
        return []
    (name,) = names
    if not name.startswith("tensorflow."):
        return []
    first = call.args[:1]
    if record(name).shape is Shape.SAME or name.removeprefix("tensorflow.") in _ROWS_KEPT:
        return first
    match record(name).name.removeprefix("tensorflow."):
        case "gather":
            batches = _number(call, 4, "batch_dims")
            axis = _number(call, 3, "axis")
            if batches in _FIRST and axis in _FIRST:
                return arguments_at(call, (1, "indices"))
            return first if axis is not None and axis > 0 else []
        case "gather_nd" | "nn.embedding_lookup" | "embedding_lookup":
            is_plain = not arguments_at(call, (2, "batch_dims"))
            return arguments_at(call, (1, "indices", "ids")) if is_plain else []
        case "one_hot":
            return first if not arguments_at(call, (4, "axis")) else []
        case "expand_dims" | "squeeze":
            return first if _is_further(arguments_at(call, (1, "axis"))) else []
        case "reshape":
            match arguments_at(call, (1, "shape")):
                case [ast.List(elts=[rows, *_]) | ast.Tuple(elts=[rows, *_])]:
                    return first if whole_number(rows) == -1 else []
        case "concat":
            match first:
                case [ast.List(elts=parts) | ast.Tuple(elts=parts)]:
                    return parts if _number(call, 1, "axis") == 0 else []
        case operation if operation.rpartition(".")[2].startswith(_REDUCING):
            return first if _is_further(arguments_at(call, (1, "axis"))) else []
    return []


def _made_by_values(call: ast.Call, context: Context) -> Record | None:
    """The operation whose result has, in this graph, as many rows as values say."""
    names = context.names(call.func)
    if len(names) != 1 or is_open(call) or not has_rows_by_values(call, names):
        return None
    (name,) = names
    known = record(name)
    last = known.name.rpartition(".")[2]
    if name in _AS_TOLD or last in _OF_ANY_RANK or not _is_in_graph(call, context):
        return None
    is_along_another = name == _MASK and _number(call, 3, "axis") not in _FIRST
    return None if is_along_another else known


def _is_in_graph(node: ast.expr, context: Context) -> bool:
    if context.tracing is None:
        return False
    return not context.escapes(*context.function.statement_of(node))


def _opening(written: ast.expr) -> Opening:
    return Opening(f"`{as_written(written)}`", is_by_values=True)


def _number(call: ast.Call, place: int, name: str) -> int | None:
    """The whole number that an argument is; None where it is not given, -1 for anything else."""
    match arguments_at(call, (place, name)):
        case []:
            return None
        case [ast.Constant(value=None)]:
            return None
        case [given]:
            number = whole_number(given)
            return -1 if number is None else number
    return -1


def _is_further(axes: list[ast.expr]) -> bool:
    """True for dimensions that are not the first, of what has several."""
    match axes:
        case [ast.List(elts=places) | ast.Tuple(elts=places)]:
            numbers = [*map(whole_number, places)]
        case [place]:
            numbers = [whole_number(place)]
        case _:
            return False
    return all(number is not None and (number > 0 or number == -1) for number in numbers)
