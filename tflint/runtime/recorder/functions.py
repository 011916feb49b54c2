"""Functions under what decorates, binds and wraps them, and the names that recordings give them."""

from __future__ import annotations

import functools
import gc
import inspect
import os
import sys
import types
from typing import Any


def plain(function: Any) -> Any:
    """The function that runs in the end."""
    for _ in range(20):
        decorator = getattr(function, "_tf_decorator", None)
        if decorator is not None:
            function = decorator.decorated_target
        elif isinstance(function, functools.partial):
            function = function.func
        elif inspect.ismethod(function):
            function = function.__func__
        elif not inspect.isfunction(function) and hasattr(function, "weakrefself_func__"):
            function = function.weakrefself_func__()
        elif not inspect.isfunction(function) and hasattr(function, "python_function"):
            function = function.python_function
        else:
            break
    return inspect.unwrap(function)


def owner_of(function: Any) -> Any:
    """The object that a method is bound to: a ``tf.function`` holds it behind a stand-in."""
    # AutoGraph swaps ``__wrapped__`` for what it converted.
    bound = getattr(function, "__original_wrapped__", function)
    owner = getattr(bound, "__self__", None)
    return getattr(owner, "target", None) if type(owner).__name__ == "TfMethodTarget" else owner


def has(value: Any, method: Any) -> bool:
    """Whether a method is one of a value's own."""
    own = getattr(type(value), method.__name__, None)
    return own is not None and getattr(plain(own), "__code__", None) is method.__code__


class QualifiedNames:
    """Names for what a project defines: ``path/in/project.py::Class.method``."""

    def __init__(self, root: str) -> None:
        self._inside = os.path.join(os.path.realpath(root), "")
        self._paths: dict[str, str] = {}
        self._codes: dict[Any, str] = {}

    def path(self, filename: str) -> str:
        """A file of the project, seen from its root; empty for any other."""
        known = self._paths.get(filename)
        if known is None:
            real = "" if filename.startswith("<") else os.path.realpath(filename)
            owned = real.startswith(self._inside) and "site-packages" not in real
            known = real[len(self._inside) :].replace(os.sep, "/") if owned else ""
            self._paths[filename] = known
        return known

    def of_function(self, function: Any) -> str:
        """The name of a function; empty if it is not the project's."""
        path = self.path(function.__code__.co_filename)
        return f"{path}::{function.__qualname__}" if path else ""

    def of_code(self, code: Any) -> str:
        """The name of the function that runs this code; empty if it is not the project's."""
        known = self._codes.get(code)
        if known is None:
            known = ""
            path = self.path(code.co_filename)
            if path and (code.co_name == "<lambda>" or not code.co_name.startswith("<")):
                for holder in gc.get_referrers(code):
                    if isinstance(holder, types.FunctionType) and holder.__code__ is code:
                        known = f"{path}::{holder.__qualname__}"
                        break
            self._codes[code] = known
        return known

    def of_class(self, cls: type) -> str:
        """The name of a class; empty if it is not the project's."""
        module: Any = sys.modules.get(cls.__module__)
        path = self.path(getattr(module, "__file__", None) or "")
        return f"{path}::{cls.__qualname__}" if path else ""
