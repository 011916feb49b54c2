"""Objects that hold nothing yet, filled by methods of their own for one that draws from what they hold.

A buffer of an agent's steps is filled over an episode, and no argument makes up for one that is empty. What
to put there is looked for by trial, as arguments are; what tells is the method that draws from it. Where
no method puts anything there, the program does: rows of what the method takes them apart into.
"""

from __future__ import annotations

import ast
import collections
import copy
import functools
import inspect
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic

from ..protocol import Spec
from .argument_specs import value
from .call_arguments import build, describe, key_of, parameters_of
from .own_attributes import methods_of, own_attribute, own_name
from .search import search

if TYPE_CHECKING:
    from .experiment import Experiment

_COLLECTIONS = (list, dict, set, collections.deque)
_TIMES = (64, 2048)
"""How often an object is filled: as a batch asks for, and where a method waits for more."""
_SOME = 4
"""How many a method asks for that got through with none."""
_DEPTH = 3
_RETRYING = 0.6
"""The share of the time in which to begin."""
_TYPES: list[tuple[re.Pattern[str], Any]] = [
    (re.compile(r"(^|_)(s|s_|s2|state|obs|observation)(_|$)|^(state|obs)"), "ndarray"),
    (re.compile(r"^(a|act|action)$"), int),
    (re.compile(r"^(r|reward)$"), float),
    (
        re.compile(r"^(d|done|terminal|terminated|truncated|is_?done|finished)$"),
        "Literal[False, True]",
    ),
]
"""What one step of an episode has under a name, most of which are not the last one."""
_ROW, _KNOWN = 3, 2
"""Parts that rows of steps have at least, and how many of these have a name that is known."""


def filled(x: Experiment) -> Callable[..., Any] | None:
    """What fills the object whose method the entry is, and calls that; None if that leads nowhere."""
    instance = x.owner
    target = getattr(instance, x.job.entry.qualname.rpartition(".")[2], None)
    if not inspect.ismethod(target) or not x.program.is_project(type(instance)):
        return None
    for fill, names in _ways(x, target, instance):
        for times in _TIMES:
            if x.late(_RETRYING):
                return None
            filling = _FilledObject(x, target, fill, names, times)
            if filling.reaches():
                x.result.no_inputs = None
                return filling.call
            if not filling.returned:
                break
    return None


class _FilledObject:
    """One way to fill an object, and the method that is called then."""

    def __init__(self, x: Experiment, target: Any, fill: Any, names: list[str], times: int) -> None:
        self._x = x
        self._target = target
        self._instance = target.__self__
        self._fill = fill
        self._times = times
        self._empty = {name: getattr(self._instance, name) for name in names}
        self._put: tuple[Any, dict[str, Any]] = ((), {})
        parameters = parameters_of(target, [])
        missed = x.missed.get(key_of(target))
        specs = missed.specs if missed else (x.result.recipes or {}).get(key_of(target), [])
        self._parameters, self._specs = parameters, [_of_some(spec) for spec in specs]
        self._given = build(x, parameters, self._specs)
        self.returned = False

    def reaches(self) -> bool:
        """Whether the flagged line is reached with something that the object can be filled with."""
        hits = self._x.meter.hits
        found = search(self._x, _typed(self._fill), self._try)
        self.returned = found is not None
        if found is None:
            self._empty_again()
            return False
        self._put = found
        if self._x.meter.hits == hits and key_of(self._fill) in (self._x.job.recipes or {}):
            self.call()  # what an earlier run has found is not tried again
        if self._specs:
            describe(self._x, key_of(self._target), self._parameters, self._specs)
        return bool(self._x.meter.hits > hits)

    def _try(self, *args: Any, **kwargs: Any) -> Any:
        self._put = (args, kwargs)
        return self.call()

    def call(self, *_: Any, **__: Any) -> Any:
        """Fill the object, and call the method."""
        self._empty_again()
        for _turn in range(self._times):
            self._fill(*self._put[0], **self._put[1])
        return self._target(*self._given[0], **self._given[1])

    def _empty_again(self) -> None:
        for name, empty in self._empty.items():
            setattr(self._instance, name, copy.deepcopy(empty))


def _of_some(spec: Spec) -> Spec:
    """What a method is given, where it may ask for none: that got it through while there was none."""
    return value(_SOME) if spec in (value(0), value(0.0)) else spec


def _typed(fill: Any) -> Any:
    """A method whose parameters are annotated with what one step of an episode has."""

    @functools.wraps(fill)
    def typed(*args: Any, **kwargs: Any) -> Any:
        return fill(*args, **kwargs)

    signature = inspect.signature(fill)
    typed.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[
            parameter.replace(annotation=_type_of(parameter))
            for parameter in signature.parameters.values()
        ]
    )
    return typed


def _type_of(parameter: inspect.Parameter) -> Any:
    if parameter.annotation is not parameter.empty:
        return parameter.annotation
    known = (kind for pattern, kind in _TYPES if pattern.search(parameter.name.lower()))
    return next(known, parameter.empty)


def _ways(x: Experiment, target: Any, instance: Any) -> Iterator[tuple[Any, list[str]]]:
    """Methods of an object that put something where another one reads, and the attributes that hold it."""
    nodes = methods_of(type(instance), x.definition_of)
    reads = _reads(nodes, getattr(target, "__name__", ""), _DEPTH)
    for name, node in nodes.items():
        added = sorted(_adds_to(node) & reads)
        held = [one for one in added if _holds_things(x, vars(instance).get(one))]
        if held and name != target.__name__ and not name.startswith("__"):
            yield getattr(instance, name), held
    parts = max(_taken_apart(nodes, target.__name__, _DEPTH), key=_known, default=[])
    if _known(parts) >= _KNOWN:
        for attribute in sorted(reads):
            held_there = vars(instance).get(attribute)
            if isinstance(held_there, (list, collections.deque)) and not held_there:
                yield _putting(instance, attribute, parts), [attribute]


def _putting(instance: Any, attribute: str, parts: list[str]) -> Any:
    """What puts a row of some parts into a collection that an object holds."""
    signature = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in parts]
    )

    def append(*args: Any, **kwargs: Any) -> None:
        row = tuple(signature.bind(*args, **kwargs).arguments.values())
        getattr(instance, attribute).append(row)

    append.__signature__ = signature  # type: ignore[attr-defined]
    append.__qualname__ = f"{type(instance).__qualname__}.append_to_{attribute}"
    return append


def _taken_apart(nodes: dict[str, Any], name: str, depth: int) -> Iterator[list[str]]:
    """The names that a method gives to the parts of rows, itself or by others that it calls."""
    if name not in nodes or not depth:
        return
    called: set[str] = set()
    own = own_name(nodes[name])
    for node in ast.walk(nodes[name]):
        called.add(own_attribute(node, own))
        target = None
        if isinstance(node, (ast.For, ast.comprehension)):
            target = node.target
        elif isinstance(node, ast.Assign):
            target = node.targets[0]
        if isinstance(target, ast.Tuple) and len(target.elts) >= _ROW:
            named = [one.id for one in target.elts if isinstance(one, ast.Name)]
            if len(set(named)) == len(target.elts):
                yield [_of_one(part) for part in named]
    for other in sorted(called - {name}):
        yield from _taken_apart(nodes, other, depth - 1)


def _known(parts: list[str]) -> int:
    """How many parts of a row have a name that is known for one step."""
    return sum(any(pattern.search(part.lower()) for pattern, _ in _TYPES) for part in parts)


def _of_one(name: str) -> str:
    """The name of a part of one step, where this is that of a part of many: ``rewards``."""
    single = name[:-1] if name.endswith("s") and len(name) > 1 else name
    return single if _known([single]) else name


def _holds_things(x: Experiment, value: Any) -> bool:
    """Whether a value is a collection, or an object of the program's that is nobody else's too."""
    known = (object, Generic, *_COLLECTIONS)
    if isinstance(value, _COLLECTIONS):
        return True
    return x.program.is_project(type(value)) and all(
        cls in known or x.program.is_project(cls) for cls in type(value).__mro__
    )


def _reads(nodes: dict[str, Any], name: str, depth: int) -> set[str]:
    """The attributes of its object that a method reads, itself or by others that it calls."""
    if name not in nodes or not depth:
        return set()
    own = own_name(nodes[name])
    found = {attribute for node in ast.walk(nodes[name]) if (attribute := own_attribute(node, own))}
    return found.union(*(_reads(nodes, other, depth - 1) for other in found - {name}))


def _adds_to(node: Any) -> set[str]:
    """The attributes of its object to which a method gives what it was given, or makes of that."""
    found: set[str] = set()
    own = own_name(node)
    for statement in ast.walk(node):
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            call = statement.value
            if isinstance(call.func, ast.Attribute) and (call.args or call.keywords):
                found.add(own_attribute(call.func.value, own))
        elif isinstance(statement, ast.Assign):
            targets = (one for one in statement.targets if isinstance(one, ast.Subscript))
            found.update(own_attribute(one.value, own) for one in targets)
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return found - {""} if len(named) > 1 else set()
