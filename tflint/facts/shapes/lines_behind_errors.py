"""Lines that no trace comes to, for it has asked a tensor for its numbers before, which raises.

Eager code alone comes to them, and there is no graph that could do something else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tflint.facts.graphs.context import Context
from tflint.facts.graphs.symbolic import is_captured, is_mostly_symbolic
from tflint.facts.graphs.tracing_context import MOST_WAYS
from tflint.facts.shapes.number_requests import always_comes
from tflint.syntax.model import Block, CallSite, outward
from tflint.syntax.positions import position_of


class _Raising(NamedTuple):
    """A call that raises in each trace which comes to it, and the ``.numpy()`` that is why."""

    site: CallSite
    request: CallSite


_NOTHING: tuple[_Raising, ...] = ()
_NO_ERROR: CallSite | None = None


def error_before(node: ast.AST, block: Block | None, context: Context) -> CallSite | None:
    """The ``.numpy()`` by which each trace has raised before it comes to a line.

    In the function itself, in one that it calls before, or so in each function that calls it. None where
    that is not known, and for what the line itself is given: that is one trouble with the line.
    """
    if "numpy" not in context.project.names.calls:
        return None
    raising = context.ask("raising", _NOTHING, _raising, context)
    around = (None, *outward(block))
    start = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
    for call in raising:
        if call.site.block in around and position_of(call.site.node)[:2] <= start:
            return call.request
    return context.ask("error before", _NO_ERROR, _error_before_calls, context)


def _error_before_calls(context: Context) -> CallSite | None:
    """The same for all ways by which a function comes into this context; that of the first of them."""
    ways = [] if context.traced is None else context.traced.ways
    if not 0 < len(ways) <= MOST_WAYS:
        return None
    found = [
        None
        if way.site is None or way.caller is None
        else error_before(
            way.site.node,
            way.site.block,
            Context(context.project, way.caller.function, way.caller),
        )
        for way in ways
    ]
    return None if None in found else found[0]


def _raising(context: Context) -> tuple[_Raising, ...]:
    """The calls of a function that raise whenever a trace comes to them."""
    return tuple(
        _Raising(site, request)
        for site in context.function.calls
        if (request := site if _asks(site, context) else _asks_inside(site, context)) is not None
        and always_comes(site.node, site.block, context)
    )


def _asks(site: CallSite, context: Context) -> bool:
    """True for ``.numpy()`` of what is known to be a tensor of the graph."""
    match site.node:
        case ast.Call(func=ast.Attribute(value=owner, attr="numpy"), args=[], keywords=[]):
            value = context.symbol(owner)
            return is_mostly_symbolic(value) and not is_captured(value)
        case _:
            return False


def _asks_inside(site: CallSite, context: Context) -> CallSite | None:
    """The ``.numpy()`` that a function comes to whenever it is called here; None without one."""
    called = context.project.inference.callers.called(site)
    if (
        len(called) != 1
        or called[0].is_generator
        or isinstance(called[0].node, ast.AsyncFunctionDef)
    ):
        return None
    if all(inner.name != "numpy" for inner in called[0].calls):
        return None
    found = [
        next(_always_asked(Context(context.project, called[0], traced)), None)
        for traced in context.project.tracing.traced(called[0])
        if any(way.site is site and way.caller is context.traced for way in traced.ways)
    ]
    return None if None in found else next(iter(found), None)


def _always_asked(context: Context) -> Iterator[CallSite]:
    """Each ``.numpy()`` that a function comes to in each run, as far as none before raises."""
    returns = [s.lineno for s, _ in context.function.statements if isinstance(s, ast.Return)]
    end = min(returns, default=None)
    for site in context.function.calls:
        if (
            site.block is None
            and (end is None or site.node.lineno <= end)
            and _asks(site, context)
            and always_comes(site.node, None, context)
        ):
            yield site
