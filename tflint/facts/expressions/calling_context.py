"""Calling contexts: which call of a wrapper is followed, whose result depends on its arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tflint.facts.expressions.named_objects import NamedObject
from tflint.facts.expressions.values import Value
from tflint.syntax.definitions import stands_in
from tflint.syntax.model import Function

Argument = Callable[[], Value]
"""Asks what an argument may be, where the call stands."""


class CallingContext:
    """One call of a wrapper: calls at the same site, in the same context, are the same.

    What the arguments may be is asked for when it matters, and no part of what tells two calls apart: so
    there are only so many, whatever the values.

    Attributes:
        function: the wrapper that is called.
        depth: how many such calls stand inside each other, this one included.
        thing: the object whose method it is, where that is known apart from others of its class.
    """

    __slots__ = ("_arguments", "_caller", "_outer", "depth", "function", "thing")

    def __init__(
        self,
        function: Function,
        arguments: Mapping[str, Argument],
        caller: CallingContext | None,
        thing: NamedObject | None = None,
    ) -> None:
        """``arguments`` by the parameters that get them; ``caller`` is the call around this one."""
        self.thing = thing
        self.function = function
        self.depth: int = 1 if caller is None else caller.depth + 1
        self._arguments = arguments
        self._caller = caller
        self._outer = None if caller is None else caller.around(function)
        """The call of a function around this one, whose arguments it sees too."""

    def around(self, function: Function) -> CallingContext | None:
        """This call, or the nearest one outside it, whose arguments a function sees; else None."""
        if stands_in(function, self.function):
            return self
        return None if self._outer is None else self._outer.around(function)

    def covers(self, function: Function) -> bool:
        """True for functions that may see the arguments: the called one, and those inside it."""
        return self.around(function) is not None

    def calling(self, function: Function) -> CallingContext | None:
        """This call, or the nearest one that it is part of, of a function; None where there is none."""
        if self.function is function:
            return self
        return None if self._caller is None else self._caller.calling(function)

    def has_same_arguments(self, other: CallingContext) -> bool:
        """True when this call has the arguments of another, and is of the same object."""
        return (
            self.thing == other.thing
            and self._arguments.keys() == other._arguments.keys()
            and all(ask() == other._arguments[name]() for name, ask in self._arguments.items())
        )

    def argument(self, scope: Function, name: str) -> Value | None:
        """What the call, or one around it, gives a parameter."""
        if scope is self.function and name in self._arguments:
            return self._arguments[name]()
        return None if self._outer is None else self._outer.argument(scope, name)
