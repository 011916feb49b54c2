"""Another kind of argument than the one that did not fit: what an error says was expected of it.

``'int' object has no attribute 'shape'``: a number was given where a tensor is meant. Only what is of the
type that the error names is replaced, also inside an object of which attributes are read.
"""

from __future__ import annotations

import re

from ..protocol import Spec
from . import accepted_values, namespaces, suggestions, usual
from .argument_specs import (
    ANY_MODEL,
    ARRAYS,
    FILE,
    FLOATS,
    IMAGE_ARRAY,
    LISTS,
    NUMBERS,
    OF_ARRAYS,
    TABLE,
    special,
    value,
)

_TEXTS = {"kind": "list", "items": [value("a"), value("b")]}
_NO_ATTRIBUTE = re.compile(r"'?(?:\w+\.)*(\w+)'? object has no attribute '(\w+)'")
_ASKED: list[tuple[re.Pattern[str], list[Spec]]] = [
    (
        re.compile(r"PathLike\b.*\bnot '?(\w+)|not a path\b.*'(\w+)'"),
        [{"kind": "folder"}, FILE, value("a")],
    ),
    (
        re.compile(r"\bstr\b.*\bnot '?\"?(\w+)|not \"?'?(\w+)'?\"?\)? to str\b"),
        [value("a"), FILE],
    ),
    (
        re.compile(r"\b(list|tuple|str)(?:ing)? indices must be integers.*\bstr\b"),
        [{"kind": "dict", "items": {}}],
    ),
    (
        re.compile(r"'(\w+)' object is not (?:iterable|subscriptable|reversible)"),
        [NUMBERS, FLOATS[0], _TEXTS, *LISTS[:1]],
    ),
    (re.compile(r"'(\w+)' object is not an iterator"), usual.ITERATORS),
    (re.compile(r"object of type '(\w+)' has no len\(\)"), [NUMBERS, _TEXTS, FLOATS[0]]),
    (
        re.compile(r"'(\w+)' object is not callable"),
        [special("callable"), special("model"), special("loss")],
    ),
    (
        re.compile(r"real number, not (\w+)|number.*\bnot '(\w+)'|'(\w+)' and '(?:int|float)'"),
        [value(2), value(0.5)],
    ),
    (re.compile(r"'(?:int|float)' and '(\w+)'"), [value(2), value(0.5)]),
]
"""Messages, with the type of what was given, and what would do."""
_TENSOR = re.compile(r"Tensor'? object is not (callable|an iterator)")
_OF_TABLES = re.compile(
    r"too many indices for array|tuple index out of range|out of bounds for axis 1|out-of-bounds"
    r"|^'[\w ]+'$|not in index|No columns to parse|tokenizing data|Length mismatch"
    r"|could not convert string to float"
)
"""What is said where a file of text is to have columns."""
_A_TABLE = value("rows.csv")
"""The name of a file that is not there: it is made up with the columns that the program asks for."""
_BESIDE_TEXT = re.compile(r"Cannot convert (['\"]).*\1 to EagerTensor of dtype")
"""What is said where a text is put together with a tensor."""
_AMBIGUOUS = re.compile(r"truth value of an array|non-scalar tensor|has more than one element")
"""What is said of a tensor of several numbers that is taken for a condition."""
_OF_KEYS = re.compile(r"valid indices, got '(\w+)'")
"""What is said of a tensor that is taken for a dictionary."""
_NO_ARRAY = re.compile(r"not a numpy array", re.IGNORECASE)
_INSTEAD_OF_TENSORS = [special("loss"), special("callable"), special("model")]
"""What may be called with tensors."""
_METHODS: list[tuple[frozenset[str], list[Spec]]] = [
    (frozenset({"values"}), [TABLE, {"kind": "dict", "items": {}}]),
    (frozenset({"iloc", "loc", "columns", "to_numpy", "dropna", "iterrows"}), [TABLE]),
    (frozenset({"items", "keys", "values", "get", "update"}), [{"kind": "dict", "items": {}}]),
    (frozenset({"append", "extend", "index"}), [NUMBERS, _TEXTS]),
    (
        frozenset(
            {"split", "lower", "upper", "startswith", "endswith", "replace", "strip", "encode"}
        ),
        [value("a"), FILE],
    ),
    (
        frozenset(
            {"stem", "glob", "joinpath", "mkdir", "exists", "parent", "expanduser", "iterdir"}
        ),
        [{"kind": "path"}],
    ),
    (frozenset({"input_shape", "output_shape", "input", "output"}), [special("built model")]),
    (frozenset({"layers", "predict", "fit", "trainable_variables", "weights"}), [special("model")]),
    (
        frozenset({"assign", "assign_add", "assign_sub", "read_value"}),
        [{"kind": "variable", "dtype": "float32", "shape": shape} for shape in ([], [2, 3])],
    ),
    (frozenset({"apply_gradients", "minimize"}), [special("optimizer")]),
    (
        frozenset({"texts_to_sequences", "word_index", "index_word", "sequences_to_texts"}),
        [special("tokenizer")],
    ),
    (frozenset({"batch", "take", "prefetch", "element_spec"}), [special("dataset")]),
    (OF_ARRAYS, ARRAYS),
    (frozenset({"shape", "dtype", "ndim", "rank", "numpy", "size"}), FLOATS),
]
"""Attributes that tell what has them."""
_TYPES = {
    "list": "list", "tuple": "tuple", "dict": "dict", "folder": "str", "file": "str",
    "tensor": "EagerTensor", "array": "ndarray",
}  # fmt: skip
_SPECIAL = {
    "callable": "function", "loss": "MeanSquaredError", "metric": "Mean", "optimizer": "SGD",
    "layer": "Dense",
}  # fmt: skip
"""The types of what is passed around in training."""
_UNBUILT = re.compile(
    r"not yet been created|no defined input|not (?:yet )?been (?:built|called)"
    r"|never been called|_nested_inputs|no inbound nodes"
)
"""What is said of a model that knows no inputs."""
_UNPACKED = re.compile(r"values to unpack \(expected (\d)")
"""What is said of elements that have too many parts, or too few."""
_UNCOMPILED = re.compile(r"must (?:be )?compile|call `compile")
_IDENTIFIER = re.compile(r"[Cc]ould not interpret (\w+)(?: function)? identifier: (.+)")
"""What Keras says of what names none of its kind."""
_IDENTIFIERS = {
    "activation": "relu",
    "initializer": "glorot_uniform",
    "loss": "mse",
    "metric": "mae",
    "optimizer": "sgd",
    "regularizer": "l2",
}
_OWN_MODELS = (special("model"), special("built model"), ANY_MODEL)
_OF_VALUES = (bool, int, float, str, type(None))


def instead(message: str, spec: Spec) -> list[Spec]:
    """What to give in place of an argument, by all that an error says of it: its size, else its type."""
    if spec["kind"] == "tensor" and _NO_ARRAY.search(message):
        return [{**spec, "kind": "array"}, IMAGE_ARRAY]
    if spec["kind"] == "tensor" and _BESIDE_TEXT.search(message):
        return [value("a"), {"kind": "folder"}]
    key = _OF_KEYS.search(message) if spec["kind"] == "tensor" else None
    if key is not None:
        return [{"kind": "dict", "items": {key[1]: spec}}]
    tensor = _TENSOR.search(message) if spec["kind"] == "tensor" else None
    if tensor is not None:
        return usual.ITERATORS if tensor[1] == "an iterator" else _INSTEAD_OF_TENSORS
    return (
        _of_methods(message, spec) or suggestions.suggested(message, spec) or asked(message, spec)
    )


def _of_methods(message: str, spec: Spec) -> list[Spec]:
    """What has an attribute that a tensor or an array lacks, where that tells what is meant."""
    if spec["kind"] not in ("tensor", "array"):
        return []
    given = _TYPES[spec["kind"]]
    names = [name for kind, name in _NO_ATTRIBUTE.findall(message) if kind == given]
    told = (specs for name in names for known, specs in _METHODS if name in known)
    found = next(told, [])
    return [] if found in (ARRAYS, FLOATS) else found


def asked(message: str, spec: Spec) -> list[Spec]:
    """What to give in place of an argument, if an error speaks of its type."""
    if spec["kind"] in ("namespace", "dict"):
        within = namespaces.extended(message, spec) + _inside(message, spec)
        if within or spec["kind"] == "namespace":
            return within
    if spec["kind"] in ("tensor", "array") and spec["shape"] and _AMBIGUOUS.search(message):
        return [value(True), value(2)]
    if spec["kind"] == "special":
        of_training = _of_training(message, spec)
        if of_training:
            return of_training
    if spec["kind"] == "value":
        named = _named(message, spec["value"])
        named += map(value, accepted_values.taken(message, spec["value"]))
        if named:
            return named
    if spec == FILE and _OF_TABLES.search(message):
        return [_A_TABLE]
    given = _type_of(spec)
    if given and suggestions.WANTS_PAIR in message:
        return [NUMBERS] if given == "int" else []
    return _of_type(message, given, spec) if given else []


def _of_type(message: str, given: str, spec: Spec) -> list[Spec]:
    """What to give in place of an argument of a type that an error names."""
    for pattern, specs in _ASKED:
        for match in pattern.finditer(message):
            if given in match.groups():
                return [other for other in specs if other != spec]
    for kind, name in _NO_ATTRIBUTE.findall(message):
        if kind == given:
            return _with(name)
    return []


def _named(message: str, given: object) -> list[Spec]:
    """What names an activation, a loss or the like, where an error says that a value is none."""
    return [
        value(_IDENTIFIERS[kind])
        for kind, said in _IDENTIFIER.findall(message)
        if kind in _IDENTIFIERS and said.startswith(str(given))
    ]


def _of_training(message: str, spec: Spec) -> list[Spec]:
    """What to give in place of what is passed around in training, where an error speaks of that."""
    if spec == special("model") and _UNBUILT.search(message):
        return [special("built model")]
    if spec == special("built model") and suggestions.OF_PICTURES.search(message):
        return [special("picture model")]
    if spec in _OWN_MODELS and _UNCOMPILED.search(message):
        return [special("compiled model")]
    if spec == special("callable") and "No gradients provided" in message:
        return [special("loss")]  # what it gave does not hang on what the model gave
    parts = _UNPACKED.search(message)
    if parts and spec == special("dataset"):
        return [usual.dataset_of(int(parts[1]))]
    return []


def _inside(message: str, spec: Spec) -> list[Spec]:
    """The object with something else for one of its attributes."""
    return [
        {**spec, "items": {**spec["items"], name: other}}
        for name, inner in spec["items"].items()
        for other in asked(message, inner)
    ]


def _with(name: str) -> list[Spec]:
    """What has an attribute."""
    for names, specs in _METHODS:
        if name in names:
            return specs
    return [namespaces.with_attribute(name)]


def _type_of(spec: Spec) -> str:
    """The name of the type of what is made of a description; empty where it is not known."""
    if spec["kind"] == "value" and isinstance(spec["value"], _OF_VALUES):
        return type(spec["value"]).__name__
    if spec["kind"] == "special":
        return _SPECIAL.get(spec["name"], "")
    return _TYPES.get(spec["kind"], "")
