"""Objects that a name of a module stands for alone, and what is put into each by its own methods.

Two registries of one class: what is registered by the name of one, a look-up by that name gives, and none
by the name of the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from tflint.facts.expressions.callers import Callers
from tflint.facts.expressions.classes import Classes
from tflint.facts.expressions.parameters import Parameters
from tflint.facts.expressions.program import Program
from tflint.facts.expressions.questions import Questions
from tflint.facts.expressions.star_imports import StarImports
from tflint.facts.expressions.values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    ModuleValue,
    Value,
)
from tflint.syntax.arguments import is_open, is_own_parameter
from tflint.syntax.blocks import part_at
from tflint.syntax.definitions import owner_of
from tflint.syntax.model import (
    Binding,
    CallSite,
    Class,
    Function,
    ImportedName,
    Module,
    loops_around,
)
from tflint.syntax.scopes import holder_of, resolve


@dataclass(unsafe_hash=True, slots=True)
class NamedObject:
    """An object that one call makes, once, whose class is known.

    Attributes:
        made: the call.
        definition: the class.
    """

    made: ast.Call
    definition: Class = field(compare=False)


class NamedObjects:
    """Answers ``named(expression, function)`` and ``put(object, parameter, function)`` for one project."""

    def __init__(
        self,
        questions: Questions,
        callers: Callers,
        classes: Classes,
        parameters: Parameters,
        program: Program,
    ) -> None:
        self._questions = questions
        self._callers = callers
        self._classes = classes
        self._parameters = parameters
        self._program = program

    def named(self, node: ast.expr, function: Function) -> NamedObject | None:
        """The object that only a name of a module stands for: ``LOSSES``, ``registries.LOSSES``."""
        match node:
            case ast.Name(id=name):
                bound = resolve(name, function)
                if bound is None:
                    return self._of_stars(name, function.module)
                if not bound.scope.is_module or bound.elsewhere or len(bound.bindings) != 1:
                    return None
                return self._bound(bound.bindings[0], bound.scope)
            case ast.Attribute(value=owner, attr=name):
                value = self._questions.value(owner, function)
                return (
                    self._of_module(name, value.module) if isinstance(value, ModuleValue) else None
                )
        return None

    def _of_module(self, name: str, module: Module) -> NamedObject | None:
        return self.named(ast.Name(name, ast.Load()), module.body)

    def _of_stars(self, name: str, module: Module) -> NamedObject | None:
        giver = self._program.remember(StarImports).giver(name, module)
        return self._of_module(name, giver) if isinstance(giver, Module) else None

    def _bound(self, binding: Binding, scope: Function) -> NamedObject | None:
        key = ("named object", binding)
        return self._questions.ask(key, None, self._find_bound, binding, scope)

    def _find_bound(self, binding: Binding, scope: Function) -> NamedObject | None:
        if isinstance(binding.target, ImportedName):
            return self._imported(binding.target, scope.module)
        if binding.kind != "assign" or loops_around(binding.block):
            return None
        given = part_at(binding.path, binding.value)
        if not isinstance(given, ast.Call):
            return None if given is None else self.named(given, scope)
        made_by = self._questions.value(given.func, scope)
        return NamedObject(given, made_by.definition) if isinstance(made_by, ClassValue) else None

    def _imported(self, imported: ImportedName, module: Module) -> NamedObject | None:
        path = self._program.layout.find(module.path, imported.module, imported.level)
        other = None if path is None or imported.name is None else self._program.module(path)
        if other is None or imported.name is None:
            return None
        return self._of_module(imported.name, other)

    def put(self, thing: NamedObject, name: str, function: Function) -> list[Value]:
        """What a method of a named object is given for a parameter, wherever that object may be meant.

        Unknown is part of it where a call may mean any object of the class.
        """
        return list(self._put(thing, name, function, set()))

    def _put(
        self, thing: NamedObject, name: str, function: Function, seen: set[tuple[str, Function]]
    ) -> Iterator[Value]:
        if (name, function) in seen:
            return
        seen.add((name, function))
        if self._parameters.has_too_many_calls(function) or self._callers.indirect(function):
            yield UNKNOWN
            return
        yield from self._decorated(thing, name, function)
        for site in self._callers.of(function):
            given = self._callers.arguments(site, function).get(name)
            if given is None and not is_open(site.node):
                continue
            if self._is_of_same(thing, site, function):
                yield from self._handed_on(thing, given, site, seen)
                continue
            meant = self._meant(site.node.func, site.function)
            if meant is None or (given is None and meant == thing):
                yield UNKNOWN
            elif given is not None and meant == thing:
                yield self._questions.value(given, site.function)

    def _decorated(self, thing: NamedObject, name: str, function: Function) -> Iterator[Value]:
        """The functions and classes that it decorates."""
        first = function.parameters[function.is_method :][:1]
        if not first or first[0].arg != name:
            return
        for decorator, inner in self._callers.decorations(function):
            meant = self._meant(decorator, inner.parent or inner.module.body)
            if meant in (None, thing):
                yield UNKNOWN if meant is None else FunctionValue(inner)
        for decorator, definition in self._callers.class_decorations(function):
            meant = self._meant(decorator, definition.parent)
            if meant in (None, thing):
                yield UNKNOWN if meant is None else ClassValue(definition)

    def _handed_on(
        self,
        thing: NamedObject,
        given: ast.expr | None,
        site: CallSite,
        seen: set[tuple[str, Function]],
    ) -> Iterator[Value]:
        """What one method of an object gives another, of what that is given itself."""
        around = holder_of(given.id, site.function) if isinstance(given, ast.Name) else None
        if (
            not isinstance(given, ast.Name)
            or around is None
            or owner_of(around) is None
            or not is_own_parameter(given.id, around)
        ):
            yield UNKNOWN
            return
        yield from self._put(thing, given.id, around, seen)

    def _meant(self, called: ast.expr, function: Function) -> NamedObject | None:
        """The object whose method a call or a decorator means, or a call that makes what is called."""
        method = called.func if isinstance(called, ast.Call) else called
        return self.named(method.value, function) if isinstance(method, ast.Attribute) else None

    def _is_of_same(self, thing: NamedObject, site: CallSite, function: Function) -> bool:
        """True where a method calls another of its object, or a function that it has inside.

        The object of a class below may be another one.
        """
        func = site.node.func
        method = func.func if isinstance(func, ast.Call) else func
        match method:
            case ast.Attribute(value=ast.Name(id=name)):
                holder = holder_of(name, site.function)
                if holder is None or holder.self_name != name:
                    return False
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[])):
                holder = site.function
            case ast.Name(id=name):
                holder = holder_of(name, site.function)
                if holder is None or holder is not function.parent:
                    return False
            case _:
                return False
        return owner_of(holder) in self._classes.bases(thing.definition)
