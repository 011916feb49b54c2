"""A function of the project as facts are asked about it: its file, and how it is traced."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from tflint.facts.expressions.values import External, Value, members
from tflint.facts.graphs.context_settings import (
    NO_SETTINGS,
    ContextSettings,
    is_excluded,
    is_unreachable,
)
from tflint.facts.graphs.eager_flags import is_out_of_graphs
from tflint.facts.graphs.guards import (
    has_own_creator,
    is_escape,
    is_guarded_creation,
)
from tflint.facts.graphs.once import Once, is_done_once
from tflint.facts.graphs.vain_handlers import (
    checks_what_is_known,
    comes_while_tracing,
    is_in_vain_handler,
)
from tflint.syntax.model import Block, Function, Module
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import FIELDS, children

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project
    from tflint.facts.graphs.tracing_context import Traced, TracingContext

T = TypeVar("T")
_USES = (
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.NamedExpr,
    ast.Return,
    ast.Attribute,
    ast.Subscript,
    ast.Call,
    ast.BinOp,
    ast.Compare,
    ast.Tuple,
)
"""Where an expression stands whose value is used."""


class FunctionCode:
    """What is the same of a function in all its contexts: names behind calls, and how nodes stand."""

    def __init__(self, project: Project, function: Function) -> None:
        self._value = project.inference.value
        self.function = function
        self._names: dict[int, set[str]] = {}
        self._uses: dict[str, list[ast.Name]] = {}

    def names(self, node: ast.expr) -> set[str]:
        """Canonical dotted names an expression may stand for, when it stands for outside code."""
        found = self._names.get(id(node))
        if found is None:
            value = self._value(node, self.function)
            found = {m.name for m in members(value) if isinstance(m, External)}
            self._names[id(node)] = found
        return found

    @cached_property
    def parents(self) -> dict[int, ast.AST]:
        """The node around each node of the function, by ``id``."""
        return self._links[0]

    def uses(self, name: str) -> list[ast.Name]:
        """Where this function, and those nested in it, read the name that it means by ``name``."""
        if name not in self._uses:
            holder = holder_of(name, self.function)
            self._uses[name] = [
                node
                for node, scope in self._links[1].get(name, ())
                if scope is self.function or holder_of(name, scope) is holder
            ]
        return self._uses[name]

    @cached_property
    def _links(self) -> tuple[dict[int, ast.AST], dict[str, list[tuple[ast.Name, Function]]]]:
        """The node around each node, and where names are read, with the function whose scope that is."""
        parents: dict[int, ast.AST] = {}
        reads: dict[str, list[tuple[ast.Name, Function]]] = {}
        decorated_below = self.function.module.decorated_below
        waiting: list[tuple[ast.AST, Function]] = [(self.function.node, self.function)]
        for node, around in waiting:  # which grows meanwhile
            inside = _scopes_inside(node, around) if isinstance(node, _FUNCTIONS) else {}
            for child in children(node):
                parents[id(child)] = node
                scope = inside.get(id(child), around)
                if isinstance(child, ast.Name):
                    if isinstance(child.ctx, ast.Load) and id(child) not in decorated_below:
                        reads.setdefault(child.id, []).append((child, scope))
                elif FIELDS[child.__class__]:
                    waiting.append((child, scope))
        return parents, reads


def code_of(function: Function, project: Project) -> FunctionCode:
    """What all contexts of a function share, found out once."""
    return project.remember(_Codes).of(function)


class _Codes:
    """What is the same of functions in all their contexts."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: dict[Function, FunctionCode] = {}

    def of(self, function: Function) -> FunctionCode:
        """That of one function."""
        if function not in self._known:
            self._known[function] = FunctionCode(self._project, function)
        return self._known[function]


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _scopes_inside(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Function
) -> dict[int, Function]:
    """The function nested in ``scope`` that the node defines, for each node of its body, by ``id``.

    Decorators, defaults and annotations belong to the scope around.
    """
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    nested = scope.module.defined.get(id(node), scope)
    return {id(child): nested for child in body}


class Context:
    """What is known around the code a rule looks at: one function, how it is traced, and the project."""

    def __init__(self, project: Project, function: Function, traced: Traced | None) -> None:
        self.project = project
        self.function = function
        self.traced = traced
        """The function in the tracing context that is looked at; None in eager code."""
        self._code = code_of(function, project)
        self.failing: dict[int, tuple[int, int] | None] = {}
        """Where the first statement ends that always raises, for rows of statements by their ``id``."""
        self.memo: dict[str, Any] = {}
        """What rules have found out about the whole function."""
        self.reported: set[tuple[str, str]] = set()
        """What rules report once in a function, and have: their code, and of what."""

    @property
    def tracing(self) -> TracingContext | None:
        """How the function is traced; None in eager code."""
        return None if self.traced is None else self.traced.context

    @property
    def is_entry(self) -> bool:
        """True for a function that a framework calls itself, to make a graph of it."""
        return self.traced is not None and self.traced.context.is_entry

    def of(self, function: Function) -> Context:
        """The context of another function, the nearest to an entry point where it has several."""
        return Context(self.project, function, self.project.tracing.nearest(function))

    def ask(self, key: Hashable, nothing: T, work: Callable[..., T], *asking: Any) -> T:
        """The answer of a question about this function in this context: ``work(*asking)``, kept.

        What follows names or calls from one to the next by many ways comes to each of them once.
        """
        key = (key, self.function, self.traced)
        return self.project.inference.ask(key, nothing, work, *asking)

    def arguments_from_graphs(self, parameter: str) -> Iterator[tuple[ast.expr | None, Context]]:
        """What each call from traced code gives a parameter, None where that is not known."""
        if self.traced is None:
            return
        inference = self.project.inference
        for site, caller in self.project.tracing.calls_of(self.traced):
            if caller is not None:
                given = inference.callers.arguments(site, self.function).get(parameter)
                yield given, Context(self.project, site.function, caller)

    def arguments_from_eager_code(self, parameter: str) -> Iterator[tuple[ast.expr, Function]]:
        """What the calls in eager code give a parameter, each with the function that calls."""
        inference = self.project.inference
        for site in inference.callers.of(self.function):
            given = inference.callers.arguments(site, self.function).get(parameter)
            if given is not None and not self.project.tracing.is_traced(site.function):
                yield given, site.function

    @property
    def module(self) -> Module:
        """The file."""
        return self.function.module

    def value(self, node: ast.expr) -> Value:
        """What an expression of this function may be."""
        return self.project.inference.value(node, self.function)

    def symbol(self, node: ast.expr) -> Value:
        """What an expression of this traced function may be while the graph is built."""
        return self.project.symbols.value(node, self.function, self.traced)

    def names(self, node: ast.expr) -> set[str]:
        """Canonical dotted names an expression may stand for, when it stands for outside code."""
        return self._code.names(node)

    def escapes(self, node: ast.AST, block: Block | None, init_scope: bool = True) -> bool:
        """True where the code runs outside the graph, or in no graph."""
        if self.tracing is None:
            is_out = is_unreachable(node, block, self.function, NO_SETTINGS)
        else:
            is_out = is_out_of_graphs(node, block, self.function, self.tracing, self.project)
        if is_out:
            return True
        return is_escape(node, block, self.function, self.project.inference.value, init_scope)

    def has_own_creator(self, block: Block | None) -> bool:
        """True where the program itself makes what asks for a Variable, so that nobody knows what."""
        inference = self.project.inference
        if self.tracing is None or self.traced is None:
            return False
        return (
            self.tracing.own_creator
            or has_own_creator(block, self.function, inference.value)
            or any(
                has_own_creator(site.block, site.function, inference.value)
                for site in inference.callers.of(self.traced.entry)
            )
        )

    def is_caught_in_vain(self, block: Block | None) -> bool:
        """True in a handler that no trace comes to: operations raise when the graph runs."""
        return is_in_vain_handler(block, self.function, self.project.inference.value)

    def comes_while_tracing(self, kind: ast.expr | None, body: list[ast.stmt]) -> bool:
        """True where a trace of statements may raise an error of a kind, None for any."""
        return comes_while_tracing(kind, body, self.function, self.project.inference.value)

    def checks_what_is_known(self, body: list[ast.stmt]) -> bool:
        """True where a trace of statements may raise what else a run raises: it checks what it knows."""
        return checks_what_is_known(body, self.function, self.project.inference.value)

    def is_never(self, test: ast.expr, outcome: bool) -> bool:
        """True for a test that has this outcome in no graph."""
        return is_excluded(test, outcome, self._settings, self.function)

    def is_created_once(self, node: ast.AST, block: Block | None) -> bool:
        """True where a test makes sure that something is created on the first call only."""
        return bool(self._once_before) or is_guarded_creation(node, block, self.function)

    def is_done_once(self, node: ast.AST, block: Block | None) -> bool:
        """True where code runs once in the life of its object, in eager code as in the graph."""
        if self._once_before is Once.SURELY:
            return True
        is_new = self.tracing is not None and self.tracing.self_is_new
        return not is_new and is_done_once(node, block, self.function)

    @property
    def _once_before(self) -> Once:
        return Once.NO if self.tracing is None else self.tracing.once

    def value_before(self, name: ast.Name) -> Value:
        """What an augmented name holds before the assignment it stands in."""
        return self.project.inference.before(name, self.function)

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node around ``node``, inside this function."""
        return self._code.parents.get(id(node))

    def is_result_used(self, call: ast.Call) -> bool:
        """True where what a call returns is kept, handed on or looked into."""
        return isinstance(self.parent(call), _USES)

    def uses(self, name: str) -> list[ast.Name]:
        """Where this function, and those nested in it, read the name that it means by ``name``."""
        return self._code.uses(name)

    @property
    def _settings(self) -> ContextSettings:
        return NO_SETTINGS if self.tracing is None else self.tracing.settings
