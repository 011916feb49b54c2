"""Which calls of Python functions touch the world outside, and how."""

from __future__ import annotations

import ast

from tflint.api.lookup import Doing, doing
from tflint.api.records import Effect
from tflint.facts.expressions.values import UNKNOWN
from tflint.facts.graphs.context import Context
from tflint.facts.order.lifetimes import outlives
from tflint.syntax.model import CallSite

ROWS = frozenset({"writerow", "writerows"})
"""Methods of objects whose class nobody knows that write to a file."""
_OUTSIDE = (
    Effect.FILES,
    Effect.ASKS_FILES,
    Effect.PLOTS,
    Effect.REPORTS,
    Effect.NETWORK,
    Effect.WAITS,
    Effect.ASKS,
)
OUTSIDE = Doing(Effect.OPENS, Effect.HANDLE, *_OUTSIDE)
"""The functions of which ``effect_of`` has something to say."""


def effect_of(site: CallSite, context: Context) -> Effect | None:
    """What a call does outside Python; None for calls that stay inside."""
    names = context.names(site.node.func)
    if doing(names, Effect.OPENS) and is_written(site.node):
        return Effect.OPENS
    if _is_handle(site, context):
        return Effect.HANDLE
    return next((effect for effect in _OUTSIDE if doing(names, effect)), None)


def is_written(call: ast.Call) -> bool:
    """True for an ``open`` whose mode says that it writes."""
    mode: ast.expr | None = call.args[1] if len(call.args) > 1 else None
    for keyword in call.keywords:
        if keyword.arg == "mode":
            mode = keyword.value
    return isinstance(mode, ast.Constant) and any(c in str(mode.value) for c in "wax+")


def _is_handle(site: CallSite, context: Context) -> bool:
    """True for reading from or writing to a file that was opened outside."""
    func = site.node.func
    if not isinstance(func, ast.Attribute) or not outlives(func.value, context):
        return False
    if func.attr in ROWS:
        return context.value(func.value) == UNKNOWN
    return bool(doing(context.names(func), Effect.HANDLE))
