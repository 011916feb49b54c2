"""Calls whose result depends on their arguments: those of wrappers, which give back what they get."""

from __future__ import annotations

from tflint.project.model import Function
from tflint.project.values import Value


class Context:
    """One call of a function, with what it is given: for wrappers, which differ from call to call."""

    def __init__(
        self, function: Function, given: dict[str, Value], outer: Context | None, number: int
    ) -> None:
        self.function = function
        self.number = number
        self.depth: int = 1 if outer is None else outer.depth + 1
        self._given = given
        self._outer = outer

    def covers(self, function: Function) -> bool:
        """True for functions that may see the arguments: the called one, and those inside it."""
        scope: Function | None = function
        while scope is not None:
            if scope is self.function:
                return True
            scope = scope.parent
        return self._outer is not None and self._outer.covers(function)

    def given(self, scope: Function, name: str) -> Value | None:
        """What the call, or one around it, gives a parameter."""
        if scope is self.function and name in self._given:
            return self._given[name]
        return None if self._outer is None else self._outer.given(scope, name)
