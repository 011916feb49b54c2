"""What a graph makes once and eager code at each call, a queue or a table: whether calls can tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.facts.graphs.context import Context
from tflint.syntax.expressions import are_same
from tflint.syntax.model import CallSite
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import walk

_TAKE_OUT = ("dequeue", "dequeue_many", "dequeue_up_to", "erase", "remove")
_PUT_IN = ("insert", "insert_or_assign")


def may_leave_nothing(site: CallSite, context: Context) -> bool:
    """True where calls take out what they put in, as far as is known, or overwrite what is there.

    A table that gets the same keys at each call holds nothing of the call before.
    """
    made = context.parent(site.node)
    if not isinstance(made, ast.Assign) or len(made.targets) != 1:
        return False
    kept = made.targets[0]
    if next(_calls_on(kept, _TAKE_OUT, context), None) is not None:
        return True
    put = list(_calls_on(kept, _PUT_IN, context))
    return bool(put) and all(_is_of_no_call(call) for call in put)


def _calls_on(kept: ast.expr, methods: tuple[str, ...], context: Context) -> Iterator[CallSite]:
    """The calls of methods on what is kept under a name in the function, or in an attribute."""
    for method in methods:
        for site in context.project.names.calls.get(method, ()):
            match site.node.func, kept:
                case ast.Attribute(value=ast.Attribute(attr=asked)), ast.Attribute(attr=attr):
                    if asked == attr:
                        yield site
                case ast.Attribute(value=asked), ast.Name():
                    if site.function is context.function and are_same(asked, kept):
                        yield site


def _is_of_no_call(put: CallSite) -> bool:
    """True for keys that no argument, and nothing worked out in the function, has a part in."""
    function = put.function
    return bool(put.node.args) and all(
        name.id == function.self_name or holder_of(name.id, function) is not function
        for name in walk(put.node.args[0])
        if isinstance(name, ast.Name)
    )
