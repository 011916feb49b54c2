"""Which programs only ever run models with ``run_eagerly=True``: Keras runs them as Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import (
    UNKNOWN,
    ExternalInstance,
    Instance,
    Parent,
    Value,
    members,
)
from tflint.facts.programs.option_flags import NOT_KNOWN, OFF, OPTION, Flags, OptionFlags
from tflint.syntax.expressions import key_of
from tflint.syntax.model import AttributeStore, CallSite, Class, Function, Module
from tflint.syntax.order import position
from tflint.syntax.scopes import written_out

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_COMPILE = "compile"
_Asking = CallSite | AttributeStore
"""A call of ``compile`` with ``run_eagerly=``, or ``model.run_eagerly = …``.

What is set before a ``compile`` counts for nothing: that sets it anew. Set behind it, it counts as long as
nothing was trained.
"""


class EagerModels:
    """Tells whether the models of a project run as Python."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._options = OptionFlags(program)

    def runs_eagerly(self, site: CallSite) -> bool:
        """True for a call of ``compile`` of a model that is always made to run eagerly."""
        return self._flags(site) == {True}

    def may_run_eagerly(self, site: CallSite) -> bool:
        """True for a call of ``compile`` of a model of which nothing says that it makes graphs."""
        return _may_be_eager(self._flags(site))

    def is_always_eager(self, definition: Class) -> bool:
        """True for a model of which all objects are made to run eagerly."""
        found = self._by_class.get(definition)
        return bool(found) and all(flags == {True} for _, flags in found or ())

    def perhaps(self, definition: Class) -> _Asking | None:
        """What may make all objects of a class run eagerly; None where something makes graphs of some."""
        found = self._by_class.get(definition, [])
        asking = next((asking for asking, flags in found if _may_be_eager(flags)), None)
        return None if any(False in flags for _, flags in found) else asking

    def is_known(self, asking: _Asking) -> bool:
        """True for what is known to make a model run eagerly, and not just for all that is known."""
        return self._flags_of(asking) == {True}

    def by(self, module: Module) -> _Asking | None:
        """What makes models run eagerly, or may, where all do in the programs that use a file.

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
    def _asking(self) -> list[_Asking]:
        """What makes models run eagerly, what is known to do so first.

        Calls of ``compile``, and of what hands that on elsewhere; and what is set.
        """
        found: list[_Asking] = [
            site
            for module in self._mentioning
            for sites in module.calls.values()
            for site in sites
            if any(keyword.arg == OPTION for keyword in site.node.keywords)
            and (self._compiles(site) or not self._program.inference.callers.called(site))
        ]
        found += self._stores
        found = [asking for asking in found if _may_be_eager(self._flags_of(asking))]
        return sorted(found, key=lambda asking: not self.is_known(asking))

    @cached_property
    def _mentioning(self) -> list[Module]:
        return [
            module
            for module in self._program.relevant_modules
            if OPTION in module.text and not module.is_of_tests
        ]

    @cached_property
    def _stores(self) -> list[AttributeStore]:
        """Where the attribute of what may be a model is set, in order."""
        return [
            store
            for module in self._mentioning
            for function in module.functions
            for store in function.stores_by_name.get(OPTION, ())
            if any(map(self._may_be_set, self._members(store.node.value, store.function)))
        ]

    @cached_property
    def _making_graphs(self) -> list[CallSite]:
        """The calls of ``compile`` after which a model may run graphs."""
        return [
            site
            for module in self._program.relevant_modules
            if not module.is_of_tests
            for site in module.calls.get(_COMPILE, ())
            if self._compiles(site) and False in self._flags(site)
        ]

    @cached_property
    def _by_class(self) -> dict[Class, list[tuple[_Asking, Flags]]]:
        """How the models of each class are compiled, or set."""
        found: dict[Class, list[tuple[_Asking, Flags]]] = {}
        for module in self._program.relevant_modules:
            for site in module.calls.get(_COMPILE, ()):
                if isinstance(site.node.func, ast.Attribute):
                    for definition in self._classes(site.node.func.value, site.function):
                        found.setdefault(definition, []).append((site, self._flags(site)))
        for store in self._stores:
            for definition in self._classes(store.node.value, store.function):
                if definition not in found:
                    found[definition] = [(store, self._flags_of(store))]
        return found

    def _compiles(self, site: CallSite) -> bool:
        """True for a call of ``compile`` of what may be a model."""
        func = site.node.func
        return (
            isinstance(func, ast.Attribute)
            and func.attr == _COMPILE
            and any(map(self._may_be_model, self._members(func.value, site.function)))
        )

    def _may_be_model(self, value: Value) -> bool:
        if isinstance(value, (Instance, Parent)):
            return self._program.inference.classes.is_layer(value.definition)
        return value == UNKNOWN or (
            isinstance(value, ExternalInstance) and value.name.startswith("keras.")
        )

    def _may_be_set(self, value: Value) -> bool:
        """True for what may be a model, not just a layer, of which Keras asks nothing like that."""
        is_own = isinstance(value, (Instance, Parent))
        return self._may_be_model(value) and (
            not is_own or self._program.inference.classes.is_model(value)
        )

    def _flags_of(self, asking: _Asking) -> Flags:
        """What a call gives a model, or what setting the attribute does, as far as code comes to that."""
        if not isinstance(asking, AttributeStore):
            return self._flags(asking)
        comes = self._options.comes_to(asking.node, asking.binding.block, asking.function)
        return _joined(OFF, self._set_by(asking), comes)

    def _flags(self, site: CallSite) -> Flags:
        """What the model of a call of ``compile`` has in the end; what a call of anything else gives."""
        if site.name != _COMPILE or not isinstance(site.node.func, ast.Attribute):
            return self._options.of_call(site)
        key, model = ("eager model", site), site.node.func.value
        return self._program.inference.ask(key, frozenset(), self._find_flags, site, model)

    def _find_flags(self, site: CallSite, model: ast.expr) -> Flags:
        inner = [
            one
            for function in self._program.inference.callers.called(site)
            for one in function.calls
            if self._compiles(one)
        ]
        given: Flags = frozenset(flag for one in inner for flag in self._flags(one))
        if not inner:
            given = self._options.of_call(site)
        if self._stores:
            given = self._after(given, model, site.node, site.function)
            given = self._where_returned(given, model, site.function)
        return given

    def _after(self, given: Flags, model: ast.expr, place: ast.AST, function: Function) -> Flags:
        """What a model has after what a function sets behind a place, and what others may set."""
        known = _key(model, function)
        for store in self._stores:
            if store.function is function:
                is_same = key_of(store.node.value) == known
                if is_same and position(store.node) > position(place):
                    comes = self._options.comes_to(store.node, store.binding.block, function)
                    given = _joined(given, self._set_by(store), comes)
            elif self._may_be_same(store, model, function):
                given = _joined(given, self._set_by(store), NOT_KNOWN)
        return given

    def _where_returned(self, given: Flags, model: ast.expr, function: Function) -> Flags:
        """What the model has that a function gives back, where its callers set it."""
        known = _key(model, function)
        if not any(v is not None and key_of(v) == known for v, _ in function.returns):
            return given
        found: Flags = frozenset()
        for site in self._program.inference.callers.of(function):
            names = [s.node.value for s in self._stores if s.function is site.function]
            kept = [n for n in names if _made_by(n, site.function) is site.node]
            found |= self._after(given, kept[0], site.node, site.function) if kept else given
        return found or given

    def _may_be_same(self, store: AttributeStore, model: ast.expr, function: Function) -> bool:
        """True where what another function sets may be of the model that one has."""
        if store.function.name == "__init__":
            return False  # which comes before
        match model, store.node.value:
            case ast.Attribute(attr=one), ast.Attribute(attr=other) if one == other:
                return True
        classes = {*self._classes(model, function)}
        return any(one in classes for one in self._classes(store.node.value, store.function))

    def _set_by(self, store: AttributeStore) -> Flags:
        value, is_plain = store.binding.value, store.binding.kind == "assign"
        if value is None or not is_plain or store.binding.path:
            return NOT_KNOWN
        return self._options.of(value, store.function)

    def _classes(self, node: ast.expr, function: Function) -> Iterator[Class]:
        """The classes of the project that a model may be of."""
        for member in self._members(node, function):
            if isinstance(member, (Instance, Parent)):
                yield member.definition

    def _members(self, node: ast.expr, function: Function) -> tuple[Value, ...]:
        return tuple(members(self._program.inference.value(node, function)))


def _may_be_eager(flags: Flags) -> bool:
    return bool(flags) and False not in flags


def _joined(given: Flags, then: Flags, comes: Flags) -> Flags:
    """What a flag is that had some values, where a store of others is come to, is not, or may be."""
    if comes == OFF or then == given:
        return given
    return then if comes == {True} else NOT_KNOWN


def _key(model: ast.expr, function: Function) -> object:
    """How a function calls a model; ``super()`` is its own object."""
    match model:
        case ast.Call(func=ast.Name(id="super")):
            return function.self_name
    return key_of(model)


def _made_by(model: ast.expr, function: Function) -> ast.expr | None:
    """The expression that a function has stored in what it calls a model."""
    match model:
        case ast.Name():
            return written_out(model, function)
        case ast.Attribute(attr=attr):
            known = key_of(model)
            stores = function.stores_by_name.get(attr, ())
            return next((s.binding.value for s in stores if key_of(s.node) == known), None)
    return None
