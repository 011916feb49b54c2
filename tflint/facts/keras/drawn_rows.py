"""How many rows a batch has that is drawn out of more, as by an agent from what it remembers."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tflint.api.lookup import layers_with_weights
from tflint.facts.graphs.constants import constants
from tflint.facts.graphs.context import Context
from tflint.facts.keras.single_items import is_constant
from tflint.facts.keras.turn_counts import drawn_size
from tflint.facts.programs.nondeterminism import draws_anew
from tflint.syntax.arguments import is_open
from tflint.syntax.definitions import default_of, own_attribute
from tflint.syntax.indexing import called_name
from tflint.syntax.model import Binding, Class, Function, Module
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import is_only_a_parameter, returned

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_FEW = 512
"""Rows of numbers whose set-up costs more than dense layers do: as measured, two times as much."""
_DENSE = frozenset({"Dense", "BatchNormalization", "LayerNormalization", "Sequential"})
_OF_DIMENSIONS = ("1D", "2D", "3D")
"""What the names of layers for pictures and sequences end in."""
_MADE_ELSEWHERE = "applications"
_MAKE_ROWS = frozenset({"array", "asarray", "constant", "convert_to_tensor", "stack"})
"""Functions that make an array of a list, with a row for each item."""
_KEEP_ROWS = frozenset({"astype", "copy"})
_Path = tuple[int | None, ...]
_Seen = frozenset[Binding | Function]


def draws_few_rows(node: ast.expr, function: Function, project: Project) -> bool:
    """True for a batch that is drawn anew where it is asked for, and known to have few rows of numbers.

    ``memory[np.random.choice(n, 64)]``, also by names and unpacking, and where a function of the project
    makes it at each of its ends.
    """
    most = _Rows(project).drawn(node, (), function, frozenset())
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

    def drawn(self, node: ast.expr, path: _Path, function: Function, seen: _Seen) -> int | None:
        """The rows of an expression, or of the part of it that a path leads to, if they are drawn."""
        match node:
            case ast.Name(id=name):
                return self._of_name(reaching(name, node, function), path, function, seen)
            case ast.Tuple(elts=parts) if path:
                index, *rest = path
                is_open = any(isinstance(part, ast.Starred) for part in parts)
                if index is None or is_open or index >= len(parts):
                    return None
                return self.drawn(parts[index], tuple(rest), function, seen)
            case ast.ListComp(elt=part) if len(path) == 1:
                return self.drawn(part, (), function, seen)
            case ast.ListComp(generators=[loop]) if not path:
                return self.drawn(loop.iter, (), function, seen)
            case ast.Subscript(slice=ast.Tuple(elts=[index, *_]) | index) if not path:
                return self.drawn(index, (), function, seen)
            case ast.BinOp(left=left) if not path:
                return self.drawn(left, (), function, seen)
            case ast.Call():
                return self._of_call(node, path, function, seen)
            case _:
                return None

    def _of_name(
        self, bindings: list[Binding], path: _Path, function: Function, seen: _Seen
    ) -> int | None:
        if not seen.isdisjoint(bindings):
            return None
        seen = seen.union(bindings)
        return _most(
            None
            if binding.kind != "assign" or binding.value is None
            else self.drawn(binding.value, (*binding.path, *path), function, seen)
            for binding in bindings
        )

    def _of_call(self, call: ast.Call, path: _Path, function: Function, seen: _Seen) -> int | None:
        site = function.site_of(call)
        made = self._callers.called(site) if site is not None else ()
        if made:
            ends = [
                (each, [end for end in returned(each) if not is_constant(end, None)])
                for each in made
            ]
            if not seen.isdisjoint(made) or not all(returns for _, returns in ends):
                return None
            return _most(
                self.drawn(end, path, each, seen.union(made))
                for each, returns in ends
                for end in returns
            )
        name = called_name(call.func)
        match name, call.args:
            case "zip", [ast.Starred(value=rows)] if len(path) == 1:  # the columns of what is drawn
                return self.drawn(rows, (), function, seen)
            case "map", [_, ast.Call() as columns] if len(path) == 1:
                return self.drawn(columns, path, function, seen)
        if path:
            return None
        if name in _MAKE_ROWS and call.args:
            return self.drawn(call.args[0], (), function, seen)
        if name in _KEEP_ROWS and isinstance(call.func, ast.Attribute):
            return self.drawn(call.func.value, (), function, seen)
        size = drawn_size(call)
        if size is None or not draws_anew(call, function, self._project.inference):
            return None
        return self._number(size, function, frozenset())

    def _number(self, node: ast.expr, function: Function, seen: _Seen) -> int | None:
        """The greatest number that an expression holds in this program."""
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.Call(func=ast.Name(id="min"), args=[_, _, *_] as given):
                known = [self._number(each, function, seen) for each in given]
                return min((number for number in known if number is not None), default=None)
            case ast.Name(id=name) if is_only_a_parameter(name, function):
                return self._of_parameter(name, function, seen)
            case ast.Attribute() if attr := own_attribute(node, function):
                return self._of_attribute(attr, function, seen)
        known_all = constants(node, Context(self._project, function, None)) or ()
        return _most(number if isinstance(number, int) else None for number in known_all)

    def _of_parameter(self, name: str, function: Function, seen: _Seen) -> int | None:
        """What all calls of a function give a parameter; its default where it has no calls."""
        sites = self._callers.of(function)
        if function in seen or any(True for _ in self._callers.perhaps_of(function)):
            return None
        seen |= {function}
        default = default_of(function, name)
        left = None if default is None else self._number(default, function, seen)
        return (
            _most(
                self._number(given, site.function, seen)
                if (given := self._callers.arguments(site, function).get(name)) is not None
                else None
                if is_open(site.node)
                else left
                for site in sites
            )
            if sites
            else left
        )

    def _of_attribute(self, attr: str, function: Function, seen: _Seen) -> int | None:
        """What the class of a method, and those above it, ever set an attribute to."""
        owner = function.owner
        bases = () if owner is None else self._project.inference.classes.bases(owner)
        stores = [
            store
            for base in bases
            if isinstance(base, Class)
            for store in base.stores.get(attr, ())
        ]
        return _most(
            None
            if (written := store.binding.written) is None
            else self._number(written, store.function, seen)
            for store in stores
        )


def _most(found: Iterable[int | None]) -> int | None:
    """The greatest of some numbers; None where one is unknown, or there is none."""
    numbers = [*found]
    known = [number for number in numbers if number is not None]
    return max(known) if known and len(known) == len(numbers) else None
