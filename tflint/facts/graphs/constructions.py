"""What all constructions of a class at hand give its objects alike, and what its constructor writes out.

``Layer()`` everywhere, of ``def __init__(self, debug=False)`` with ``self.debug = debug``: what stands
under ``if self.debug:`` is in no graph of the project, just as if the option were a parameter of the
function.
"""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import ClassValue, members
from tflint.facts.graphs.context_settings import (
    NO_SETTINGS,
    ContextSettings,
    Setting,
    constant_setting,
    setting,
)
from tflint.facts.graphs.setting_propagation import SettingPropagation, stored_plainly
from tflint.facts.programs.following_objects import Mentions, ObjectSearch
from tflint.facts.programs.set_by_name import SetByName
from tflint.syntax.definitions import own_attribute
from tflint.syntax.model import AttributeStore, CallSite, Class, Function
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_MOST_CALLERS = 3
"""Functions that hand a constant on to a constructor, each to the next, which are looked at."""

_ByCall = tuple[ContextSettings, dict[CallSite, ContextSettings]]
_NOTHING: _ByCall = (NO_SETTINGS, {})


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

    def differing(self, owner: Class) -> dict[ContextSettings, list[CallSite]]:
        """What the calls that make objects of a class give them each in another way, and which calls do.

        Nothing where they all give them the same.
        """
        if "__init__" not in owner.methods:
            return {}
        _, given = self._by_call(owner)
        alike = frozenset.intersection(*given.values()) if given else NO_SETTINGS
        found: dict[ContextSettings, list[CallSite]] = {}
        for site, settings in given.items():
            found.setdefault(settings - alike, []).append(site)
        return found if len(found) > 1 else {}

    def _found(self, owner: Class) -> ContextSettings:
        written, given = self._by_call(owner)
        return frozenset.intersection(*given.values()) | written if given else written

    def _by_call(self, owner: Class) -> _ByCall:
        """What the constructor of a class writes out, and what each call gives besides."""
        return self._program.inference.ask(
            ("made by calls", owner), _NOTHING, self._asked_by_call, owner
        )

    def _asked_by_call(self, owner: Class) -> _ByCall:
        if self._is_offered(owner):
            return _NOTHING
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
            return _NOTHING
        names = self._compared(owner, frozenset(kept)) if kept else {}
        named = frozenset(names.values())
        given = {site: self._given(site, owner, kept, named) for site in self._sites(owner)}
        found = frozenset.intersection(*given.values()) if given else NO_SETTINGS
        return frozenset(written | (names.keys() if found else NO_SETTINGS)), given

    def _is_for_tests(self, store: AttributeStore, owner: Class) -> bool:
        """True where nothing else sets an attribute that tests ask for, or functions it is given to."""
        return (
            self._is_only_store(store, owner)
            and store.node.attr in SettingPropagation(self._program.inference).asked_of(owner)
            and not self._program.remember(SetByName).may_set(store.node.attr, owner)
        )

    def _is_only_store(self, store: AttributeStore, owner: Class) -> bool:
        return all(
            other is store
            or self._is_stored_before(other, function, store, owner)
            or (
                function.owner is not None
                and own_attribute(other.node, function) is not None
                and not self._are_related(function.owner, owner)
            )
            for function, other in self._stores[store.node.attr]
        )

    def _is_stored_before(
        self, other: AttributeStore, function: Function, store: AttributeStore, owner: Class
    ) -> bool:
        """True in the constructor of a base, which the constructor that stores calls before it does so."""
        above = owner.methods["__init__"]
        return (
            function.name == "__init__"
            and function.owner is not None
            and function.owner is not owner
            and function.owner in self._program.inference.classes.bases(owner)
            and own_attribute(other.node, function) is not None
            and all(
                site.node.lineno < store.node.lineno
                for site in above.calls
                if function in self._program.inference.callers.called(site)
            )
        )

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
        return ObjectSearch(owner, self._program).is_only_mentioned

    def _sites(self, owner: Class) -> list[CallSite]:
        constructor, callers = owner.methods["__init__"], self._program.inference.callers
        return [
            site
            for site in callers.of(constructor)
            if owner.module.is_of_tests or not site.function.module.is_of_tests
        ]

    def _given(
        self, site: CallSite, owner: Class, kept: dict[str, str], named: frozenset[Class]
    ) -> frozenset[Setting]:
        """What one call gives the attributes: constants, written out, by default, or handed on to there."""
        constructor = owner.methods["__init__"]
        given = (
            (f"self.{attr}", *self._argument(site, constructor, name))
            for attr, name in kept.items()
        )
        known = (
            self._setting(name, node, function, named, _MOST_CALLERS)
            for name, node, function in given
        )
        return frozenset(each for each in known if each is not None)

    def _argument(
        self, site: CallSite, called: Function, name: str
    ) -> tuple[ast.expr | None, Function]:
        """What a call gives a parameter, or leaves it at, and the function that this is written in."""
        callers = self._program.inference.callers
        arguments, unread = callers.arguments(site, called), callers.unread(site, called)
        if name in arguments:
            return arguments[name], site.function
        is_left = unread is not None and name not in unread
        around = called.parent or called.module.body
        return (called.defaults.get(name) if is_left else None), around

    def _setting(
        self,
        name: str,
        node: ast.expr | None,
        function: Function,
        named: frozenset[Class],
        depth: int,
    ) -> Setting | None:
        """What an expression gives a setting: a constant, one that a class names, or what callers give."""
        known = constant_setting(name, node)
        if known is not None:
            return known
        match node:
            case ast.Attribute():
                constant = self._named(node, function)
                return (
                    None
                    if constant is None or constant[0] not in named
                    else setting(name, constant[1])
                )
            case ast.Name(id=parameter) if depth and is_only_a_parameter(parameter, function):
                return self._handed(name, parameter, function, named, depth - 1)
            case _:
                return None

    def _handed(
        self, name: str, parameter: str, function: Function, named: frozenset[Class], depth: int
    ) -> Setting | None:
        """What all calls of a function hand to a parameter alike."""
        sites = self._program.inference.callers.of(function)
        if function.decorators or not (sites and self._shows_calls(function)):
            return None
        found = {
            self._setting(name, *self._argument(site, function, parameter), named, depth)
            for site in sites
            if function.module.is_of_tests or not site.function.module.is_of_tests
        }
        return found.pop() if len(found) == 1 else None

    def _shows_calls(self, function: Function) -> bool:
        """Whether the calls at hand are all calls of a constructor, or of a function that is no method."""
        program, owner = self._program, function.owner
        if owner is not None:
            is_constructor = function.name == "__init__"
            return is_constructor and not self._is_offered(owner) and self._shows_all(owner)
        if function.parent is None or not function.parent.is_module:
            return False
        if program.is_library and program.layout.is_in_package(function.module.path):
            return False
        return program.remember(Mentions).are_all_of(function)

    def _compared(self, owner: Class, attrs: frozenset[str]) -> dict[Setting, Class]:
        """The constants, by the names that classes give them, with which tests compare some attributes."""
        found: dict[Setting, Class] = {}
        for method in owner.methods.values():
            for part in walk(method.node):
                match part:
                    case ast.Compare(
                        left=left, ops=[_], comparators=[ast.Attribute() as right]
                    ) if own_attribute(left, method) in attrs:
                        named = self._named(right, method)
                        if named is not None:
                            found[setting(as_written(right), named[1])] = named[0]
        return found

    def _named(self, node: ast.Attribute, function: Function) -> tuple[Class, object] | None:
        """A constant that a class names, as ``Mode.EAGER``, which nothing changes; and the class."""
        match self._program.inference.value(node.value, function):
            case ClassValue(definition=owner) if not self._stores.get(node.attr):
                bindings = owner.bindings.get(node.attr, ())
                known = constant_setting("", bindings[0].value) if len(bindings) == 1 else None
                if known is not None and not self._is_filled_by_name(owner):
                    return owner, known.value
        return None

    def _is_filled_by_name(self, owner: Class) -> bool:
        """True where ``setattr`` sets attributes of a class itself."""
        return any(
            ClassValue(owner)
            in members(self._program.inference.value(site.node.args[0], site.function))
            for site in self._program.names.calls.get("setattr", ())
            if site.node.args
        )
