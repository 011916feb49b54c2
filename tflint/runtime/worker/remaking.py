"""Values as a recording describes them, made again: arrays, containers, objects, functions.

A recording is data that anyone may have written. What it names is looked up among what the project's
files define; of a file that the program itself does not load, nothing else runs.
"""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import contextlib
import functools
import inspect
import os
import pathlib
import sys
from typing import TYPE_CHECKING, Any

from ..protocol import Spec
from . import argument_specs, environments, guess, input_files, namespaces

if TYPE_CHECKING:
    from .experiment import Experiment


class NotMadeError(Exception):
    """A described value can't be made here."""


# What was recorded of a function.


def calls_of(x: Experiment, key: str) -> list[dict[str, Spec]]:
    """The calls that were recorded of a function or class, as descriptions by parameter."""
    calls: list[dict[str, Spec]] = (x.job.recorded or {}).get(key, [])
    return calls


def choices(calls: list[dict[str, Spec]], parameter: Any) -> list[Spec]:
    """What a parameter was given in these calls; its default, where it was not."""
    found = []
    for call in calls:
        spec = call.get(name_of(parameter))
        if spec is None and parameter.default is not parameter.empty:
            spec = argument_specs.OMIT
        if spec is not None and spec not in found:
            found.append(spec)
    return found


def presets(
    calls: list[dict[str, Spec]], parameters: list[Any], options: list[list[Spec]]
) -> list[list[int]]:
    """The recorded calls as choices from the options."""
    found = []
    for call in calls:
        specs = [call.get(name_of(parameter), argument_specs.OMIT) for parameter in parameters]
        found.append(
            [option.index(spec) if spec in option else 0 for option, spec in zip(options, specs)]
        )
    return found


def name_of(parameter: Any) -> str:
    """The name of a parameter in a recording: ``*args`` and ``**options`` with their stars."""
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}
    return stars.get(parameter.kind, "") + str(parameter.name)


def owner_of(x: Experiment, key: str, cls: type) -> Any:
    """The object whose method was recorded, made again; None if there is none of this class."""
    for call in calls_of(x, key):
        spec = call.get("self")
        if spec is None:
            continue
        with contextlib.suppress(Exception):
            made = make(x, spec)
            if isinstance(made, cls):
                x.makers[type(made)] = functools.partial(make, x, spec)
                return made
    return None


# Values.


def make(x: Experiment, spec: Spec) -> Any:
    """The value that a description stands for."""
    way = _WAYS.get(spec["kind"])
    if way is None:
        return x.world.from_recording(spec, functools.partial(make, x))
    return way(x, spec)


def _all(x: Experiment, specs: Any) -> list[Any]:
    return [make(x, spec) for spec in specs]


def _by_name(x: Experiment, specs: Any) -> dict[str, Any]:
    return {name: make(x, spec) for name, spec in specs.items()}


def _array(x: Experiment, spec: Spec) -> Any:
    if "values" in spec or "range" in spec:
        return x.world.recorded(spec)
    make_one = x.world.variable if spec["kind"] == "variable" else x.world.tensor
    made = make_one(spec["dtype"], spec["shape"], spec.get("turn", 0))
    return x.world.array(made) if spec["kind"] == "array" else made


def _omitted(x: Experiment, spec: Spec) -> Any:
    raise NotMadeError(spec["kind"])


def _partial(x: Experiment, spec: Spec) -> Any:
    function, args = make(x, spec["function"]), make(x, spec["args"])
    return functools.partial(function, *args, **make(x, spec["keywords"]))


def _member(x: Experiment, spec: Spec) -> Any:
    return getattr(find(x, spec["class"]), spec["name"])


def _named(x: Experiment, spec: Spec) -> Any:
    return find(x, spec["class"])(*_all(x, spec["items"]))


def _made(x: Experiment, spec: Spec) -> Any:
    if "file" in spec:
        value = find(x, f"{spec['file']}::{spec['class']}")
    else:
        value = sys.modules[spec["module"]]
        for part in spec["class"].split("."):
            value = getattr(value, part)
    value = x.object_of(value)
    if value is None:
        raise NotMadeError(f"no {spec['class']} could be made")
    return value


def _class(x: Experiment, spec: Spec) -> Any:
    return find(x, spec["class"])


def _function(x: Experiment, spec: Spec) -> Any:
    return find(x, spec["name"])


def _method(x: Experiment, spec: Spec) -> Any:
    return getattr(make(x, spec["owner"]), spec["name"])


def find(x: Experiment, name: str) -> Any:
    """What is defined in a file of the project: ``/path/to/file.py::Class.method``."""
    path, _, qualname = name.partition("::")
    value: Any = x.module_of(path) or x.program.define(path)
    for part in qualname.split("."):
        value = getattr(value, part, None)
    if value is None:
        raise NotMadeError(f"{qualname} is not defined in {os.path.basename(path)}")
    return value


def _object(x: Experiment, spec: Spec) -> Any:
    cls = find(x, spec["class"])
    made = _constructed(x, cls, spec["init"])
    with contextlib.suppress(Exception):
        if spec.get("compiled"):
            made.compile(**_by_name(x, spec["compiled"]))
    for name, part in (spec.get("attributes") or {}).items():
        with contextlib.suppress(Exception):
            setattr(made, name, make(x, part))
    return made


def _constructed(x: Experiment, cls: Any, given: dict[str, Any]) -> Any:
    if not isinstance(cls, type):
        raise NotMadeError(f"{cls!r} is no class")
    if inspect.isabstract(cls):
        raise NotMadeError(f"{cls.__name__} is abstract")
    args, kwargs = arguments(x, inspect.signature(cls).parameters.values(), given)
    return cls(*args, **kwargs)


def arguments(
    x: Experiment, parameters: Any, given: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call from what was recorded by parameter.

    One that was not kept takes its default, or is as good as any that its name suggests.
    """
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    skipped = False
    for parameter in parameters:
        kind = parameter.kind
        if kind is parameter.VAR_POSITIONAL:
            more = given.get("*" + parameter.name)
            args += () if more is None or skipped else make(x, more)
            continue
        if kind is parameter.VAR_KEYWORD:
            more = given.get("**" + parameter.name)
            kwargs.update(() if more is None else make(x, more))
            continue
        if parameter.name in given:
            value = make(x, given[parameter.name])
        elif parameter.default is parameter.empty:
            likely = guess.candidates(parameter, set(), [], True, x.world.shapes)
            value = make(x, likely[0])
        else:
            skipped = True
            continue
        if kind is parameter.KEYWORD_ONLY or skipped:
            kwargs[parameter.name] = value
        else:
            args.append(value)
    return args, kwargs


_WAYS: dict[str, Any] = {
    "tensor": _array,
    "array": _array,
    "variable": _array,
    "omit": _omitted,
    "value": lambda x, spec: spec["value"],
    "float": lambda x, spec: float(spec["value"]),
    "bytes": lambda x, spec: bytes.fromhex(spec["value"]),
    "list": lambda x, spec: _all(x, spec["items"]),
    "tuple": lambda x, spec: tuple(_all(x, spec["items"])),
    "set": lambda x, spec: set(_all(x, spec["items"])),
    "dict": lambda x, spec: _by_name(x, spec["items"]),
    "namespace": lambda x, spec: namespaces.MadeSettings(**_by_name(x, spec["items"])),
    "file": lambda x, spec: input_files.file(),
    "path": lambda x, spec: pathlib.Path(input_files.folder()),
    "picture": lambda x, spec: input_files.picture(),
    "image": lambda x, spec: input_files.image(),
    "table": lambda x, spec: input_files.table(),
    "folder": lambda x, spec: input_files.folder(),
    "environment": lambda x, spec: environments.like(spec),
    "pairs": lambda x, spec: dict(_all(x, pair) for pair in spec["items"]),
    "range": lambda x, spec: range(*_all(x, spec["items"])),
    "slice": lambda x, spec: slice(*_all(x, spec["items"])),
    "special": lambda x, spec: x.world.special(spec["name"]),
    "callable": lambda x, spec: x.world.special("callable"),
    "partial": _partial,
    "member": _member,
    "named": _named,
    "class": _class,
    "function": _function,
    "method": _method,
    "object": _object,
    "made": _made,
}
