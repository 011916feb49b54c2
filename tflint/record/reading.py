"""Recordings as they are found in a project: checked piece by piece, for anyone may write one."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

FOLDER = ".tflint_recordings"
_FILES = 50
_BYTES = 4 << 20
_ELEMENTS = 1 << 20
_ITEMS = 256
_DEPTH = 8
_TEXT = 1000
_DTYPES = frozenset(
    {
        "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8",
        "uint16", "uint32", "uint64", "bool", "string", "complex64", "complex128",
    }
)  # fmt: skip


def recorded_arguments(path: str, qualname: str) -> dict[str, Any]:
    """What a function of a file was called with, by parameter; empty if that is not recorded."""
    full = Path(os.path.realpath(path))
    for folder in full.parents:
        recordings = folder / FOLDER
        if recordings.is_dir():
            key = f"{full.relative_to(folder).as_posix()}::{qualname}"
            for file in sorted(recordings.glob("*.json"))[:_FILES]:
                found = _arguments(_load(file), key)
                if found:
                    return found
    return {}


def _load(file: Path) -> Any:
    try:
        if not file.is_file() or file.stat().st_size > _BYTES:
            return None
        return json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _arguments(data: Any, key: str) -> dict[str, Any]:
    functions = data.get("functions") if isinstance(data, dict) else None
    calls = functions.get(key) if isinstance(functions, dict) else None
    if not isinstance(calls, list) or not calls or not isinstance(calls[0], dict):
        return {}
    checked = {name: check(value) for name, value in list(calls[0].items())[:_ITEMS]}
    return {name: value for name, value in checked.items() if value is not None}


def check(value: Any, depth: int = 0) -> dict[str, Any] | None:
    """A described value if every part of it is what it should be, and small; else None."""
    if not isinstance(value, dict) or depth > _DEPTH:
        return None
    kind = value.get("kind")
    if kind == "value":
        plain = value.get("value")
        return {"kind": kind, "value": plain} if _is_plain(plain) else None
    if kind in ("list", "tuple"):
        items = value.get("items")
        if not isinstance(items, list) or len(items) > _ITEMS:
            return None
        made = [check(item, depth + 1) for item in items]
        return None if None in made else {"kind": kind, "items": made}
    if kind == "dict":
        entries = value.get("items")
        if not isinstance(entries, dict) or len(entries) > _ITEMS:
            return None
        named = {str(key): check(item, depth + 1) for key, item in entries.items()}
        return None if None in named.values() else {"kind": kind, "items": named}
    return _check_array(value) if kind in ("tensor", "variable") else None


def _check_array(value: dict[str, Any]) -> dict[str, Any] | None:
    dtype, shape = value.get("dtype"), value.get("shape")
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        return None
    if not isinstance(shape, list) or len(shape) > 8:
        return None
    if not all(type(size) is int and 0 <= size <= _ELEMENTS for size in shape):
        return None
    if math.prod(shape) > _ELEMENTS:
        return None
    made: dict[str, Any] = {"kind": value["kind"], "dtype": dtype, "shape": shape}
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


def _is_plain(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, str):
        return len(value) <= _TEXT
    return value is None or (isinstance(value, int) and abs(value) < 1 << 62)
