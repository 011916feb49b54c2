"""Other tensors for one that did not fit, read off the error: sizes, ranks, dtypes, counts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from ..protocol import Spec
from .argument_specs import FILE, IMAGE, NUMBERS, OF_ARRAYS, PICTURE, tensor
from .namespaces import with_attribute

_RANK = re.compile(r"(?:rank|ndim|dims?|expected)\D{0,12}(\d)\b|\b(\d)[ -]?[dD]\b")

_OTHER_RANK = re.compile(
    r"unpack|out of range|rank|ndim|dimension|axis|subscripts|shape", re.IGNORECASE
)

_TOO_FEW_AXES = re.compile(r"input has only \d dims|too many indices for array")
"""What is said of an index into an axis that there is not."""

_OTHER_COUNT = re.compile(r"cardinality is ambiguous|the same number of samples")
"""What is said of batches that belong together and have not as many rows."""

_SIZE = re.compile(r"(?<![\w.])\d{1,4}(?![\w.])")

_SHAPE = re.compile(r"[\[(]\s*((?:-?\d+|None)(?:\s*,\s*-?\d+)*,?)\s*[\])]")
"""Sizes; of how many rows, a model may say nothing."""

_COUNT = re.compile(r"(?<![\w.\[,-])\d{1,7}(?![\w\],])")

_OF_SIZE = re.compile(r"\bof size (\d{1,4})\b")

WANTS_PAIR = "must be a 1-D int"
"""What is said where two sizes are wanted."""

_OF_EACH = 6
"""Others that are tried for one tensor inside of a structure."""
_LARGEST = 1 << 22
"""Numbers in a tensor, at most."""

OF_PICTURES = re.compile(r"expected (min_)?ndim=4|4D input|rank 4")
"""What is said where pictures are wanted."""
_OF_A_SCREEN = [84, 84, 3]

_OTHER_DTYPE = "not in the list of allowed values"
"""What is said where no other shape will do."""
_DTYPE = re.compile(r"\b(float32|float64|int32|int64|bool|string)\b")


def suggested(message: str, spec: Spec) -> list[Spec]:
    """Other tensors for one that did not fit: with the sizes and ranks that the error speaks of."""
    if spec["kind"] in ("tuple", "list", "dict"):
        return [*_as_one_array(message, spec), *_inside(message, spec)]
    if spec["kind"] == "environment":
        return [{**spec, "observed": _OF_A_SCREEN}] if OF_PICTURES.search(message) else []
    if spec["kind"] == "array":
        others = suggested(message, {**spec, "kind": "tensor"})
        return [{**other, "kind": "array"} for other in others if other["kind"] == "tensor"]
    if spec["kind"] != "tensor":
        return []
    shape, dtype = spec["shape"], spec["dtype"]
    last = shape[-1] if shape else 3
    meant = [
        *_below_added_axes(message, shape),
        *_shapes_in(message, shape),
        *_of_as_many(message, shape),
        *_of_reshaped_items(message, shape),
    ]
    found = _of_another_kind(message, spec)
    dtypes = [tensor(other, *shape) for other in dict.fromkeys(_DTYPE.findall(message))]
    if _OTHER_DTYPE in message:
        found += dtypes
    found += [tensor(dtype, *other) for other in meant]
    sizes = _sizes(message)
    if _OTHER_COUNT.search(message) and shape:
        found += [tensor(dtype, size, *shape[1:]) for size in sizes]
    found += [tensor(dtype, *shape[:-1], size) for size in sizes if shape]
    ranks = [int(one or other) for one, other in _RANK.findall(message)]
    if _TOO_FEW_AXES.search(message):
        # Keras adds such an axis to what it is given, and nobody else does.
        found.append(tensor(dtype, *shape, 1))
    if _OTHER_RANK.search(message):
        ranks += [3, 4, 2]
    for rank in dict.fromkeys(ranks):
        if 0 < rank <= 5:
            found.append(tensor(dtype, *[2, 4, 4, 4][: rank - 1], last))
    found += dtypes
    for inner in range(1, len(shape) - 1):
        found += [tensor(dtype, *shape[:inner], size, *shape[inner + 1 :]) for size in sizes]
    return [other for other in found if other != spec]


def _sizes(message: str) -> list[int]:
    """The numbers in an error that may be sizes, the first few."""
    sizes = list(dict.fromkeys(map(int, _SIZE.findall(message))))[:6]
    return [size for size in sizes if 0 < size <= 1024]


def _as_one_array(message: str, spec: Spec) -> list[Spec]:
    """Arrays in place of a list of tensors of one shape, of which code makes one with an axis more."""
    held = spec["items"] if isinstance(spec["items"], list) else []
    if not held or any(item["kind"] != "tensor" or item != held[0] for item in held):
        return []
    shapes = _below_added_axes(message, [len(held), *held[0]["shape"]])
    return [{**tensor(held[0]["dtype"], *shape), "kind": "array"} for shape in shapes]


def _inside(message: str, spec: Spec) -> Iterator[Spec]:
    """Structures with another tensor in the place of one."""
    held = spec["items"]
    for key, item in held.items() if isinstance(held, dict) else enumerate(held):
        for other in suggested(message, item)[:_OF_EACH]:
            if isinstance(held, dict):
                yield {**spec, "items": {**held, key: other}}
            else:
                yield {**spec, "items": [*held[:key], other, *held[key + 1 :]]}


_ATTRIBUTE = re.compile(r"EagerTensor'? object has no attribute '(\w+)'")
_OF_ARRAYS = re.compile(
    r"EagerTensor object has no attribute '(\w+)'\.\s+If you are looking for numpy"
)
_UNPACKED = re.compile(r"values to unpack \(expected (\d)")
"""What is said of what has too many parts, or too few."""
_OF_INTEGERS = re.compile(
    r"__index__|slice indices must be integers|interpreted as an integer|only integer scalar"
)
"""What is said where numbers say how many, or which."""
_OF_IMAGES = frozenset(
    ("size", "convert", "crop", "mode", "getbands", "thumbnail", "paste", "resize")
)
"""What pictures of Pillow have."""


def _of_another_kind(message: str, spec: Spec) -> list[Spec]:
    """What is no tensor of numbers: the name of a file that is read, two sizes, settings."""
    asked = _ATTRIBUTE.search(message)
    if asked:
        pictures = [IMAGE] if asked[1] in _OF_IMAGES else []
        is_array = asked[1] in OF_ARRAYS or _OF_ARRAYS.search(message)
        arrays = [{**spec, "kind": "array"}] if is_array else []
        return pictures + arrays or [with_attribute(asked[1])]
    if "ReadFile" in message:
        return [PICTURE, FILE]
    parts = _UNPACKED.search(message)
    if parts:
        return [{"kind": "tuple", "items": [spec] * int(parts[1])}]
    if WANTS_PAIR in message:
        return [NUMBERS]
    if _OF_INTEGERS.search(message) and spec["dtype"].startswith("float"):
        # What is to be one number may be a row of them: then there is an axis too many, or two.
        lengths = range(len(spec["shape"]), 0, -1) if "scalar" in message else [None]
        return [tensor("int32", *spec["shape"][:length]) for length in lengths]
    return []


def unlikeliness(message: str, spec: Spec, other: Spec) -> tuple[bool, bool]:
    """How little an error says for another tensor in the place of one; of other things it says enough."""
    if spec["kind"] != "tensor" or other["kind"] != "tensor":
        return False, False
    shape = spec["shape"]
    spoken_of = _shapes_in(message, [])
    meant = other["shape"] in [
        *_below_added_axes(message, shape),
        *_shapes_in(message, shape),
        *_of_as_many(message, shape),
    ]
    return not meant, shape not in spoken_of and not _count_in(message, shape)


def _shapes_in(message: str, shape: list[int]) -> list[list[int]]:
    """The shapes that an error speaks of: of the other operand, of what was to come of a reshape."""
    found = []
    for text in _SHAPE.findall(message):
        sizes = [int(size) for size in re.findall(r"-?\d+", text.replace("None", "-1"))]
        known = math.prod(size for size in sizes if size > 0)
        if sizes != shape and 0 not in sizes and known <= _LARGEST and len(sizes) <= 6:
            found.append([max(size, 1) for size in sizes])
    return [one for number, one in enumerate(found) if one not in found[:number]][:4]


def _below_added_axes(message: str, shape: list[int]) -> list[list[int]]:
    """Shapes that are meant where the code puts axes before those that it is given: ``model(x[None])``."""
    spoken_of = _shapes_in(message, [])
    ends = (one[: -len(shape)] for one in spoken_of if shape and one[-len(shape) :] == shape)
    added = [len(before) for before in ends if before]
    found = (one[count:] for count in dict.fromkeys(added) for one in spoken_of)
    return [one for one in found if one and one != shape]


def sizes_in(message: str) -> list[int]:
    """The sizes that an error speaks of, those in shapes first."""
    sizes = dict.fromkeys(size for shape in _shapes_in(message, []) for size in shape)
    sizes.update(dict.fromkeys(map(int, _OF_SIZE.findall(message))))
    return [size for size in sizes if size > 1]


def _of_as_many(message: str, shape: list[int]) -> list[list[int]]:
    """Shapes of as many numbers as an error says are needed in place of as many as there are."""
    if not shape or not _count_in(message, shape):
        return []
    inner = math.prod(shape[1:])
    counts = [count for count in map(int, _COUNT.findall(message)) if inner < count <= _LARGEST]
    wanted = [count for count in dict.fromkeys(counts) if count != inner * shape[0]][:3]
    found = [[count // inner, *shape[1:]] for count in wanted if count % inner == 0]
    return found + [[count] for count in wanted]


_RESHAPED = re.compile(r"reshape array of size (\d+) into shape")


def _of_reshaped_items(message: str, shape: list[int]) -> list[list[int]]:
    """Shapes whose items have that into which one of another shape can't be made."""
    size = _RESHAPED.search(message)
    if size is None or not shape or int(size[1]) != math.prod(shape[1:]):
        return []
    return [[shape[0], *item] for item in _shapes_in(message, shape)]


def _count_in(message: str, shape: list[int]) -> bool:
    """Whether an error speaks of as many numbers as a tensor of this shape has."""
    return bool(re.search(r"(size|values|elements)\b", message, re.IGNORECASE)) and (
        str(math.prod(shape)) in _COUNT.findall(message)
    )
