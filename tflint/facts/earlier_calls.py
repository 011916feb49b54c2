"""Earlier calls of the same tf.function, to compare arguments with."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.facts.context import Context
from tflint.syntax.expressions import are_same_in
from tflint.syntax.model import CallSite, Function
from tflint.syntax.scopes import holder_of


def earlier_arguments(
    name: str, site: CallSite, function: Function, context: Context
) -> Iterator[tuple[ast.expr, CallSite]]:
    """What calls before ``site`` in the same file give a parameter of the same tf.function."""
    inference = context.project.inference
    for other in inference.callers.of(function):
        if other.node is site.node:
            return
        if other.function.module is not site.function.module:
            continue
        if context.project.tracing.is_traced(other.function):
            continue
        if not _is_same(site, other):
            continue
        bound = inference.callers.arguments(other, function)
        if name in bound:
            yield bound[name], other


def _is_same(site: CallSite, other: CallSite) -> bool:
    """True when both calls reach one tf.function, not that of two objects or of two runs."""
    if site.function is not other.function:
        func = site.node.func
        holder = holder_of(func.id, site.function) if isinstance(func, ast.Name) else None
        if holder is None or not holder.is_module:
            return False
    return are_same_in(site.node.func, site.function, other.node.func, other.function)
