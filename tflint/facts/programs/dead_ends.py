"""What no run of a program comes to, since it ends or raises above: functions and lines."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.expressions.values import ClassValue, FunctionValue, Instance, members
from tflint.syntax.arguments import fits
from tflint.syntax.exits import leaves_function
from tflint.syntax.model import Block, CallSite, Class, Function, outward

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_PLAIN = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
_WITH = (ast.With, ast.AsyncWith)
"""What may let nothing out that is raised inside: ``with pytest.raises(SystemExit):``."""
_GIVEN_BY_KERAS = frozenset({"mask", "training"})
"""Parameters of ``call`` that Keras gives a value, and keywords that it takes for itself."""


class DeadEnd(NamedTuple):
    """A statement of a body, or of a block in it, behind which nothing of that runs.

    Attributes:
        statement: the statement.
        words: what it does.
    """

    statement: ast.stmt
    words: str


class DeadEnds:
    """The statements of bodies, by function, behind which nothing runs."""

    def __init__(self, program: Inferred) -> None:
        self._inference = program.inference
        self._known: dict[Function, dict[Block | None, DeadEnd]] = {}

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

    def is_behind(self, site: CallSite) -> bool:
        """True for a call that no run comes to, since the body, or a block around it, ends above."""
        blocks = (None, *outward(site.block))
        return any(self._above(site.function, site.node.lineno, block) for block in blocks)

    def _above(self, function: Function, line: int, block: Block | None = None) -> DeadEnd | None:
        """The dead end of a body, or block, above a line; a notebook goes on with the next cell."""
        if block is None and function.is_module and function.module.cells:
            return None
        if function not in self._known:
            self._known[function] = self._find(function)
        end = self._known[function].get(block)
        return end if end is not None and (end.statement.end_lineno or 0) < line else None

    def _find(self, function: Function) -> dict[Block | None, DeadEnd]:
        """The first dead end of a body, and of each block in it."""
        refused: dict[Block | None, list[int]] = {}
        for site in function.calls:
            if self._is_refused(site):
                refused.setdefault(site.block, []).append(site.node.lineno)
        found: dict[Block | None, DeadEnd] = {}
        for statement, block in function.statements:
            if block in found:
                continue
            if not isinstance(statement, _WITH) and leaves_function([statement]):
                found[block] = DeadEnd(statement, "ends")
            elif isinstance(statement, _PLAIN) and any(
                statement.lineno <= line <= (statement.end_lineno or 0)
                for line in refused.get(block, ())
            ):
                found[block] = DeadEnd(statement, "raises")
        return found

    def _is_refused(self, site: CallSite) -> bool:
        """True where Python refuses a call, or a layer's ``call`` does not take what Keras hands on."""
        match members(self._inference.value(site.node.func, site.function)):
            case (FunctionValue(function=function),):
                return self._inference.callers.refuses(site, function)
            case (ClassValue(definition=definition),):
                return self._is_not_made_by(definition, site.node)
            case (Instance(definition=layer, declared=False),):
                return self._is_refused_by(layer, site.node)
            case _:
                return False

    def _is_not_made_by(self, definition: Class, node: ast.Call) -> bool:
        attribute = self._inference.instance_attribute
        if any(isinstance(m, FunctionValue) for m in members(attribute(definition, "__new__"))):
            return False
        match attribute(definition, "__init__"):
            case FunctionValue(function=init) if not init.decorators:
                return not fits(node, init, 1)
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
