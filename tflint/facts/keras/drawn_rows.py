"""How many rows a batch has that is drawn out of more, as by an agent from what it remembers."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from tflint.api.lookup import layers_with_weights
from tflint.facts.expressions.written_parts import Key, constant_key, fields_made, parts_written
from tflint.facts.keras.single_items import FEW_ROWS, is_all, is_constant
from tflint.facts.keras.turn_counts import drawn_size
from tflint.facts.order.lifetimes import is_object
from tflint.facts.programs.intervals import Interval, hull, interval
from tflint.facts.programs.loop_dependence import is_changed_inside
from tflint.facts.programs.nondeterminism import draws_anew
from tflint.syntax.model import Function, Module
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import returned
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_DENSE = frozenset({"Dense", "BatchNormalization", "LayerNormalization", "Sequential"})
"""What has weights in models of rows of numbers."""
_OF_DIMENSIONS = ("1D", "2D", "3D")
"""What the names of layers for pictures and sequences end in."""
_MADE_ELSEWHERE = "applications"
"""Where Keras has models for pictures."""
_MAKE_ROWS = frozenset({"array", "asarray", "constant", "convert_to_tensor", "stack"})
"""Functions that make an array of a list, with a row for each item."""
_KEEP_ROWS = frozenset({"astype", "cast", "copy", "squeeze"})
"""Functions and methods of arrays whose result has the rows of these."""
_Path: TypeAlias = tuple[Key | None, ...]
"""Places and names of parts one inside the other, as unpacking, keys and fields take them."""


def draws_few_rows(node: ast.expr, function: Function, project: Project) -> bool:
    """True for a batch that is drawn anew where it is asked for, and known to have few rows of numbers.

    ``memory[np.random.choice(n, 64)]``, also by names, unpacking, keys and fields, and where a function of
    the project makes it at each of its ends.
    """
    rows = _Rows(project).drawn(node, (), function)
    if rows is None or rows.most is None or rows.most > FEW_ROWS:
        return False
    return _takes_rows_of_numbers(function.module, project)


def may_draw_few_rows(node: ast.expr, function: Function, project: Project) -> bool:
    """True for a batch that is drawn anew where it is asked for, and not known to have many rows.

    Of as many as nobody knows, and of pictures: each time is another batch, whatever that costs.
    """
    rows = _Rows(project).drawn(node, (), function)
    return rows is not None and (rows.least is None or rows.least <= FEW_ROWS)


def _takes_rows_of_numbers(module: Module, project: Project) -> bool:
    """True for a file whose models take no pictures, nor sequences: with what it imports, it makes dense
    layers and none for these."""
    paths = project.imports.used([module.path]) | {module.path}
    used = [other for path in paths if (other := project.module(path)) is not None]
    called = set().union(*(other.calls.keys() for other in used))
    made = called & layers_with_weights()
    return (
        "Dense" in made <= _DENSE
        and not any(name.endswith(_OF_DIMENSIONS) for name in called)
        and not any(
            _MADE_ELSEWHERE in other.reads
            or any(_MADE_ELSEWHERE in name.split(".") for name, _, _ in other.imported)
            for other in used
        )
    )


class _Rows:
    """How many rows expressions have that are drawn; None where nothing tells that they are."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._callers = project.inference.callers
        self._known: dict[Hashable, Interval | None] = {}
        """What was found so far; nothing of what is just being asked, which then depends on itself."""

    def drawn(self, node: ast.expr, path: _Path, function: Function) -> Interval | None:
        """The rows of an expression, or of the part of it that a path leads to, if they are drawn."""
        key = (id(node), path)
        if key not in self._known:
            self._known[key] = None
            self._known[key] = self._drawn(node, path, function)
        return self._known[key]

    def _drawn(self, node: ast.expr, path: _Path, function: Function) -> Interval | None:
        match node:
            case ast.Name(id=name):
                if path and is_changed_inside(name, function.node):
                    return None
                return _all(
                    None
                    if binding.kind != "assign" or binding.value is None
                    else self.drawn(binding.value, (*binding.path, *path), function)
                    for binding in reaching(name, node, function)
                )
            case ast.Attribute(value=value, attr=attr):
                return self.drawn(value, (attr, *path), function)
            case ast.Subscript(value=value, slice=index) if (
                key := constant_key(index)
            ) is not None:
                return self.drawn(value, (key, *path), function)
            case ast.ListComp(elt=part) if len(path) == 1:
                return self.drawn(part, (), function)
            case ast.Call():
                return self._of_call(node, path, function)
            case ast.Tuple() | ast.List() | ast.Dict():
                return self._of_parts(node, path, function)
        if path:
            return None
        match node:
            case ast.ListComp(generators=[loop]):
                return self.drawn(loop.iter, (), function)
            case ast.Subscript(value=value, slice=index):
                first = index.elts[0] if isinstance(index, ast.Tuple) and index.elts else index
                return self.drawn(value if is_all(first) else first, (), function)
            case ast.BinOp(left=left):
                return self.drawn(left, (), function)
            case _:
                return None

    def _of_parts(self, node: ast.expr, path: _Path, function: Function) -> Interval | None:
        """Those of one part of a container or record, or of all alike."""
        parts = parts_written(node, function, self._project.inference)
        if parts is None:
            return None
        if not path:
            return _all(self.drawn(part, (), function) for part in parts.values())
        first = path[0]
        if first is None or first not in parts:
            return None
        return self.drawn(parts[first], path[1:], function)

    def _of_call(self, call: ast.Call, path: _Path, function: Function) -> Interval | None:
        site = function.site_of(call)
        called = self._callers.called(site) if site is not None else ()
        if made := [each for each in called if each.name != "__init__"]:
            ends = [(each, end) for each in made for end in returned(each)]
            return _all(
                self.drawn(end, path, each) for each, end in ends if not is_constant(end, None)
            )
        if (found := self._of_parts(call, path, function)) is not None:
            return found
        name = called_name(call.func)
        match name, call.args:
            case "zip", [ast.Starred(value=rows)] if len(path) == 1:  # the columns of what is drawn
                return self.drawn(rows, (), function)
            case "map", [_, ast.Call() as columns] if len(path) == 1:
                return self.drawn(columns, path, function)
            case _, [ast.Starred(value=columns)] if path:  # a record of the columns
                fields = fields_made(call, function, self._project.inference) or ()
                place = fields.index(path[0]) if path[0] in fields else path[0]
                return self.drawn(columns, (place, *path[1:]), function) if fields else None
        if path:
            return None
        if name in _MAKE_ROWS and call.args:
            return self.drawn(call.args[0], (), function)
        if name in _KEEP_ROWS and isinstance(call.func, ast.Attribute):
            owner = call.func.value
            is_method = isinstance(owner, ast.Call) or is_object(owner, function)
            for array in [owner] if is_method else call.args[:1]:
                return self.drawn(array, (), function)
        size = drawn_size(call)
        if size is None or not draws_anew(call, function, self._project.inference):
            return None
        return interval(size, function, self._project.inference, by_default=True)


def _all(found: Iterable[Interval | None]) -> Interval | None:
    """How many rows each of several has; None where one is not drawn, or there is none."""
    each = [*found]
    drawn = [rows for rows in each if rows is not None]
    return hull(drawn) if drawn and len(drawn) == len(each) else None
