"""What parameters usually are, by their names and annotations."""

from __future__ import annotations

import inspect
import re

from ..protocol import Spec
from .argument_specs import FILE, FLOATS, INTEGERS, LISTS, OTHERS, special, tensor, value

_PAIR = {
    "kind": "tuple",
    "items": [tensor("float32", 2, 3), {"kind": "variable", "dtype": "float32", "shape": [2, 3]}],
}

_UNUSED = {"kind": "tuple", "items": [value(None), _PAIR["items"][1]]}
"""A variable that got no gradient."""

_ROWS: Spec = {"kind": "spec", "dtype": "float32", "dims": [2, 3]}
_BATCH = {"kind": "tuple", "items": [_ROWS] * 2}
"""What a data set holds for training: inputs and targets."""


_ROW: Spec = {"kind": "spec", "dtype": "float32", "dims": [3]}


def dataset_of(parts: int) -> Spec:
    """A data set whose elements have as many parts."""
    return {"kind": "dataset", "element": {"kind": "tuple", "items": [_ROWS] * parts}}


_LABELLED: Spec = {
    "kind": "tuple",
    "items": [
        {"kind": "spec", "dtype": "float32", "dims": [4, 4, 3]},
        {"kind": "spec", "dtype": "int64", "dims": []},
    ],
}
"""A picture with the number of what it shows."""
DATASETS: list[Spec] = [
    {"kind": "dataset", "element": element} for element in (_LABELLED, _BATCH, _ROWS, _ROW)
]

ITERATORS: list[Spec] = [
    {"kind": "iterator", "element": element} for element in (_BATCH, _BATCH["items"][0])
]

ENVIRONMENTS: list[Spec] = [
    {"kind": "environment", "continuous": continuous, "truncates": truncates}
    for truncates in (False, True)
    for continuous in (False, True)
]

_NAMES: list[tuple[str, list[Spec]]] = [
    (
        r"(^|_)(grads|gradients)_and_(vars|variables)$",
        [{"kind": "list", "items": [_PAIR] * 2}, {"kind": "list", "items": [_PAIR, _UNUSED]}],
    ),
    (r"(^|_)strategy$", [special("strategy")]),
    (r"(^|_)(env|environment)s?$", ENVIRONMENTS),
    (
        r"(^|_)(model|net|network|encoder|decoder|generator|discriminator|critic|actor|policy)$",
        [special("model"), special("callable")],
    ),
    (r"(^|_)(opt|optimizer|optim)$", [special("optimizer")]),
    (
        r"(^|_)(loss_fn|loss_function|loss_object|loss_obj|criterion|compute_loss)$",
        [special("loss"), special("callable")],
    ),
    (r"(^|_)(metric|train_loss|train_metric|test_loss|train_accuracy)$", [special("metric")]),
    (r"(^|_)layer$", [special("layer"), special("model"), *FLOATS[:3]]),
    (
        r"(^|_)(ds|dataset|data_set|train_ds|loader|dataloader)$|_dataset$",
        [special("dataset"), {"kind": "dataset", "element": _BATCH}, *FLOATS],
    ),
    (r"(^|_)(iterator|iter|it)$", ITERATORS),
    (
        r"^(training|is_training|train|verbose|debug|deterministic|use_.*|is_.*|has_.*|return_.*)$",
        [value(True), value(False)],
    ),
    (r"(^|_)(fn|func|function|callback|activation|op)$", [special("callable")]),
    (
        r"^(n|k|num|count|size|dim|depth|units|width|height|rank|axis|steps?|epochs?|power|num_.*|n_.*|.*_(size|dim|dims|units|steps|count|num|len|length)|bsz_.*|len|length)$",
        [value(2), value(1), value(3), *INTEGERS[:2], *FLOATS[:3]],
    ),
    (
        r"^(i|j|index|idx|indices|ids?|token.*|position.*|.*_(ids?|idx|index|indices))$",
        [tensor("int32", 3), tensor("int32"), value(1), tensor("int32", 2, 3), *FLOATS[:3]],
    ),
    (
        r"^(mask|.*_mask)$",
        [tensor("bool", 2, 3), tensor("float32", 2, 3), tensor("bool", 3), *FLOATS[:3]],
    ),
    (
        r"(image|img|images|imgs|frame|picture)s?$",
        [tensor("float32", 2, 4, 4, 3), tensor("float32", 4, 4, 3), *FLOATS],
    ),
    (
        r"^(text|texts|string|strings|line|sentence|path|filename|file_path|filepath|serialized|example_proto)$",
        [tensor("string"), tensor("string", 3), value("1"), FILE],
    ),
    (r"(^|_)(files|file_?names|file_?paths)$", [{"kind": "list", "items": [FILE]}, FILE]),
    (r"(^|_)(file|file_?name|file_?path|path)$", [FILE, value("a"), tensor("string")]),
    (r"(dir|directory|folder)$|(^|_)root$", [{"kind": "folder"}, value("a")]),
    (r"^(dir|directory|folder)_(of|to|for|with)_", [{"kind": "folder"}, FILE, value("a")]),
    (r"^(file|path)_(of|to|for|with)_", [FILE, {"kind": "folder"}, value("a")]),
    (r"^(prefix|suffix|mode|title|key|tag)$|(^|_)name$", [value("a"), tensor("string")]),
    (
        r"^(rate|lr|learning_rate|alpha|beta|gamma|eps|epsilon|scale|temperature|factor|decay|momentum|dropout|.*_(ratio|rate|prob))$",
        [value(0.5), tensor("float32")],
    ),
    (
        r"^(labels?|targets?)$",
        [*FLOATS[:2], tensor("int32", 2), tensor("int32", 3), tensor("int64", 2), *FLOATS[2:]],
    ),
    (
        r"^(mean|std|stddev)s?$",
        [{"kind": "list", "items": [value(0.5)] * 3}, tensor("float32", 3), value(0.5)],
    ),
    (
        r"^(\w+_)?states?$",
        [{"kind": "list", "items": [tensor("float32", 2, 3)]}, *LISTS[:1], *FLOATS],
    ),
    (
        r"^(features|inputs_dict|params|config|batch_dict)$",
        [{"kind": "dict", "items": {}}, *FLOATS],
    ),
    (
        r"(^|_)(range|bounds|interval)$",
        [
            {"kind": "tuple", "items": [value(0), value(255)]},
            {"kind": "tuple", "items": [value(0.0), value(1.0)]},
        ],
    ),
    (
        r"^(shape|dims|kernel_size|strides)$",
        [{"kind": "tuple", "items": [value(2), value(3)]}, tensor("int32", 2), value(3)],
    ),
]

TYPES: list[tuple[str, list[Spec]]] = [
    (
        r"Variable",
        [{"kind": "variable", "dtype": "float32", "shape": shape} for shape in ([2, 3], [3], [])],
    ),
    (r"Optimizer", [special("optimizer")]),
    (r"(Model|Layer|Sequential|Module)$", [special("model")]),
    (r"Loss", [special("loss")]),
    (r"Strategy$", [special("strategy")]),
    (r"Dataset", [special("dataset")]),
    (r"Callable", [special("callable")]),
    (r"Tensor|TensorLike|tf\.Tensor|ndarray|ArrayLike|NDArray", [*FLOATS, *INTEGERS, *OTHERS]),
    (
        r"^(typing\.)?(Tuple|tuple)\b.*int\b",
        [{"kind": "tuple", "items": [value(2), value(3)]}],
    ),
    (
        r"^(typing\.)?(List|Sequence|Iterable|list)\b.*int",
        [{"kind": "list", "items": [value(2), value(3)]}],
    ),
    (
        r"^(typing\.)?(List|Sequence|Iterable|list)\b.*float",
        [{"kind": "list", "items": [value(0.5), value(1.5)]}],
    ),
    (r"^(typing\.)?(List|Sequence|Iterable|list)\b", LISTS),
    (r"^(typing\.)?(Dict|Mapping|dict)\b", [{"kind": "dict", "items": {}}]),
    (r"\bLiteral\[False, True\]", [value(False), value(True)]),
    (r"\bbool\b", [value(True), value(False)]),
    (r"\bint\b", [value(2), value(1), value(3), value(4), value(0)]),
    (r"\bfloat\b", [value(0.5), value(1.0)]),
    (r"\bstr\b", [value("a"), value("relu")]),
]


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
"""Where another word begins in a name like ``filePath``."""


def named(parameter: inspect.Parameter) -> list[Spec]:
    """What a parameter of this name usually is."""
    name = _HUMP.sub("_", parameter.name).lower()
    return next((specs for pattern, specs in _NAMES if re.search(pattern, name)), [])


def annotation_of(parameter: inspect.Parameter) -> str:
    """A parameter's annotation as text; empty without one."""
    annotation = parameter.annotation
    if annotation is inspect.Parameter.empty:
        return ""
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, type):
        return annotation.__name__
    return str(annotation)
