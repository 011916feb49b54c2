"""What a parameter might be: candidates from its default, annotation, uses and name, best first.

A candidate is plain JSON (``{"kind": "tensor", ...}``), so that the eager side can tell the graph
side which arguments it settled on, and a reader can see them.
"""

from __future__ import annotations

import ast
import inspect
import math
import re
from typing import Any


def tensor(dtype: str, *shape: int) -> dict[str, Any]:
    """A tensor of this dtype and shape."""
    return {"kind": "tensor", "dtype": dtype, "shape": list(shape)}


def value(plain: Any) -> dict[str, Any]:
    """A Python value."""
    return {"kind": "value", "value": plain}


def special(name: str) -> dict[str, Any]:
    """A model, an optimizer, a loss ..."""
    return {"kind": "special", "name": name}


def made(module: str, cls: str) -> dict[str, Any]:
    """An object of a class of the project."""
    return {"kind": "made", "module": module, "class": cls}


def described(plain: dict[str, Any]) -> dict[str, Any]:
    """Plain values as candidates, by their keys; what is none of those is left out."""
    specs = {key: _described(one) for key, one in plain.items()}
    return {key: spec for key, spec in specs.items() if spec is not None}


def _described(plain: Any) -> dict[str, Any] | None:
    if plain is None or isinstance(plain, (bool, int, float, str)):
        return value(plain)
    if isinstance(plain, (list, tuple)):
        items = [_described(item) for item in plain]
        return None if None in items else {"kind": type(plain).__name__, "items": items}
    return None


OMIT = {"kind": "omit"}
FILE = {"kind": "file"}
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
LISTS = [
    {"kind": "list", "items": [tensor("float32", 2, 3), tensor("float32", 2, 3)]},
    {"kind": "list", "items": [value(1.0), value(2.0)]},
]
ANYTHING = INTEGERS + PLAIN[:2] + OTHERS + LISTS + SPECIAL[:2]

_PAIR = {
    "kind": "tuple",
    "items": [tensor("float32", 2, 3), {"kind": "variable", "dtype": "float32", "shape": [2, 3]}],
}
_UNUSED = {"kind": "tuple", "items": [value(None), _PAIR["items"][1]]}
"""A variable that got no gradient."""
_BATCH = {
    "kind": "tuple",
    "items": [{"kind": "spec", "dtype": "float32", "dims": [2, 3]}] * 2,
}
"""What a data set holds for training: inputs and targets."""
_ITERATORS: list[dict[str, Any]] = [
    {"kind": "iterator", "element": element} for element in (_BATCH, _BATCH["items"][0])
]
_NAMES: list[tuple[str, list[dict[str, Any]]]] = [
    (
        r"(^|_)(grads|gradients)_and_(vars|variables)$",
        [{"kind": "list", "items": [_PAIR] * 2}, {"kind": "list", "items": [_PAIR, _UNUSED]}],
    ),
    (r"(^|_)strategy$", [special("strategy")]),
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
    (r"(^|_)(iterator|iter|it)$", _ITERATORS),
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
    (r"(^|_)(dir|directory|folder)$", [{"kind": "folder"}, value("a")]),
    (r"^(name|prefix|suffix|mode|title|key|tag)$", [value("a"), tensor("string")]),
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

_TYPES: list[tuple[str, list[dict[str, Any]]]] = [
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
    (r"\bbool\b", [value(True), value(False)]),
    (r"\bint\b", [value(2), value(1), value(3), value(4), value(0)]),
    (r"\bfloat\b", [value(0.5), value(1.0)]),
    (r"\bstr\b", [value("a"), value("relu")]),
]


def candidates(
    parameter: inspect.Parameter,
    uses: set[str],
    keys: list[str],
    constructor: bool,
    shapes: list[dict[str, Any]],
) -> list[dict[str, Any]]:
    """What to try for a parameter, best first; ``shapes`` are tensors that the framework is fond of."""
    found: list[dict[str, Any]] = []
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
    for pattern, specs in _TYPES:
        if annotation and re.search(pattern, annotation):
            found.extend(specs)
            break
    usual = named(parameter)
    if "applied" in uses:
        found.append(special("optimizer"))
    if "trained" in uses:
        found.append(special("model"))
    if "assigned" in uses:
        found.extend(
            {"kind": "variable", "dtype": "float32", "shape": s} for s in ([2, 3], [3], [])
        )
    if "called" in uses:
        found.extend(spec for spec in usual if spec["kind"] == "special")
        found.append(special("callable"))
    if "counted" in uses:
        found.append(value(4))
    if "drawn from" in uses:
        found += _ITERATORS
    if "unpacked" in uses:
        found.append({"kind": "tuple", "items": [tensor("float32", 2, 3), tensor("float32", 2, 3)]})
    found.extend(usual)
    if constructor:
        # Objects are made from numbers and texts; tensors come with the calls.
        found.sort(key=lambda spec: spec["kind"] == "tensor")
        found.extend([value(2), value(4), special("model"), value("a"), value(0.5), *LISTS[1:]])
    found.extend(FLOATS + shapes + ANYTHING)
    unique: list[dict[str, Any]] = []
    for spec in found:
        if spec not in unique:
            unique.append(spec)
    return unique


def granted(
    wishes: list[dict[str, Any]], parameter: inspect.Parameter, found: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The candidates that the conditions around the flagged line ask for."""
    first: list[dict[str, Any]] = []
    for wish in for_switches(wishes) if isinstance(parameter.default, bool) else wishes:
        if wish["kind"] in ("true", "given"):
            first += _given(parameter, found, wish["kind"] == "true")
        elif wish["kind"] == "false":
            first += [OMIT] if parameter.default is None else []
            first.append(value(False) if isinstance(parameter.default, bool) else value(None))
        else:
            first.append(wish)
    return first


def for_switches(wishes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is asked of a switch, even where it may be a list of them as well."""
    return sorted(wishes, key=lambda wish: wish["kind"] not in ("true", "false", "value"))


def _given(
    parameter: inspect.Parameter, found: list[dict[str, Any]], true: bool
) -> list[dict[str, Any]]:
    """What a parameter may be to be there at all, or to count as true."""
    if isinstance(parameter.default, bool) or (true and not found):
        return [value(True)]
    annotation = annotation_of(parameter)
    typed: list[dict[str, Any]] = next((s for p, s in _TYPES if re.search(p, annotation)), [])
    fitting = [spec for spec in typed + named(parameter) + found if not _empty(spec)]
    return fitting + ([value(True)] if true else []) + FLOATS + PLAIN[:2]


def _empty(spec: dict[str, Any]) -> bool:
    return spec["kind"] == "omit" or (spec["kind"] == "value" and not spec["value"])


def named(parameter: inspect.Parameter) -> list[dict[str, Any]]:
    """What a parameter of this name usually is."""
    name = parameter.name.lower()
    return next((specs for pattern, specs in _NAMES if re.search(pattern, name)), [])


_RANK = re.compile(r"(?:rank|ndim|dims?|expected)\D{0,12}(\d)\b|\b(\d)[ -]?[dD]\b")
_OTHER_RANK = re.compile(
    r"unpack|out of range|rank|ndim|dimension|axis|subscripts|shape", re.IGNORECASE
)
_SIZE = re.compile(r"(?<![\w.])\d{1,4}(?![\w.])")
_SHAPE = re.compile(r"[\[(]\s*(-?\d+(?:\s*,\s*-?\d+)*,?)\s*[\])]")
_COUNT = re.compile(r"(?<![\w.\[,-])\d{1,7}(?![\w\],])")
_LARGEST = 1 << 22
"""Numbers in a tensor, at most."""
_DTYPE = re.compile(r"\b(float32|float64|int32|int64|bool|string)\b")


def suggested(message: str, spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Other tensors for one that did not fit: with the sizes and ranks that the error speaks of."""
    if spec["kind"] != "tensor":
        return []
    shape, dtype = spec["shape"], spec["dtype"]
    last = shape[-1] if shape else 3
    meant = [*_shapes_in(message, shape), *_of_as_many(message, shape)]
    found = [tensor(dtype, *other) for other in meant]
    sizes = list(dict.fromkeys(map(int, _SIZE.findall(message))))[:6]
    sizes = [size for size in sizes if 0 < size <= 1024]
    found += [tensor(dtype, *shape[:-1], size) for size in sizes if shape]
    ranks = [int(one or other) for one, other in _RANK.findall(message)]
    if _OTHER_RANK.search(message):
        ranks += [3, 4, 2]
    for rank in dict.fromkeys(ranks):
        if 0 < rank <= 5:
            found.append(tensor(dtype, *[2, 4, 4, 4][: rank - 1], last))
    found += [tensor(other, *shape) for other in dict.fromkeys(_DTYPE.findall(message))]
    for inner in range(1, len(shape) - 1):
        found += [tensor(dtype, *shape[:inner], size, *shape[inner + 1 :]) for size in sizes]
    return [other for other in found if other != spec]


def unlikeliness(message: str, spec: dict[str, Any], other: dict[str, Any]) -> tuple[bool, bool]:
    """How little an error says for another tensor in the place of one; of other things it says enough."""
    if spec["kind"] != "tensor" or other["kind"] != "tensor":
        return False, False
    shape = spec["shape"]
    spoken_of = _shapes_in(message, [])
    meant = other["shape"] in [*_shapes_in(message, shape), *_of_as_many(message, shape)]
    return not meant, shape not in spoken_of and not _count_in(message, shape)


def _shapes_in(message: str, shape: list[int]) -> list[list[int]]:
    """The shapes that an error speaks of: of the other operand, of what was to come of a reshape."""
    found = []
    for text in _SHAPE.findall(message):
        sizes = [int(size) for size in re.findall(r"-?\d+", text)]
        known = math.prod(size for size in sizes if size > 0)
        if sizes != shape and 0 not in sizes and known <= _LARGEST and len(sizes) <= 6:
            found.append([max(size, 1) for size in sizes])
    return [one for number, one in enumerate(found) if one not in found[:number]][:4]


def sizes_in(message: str) -> list[int]:
    """The sizes in the shapes that an error speaks of."""
    sizes = dict.fromkeys(size for shape in _shapes_in(message, []) for size in shape)
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


def _count_in(message: str, shape: list[int]) -> bool:
    """Whether an error speaks of as many numbers as a tensor of this shape has."""
    return bool(re.search(r"(size|values|elements)\b", message, re.IGNORECASE)) and (
        str(math.prod(shape)) in _COUNT.findall(message)
    )


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
                if method.startswith("apply_gradients") or method == "minimize":
                    uses.add("applied")
                elif method.startswith("assign"):
                    uses.add("assigned")
                elif method in ("pop", "get") and node.args:
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
            uses.add("unpacked")
    return uses, list(dict.fromkeys(keys))


def _text(node: ast.AST) -> list[str]:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return [str(node.value)] if is_text else []  # type: ignore[attr-defined]


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


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


def describe(spec: dict[str, Any]) -> str:
    """A candidate for a reader: ``float32[2,3]``."""
    kind = spec["kind"]
    if kind in ("tensor", "array", "variable"):
        text = "{}{}".format(spec["dtype"], str(spec["shape"]).replace(" ", ""))
        return {"tensor": "", "array": "array ", "variable": "Variable "}[kind] + text
    if kind == "value":
        return repr(spec["value"])
    if kind in ("file", "folder", "record"):
        return f"a {kind}" + (" of text" if kind == "file" else "")
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


def numbers(spec: dict[str, Any]) -> Any:
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
