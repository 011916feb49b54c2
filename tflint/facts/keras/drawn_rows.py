"""How many rows a batch has that is drawn out of more, as by an agent from what it remembers."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from tflint.api.lookup import layers_with_weights
from tflint.facts.keras.single_items import is_all, is_constant
from tflint.facts.keras.turn_counts import drawn_size
from tflint.facts.order.lifetimes import is_object
from tflint.facts.programs.intervals import interval
from tflint.facts.programs.nondeterminism import draws_anew
from tflint.syntax.indexing import called_name
from tflint.syntax.model import Function, Module
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import returned

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_FEW = 512
"""Rows of numbers that cost less than the set-up of a call: two dense layers of 256 took some 20 ms for
them, of 120 under Keras 2 and of 220 under Keras 3."""
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
_Path = tuple[int | None, ...]


def draws_few_rows(node: ast.expr, function: Function, project: Project) -> bool:
    """True for a batch that is drawn anew where it is asked for, and known to have few rows of numbers.

    ``memory[np.random.choice(n, 64)]``, also by names and unpacking, and where a function of the project
    makes it at each of its ends.
    """
    most = _Rows(project).drawn(node, (), function)
    return most is not None and most <= _FEW and _takes_rows_of_numbers(function.module, project)


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
    """How many rows expressions of one project have at most; None where that is unknown."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._callers = project.inference.callers
        self._known: dict[Hashable, int | None] = {}
        """What was found so far; nothing of what is just being asked, which then depends on itself."""

    def drawn(self, node: ast.expr, path: _Path, function: Function) -> int | None:
        """The rows of an expression, or of the part of it that a path leads to, if they are drawn."""
        key = (id(node), path)
        if key not in self._known:
            self._known[key] = None
            self._known[key] = self._drawn(node, path, function)
        return self._known[key]

    def _drawn(self, node: ast.expr, path: _Path, function: Function) -> int | None:
        match node:
            case ast.Name(id=name):
                return _most(
                    None
                    if binding.kind != "assign" or binding.value is None
                    else self.drawn(binding.value, (*binding.path, *path), function)
                    for binding in reaching(name, node, function)
                )
            case ast.Call():
                return self._of_call(node, path, function)
            case ast.Tuple(elts=parts) if path:
                place, *rest = path
                has_star = any(isinstance(part, ast.Starred) for part in parts)
                if place is None or has_star or place >= len(parts):
                    return None
                return self.drawn(parts[place], tuple(rest), function)
            case ast.ListComp(elt=part) if len(path) == 1:
                return self.drawn(part, (), function)
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

    def _of_call(self, call: ast.Call, path: _Path, function: Function) -> int | None:
        site = function.site_of(call)
        if made := self._callers.called(site) if site is not None else ():
            ends = [(each, end) for each in made for end in returned(each)]
            return _most(
                self.drawn(end, path, each) for each, end in ends if not is_constant(end, None)
            )
        name = called_name(call.func)
        match name, call.args:
            case "zip", [ast.Starred(value=rows)] if len(path) == 1:  # the columns of what is drawn
                return self.drawn(rows, (), function)
            case "map", [_, ast.Call() as columns] if len(path) == 1:
                return self.drawn(columns, path, function)
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
        return interval(size, function, self._project.inference).most


def _most(found: Iterable[int | None]) -> int | None:
    """The greatest of some numbers; None where one is unknown, or there is none."""
    numbers = [*found]
    known = [number for number in numbers if number is not None]
    return max(known) if known and len(known) == len(numbers) else None
