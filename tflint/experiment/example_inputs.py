"""Inputs that need no search: the user's own examples, and calls recorded from a real run."""

from __future__ import annotations

import ast
import os
from pathlib import Path
from typing import Any

from tflint.experiment.parsed_file import read
from tflint.experiment.recordings.recorded_calls import recorded_calls
from tflint.finding import FunctionRef

EXAMPLES = "tflint_examples.py"
_ROOT_MARKS = ("pyproject.toml", ".git", "setup.py", "setup.cfg")


def examples_file(path: str, configured: str | None = None) -> str | None:
    """The file with examples for a module: the configured one, or the nearest up to the root."""
    if configured is not None:
        return os.path.abspath(configured) if os.path.isfile(configured) else None
    for folder in Path(os.path.abspath(path)).parents:
        if (folder / EXAMPLES).is_file():
            return str(folder / EXAMPLES)
        if _is_root(folder):
            return None
    return None


def project_root(path: str) -> str | None:
    """The root of the project that a file lies in, if something marks it."""
    return next((str(one) for one in Path(os.path.abspath(path)).parents if _is_root(one)), None)


def _is_root(folder: Path) -> bool:
    return any((folder / mark).exists() for mark in _ROOT_MARKS)


def has_example(file: str | None, ref: FunctionRef) -> bool:
    """Whether a file of examples names a function, alone or after its module."""
    source = read(file) if file is not None else None
    if source is None:
        return False
    return any(
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (node.value == ref.qualname or node.value.endswith("." + ref.qualname))
        for node in source.nodes
    )


def recorded(ref: FunctionRef) -> dict[str, Any]:
    """The calls of a function in a recorded run, by parameter; and of what makes it, or its object."""
    found = {ref.qualname: recorded_calls(ref.path, ref.qualname)}
    parts = ref.qualname.split(".")
    for end in range(1, len(parts) if found[ref.qualname] else 0):
        name = ".".join(parts[:end])
        if parts[end - 1] != "<locals>":
            constructed = recorded_calls(ref.path, name + ".__init__")
            found[name] = constructed or recorded_calls(ref.path, name)
    return {name: calls for name, calls in found.items() if calls}


def defined_in(path: str, recorded: Any) -> set[str]:
    """What recorded calls name of what a file defines: they can't be made again without it."""
    if isinstance(recorded, dict):
        recorded = list(recorded.values())
    if isinstance(recorded, list):
        return {name for part in recorded for name in defined_in(path, part)}
    file, _, name = str(recorded).partition("::")
    return {name.partition(".")[0]} if name and file == os.path.realpath(path) else set()


def files_named(recorded: Any) -> set[str]:
    """The files that hold what recorded calls name."""
    if isinstance(recorded, dict):
        recorded = list(recorded.values())
    if isinstance(recorded, list):
        return {path for part in recorded for path in files_named(part)}
    path, _, name = str(recorded).partition("::")
    return {path} if name and os.path.isabs(path) else set()
