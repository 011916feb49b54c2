"""The arguments of a call: which parameters get one, and how they are made and described."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import contextlib
import inspect
import operator
import sys
from typing import TYPE_CHECKING, Any

from ..protocol import Inputs, Spec
from . import argument_specs, remaking

if TYPE_CHECKING:
    from .experiment import Experiment

_OWN = "self."
"""How the names of attributes begin among what a class's parameters should be."""


def key_of(function: Any) -> str:
    """The name under which a job speaks of a function or a class."""
    return str(getattr(function, "__qualname__", repr(type(function))))


def parameters_of(function: Any, recorded: list[dict[str, Spec]]) -> list[inspect.Parameter]:
    """The parameters that get an argument: those with stars where a recorded call has them."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    if isinstance(function, type):
        own = list(signature.parameters.values())
        return _own(own, recorded) + _handed_on(function, own)
    declared = list(signature.parameters.values())
    return _own(declared[is_given_its_object(function) :], recorded)


def is_given_its_object(function: Any) -> bool:
    """Whether a function that we have by itself is a method's, whose first parameter is its object."""
    if not inspect.isfunction(function) or {"__signature__", "__wrapped__"} & vars(function).keys():
        return False
    holder, _, name = function.__qualname__.rpartition(".")
    with contextlib.suppress(AttributeError, KeyError):
        cls = operator.attrgetter(holder)(sys.modules[function.__module__])
        raw = inspect.getattr_static(cls, name, None) if isinstance(cls, type) else None
        return raw is not None and not isinstance(raw, staticmethod)
    return False


def _handed_on(cls: type, own: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """What a constructor that hands on all else (``**options``) must be given for the next one."""
    kinds = {parameter.kind for parameter in own}
    if not kinds & {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}:
        return []
    by_name = inspect.Parameter.VAR_KEYWORD in kinds
    makers = [base for base in cls.__mro__ if "__init__" in vars(base) and base is not object]
    try:
        signature = inspect.signature(vars(makers[1])["__init__"])
    except (TypeError, ValueError, IndexError):
        return []
    names = {parameter.name for parameter in own}
    next_own = list(signature.parameters.values())[1:]
    needed = [
        parameter.replace(kind=parameter.KEYWORD_ONLY) if by_name else parameter
        for parameter in next_own
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        and parameter.name not in names
    ]
    return needed + _handed_on(makers[1], next_own)


def _own(
    declared: list[inspect.Parameter], recorded: list[dict[str, Spec]]
) -> list[inspect.Parameter]:
    starred = {name for call in recorded for name in call if "*" in name}
    parameters = [
        parameter
        for parameter in declared
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        or remaking.name_of(parameter) in starred
    ]
    if parameters and parameters[0].name == "self":
        del parameters[0]  # what is called is bound already
    return parameters


def build(x: Experiment, parameters: list[Any], specs: list[Spec]) -> tuple[Any, dict[str, Any]]:
    """Arguments from their descriptions."""
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    skipped = False
    starred = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters)
    for turn, (parameter, spec) in enumerate(zip(parameters, specs)):
        if spec["kind"] == "omit":
            skipped = True
            continue
        # What several get differs: what follows from their difference is not to vanish.
        made = remaking.make(x, spec if not turn else {**spec, "turn": turn})
        if parameter.kind is parameter.VAR_KEYWORD:
            kwargs.update(made)
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            args += made
            continue
        # Layers of Keras take what is no tensor by its name.
        named = bool(args) and spec["kind"] == "value" and x.world.plain_by_name and not starred
        by_name = parameter.kind is parameter.POSITIONAL_OR_KEYWORD and (skipped or named)
        if parameter.kind is parameter.KEYWORD_ONLY or by_name:
            skipped = True
            kwargs[parameter.name] = made
        else:
            args.append(made)
    return tuple(args), kwargs


def attributes_asked_for(
    requirements: dict[str, dict[str, list[Spec]]], key: str
) -> list[tuple[str, Spec]]:
    """What the objects of a class are to have for attributes, once they are made."""
    return [
        (name[len(_OWN) :], specs[0])
        for name, specs in requirements.get(key, {}).items()
        if name.startswith(_OWN) and specs
    ]


def describe(x: Experiment, key: str, parameters: list[Any], specs: list[Spec]) -> None:
    """Say in the result which arguments a function gets."""
    shown = [
        f"{parameter.name}={argument_specs.describe(spec)}"
        for parameter, spec in zip(parameters, specs)
        if spec["kind"] != "omit"
    ]
    recorded = remaking.calls_of(x, key)
    inputs = x.result.inputs = x.result.inputs or Inputs()
    calls = [
        [call.get(remaking.name_of(p), argument_specs.OMIT) for p in parameters]
        for call in recorded
    ]
    if inputs.source == "search" and specs in calls:
        inputs.source = "recording"
    text = "{}({})".format(key.rpartition(".")[2], ", ".join(shown))
    set_later = attributes_asked_for(x.job.requirements, key)
    if set_later:
        text += " with " + ", ".join(
            f"{name}={argument_specs.describe(spec)}" for name, spec in set_later
        )
    parts = [part for part in inputs.description.split("; ") if part]
    # An object that was made once more takes the place of the one before.
    parts = [part for part in parts if not part.startswith(key.rpartition(".")[2] + "(")]
    inputs.description = "; ".join([*parts, text])
