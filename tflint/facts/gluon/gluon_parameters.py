"""The shapes that blocks of Gluon write down for their parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import partial

from tflint.facts.expressions.inference import Inference
from tflint.facts.expressions.values import NONE, External, Number, Value, members
from tflint.facts.graphs.context import Context
from tflint.syntax.arguments import arguments_at
from tflint.syntax.model import AttributeStore

AxisSizes = tuple[int | None, ...]
"""How long the axes of a symbol are, None for one of which nobody knows it."""
_MAKES_PARAMETER = re.compile(r"^mxnet\.gluon\.[\w.]+\.params\.get$")
"""One of the block: after ``hybridize()`` a block knows no other."""


def parameter_sizes(name: str, context: Context) -> AxisSizes | None:
    """The shape of the parameter that ``hybrid_forward`` gets under a name, as the block makes it.

    None for what is no parameter of the block, where its shape is not written down, and where MXNet
    is to work it out.
    """
    return context.ask(("parameter sizes", name), None, _parameter_sizes, name, context)


def is_parameter(name: str, context: Context) -> bool:
    """True for a name under which ``hybrid_forward`` may get what the block keeps itself."""
    return bool(_stores(name, context))


def _stores(name: str, context: Context) -> list[AttributeStore]:
    owner, function = context.function.owner, context.function
    if owner is None or function.name != "hybrid_forward":
        return []
    return context.project.inference.classes.stores(owner, name)


def _parameter_sizes(name: str, context: Context) -> AxisSizes | None:
    inference = context.project.inference
    found = {_made_with(store, inference) for store in _stores(name, context)}
    return found.pop() if len(found) == 1 else None


def _made_with(store: AttributeStore, inference: Inference) -> AxisSizes | None:
    """The shape with which an assignment makes a parameter."""
    made = store.binding.value
    value = partial(inference.value, function=store.function)
    if store.binding.path or not isinstance(made, ast.Call):
        return None
    makers = [m.name if isinstance(m, External) else "" for m in members(value(made.func))]
    if not all(map(_MAKES_PARAMETER.match, makers)):
        return None
    given = arguments_at(made, ["shape"])
    return sizes_of(given[0], value) if given else None


def sizes_of(shape: ast.expr, value: Callable[[ast.expr], Value]) -> AxisSizes | None:
    """The sizes that a written shape has: ``(1, channels)``, ``1``; None where it leaves some open."""
    parts = shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else [shape]
    known = [_size(value(part)) for part in parts]
    if any(size is not None and size < 1 for size in known) or not parts:
        return None
    if any(isinstance(part, ast.Starred) or value(part) == NONE for part in parts):
        return None
    return None if parts == [shape] and known == [None] else tuple(known)


def _size(value: Value) -> int | None:
    size = value.constant if isinstance(value, Number) else None
    return size if isinstance(size, int) else None
