"""Frames of running code: what a function was given, and which function object it is."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import ast
import gc
import inspect
import os
import sys
import types
from collections.abc import Callable
from typing import Any


def body(site: str, name: str) -> Any:
    """The frame that runs the body: the user's own code, or AutoGraph's version of it."""
    frame: Any = sys._getframe(2)
    for _ in range(10):
        if frame is None:
            return None
        code = frame.f_code
        if f"{code.co_filename}:{code.co_firstlineno}" == site or code.co_name == "tf__" + name:
            return frame
        frame = frame.f_back
    return None


def arguments_of(frame: Any) -> tuple[list[Any], dict[str, Any]]:
    """What a function that has just been entered was given, by position and by name."""
    code = frame.f_code
    local = frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[:count])
    positional = [local[n] for n in names[: code.co_argcount]]
    keywords = {n: local[n] for n in names[code.co_argcount :]}
    if code.co_flags & inspect.CO_VARARGS:
        positional += list(local[code.co_varnames[count]])
        count += 1
    if code.co_flags & inspect.CO_VARKEYWORDS:
        keywords.update(local[code.co_varnames[count]])
    return positional, keywords


def defaults_of(function: Any) -> dict[str, Any]:
    """What the parameters of a function are where nothing is passed, as it is now."""
    code = getattr(function, "__code__", None)
    defaults = getattr(function, "__defaults__", None) or ()
    found = dict(getattr(function, "__kwdefaults__", None) or {})
    if code is not None and defaults:
        found.update(zip(code.co_varnames[: code.co_argcount][-len(defaults) :], defaults))
    return found


def function_of(frame: Any) -> Any:
    """The function object whose body this frame runs."""
    code = frame.f_code
    for holder in gc.get_referrers(code):
        if not isinstance(holder, types.FunctionType) or holder.__code__ is not code:
            continue
        cells = zip(code.co_freevars, holder.__closure__ or ())
        try:
            if all(frame.f_locals.get(n) is cell.cell_contents for n, cell in cells):
                return holder
        except ValueError:
            continue
    return None


def living(is_meant: Callable[[str], bool]) -> list[Any]:
    """The function objects, of those that something keeps, that are defined at some site."""
    return [
        value
        for value in gc.get_objects()
        if isinstance(value, types.FunctionType)
        and is_meant(
            f"{os.path.abspath(value.__code__.co_filename)}:{value.__code__.co_firstlineno}"
        )
    ]


def leaves(value: Any) -> list[Any]:
    """What lists, tuples and dictionaries hold, however deep."""
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    return [value]


def find_definition(tree: ast.AST, line: int) -> ast.AST | None:
    """The function defined at a line, counted from its first decorator or its ``def``."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            lines = {node.lineno} | {d.lineno for d in getattr(node, "decorator_list", [])}
            if line in lines:
                return node
    return None


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same lists, tuples and dicts, with something else for each thing that they hold."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(rebuilt(item, change) for item in value))
    if isinstance(value, (list, tuple)):
        return type(value)(rebuilt(item, change) for item in value)
    if isinstance(value, dict):
        return {key: rebuilt(item, change) for key, item in value.items()}
    return change(value)


def copied(value: Any) -> Any:
    """The same with copies of the arrays in it, which a call may change in place."""

    def copy(leaf: Any) -> Any:
        kind = type(leaf)
        is_array = kind.__name__ in ("ndarray", "NDArray") and hasattr(leaf, "copy")
        return leaf.copy() if is_array else leaf

    return rebuilt(value, copy)
