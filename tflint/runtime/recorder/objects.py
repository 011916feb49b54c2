"""How the project's objects are made: what ``__init__`` and ``compile`` were given."""

from __future__ import annotations

import builtins
import functools
import inspect
import os
import types
import weakref
from typing import Any

_WATCHED = ("__init__", "compile")
_OBJECTS = 2000
_STARS = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}
_PLAIN = (bool, int, float, str, type(None))


class Origins:
    """What each object was made with, for as long as it lives."""

    def __init__(self, root: str, describe: Any, tell: Any) -> None:
        self._inside = os.path.join(os.path.realpath(root), "")
        self._describe = describe
        self._tell = tell
        self._made: dict[tuple[int, str], Any] = {}
        self._after: dict[int, dict[str, Any]] = {}
        self._open: set[tuple[int, str]] = set()
        self._mentioned: dict[type, set[str]] = {}

    def made_with(self, value: Any, method: str) -> Any:
        """The described arguments of the call that made or compiled an object; None if unknown."""
        return self._made.get((id(value), method))

    def changed_since(self, value: Any) -> dict[str, Any]:
        """Attributes that an object got, or got again, after it was made.

        Only those that the methods of its class in the project name: others are the framework's.
        """
        before = self._after.get(id(value))
        if before is None:
            return {}
        named = self._named(type(value))
        return {
            name: item
            for name, item in vars(value).items()
            if name in named and (name not in before or before[name] != _mark(item))
        }

    def _named(self, cls: type) -> set[str]:
        if cls not in self._mentioned:
            self._mentioned[cls] = {
                name
                for base in cls.__mro__
                for function in vars(base).values()
                if isinstance(function, types.FunctionType)
                and os.path.realpath(function.__code__.co_filename).startswith(self._inside)
                for name in function.__code__.co_names
            }
        return self._mentioned[cls]

    def install(self) -> None:
        """Watch each class that the project defines from here on."""
        python: Any = builtins
        build = python.__build_class__

        def built(body: Any, *args: Any, **options: Any) -> Any:
            cls = build(body, *args, **options)
            path = os.path.realpath(getattr(body, "__code__", body).co_filename)
            if path.startswith(self._inside):
                for name in _WATCHED:
                    method = vars(cls).get(name)
                    if inspect.isfunction(method):
                        setattr(cls, name, self._watched(method))
            return cls

        python.__build_class__ = built

    def _watched(self, method: Any) -> Any:
        name = method.__name__

        @functools.wraps(method)
        def noted(instance: Any, /, *args: Any, **kwargs: Any) -> Any:
            key = (id(instance), name)
            outermost = key not in self._open
            if outermost:
                self._open.add(key)
                self._note(instance, method, args, kwargs)
            try:
                return method(instance, *args, **kwargs)
            finally:
                if outermost:
                    self._open.discard(key)
                    if name == "__init__":
                        self._remember(instance)

        # Keras asks for the names of parameters without a look at what is wrapped.
        noted.__signature__ = inspect.signature(method)  # type: ignore[attr-defined]
        return noted

    def _note(self, instance: Any, method: Any, args: Any, kwargs: Any) -> None:
        key = (id(instance), method.__name__)
        self._made.pop(key, None)
        if len(self._made) >= _OBJECTS:
            return
        try:
            described = arguments_of(method, (instance, *args), kwargs, self._describe)
            weakref.finalize(instance, self._forget, key).atexit = False
        except Exception:
            return  # what can't be described, or nobody can refer to weakly
        self._made[key] = described
        if method.__name__ == "__init__":
            self._tell(type(instance), described)

    def _remember(self, instance: Any) -> None:
        if (id(instance), "__init__") in self._made:
            self._after[id(instance)] = {
                name: _mark(item) for name, item in getattr(instance, "__dict__", {}).items()
            }

    def _forget(self, key: tuple[int, str]) -> None:
        self._made.pop(key, None)
        self._after.pop(key[0], None)


def _mark(item: Any) -> Any:
    """Tells a value from another one that comes in its place."""
    return item if isinstance(item, _PLAIN) else (id(item),)


def arguments_of(function: Any, args: Any, kwargs: Any, describe: Any) -> dict[str, Any]:
    """The arguments of a call by parameter, without the object of a method."""
    signature = inspect.signature(function)
    bound = signature.bind_partial(*args, **kwargs).arguments
    kinds = {name: parameter.kind for name, parameter in signature.parameters.items()}
    found: dict[str, Any] = {}
    for position, (name, value) in enumerate(bound.items()):
        if position == 0 and name in ("self", "cls"):
            continue
        described = describe(value)
        if described is not None:
            found[_STARS.get(kinds[name].name, "") + name] = described
    return found
