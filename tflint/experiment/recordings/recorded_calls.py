"""Recordings as they are found in a project: checked piece by piece, for anyone may write one."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

FOLDER = ".tflint_recordings"
_FILES = 50
_BYTES = 32 << 20
_ELEMENTS = 1 << 20
_ITEMS = 256
_ROWS = 2048
_CALLS = 3
_DEPTH = 14
_TEXT = 1000
_DTYPES = frozenset(
    {
        "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8",
        "uint16", "uint32", "uint64", "bool", "string", "complex64", "complex128",
    }
)  # fmt: skip
_DEFINED = re.compile(r"(?!/)(?!.*\.\./)[\w. /-]+\.py::[A-Za-z_][\w.]*")
"""A class or a function of the project's own: a path inside of it, and a name."""
_NAME = re.compile(r"(?!__)[A-Za-z_]\w*")
_PARAMETER = re.compile(r"\*{0,2}[A-Za-z_]\w*")
_PUBLIC = re.compile(
    r"(tf(\.(math|nn|linalg)|\.keras\.(activations|losses|metrics|regularizers|initializers))?|np)"
    r"\.[A-Za-z]\w*"
)
_BUILT_IN = re.compile(
    r"(optimizers(\.schedules)?|losses|metrics|layers|regularizers|initializers)"
    r"\.(?!Lambda)[A-Z]\w*"
)

Described = dict[str, Any]


def recorded_calls(path: str, qualname: str) -> list[Described]:
    """What a function of a file was called with, by parameter, each time; empty if not recorded."""
    full = Path(os.path.realpath(path))
    for folder in full.parents:
        recordings = folder / FOLDER
        if recordings.is_dir():
            key = f"{full.relative_to(folder).as_posix()}::{qualname}"
            for file in sorted(recordings.glob("*.json"))[:_FILES]:
                found = _calls(_load(file), key, str(folder))
                if found:
                    return found
    return []


def recorded_arguments(path: str, qualname: str) -> Described:
    """What a function of a file was called with first, by parameter; empty if not recorded."""
    return next(iter(recorded_calls(path, qualname)), {})


def _load(file: Path) -> Any:
    try:
        stat = file.stat()
        return _read(str(file), stat.st_mtime_ns, stat.st_size) if file.is_file() else None
    except OSError:
        return None


@lru_cache(maxsize=_FILES)
def _read(file: str, stamp: int, size: int) -> Any:
    try:
        return json.loads(Path(file).read_bytes()) if size <= _BYTES else None
    except (OSError, ValueError, RecursionError):
        return None


def _calls(data: Any, key: str, root: str) -> list[Described]:
    functions = data.get("functions") if isinstance(data, dict) else None
    calls = functions.get(key) if isinstance(functions, dict) else None
    found = []
    for call in calls[:_CALLS] if isinstance(calls, list) else ():
        if isinstance(call, dict) and len(call) <= _ITEMS:
            made = {
                name: check(value, root)
                for name, value in call.items()
                if _PARAMETER.fullmatch(name)
            }
            found.append({name: value for name, value in made.items() if value is not None})
    return [call for call in found if call]


def check(value: Any, root: str = "", depth: int = 0) -> Described | None:
    """A described value if every part of it is what it should be, and small; else None.

    What it names of the project's comes back as a full path inside of ``root``.
    """
    if not isinstance(value, dict) or depth > _DEPTH:
        return None
    kind = value.get("kind")
    if not isinstance(kind, str):
        return None
    if kind in ("tensor", "array", "variable"):
        return _array(value)
    return _Checker(root, depth).check(kind, value)


class _Checker:
    """Looks at one part of a description, and has those inside of it looked at."""

    def __init__(self, root: str, depth: int) -> None:
        self._root = root
        self._depth = depth

    def check(self, kind: str, value: Described) -> Described | None:
        """The part with what is known of its kind, or None."""
        fields = _KINDS.get(kind)
        if fields is None:
            return None
        made: Described = {"kind": kind}
        for field, way in fields.items():
            if field.endswith("?") and value.get(field[:-1]) is None:
                continue
            checked = way(self, value.get(field.rstrip("?")))
            if checked is None:
                return None
            made[field.rstrip("?")] = checked[0]
        return made

    # Each gives what it looked at in a tuple of one; None for what is not as it should be.

    def part(self, value: Any) -> tuple[Any] | None:
        made = check(value, self._root, self._depth + 1)
        return None if made is None else (made,)

    def parts(self, value: Any) -> tuple[Any] | None:
        if not isinstance(value, list) or len(value) > _ITEMS:
            return None
        made = [check(item, self._root, self._depth + 1) for item in value]
        return None if None in made else (made,)

    def pairs(self, value: Any) -> tuple[Any] | None:
        if not isinstance(value, list) or len(value) > _ITEMS:
            return None
        made = [self.parts(item) for item in value]
        fit = all(pair is not None and len(pair[0]) == 2 for pair in made)
        return ([pair[0] for pair in made if pair],) if fit else None

    def named(self, value: Any) -> tuple[Any] | None:
        if not isinstance(value, dict) or len(value) > _ITEMS:
            return None
        made = {str(key): check(item, self._root, self._depth + 1) for key, item in value.items()}
        return None if None in made.values() else (made,)

    def known(self, value: Any) -> tuple[Any] | None:
        """By name, and what of it is not as it should be is left out."""
        if not isinstance(value, dict) or len(value) > _ITEMS:
            return None
        made = {
            name: check(item, self._root, self._depth + 1)
            for name, item in value.items()
            if isinstance(name, str) and _NAME.fullmatch(name.lstrip("*"))
        }
        return ({name: item for name, item in made.items() if item is not None},)

    def defined(self, value: Any) -> tuple[Any] | None:
        if not isinstance(value, str) or not _DEFINED.fullmatch(value):
            return None
        path, _, name = value.partition("::")
        if any(part.startswith("__") for part in name.split(".")):
            return None
        return (f"{os.path.join(self._root, path)}::{name}",)


def _plain(_: _Checker, value: Any) -> tuple[Any] | None:
    return (value,) if _is_plain(value) else None


def _matching(pattern: re.Pattern[str]) -> Callable[[_Checker, Any], tuple[Any] | None]:
    def matching(_: _Checker, value: Any) -> tuple[Any] | None:
        return (value,) if isinstance(value, str) and pattern.fullmatch(value) else None

    return matching


def _dtype(_: _Checker, value: Any) -> tuple[Any] | None:
    return (value,) if isinstance(value, str) and value in _DTYPES else None


def _dims(_: _Checker, value: Any) -> tuple[Any] | None:
    if value is None:
        return (None,)
    if not isinstance(value, list) or len(value) > 8:
        return None
    fit = all(size is None or _is_size(size) for size in value)
    return (value,) if fit and math.prod(size or 1 for size in value) <= _ELEMENTS else None


def _rows(_: _Checker, value: Any) -> tuple[Any] | None:
    """Lists of places: where the rows of a ragged tensor end, where a sparse one has values."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        return None
    fit = sum(map(len, value)) <= _ROWS * 8 and len(value) <= _ROWS
    return (value,) if fit and all(_is_size(place) for row in value for place in row) else None


_CHECKS = _Checker
_KINDS: dict[str, dict[str, Callable[[_Checker, Any], tuple[Any] | None]]] = {
    "value": {"value": _plain},
    "float": {"value": _matching(re.compile("nan|-?inf"))},
    "bytes": {"value": _matching(re.compile(r"[0-9a-f]{0,2000}"))},
    "list": {"items": _CHECKS.parts},
    "tuple": {"items": _CHECKS.parts},
    "set": {"items": _CHECKS.parts},
    "dict": {"items": _CHECKS.named},
    "pairs": {"items": _CHECKS.pairs},
    "range": {"items": _CHECKS.parts},
    "slice": {"items": _CHECKS.parts},
    "dtype": {"name": _dtype},
    "shape": {"dims": _dims},
    "spec": {"dtype": _dtype, "dims": _dims},
    "ragged": {"values": _CHECKS.part, "splits": _rows},
    "sparse": {"values": _CHECKS.part, "indices": _rows, "shape": _dims},
    "dataset": {"element": _CHECKS.part},
    "iterator": {"element": _CHECKS.part},
    "generator": {},
    "strategy": {},
    "callable": {},
    "distribution": {"name": _matching(re.compile(r"[A-Z]\w*")), "init": _CHECKS.known},
    "keras": {"name": _matching(_BUILT_IN), "config": _CHECKS.known},
    "sequential": {"layers": _CHECKS.parts, "dims": _dims},
    "model": {"dims": _dims, "outputs": _dims},
    "public": {"name": _matching(_PUBLIC)},
    "partial": {"function": _CHECKS.part, "args": _CHECKS.part, "keywords": _CHECKS.part},
    "method": {"owner": _CHECKS.part, "name": _matching(_NAME)},
    "function": {"name": _CHECKS.defined},
    "class": {"class": _CHECKS.defined},
    "member": {"class": _CHECKS.defined, "name": _matching(_NAME)},
    "named": {"class": _CHECKS.defined, "items": _CHECKS.parts},
    "object": {
        "class": _CHECKS.defined,
        "init": _CHECKS.known,
        "compiled?": _CHECKS.known,
        "attributes?": _CHECKS.known,
    },
}
"""What each kind of value is described by."""


def _array(value: Described) -> Described | None:
    dtype, shape = value.get("dtype"), value.get("shape")
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        return None
    if not isinstance(shape, list) or len(shape) > 8 or not all(map(_is_size, shape)):
        return None
    if math.prod(shape) > _ELEMENTS:
        return None
    made: Described = {"kind": value["kind"], "dtype": dtype, "shape": shape}
    values, limits = value.get("values"), value.get("range")
    if isinstance(values, list) and len(values) == math.prod(shape) <= _ITEMS:
        fits = str if dtype == "string" else (bool, int, float)
        if all(isinstance(item, fits) and _is_plain(item) for item in values):
            made["values"] = values
    if isinstance(limits, list) and len(limits) == 2 and dtype != "string":
        numbers = [limit for limit in limits if isinstance(limit, (int, float))]
        if len(numbers) == 2 and all(_is_plain(number) for number in numbers):
            made["range"] = numbers
    return made


def _is_size(size: Any) -> bool:
    return type(size) is int and 0 <= size <= _ELEMENTS


def _is_plain(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, str):
        return len(value) <= _TEXT
    return value is None or (isinstance(value, int) and abs(value) < 1 << 62)
