"""Which objects of unknown make are datasets of TensorFlow, by the names that they go by."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import External, FunctionValue, members
from tflint.syntax.definitions import owner_of
from tflint.syntax.model import Function
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_DATASET_NAME_ENDINGS = ("ds", "dataset", "datasets", "_ds", "_data")
_TENSORFLOWS = ("tensorflow.", "tensorflow_")
"""How names begin of TensorFlow and of libraries that belong to it, such as TensorFlow Datasets."""

_Place = tuple[Function, str]


class NamedDatasets:
    """Asks for one project what is called a dataset, and is made by no other library."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference

    def may_be(self, owner: ast.expr, function: Function) -> bool:
        """True for what is called a dataset, where nothing says that another library has made it.

        Others have datasets too (Grain, Hugging Face), so a name is not enough for an object that some
        other call makes, but for one of a function of the project that returns such a one.
        """
        return self._is_named(owner, function) and not self._is_foreign(owner, function, {})

    def _is_named(self, owner: ast.expr, function: Function) -> bool:
        """True for a parameter or attribute that is called a dataset, and for what is made of one."""
        asked = [owner]
        names: set[str] = set()
        for node in asked:  # which grows meanwhile
            name = called_name(node)
            if not name.lower().endswith(_DATASET_NAME_ENDINGS):
                return False
            if isinstance(node, ast.Call) and not self._returns_named(node, function):
                return False
            if not isinstance(node, ast.Name) or name in names:
                continue
            names.add(name)
            for binding in function.bindings.get(name, ()):
                root = _beginning_of(binding.value)
                if binding.kind == "parameter" or (isinstance(root, ast.Name) and root.id == name):
                    continue
                if not isinstance(root, ast.Name):
                    return False
                asked.append(root)
        return True

    def _returns_named(self, call: ast.Call, function: Function) -> bool:
        called = members(self._inference.value(call.func, function))
        return any(
            isinstance(value, ast.Name) and self._is_named(value, member.function)
            for member in called
            if isinstance(member, FunctionValue)
            for value, _ in member.function.returns
        ) or any(isinstance(m, External) and m.name.startswith(_TENSORFLOWS) for m in called)

    def _is_foreign(self, node: ast.expr, function: Function, known: dict[_Place, bool]) -> bool:
        """True for what a library other than TensorFlow's gives, by whatever names and functions."""
        match node:
            case ast.Call(func=func):
                called = members(self._inference.value(func, function))
                if all(isinstance(m, External) for m in called):
                    return not any(getattr(m, "name", "").startswith(_TENSORFLOWS) for m in called)
                returned = [
                    (value, member.function)
                    for member in called
                    if isinstance(member, FunctionValue)
                    for value, _ in member.function.returns
                ]
                if returned:
                    return self._are_foreign(returned, (function, ast.dump(func)), known)
                return isinstance(func, ast.Attribute) and self._is_foreign(
                    func.value, function, known
                )
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == function.self_name:
                owner = owner_of(function)
                classes = self._inference.classes
                stores = () if owner is None else classes.stores(owner, attr)
                given = [(store.binding.value, store.function) for store in stores]
                return self._are_foreign(given, (function, f"self.{attr}"), known)
            case ast.Attribute(value=value) | ast.Subscript(value=value):
                return self._is_foreign(value, function, known)
            case ast.Name(id=name):
                holder = holder_of(name, function) or function
                bindings = holder.bindings.get(name, ())
                if any(binding.kind == "parameter" for binding in bindings):
                    given = self._inference.callers.given(holder, name)
                else:
                    given = [(binding.value, holder) for binding in bindings]
                return self._are_foreign(given, (holder, name), known)
            case _:
                return False

    def _are_foreign(
        self,
        given: Sequence[tuple[ast.expr | None, Function]],
        place: _Place,
        known: dict[_Place, bool],
    ) -> bool:
        """True where there is something, and all of it is foreign; ``place`` is what it is given to.

        ``known`` holds what was found out on the way; what leads back to itself is not foreign.
        """
        if place not in known:
            known[place] = False
            known[place] = bool(given) and all(
                node is not None and self._is_foreign(node, function, known)
                for node, function in given
            )
        return known[place]


def _beginning_of(node: ast.expr | None) -> ast.expr | None:
    """What the calls and attributes begin with that an expression is: ``ds`` of ``ds.map(f).take(3)``."""
    while isinstance(node, (ast.Call, ast.Attribute)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node
