"""The user's own examples: ``examples = {"Trainer.step": lambda: (batch,)}`` in a file."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .experiment import Experiment


class ExampleError(Exception):
    """The examples can't be used; the message says why."""


def example_for(x: Experiment, key: str) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Arguments for a function or a class, by its qualified name; None without an example."""
    path = x.job.examples
    if not path or x.loading_examples:
        return None
    if x.examples is None:
        x.examples = _load(x, path)
    module = x.job.module
    value = x.examples.get(f"{module}.{key}", x.examples.get(key))
    if value is None:
        return None
    if callable(value):
        try:
            value = value()
        except Exception as error:
            raise ExampleError(f"the example for {key} raised {error!r}") from error
    if isinstance(value, dict):
        return (), value
    return (value if isinstance(value, tuple) else (value,)), {}


def _load(x: Experiment, path: str) -> dict[str, Any]:
    sys.path.insert(0, os.path.dirname(path))
    namespace: dict[str, Any] = {"__name__": "tflint_examples", "__file__": path}
    x.loading_examples = True
    try:
        with open(path, encoding="utf-8") as stream:
            exec(compile(stream.read(), path, "exec"), namespace)
    except Exception as error:
        raise ExampleError(f"{os.path.basename(path)} raised {error!r}") from error
    finally:
        x.loading_examples = False
    found = namespace.get("examples")
    if not isinstance(found, dict):
        raise ExampleError(f"{os.path.basename(path)} has no dict named `examples`")
    return found
