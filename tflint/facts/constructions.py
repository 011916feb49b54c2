"""What all constructions of a class at hand give its objects alike, and what its constructor writes out.

``Layer()`` everywhere, of ``def __init__(self, debug=False)`` with ``self.debug = debug``: what stands
under ``if self.debug:`` is in no graph of the project, just as if the option were a parameter of the
function.
"""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.facts.context_settings import NO_SETTINGS, ContextSettings, Setting, constant_setting
from tflint.facts.following_objects import AttributeReads, ObjectSearch, uses_of_program
from tflint.facts.setting_propagation import SettingPropagation, stored_plainly
from tflint.facts.values import Instance, members
from tflint.syntax.definitions import defaults_of, own_attribute
from tflint.syntax.model import AttributeStore, CallSite, Class, Function
from tflint.syntax.scopes import is_only_a_parameter

if TYPE_CHECKING:
    from tflint.facts.inference import Inferred


class Constructions:
    """Answers ``settings(function)`` for one project."""

    def __init__(self, program: Inferred) -> None:
        self._program = program

    def settings(self, method: Function) -> ContextSettings:
        """What is known of the attributes of ``self``, by the calls that make objects of its class.

        Only of attributes that nothing but the constructor sets. Of what a library offers, others make
        objects, and so they may of a class that is handed on.
        """
        owner = method.owner
        if owner is None or "__init__" not in owner.methods:
            return NO_SETTINGS
        return self._program.inference.ask(("made with", owner), NO_SETTINGS, self._found, owner)

    def _found(self, owner: Class) -> ContextSettings:
        if self._is_offered(owner):
            return NO_SETTINGS
        kept, written = dict[str, str](), set[Setting]()
        constructor = owner.methods["__init__"]
        for store in stored_plainly(constructor):
            attr, value = store.node.attr, store.binding.value
            known = constant_setting(f"self.{attr}", value)
            if known is not None:
                if self._is_for_tests(store, owner):
                    written.add(known)
            elif isinstance(value, ast.Name) and is_only_a_parameter(value.id, constructor):
                if self._is_for_tests(store, owner):
                    kept[attr] = value.id
        if not (kept or written) or not self._shows_all(owner):
            return NO_SETTINGS
        given = [self._given(site, owner, kept) for site in self._sites(owner)]
        return (frozenset.intersection(*given) if given else NO_SETTINGS) | written

    def _is_for_tests(self, store: AttributeStore, owner: Class) -> bool:
        """True where nothing else sets an attribute that tests ask for, or functions it is given to."""
        return (
            self._is_only_store(store, owner)
            and store.node.attr in SettingPropagation(self._program.inference).asked_of(owner)
            and not self._is_set_by_name(store, owner)
        )

    def _is_only_store(self, store: AttributeStore, owner: Class) -> bool:
        return all(
            other is store
            or (
                function.owner is not None
                and own_attribute(other.node, function) is not None
                and not self._are_related(function.owner, owner)
            )
            for function, other in self._stores[store.node.attr]
        )

    def _is_set_by_name(self, store: AttributeStore, owner: Class) -> bool:
        """True where ``setattr`` may set an attribute of such an object, or what holds all of them."""
        return any(
            self._may_set(site, store.node.attr, owner)
            for site in self._program.names.calls.get("setattr", ())
        ) or any(
            function.owner is not None and self._are_related(function.owner, owner)
            for function in self._with_all_attributes
        )

    def _may_set(self, site: CallSite, attr: str, owner: Class) -> bool:
        match site.node.args:
            case [_, ast.Constant(value=name), _] if name != attr:
                return False
            case [changed, _, _]:
                value = self._program.inference.value(changed, site.function)
                return any(
                    not isinstance(member, Instance) or self._are_related(member.definition, owner)
                    for member in members(value)
                )
            case _:
                return True

    @cached_property
    def _with_all_attributes(self) -> list[Function]:
        """The functions that take hold of all attributes at once: ``self.__dict__``, ``vars(self)``."""
        read = [
            function
            for module in self._program.relevant_modules
            for _, function in module.reads.get("__dict__", ())
        ]
        return read + [site.function for site in self._program.names.calls.get("vars", ())]

    @cached_property
    def _stores(self) -> dict[str, list[tuple[Function, AttributeStore]]]:
        """The assignments to attributes in the project, by their names."""
        found: dict[str, list[tuple[Function, AttributeStore]]] = {}
        for module in self._program.relevant_modules:
            for function in module.functions:
                for store in function.stores:
                    found.setdefault(store.node.attr, []).append((function, store))
        return found

    def _are_related(self, one: Class, other: Class) -> bool:
        bases = self._program.inference.classes.bases
        return one in bases(other) or other in bases(one)

    def _is_offered(self, owner: Class) -> bool:
        """True for a class of a library, of which others make objects."""
        program = self._program
        return program.is_library and program.layout.is_in_package(owner.module.path)

    def _shows_all(self, owner: Class) -> bool:
        """Whether the calls at hand are all that make objects of a class."""
        program = self._program
        uses, attributes = program.remember(uses_of_program), program.remember(AttributeReads)
        return ObjectSearch(owner, program, uses, attributes).is_only_mentioned

    def _sites(self, owner: Class) -> list[CallSite]:
        constructor, callers = owner.methods["__init__"], self._program.inference.callers
        return [
            site
            for site in callers.of(constructor)
            if owner.module.is_of_tests or not site.function.module.is_of_tests
        ]

    def _given(self, site: CallSite, owner: Class, kept: dict[str, str]) -> frozenset[Setting]:
        """What one call gives the attributes: constants, written out or by default."""
        constructor, callers = owner.methods["__init__"], self._program.inference.callers
        arguments, unread = (
            callers.arguments(site, constructor),
            callers.unread(site, constructor),
        )
        defaults = dict(defaults_of(constructor))
        return frozenset(
            known
            for attr, name in kept.items()
            if name in arguments or (unread is not None and name not in unread)
            if (known := constant_setting(f"self.{attr}", arguments.get(name, defaults.get(name))))
            is not None
        )
