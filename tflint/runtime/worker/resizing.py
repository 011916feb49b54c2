"""Objects made again, where no arguments fit a method of the first: as the errors ask for that come of it.

They speak of sizes (``Dense(3)`` met eight features), or of the type of what the object was given.
"""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..protocol import Spec
from . import argument_specs, asked_types, preparing, remaking, suggestions
from .call_arguments import build, describe, key_of, parameters_of
from .search import search

if TYPE_CHECKING:
    from .experiment import Experiment

_MOST = 8
"""Objects that are made."""
_RETRYING = 0.5
"""The share of the time in which to begin with another one."""
Callee = tuple[Callable[..., Any], Any]
"""How to call a method, and the function whose arguments it takes."""


def searched(x: Experiment, instance: Any, way_of: Callable[[Any], Callee]) -> tuple[Any, Any, Any]:
    """Arguments for a method, the object that they fit, and how to call it; None where nothing fits.

    Args:
        x: the experiment.
        instance: the object to begin with.
        way_of: how the method of an object is called.
    """
    invoke, function = way_of(instance)
    found = search(x, function, invoke)
    key = key_of(function)
    in_vain = found is None and _were_others_tried(x, key)
    if found is None and type(instance) in x.makers and not in_vain:
        name = getattr(function, "__name__", "")
        for other in _all_others(x, instance, name):
            invoke, function = way_of(other)
            found = search(x, function, invoke)
            if found is not None:
                x.result.no_inputs = None
                x.owner = other
                return found, other, invoke
        in_vain = True
    if in_vain and key in x.missed:
        x.missed[key].others = True
    return found, instance, invoke


def _were_others_tried(x: Experiment, key: str) -> bool:
    """Whether another way to the line has failed in the same way, and with other objects as well."""
    known, missed = x.job.missed.get(key), x.missed.get(key)
    return known is not None and missed is not None and known.others and known.specs == missed.specs


def searched_plain(x: Experiment, target: Any, instance: Any) -> tuple[Any, Any]:
    """Arguments for a function or method that is called as it is, and that of the object they fit."""
    name = getattr(target, "__name__", "")

    def way_of(owner: Any) -> Callee:
        function = target if owner is instance else getattr(owner, name)
        # A callback's own methods are run by training, which also gives it a model.
        function = x.world.training_with(owner) or function
        return function, function

    found, _, function = searched(x, instance, way_of)
    return found, function


def _all_others(x: Experiment, instance: Any, name: str) -> Iterator[Any]:
    """Other objects of a class: after another method was called; then such as the last error asks for."""
    yield from preparing.prepared(x, instance, name)
    yield from _others(x, type(instance))


def _others(x: Experiment, cls: type) -> Iterator[Any]:
    """Objects of a class that we made, with something changed as the last error asks for."""
    key = cls.__qualname__
    recipes = x.result.recipes
    if key not in recipes or key in (x.job.recipes or {}):
        return
    first = specs = recipes[key]
    make_first = x.makers[cls]
    parameters = parameters_of(cls, remaking.calls_of(x, key))
    message, at = x.problem, x.problem_at
    waiting = _changed(specs, parameters, message)
    tried = [specs]
    while waiting and len(tried) <= _MOST and not x.late(_RETRYING):
        other = waiting.pop(0)
        if other in tried:
            continue
        tried.append(other)
        with contextlib.suppress(Exception):
            make = functools.partial(_make, x, cls, parameters, other)
            made = make()
            x.makers[cls], recipes[key] = make, other
            describe(x, key, parameters, other)
            yield made
            if x.problem != message or x.problem_at > at:
                # It came to another error, or to the same one further on: on from there.
                specs, message, at = other, x.problem, x.problem_at
                waiting = _changed(specs, parameters, message)
    x.makers[cls], recipes[key] = make_first, first
    describe(x, key, parameters, first)


def _make(x: Experiment, cls: type, parameters: list[Any], specs: list[Spec]) -> Any:
    args, kwargs = build(x, parameters, specs)
    return cls(*args, **kwargs)


def _changed(specs: list[Spec], parameters: list[Any], message: str) -> list[list[Spec]]:
    """Arguments with one of the sizes spoken of in the place of another, or of another type."""
    given = [
        argument_specs.value(None)
        if spec == argument_specs.OMIT and known.default is None
        else spec
        for spec, known in zip(specs, parameters)
    ]
    return [
        *_resized(specs, suggestions.sizes_in(message)),
        *(
            [*specs[:position], other, *specs[position + 1 :]]
            for position, spec in enumerate(given)
            for other in asked_types.instead(message, spec)
        ),
    ]


def _resized(specs: list[Spec], sizes: list[int]) -> list[list[Spec]]:
    found = []
    for size in sizes:
        for position, spec in enumerate(specs):
            held = spec.get("value")
            if type(held) is int and held in sizes and held != size:
                found.append(
                    [*specs[:position], argument_specs.value(size), *specs[position + 1 :]]
                )
    return found
