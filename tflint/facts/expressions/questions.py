"""What the parts of the inference ask each other; one solver works out all answers together."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator
from typing import Any, Protocol, TypeVar

from tflint.facts.expressions.values import Value
from tflint.syntax.model import Function

T = TypeVar("T")


class Questions(Protocol):
    """The questions that classes, callers, parameters and repetition put to whoever ties them together."""

    def ask(
        self,
        key: Hashable,
        nothing: T,
        work: Callable[..., T],
        *asking: Any,
        otherwise: Callable[[T], T] | None = None,
    ) -> T:
        """The answer of a question that has the same answer in every call: ``work(*asking)``."""

    def value(self, node: ast.expr, function: Function) -> Value:
        """What ``node``, standing in ``function``, may be."""

    def lookup(self, name: str, function: Function, use: ast.expr | None = None) -> Value:
        """What ``name`` may be where ``function`` reads it."""

    def attribute(self, owner: Value, attr: str) -> Value:
        """What ``owner.attr`` may be."""

    def functions_in(self, value: Value) -> Iterator[Function]:
        """The project's functions that calling a value runs."""
