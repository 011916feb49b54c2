"""What a project gives to a function, and to the classes whose objects it gives, as far as facts know."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.experiment.call_sites import CallSites
from tflint.facts.expressions.values import Container, Instance, Number, Text, Value
from tflint.runtime.protocol import Spec
from tflint.syntax.model import Class, Function

_DEPTH = 3
_CALLS = 4
_ITEMS = 16


def given_arguments(
    sites: CallSites, function: Function, *, and_maker: bool
) -> dict[str, list[dict[str, Spec]]]:
    """Descriptions of what some calls give, by position or by name, under the name of what is called.

    That is the function, its class, and where that is asked for the outermost one that defines it.

    Values that are known to be one number or text wherever they come from, and objects of the project's
    classes; for these what their constructors are given, too.
    """
    found: dict[str, list[dict[str, Spec]]] = {}
    waiting: list[tuple[Function | Class, int]] = [(function, 0)]
    if and_maker and function.outermost is not function:
        waiting.append((function.outermost, 0))
    if function.owner is not None:
        waiting.append((function.owner, 0))
    for called, depth in waiting:  # which grows
        if called.qualname in found or depth > _DEPTH:
            continue
        calls = found[called.qualname] = []
        for values in sites.values_given(called):
            specs = {key: spec for key, value in values.items() if (spec := _described(value))}
            if specs and specs not in calls:
                calls.append(specs)
                waiting += [
                    (cls, depth + 1) for value in values.values() for cls in _classes(value)
                ]
        # The longest say most.
        found[called.qualname] = sorted(calls, key=len, reverse=True)[:_CALLS]
    return {name: calls for name, calls in found.items() if calls}


def _described(value: Value) -> Spec | None:
    """A value as the worker's candidates are; None where it is not known."""
    if isinstance(value, (Number, Text)):
        return None if value.constant is None else {"kind": "value", "value": value.constant}
    if isinstance(value, Instance):
        cls = value.definition
        return {"kind": "made", "file": cls.module.path, "class": cls.qualname}
    if isinstance(value, Container) and value.kind in ("list", "tuple") and value.items:
        items = [_described(item) for item in value.items[:_ITEMS]]
        if None not in items and len(value.items) <= _ITEMS:
            return {"kind": value.kind, "items": items}
    return None


def _classes(value: Value) -> Iterator[Class]:
    if isinstance(value, Instance):
        yield value.definition
    elif isinstance(value, Container):
        for item in value.items or ():
            yield from _classes(item)
