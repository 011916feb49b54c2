"""Settings: what is known of parameters and attributes in one tracing context.

``def call(self, x, inverse=False)``, called from a graph as ``call(x)``: what stands under ``if inverse:``
is in no graph. So it is for constants that a call gives, for what is left at its default, and for what
the tests say that a ``tf.function`` is made under.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import NamedTuple

from tflint.api.python import COMPARISONS, NO_TENSORS, TYPES
from tflint.api.records import words
from tflint.syntax.definitions import own_attribute
from tflint.syntax.expressions import names_along
from tflint.syntax.model import Binding, Block, Function, Module
from tflint.syntax.path_conditions import any_condition, certain_parts, conditions_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, written_name

GIVEN_BY_KERAS = "training"
"""The parameter of ``call`` that Keras gives where a call of a layer leaves it out."""
_MADE = (
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.DictComp,
    ast.JoinedStr,
    ast.Lambda,
)
_MAKERS = words("dict enumerate len list range set sorted str tuple zip")
"""Functions of Python that never give None."""
_CONSTANTS = (bool, int, float, str, type(None))


class Roughly(Enum):
    """What the truth of something tells of it, whose value nobody knows."""

    TRUE = "true"
    FALSE = "false"


class Handed(Enum):
    """What is known of an argument by who gives it."""

    TENSORS = "tensors"
    """A tensor, or a structure of tensors, as frameworks give what they trace."""


class Differing(Enum):
    """What objects of a class have each in another way, where it is not known which are traced."""

    OBJECTS = "another in other objects"


@dataclass(frozen=True)
class Unlike:
    """A value that is known to be none of a few constants."""

    constants: tuple[object, ...]


@dataclass(frozen=True)
class OneOf:
    """A value that is one of a few constants."""

    constants: tuple[object, ...]


class Setting(NamedTuple):
    """A parameter, an attribute of the object at hand (``self.name``) or a variable, and what it is.

    Attributes:
        name: the parameter or attribute, a constant as a class names it (``Mode.EAGER``), or a variable of
            a module behind its path and a colon; with the attributes of it that lead to what is known
            (``config.training.mode``), and with what it is compared with (``level < 2``).
        kind: the type of the value, since ``1 == True``.
        value: a constant, or what a test tells of it.
    """

    name: str
    kind: str
    value: object

    @property
    def shown(self) -> str:
        """The words for it."""
        name = self.name.rpartition(_OF_MODULE)[2]
        match self.value:
            case Roughly(value=said) | Differing(value=said):
                return f"`{name}` is {said}"
            case Unlike(constants=constants):
                return f"`{name}` is not {' or '.join(map(repr, constants))}"
            case Handed(value=kind):
                return f"`{name}` holds {kind}"
            case OneOf(constants=constants):
                return f"`{name}` is {' or '.join(map(repr, constants))}"
            case constant:
                return f"`{name}` is {constant!r}"

    @property
    def root(self) -> str:
        """The variable, without what it is asked for."""
        return self.name.partition(" ")[0].partition(".")[0]

    @property
    def path(self) -> str:
        """The names that lead to what is known."""
        return self.name.rpartition(_OF_MODULE)[2].partition(" ")[0]

    @property
    def is_of_object(self) -> bool:
        """True for an attribute of the object at hand."""
        return self.name.startswith(_OF_OBJECT)

    @property
    def is_of_module(self) -> bool:
        """True for a variable of a module, which is the same for all functions."""
        return _OF_MODULE in self.name


_OF_MODULE = ":"
_OF_OBJECT = "self."
ContextSettings = frozenset[Setting]
NO_SETTINGS: ContextSettings = frozenset()


def setting(name: str, value: object) -> Setting:
    """What is known of a parameter or attribute."""
    return Setting(name, type(value).__name__, value)


def of_module(name: str, module: Module) -> str:
    """The name of a setting for a variable of a module."""
    return f"{module.path}{_OF_MODULE}{name}"


def constant_setting(name: str, node: ast.expr | None) -> Setting | None:
    """The setting that an argument or default makes; None where it is not written as a constant."""
    match node:
        case ast.Constant(value=value) if isinstance(value, _CONSTANTS):
            return setting(name, value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return setting(name, -value)
        case ast.IfExp(body=body, orelse=orelse):
            either = constant_setting(name, body), constant_setting(name, orelse)
            return None if None in either else setting(name, _one_of(s.value for s in either if s))
        case _:
            return None


def _one_of(values: Iterable[object]) -> OneOf:
    parts = (v.constants if isinstance(v, OneOf) else (v,) for v in values)
    return OneOf(tuple(chain.from_iterable(parts)))


def in_order(settings: ContextSettings) -> list[tuple[str, str, str]]:
    """An order of settings that is the same in every run."""
    return sorted((known.name, known.kind, repr(known.value)) for known in settings)


def flags_of(function: Function) -> ContextSettings:
    """Parameters that are True or False by default, at that default."""
    return frozenset(
        known
        for name, default in function.defaults.items()
        if (known := constant_setting(name, default)) is not None
        and isinstance(known.value, bool)
        and name != GIVEN_BY_KERAS
        and len(function.bindings[name]) == 1
    )


def tensors_given(function: Function, names: Iterable[str]) -> Iterator[Setting]:
    """What is known of parameters to which a framework gives tensors."""
    for name in names:
        if any(binding.kind == "parameter" for binding in function.bindings.get(name, ())):
            yield setting(name, Handed.TENSORS)


def settings_from_arguments(
    function: Function,
    asked: frozenset[str],
    arguments: Mapping[str, ast.expr],
    caller: Function,
    outer: ContextSettings,
    unread: Container[str],
) -> Iterator[Setting]:
    """What a call makes of the parameters in ``asked`` of the function it calls.

    ``outer`` holds in its ``caller``, for what that passes on. What is ``unread`` it may give beside the
    ``arguments`` that can be read.
    """
    defaults = function.defaults
    known_there = {s.name: s.value for s in outer}
    for name in asked:
        node = arguments.get(name)
        if node is not None and _holds_tensors(node, known_there, caller):
            yield from tensors_given(function, [name])
        if node is None and name not in unread:
            node = defaults.get(name)
        elif isinstance(node, ast.Name) and _is_as_given(node, caller):
            yield from (
                setting(name, s.value)
                for s in outer
                if s.name == node.id and s.value is not Handed.TENSORS
            )
        elif node is not None and (attr := own_attribute(node, caller)) is not None:
            if f"self.{attr}" in known_there:
                yield setting(name, known_there[f"self.{attr}"])
        known = constant_setting(name, node) or _made_setting(name, node, caller)
        if known is None and isinstance(node, ast.Name):
            known = _stored_setting(name, node, caller)
        if known is not None:
            yield known


def _made_setting(name: str, node: ast.expr | None, function: Function) -> Setting | None:
    """The setting of what is made where it is written, and so is not None; None for all else."""
    match node:
        case ast.Call(func=ast.Name(id=called)):
            is_made = called in _MAKERS and holder_of(called, function) is None
        case _:
            is_made = isinstance(node, _MADE)
    return setting(name, Unlike((None,))) if is_made else None


def _stored_setting(name: str, node: ast.Name, function: Function) -> Setting | None:
    """The setting that a variable of the caller makes, where only constants have reached it."""
    if node.id not in function.bindings or node.id in function.nonlocal_bindings:
        return None
    written = [binding.written for binding in reaching(node.id, node, function)]
    found = [constant_setting(name, each) for each in written]
    if all(_made_setting(name, each, function) is not None for each in written):
        return setting(name, Unlike((None,))) if written else None
    values = [each.value for each in found if each is not None]
    if not values or len(values) < len(found):
        return None
    return found[0] if len(found) == 1 else setting(name, _one_of(values))


def _is_as_given(node: ast.Name, function: Function) -> bool:
    """False where a name may have another value than the function was called with."""
    bindings = function.bindings.get(node.id, ())
    return len(bindings) < 2 or [b.kind for b in reaching(node.id, node, function)] == ["parameter"]


class ToldByTest(NamedTuple):
    """What a test asks for, and what that is where the test turns out some way.

    Attributes:
        names: the names that lead to it: a variable, and attributes.
        value: what is known of it.
        comparison: with what it is compared, where it is that of which the truth is known.
    """

    names: tuple[str, ...]
    value: object
    comparison: str = ""

    @property
    def rest(self) -> str:
        """What follows the variable in the name of a setting."""
        return ".".join(("", *self.names[1:])) + self.comparison


def asked_by(test: ast.expr, outcome: bool, function: Function) -> Iterator[ToldByTest]:
    """What a test that turned out this way tells of variables and their attributes."""
    for part, held in certain_parts(test, outcome, function):
        known = asked_by_part(part, held)
        if known is not None and known.names:
            yield known


def asked_by_part(test: ast.expr, outcome: bool) -> ToldByTest | None:
    """The same of a test that is no other test's opposite, and has no parts."""
    match test:
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[parts]):
            constants = _constants(parts)
            if constants is None:
                return None
            is_one = isinstance(op, ast.In) is outcome
            return ToldByTest(names_along(left), OneOf(constants) if is_one else Unlike(constants))
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=constant)]):
            if isinstance(op, (ast.Is, ast.Eq, ast.IsNot, ast.NotEq)):
                same = isinstance(op, (ast.Is, ast.Eq)) is outcome
                return ToldByTest(names_along(left), constant if same else Unlike((constant,)))
            less = _LESS.get(type(op))
            if less is None:
                return None
            than, holds = less
            value = Roughly.TRUE if outcome is holds else Roughly.FALSE
            return ToldByTest(names_along(left), value, f" {than} {constant!r}")
        case ast.Name() | ast.Attribute():
            return ToldByTest(names_along(test), Roughly.TRUE if outcome else Roughly.FALSE)
        case _:
            return None


def behind_alias(names: tuple[str, ...], function: Function) -> tuple[str, ...]:
    """The names that lead to an attribute, without those that stand for others in a function.

    ``self.config.mode`` for ``config.mode`` after ``config = self.config``.
    """
    for _ in range(_MOST_ALIASES if len(names) > 1 else 0):
        bindings = function.bindings.get(names[0], ())
        if len(bindings) != 1 or bindings[0].kind != "assign" or bindings[0].path:
            break
        stored = names_along(bindings[0].value) if bindings[0].value is not None else ()
        if not stored:
            break
        names = (*stored, *names[1:])
    return names


_MOST_ALIASES = 2
"""How many names may stand for others, each for the next."""
_LESS: dict[type[ast.cmpop], tuple[str, bool]] = {
    ast.Lt: ("<", True),
    ast.GtE: ("<", False),
    ast.LtE: ("<=", True),
    ast.Gt: ("<=", False),
}
"""Comparisons of order as one of two, or the opposite of one."""


def _constants(node: ast.expr) -> tuple[object, ...] | None:
    """Constants that are written out together; None for all else."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            found = [part.value for part in parts if isinstance(part, ast.Constant)]
            return tuple(found) if found and len(found) == len(parts) else None
        case _:
            return None


def is_unreachable(
    statement: ast.AST, block: Block | None, function: Function, settings: ContextSettings
) -> bool:
    """True where a line is reached only when one of these settings, or a constant, is another.

    Also where one must be known that differs from object to object.
    """
    known = _known(settings)
    differing = {s.name for s in settings if isinstance(s.value, Differing)}
    return any_condition(
        block,
        statement,
        function,
        settings,
        lambda test, outcome: (
            _outcome(test, known, function) is (not outcome)
            or (bool(differing) and _needs_any(differing, test, outcome, function))
        ),
    )


def _known(settings: ContextSettings) -> dict[str, object]:
    """What is known of each name, where several things are the one that says most."""
    found: dict[str, object] = {}
    for known in settings:
        value = known.value
        if isinstance(value, Differing):
            continue
        if known.name not in found or _vagueness(value) < _vagueness(found[known.name]):
            found[known.name] = value
    return found


def _vagueness(value: object) -> int:
    kinds = (OneOf, Unlike, Roughly)
    return next((place for place, kind in enumerate(kinds, 1) if isinstance(value, kind)), 0)


def _needs_any(names: set[str], test: ast.expr, outcome: bool, function: Function) -> bool:
    """True for a test that turns out this way only where one of these settings has a certain value."""
    for part, _ in certain_parts(test, outcome, function):
        asked = part.left if isinstance(part, ast.Compare) else part
        match asked:
            case ast.Attribute(value=ast.Name(id=root), attr=attr):
                if f"self.{attr}" in names and _is_object_at_hand(root, function):
                    return True
            case ast.Name(id=name) if name in names and _is_as_given(asked, function):
                return True
    return False


def is_excluded(
    test: ast.expr, outcome: bool, settings: ContextSettings, function: Function
) -> bool:
    """True for an outcome that a test does not have with these settings."""
    return _outcome(test, _known(settings), function) is (not outcome)


_UNSURE = object()


def _outcome(
    test: ast.expr, known: Mapping[str, object], function: Function, depth: int = 3
) -> bool | None:
    """How a test turns out; None when the settings do not tell."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            found = _outcome(operand, known, function, depth)
            return None if found is None else not found
        case ast.BoolOp(op=op, values=values):
            decides = isinstance(op, ast.Or)
            parts = [_outcome(value, known, function, depth) for value in values]
            if decides in parts:
                return decides
            return None if None in parts else not decides
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            held = _held(left, known, function)
            found = _compared(held, op, _held(right, known, function))
            return _ordered(left, op, right, known, function) if found is None else found
        case ast.Call(func=ast.Name(id="isinstance"), args=[asked, kinds]):
            holds_tensors = depth > 0 and _holds_tensors(asked, known, function, depth - 1)
            held = Handed.TENSORS if holds_tensors else _held(asked, known, function)
            return _is_instance(held, kinds, function)
        case ast.Name(id=name) if depth and name not in known and name in function.bindings:
            bindings = function.bindings[name]
            if len(bindings) != 1 or bindings[0].kind != "assign" or bindings[0].path:
                return None
            value = bindings[0].value
            return None if value is None else _outcome(value, known, function, depth - 1)
        case _:
            match _held(test, known, function):
                case Roughly.TRUE:
                    return True
                case Roughly.FALSE:
                    return False
                case held if held is _UNSURE or isinstance(held, Unlike):
                    return None
                case OneOf(constants=constants):
                    return _agreed(map(bool, constants))
                case held:
                    return bool(held)


def _held(node: ast.expr, known: Mapping[str, object], function: Function) -> object:
    """What an expression holds: a constant, what is known of it roughly, or nothing sure."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            values = [_held(part, known, function) for part in parts]
            sure = not any(v is _UNSURE or isinstance(v, (Roughly, Unlike, OneOf)) for v in values)
            return tuple(values) if sure else _UNSURE
        case ast.Name(id=name) if name in known:
            is_sure = known[name] is not Handed.TENSORS and _is_as_given(node, function)
            return known[name] if is_sure else _UNSURE
        case ast.Name(id=name):
            return _variable_around(name, known, function)
        case ast.Attribute() if known:
            return _found(node, "", known, function)
        case _:
            return _UNSURE


def _found(
    node: ast.expr, comparison: str, known: Mapping[str, object], function: Function
) -> object:
    """What is known of a variable, of what its attributes lead to, or of a comparison with it."""
    names = behind_alias(names_along(node), function)
    if not names:
        return _UNSURE
    root, rest = names[0], ToldByTest(names, None, comparison).rest
    if len(names) > 1 and _is_object_at_hand(root, function):
        return known.get(f"self{rest}", _UNSURE)
    if holder_of(root, function) is function.module.body:
        of_class = known.get(f"{root}{rest}", _UNSURE)  # as a constant of a class is named
        return known.get(of_module(f"{root}{rest}", function.module), of_class)
    is_bound_anew = len(function.bindings.get(root, ())) > 1
    return _UNSURE if is_bound_anew else known.get(f"{root}{rest}", _UNSURE)


def _ordered(
    left: ast.expr, op: ast.cmpop, right: ast.expr, known: Mapping[str, object], function: Function
) -> bool | None:
    """How a comparison of order turns out that has been made before."""
    less = _LESS.get(type(op))
    if less is None or not known or not isinstance(right, ast.Constant):
        return None
    than, holds = less
    found = _found(left, f" {than} {right.value!r}", known, function)
    return (found is Roughly.TRUE) is holds if isinstance(found, Roughly) else None


def _holds_tensors(
    node: ast.expr, known: Mapping[str, object], function: Function, depth: int = 2
) -> bool:
    """True for a parameter that holds tensors, where nothing else is known to have reached its name."""
    return (
        isinstance(node, ast.Name)
        and known.get(node.id) is Handed.TENSORS
        and all(
            binding.kind == "parameter" or _is_left_out(binding, known, function, depth)
            for binding in reaching(node.id, node, function)
        )
    )


def _is_left_out(
    binding: Binding, known: Mapping[str, object], function: Function, depth: int
) -> bool:
    """True where tests keep code from giving a name a value."""
    return any(
        _outcome(test, known, function, depth) is (not outcome)
        for test, outcome in conditions_around(binding.node, binding.block, function)
    )


def _is_instance(held: object, kinds: ast.expr, function: Function) -> bool | None:
    """What ``isinstance`` says of something, as far as its types are known."""
    every = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
    answers = {_is_of(held, written_name(kind, function)) for kind in every}
    return True if True in answers else None if None in answers else False


def _is_of(held: object, kind: str | None) -> bool | None:
    if kind is None or held is _UNSURE or isinstance(held, (Roughly, Unlike)):
        return None
    if held is Handed.TENSORS:
        return False if kind in NO_TENSORS else None
    if isinstance(held, OneOf):
        return _agreed(_is_of(constant, kind) for constant in held.constants)
    return isinstance(held, TYPES[kind]) if kind in TYPES else None


def _variable_around(name: str, known: Mapping[str, object], function: Function) -> object:
    """What a variable of the function, of those around it or of the file holds that is never given
    another value."""
    scope, module = holder_of(name, function), function.module
    if scope is not None and name in scope.constants:
        return scope.constants[name]
    found = known.get(of_module(name, module), _UNSURE)
    return found if scope is module.body else _UNSURE


def _is_object_at_hand(name: str, function: Function) -> bool:
    """True for the name of the object whose method a function is, or stands in."""
    holder = next((scope for scope in function.scopes if name in scope.bindings), None)
    return holder is not None and holder.is_method and name == holder.self_name


def _compared(left: object, op: ast.cmpop, right: object) -> bool | None:
    if left is _UNSURE or right is _UNSURE:
        return None
    if isinstance(left, OneOf):
        return _agreed(_compared(constant, op, right) for constant in left.constants)
    if isinstance(right, OneOf):
        return _agreed(_compared(left, op, constant) for constant in right.constants)
    if isinstance(right, (Roughly, Unlike)):
        left, right = right, left
    if (
        isinstance(left, Unlike)
        and isinstance(op, (ast.In, ast.NotIn))
        and isinstance(right, tuple)
    ):
        is_none = all(constant in left.constants for constant in right)
        return isinstance(op, ast.NotIn) if is_none else None
    if isinstance(left, (Roughly, Unlike)):
        if _is_other(left, right) and isinstance(op, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
            return isinstance(op, (ast.IsNot, ast.NotEq))
        return None
    try:
        match op:
            case ast.In() | ast.NotIn() if isinstance(right, (tuple, str)):
                return (left in right) is isinstance(op, ast.In)
            case ast.Is() | ast.IsNot():
                return (left == right) is isinstance(op, ast.Is)
            case _:
                compare = COMPARISONS.get(type(op))
                return None if compare is None else bool(compare(left, right))
    except TypeError:
        return None


def _agreed(outcomes: Iterable[bool | None]) -> bool | None:
    """The outcome that all have; None where they differ."""
    found = set(outcomes)
    return found.pop() if len(found) == 1 else None


def _is_other(known: Roughly | Unlike, constant: object) -> bool:
    """True when something of which this is known is not the constant."""
    if isinstance(constant, (Roughly, Unlike)):
        return False
    if isinstance(known, Unlike):
        return constant in known.constants
    return bool(constant) is not (known is Roughly.TRUE)
