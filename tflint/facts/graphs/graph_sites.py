"""Where ``tf.function`` is applied, and how messages call a function."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.expressions.values import GraphFunction, members
from tflint.finding import Reason
from tflint.syntax.model import Block, Function

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference


class GraphSite(NamedTuple):
    """A place where ``tf.function`` is applied: a decorator or a call.

    Attributes:
        node: the decorator or the call.
        holder: the function (or module body) whose running makes the tf.function.
        block: where in ``holder`` it stands.
        function: the project's function inside, None when it is not known.
        value: the tf.function made.
        is_decorator: whether it decorates ``function``.
        others: more functions of the project, where a helper wraps what it is given.
    """

    node: ast.expr
    holder: Function
    block: Block | None
    function: Function | None
    value: GraphFunction
    is_decorator: bool
    others: tuple[Function, ...] = ()


def display(function: Function) -> str:
    """How messages call a function."""
    if isinstance(function.node, ast.Lambda):
        return f"the lambda {function.module.on_line(function.node.lineno)}"
    return f"`{function.qualname.rpartition('<locals>.')[2]}`"


def decorator_of(function: Function, made: GraphFunction) -> ast.expr:
    """Which decorator has made a function the tf.function that it is."""
    return made.site if isinstance(made.site, ast.expr) else function.decorators[0]


def definition_of(function: Function, inference: Inference) -> Reason:
    """Where the tf.function is, as a link of a chain: at its decorator, if it has one."""
    for member in members(inference.decorated(function)):
        if isinstance(member, GraphFunction) and function.decorators:
            return is_made_by(decorator_of(function, member), function)
    return is_made_by(function.node, function)


def is_made_by(node: ast.AST, function: Function) -> Reason:
    """That a function is a tf.function, said of the line of a node."""
    line = getattr(node, "lineno", 1)
    return Reason(function.module.path, line, f"{display(function)} is a `tf.function`")
