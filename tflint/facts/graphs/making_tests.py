"""Under which tests a helper of the project makes a ``tf.function`` of what it is given.

``@maybe(tf.function, options.compiled)``, with ``if condition: return decorator(function)`` inside: what
the tests in the helper ask for is told by what the call gives it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts.expressions.values import (
    External,
    FunctionValue,
    GraphDecorator,
    GraphFunction,
    Value,
    members,
)
from tflint.facts.graphs.setting_propagation import Tested
from tflint.syntax.definitions import stands_in
from tflint.syntax.model import Binding, CallSite, Function
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, is_only_a_parameter, written_out

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_MOST_STEPS = 6
"""Through how many calls and expressions the tests are looked for."""


class MakingTests:
    """Answers ``of(node, function)`` for one project."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference

    def of(self, node: ast.expr, function: Function, steps: int = _MOST_STEPS) -> list[Tested]:
        """The tests under which an expression is a ``tf.function``, or makes one when it is called.

        Nothing where several ways lead there: what they have in common is not looked for.
        """
        if not steps:
            return []
        match node:
            case ast.IfExp(test=test, body=body, orelse=orelse):
                arms = [(True, body), (False, orelse)]
                making = [arm for arm in arms if self._makes(arm[1], function)]
                if len(making) != 1:
                    return []
                outcome, arm = making[0]
                return [Tested(test, outcome, function), *self.of(arm, function, steps - 1)]
            case ast.Call(func=ast.Call() as maker):
                return self.of(maker, function, steps - 1)
            case ast.Call(func=func):
                called = self._only_function(func, function)
                tests = [] if called is None else self._of_returned(called, steps - 1)
                return [
                    told
                    for tested in tests
                    if called is not None
                    for told in self._as_called(tested, node, called, function)
                ]
            case ast.Name():
                return self._of_name(node, function, steps - 1)
        return []

    def given_to(
        self, helper: Function, function: Function, steps: int = _MOST_STEPS
    ) -> Iterator[tuple[ast.expr, Function]]:
        """The decorators and calls that give a function to a helper, or to those around it.

        Of a helper that hands on what it is given, they are those that give it to that.
        """
        helpers = [scope for scope in helper.scopes if not stands_in(function, scope)]
        holder = function.parent or function.module.body
        for node in function.decorators:
            named = node.func if isinstance(node, ast.Call) else node
            if self._only_function(named, holder) in helpers:
                yield node, holder
        for scope in helpers if steps else ():
            for site in self._inference.callers.of(scope):
                given = [each for each in site.node.args if self._may_be(each, function, site)]
                if any(_is_handed_on(each, site.function) for each in given):
                    yield from self.given_to(site.function, function, steps - 1)
                elif given:
                    yield site.node, site.function

    def _may_be(self, node: ast.expr, function: Function, site: CallSite) -> bool:
        value = self._inference.value(node, site.function)
        return function in self._inference.functions_in(value)

    def _of_name(self, node: ast.Name, function: Function, steps: int) -> list[Tested]:
        written = written_out(node, function)
        if written is not node:
            return self.of(written, function, steps)
        if node.id in function.bindings:
            found = [b for b in reaching(node.id, node, function) if b.kind == "assign"]
            making = [b for b in found if b.written and self._makes(b.written, function)]
            if len(making) == 1:
                return self._of_binding(making[0], function, steps)
        named = self._only_function(node, function)
        return [] if named is None else self._of_returned(named, steps)

    def _of_binding(self, binding: Binding, function: Function, steps: int) -> list[Tested]:
        assert binding.written is not None
        around = conditions_around(binding.node, binding.block, function)
        tests = [Tested(test, outcome, function) for test, outcome in around]
        return tests + self.of(binding.written, function, steps)

    def _of_returned(self, called: Function, steps: int) -> list[Tested]:
        """The tests under which what a function returns makes a ``tf.function``, or is one."""
        making = [
            (value, block)
            for value, block in called.returns
            if value is not None and self._makes(value, called)
        ]
        if len(making) != 1:
            return []
        value, block = making[0]
        around = conditions_around(value, block, called)
        tests = [Tested(test, outcome, called) for test, outcome in around]
        return tests + self.of(value, called, steps)

    def _makes(self, node: ast.expr, function: Function) -> bool:
        return self._is_maker(self._inference.value(node, function), _MOST_STEPS)

    def _is_maker(self, value: Value, steps: int) -> bool:
        """True for what may be a ``tf.function``, or make one when it is called."""
        for member in members(value) if steps else ():
            match member:
                case GraphFunction() | GraphDecorator():
                    return True
                case External(name=name) if name in knowledge.TF_FUNCTION:
                    return True
                case FunctionValue(function=function):
                    if self._is_maker(self._inference.returns(function), steps - 1):
                        return True
        return False

    def _only_function(self, node: ast.expr, function: Function) -> Function | None:
        match self._inference.value(node, function):
            case FunctionValue(function=found):
                return found
        return None

    # in the words of whoever calls

    def _as_called(
        self, tested: Tested, call: ast.Call, called: Function, caller: Function
    ) -> Iterator[Tested]:
        """What a test tells a caller, which is of parameters in terms of what the call gives them."""
        given = self._given(call, called, caller)
        for part, outcome in certain_parts(*tested):
            root = _root(part)
            if root is None:
                continue
            if holder_of(root.id, tested.function) is not called:
                yield Tested(part, outcome, tested.function)
            elif is_only_a_parameter(root.id, called) and root.id in given:
                yield Tested(_with(part, root, given[root.id]), outcome, caller)

    def _given(self, call: ast.Call, called: Function, caller: Function) -> Mapping[str, ast.expr]:
        site = caller.site_of(call) or CallSite(call, called.name, caller, None)
        return self._inference.callers.arguments(site, called)


def _is_handed_on(node: ast.expr, function: Function) -> bool:
    return isinstance(node, ast.Name) and is_only_a_parameter(node.id, function)


def _root(part: ast.expr) -> ast.Name | None:
    """The variable that a test asks for, by its attributes or what it is compared with."""
    while not isinstance(part, ast.Name):
        match part:
            case ast.Attribute(value=inner) | ast.Compare(left=inner):
                part = inner
            case _:
                return None
    return part


def _with(part: ast.expr, root: ast.Name, given: ast.expr) -> ast.expr:
    """A test with what a variable is given in place of it."""
    match part:
        case ast.Attribute(value=inner, attr=attr):
            made: ast.expr = ast.Attribute(_with(inner, root, given), attr, ast.Load())
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            made = ast.Compare(_with(left, root, given), ops, comparators)
        case _:
            return given
    return ast.copy_location(made, given)
