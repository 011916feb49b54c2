"""Why a function runs in a graph, and where ``tf.function`` is applied."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tflint.facts.flags import Flags
from tflint.facts.values import GraphFunction
from tflint.finding import EntryKind, Reason
from tflint.syntax.model import Block, Class, Function


class Trace(NamedTuple):
    """Why a function runs in a graph.

    Attributes:
        kind: how its entry point is turned into a graph.
        entry: the entry point.
        reasons: the chain from the entry point down to this function.
        autograph: whether AutoGraph converts its control flow.
        left_alone: whether the code says that AutoGraph must not; Keras 2 heeds that too.
        jit: whether XLA compiles it.
        lazy: every way here goes through a test that lets it run once, to create something.
        receiver: the class of ``self`` in a method; None when it is only declared somewhere.
        exact: whether ``self`` is of that very class, or may be of a subclass.
        fresh_self: whether traced code has just made ``self``, so that it is gone after the call.
        turned: the flags that are not left at their defaults; None where nobody knows.
    """

    kind: EntryKind
    entry: Function
    reasons: tuple[Reason, ...]
    autograph: bool = True
    left_alone: bool = False
    jit: bool = False
    lazy: bool = False
    receiver: Class | None = None
    exact: bool = False
    fresh_self: bool = False
    turned: Flags | None = None


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
