"""What parameters may be: by place, annotation, default, the calls that give them, and their use."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tflint.api import knowledge
from tflint.facts.expressions import results
from tflint.facts.expressions.callers import Callers
from tflint.facts.expressions.chosen_namespaces import HYBRID_NAMESPACE
from tflint.facts.expressions.classes import Classes
from tflint.facts.expressions.hybrid_parameters import is_used_as_list
from tflint.facts.expressions.operators import iterated
from tflint.facts.expressions.questions import Questions
from tflint.facts.expressions.values import (
    BOOL,
    NONE,
    NOTHING,
    NUMBER,
    SYMBOL,
    TENSOR,
    UNKNOWN,
    ClassValue,
    Container,
    External,
    FunctionValue,
    GraphFunction,
    Instance,
    Number,
    Partial,
    Text,
    Value,
    join,
    members,
    varying,
)
from tflint.syntax.definitions import default_of
from tflint.syntax.model import Binding, CallSite, Function
from tflint.syntax.parsing import tree_of

_HYBRID_LAMBDA = "mxnet.gluon.nn.HybridLambda"
_MOST_SITES_TO_READ = 300
"""What is called under names used more often than this is given values that nobody knows."""


class Parameters:
    """Answers ``value(name, binding, function)`` for one project."""

    def __init__(self, questions: Questions, callers: Callers, classes: Classes) -> None:
        self._questions = questions
        self._callers = callers
        self._classes = classes

    def value(self, name: str, binding: Binding, function: Function) -> Value:
        """What a parameter may be: from its place, annotation, default, call sites and use."""
        return self._questions.ask(
            ("parameter", function, name),
            NOTHING,
            self.worked_out,
            name,
            binding,
            function,
            otherwise=partial(self._not_given, name, function),
        )

    def _not_given(self, name: str, function: Function, value: Value) -> Value:
        """What a parameter is of which calls tell nothing, or only that it may be None."""
        if value == NOTHING:
            return self._used(name, function)
        return join(NONE, UNKNOWN) if value == NONE else value

    def worked_out(self, name: str, binding: Binding, function: Function) -> Value:
        """What place, annotation, default and calls tell of a parameter; NOTHING if they tell nothing."""
        assert isinstance(binding.node, ast.arg)
        if isinstance(function.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            arguments = function.node.args
            if binding.node is arguments.vararg:
                return Container("tuple", element=self._rest_given(function))
            if binding.node is arguments.kwarg:
                return Container("dict", element=self._rest_by_name(function))
        owner = function.owner
        if owner is not None and binding.path == (0,) and not function.is_static:
            if function.is_of_class:
                return ClassValue(owner)
            return Instance(owner)
        special = self._framework_parameter(name, binding, function)
        if special is not None:
            return special
        if (left := self._left_as_declared(name, function)) is not None:
            return left
        if binding.node.annotation is not None:
            annotated = self.annotated(binding.node.annotation, function.parent or function)
            if isinstance(annotated, (Number, Text)):
                why = next(filter(None, map(varying, self.given(name, function))), None)
                return replace(annotated, varying=why)
            if annotated != UNKNOWN:
                return join(annotated, *self._beside(annotated, name, function))
        found: list[Value] = []
        default = default_of(function, name)
        if default is not None:
            value = self._questions.value(default, function.parent or function.module.body)
            if not isinstance(value, (External, FunctionValue)) or self._is_left_out(
                name, function
            ):
                found.append(NUMBER if isinstance(value, Number) else value)
        found.extend(self.given(name, function))
        if binding.node in function.parameters[function.is_method :][:1]:
            found.extend(FunctionValue(inner) for inner in self._callers.decorated_with(function))
            found.extend(
                ClassValue(inner) for inner in self._callers.classes_decorated_with(function)
            )
        return join(*found)

    def _left_as_declared(self, name: str, function: Function) -> Value | None:
        """The number or text that a data class declares for a field which no call at hand gives."""
        owner = function.owner
        if owner is None or owner.fields is None or function.name != "__init__":
            return None
        if self._all_given(function).get(name):
            return None
        default = default_of(function, name)
        value = UNKNOWN if default is None else self._questions.value(default, owner.parent)
        return value if isinstance(value, (Number, Text)) else None

    def _rest_given(self, function: Function) -> Value | None:
        """What the calls at hand give a function's ``*args``; None where there are none, or too many."""
        if self._callers.count(function) > _MOST_SITES_TO_READ:
            return None
        found = [
            iterated(value) if isinstance(node, ast.Starred) else value
            for site in self._sites(function)
            for node in self._callers.perhaps_beyond(site, function)
            for value in [self._questions.value(node, site.function)]
        ]
        return join(*found) if found else None

    def _rest_by_name(self, function: Function) -> Value | None:
        """What is in a function's ``**kwargs``: of ``hybrid_forward``, the parameters of its block."""
        owner = function.owner
        is_hybrid = owner is not None and self._classes.is_hybrid_block(owner)
        return SYMBOL if is_hybrid and function.name == "hybrid_forward" else None

    def unread_calls(self, function: Function) -> int:
        """How many calls of a function there are, where they are too many to be read for its parameters."""
        if self._callers.count(function) <= _MOST_SITES_TO_READ:
            return 0
        given = function.parameters[1:] if function.is_method else function.parameters
        if all(parameter.annotation is not None for parameter in given):
            return 0
        calls = len(self._callers.of(function))
        return calls if calls > _MOST_SITES_TO_READ else 0

    def has_too_many_calls(self, function: Function) -> bool:
        """True for a function of which nobody reads what it is given: so many calls have its names."""
        return self._callers.count(function) > _MOST_SITES_TO_READ

    def given(self, name: str, function: Function) -> Iterator[Value]:
        """What the project's calls give a parameter."""
        if self.has_too_many_calls(function):
            yield UNKNOWN
            return
        for argument, caller in self._all_given(function).get(name, ()):
            yield self._questions.value(argument, caller)

    def perhaps_given(self, name: str, function: Function) -> Iterator[Value]:
        """The same, and what calls by the function's name give of which nothing tells what they call.

        A method of an unknown object is no function that belongs to no class.
        """
        yield from self.given(name, function)
        if self._callers.count(function) > _MOST_SITES_TO_READ:
            return
        for site in self._callers.perhaps_of(function):
            if function.owner is None and isinstance(site.node.func, ast.Attribute):
                continue
            argument = self._callers.arguments(site, function).get(name)
            if argument is not None:
                yield self._questions.value(argument, site.function)

    def _beside(self, annotated: Value, name: str, function: Function) -> Iterator[Value]:
        """What calls are known to give where an annotation says less, or something else.

        That is objects of subclasses where it names the class above them, lists and the like where
        it says tensor, which nobody checks, and functions where it may be anything: ``Callable | None``.
        """
        is_open = UNKNOWN in members(annotated)
        if not is_open and not isinstance(annotated, Instance) and annotated != TENSOR:
            return
        for value in self.given(name, function):
            for member in members(value):
                if is_open:
                    if isinstance(member, (FunctionValue, GraphFunction, Partial)):
                        yield member
                elif isinstance(annotated, Instance):
                    if isinstance(member, Instance) and self._is_below(member, annotated):
                        yield member
                elif isinstance(member, Container):
                    yield member

    def _is_below(self, instance: Instance, above: Instance) -> bool:
        return (
            instance.definition is not above.definition
            and above.definition in self._classes.bases(instance.definition)
        )

    def _is_left_out(self, name: str, function: Function) -> bool:
        """True when a call may leave a parameter out, or when there is none."""
        given = len(self._all_given(function).get(name, ()))
        calls = self._callers.count(function) + len(self._callers.indirect(function))
        return not given or given < calls

    def _all_given(self, function: Function) -> dict[str, list[tuple[ast.expr, Function]]]:
        """What the project's calls give a function, by parameter, each with the function that calls."""
        return self._questions.ask(("arguments", function), {}, self._arguments, function)

    def _arguments(self, function: Function) -> dict[str, list[tuple[ast.expr, Function]]]:
        found: dict[str, list[tuple[ast.expr, Function]]] = {}
        for site in self._sites(function):
            for name, argument in self._callers.arguments(site, function).items():
                found.setdefault(name, []).append((argument, site.function))
        return found

    def _sites(self, function: Function) -> list[CallSite]:
        """The calls that give a function something, those that Python's own functions make among them."""
        callers = self._callers
        by_bases = callers.by_bases(self._classes.overridden(function))
        return [*callers.of(function), *callers.indirect(function), *by_bases]

    def _framework_parameter(self, name: str, binding: Binding, function: Function) -> Value | None:
        owner = function.owner
        if owner is None:
            is_lambda = function in self._callers.functions_passed_to(_HYBRID_LAMBDA)
            return self._hybrid(name, binding, function) if is_lambda else None
        if function.name == "hybrid_forward" and self._classes.is_hybrid_block(owner):
            return self._hybrid(name, binding, function)
        if function.name == "__call__" and binding.path == (1,):
            if any(map(knowledge.KERAS_SCHEDULES.match, self._classes.base_names(owner))):
                return TENSOR
        if function.name == "call" and self._classes.is_layer(owner):
            if name == "training":
                return join(BOOL, NONE)
            if binding.path == (1,):
                return TENSOR
        return None

    def _hybrid(self, name: str, binding: Binding, function: Function) -> Value:
        """What Gluon gives a parameter: the module of operations, then symbols, or lists of them.

        What has a default other than None is an option of the block, which is no symbol where
        it is left out.
        """
        if binding.path == ((1,) if function.is_method else (0,)):
            return HYBRID_NAMESPACE
        default = default_of(function, name)
        if default is not None:
            value = self._questions.value(default, function.parent or function.module.body)
            if value != NONE:
                return UNKNOWN
        return UNKNOWN if is_used_as_list(name, function) else SYMBOL

    def _used(self, name: str, function: Function) -> Value:
        """What a parameter must be for the function to make sense: a count, when it goes to range."""
        for site in function.calls:
            if site.name == "range" and any(
                isinstance(a, ast.Name) and a.id == name for a in site.node.args
            ):
                return NUMBER
        return UNKNOWN

    def annotated(self, node: ast.expr, function: Function) -> Value:
        """What an annotation promises."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            tree = tree_of(f"({node.value})")
            if tree is None or not isinstance(tree.body[0], ast.Expr):
                return UNKNOWN
            node = tree.body[0].value
            return results.annotation(node, lambda e: self._annotation_name(e, function))
        return results.annotation(node, lambda e: self._questions.value(e, function))

    def _annotation_name(self, node: ast.expr, function: Function) -> Value:
        if isinstance(node, ast.Name):
            return self._questions.lookup(node.id, function)
        if isinstance(node, ast.Attribute):
            return self._questions.attribute(self._annotation_name(node.value, function), node.attr)
        return UNKNOWN
