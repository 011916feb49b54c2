"""What is known of a name: ``record("tensorflow.math.reduce_sum")``.

Names are canonical: ``tensorflow.*`` without ``compat.v1``/``compat.v2``, ``keras.*`` for every
home Keras has had, ``mxnet.*`` for MXNet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import import_module

from tflint.api.records import Effect, Record, Rows, Runs, Table, read, words

_FUNCTIONS_OF_KERAS = words(
    """
    binary_accuracy binary_crossentropy binary_focal_crossentropy categorical_accuracy
    categorical_crossentropy categorical_focal_crossentropy categorical_generalized_cross_entropy
    categorical_hinge circle concordance_correlation cosine_similarity ctc dice hinge huber
    kl_divergence kld kullback_leibler_divergence log_cosh logcosh mae mape
    mean_absolute_percentage_error mean_squared_logarithmic_error mse msle pearson_correlation
    poisson sparse_categorical_accuracy sparse_categorical_crossentropy
    sparse_top_k_categorical_accuracy squared_hinge top_k_categorical_accuracy tversky
    """
)
"""What ``tf.losses`` and ``tf.metrics`` hand on of Keras; what else TensorFlow 1 had there was its own."""
_REWRITES = (
    # What TensorFlow 2.0 and 2.1 kept their code in, as editors completed imports then.
    (re.compile(r"^tensorflow_core(?:\._api\.v[12])?(?=\.|$)"), "tensorflow"),
    (re.compile(r"^(?:tensorflow|tf)\.compat\.v[12](?=\.|$)"), "tensorflow"),
    (
        re.compile(r"^tensorflow\.(?:python\.|_api\.v2\.)?keras(?:\.api\._v2\.keras)?(?=\.|$)"),
        "keras",
    ),
    (
        re.compile(
            r"^(?:tf_)?keras(?:_core)?(?:\.api\._v[12]\.keras|\.api|\.src|\._tf_keras\.keras)?(?=\.|$)"
        ),
        "keras",
    ),
    (re.compile(r"^tensorflow\.python\.(?:data|ops\.dataset_ops)(?=\.)"), "tensorflow.data"),
    (
        re.compile(
            r"^tensorflow\.python\.(?:ops\.(?:standard|math|array|clip|check|linalg|random)_ops(?:_stack)?"
            r"|framework\.(?:ops|constant_op))(?=\.)"
        ),
        "tensorflow",
    ),
    (re.compile(r"^tensorflow\.python\.framework\.errors(?:_impl)?(?=\.)"), "tensorflow.errors"),
    (
        re.compile(r"^tensorflow\.(?=optimizers\.|(?:losses|metrics)\.(?:experimental\.)?[A-Z])"),
        "keras.",
    ),
    (re.compile(r"^numpy\.(?:core\.numeric)(?=\.)"), "numpy"),
)
_OF_KERAS = (
    # What Keras has by several names; classes also by those of the files that they stand in.
    (
        re.compile(
            r"^keras\.(?:engine|layers|models)\.(?:[a-z]\w*\.)*"
            r"(?=(?:Model|Sequential)\b|Input(?:Spec)?$)"
        ),
        "keras.",
    ),
    (
        re.compile(
            r"^keras\.(?:dtensor\.experimental\.optimizers\.|(?=Optimizer$)"
            r"|mixed_precision\.(?:\w+\.)*(?=LossScaleOptimizer$))"
        ),
        "keras.optimizers.",
    ),
    (re.compile(r"^keras\.experimental(?=\.\w*Decay)"), "keras.optimizers.schedules"),
    (
        re.compile(
            r"^keras\.(layers|losses|metrics|optimizers\.schedules|optimizers(?!\.schedules\.))\."
            r"(?:[a-z_]\w*\.)+(?=[A-Z])"
        ),
        r"keras.\1.",
    ),
)
_TABLES = frozenset({"tensorflow", "keras", "mxnet", "numpy"})
"""Frameworks with a table of their own; the rest is in that of Python."""
_RAW_OPS = "tensorflow.raw_ops"
"""A part of TensorFlow with a table of its own, which few programs need."""
UNKNOWN = Record()


@lru_cache(maxsize=65536)
def canonical(name: str) -> str:
    """The one name tflint uses for a dotted name.

    >>> canonical("tensorflow.compat.v2.keras.layers.Dense")
    'keras.layers.Dense'
    >>> canonical("tf_keras.layers.experimental.preprocessing.Resizing")
    'keras.layers.Resizing'
    """
    for pattern, replacement in _REWRITES:
        name = pattern.sub(replacement, name)
    home, _, last = name.rpartition(".")
    if last in _FUNCTIONS_OF_KERAS and home in ("tensorflow.losses", "tensorflow.metrics"):
        name = f"keras{name.removeprefix('tensorflow')}"
    if name.startswith("keras."):
        for pattern, replacement in _OF_KERAS:
            name = pattern.sub(replacement, name)
    return name


@lru_cache(maxsize=65536)
def record(name: str) -> Record:
    """What is known of a canonical name; of one that nobody has written down, nothing.

    >>> record("tensorflow.math.reduce_sum").name
    'tensorflow.reduce_sum'
    >>> record("tensorflow.data.TFRecordDataset.map").name
    'tensorflow.data.Dataset.map'
    >>> record("tensorflow.no_such_name") == UNKNOWN
    True
    """
    known = table(_RAW_OPS if name.startswith(f"{_RAW_OPS}.") else name.partition(".")[0])
    found = known.get(name)
    if found is not None:
        return found[1]._replace(name=found[0])
    owner, _, last = name.rpartition(".")
    if owner in known:
        first, of = known[owner]
        home = of.of or first
        if home != owner:
            return record(f"{home}.{last}")
    found = known.get(f"{owner}.*") if last[:1].islower() else None
    return UNKNOWN if found is None else found[1]._replace(name=name)


def is_listed(name: str) -> bool:
    """True for a canonical name that is written down itself, and not only as one of many alike."""
    return name in table(name.partition(".")[0])


@cache
def table(framework: str) -> Table:
    """All that is known of a framework, read when it is first asked for."""
    if framework == _RAW_OPS:
        return read("tensorflow", import_module("tflint.api.raw_ops").ROWS)
    if framework not in _TABLES and framework != "python":
        return table("python")
    rows: Rows = import_module(f"tflint.api.{framework}").ROWS
    return read(framework if framework in _TABLES else "", rows)


def doing(names: Iterable[str], *effects: Effect) -> set[str]:
    """Those of the names whose calls have one of the effects."""
    return {name for name in names if record(name).effect in effects}


def running(names: Iterable[str], runs: Runs) -> set[str]:
    """Those of the names that run the functions they are given in that way."""
    return {name for name in names if record(name).runs is runs}


def dropped_with_errors(names: Iterable[str]) -> set[str]:
    """Operations that can fail, and that a graph leaves out when nobody uses their results."""
    return {name for name in names if (known := record(name)).fails and known.kept is False}


@cache
def dataset_tracers() -> dict[str, Record]:
    """The methods of datasets that trace what they are given, by their own names."""
    return {
        first.rpartition(".")[2]: of
        for first, of in table("tensorflow").values()
        if first.startswith("tensorflow.data.Dataset.") and of.runs is Runs.TRACED
    }


@cache
def layers_with_weights() -> frozenset[str]:
    """The layers and models of Keras that make weights when they are called, by their own names."""
    weights = (Effect.WEIGHTS, Effect.SEED_AND_WEIGHTS)
    return frozenset(
        name.rpartition(".")[2] for name, (_, of) in table("keras").items() if of.effect in weights
    )


class Doing:
    """All names whose calls have one of the effects: ``"time.time" in Doing(Effect.CLOCK)``."""

    def __init__(self, *effects: Effect) -> None:
        self._effects = effects

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and record(name).effect in self._effects
