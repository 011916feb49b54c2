"""Whether two calls are given data of the same shapes, since it is the same data."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import TYPE_CHECKING

from tflint.api.lookup import record
from tflint.api.records import Shape
from tflint.facts.expressions.values import DATASET, Container, External, Value, members
from tflint.facts.programs.nondeterminism import draws_anew
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Binding, Function, loops_around
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import children

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_MOST_STEPS = 12
"""How many names are followed to where the data of one call is made, all together."""
_WORKING = ("tensorflow.", "numpy.")
"""Where functions come from that make the same shapes of the same data."""
_TAKEN_APART = (ast.BinOp, ast.UnaryOp, ast.Subscript, ast.Slice, ast.Tuple, ast.List)


def are_given_the_same(
    call: ast.Call,
    function: Function,
    other: ast.Call,
    other_function: Function,
    project: Project,
    but: frozenset[str] = frozenset(),
) -> bool:
    """True where two calls are known to give the same shapes, when each is first made.

    They name the same data, or go through the same dataset or list, whose first item is the same one.
    Keywords in ``but`` do not count.
    """
    origins = [
        _of_arguments(one, _Origins(project), there, but)
        for one, there in ((call, function), (other, other_function))
    ]
    return origins[0] is not None and origins[0] == origins[1]


def _of_arguments(
    call: ast.Call, origins: _Origins, function: Function, but: frozenset[str]
) -> Hashable | None:
    given = [(k.arg, k.value) for k in call.keywords if k.arg not in but]
    if any(name is None for name, _ in given):
        return None
    values = [*call.args, *(value for _, value in given)]
    found = tuple(origins.of(value, function) for value in values)
    return None if None in found or not found else (found, tuple(name for name, _ in given))


class _Origins:
    """Follows expressions to where their data is made."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._steps = _MOST_STEPS

    def of(self, node: ast.expr, function: Function) -> Hashable | None:
        """What two expressions have in common that hold data of the same shapes; None if unknown."""
        first = self._of_first(node, (), function)
        if first is not None:
            return first
        match node:
            case ast.Constant():
                return key_of(node)
            case ast.Call():
                return self._of_call(node, function)
            case ast.Name() | ast.Attribute():
                outside = _outside(self._value(node, function))
                if outside is not None:
                    return outside
                return self._of_name(node, function) if isinstance(node, ast.Name) else None
            case _ if isinstance(node, _TAKEN_APART):
                return self._of_parts(node, function)
            case _:
                return None

    def _value(self, node: ast.expr, function: Function) -> Value:
        return self._project.inference.value(node, function)

    def _of_parts(self, node: ast.expr, function: Function) -> Hashable | None:
        parts = [
            self.of(part, function) if isinstance(part, ast.expr) else type(part).__name__
            for part in children(node)
        ]
        return None if None in parts else (type(node).__name__, *parts)

    def _of_call(self, call: ast.Call, function: Function) -> Hashable | None:
        name = _outside(self._value(call.func, function))
        if name is None or not name.startswith(_WORKING):
            return None
        if record(name).shape is Shape.FROM_VALUES:
            return None
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(draws_anew(part, function, self._project.inference) for part in given):
            return None  # of which nobody knows how many
        parts = [self.of(part, function) for part in given]
        named = tuple(keyword.arg for keyword in call.keywords)
        return None if None in parts or None in named else ("call", name, named, *parts)

    def _of_name(self, name: ast.Name, function: Function) -> Hashable | None:
        scope = holder_of(name.id, function)
        if scope is None or name.id in function.module.global_bindings or not self._steps:
            return None
        bindings = scope.bindings.get(name.id, ())
        if len(bindings) != 1:
            return None
        self._steps -= 1
        binding = bindings[0]
        if binding.kind == "parameter":
            return self._of_parameter(name.id, scope)
        if binding.kind == "for":
            return self._of_item(binding, scope) if _is_inside(name, binding) else None
        if binding.kind != "assign" or binding.value is None or loops_around(binding.block):
            return None
        if isinstance(binding.value, ast.Name) and not binding.path:
            return self.of(binding.value, scope)
        return self._of_first(binding.value, binding.path, scope) or ("made", id(binding))

    def _of_parameter(self, name: str, function: Function) -> Hashable | None:
        """What all calls of a function give a parameter, where that is the same."""
        callers = self._project.inference.callers
        first: Hashable | None = None
        for site in callers.of(function):
            given = callers.arguments(site, function).get(name)
            origin = None if given is None else self.of(given, site.function)
            if origin is None or origin != (first or origin):
                return None
            first = origin
        return first

    def _of_item(self, binding: Binding, scope: Function) -> Hashable | None:
        """What a loop takes out of a dataset or list: the first is the same each time."""
        items, path = binding.value, binding.path
        match items:
            case ast.Call(func=ast.Name(id="enumerate"), args=[counted]) if path[:1] == (1,):
                items, path = counted, path[1:]
        return None if items is None else self._of_part(items, path, scope)

    def _of_first(
        self, node: ast.expr, path: tuple[int | None, ...], function: Function
    ) -> Hashable | None:
        """What ``next(iter(items))`` and ``items[0]`` give, or a part of that; None for all else."""
        match node:
            case ast.Subscript(value=value, slice=ast.Constant(value=int(place))):
                whole = self._of_first(value, (place, *path), function)
                if whole is not None or place != 0:
                    return whole
                return self._of_part(value, path, function)
            case ast.Call(
                func=ast.Name(id="next"), args=[ast.Call(func=ast.Name(id="iter"), args=[items])]
            ):
                return self._of_part(items, path, function)
            case _:
                return None

    def _of_part(
        self, items: ast.expr, path: tuple[int | None, ...], function: Function
    ) -> Hashable | None:
        """What the first item of a dataset or list is, or a part of it."""
        if not all(map(_begins_anew, members(self._value(items, function)))):
            return None
        origin = self.of(items, function)
        return None if origin is None else ("item", path, origin)


def _outside(value: Value) -> str | None:
    return value.name if isinstance(value, External) else None


def _begins_anew(value: Value) -> bool:
    """True for what each loop goes through from its beginning."""
    return value == DATASET or (isinstance(value, Container) and value.kind in ("list", "tuple"))


def _is_inside(node: ast.expr, binding: Binding) -> bool:
    """True for what stands in the loop that gives a name its items: behind it, the last would be left."""
    loop = binding.target if isinstance(binding.target, ast.expr) else binding.node
    end = getattr(loop, "end_lineno", None) or 0
    return getattr(loop, "lineno", 0) <= node.lineno <= end
