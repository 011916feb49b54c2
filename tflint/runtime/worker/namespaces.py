"""Settings in one object, of which a function reads the attributes or keys: ``config.hidden_size``."""

from __future__ import annotations

import ast
import inspect
import re
import types
from typing import Any

from ..protocol import Spec
from . import argument_specs, guess

_OF_TENSORS = {
    "shape", "dtype", "ndim", "rank", "numpy", "name", "device", "graph", "op", "value", "values",
    "indices", "dense_shape", "T", "size", "assign", "context", "ctx", "element_spec",
}  # fmt: skip
"""What tensors, arrays and variables have, and framework objects: settings tell by other names."""
_MOST = 6
_PLAIN = re.compile(r"\b(int|float|str|bool)\b|Tensor|ndarray")
_KEY = re.compile(r"'([\w ./-]+)'")
"""What a ``KeyError`` says."""
_OF_FILES = re.compile(r"path|file|dir|folder|root", re.IGNORECASE)
"""What the names of files and folders have in theirs."""
_MISSING = re.compile(r"'MadeSettings' object has no attribute '(\w+)'")


_COUNTS = re.compile(r"(^|_)(n_?)?(epochs?|iter(ation)?s?|steps?)$", re.IGNORECASE)
"""What names have that say how often something long is done."""
_FEW = 2
_LARGE = 32
"""The size up to which a model is quick to make and to run."""
_NONE: dict[str, Any] = {}
_options: dict[str, Any] = {}
"""What the options of the project's command lines are, once it is known."""


class MadeSettings(types.SimpleNamespace):
    """An object with attributes, which a ``tf.function`` takes as it takes other objects."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def know(options: dict[str, Any]) -> None:
    """Have settings of these names be what the project's programs have them, in this process."""
    _options.update(options)


def among(found: list[Spec], function: ast.AST, parameter: inspect.Parameter) -> list[Spec]:
    """The candidates for a parameter, with objects that have what the function reads of it.

    They come after what its name or annotation says, unless that is no more than a dictionary.
    """
    read = _read(function, parameter.name)
    if not read or _PLAIN.search(str(parameter.annotation)):
        return found
    known = {name: _likely(name, compared, _options) for name, compared in read.items()}
    first = {name: _likely(name, compared) for name, compared in read.items()}
    objects = [_namespace(known), _namespace(first)] if known != first else [_namespace(first)]
    for name, compared in read.items():
        objects += [
            _namespace({**first, name: argument_specs.value(plain)}) for plain in compared[1:]
        ]
    place = int(bool(found) and found[0]["kind"] not in ("tensor", "dict", "value"))
    return [*found[:place], *objects[:_MOST], *found[place:]]


def extended(message: str, spec: Spec) -> list[Spec]:
    """The object with the attribute, or the dictionary with the key, that an error misses."""
    if spec["kind"] == "dict":
        return _with_missing_key(message, spec)
    return [
        _namespace({**spec["items"], name: _likely(name, [], _options)})
        for name in _MISSING.findall(message)
    ]


def with_keys(found: list[Spec], keys: list[str], first: bool) -> list[Spec]:
    """The candidates for a parameter, with a dictionary of settings under the keys that are read of it."""
    if not keys:
        return found
    settings = {"kind": "dict", "items": {key: _likely(key, [], _options) for key in keys}}
    place = 0 if first else sum(spec["kind"] == "dict" for spec in found)
    return [*found[:place], settings, *found[place:]]


def _with_missing_key(message: str, spec: Spec) -> list[Spec]:
    """The dictionary with the key that an error misses."""
    key = _KEY.fullmatch(message.strip())
    if key is None or key[1] in spec["items"]:
        return []
    return [{"kind": "dict", "items": {**spec["items"], key[1]: _likely(key[1], [], _options)}}]


def with_attribute(name: str) -> Spec:
    """An object of which no more is known than that it has an attribute."""
    return _namespace({name: _likely(name, [])})


def _namespace(items: dict[str, Spec]) -> Spec:
    return {"kind": "namespace", "items": items}


def _likely(name: str, compared: list[Any], options: dict[str, Any] = _NONE) -> Spec:
    """What an attribute may be: an option of the project, what it is compared with, what its name says."""
    if name in options and not _OF_FILES.search(name):
        return argument_specs.value(_smaller(name, options[name]))
    if compared:
        return argument_specs.value(compared[0])
    if not name.isidentifier():
        return argument_specs.value(_FEW)  # a key that is no name
    parameter = inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    usual = guess.candidates(parameter, set(), [], True, [])
    if _OF_FILES.search(name):
        usual.sort(key=lambda spec: spec["kind"] not in ("file", "folder"))
        return usual[0]
    return next((spec for spec in usual if spec["kind"] == "value"), argument_specs.value(2))


def _smaller(name: str, known: Any) -> Any:
    """An option as small as will do: by halves, so that what is equal or goes into another still does."""
    if type(known) is not int:
        return known
    if known > _FEW and _COUNTS.search(name):
        return _FEW
    while known > _LARGE and known % 2 == 0:
        known //= 2
    return known


def _read(function: ast.AST, name: str) -> dict[str, list[Any]]:
    """The attributes that are read of a parameter, and what they are compared with.

    None of something that has methods of its own, or that looks like a tensor.
    """
    found: dict[str, list[Any]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _of(node.func, name):
            return {}
        if isinstance(node, ast.Attribute) and _of(node, name):
            if node.attr in _OF_TENSORS or not isinstance(node.ctx, ast.Load):
                return {}
            found.setdefault(node.attr, [])
        if isinstance(node, ast.Compare) and _of(node.left, name):
            attribute: Any = node.left
            compared = found.setdefault(attribute.attr, [])
            compared += [plain for plain in _plain(node.comparators[0]) if plain not in compared]
    return found


def _of(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and not node.attr.startswith("__")
    )


def _plain(node: ast.expr) -> list[Any]:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return []
    values = value if isinstance(value, (list, tuple, set)) else [value]
    return [one for one in values if isinstance(one, (bool, int, float, str))]
