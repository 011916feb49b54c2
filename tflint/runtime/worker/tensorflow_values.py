"""What TensorFlow and Keras make, from its description in a recording."""

from __future__ import annotations

import contextlib
import importlib
import math
from collections.abc import Callable
from typing import Any

from . import input_files

_UNKNOWN_SIZE = 2
_PUBLIC = {"tf": "tensorflow", "np": "numpy"}


def from_recording(tf: Any, spec: dict[str, Any], make: Callable[[dict[str, Any]], Any]) -> Any:
    """A value from its description; ``make`` makes the parts of it."""
    return _WAYS[spec["kind"]](tf, spec, make)


def _ragged(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    return tf.RaggedTensor.from_nested_row_splits(make(spec["values"]), spec["splits"])


def _sparse(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    indices = tf.reshape(tf.constant(spec["indices"], tf.int64), [-1, len(spec["shape"])])
    return tf.SparseTensor(indices, make(spec["values"]), spec["shape"])


def _dataset(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    return tf.data.Dataset.from_tensors(_element(tf, make(spec["element"]))).repeat(3)


def _iterator(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    return iter(tf.data.Dataset.from_tensors(_element(tf, make(spec["element"]))).repeat())


def _element(tf: Any, specs: Any) -> Any:
    """An element that fits the specifications of a dataset's."""

    def one(part: Any) -> Any:
        shape = [_UNKNOWN_SIZE if size is None else size for size in part.shape.as_list()]
        if part.dtype == tf.string:
            return part if tf.is_tensor(part) else tf.fill(shape, "1")
        if part.dtype == tf.bool:
            return tf.ones(shape, tf.bool)
        if part.dtype.is_floating and shape:
            # No two alike: what turns a picture around changes it.
            values = tf.linspace(0.1, 1.0, max(1, math.prod(shape)))[: math.prod(shape)]
            return tf.cast(tf.reshape(values, shape), part.dtype)
        return tf.ones(shape, part.dtype)

    return tf.nest.map_structure(one, specs)


def _spec(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    return tf.TensorSpec(spec["dims"], tf.as_dtype(spec["dtype"]))


def _distribution(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    distributions: Any = importlib.import_module("tensorflow_probability").distributions
    cls = getattr(distributions, spec["name"])
    if not (isinstance(cls, type) and issubclass(cls, distributions.Distribution)):
        raise TypeError(f"{spec['name']} is no distribution")
    return cls(**{name: make(part) for name, part in spec["init"].items()})


def _keras(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    place, _, name = spec["name"].rpartition(".")
    holder = tf.keras
    for part in place.split("."):
        holder = getattr(holder, part)
    config = {key: make(part) for key, part in spec["config"].items()}
    while True:
        try:
            return getattr(holder, name)(**config)
        except (TypeError, ValueError):
            # One that its constructor does not take, as another version had it.
            if not config:
                raise
            config.popitem()


def _sequential(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    model = tf.keras.Sequential([make(layer) for layer in spec["layers"]])
    with contextlib.suppress(Exception):
        if spec["dims"]:
            model.build(spec["dims"])
    return model


def _model(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    """A model of the recorded one's shapes: what is inside of it hardly matters to who calls it."""
    layers = tf.keras.layers
    shape = [_UNKNOWN_SIZE if size is None else size for size in spec["outputs"][1:]]
    size = 1
    for dimension in shape:
        size *= dimension
    inside = [_UNKNOWN_SIZE if size is None else size for size in spec["dims"][1:]]
    model = tf.keras.Sequential([layers.Flatten(), layers.Dense(size), layers.Reshape(shape)])
    model.build([None, *inside])
    return model


def _public(tf: Any, spec: dict[str, Any], make: Any) -> Any:
    first, *rest = spec["name"].split(".")
    value: Any = tf if first == "tf" else importlib.import_module(_PUBLIC[first])
    for part in rest:
        value = getattr(value, part)
    return value


_WAYS: dict[str, Any] = {
    "dtype": lambda tf, spec, make: tf.as_dtype(spec["name"]),
    "shape": lambda tf, spec, make: tf.TensorShape(spec["dims"]),
    "spec": _spec,
    "ragged": _ragged,
    "sparse": _sparse,
    "dataset": _dataset,
    "iterator": _iterator,
    "generator": lambda tf, spec, make: tf.random.Generator.from_seed(7),
    "strategy": lambda tf, spec, make: tf.distribute.get_strategy(),
    "distribution": _distribution,
    "keras": _keras,
    "sequential": _sequential,
    "model": _model,
    "public": _public,
    "record": lambda tf, spec, make: tf.constant(input_files.serialized(tf, spec["features"])),
}
