"""Changes that a function takes back before it ends: nothing outside of it meets them.

``self.training = False``, some lines, and ``self.training = True``, as it has been from the start; or what
was kept before, ``self.training = old``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import Instance, members
from tflint.facts.graphs.once import comes_with
from tflint.facts.order.eager_events import Event, Mutation
from tflint.facts.programs.one_value import one_value
from tflint.syntax.expressions import are_same, key_of
from tflint.syntax.model import Binding, Class, Function, outward
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_WITH = (ast.With, ast.AsyncWith)


class SetBack:
    """Tells of the changes of an attribute which of them their functions take back."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def is_set_back(
        self,
        change: Mutation,
        beside: list[Mutation],
        changes: list[Mutation],
        runs: Callable[[Function], list[Event]],
    ) -> bool:
        """True for a change that is taken back, with those beside it, before the graph may run.

        ``beside`` are the changes of its function; ``runs`` says where a function runs the graph,
        directly or through calls.
        """
        function, place = change.event.function, change.event.place
        if place is None or function.is_module:
            return False
        own = [c for c in beside if c.event.place == place]
        own.sort(key=lambda each: each.event.position)
        first, last = own[0], own[-1]
        around = [None, *outward(change.event.block)]
        return (
            len(own) > 1
            and all(map(_sets_all, own))
            and comes_with(last.event.block, around)
            and (
                _gives_back(first, last)
                or (len(own) == 2 and _is_swap(first) and _is_swap(last) and _is_same(first, last))
                or self._is_usual(last, changes)
            )
            and not any(_is_between(first, run, last) for run in runs(function))
            and not (function.is_generator and self._runs_inside(function, runs))
            and not _is_left_before(first, last)
        )

    def _is_usual(self, last: Mutation, changes: list[Mutation]) -> bool:
        """True where all else gives the attribute the value that a function leaves it with."""
        if last.value is None:
            return False
        others = [c for c in changes if c.event.function is not last.event.function]
        if last.owner is None:  # a variable
            return bool(others) and all(other.value == last.value for other in others)
        at_first = self._at_first(last, [c.event.node for c in changes])
        given = [*at_first, *(other.value for other in others)]
        return bool(at_first) and all(value == last.value for value in given)

    def _at_first(self, last: Mutation, known: list[ast.AST]) -> list[object]:
        """What the classes of an object give an attribute in constructors, and in their own bodies."""
        inference, function = self._project.inference, last.event.function
        assert last.owner is not None
        assert last.event.place is not None
        attr = last.event.place.parts[-1]
        found: list[object] = []
        for member in members(inference.value(last.owner, function)):
            if not isinstance(member, Instance):
                return [None]
            for base in inference.classes.bases(member.definition):
                for binding, where in _given_in(base, attr):
                    if binding.node not in known:
                        is_plain = binding.kind == "assign" and not binding.path
                        given = binding.value if is_plain else None
                        found.append(one_value(given, where, inference))
        return found

    def _runs_inside(self, function: Function, runs: Callable[[Function], list[Event]]) -> bool:
        """True for a context in which a graph may run, or what is used in another way."""
        for site in self._project.inference.callers.of(function):
            opened = [
                statement
                for statement, _ in site.function.statements
                if isinstance(statement, _WITH)
                and any(item.context_expr is site.node for item in statement.items)
            ]
            if not opened:
                return True
            for statement in opened:
                end = statement.end_lineno or 0
                if any(statement.lineno <= run.line <= end for run in runs(site.function)):
                    return True
        return False


def _given_in(base: Class | str, attr: str) -> list[tuple[Binding, Function]]:
    """Where a class gives an attribute of its objects a value."""
    if not isinstance(base, Class):
        return []
    stores = [(store.binding, store.function) for store in base.stores.get(attr, ())]
    return stores + [(binding, base.parent) for binding in base.bindings.get(attr, ())]


def _gives_back(first: Mutation, last: Mutation) -> bool:
    """True for ``self.training = old``, which holds what was there before."""
    function = last.event.function
    match last.event.node:
        case ast.Assign(targets=[target], value=ast.Name(id=name)):
            match function.bindings.get(name, ()):
                case [Binding(kind="assign", value=ast.expr() as kept, path=path) as binding]:
                    is_before = getattr(binding.node, "lineno", 0) < first.event.line
                    return is_before and not path and are_same(kept, target)
    return False


def _is_swap(change: Mutation) -> bool:
    """True for ``a.net, b.net = b.net, a.net``, which takes itself back when it runs again."""
    match change.event.node:
        case ast.Assign(
            targets=[ast.Tuple(elts=[one, other])], value=ast.Tuple(elts=[first, second])
        ):
            return are_same(one, second) and are_same(other, first)
        case _:
            return False


def _is_same(first: Mutation, last: Mutation) -> bool:
    """True for the same statement twice, in either order of its parts."""
    nodes = first.event.node, last.event.node
    parts = [
        {key_of(target) for target in node.targets[0].elts}
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
    ]
    return len(parts) == 2 and parts[0] == parts[1]


def _sets_all(change: Mutation) -> bool:
    """True for an assignment to a variable or attribute, and not to what is in it."""
    match change.event.node:
        case ast.Assign(targets=targets):
            return not any(isinstance(target, ast.Subscript) for target in targets)
        case node:
            return isinstance(node, ast.AugAssign) and not isinstance(node.target, ast.Subscript)


def _is_between(first: Mutation, run: Event, last: Mutation) -> bool:
    return first.event.position < run.position < last.event.position


def _is_left_before(first: Mutation, last: Mutation) -> bool:
    """True where the function may end between two lines without coming to the second."""
    block = last.event.block
    if block is not None and block.arm == "finalbody":
        return False
    return any(
        isinstance(part, (ast.Return, ast.Break, ast.Continue))
        and first.event.line < part.lineno < last.event.line
        for part in walk(last.event.function.node)
    )
