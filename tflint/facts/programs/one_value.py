"""Expressions that give one value whenever they run: numbers, and items of a list of equal ones.

So does a parameter to which all calls at hand give the same.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import External, members
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Function
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, is_only_a_parameter, written_out

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_CONVERT = frozenset(
    {
        *("builtins.bool", "builtins.float", "builtins.int", "builtins.list", "builtins.tuple"),
        *("numpy.array", "numpy.asarray", "numpy.float32", "numpy.float64", "numpy.int32"),
        *("numpy.int64", "tensorflow.cast", "tensorflow.constant"),
        "tensorflow.convert_to_tensor",
    }
)
"""What makes another type or dtype of its first argument, and changes nothing else."""
_FILL = frozenset(
    {
        *(f"tensorflow.{name}" for name in ("eye", "fill", "ones", "range", "zeros")),
        *(f"numpy.{name}" for name in ("arange", "eye", "full", "ones", "zeros")),
    }
)
"""What makes the same tensor or array whenever it is given the same."""
_MOST_CALLS = 20
"""Calls of a function that are looked at for what they give a parameter; of more, it may vary."""


def one_value(node: ast.expr | None, function: Function, inference: Inference) -> Hashable:
    """What an expression gives whenever it runs, the same for equal values; None when it may vary."""
    return None if node is None else _Look(function, inference).value(node)


def is_always_none(node: ast.expr, function: Function, inference: Inference) -> bool:
    """True for an expression that gives None whenever it runs."""
    return one_value(node, function, inference) == key_of(ast.Constant(None))


class _Look:
    """One look for what an expression of a function gives; what depends on itself may vary."""

    def __init__(
        self, function: Function, inference: Inference, asked: set[int] | None = None
    ) -> None:
        self._function = function
        self._inference = inference
        self._asked: set[int] = set() if asked is None else asked

    def value(self, node: ast.expr) -> Hashable:
        """What an expression gives."""
        match node:
            case ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
                return key_of(node)
            case ast.Call(args=[converted, *_]) if made := self._called(node, _CONVERT):
                value = self.value(converted)
                options = [*map(key_of, node.args[1:]), *map(key_of, node.keywords)]
                return None if value is None else (made, value, *options)
            case ast.Call(args=args, keywords=keywords) if made := self._called(node, _FILL):
                names = [None] * len(args) + [keyword.arg for keyword in keywords]
                given = [*args, *(keyword.value for keyword in keywords)]
                return self._all((made, *names), given)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return self._all((type(node).__name__,), parts)
            case ast.Subscript(value=holder, slice=index) if not isinstance(index, ast.Slice):
                return self._item(holder)
            case ast.Name():
                return self._of_name(node, self.value)
            case ast.Attribute():
                found = self._inference.value(node, self._function)
                return found.name if isinstance(found, External) else None
            case _:
                return None

    def _all(self, made: tuple[Hashable, ...], given: list[ast.expr]) -> Hashable:
        """What is made of several expressions that each have one value."""
        values = [self.value(part) for part in given]
        return None if None in values else (made, *values)

    def _item(self, holder: ast.expr) -> Hashable:
        """What all items of a container are that is written out; None when they differ."""
        match holder:
            case ast.Name():
                return self._of_name(holder, self._item)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return _agreed(map(self.value, items))
            case ast.BinOp(left=ast.List() as items, op=ast.Mult()):
                return self._item(items)
            case ast.Call(args=[items, *_]) if made := self._called(holder, _CONVERT):
                value = self._item(items)
                return None if value is None else (made, value)
            case _:
                return None

    def _of_name(self, name: ast.Name, ask: Callable[[ast.expr], Hashable]) -> Hashable:
        """What is found for all that may be written for a name where it is read."""
        if id(name) in self._asked:
            return None
        self._asked.add(id(name))
        if is_only_a_parameter(name.id, self._function):
            return self._given(name.id)
        written: list[ast.expr | None] = [written_out(name, self._function)]
        if holder_of(name.id, self._function) is self._function:
            written = [b.written for b in reaching(name.id, name, self._function)]
        return _agreed(None if part is None or part is name else ask(part) for part in written)

    def _given(self, parameter: str) -> Hashable:
        """What all calls at hand give a parameter; None where there are none, or too many to look at.

        Keras gives what it likes to a callback, whatever a test of the callback gives it.
        """
        function, callers = self._function, self._inference.callers
        sites = callers.of(function)
        if not 0 < len(sites) <= _MOST_CALLS or self._inference.classes.is_batch_callback(function):
            return None
        return _agreed(
            None if node is None else _Look(where, self._inference, self._asked).value(node)
            for node, where in callers.given(function, parameter)
        )

    def _called(self, node: ast.Call, names: frozenset[str]) -> str | None:
        """The name of what is called, where it is one of these and nothing else."""
        found = members(self._inference.value(node.func, self._function))
        called = {member.name for member in found if isinstance(member, External)}
        return called.pop() if len(found) == len(called) == 1 and called <= names else None


def _agreed(values: Iterable[Hashable]) -> Hashable:
    """The value that all are; None where one is another, or unknown."""
    found = set(values)
    return found.pop() if len(found) == 1 else None
