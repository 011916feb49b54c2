"""Descriptions of arguments, as plain JSON: how they are written, and how a reader sees them.

``remaking.make`` makes a value of one. The eager side can tell the graph side which ones it settled on.
"""

from __future__ import annotations

from typing import Any

from ..protocol import Spec


def tensor(dtype: str, *shape: int) -> Spec:
    """A tensor of this dtype and shape."""
    return {"kind": "tensor", "dtype": dtype, "shape": list(shape)}


def value(plain: Any) -> Spec:
    """A Python value."""
    return {"kind": "value", "value": plain}


def special(name: str) -> Spec:
    """A model, an optimizer, a loss ..."""
    return {"kind": "special", "name": name}


def made(module: str, cls: str) -> Spec:
    """An object of a class of the project."""
    return {"kind": "made", "module": module, "class": cls}


def described(plain: dict[str, Any]) -> dict[str, Spec]:
    """Plain values as candidates, by their keys; what is none of those is left out."""
    specs = {key: _described(one) for key, one in plain.items()}
    return {key: spec for key, spec in specs.items() if spec is not None}


def _described(plain: Any) -> Spec | None:
    if plain is None or isinstance(plain, (bool, int, float, str)):
        return value(plain)
    if isinstance(plain, (list, tuple)):
        items = [_described(item) for item in plain]
        return None if None in items else {"kind": type(plain).__name__, "items": items}
    return None


ANY_MODEL = special("model for anything")
"""A model that takes several inputs, too."""

OMIT = {"kind": "omit"}

IMAGE_ARRAY = {**tensor("uint8", 32, 32, 3), "kind": "array"}
"""A picture as OpenCV has it."""

TABLE = {"kind": "table"}
"""Rows and columns as pandas has them."""

FILE = {"kind": "file"}

PICTURE = {"kind": "picture"}

IMAGE = {"kind": "image"}
"""A picture as Pillow has it."""

FLOATS = [
    tensor("float32", 2, 3),
    tensor("float32", 3),
    tensor("float32"),
    tensor("float32", 3, 3),
    tensor("float32", 2, 4, 4, 3),
    tensor("float32", 2, 3, 4),
    tensor("float32", 2, 1),
]

INTEGERS = [
    tensor("int32", 3),
    tensor("int32"),
    tensor("int32", 2, 3),
    tensor("int64", 3),
    tensor("int64", 2),
]

OTHERS = [
    tensor("bool", 3),
    tensor("bool"),
    tensor("string"),
    tensor("string", 3),
    tensor("float64", 3),
]

PLAIN = [value(2), value(0.5), value(True), value("a"), value(None)]

SPECIAL = [special(name) for name in ("callable", "model", "dataset", "optimizer", "loss")]

NUMBERS = {"kind": "list", "items": [value(2), value(3)]}

LISTS = [
    {"kind": "list", "items": [tensor("float32", 2, 3), tensor("float32", 2, 3)]},
    {"kind": "list", "items": [value(1.0), value(2.0)]},
]

ANYTHING = INTEGERS + PLAIN[:2] + OTHERS + LISTS + SPECIAL[:2]


_SAID = {
    "file": "a file of text",
    "picture": "a file of a picture",
    "image": "a picture",
    "table": "a table",
    "folder": "a folder",
    "path": "a path",
    "record": "a record",
    "environment": "an environment",
}


ARRAYS: list[Spec] = [{**spec, "kind": "array"} for spec in FLOATS[:4]]
OF_ARRAYS = frozenset(
    (
        "reshape",
        "astype",
        "flatten",
        "ravel",
        "squeeze",
        "transpose",
        "tolist",
        "nonzero",
        "argsort",
        "copy",
    )
)
"""What arrays have, and tensors do not."""


def describe(spec: Spec) -> str:
    """A candidate for a reader: ``float32[2,3]``."""
    kind = spec["kind"]
    if kind in ("tensor", "array", "variable"):
        text = "{}{}".format(spec["dtype"], str(spec["shape"]).replace(" ", ""))
        return {"tensor": "", "array": "array ", "variable": "Variable "}[kind] + text
    if kind == "value":
        return repr(spec["value"])
    if kind in _SAID:
        return _SAID[kind]
    if kind == "special":
        return "a " + str(spec["name"])
    if kind == "made":
        return "a " + str(spec["class"])
    if kind in ("list", "tuple", "set"):
        inner = ", ".join(describe(item) for item in spec["items"])
        return f"{kind} of {inner}" if inner else f"an empty {kind}"
    if kind in ("ragged", "sparse"):
        return f"{kind} {spec['values'].get('dtype', '')}".rstrip()
    if kind in ("dataset", "iterator"):
        return f"{'an' if kind == 'iterator' else 'a'} {kind} of {describe(spec['element'])}"
    if kind == "spec":
        shape = str(spec["dims"]).replace(" ", "").replace("None", "?")
        return f"{spec['dtype']}{shape}"
    if kind in ("object", "named", "class", "function", "member"):
        name = str(spec.get("class", spec.get("name"))).rpartition("::")[2]
        return name if kind in ("class", "function") else f"{spec.get('name', 'a')} {name}"
    if kind in ("keras", "distribution", "public"):
        return str(spec["name"])
    if kind == "namespace":
        inner = ", ".join(f"{k}={describe(v)}" for k, v in spec["items"].items())
        return f"an object with {inner}"
    if kind == "dict":
        inner = ", ".join(f"{k!r}: {describe(v)}" for k, v in spec["items"].items())
        return f"{{{inner}}}"
    return str(kind)


def kind_of(world: Any, value: Any) -> str:
    """A value of the user's for a reader."""
    array = world.array(value)
    if array is not None:
        return "{}{}".format(array.dtype, str(list(array.shape)).replace(" ", ""))
    text = repr(value) if isinstance(value, (bool, int, float, str)) or value is None else ""
    return text[:40] or "a " + type(value).__name__


def numbers(spec: Spec) -> Any:
    """The array that a recording describes: its values, or others of the same range."""
    import numpy

    shape, dtype = spec["shape"], spec["dtype"]
    if "values" in spec:
        kind = object if dtype == "string" else None
        return numpy.array(spec["values"], dtype=kind).reshape(shape)
    low, high = spec["range"]
    drawn = numpy.random.RandomState(7).uniform(low, high, shape)
    if dtype == "bool":
        return drawn > (low + high) / 2
    return numpy.rint(drawn) if "int" in dtype else drawn
