"""Which bindings of a name can be the last before it is read, judged by blocks and lines."""

from __future__ import annotations

import ast

from tflint.syntax.model import Binding, Scope
from tflint.syntax.order import Order, Position


def reaching(name: str, use: ast.AST, scope: Scope, *, above: bool = False) -> list[Binding]:
    """The bindings of a name in a scope that can be the last before ``use``.

    A binding that stands unconditionally before the use hides those before it. One that stands
    after the use, or whose value the use is part of, counts when a loop can bring it round.
    ``above`` leaves out all that does not begin before the use. A binding of kind ``other`` ends
    the list where there are too many.
    """
    return _order(name, scope).reaching(use, above)


def following(name: str, definition: ast.AST, scope: Scope) -> list[Binding]:
    """The bindings of a name in a scope that begin with a definition there, or after it, in order.

    A binding of kind ``other`` ends the list where there are too many.
    """
    return _order(name, scope).following(definition)


def bound_between(name: str, start: Position, end: Position, scope: Scope) -> list[Binding]:
    """The bindings of a name in a scope that begin from here to there, but those of comprehensions."""
    return _order(name, scope).between(start, end)


def brought_round(name: str, use: ast.expr, scope: Scope) -> list[Binding]:
    """The bindings of a name in the loops around ``use``, in order."""
    return _order(name, scope).brought_round(use)


def _order(name: str, scope: Scope) -> Order:
    order = scope.orders.get(name)
    if order is None:
        order = scope.orders[name] = Order(scope.bindings.get(name, ()))
    return order
