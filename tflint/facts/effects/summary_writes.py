"""What ``tf.summary`` writes, and at which step."""

from __future__ import annotations

import ast

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.facts.graphs.context import Context
from tflint.syntax.model import CallSite
from tflint.syntax.trees import called_name, walk


def is_summary(site: CallSite, context: Context) -> bool:
    """True for a call that writes a summary."""
    return bool(doing(context.names(site.node.func), Effect.SUMMARY))


def step_of(call: ast.Call) -> ast.expr | None:
    """The step a summary is written at, None when it is the default one."""
    for keyword in call.keywords:
        if keyword.arg == "step":
            value = keyword.value
            return None if isinstance(value, ast.Constant) and value.value is None else value
    position = 3 if called_name(call.func) == "audio" else 2
    return call.args[position] if len(call.args) > position else None


def is_summary_step(node: ast.expr, context: Context) -> bool:
    """True for an expression that is the step of a summary, or a part of it."""
    around = context.parent(node)
    while around is not None and not isinstance(around, ast.stmt):
        if isinstance(around, ast.Call) and doing(context.names(around.func), Effect.SUMMARY):
            step = step_of(around)
            return step is not None and any(part is node for part in walk(step))
        around = context.parent(around)
    return False
