"""Values as JSON: dtypes, shapes, and what is small enough to be kept as it is.

Nothing here can run code when it is read: objects are described by the class that made them and by
what that was given, functions by their names.
"""

from __future__ import annotations

import enum
import functools
import math
import sys
import types
from typing import Any

from .functions import QualifiedNames, plain

_VALUES = 64
_ROWS = 1024
_TEXT = 500
_DEPTH = 6
_PARTS = 400
UNKNOWN = object()
"""Stands for a value that is not kept."""
_PLACES = (
    "tf", "tf.math", "tf.nn", "tf.linalg", "tf.keras.activations", "tf.keras.losses",
    "tf.keras.metrics", "tf.keras.regularizers", "tf.keras.initializers", "np",
)  # fmt: skip
"""Where functions of the frameworks are looked for, to be known by their public names."""
_KERAS = {
    "Optimizer": "optimizers",
    "Loss": "losses",
    "Metric": "metrics",
    "Layer": "layers",
    "LearningRateSchedule": "optimizers.schedules",
    "Regularizer": "regularizers",
    "Initializer": "initializers",
}


def leaves(value: Any) -> list[Any]:
    """What lists and tuples hold."""
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def is_shape_only(described: Any) -> bool:
    """Whether an array in it is known by its shape and dtype only, as while tracing."""
    if isinstance(described, dict):
        if described.get("kind") in ("tensor", "array", "variable"):
            return "values" not in described and "range" not in described
        return any(map(is_shape_only, described.values()))
    return isinstance(described, list) and any(map(is_shape_only, described))


def without_values(value: Any) -> Any:
    """A description by which calls of the same types and shapes are alike."""
    if isinstance(value, dict):
        hidden = ("values", "range", "value")
        return {key: without_values(item) for key, item in value.items() if key not in hidden}
    return [without_values(item) for item in value] if isinstance(value, list) else value


class Describer:
    """Describes values; knows the project's own classes and what their objects were made with."""

    def __init__(self, names: QualifiedNames, origins: Any) -> None:
        self._names = names
        self._origins = origins
        self._parts = 0
        self._around: list[int] = []

    def describe(self, value: Any) -> Any:
        """A value as JSON; None for what can't be made again from that."""
        self._parts = 0
        return self._describe(value)

    def _describe(self, value: Any) -> Any:
        self._parts += 1
        if self._parts > _PARTS or len(self._around) > _DEPTH or id(value) in self._around:
            return None
        self._around.append(id(value))
        try:
            return self._described(value)
        except Exception:
            return None
        finally:
            self._around.pop()

    def _described(self, value: Any) -> Any:
        if value is UNKNOWN:
            return None
        if isinstance(value, enum.Enum):
            return self._class_part("member", type(value), name=value.name)
        if value is None or isinstance(value, (bool, int)):
            return {"kind": "value", "value": value}
        if isinstance(value, float):
            # JSON has no infinity.
            known = value if math.isfinite(value) else str(value)
            return {"kind": "value" if known is value else "float", "value": known}
        if isinstance(value, str):
            return {"kind": "value", "value": value} if len(value) <= _TEXT else None
        if isinstance(value, bytes):
            return {"kind": "bytes", "value": value.hex()} if len(value) <= _TEXT else None
        if isinstance(value, (list, tuple, set, frozenset)):
            return self._sequence(value)
        if isinstance(value, dict):
            return self._mapping(value)
        if isinstance(value, (range, slice)):
            ends = self._describe((value.start, value.stop, value.step))
            return {"kind": type(value).__name__, "items": ends["items"]} if ends else None
        for way in (self._of_tensorflow, _array, self._of_keras, self._callable, self._object):
            found = way(value)
            if found is not None:
                return found
        return None

    # Containers.

    def _sequence(self, value: Any) -> Any:
        if len(value) > _VALUES:
            return None
        items = [self._describe(item) for item in value]
        if None in items:
            return None
        if hasattr(value, "_fields"):
            return self._class_part("named", type(value), items=items)
        kinds = {list: "list", tuple: "tuple", set: "set", frozenset: "set"}
        kind = next(kind for base, kind in kinds.items() if isinstance(value, base))
        return {"kind": kind, "items": items}

    def _mapping(self, value: Any) -> Any:
        if len(value) > _VALUES:
            return None
        if all(isinstance(key, str) for key in value):
            found = {key: self._describe(item) for key, item in value.items()}
            return {"kind": "dict", "items": found} if all(found.values()) else None
        pairs = [[self._describe(key), self._describe(item)] for key, item in value.items()]
        return {"kind": "pairs", "items": pairs} if all(map(all, pairs)) else None

    # What frameworks make.

    def _of_tensorflow(self, value: Any) -> Any:
        tf: Any = sys.modules.get("tensorflow")
        if tf is None or not hasattr(tf, "RaggedTensor"):
            return None
        if isinstance(value, tf.DType):
            return {"kind": "dtype", "name": value.name}
        if isinstance(value, tf.TensorShape):
            return {"kind": "shape", "dims": None if value.rank is None else value.as_list()}
        if isinstance(value, tf.TensorSpec):
            dims = None if value.shape.rank is None else value.shape.as_list()
            return {"kind": "spec", "dtype": value.dtype.name, "dims": dims}
        if isinstance(value, tf.RaggedTensor):
            return self._ragged(value)
        if isinstance(value, tf.SparseTensor):
            return self._sparse(value)
        if isinstance(value, tf.data.Dataset):
            return self._stream("dataset", value)
        if isinstance(value, tf.data.Iterator):
            return self._stream("iterator", value)
        if isinstance(value, tf.random.Generator):
            return {"kind": "generator"}
        if isinstance(value, tf.distribute.Strategy):
            return {"kind": "strategy"}
        return self._distribution(value)

    def _stream(self, kind: str, value: Any) -> Any:
        element = self._describe(value.element_spec)
        return {"kind": kind, "element": element} if element else None

    def _ragged(self, value: Any) -> Any:
        parts = value.nested_row_splits
        flat: Any
        splits: list[list[int]]
        if not all(hasattr(part, "numpy") for part in parts):
            # Only while tracing: a short row and a longer one.
            flat = value.flat_values
            shape = [3, *(2 if size is None else int(size) for size in flat.shape[1:])]
            flat = {"kind": "tensor", "dtype": flat.dtype.name, "shape": shape}
            splits = [[0, 1, 3]]
            return {"kind": "ragged", "values": flat, "splits": splits} if len(parts) == 1 else None
        splits = [[int(end) for end in part.numpy()] for part in parts]
        if sum(map(len, splits)) > _ROWS:
            return None
        flat = self._describe(value.flat_values)
        return flat and {"kind": "ragged", "values": flat, "splits": splits}

    def _sparse(self, value: Any) -> Any:
        if not hasattr(value.indices, "numpy") or len(value.indices) > _ROWS:
            return None
        indices = [[int(place) for place in row] for row in value.indices.numpy()]
        shape = [int(size) for size in value.dense_shape.numpy()]
        values = self._describe(value.values)
        return values and {"kind": "sparse", "values": values, "indices": indices, "shape": shape}

    def _distribution(self, value: Any) -> Any:
        tfp: Any = sys.modules.get("tensorflow_probability")
        if tfp is None or not isinstance(value, tfp.distributions.Distribution):
            return None
        if getattr(tfp.distributions, type(value).__name__, None) is not type(value):
            return None
        given = {key: self._describe(item) for key, item in value.parameters.items()}
        return {
            "kind": "distribution",
            "name": type(value).__name__,
            "init": {key: item for key, item in given.items() if item},
        }

    def _of_keras(self, value: Any) -> Any:
        """A built-in layer, loss, metric or optimizer: its class, and the plain part of its config."""
        cls = type(value)
        if self._names.of_class(cls) or cls.__module__.split(".")[0] not in ("keras", "tf_keras"):
            return None
        bases = {base.__name__ for base in cls.__mro__}
        if cls.__name__ in ("Sequential", "Functional", "Model"):
            return self._model(value)
        place = next((_KERAS[name] for name in _KERAS if name in bases), None)
        if place is None or cls.__name__.startswith("Lambda"):
            return None
        config = {key: self._describe(item) for key, item in value.get_config().items()}
        config = {key: item for key, item in config.items() if item and _is_plain(item)}
        return {"kind": "keras", "name": f"{place}.{cls.__name__}", "config": config}

    def _model(self, model: Any) -> Any:
        shape = getattr(model, "input_shape", None)
        found: dict[str, Any] = {"kind": "sequential", "layers": [], "dims": _dims(shape)}
        if type(model).__name__ == "Sequential":
            layers = [self._describe(layer) for layer in model.layers]
            if None not in layers and all(layer["kind"] == "keras" for layer in layers):
                found["layers"] = layers
                return found
        outputs = _dims(getattr(model, "output_shape", None))
        if found["dims"] and outputs and None not in outputs[1:]:
            # Another one that has the same shapes.
            return {"kind": "model", "dims": found["dims"], "outputs": outputs}
        return None

    # Functions, classes, objects.

    def _callable(self, value: Any) -> Any:
        if isinstance(value, type):
            return self._class_part("class", value)
        if isinstance(value, functools.partial):
            parts = [self._describe(p) for p in (value.func, value.args, value.keywords)]
            function, args, keywords = parts
            made = {"kind": "partial", "function": function, "args": args, "keywords": keywords}
            return made if all(parts) else None
        if isinstance(value, types.MethodType):
            owner = self._describe(value.__self__)
            return owner and {"kind": "method", "owner": owner, "name": value.__name__}
        name = getattr(value, "__name__", "")
        for place in _PLACES:
            if name and _found(f"{place}.{name}") is value:
                return {"kind": "public", "name": f"{place}.{name}"}
        function = plain(value)
        if isinstance(function, types.FunctionType):
            owned = self._names.of_function(function)
            if owned and "<" not in owned:
                return {"kind": "function", "name": owned}
            return {"kind": "callable"}
        return None

    def _class_part(self, kind: str, cls: type, **more: Any) -> Any:
        name = self._names.of_class(cls)
        return {"kind": kind, "class": name, **more} if name and "<" not in name else None

    def _object(self, value: Any) -> Any:
        """An object of the project's: what its class was given, and what it got since."""
        found = self._class_part("object", type(value))
        if found is None:
            return None
        fields = _fields(value)
        if fields is not None:
            found["init"] = {name: self._describe(getattr(value, at)) for name, at in fields}
        else:
            found["init"] = self._origins.made_with(value, "__init__")
        found["init"] = {name: item for name, item in (found["init"] or {}).items() if item}
        compiled = self._origins.made_with(value, "compile")
        if compiled:
            found["compiled"] = {name: item for name, item in compiled.items() if item}
        elif getattr(value, "optimizer", None) is not None and has_fit(value):
            pair = {"optimizer": value.optimizer, "loss": getattr(value, "loss", None)}
            given = {name: self._describe(part) for name, part in pair.items()}
            found["compiled"] = {name: item for name, item in given.items() if item}
        if fields is None:
            since = self._origins.changed_since(value)
            described = {name: self._describe(item) for name, item in since.items()}
            found["attributes"] = {name: item for name, item in described.items() if item}
        return found


def has_fit(value: Any) -> bool:
    """Whether an object is a model that Keras trains."""
    return hasattr(value, "fit") and hasattr(value, "compile") and hasattr(value, "train_step")


def _fields(value: Any) -> list[tuple[str, str]] | None:
    """The parameters and attributes of a dataclass, or of a class by ``attrs``."""
    data = getattr(type(value), "__dataclass_fields__", None)
    if data is not None:
        return [(name, name) for name, field in data.items() if field.init]
    made = getattr(type(value), "__attrs_attrs__", None)
    if made is not None:
        return [(field.name.lstrip("_"), field.name) for field in made if field.init]
    return None


def _found(name: str) -> Any:
    """What has a public name, if what holds it is imported."""
    modules = {"tf": "tensorflow", "np": "numpy"}
    first, *rest = name.split(".")
    value: Any = sys.modules.get(modules[first])
    for part in rest:
        value = getattr(value, part, None)
    return value


def _is_plain(item: Any) -> bool:
    return item["kind"] == "value" or (
        item["kind"] in ("list", "tuple") and all(map(_is_plain, item["items"]))
    )


def _dims(shape: Any) -> list[int | None] | None:
    if not isinstance(shape, (list, tuple)) or not shape:
        return None
    dims = list(shape)
    return dims if all(size is None or isinstance(size, int) for size in dims) else None


def _array(value: Any) -> Any:
    if not hasattr(value, "shape") or not hasattr(value, "dtype"):
        return None
    dtype: str = getattr(value.dtype, "name", None) or str(
        getattr(value.dtype, "__name__", value.dtype)
    )
    dtype = "string" if dtype == "object" or dtype.startswith(("str", "bytes")) else dtype
    # A dimension that is not known while tracing: any will do.
    shape = [2 if size is None else int(size) for size in value.shape]
    found: dict[str, Any] = {"kind": "tensor", "dtype": dtype, "shape": shape}
    if type(value).__name__.endswith("Variable"):
        found["kind"] = "variable"
    elif type(value).__module__ == "numpy":
        found["kind"] = "array"
    try:
        array = value.asnumpy() if hasattr(value, "asnumpy") else value
        array = array.numpy() if hasattr(array, "numpy") else array
        flat = array.reshape(-1)
        if dtype == "string":
            if flat.size <= _VALUES:
                found["values"] = [
                    item.decode("utf-8", "replace")[:_TEXT]
                    if isinstance(item, bytes)
                    else str(item)
                    for item in flat.tolist()
                ]
        elif flat.size <= _VALUES:
            found["values"] = [_number(item) for item in flat.tolist()]
            if None in found["values"]:
                del found["values"]
        else:
            low, high = float(flat.min()), float(flat.max())
            if math.isfinite(low) and math.isfinite(high):
                found["range"] = [low, high]
    except Exception:
        pass  # symbolic: only its shape is known
    return found


def _number(item: Any) -> Any:
    return item if isinstance(item, (bool, int)) or math.isfinite(item) else None
