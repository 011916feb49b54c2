"""Functions that no run of a program makes or calls, since it ends or raises above the line."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.expressions.values import FunctionValue, Instance, members
from tflint.syntax.arguments import fits
from tflint.syntax.exits import leaves_function
from tflint.syntax.model import CallSite, Class, Function
from tflint.syntax.path_conditions import statements_of

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_PLAIN = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
_WITH = (ast.With, ast.AsyncWith)
"""What may let nothing out that is raised inside: ``with pytest.raises(SystemExit):``."""
_GIVEN_BY_KERAS = frozenset({"mask", "training"})
"""Parameters of ``call`` that Keras gives a value, and keywords that it takes for itself."""


class DeadEnd(NamedTuple):
    """A statement of a body behind which nothing of it runs.

    Attributes:
        statement: the statement.
        words: what it does.
    """

    statement: ast.stmt
    words: str


class DeadEnds:
    """The statements of bodies, by function, behind which nothing runs."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._known: dict[Function, DeadEnd | None] = {}

    def before(self, function: Function) -> str | None:
        """Why a function is never made, or never called by the calls at hand; None where it may be."""
        if function.parent is not None:
            made = self._above(function.parent, getattr(function.node, "lineno", 0))
            if made is not None:
                return f"but {_told(made, function.parent)} above it"
        sites = self._inference.callers.of(function)
        ends = [self._above(site.function, site.node.lineno) for site in sites]
        first = ends[0] if ends and all(ends) else None
        return None if first is None else f"but {_told(first, sites[0].function)} above its call"

    def _above(self, function: Function, line: int) -> DeadEnd | None:
        """The dead end of a body above a line; a notebook goes on with the next cell."""
        if function.is_module and function.module.cells:
            return None
        if function not in self._known:
            self._known[function] = self._find(function)
        end = self._known[function]
        return end if end is not None and (end.statement.end_lineno or 0) < line else None

    def _find(self, function: Function) -> DeadEnd | None:
        refused = [
            site.node for site in function.calls if site.block is None and self._is_refused(site)
        ]
        for statement in statements_of(function):
            if not isinstance(statement, _WITH) and leaves_function([statement]):
                return DeadEnd(statement, "ends")
            if isinstance(statement, _PLAIN) and any(
                statement.lineno <= node.lineno <= (statement.end_lineno or 0) for node in refused
            ):
                return DeadEnd(statement, "raises")
        return None

    def _is_refused(self, site: CallSite) -> bool:
        """True where Python refuses a call, or a layer's ``call`` does not take what Keras hands on."""
        match members(self._inference.value(site.node.func, site.function)):
            case (FunctionValue(function=function),):
                return self._inference.callers.refuses(site, function)
            case (Instance(definition=layer, declared=False),):
                return self._is_refused_by(layer, site.node)
            case _:
                return False

    def _is_refused_by(self, layer: Class, node: ast.Call) -> bool:
        attribute = self._inference.instance_attribute
        if not self._inference.classes.is_layer(layer):
            return False
        if any(isinstance(m, FunctionValue) for m in members(attribute(layer, "__call__"))):
            return False
        match attribute(layer, "call"):
            case FunctionValue(function=call) if not call.decorators:
                names = {p.arg for p in call.parameters} | {k.arg for k in node.keywords}
                return _GIVEN_BY_KERAS.isdisjoint(names) and not fits(node, call, 1)
            case _:
                return False


def _told(end: DeadEnd, function: Function) -> str:
    around = "the module" if function.is_module else f"`{function.name}`"
    return f"{around} {end.words} in line {end.statement.lineno},"
