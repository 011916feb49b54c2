"""Whether a dataset that was mapped before a line is looked at after it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import DATASET, ITERATOR, members
from tflint.facts.order.eager_events import Event
from tflint.syntax.expressions import are_same
from tflint.syntax.model import Binding, Function, loops_around
from tflint.syntax.positions import position_of
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import called_name, walk

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_ONLY_ASK = frozenset({"cardinality", "isinstance", "len", "type"})
"""What asks something of a dataset, and makes none of its items."""


class DatasetUses:
    """Where the functions of one project look at the datasets that they have made."""

    def __init__(self, project: Project) -> None:
        self._value = project.inference.value

    def outlasts(self, mapped: Event, event: Event, calls: list[Event]) -> bool:
        """True when a dataset mapped before the change is looked at after it.

        What gives a name an item of that dataset means another thing by the name.
        """
        return (
            not _holds(event.node, mapped.node)
            and not self._takes_from(mapped, event)
            and not self._is_for_what_follows(mapped, event)
            and self._is_used_later(mapped, event, calls)
        )

    def _is_for_what_follows(self, mapped: Event, event: Event) -> bool:
        """True for a local of which a lambda, traced where it stands, has had what it was written for.

        A line below gives the name something else, for the lines after it, before anybody has looked at the
        dataset.
        """
        return (
            event.function is mapped.function
            and not event.function.is_module
            and not loops_around(event.block)
            and isinstance(event.node, ast.Assign)
            and all(isinstance(target, ast.Name) for target in event.node.targets)
            and isinstance(mapped.node, ast.Call)
            and any(
                isinstance(given, ast.Lambda)
                for given in (*mapped.node.args, *(k.value for k in mapped.node.keywords))
            )
            and not any(
                self._is_looked_at(statement, mapped)
                for statement, _ in event.function.statements
                if mapped.position < position_of(statement) <= event.position
            )
        )

    def _is_looked_at(self, statement: ast.stmt, made: Event) -> bool:
        """True for a statement that may iterate over the dataset made in its function."""
        return any(
            self._is_dataset(node, made.function)
            and self._comes_from(node, made.node, made.function, set())
            for node in _looked_at(statement)
        )

    def _takes_from(self, mapped: Event, event: Event) -> bool:
        return event.function is mapped.function and any(
            self._comes_from(taken, mapped.node, event.function, set())
            for taken in _taken_from(event.node)
        )

    def _is_used_later(self, made: Event, event: Event, calls: list[Event]) -> bool:
        """True when the dataset made is looked at after the change, without having been mapped again."""
        loops = loops_around(event.block)
        again = [c.position for c in calls if c.position > event.position]
        for statement, block in event.function.statements:
            turns = any(loop in loops for loop in loops_around(block))
            if position_of(statement) <= event.position and not turns:
                continue
            if any(position < position_of(statement) for position in again):
                return False
            if self._is_looked_at(statement, made):
                return True
        return False

    def _comes_from(
        self, node: ast.expr, made: ast.AST, function: Function, seen: set[Binding]
    ) -> bool:
        """True for an expression that a dataset made elsewhere in the function may reach, by names."""
        for part in walk(node):
            if part is made:
                return True
            if not isinstance(part, (ast.Name, ast.Attribute)):
                continue
            if not isinstance(part.ctx, ast.Load) or not self._is_dataset(part, function):
                continue
            bindings: list[Binding] = []
            if isinstance(part, ast.Attribute):
                bindings = [s.binding for s in function.stores if are_same(s.node, part)]
            elif holder_of(part.id, function) is function:
                bindings = reaching(part.id, part, function)
            for binding in bindings:
                if binding not in seen and binding.value is not None:
                    seen.add(binding)
                    if self._comes_from(binding.value, made, function, seen):
                        return True
        return False

    def _is_dataset(self, node: ast.expr, function: Function) -> bool:
        return any(m in (DATASET, ITERATOR) for m in members(self._value(node, function)))


def _holds(statement: ast.AST, node: ast.AST) -> bool:
    """True for a statement that a node is part of."""
    return any(part is node for part in walk(statement))


def _taken_from(event: ast.AST) -> Iterator[ast.expr]:
    """What a statement takes the next element from: ``x = next(rows)``, ``for x in rows``."""
    match event:
        case ast.Assign(value=ast.Call(func=ast.Name(id="next"), args=[rows, *_])):
            yield rows
        case ast.Assign(value=ast.Call(func=ast.Attribute(value=rows, attr="get_next"))):
            yield rows
        case ast.For(iter=rows):
            yield rows


def _looked_at(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a statement may iterate over: the iterable of a loop, the arguments of calls."""
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        yield statement.iter
        if isinstance(statement.iter, ast.Call):
            yield from statement.iter.args
    elif isinstance(statement, (ast.Expr, ast.Assign, ast.Return)) and statement.value is not None:
        for part in walk(statement.value):
            if isinstance(part, ast.Call) and called_name(part.func) not in _ONLY_ASK:
                yield from part.args
            elif isinstance(part, ast.comprehension):
                yield part.iter
