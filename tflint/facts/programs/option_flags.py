"""What options that are flags are given: True, False, either, or what nobody can tell.

``run_eagerly`` and ``dynamic`` of Keras, ``drop_remainder`` of datasets.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflint.facts.expressions import command_line
from tflint.facts.expressions.attribute_stores import attribute_stores
from tflint.facts.expressions.values import (
    UNKNOWN,
    External,
    ExternalInstance,
    Instance,
    Value,
    members,
)
from tflint.facts.programs.set_by_name import SetByName
from tflint.syntax.blocks import Block, outward
from tflint.syntax.definitions import default_of, own_attribute, owner_of
from tflint.syntax.model import AttributeStore, CallSite, Class, Function
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.scopes import is_only_a_parameter, is_script_test, written_out

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

OPTION = "run_eagerly"
DYNAMIC = "dynamic"
"""The option of layers of Keras 2 which keeps them out of graphs."""
Flags = frozenset[bool | None]
"""What a flag may be; None stands for what is not known, and nothing at all for what nobody gives."""
OFF: Flags = frozenset({False})
NOT_KNOWN: Flags = frozenset({None})
_SAYS_EAGER = "tensorflow.executing_eagerly"


class OptionFlags:
    """Tells what expressions are as flags, and what calls give an option."""

    def __init__(self, program: Inferred) -> None:
        self._program = program

    def of_call(self, site: CallSite, option: str = OPTION) -> Flags:
        """What a call may give an option; nothing where it hands on what nobody is seen to give."""
        given = {keyword.arg: keyword.value for keyword in site.node.keywords}
        if option in given:
            return self.of(given[option], site.function)
        if None not in given:
            return OFF
        arguments = getattr(site.function.node, "args", None)
        own = arguments.kwarg if isinstance(arguments, ast.arguments) else None
        match given[None]:
            case ast.Name(id=name) if own is not None and own.arg == name:
                return self._of_calls(site.function, option)
        return NOT_KNOWN

    def of(self, node: ast.expr, function: Function) -> Flags:
        """What an expression may be as a flag."""
        match node:
            case ast.Constant(value=value):
                return frozenset({bool(value)})
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return _not(self.of(operand, function))
            case ast.IfExp(body=body, orelse=orelse):
                return self.of(body, function) | self.of(orelse, function)
            case ast.Name(id=name) if is_only_a_parameter(name, function):
                return self._of_calls(function, name)
            case ast.Name():
                written = written_out(node, function)
                is_known = isinstance(written, ast.Constant)
                return self.of(written, function) if is_known else NOT_KNOWN
            case ast.Attribute(value=ast.Name(id=root), attr=attr) if root == function.self_name:
                owner = owner_of(function)
                return NOT_KNOWN if owner is None else self._of_attribute(attr, owner)
            case ast.Attribute(value=holder, attr=attr):
                return self._of_object(holder, attr, function)
            case ast.Call(args=[], keywords=[]):
                called = members(self._program.inference.value(node.func, function))
                says_eager = [*called] == [External(_SAYS_EAGER)]
                return frozenset({True}) if says_eager else NOT_KNOWN
        return NOT_KNOWN

    def comes_to(self, node: ast.AST, block: Block | None, function: Function) -> Flags:
        """Whether a function comes to a place in it, each time that it runs."""
        for around in outward(block):
            if not isinstance(around.node, (ast.If, ast.With)):
                return NOT_KNOWN
        found: Flags = frozenset({True})
        for test, outcome in conditions_around(node, block, function):
            if is_script_test(test, outcome):
                continue
            asked = self.of(test, function)
            turns_out = asked if outcome else _not(asked)
            if turns_out == OFF:
                return OFF
            if turns_out != {True}:
                found = NOT_KNOWN
        return found

    def _of_calls(self, function: Function, name: str) -> Flags:
        """What the calls of a function give under a name, or leave at its default."""
        key = (OPTION, function, name)
        return self._program.inference.ask(key, frozenset(), self._find_of_calls, function, name)

    def _find_of_calls(self, function: Function, name: str) -> Flags:
        return _all(
            self._of_call(site, function, name)
            for site in self._program.inference.callers.of(function)
        )

    def _of_call(self, site: CallSite, function: Function, name: str) -> Flags:
        arguments = self._program.inference.callers.arguments(site, function)
        by_keyword = {keyword.arg: keyword.value for keyword in site.node.keywords}
        given = arguments.get(name) or by_keyword.get(name)
        if given is not None:
            return self.of(given, site.function)
        if None in by_keyword or any(isinstance(a, ast.Starred) for a in site.node.args):
            return self.of_call(site, name) if name in (OPTION, DYNAMIC) else NOT_KNOWN
        default = default_of(function, name)
        return OFF if default is None else self.of(default, function)

    def _of_object(self, node: ast.expr, attr: str, function: Function) -> Flags:
        """What an attribute may be of an object that a function reads it of."""
        found = members(self._program.inference.value(node, function))
        made = [member.definition for member in found if isinstance(member, Instance)]
        if made and len(made) == len(found):
            return _all(self._of_attribute(attr, definition) for definition in made)
        return self._of_command_line(found, attr)

    def _of_attribute(self, attr: str, owner: Class) -> Flags:
        key = (OPTION, owner, attr)
        return self._program.inference.ask(key, frozenset(), self._find_of_attribute, owner, attr)

    def _find_of_attribute(self, owner: Class, attr: str) -> Flags:
        """What is ever stored in an attribute of an object, where its constructor stores it first."""
        stores = self._program.inference.classes.stores(owner, attr)
        if not any(store.function.name == "__init__" for store in stores):
            return NOT_KNOWN
        if self._program.remember(SetByName).may_set(attr, owner):
            return NOT_KNOWN
        return _all(
            NOT_KNOWN
            if store.binding.value is None or store.binding.kind != "assign" or store.binding.path
            else self.of(store.binding.value, store.function)
            for store in (*stores, *self._from_outside(owner, attr))
        )

    def _from_outside(self, owner: Class, attr: str) -> Iterator[AttributeStore]:
        """Where an attribute is set of what may be an object of a class, and is not the object at hand."""
        bases = self._program.inference.classes.bases
        for store in self._program.remember(attribute_stores).get(attr, ()):
            if own_attribute(store.node, store.function) is not None:
                continue
            for member in members(self._program.inference.value(store.node.value, store.function)):
                if member == UNKNOWN or (
                    isinstance(member, Instance)
                    and (owner in bases(member.definition) or member.definition in bases(owner))
                ):
                    yield store
                    break

    def _of_command_line(self, found: tuple[Value, ...], attr: str) -> Flags:
        """The default of an option of the command line, which those who say nothing get."""
        names = {m.name for m in found if isinstance(m, (External, ExternalInstance))}
        if len(found) != 1 or len(names) != 1:
            return NOT_KNOWN
        is_on = command_line.is_on(names.pop(), attr, self._program)
        return NOT_KNOWN if is_on is None else frozenset({is_on})


def _all(found: Iterable[Flags]) -> Flags:
    return frozenset(_flags(found))


def _flags(found: Iterable[Flags]) -> Iterator[bool | None]:
    for flags in found:
        yield from flags


def _not(flags: Flags) -> Flags:
    return frozenset(None if flag is None else not flag for flag in flags)
