"""Calls whose result depends on their arguments: those of wrappers, which give back what they get."""

from __future__ import annotations

from tflint.facts.values import Value
from tflint.syntax.definitions import stands_in
from tflint.syntax.model import Function


class Context:
    """One call of a function, with what it is given: for wrappers, which differ from call to call.

    Attributes:
        number: tells it from others.
        depth: how many such calls stand inside each other, this one included.
    """

    def __init__(
        self,
        function: Function,
        given: dict[str, Value],
        outer: Context | None,
        depth: int,
        number: int,
    ) -> None:
        """``outer`` is the call of a function around this one, whose arguments it sees too."""
        self.function = function
        self.number = number
        self.depth = depth
        self._given = given
        self._outer = outer

    def is_call(self, function: Function, given: dict[str, Value]) -> bool:
        """True for a call of this very function with these arguments."""
        return self.function is function and self._given == given

    def around(self, function: Function) -> Context | None:
        """This call, or the nearest one outside it, whose arguments a function sees; else None."""
        if stands_in(function, self.function):
            return self
        return None if self._outer is None else self._outer.around(function)

    def covers(self, function: Function) -> bool:
        """True for functions that may see the arguments: the called one, and those inside it."""
        return self.around(function) is not None

    def given(self, scope: Function, name: str) -> Value | None:
        """What the call, or one around it, gives a parameter."""
        if scope is self.function and name in self._given:
            return self._given[name]
        return None if self._outer is None else self._outer.given(scope, name)
