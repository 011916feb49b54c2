"""What the Gluon rules share: symbols, and branches that only arrays take."""

from __future__ import annotations

import ast

from tflint.facts.context import Context
from tflint.facts.values import SYMBOL, External, Value, members
from tflint.syntax.indexing import called_name
from tflint.syntax.model import Block, outward
from tflint.syntax.trees import walk

MIXED = "not supported|must have NDArray|must be Symbol instances"
"""What MXNet says where an array meets a symbol."""


def is_symbol(value: Value) -> bool:
    """True for what is a symbol whatever happens."""
    return members(value) == (SYMBOL,)


def is_array_branch(block: Block | None, context: Context) -> bool:
    """True under a test or handler that tells symbols from arrays."""
    return any(isinstance(b.node, ast.Try) for b in outward(block)) or tells_arrays_apart(
        block, context
    )


def tells_arrays_apart(block: Block | None, context: Context) -> bool:
    """True under a test that tells symbols from arrays."""
    for around in outward(block):
        if isinstance(around.node, (ast.If, ast.IfExp)):
            if any(_asks_what(part, context) for part in walk(around.node.test)):
                return True
    return False


def _asks_what(part: ast.AST, context: Context) -> bool:
    """True for ``isinstance(x, ...)``, ``hasattr(x, ...)``, ``F is mx.nd``, ``F.__name__ == ...``."""
    match part:
        case ast.Call(func=func):
            return called_name(func) in ("isinstance", "hasattr")
        case ast.Compare(
            left=ast.Name() as asked, ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()]
        ):
            return _is_namespace(asked, context)
        case ast.Attribute(value=asked, attr=attr) if attr.startswith("__"):
            return _is_namespace(asked, context)
        case _:
            return False


def _is_namespace(node: ast.expr, context: Context) -> bool:
    """True for ``F``, which is ``mx.nd`` or ``mx.sym``."""
    return External("mxnet.F") in members(context.value(node))


def uses_numpy_interface(context: Context) -> bool:
    """True for files written for MXNet's NumPy interface."""
    body = context.module.body.bindings
    return bool(context.module.calls.get("set_np") or context.module.calls.get("use_np")) or (
        "npx" in body or "use_np" in body
    )
