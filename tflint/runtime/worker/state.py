"""The Python state that a call can change: globals, closures, ``self``; as flat paths."""

from __future__ import annotations

import collections
import types
from typing import Any

from . import summary

_LIMIT = 400
_ITEMS = 32
_DEPTH = 4
_TELLING = ("locked", "qsize", "getstats")
"""Methods of Python's own objects that tell their state and change nothing: lock, queue, profiler."""
_OPAQUE = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)


class Snapshot:
    """Walks from named roots to plain values and writes each under its path."""

    def __init__(self, world: Any, is_project: Any) -> None:
        self._world = world
        self._is_project = is_project
        self.leaves: dict[str, Any] = {}
        self._seen: set[int] = set()

    def take(self, path: str, value: Any, depth: int = 0) -> None:
        """Add what ``value`` holds."""
        if len(self.leaves) >= _LIMIT or isinstance(value, _OPAQUE):
            return
        if isinstance(value, (dict, list, tuple, set, frozenset, collections.deque)):
            self._container(path, value, depth)
            return
        plain = summary.summarise(value, self._world, depth=99)
        if not isinstance(plain, dict) or "object" not in plain:
            self.leaves[path] = plain
            return
        is_class = isinstance(value, type)
        if is_class or id(value) in self._seen or depth > _DEPTH:
            if is_class and depth <= 1 and self._is_project(value):
                self._attributes(path, vars(value), depth, ())
            return
        if not self._is_project(type(value)):
            if callable(value):
                return
            if not self._iterator(path, value):
                self.leaves[path] = plain
            return
        self._seen.add(id(value))
        attributes = getattr(value, "__dict__", None) or {}
        slots = getattr(type(value), "__slots__", ())
        if isinstance(slots, (tuple, list)):
            attributes = dict(
                attributes, **{n: getattr(value, n) for n in slots if hasattr(value, n)}
            )
        self._attributes(path, attributes, depth, self._world.inherited_attributes(value))

    def _iterator(self, path: str, value: Any) -> bool:
        # How far an iterator has come, or an object of Python's own, where it tells without moving.
        hint = getattr(value, "__length_hint__", None)
        if hint is not None and hasattr(value, "__next__"):
            self.leaves[path] = {"remaining": hint()}
            return True
        for name in _TELLING:
            tell = getattr(value, name, None)
            if callable(tell):
                state = tell()
                self.leaves[f"{path}.{name}()"] = len(state) if isinstance(state, list) else state
                return True
        return False

    def _container(self, path: str, value: Any, depth: int) -> None:
        if id(value) in self._seen or depth > _DEPTH:
            return
        self._seen.add(id(value))
        self.leaves[path] = {"length": len(value)}
        if isinstance(value, dict):
            items = list(value.items())
            for key, item in items[:_ITEMS]:
                self.take(f"{path}[{key!r}]", item, depth + 1)
            self.leaves[path].update(summary.rest(items[_ITEMS:], self._world, depth))
        elif isinstance(value, (set, frozenset)):
            texts = sorted(str(summary.summarise(item, self._world)) for item in value)
            self.leaves[path]["items"] = texts[:_ITEMS]
            self.leaves[path].update(summary.rest(texts[_ITEMS:], self._world, depth))
        else:
            items = list(value)
            for index, item in enumerate(items[:_ITEMS]):
                self.take(f"{path}[{index}]", item, depth + 1)
            self.leaves[path].update(summary.rest(items[_ITEMS:], self._world, depth))

    def _attributes(self, path: str, attributes: Any, depth: int, skip: Any) -> None:
        for name, item in list(attributes.items()):
            if not (name.startswith("__") or name in skip):
                self.take(f"{path}.{name}" if path else name, item, depth + 1)
