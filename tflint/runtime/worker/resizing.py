"""Objects made again for other sizes: those that an error speaks of, where no arguments fit the first."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..protocol import Spec
from . import argument_specs, remaking, suggestions
from .call_arguments import build, describe, parameters_of

if TYPE_CHECKING:
    from .experiment import Experiment

_MOST = 6
"""Objects that are made."""


def others(x: Experiment, cls: type, message: str) -> Iterator[Any]:
    """Objects of a class that we made, with one of its sizes changed to another of an error."""
    key = cls.__qualname__
    recipes = x.result.recipes
    specs = recipes.get(key)
    if specs is None or key in (x.job.recipes or {}):
        return
    parameters = parameters_of(cls, remaking.calls_of(x, key))
    for other in _resized(specs, suggestions.sizes_in(message))[:_MOST]:
        with contextlib.suppress(Exception):
            make = functools.partial(_make, x, cls, parameters, other)
            made = make()
            x.makers[cls], recipes[key] = make, other
            describe(x, key, parameters, other)
            yield made
    recipes[key] = specs


def _make(x: Experiment, cls: type, parameters: list[Any], specs: list[Spec]) -> Any:
    args, kwargs = build(x, parameters, specs)
    return cls(*args, **kwargs)


def _resized(specs: list[Spec], sizes: list[int]) -> list[list[Spec]]:
    """Arguments with one of the sizes spoken of in the place of another."""
    found = []
    for size in sizes:
        for position, spec in enumerate(specs):
            held = spec.get("value")
            if type(held) is int and held in sizes and held != size:
                found.append(
                    [*specs[:position], argument_specs.value(size), *specs[position + 1 :]]
                )
    return found
