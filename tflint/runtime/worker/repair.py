"""A body that stops at its first pitfall, made to go on: what raises on symbols gets a stand-in.

Of several pitfalls in one function only the first raises. To see the others, the module that holds
the flagged line is rewritten: each value, test and statement that runs before the flagged line goes
through `StandIns`, which notes what it is with arrays, and gives a symbol of the same shape (or the
plain value) where the graph raises. The flagged expression, and what follows, is left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

VALUE = "__tflint_or_stand_in__"
BESIDE = "__tflint_beside__"
FAILED = "__tflint_failed__"
_AROUND = ("__tflint_done__", "__tflint_value__")
_OPAQUE = (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)


class StandIns:
    """What values are with arrays, and what stands for them once they raise."""

    def __init__(self, world: Any) -> None:
        self._world = world
        self._phase = ""
        self._noted: dict[int, list[Any]] = {}
        self._taken: dict[int, int] = {}
        self._reached: Callable[[], bool] = lambda: False

    def markers(self) -> dict[str, Any]:
        """What the rewritten source calls."""
        return {VALUE: self.value, BESIDE: self.beside, FAILED: self.failed}

    def note(self) -> None:
        """From here on values are noted."""
        self._phase = "note"

    def stand_in(self, hits: Callable[[], int]) -> None:
        """From here on what raises is replaced, until the flagged line is hit once more."""
        self._phase = "stand in"
        before = hits()
        self._reached = lambda: hits() > before

    def value(self, place: int, thunk: Callable[[], Any]) -> Any:
        """The value of an expression, or its stand-in."""
        if self._phase == "note":
            value = thunk()
            if self._world.symbolic(value) is None:
                self._noted.setdefault(place, []).append(value)
            return value
        return self.beside(place, thunk) if self._replaces() else thunk()

    def beside(self, place: int, thunk: Callable[[], Any]) -> Any:
        """The same for what stands in the flagged line, beside what is flagged."""
        if self._phase != "stand in":
            return self.value(place, thunk)
        turn = self._taken[place] = self._taken.get(place, -1) + 1
        try:
            return thunk()
        except Exception:
            noted = self._noted.get(place)
            if not noted:
                raise
            return self._world.stand_in(noted[turn % len(noted)])

    def failed(self) -> bool:
        """Whether a statement that raised is to be passed over."""
        return self._replaces()

    def _replaces(self) -> bool:
        return self._phase == "stand in" and not self._reached()


class Rewriter(ast.NodeTransformer):
    """Routes values through the stand-ins; the flagged expression is known by its number."""

    def __init__(self, line: int, number: int) -> None:
        self._line = line
        self._number = number
        self._places = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Rewrite a body."""
        node.body = [item for statement in node.body for item in self._statement(statement)]
        return node

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.visit(node)
            return [node]
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, [new for old in block for new in self._statement(old)])
        for handler in getattr(node, "handlers", []):
            handler.body = [new for old in handler.body for new in self._statement(old)]
        if isinstance(node, (ast.If, ast.While)):
            if node.lineno != self._line:
                node.test = self._through(node.test, truth=True)
        elif isinstance(node, ast.For):
            if node.lineno != self._line:
                node.iter = self._through(node.iter)
        elif _marks(node):
            pass
        elif node.lineno == self._line:
            self._around(node)
        elif isinstance(node, (ast.Assign, ast.Return)) and _plain_targets(node):
            if node.value is not None:
                node.value = self._through(node.value)
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.Assert, ast.Expr)):
            return [self._passed_over(node)]
        return [node]

    def _around(self, statement: ast.stmt) -> None:
        """Inside the flagged statement: what stands beside the flagged expression."""
        _Unmarked().visit(statement)
        nodes = list(ast.walk(statement))
        if not 0 <= self._number < len(nodes):
            return
        flagged = nodes[self._number]
        node: ast.AST = statement
        while node is not flagged:
            inner = next(
                child
                for child in ast.iter_child_nodes(node)
                if any(below is flagged for below in ast.walk(child))
            )
            for field, value in ast.iter_fields(node):
                beside = isinstance(node, ast.Call) and field == "func"
                if isinstance(value, list):
                    changed = [self._beside(item, inner) for item in value]
                    setattr(node, field, changed)
                elif isinstance(value, ast.expr) and not beside:
                    setattr(node, field, self._beside(value, inner))
            node = inner
        self._operands(flagged)

    def _operands(self, flagged: Any) -> None:
        """What a flagged call or index is given may raise by itself."""
        if isinstance(flagged, ast.Call):
            flagged.args = [self._beside(item, flagged) for item in flagged.args]
        elif isinstance(flagged, ast.Subscript):
            flagged.slice = self._beside(flagged.slice, flagged)

    def _beside(self, value: Any, path: ast.AST) -> Any:
        trivial = (ast.Name, ast.Constant, ast.Starred, ast.Lambda)
        if not isinstance(value, ast.expr) or value is path or isinstance(value, trivial):
            return value
        if isinstance(getattr(value, "ctx", None), (ast.Store, ast.Del)):
            return value
        if isinstance(value, (ast.Slice, ast.Tuple)):
            for field, part in ast.iter_fields(value):
                new = [self._beside(p, path) for p in part] if isinstance(part, list) else part
                setattr(value, field, self._beside(new, path))
            return value
        return self._through(value, BESIDE)

    def _through(self, value: ast.expr, how: str = VALUE, truth: bool = False) -> ast.expr:
        if any(isinstance(node, _OPAQUE) or _is_super(node) for node in ast.walk(value)):
            return value
        self._places += 1
        thunk = ast.parse("lambda: None", mode="eval").body
        assert isinstance(thunk, ast.Lambda)
        no = ast.Not()
        thunk.body = ast.UnaryOp(no, ast.UnaryOp(no, value)) if truth else value
        call = ast.Call(ast.Name(how, ast.Load()), [ast.Constant(self._places), thunk], [])
        for node in (call, call.func, call.args[0], thunk, thunk.args, thunk.body):
            ast.copy_location(node, value)
        return call

    def _passed_over(self, node: ast.stmt) -> ast.stmt:
        guarded = ast.parse(f"try: pass\nexcept Exception:\n if not {FAILED}(): raise").body[0]
        assert isinstance(guarded, ast.Try)
        guarded.body = [node]
        for inner in ast.walk(guarded.handlers[0]):
            ast.copy_location(inner, node)
        return ast.copy_location(guarded, node)


class _Unmarked(ast.NodeTransformer):
    """Takes our own markers from around the values of a statement."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What a marker stands around."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        node.args = [self.visit(argument) for argument in node.args]
        return node.args[0] if name in _AROUND else self.generic_visit(node)


def rewrite(tree: ast.Module, flagged: list[int]) -> ast.Module:
    """The module with its values routed through the stand-ins."""
    rewritten: ast.Module = Rewriter(*flagged).visit(tree)
    return ast.fix_missing_locations(rewritten)


def _is_super(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in ("super", "locals", "__class__")


def _plain_targets(node: ast.stmt) -> bool:
    """Whether an assignment binds names only."""
    return all(
        isinstance(inner, (ast.Name, ast.Tuple, ast.List, ast.Starred, ast.expr_context))
        for target in getattr(node, "targets", [])
        for inner in ast.walk(target)
    )


def _marks(node: ast.stmt) -> bool:
    """Whether a statement is one of our own markers."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id.startswith("__tflint_")
    )
