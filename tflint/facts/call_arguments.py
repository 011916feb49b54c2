"""Calls whose result depends on their arguments: those of wrappers, which give back what they get."""

from __future__ import annotations

from tflint.facts.values import Value
from tflint.syntax.definitions import stands_in
from tflint.syntax.model import Function


class CallArguments:
    """One call of a wrapper with what it is given; two of the same function and values are equal.

    Attributes:
        depth: how many such calls stand inside each other, this one included.
    """

    __slots__ = ("_given", "_hash", "_outer", "depth", "function")

    def __init__(
        self, function: Function, given: dict[str, Value], outer: CallArguments | None, depth: int
    ) -> None:
        """``outer`` is the call of a function around this one, whose arguments it sees too."""
        self.function = function
        self.depth = depth
        self._given = given
        self._outer = outer
        self._hash = hash((function, depth, outer, tuple(given)))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, CallArguments)
            and self.depth == other.depth
            and self.is_call(other.function, other._given)
            and self._outer == other._outer
        )

    def __hash__(self) -> int:
        return self._hash

    def is_call(self, function: Function, given: dict[str, Value]) -> bool:
        """True for a call of this very function with these arguments."""
        return self.function is function and self._given == given

    def around(self, function: Function) -> CallArguments | None:
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
