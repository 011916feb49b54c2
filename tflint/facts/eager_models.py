"""Which programs only ever compile models with ``run_eagerly=True``: Keras runs them as Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.facts.values import UNKNOWN, ExternalInstance, Instance, Parent, Value, members
from tflint.syntax.definitions import default_of
from tflint.syntax.model import CallSite, Function, Module
from tflint.syntax.scopes import is_only_a_parameter

if TYPE_CHECKING:
    from tflint.facts.inference import Inferred

_OPTION = "run_eagerly"
_Flags = frozenset[bool]
_EITHER: _Flags = frozenset({True, False})


class EagerModels:
    """Tells how the models of a project are compiled."""

    def __init__(self, program: Inferred) -> None:
        self._program = program

    def runs_eagerly(self, site: CallSite) -> bool:
        """True for a call that gives ``run_eagerly`` and always gives True."""
        return self._flags(site) == {True}

    def by(self, module: Module) -> CallSite | None:
        """A call that asks for eager models, where all do in the programs that use a file; None elsewhere.

        Those who use a library compile its models as they like.
        """
        if not self._asking or (
            self._program.is_library and self._program.layout.is_in_package(module.path)
        ):
            return None
        around = self._program.imports.around
        near = (s for s in self._asking if module.path in around(s.function.module.path))
        asking = next(near, None)
        if asking is None or any(
            site.function.module.path in around(module.path) for site in self._making_graphs
        ):
            return None
        return asking

    @cached_property
    def _asking(self) -> list[CallSite]:
        """The calls that make models run eagerly: of ``compile``, and of what hands that on elsewhere."""
        return [
            site
            for module in self._program.relevant_modules
            if _OPTION in module.text and not module.is_of_tests
            for sites in module.calls.values()
            for site in sites
            if any(keyword.arg == _OPTION for keyword in site.node.keywords)
            and (self._compiles(site) or not self._program.inference.callers.called(site))
            and self.runs_eagerly(site)
        ]

    @cached_property
    def _making_graphs(self) -> list[CallSite]:
        """The calls of ``compile`` after which a model may run graphs."""
        return [
            site
            for module in self._program.relevant_modules
            if not module.is_of_tests
            for site in module.calls.get("compile", ())
            if self._compiles(site) and False in self._flags(site)
        ]

    def _compiles(self, site: CallSite) -> bool:
        """True for a call of ``compile`` of what may be a model."""
        func = site.node.func
        return (
            isinstance(func, ast.Attribute)
            and func.attr == "compile"
            and any(map(self._may_be_model, members(self._value(func.value, site.function))))
        )

    def _may_be_model(self, value: Value) -> bool:
        if isinstance(value, (Instance, Parent)):
            return self._program.inference.classes.is_layer(value.definition)
        return value == UNKNOWN or (
            isinstance(value, ExternalInstance) and value.name.startswith("keras.")
        )

    def _flags(self, site: CallSite) -> _Flags:
        """What a call may give ``run_eagerly``; nothing where it hands on what nobody is seen to give."""
        given = {keyword.arg: keyword.value for keyword in site.node.keywords}
        if _OPTION in given:
            return self._flag(given[_OPTION], site.function)
        if None not in given:
            return frozenset({False})
        arguments = getattr(site.function.node, "args", None)
        own = arguments.kwarg if isinstance(arguments, ast.arguments) else None
        match given[None]:
            case ast.Name(id=name) if own is not None and own.arg == name:
                return self._of_calls(site.function, _OPTION)
        return _EITHER

    def _flag(self, node: ast.expr, function: Function) -> _Flags:
        match node:
            case ast.Constant(value=value):
                return frozenset({bool(value)})
            case ast.Name(id=name) if is_only_a_parameter(name, function):
                return self._of_calls(function, name)
        return _EITHER

    def _of_calls(self, function: Function, name: str) -> _Flags:
        """What the calls of a function give under a name, or leave at its default."""
        key = (_OPTION, function, name)
        return self._program.inference.ask(key, frozenset(), self._find_of_calls, function, name)

    def _find_of_calls(self, function: Function, name: str) -> _Flags:
        return frozenset(
            flag
            for site in self._program.inference.callers.of(function)
            for flag in self._of_call(site, function, name)
        )

    def _of_call(self, site: CallSite, function: Function, name: str) -> Iterator[bool]:
        arguments = self._program.inference.callers.arguments(site, function)
        by_keyword = {keyword.arg: keyword.value for keyword in site.node.keywords}
        given = arguments.get(name) or by_keyword.get(name)
        if given is not None:
            yield from self._flag(given, site.function)
        elif None in by_keyword or any(isinstance(a, ast.Starred) for a in site.node.args):
            yield from self._flags(site) if name == _OPTION else _EITHER
        else:
            default = default_of(function, name)
            yield from (False,) if default is None else self._flag(default, function)

    def _value(self, node: ast.expr, function: Function) -> Value:
        return self._program.inference.value(node, function)
