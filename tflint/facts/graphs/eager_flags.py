"""Flags which, once set, make programs run without graphs: what stands under a test of one is in none.

``if cfg.debug: tf.config.run_functions_eagerly(True)``, or ``compile(run_eagerly=cfg.debug)``, keeps a
line under another ``if cfg.debug:`` out of graphs. What ties both places is the name of the flag.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.expressions.values import Instance, members
from tflint.facts.graphs.context_settings import NO_SETTINGS, is_unreachable
from tflint.facts.graphs.mode_switches import SWITCHES
from tflint.facts.graphs.tracing_context import TracingContext
from tflint.facts.programs.option_flags import OPTION
from tflint.finding import EntryKind
from tflint.syntax.definitions import owner_of
from tflint.syntax.model import Binding, Block, CallSite, Class, Function, outward
from tflint.syntax.path_conditions import any_condition, certain_parts, conditions_around
from tflint.syntax.scopes import holder_of, is_only_a_parameter, is_script_test

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_MOST_STEPS = 6
"""How many names, attributes and calls lead from an option to the flag that it hangs on."""


class _Flag(NamedTuple):
    """A variable, an attribute or a key of settings, and what it is.

    Attributes:
        name: the variable, attribute or key.
        is_set: how a test of it turns out.
        constant: what it is compared with, None where its truth is asked for.
    """

    name: str
    is_set: bool
    constant: object = None


_Flags = frozenset[_Flag] | None
"""The flags of which each makes something so; None where it is so whatever they are."""
_NONE: _Flags = frozenset()


class _Making(NamedTuple):
    """What makes things run eagerly where flags are set.

    Attributes:
        path: the file it stands in.
        flags: the flags.
        all_functions: whether it turns the graphs of all functions off, and not just those of models.
    """

    path: str
    flags: frozenset[_Flag]
    all_functions: bool


def is_out_of_graphs(
    node: ast.AST,
    block: Block | None,
    function: Function,
    context: TracingContext,
    program: Inferred,
) -> bool:
    """True for a line that no graph of a context comes to: by its settings, or by flags of eager mode.

    So is a line of what is only defined where a constant is another.
    """
    return (
        is_unreachable(node, block, function, context.settings)
        or any(
            scope.block is not None
            and scope.parent is not None
            and is_unreachable(scope.node, scope.block, scope.parent, NO_SETTINGS)
            for scope in function.scopes
        )
        or program.remember(EagerFlags).keep_out(node, block, function, context.kind)
    )


class EagerFlags:
    """Tells which lines stand under a flag that keeps their program from making graphs."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._by_file: dict[tuple[str, EntryKind], frozenset[_Flag]] = {}

    def keep_out(
        self, node: ast.AST, block: Block | None, function: Function, kind: EntryKind
    ) -> bool:
        """True for a line of a function that no graph of this kind comes to."""
        if not self._makings:
            return False
        flags = self._of(function.module.path, kind)
        return bool(flags) and any_condition(
            block,
            node,
            function,
            flags,
            lambda test, outcome: any(flag in flags for flag in _told(test, outcome, function)),
        )

    def _of(self, path: str, kind: EntryKind) -> frozenset[_Flag]:
        """The flags that make the functions of a file run eagerly, as far as this kind of graph goes."""
        key = path, kind
        if key not in self._by_file:
            around = self._program.imports.around
            self._by_file[key] = frozenset(
                flag
                for making in self._makings
                if kind is EntryKind.KERAS
                or (kind is EntryKind.TF_FUNCTION and making.all_functions)
                if path in around(making.path)
                for flag in making.flags
            )
        return self._by_file[key]

    @cached_property
    def _makings(self) -> list[_Making]:
        """What makes something run eagerly, where that hangs on a flag."""
        return [making for making in self._find() if making.flags]

    def _find(self) -> Iterator[_Making]:
        for module in self._program.relevant_modules:
            if module.is_of_tests:
                continue
            switches = {name for name in SWITCHES if name in module.text}
            if not switches and OPTION not in module.text:
                continue
            for name, sites in module.calls.items():
                for site in sites:
                    given = [k.value for k in site.node.keywords if k.arg == OPTION]
                    if name in switches:
                        given += site.node.args[:1]
                    for option in given:
                        flags = self._set_by(option, site, switches)
                        yield _Making(module.path, flags or frozenset(), name in switches)

    def _set_by(self, option: ast.expr, site: CallSite, switches: set[str]) -> _Flags:
        """The flags of which each makes a call turn graphs off: those of models, or of everything."""
        flags = self._setting(option, site.function, _MOST_STEPS)
        if site.name in switches:
            return _both(flags, _leading_to(site.node, site.block, site.function))
        tests = _conditions(site.node, site.block, site.function)
        under = _all([_flags(test, outcome, site.function) for test, outcome in tests])
        return under if flags is None else flags

    # what makes an expression true

    def _setting(self, node: ast.expr, function: Function, steps: int) -> _Flags:
        """The flags of which each makes an expression true."""
        match node:
            case ast.Constant(value=value):
                return None if value else _NONE
            case ast.BoolOp(op=ast.Or(), values=values):
                return _any([self._setting(value, function, steps) for value in values])
            case ast.BoolOp(values=values):
                return _all([self._setting(value, function, steps) for value in values])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                first, second = (self._setting(part, function, steps) for part in (body, orelse))
                taken, left = _flags(test, True, function), _flags(test, False, function)
                return _any([_both(taken, first), _both(left, second), _both(first, second)])
            case ast.Call(func=ast.Name(id="bool"), args=[inner]):
                return self._setting(inner, function, steps)
            case _ if steps:
                return _any(
                    [_flags(node, True, function), self._followed(node, function, steps - 1)]
                )
        return _flags(node, True, function)

    def _followed(self, node: ast.expr, function: Function, steps: int) -> _Flags:
        """What makes a variable or an attribute true, by what is stored in it."""
        match node:
            case ast.Name(id=name) if is_only_a_parameter(name, function):
                return self._given(name, function, steps)
            case ast.Name(id=name):
                holder = holder_of(name, function)
                return _NONE if holder is None else self._stored(name, holder, steps)
            case ast.Attribute(value=owner, attr=attr):
                found = [self._attribute(c, attr, steps) for c in self._classes(owner, function)]
                return _all(found) if found else _NONE
        return _NONE

    def _given(self, name: str, function: Function, steps: int) -> _Flags:
        """What makes a parameter true, whoever calls the function."""
        callers = self._program.inference.callers
        sites = callers.of(function)
        given = [(site, callers.arguments(site, function).get(name)) for site in sites]
        return (
            _all([self._setting(node, site.function, steps) for site, node in given if node])
            if given and all(node is not None for _, node in given)
            else _NONE
        )

    def _stored(self, name: str, holder: Function, steps: int) -> _Flags:
        bindings = holder.bindings.get(name, ())
        if name in holder.module.global_bindings and holder.is_module:
            return _NONE
        return self._in_turn(bindings, holder, steps)

    def _attribute(self, definition: Class, attr: str, steps: int) -> _Flags:
        """What makes an attribute of an object true, whichever method stores it last."""
        by_function: dict[Function, list[Binding]] = {}
        for store in self._program.inference.classes.stores(definition, attr):
            by_function.setdefault(store.function, []).append(store.binding)
        found = [self._in_turn(b, function, steps) for function, b in by_function.items()]
        return _all(found) if found else _NONE

    def _in_turn(self, bindings: Sequence[Binding], function: Function, steps: int) -> _Flags:
        """What makes a name true once a function has gone through what it stores there, in order."""
        flags = _NONE
        for binding in bindings:
            if binding.kind != "assign" or binding.value is None or binding.path:
                return _NONE
            true = self._setting(binding.value, function, steps)
            taken = _leading_to(binding.node, binding.block, function)
            past = _leading_past(binding.node, binding.block, function)
            flags = _any([_both(taken, true), _both(past, flags), _both(true, flags)])
        return flags

    def _classes(self, node: ast.expr, function: Function) -> Iterator[Class]:
        """The classes of the project that an object may be of."""
        match node:
            case ast.Name(id=name) if name == function.self_name:
                owner = owner_of(function)
                if owner is not None:
                    yield owner
                return
        for member in members(self._program.inference.value(node, function)):
            if isinstance(member, Instance):
                yield member.definition


def _leading_to(node: ast.AST, block: Block | None, function: Function) -> _Flags:
    """The flags of which each brings a function to a place in it, each time that it runs."""
    if any(not isinstance(around.node, (ast.If, ast.With)) for around in outward(block)):
        return _NONE
    return _all([_flags(t, outcome, function) for t, outcome in _conditions(node, block, function)])


def _leading_past(node: ast.AST, block: Block | None, function: Function) -> _Flags:
    """The flags of which each keeps a function from a place in it."""
    found = [_flags(t, not outcome, function) for t, outcome in _conditions(node, block, function)]
    return _any(found)


def _conditions(
    node: ast.AST, block: Block | None, function: Function
) -> Iterator[tuple[ast.expr, bool]]:
    for test, outcome in conditions_around(node, block, function):
        if not is_script_test(test, outcome):
            yield test, outcome


def _flags(test: ast.expr, outcome: bool, function: Function) -> _Flags:
    """The flags of which each makes a test turn out this way."""
    match test:
        case ast.Constant(value=value):
            return None if bool(value) is outcome else _NONE
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _flags(operand, not outcome, function)
        case ast.BoolOp(op=op, values=values):
            found = [_flags(value, outcome, function) for value in values]
            return _any(found) if isinstance(op, ast.Or) is outcome else _all(found)
    flag = _asked(test, outcome)
    return _NONE if flag is None else frozenset({flag})


def _told(test: ast.expr, outcome: bool, function: Function) -> Iterator[_Flag]:
    """What a test that turned out this way tells of flags."""
    for part, held in certain_parts(test, outcome, function):
        flag = _asked(part, held)
        if flag is not None:
            yield flag


def _asked(test: ast.expr, outcome: bool) -> _Flag | None:
    """The flag that a plain test asks for, as it turned out."""
    match test:
        case ast.Compare(
            left=left,
            ops=[ast.Is() | ast.Eq() | ast.IsNot() | ast.NotEq() as op],
            comparators=[ast.Constant(value=bool() | str() | int() as constant)],
        ):
            same = isinstance(op, (ast.Is, ast.Eq)) is outcome
            name = _name(left)
            if name is None:
                return None
            if isinstance(constant, bool):
                return _Flag(name, same is constant)
            return _Flag(name, same, constant)
    name = _name(test)
    return None if name is None else _Flag(name, outcome)


def _name(node: ast.expr) -> str | None:
    """What a variable, an attribute or an entry of a dictionary is called."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
    return None


def _both(one: _Flags, other: _Flags) -> _Flags:
    """The flags that make two things so."""
    return other if one is None else one if other is None else one & other


def _all(found: Sequence[_Flags]) -> _Flags:
    """The flags that make all of some things so."""
    flags: _Flags = None
    for one in found:
        flags = _both(flags, one)
    return flags


def _any(found: Sequence[_Flags]) -> _Flags:
    """The flags that make one of some things so."""
    flags: frozenset[_Flag] = frozenset()
    for one in found:
        if one is None:
            return None
        flags |= one
    return flags
