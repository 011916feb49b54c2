"""Models that functions of datasets call, which makes graphs of the layers these were made of."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import ExternalInstance, members
from tflint.syntax.definitions import own_attribute
from tflint.syntax.model import Function
from tflint.syntax.scopes import holder_of, is_only_a_parameter, written_out

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred


class MappedModels:
    """The models of Keras that functions of datasets call.

    Args:
        program: what is known of the program.
        functions: the functions that datasets trace, once all of them are found.
    """

    def __init__(self, program: Inferred, functions: Sequence[Function]) -> None:
        self._inference = program.inference
        self._functions = functions

    @cached_property
    def makers(self) -> frozenset[Function]:
        """The functions that make such a model, with those that they call for it."""
        found: dict[Function, None] = {}
        for function in self._with_called(self._functions):
            for site in function.calls:
                if self._is_model(site.node.func, function):
                    found.update(dict.fromkeys(self._makers(site.node.func, function, set())))
        return frozenset(found)

    def _with_called(self, functions: Sequence[Function]) -> list[Function]:
        found = dict.fromkeys(functions)
        waiting = [*found]
        for function in waiting:  # which grows meanwhile
            for site in function.calls:
                new = [f for f in self._inference.callers.called(site) if f not in found]
                found.update(dict.fromkeys(new))
                waiting += new
        return waiting

    def _is_model(self, node: ast.expr, function: Function) -> bool:
        """True for a model of Keras's own classes, whose ``call`` the project does not have."""
        return any(
            isinstance(member, ExternalInstance) and self._inference.classes.is_model(member)
            for member in members(self._inference.value(node, function))
        )

    def _makers(self, node: ast.expr, function: Function, asked: set[int]) -> Iterator[Function]:
        """Where the model that an expression stands for is made, as far as that can be seen."""
        written = written_out(node, function)
        if id(written) in asked:
            return
        asked.add(id(written))
        match written:
            case ast.Call():
                for scope in function.scopes:
                    site = scope.site_of(written)
                    if site is not None:
                        called = self._inference.callers.called(site)
                        yield from self._with_called(called) or [scope]
            case ast.Name(id=name):
                holder = holder_of(name, function)
                if holder is not None and is_only_a_parameter(name, holder):
                    for site in self._inference.callers.of(holder):
                        given = self._inference.callers.arguments(site, holder).get(name)
                        if given is not None:
                            yield from self._makers(given, site.function, asked)
            case ast.Attribute(attr=attr) if function.owner and own_attribute(written, function):
                for store in function.owner.stores.get(attr, ()):
                    if store.binding.written is not None:
                        yield from self._makers(store.binding.written, store.function, asked)
