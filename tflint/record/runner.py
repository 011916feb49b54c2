"""Run a program and note the arguments that reach its traced functions.

``python runner.py OUTPUT ROOT (SCRIPT | -m MODULE) ARGUMENTS...``. It runs in the user's
interpreter, on the standard library alone, and writes JSON: dtypes, shapes, and values where they
are few.
"""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import atexit
import builtins
import functools
import importlib
import importlib.util
import inspect
import json
import math
import os
import runpy
import sys
from typing import Any

_VALUES = 64
_CALLS = 3
_FUNCTIONS = 2000
_TEXT = 500
_DEPTH = 5


class Recording:
    """The calls of each function, one for each combination of dtypes and shapes."""

    def __init__(self, output: str, root: str) -> None:
        self._output = output
        self._root = os.path.realpath(root)
        self._functions: dict[str, list[dict[str, Any]]] = {}
        self._seen: set[tuple[str, str]] = set()
        self._busy = False

    def note(self, function: Any, args: Any, kwargs: Any) -> None:
        """Keep the arguments of one call; never lets an error through."""
        if self._busy:
            return
        self._busy = True
        try:
            self._note(function, args, kwargs)
        except Exception:
            pass
        finally:
            self._busy = False

    def _note(self, function: Any, args: Any, kwargs: Any) -> None:
        plain = inspect.unwrap(_plain(function))
        code = plain.__code__
        path = os.path.realpath(code.co_filename)
        if not path.startswith(os.path.join(self._root, "")) or "site-packages" in path:
            return
        key = os.path.relpath(path, self._root).replace(os.sep, "/") + "::" + plain.__qualname__
        calls = self._functions.get(key, [])
        if len(calls) >= _CALLS or len(self._functions) >= _FUNCTIONS:
            return
        names = list(inspect.signature(plain).parameters)
        owned = names[:1] in (["self"], ["cls"])
        if owned and not (args and _has(args[0], plain)):
            args = (None, *args)
        bound = inspect.signature(plain).bind_partial(*args, **kwargs)
        arguments = {}
        for name, value in bound.arguments.items():
            kind = inspect.signature(plain).parameters[name].kind
            if (owned and name == names[0]) or kind in (2, 4):  # *args, **kwargs
                continue
            described = describe(value)
            if described is not None:
                arguments[name] = described
        if not arguments:
            return
        shape = (key, json.dumps(_without_values(arguments), sort_keys=True))
        if shape not in self._seen:
            self._seen.add(shape)
            self._functions.setdefault(key, []).append(arguments)

    def write(self) -> None:
        """Leave what was noted, whole or not at all."""
        if not self._functions:
            return
        os.makedirs(os.path.dirname(self._output), exist_ok=True)
        partial = f"{self._output}.{os.getpid()}"
        with open(partial, "w", encoding="utf-8") as stream:
            json.dump({"version": 1, "functions": self._functions}, stream, indent=1)
        os.replace(partial, self._output)

    # What is watched.

    def install(self) -> None:
        """Watch the frameworks that this interpreter has, and how the project makes its objects."""
        self._classes()
        for name, watch in (("tensorflow", self._tensorflow), ("mxnet", self._mxnet)):
            if importlib.util.find_spec(name) is not None:
                try:
                    watch(importlib.import_module(name))
                except Exception as error:
                    print(f"tflint: {name} is not recorded: {error}", file=sys.stderr)

    def _classes(self) -> None:
        python: Any = builtins
        build = python.__build_class__
        note = self.note
        inside = os.path.join(self._root, "")

        def built(body: Any, *args: Any, **options: Any) -> Any:
            cls = build(body, *args, **options)
            init = vars(cls).get("__init__")
            path = os.path.realpath(getattr(body, "__code__", body).co_filename)
            if inspect.isfunction(init) and path.startswith(inside):

                @functools.wraps(init)
                def noted(instance: Any, *given: Any, **named: Any) -> None:
                    note(init, (instance, *given), named)
                    init(instance, *given, **named)

                cls.__init__ = noted
            return cls

        python.__build_class__ = built

    def _tensorflow(self, tf: Any) -> None:
        cls: Any = type(tf.function(lambda: None))
        eager = tf.executing_eagerly
        note = self.note
        call = cls.__call__

        @functools.wraps(call)
        def called(function: Any, *args: Any, **kwargs: Any) -> Any:
            if eager():
                note(function.python_function, args, kwargs)
            return call(function, *args, **kwargs)

        cls.__call__ = called
        layer: Any = tf.keras.layers.Layer
        layer_call = layer.__call__

        @functools.wraps(layer_call)
        def layer_called(instance: Any, *args: Any, **kwargs: Any) -> Any:
            note(type(instance).call, (instance, *args), kwargs)
            return layer_call(instance, *args, **kwargs)

        layer.__call__ = layer_called

    def _mxnet(self, mx: Any) -> None:
        gluon = mx.gluon
        call, forward = gluon.Block.__call__, gluon.HybridBlock.forward
        note = self.note
        inputs = Inputs(mx)

        @functools.wraps(call)
        def called(block: Any, *args: Any) -> Any:
            if isinstance(block, gluon.HybridBlock):
                note(type(block).forward, (block, *args), {})
            return call(block, *args)

        @functools.wraps(forward)
        def forwarded(block: Any, *args: Any) -> Any:
            # ``F`` is nothing that anybody passes.
            note(type(block).hybrid_forward, (block, _UNKNOWN, *inputs.seen(args)), {})
            return forward(block, *args)

        gluon.Block.__call__, gluon.HybridBlock.forward = called, forwarded


_UNKNOWN = object()
"""Stands for a value that is not kept."""


class Shaped:
    """What is known of an array while there is only a symbol of it."""

    def __init__(self, shape: Any, dtype: Any) -> None:
        self.shape = shape
        self.dtype = dtype


class Inputs:
    """The arrays that a hybridized block got last: what the symbols inside of it are made from."""

    def __init__(self, mx: Any) -> None:
        self._array: Any = mx.nd.NDArray
        self._symbol: Any = mx.sym.Symbol
        self._shapes: dict[str, Any] = {}
        self._dtypes: dict[str, Any] = {}

    def seen(self, args: Any) -> Any:
        """The arguments of a block, with shapes and dtypes in place of its symbols."""
        arrays = [leaf for leaf in _leaves(args) if isinstance(leaf, self._array)]
        if arrays:
            # The names that MXNet gives to the inputs of the graph that it makes of the block.
            names = ["data"] if len(arrays) == 1 else [f"data{n}" for n in range(len(arrays))]
            self._shapes = {name: array.shape for name, array in zip(names, arrays)}
            self._dtypes = {name: array.dtype for name, array in zip(names, arrays)}
            return args
        return self._inferred(args)

    def _inferred(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
            items = [self._inferred(item) for item in value]
            return items if isinstance(value, list) else tuple(items)
        if not isinstance(value, self._symbol):
            return value
        try:
            named = set(value.list_inputs())
            shapes = {name: shape for name, shape in self._shapes.items() if name in named}
            dtypes = {name: dtype for name, dtype in self._dtypes.items() if name in named}
            shape = value.infer_shape_partial(**shapes)[1][0]
            dtype = value.infer_type_partial(**dtypes)[1][0]
        except Exception:
            return _UNKNOWN
        return Shaped(shape, dtype) if shape and all(n > 0 for n in shape) else _UNKNOWN


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]


def _has(value: Any, method: Any) -> bool:
    """Whether a method is one of a value's own."""
    own = getattr(type(value), method.__name__, None)
    return own is not None and inspect.unwrap(_plain(own)).__code__ is method.__code__


def _plain(function: Any) -> Any:
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
    return function


def describe(value: Any, depth: int = 0) -> Any:
    """A value as JSON; None for what can't be made again from that."""
    if value is None or isinstance(value, (bool, int)):
        return {"kind": "value", "value": value}
    if isinstance(value, float):
        return {"kind": "value", "value": value} if math.isfinite(value) else None
    if isinstance(value, str):
        return {"kind": "value", "value": value} if len(value) <= _TEXT else None
    if depth > _DEPTH:
        return None
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        items = [describe(item, depth + 1) for item in value[:_VALUES]]
        kind = "list" if isinstance(value, list) else "tuple"
        whole = len(value) <= _VALUES and None not in items
        return {"kind": kind, "items": items} if whole else None
    if isinstance(value, dict):
        found = {key: describe(item, depth + 1) for key, item in value.items()}
        if len(found) <= _VALUES and all(isinstance(k, str) and v for k, v in found.items()):
            return {"kind": "dict", "items": found}
        return None
    return _describe_array(value)


def _describe_array(value: Any) -> Any:
    if not hasattr(value, "shape") or not hasattr(value, "dtype"):
        return None
    dtype: str = getattr(value.dtype, "name", None) or str(
        getattr(value.dtype, "__name__", value.dtype)
    )
    dtype = "string" if dtype == "object" or dtype.startswith(("str", "bytes")) else dtype
    # A dimension that is not known while tracing: any will do.
    shape = [2 if size is None else int(size) for size in value.shape]
    variable = type(value).__name__.endswith("Variable")
    found: dict[str, Any] = {
        "kind": "variable" if variable else "tensor", "dtype": dtype, "shape": shape
    }  # fmt: skip
    try:
        array = value.asnumpy() if hasattr(value, "asnumpy") else value
        array = array.numpy() if hasattr(array, "numpy") else array
        flat = array.reshape(-1)
        if dtype == "string":
            if flat.size <= _VALUES:
                found["values"] = [
                    item.decode("utf-8", "replace")[:_TEXT]
                    if isinstance(item, bytes)
                    else str(item)
                    for item in flat.tolist()
                ]
        elif flat.size <= _VALUES:
            found["values"] = [_number(item) for item in flat.tolist()]
            if None in found["values"]:
                del found["values"]
        else:
            low, high = float(flat.min()), float(flat.max())
            if math.isfinite(low) and math.isfinite(high):
                found["range"] = [low, high]
    except Exception:
        pass  # symbolic: only its shape is known
    return found


def _number(item: Any) -> Any:
    return item if isinstance(item, (bool, int)) or math.isfinite(item) else None


def _without_values(value: Any) -> Any:
    if isinstance(value, dict):
        hidden = ("values", "range", "value")
        return {key: _without_values(item) for key, item in value.items() if key not in hidden}
    return [_without_values(item) for item in value] if isinstance(value, list) else value


def main() -> None:
    """Record a script or a module as if the interpreter had been given it."""
    output, root, *rest = sys.argv[1:]
    recording = Recording(output, root)
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != here]
    recording.install()
    atexit.register(recording.write)
    if rest[0] == "-m":
        sys.argv[:] = rest[1:]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(rest[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv[:] = rest
        sys.path.insert(0, os.path.dirname(os.path.abspath(rest[0])))
        runpy.run_path(rest[0], run_name="__main__")


if __name__ == "__main__":
    main()
