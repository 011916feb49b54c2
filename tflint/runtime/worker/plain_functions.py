"""What stands for a ``tf.function`` that is to run as Python."""

from __future__ import annotations

import contextlib
import functools
import inspect
import types
from collections.abc import Callable
from typing import Any


class PlainFunction:
    """A function under the surface of a ``tf.function``.

    It is none itself, as that is not either: programs tell the two apart by their types.
    """

    def __init__(
        self, function: Callable[..., Any], call: Callable[..., Any], signature: Any
    ) -> None:
        functools.update_wrapper(self, function, updated=())
        with contextlib.suppress(TypeError, ValueError):
            self.__signature__ = inspect.signature(function)
        self.python_function = function
        self.input_signature = signature
        self.autograph_info__: dict[str, Any] = {}  # AutoGraph calls it as it is
        self._call = call

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the body."""
        return self._call(self, args, kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Bind it, where it is a method."""
        return self if instance is None else types.MethodType(self, instance)

    def _decorate(self, decorator: Callable[..., Any]) -> None:
        # How modules put their name scopes into their functions.
        self.python_function = decorator(self.python_function)

    def experimental_get_tracing_count(self) -> int:
        """It is never traced."""
        return 0

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> Any:
        """Itself: as Python it is the same for all arguments."""
        return self
