"""Whether two calls of a Keras model are given data of one kind, so that the second runs the first's graph.

Keras keeps one function for training and one for each of evaluation and prediction. Each is traced once
for data of one structure, rank and shape; the number of items makes no difference.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from tflint.api.records import words
from tflint.facts.expressions.values import External, Instance, members
from tflint.facts.order.eager_events import Event
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Binding, Class, Function
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of
from tflint.syntax.words import words_in

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_MOST_NAMES = 6
"""Names that are followed down to where data is made."""
_SPLITS = words("dev eval evaluation test testing train training val valid validation")
"""Words in the names of parts of one data set."""
_KEEPS = words("astype cache copy numpy prefetch repeat shuffle skip take with_options")
"""Methods whose result holds items of the same kind."""
_SHAPED = words("empty full normal ones rand randint randn random reshape uniform zeros")
"""Functions that are told the shape of what they make."""
_WORKING = ("tensorflow.", "numpy.", "keras.")


class DataKinds:
    """What is known of the data of calls, for one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._value = project.inference.value

    @classmethod
    def of(cls, project: Project) -> DataKinds:
        """Those of a project, made once."""
        return project.remember(cls)

    def may_differ(self, first: Event, second: Event) -> bool:
        """True where nothing says that two calls of a model are given data of one kind.

        A model that is put together of layers takes one kind of data only.
        """
        one, other = first.given, second.given
        if first.node is second.node or first.run is None or second.run is None:
            return False
        if not self._takes_any(first):
            return False
        if one is None or other is None:
            return first.run.node is not second.run.node
        kinds = [self._kind(given.node, given.function, _MOST_NAMES) for given in (one, other)]
        if kinds[0] is not None and kinds[0] == kinds[1]:
            return False
        names = [_part_of(given.node) for given in (one, other)]
        return names[0] is None or names[0] != names[1]

    def _takes_any(self, call: Event) -> bool:
        """False for a model whose class says nothing of what happens to its data."""
        assert call.run is not None
        func = call.run.node.func
        assert isinstance(func, ast.Attribute)
        bases = self._project.inference.classes.bases
        return any(
            isinstance(base, Class) and "call" in base.methods
            for member in members(self._value(func.value, call.run.function))
            if isinstance(member, Instance)
            for base in bases(member.definition)
        )

    def _kind(self, node: ast.expr, function: Function, depth: int) -> Hashable | None:
        """What data of one kind has in common; None where nothing is known of it."""
        match node:
            case ast.Constant():
                return key_of(node)
            case ast.Name():
                return self._kind_of_name(node, function, depth)
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == function.self_name:
                return ("of self", function.owner, attr)
            case ast.Attribute(value=value, attr=attr):
                return _with(attr, self._kind(value, function, depth))
            case ast.Subscript(value=value, slice=place):
                whole = self._kind(value, function, depth)
                if isinstance(place, ast.Slice):
                    return whole
                return _with(key_of(place) if isinstance(place, ast.Constant) else "items", whole)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return _all(
                    type(node).__name__, (self._kind(part, function, depth) for part in parts)
                )
            case ast.Call():
                return self._kind_of_call(node, function, depth)
            case _:
                return None

    def _kind_of_name(self, name: ast.Name, function: Function, depth: int) -> Hashable | None:
        scope = holder_of(name.id, function)
        if scope is None or not depth:
            return None
        bindings = (
            reaching(name.id, name, scope) if scope is function else scope.bindings.get(name.id, [])
        )
        kinds = {self._kind_of_binding(binding, scope, depth - 1) for binding in bindings}
        kind = kinds.pop() if len(kinds) == 1 else None
        return kind or ("variable", scope, name.id, *map(id, bindings))

    def _kind_of_binding(self, binding: Binding, scope: Function, depth: int) -> Hashable | None:
        if binding.kind != "assign" or binding.value is None:
            return None
        if binding.path:  # what is taken apart: `(x, y), (x_test, y_test) = load()`
            last = binding.path[-1] if len(binding.path) > 1 else None
            return ("part", id(binding.node), last)
        return self._kind(binding.value, scope, depth)

    def _kind_of_call(self, call: ast.Call, function: Function, depth: int) -> Hashable | None:
        func = call.func
        if isinstance(func, ast.Attribute) and func.attr in _KEEPS:
            return self._kind(func.value, function, depth)
        called = members(self._value(func, function))
        names = [member.name for member in called if isinstance(member, External)]
        name = names[0] if len(names) == 1 == len(called) else ""
        if _last(func) in _SHAPED:
            return _shape(call)
        if not name.startswith(_WORKING):
            return ("call", key_of(func))
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        return _all(name, (self._kind(part, function, depth) for part in given))


def _with(part: Hashable, whole: Hashable | None) -> Hashable | None:
    return None if whole is None else (part, whole)


def _all(kind: Hashable, parts: Iterator[Hashable | None]) -> Hashable | None:
    found = tuple(parts)
    return None if None in found else (kind, *found)


def _last(func: ast.expr) -> str:
    match func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def _shape(call: ast.Call) -> Hashable | None:
    """How many dimensions an array is made with, and how long they are but for the first."""
    for given in (*(k.value for k in call.keywords if k.arg in ("size", "shape")), *call.args):
        if isinstance(given, (ast.Tuple, ast.List)) and not any(
            isinstance(part, ast.Starred) for part in given.elts
        ):
            return ("array", len(given.elts), *map(key_of, given.elts[1:]))
    return None


def _part_of(node: ast.expr) -> Hashable | None:
    """What names have in common that tell apart the parts of one data set: ``x_train`` and ``x_test``."""
    match node:
        case ast.Name(id=name):
            return _unsplit(name)
        case ast.Attribute(value=value, attr=attr):
            return _with(_unsplit(attr), _part_of(value))
        case _:
            return None


def _unsplit(name: str) -> Hashable:
    kept = [word for word in words_in(name) if word not in _SPLITS]
    return (*kept, *filter(str.isdigit, name))
