"""What an expression may be, as far as reading the source can tell.

A value is one of the small classes below or a ``Union`` of them. ``Unknown`` is a value
too: rules that need certainty stay silent on it.

Nobody changes a value, though ``dataclass`` is not told to see to it: that makes them slower to make,
and tflint to start.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, TypeAlias, get_args

from tflint.syntax.model import Class, Function, Module


class Kind(Enum):
    """Values of which only the kind matters."""

    TENSOR = "tensor"
    TENSORS = "tensor, or structure of tensors"
    CAPTURED = "eager tensor from outside the graph"
    VARIABLE = "variable"
    DATASET = "dataset"
    ITERATOR = "iterator"
    TENSOR_ARRAY = "tensor array"
    SYMBOL = "symbol"
    SHAPE = "shape"
    ARRAY = "array"
    NONE = "none"
    BOOL = "bool"


@dataclass(unsafe_hash=True, slots=True)
class Unknown:
    """Nothing is known."""


@dataclass(unsafe_hash=True, slots=True)
class Simple:
    """A value of which only the kind is known."""

    kind: Kind


@dataclass(unsafe_hash=True, slots=True)
class Varying:
    """Why a Python value differs from call to call: a place and the words for it.

    Attributes:
        path: the file.
        line: the line in it.
        text: what is so there.
        is_drawn: whether what is asked there gives another value whenever it is asked, as a clock does.
        is_item: whether what is made there gives items one after another that differ, as a range does.
        is_kept: whether what changes outlives the function that changes it, as an attribute does.
    """

    path: str
    line: int
    text: str
    is_drawn: bool = False
    is_item: bool = False
    is_kept: bool = False


@dataclass(unsafe_hash=True, slots=True)
class Number:
    """A Python int or float; ``constant`` when written out, ``varying`` when it changes in time."""

    constant: int | float | None = None
    varying: Varying | None = None


@dataclass(unsafe_hash=True, slots=True)
class Text:
    """A Python string."""

    constant: str | None = None
    varying: Varying | None = None


@dataclass(unsafe_hash=True, slots=True)
class External:
    """A function, class or module outside the project, by canonical dotted name."""

    name: str


@dataclass(unsafe_hash=True, slots=True)
class ExternalInstance:
    """An object of a class outside the project.

    ``attributes`` holds what those of its attributes are that depend on how it was made.
    """

    name: str
    attributes: tuple[tuple[str, Value], ...] = ()


@dataclass(eq=False, slots=True)
class ModuleValue:
    """A module of the project."""

    module: Module


@dataclass(unsafe_hash=True, slots=True)
class Namespace:
    """A package of the project without an ``__init__.py``, by its folder."""

    folder: str


@dataclass(unsafe_hash=True, slots=True)
class ClassValue:
    """A class of the project."""

    definition: Class


@dataclass(unsafe_hash=True, slots=True)
class Instance:
    """An object of a class of the project; ``declared`` when only an annotation says so.

    A declared object may well be of a subclass.
    """

    definition: Class
    declared: bool = False


@dataclass(unsafe_hash=True, slots=True)
class Parent:
    """``super()``: an instance seen from above the class that says it."""

    definition: Class


@dataclass(unsafe_hash=True, slots=True)
class FunctionValue:
    """A function of the project, bound to an instance or not."""

    function: Function
    bound: bool = False


@dataclass(unsafe_hash=True, slots=True)
class GraphFunction:
    """What ``tf.function`` makes: the Python function inside, and where and how it was made.

    ``options`` holds the keyword arguments of ``tf.function``; ``site`` is the call or the
    decorator.
    """

    inner: Value
    site: ast.AST = field(compare=False)
    module: Module = field(compare=False)
    options: tuple[tuple[str, ast.expr], ...] = field(default=(), compare=False)

    def option(self, name: str) -> ast.expr | None:
        """The expression given for one option."""
        return dict(self.options).get(name)


@dataclass(unsafe_hash=True, slots=True)
class GraphDecorator:
    """``tf.function(input_signature=...)`` before it is given its function."""

    site: ast.AST = field(compare=False)
    module: Module = field(compare=False)
    options: tuple[tuple[str, ast.expr], ...] = field(default=(), compare=False)


@dataclass(unsafe_hash=True, slots=True)
class Partial:
    """``functools.partial(function, ...)``.

    Attributes:
        inner: the function.
        positional: how many arguments it is given by their place.
        names: those that it is given by name.
        is_open: whether it is given more than is written: ``partial(f, *args, **options)``.
    """

    inner: Value
    positional: int = 0
    names: tuple[str, ...] = ()
    is_open: bool = False


@dataclass(unsafe_hash=True, slots=True)
class Container:
    """A Python list, tuple, dict, set or deque, with the values of its parts where they are known.

    ``kind`` is ``list``, ``tuple``, ``dict``, ``set`` or ``deque``; ``items`` holds the elements of a
    literal (the values of a dict), None when they are not known one by one; ``element`` is what
    iterating yields, where that alone is known. Kind ``generator`` stands for Python iterators that
    looking at uses up, ``numpy iterator`` for those of ``Dataset.as_numpy_iterator``, ``count`` for
    ``itertools.count``, ``range`` for ``range``, ``view`` for the items and values of a dict, ``iterator``
    for iterators over what nobody knows.

    Of one with more than a thousand containers in it the parts are not known: ``y = (y, y)`` written
    twenty times has a million, though it is made of twenty.
    """

    kind: str
    items: tuple[Value, ...] | None = None
    keys: tuple[str | None, ...] = ()
    element: Value | None = None
    size: int = field(default=1, init=False, compare=False, repr=False)
    is_final: bool = field(default=False, init=False, compare=False, repr=False)
    """Whether it is known that no part of it stayed nothing, however often that is asked."""

    def __post_init__(self) -> None:
        if self.items:
            self.size += sum(_size(item) for item in self.items)
        if self.element is not None:
            self.size += _size(self.element)
        if self.size > _MOST_CONTAINERS:
            self.items, self.keys, self.element, self.size = None, (), None, 1


@dataclass(eq=False, slots=True)
class Union:
    """One of several values, in whatever order."""

    members: tuple[Value, ...]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Union) and set(self.members) == set(other.members)

    def __hash__(self) -> int:
        return hash(frozenset(self.members))


Value: TypeAlias = (
    Unknown
    | Simple
    | Number
    | Text
    | External
    | ExternalInstance
    | ModuleValue
    | Namespace
    | ClassValue
    | Instance
    | Parent
    | FunctionValue
    | GraphFunction
    | GraphDecorator
    | Partial
    | Container
    | Union
)
EvaluateIn: TypeAlias = Callable[[ast.expr, Function], Value]
"""What an expression of a function may be."""

UNKNOWN = Unknown()
NOTHING: Value = Union(())
"""No value: so far, while what depends on itself is worked out."""
TENSOR = Simple(Kind.TENSOR)
TENSORS = Simple(Kind.TENSORS)
CAPTURED = Simple(Kind.CAPTURED)
VARIABLE = Simple(Kind.VARIABLE)
DATASET = Simple(Kind.DATASET)
ITERATOR = Simple(Kind.ITERATOR)
TENSOR_ARRAY = Simple(Kind.TENSOR_ARRAY)
SYMBOL = Simple(Kind.SYMBOL)
SHAPE = Simple(Kind.SHAPE)
ARRAY = Simple(Kind.ARRAY)
NONE = Simple(Kind.NONE)
BOOL = Simple(Kind.BOOL)
NUMBER = Number()
TEXT = Text()

_VALUES = get_args(Value)
_MADE_OF_VALUES = (Union, Container, GraphFunction, Partial)
_MOST_MEMBERS = 8
_MOST_CONTAINERS = 1_000
"""Containers in a container, counted as often as they stand there: what looks into one looks at all."""
_DEEPEST = 1
"""How deep containers in containers are told apart once they are made of each other."""


def _size(value: Value) -> int:
    """How many containers there are in a value."""
    match value:
        case Container():
            return value.size
        case Union(members=alternatives):
            return sum(map(_size, alternatives))
        case GraphFunction(inner=inner) | Partial(inner=inner):
            return _size(inner)
        case _:
            return 0


def members(value: Value) -> tuple[Value, ...]:
    """The alternatives of a value; a value that is no union is its own only one."""
    return value.members if isinstance(value, Union) else (value,)


def is_number(value: Value) -> bool:
    """True for what can only be a Python number."""
    return all(isinstance(member, Number) for member in members(value))


def holds(value: Value, *sought: Value) -> bool:
    """True for what may be one of these values, and for containers with one."""
    for member in members(value):
        if member in sought:
            return True
        if isinstance(member, Container):
            inner = (*(member.items or ()), *(() if member.element is None else (member.element,)))
            if any(holds(one, *sought) for one in inner):
                return True
    return False


def join(*values: Value) -> Value:
    """The union of values, flattened and without repeats; of none of them, nothing.

    A union that grows beyond a few members says nothing, so it becomes unknown.
    """
    if len(values) == 1:
        return values[0]
    found: list[Value] = []
    for value in values:
        for member in members(value):
            if member not in found:
                if len(found) == _MOST_MEMBERS:
                    return UNKNOWN
                found.append(member)
    if len(found) == 1:
        return found[0]
    return Union(tuple(found)) if found else NOTHING


def final(value: Value) -> Value:
    """A value in which whatever stayed nothing is unknown."""
    if not isinstance(value, _MADE_OF_VALUES):
        return value
    match value:
        case Union(members=()):
            return UNKNOWN
        case Container(items=items, element=element) if items or element is not None:
            if not value.is_final:
                inner = None if items is None else tuple(map(final, items))
                other = None if element is None else final(element)
                value = Container(value.kind, inner, value.keys, other)
                value.is_final = True
            return value
        case GraphFunction(inner=function) if function == NOTHING:
            return GraphFunction(UNKNOWN, value.site, value.module, value.options)
        case _:
            return value


def bounded(value: Value, depth: int = _DEEPEST) -> Value:
    """A value without what stands deeper in it than ``depth``: ``x = (x, y)`` has no end."""
    if not isinstance(value, _MADE_OF_VALUES):
        return value
    match value:
        case Union(members=alternatives):
            inside = [bounded(member, depth) for member in alternatives]
            is_same = all(new is old for new, old in zip(inside, alternatives, strict=True))
            return value if is_same else join(*inside)
        case Container(items=items, element=element) if items or element is not None:
            if depth == 0:
                return Container(value.kind)
            inner = None if items is None else tuple(bounded(item, depth - 1) for item in items)
            other = None if element is None else bounded(element, depth - 1)
            return Container(value.kind, inner, value.keys, other)
        case GraphFunction(inner=GraphFunction() as function):
            return function
        case Partial(inner=inner):
            return UNKNOWN if depth == 0 else replace(value, inner=bounded(inner, depth - 1))
        case _:
            return value


def widened(before: Any, after: Any) -> Any:
    """What is kept of an answer that changes again and again: of a value, all that it may be.

    Once that is unknown, it stays so.
    """
    if not isinstance(before, _VALUES):
        return after
    return UNKNOWN if before == UNKNOWN else join(before, after)


def is_only(value: Value, *kinds: Kind) -> bool:
    """True when every alternative is of one of the kinds; None may be among them."""
    rest = [m for m in members(value) if m != NONE]
    return bool(rest) and all(isinstance(m, Simple) and m.kind in kinds for m in rest)


def may_be(value: Value, *kinds: Kind) -> bool:
    """True when some alternative is of one of the kinds."""
    return any(isinstance(m, Simple) and m.kind in kinds for m in members(value))


def varying(value: Value) -> Varying | None:
    """Why a Python value changes in time, looking into containers; None when it does not."""
    for member in members(value):
        if isinstance(member, (Number, Text)) and member.varying is not None:
            return member.varying
        if isinstance(member, Container):
            for item in member.items or ():
                found = varying(item)
                if found is not None:
                    return found
    return None
