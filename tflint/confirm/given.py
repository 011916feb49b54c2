"""Inputs that need no search: the user's own examples, and calls recorded from a real run."""

from __future__ import annotations

import ast
import os
from pathlib import Path
from typing import Any

from tflint.confirm.source import read
from tflint.finding import FunctionRef
from tflint.record.reading import recorded_arguments

EXAMPLES = "tflint_examples.py"
_ROOT_MARKS = ("pyproject.toml", ".git", "setup.py", "setup.cfg")


def examples_file(path: str, configured: str | None = None) -> str | None:
    """The file with examples for a module: the configured one, or the nearest up to the root."""
    if configured is not None:
        return os.path.abspath(configured) if os.path.isfile(configured) else None
    for folder in Path(os.path.abspath(path)).parents:
        if (folder / EXAMPLES).is_file():
            return str(folder / EXAMPLES)
        if any((folder / mark).exists() for mark in _ROOT_MARKS):
            return None
    return None


def has_example(file: str | None, ref: FunctionRef) -> bool:
    """Whether a file of examples names a function, alone or after its module."""
    source = read(file) if file is not None else None
    if source is None:
        return False
    return any(
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (node.value == ref.qualname or node.value.endswith("." + ref.qualname))
        for node in ast.walk(source.tree)
    )


def recorded(ref: FunctionRef) -> dict[str, Any]:
    """What a function, and its class, were called with in a recorded run: by name, by parameter."""
    found = {ref.qualname: recorded_arguments(ref.path, ref.qualname)}
    owner = ref.qualname.rpartition(".")[0]
    if owner and found[ref.qualname]:
        found[owner] = recorded_arguments(ref.path, owner + ".__init__")
    return {name: arguments for name, arguments in found.items() if arguments}


def fingerprint(ref: FunctionRef, configured: str | None = None) -> str:
    """Changes whenever the inputs given for a function do."""
    source = read(examples_file(ref.path, configured) or "")
    return (source.text if source else "") + repr(sorted(recorded(ref).items()))
