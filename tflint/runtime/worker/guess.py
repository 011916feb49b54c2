"""What a parameter might be: candidates from its default, annotation, uses and name, best first."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable
from typing import Any

from ..protocol import Spec
from .argument_specs import (
    ANYTHING,
    ARRAYS,
    FLOATS,
    LISTS,
    OF_ARRAYS,
    OMIT,
    PLAIN,
    special,
    tensor,
    value,
)
from .own_attributes import own_attribute, own_name
from .usual import DATASETS, ITERATORS, TYPES, annotation_of, named

_OF_USES: dict[str, list[Spec]] = {
    "applied": [special("optimizer")],
    "trained": [special("model")],
    "assigned": [{"kind": "variable", "dtype": "float32", "shape": s} for s in ([2, 3], [3], [])],
    "called": [special("callable")],
    "counted": [value(4)],
    "an array": ARRAYS,
    "drawn from": ITERATORS,
    "a dataset": DATASETS,
}
"""What a body that uses a parameter so may be given, the likeliest use first."""
_OF_DATASETS = frozenset(
    ("map", "batch", "prefetch", "shuffle", "unbatch", "padded_batch", "interleave")
)
"""Methods of a dataset that make another one of it."""
_OVER_ITEMS = frozenset(("len", "list", "tuple", "enumerate", "zip", "reversed", "sorted", "set"))
"""Functions that take what has items."""
_UNPACKED = "unpacked "
"""How a use begins that says into how many parts."""


def candidates(
    parameter: inspect.Parameter,
    uses: set[str],
    keys: list[str],
    constructor: bool,
    shapes: list[Spec],
) -> list[Spec]:
    """What to try for a parameter, best first; ``shapes`` are tensors that the framework is fond of."""
    found: list[Spec] = []
    if parameter.default is not inspect.Parameter.empty:
        found.append(OMIT)
        if isinstance(parameter.default, bool):
            found.append(value(not parameter.default))
        elif parameter.default is None:
            found += named(parameter)[:2]
        return found
    if keys:
        for item in (tensor("float32", 2, 3), tensor("float32", 3), tensor("int32", 3)):
            found.append({"kind": "dict", "items": dict.fromkeys(keys, item)})
    annotation = annotation_of(parameter)
    for pattern, specs in TYPES:
        if annotation and re.search(pattern, annotation):
            found.extend(specs)
            break
    usual = named(parameter)
    for use, specs in _OF_USES.items():
        if use in uses:
            if use == "called":
                found.extend(spec for spec in usual if spec["kind"] == "special")
                found += [special("loss")] if "loss" in parameter.name.lower() else []
            found.extend(specs)
    for count in sorted(int(use.split()[1]) for use in uses if use.startswith(_UNPACKED)):
        found.append({"kind": "tuple", "items": [tensor("float32", 2, 3)] * count})
    found.extend(usual)
    if constructor:
        # Objects are made from numbers and texts; tensors come with the calls.
        found.sort(key=lambda spec: spec["kind"] == "tensor")
        found.extend([value(2), value(4), special("model"), value("a"), value(0.5), *LISTS[1:]])
    found.extend(FLOATS + shapes + ANYTHING)
    return [spec for number, spec in enumerate(found) if spec not in found[:number]]


def granted(
    requirements: list[Spec], parameter: inspect.Parameter, found: list[Spec]
) -> list[Spec]:
    """The candidates that the conditions around the flagged line ask for."""
    first: list[Spec] = []
    for spec in for_switches(requirements) if isinstance(parameter.default, bool) else requirements:
        if spec["kind"] in ("true", "given"):
            first += _given(parameter, found, spec["kind"] == "true")
        elif spec["kind"] == "false":
            first += [OMIT] if parameter.default is None else []
            first.append(value(False) if isinstance(parameter.default, bool) else value(None))
        else:
            first.append(spec)
    return first


def for_switches(requirements: list[Spec]) -> list[Spec]:
    """What is asked of a switch, even where it may be a list of them as well."""
    return sorted(requirements, key=lambda spec: spec["kind"] not in ("true", "false", "value"))


def _given(parameter: inspect.Parameter, found: list[Spec], true: bool) -> list[Spec]:
    """What a parameter may be to be there at all, or to count as true."""
    if isinstance(parameter.default, bool) or (true and not found):
        return [value(True)]
    annotation = annotation_of(parameter)
    typed: list[Spec] = next((s for p, s in TYPES if re.search(p, annotation)), [])
    fitting = [spec for spec in typed + named(parameter) + found if not _empty(spec)]
    return fitting + ([value(True)] if true else []) + FLOATS + PLAIN[:2]


def _empty(spec: Spec) -> bool:
    return spec["kind"] == "omit" or (spec["kind"] == "value" and not spec["value"])


def uses_of(function: ast.AST, name: str) -> tuple[set[str], list[str]]:
    """How a body uses a parameter (called, trained, assigned ...), and which keys it reads."""
    uses: set[str] = set()
    keys: list[str] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            if _is(node.func, name):
                uses.add("called")
            if isinstance(node.func, ast.Name) and any(_is(a, name) for a in node.args):
                uses |= {"range": {"counted"}, "next": {"drawn from"}}.get(node.func.id, set())
            if isinstance(node.func, ast.Attribute) and _is(node.func.value, name):
                method = node.func.attr
                uses |= _by_method(method)
                if method in ("pop", "get") and node.args:
                    keys += _text(node.args[0])
        elif isinstance(node, ast.Attribute) and _is(node.value, name):
            if node.attr.startswith("trainable"):
                uses.add("trained")
        elif isinstance(node, ast.Subscript) and _is(node.value, name):
            index: Any = node.slice
            index = getattr(index, "value", index) if type(index).__name__ == "Index" else index
            keys += _text(index)
        elif (
            isinstance(node, ast.Assign)
            and _is(node.value, name)
            and isinstance(node.targets[0], (ast.Tuple, ast.List))
        ):
            uses.add(f"{_UNPACKED}{len(node.targets[0].elts)}")
    return uses, list(dict.fromkeys(keys))


def _by_method(name: str) -> set[str]:
    """How an object is used whose method of this name is called."""
    if name.startswith("apply_gradients") or name == "minimize":
        return {"applied"}
    if name.startswith("assign"):
        return {"assigned"}
    known = {"an array": OF_ARRAYS, "a dataset": _OF_DATASETS}
    return {use for use, methods in known.items() if name in methods}


def kept_items(methods: Iterable[Any], constructor: Any, name: str) -> bool:
    """Whether a parameter of a constructor is kept, and methods go through its items or count them."""
    own = own_name(constructor)
    kept = {
        own_attribute(target, own)
        for node in ast.walk(constructor)
        if isinstance(node, ast.Assign) and _is(node.value, name)
        for target in node.targets
    } - {""}
    return any(
        own_attribute(part, own_name(method)) in kept
        for method in methods
        for node in ast.walk(method)
        for part in _with_items(node)
    )


def _with_items(node: ast.AST) -> list[ast.expr]:
    """What a node goes through, or counts, the items of."""
    if isinstance(node, (ast.For, ast.comprehension)):
        return [node.iter]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return list(node.args) if node.func.id in _OVER_ITEMS else []
    return []


def _text(node: ast.AST) -> list[str]:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return [str(node.value)] if is_text else []  # type: ignore[attr-defined]


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
