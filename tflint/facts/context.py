"""A function of the project as facts are asked about it: its file, and how it is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.facts.flags import Flags, needs_turn, never
from tflint.facts.guards import is_escape, is_guarded_creation
from tflint.facts.values import External, Value, members
from tflint.syntax.model import Block, Function, Module
from tflint.syntax.trees import children

if TYPE_CHECKING:
    from tflint.facts import Project
    from tflint.facts.traces import Trace


class Context:
    """What is known around the code a rule looks at: one function, and the project."""

    def __init__(self, project: Project, function: Function, trace: Trace | None) -> None:
        self.project = project
        self.function = function
        self.trace = trace
        self.memo: dict[str, str | None] = {}
        """What rules have found out about the whole function."""
        self.told: set[tuple[str, str]] = set()
        """What rules tell once in a function and have told: their code, and of what."""
        self._names: dict[int, set[str]] = {}

    def of(self, function: Function) -> Context:
        """The context of another function."""
        return Context(self.project, function, self.project.tracing.trace(function))

    def given_by_graphs(self, parameter: str) -> Iterator[tuple[ast.expr | None, Context]]:
        """What each call from traced code gives a parameter, None where that can't be told."""
        inference = self.project.inference
        for site in inference.callers.of(self.function):
            caller = self.of(site.function)
            if caller.trace is not None:
                yield inference.callers.arguments(site, self.function).get(parameter), caller

    @property
    def module(self) -> Module:
        """The file."""
        return self.function.module

    def value(self, node: ast.expr) -> Value:
        """What an expression of this function may be."""
        return self.project.inference.value(node, self.function)

    def symbol(self, node: ast.expr) -> Value:
        """What an expression of this traced function may be while the graph is built."""
        return self.project.symbols.value(node, self.function)

    def names(self, node: ast.expr) -> set[str]:
        """Canonical dotted names an expression may stand for, when it stands for outside code."""
        found = self._names.get(id(node))
        if found is None:
            found = {m.name for m in members(self.value(node)) if isinstance(m, External)}
            self._names[id(node)] = found
        return found

    def escapes(self, node: ast.AST, block: Block | None, init_scope: bool = True) -> bool:
        """True where the code runs outside the graph, or in no graph."""
        if needs_turn(node, block, self.function, self._left):
            return True
        return is_escape(node, block, self.function, self.project.inference.value, init_scope)

    def is_never(self, test: ast.expr, outcome: bool) -> bool:
        """True for a test that turns out this way in no graph."""
        return never(test, outcome, self._left)

    def is_created_once(self, node: ast.AST, block: Block | None) -> bool:
        """True where a test makes sure that something is created on the first call only."""
        trace = self.trace
        return (trace is not None and trace.lazy) or is_guarded_creation(node, block, self.function)

    def value_before(self, name: ast.Name) -> Value:
        """What an augmented name holds before the assignment it stands in."""
        return self.project.inference.before(name, self.function)

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node around ``node``, inside this function."""
        return self._links[0].get(id(node))

    def uses(self, name: str) -> list[ast.Name]:
        """Places in this function, and in functions nested in it, that read a name."""
        return self._links[1].get(name, [])

    @cached_property
    def _left(self) -> Flags:
        return self.project.tracing.left(self.function)

    @cached_property
    def _links(self) -> tuple[dict[int, ast.AST], dict[str, list[ast.Name]]]:
        """The node around each node of the function, by ``id``, and where it reads names."""
        parents: dict[int, ast.AST] = {}
        reads: dict[str, list[ast.Name]] = {}
        waiting: list[ast.AST] = [self.function.node]
        for node in waiting:  # which grows meanwhile
            if isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Load):
                    reads.setdefault(node.id, []).append(node)
                continue
            below = children(node)
            for child in below:
                parents[id(child)] = node
            waiting += below
        return parents, reads
