"""Where ``tf.function`` is applied, and how messages call a function."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tflint.facts.values import GraphFunction
from tflint.finding import Reason
from tflint.syntax.model import Block, Function


class GraphSite(NamedTuple):
    """A place where ``tf.function`` is applied: a decorator or a call.

    Attributes:
        node: the decorator or the call.
        holder: the function (or module body) whose running makes the tf.function.
        block: where in ``holder`` it stands.
        function: the project's function inside, None when it is not known.
        value: the tf.function made.
        is_decorator: whether it decorates ``function``.
    """

    node: ast.expr
    holder: Function
    block: Block | None
    function: Function | None
    value: GraphFunction
    is_decorator: bool


def display(function: Function) -> str:
    """How messages call a function."""
    if isinstance(function.node, ast.Lambda):
        return f"the lambda on line {function.node.lineno}"
    return f"`{function.qualname.rpartition('<locals>.')[2]}`"


def definition_of(function: Function) -> Reason:
    """Where the tf.function is, as a link of a chain."""
    line = getattr(function.node, "lineno", 1)
    return Reason(function.module.path, line, f"{display(function)} is a `tf.function`")
