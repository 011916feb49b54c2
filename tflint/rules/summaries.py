"""What ``tf.summary`` writes, and at which step."""

from __future__ import annotations

import ast

from tflint.project.model import CallSite
from tflint.rules.base import Context

WRITERS = frozenset(
    f"tensorflow.summary.{name}"
    for name in ("scalar", "histogram", "image", "text", "audio", "write")
)


def is_summary(site: CallSite, context: Context) -> bool:
    """True for a call that writes a summary."""
    return bool(context.names(site.node.func) & WRITERS)


def step_of(call: ast.Call) -> ast.expr | None:
    """The step a summary is written at, None when it is the default one."""
    for keyword in call.keywords:
        if keyword.arg == "step":
            value = keyword.value
            return None if isinstance(value, ast.Constant) and value.value is None else value
    return call.args[2] if len(call.args) > 2 else None


def is_summary_step(node: ast.expr, context: Context) -> bool:
    """True for an expression that is the step of a summary."""
    around = context.parent(node)
    if isinstance(around, ast.keyword) and around.arg == "step":
        around = context.parent(around)
        return isinstance(around, ast.Call) and bool(context.names(around.func) & WRITERS)
    return isinstance(around, ast.Call) and (
        len(around.args) > 2
        and around.args[2] is node
        and bool(context.names(around.func) & WRITERS)
    )
