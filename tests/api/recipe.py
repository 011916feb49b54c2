"""How to call a function of which only the signature is known: arguments by the names of parameters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

import tensorflow as tf

MOST_CALLS = 250
_BY_NAME = (
    (r"^sp_|sparse|^hypothesis$|^truth$", "sparse"),
    (r"encoding$", "utf-8"),
    (r"message|template|pattern|rewrite|separator|name|mode|method|charset", "text"),
    (r"fn$|fun$|func$|_fn|function|^body|^cond$|^op$|^f$", "function nothing_taken"),
    (r"seed", "pair whole"),
    (r"padding$", "valid"),
    (r"paddings|crops", "pads"),
    (r"equation|subscripts", "equation"),
    (r"strides|ksize|dilations|^rates$|sizes$", "window whole two"),
    (r"shape|dims|size$|begin|multiples|permutation", "pair whole two"),
    (r"^dtype|types?$|^Tout$", "dtype"),
    (r"segment_ids|ind|ids|lengths|classes$|splits", "indices whole_matrix scalar_index"),
    (
        r"num|^k$|^n$|^N$|^m$|depth|length|step|size|width|rank|rate|block|axis|axes|dim|height|bins"
        r"|maxlen|limit|stop|start|offset|ord|bits|vocab|batch|shift|spatial",
        "two whole",
    ),
    (r"ragged|^rt", "ragged"),
    (r"filter|kernel", "kernel"),
    (r"image|^inputs?$|^value$|features|^x$", "matrix image vector square complex"),
    (r"contents|^bytes|serialized|json|^input_bytes", "one_text texts"),
    (r"string|^input_", "texts one_text matrix"),
    (r"labels|y_true|target", "matrix indices"),
    (r"tensors|^inputs$|values|^arrays$|^xs$|arys", "list matrix"),
    (
        r"variance|std|mean|scale|lower|upper|min|max|alpha|beta|lam|factor|delta|gain",
        "scalar number",
    ),
)
_OWN = {
    "RaggedTensor": "ragged",
    "SparseTensor": "sparse",
    "Tensor": "matrix",
    "Variable": "variable",
    "DatasetV2": "dataset",
    "TensorArray": "array",
    "Generator": "generator",
    "LinearOperator": "operator",
}
"""What methods are called of."""
_OTHERS = (
    "matrix vector indices square image complex texts one_text scalar two list whole_matrix truth truths "
    "batches sparse ragged function pair dtype number variable"
)


def _values() -> dict[str, Callable[[], Any]]:
    ones, constant = tf.ones, tf.constant
    return {
        "matrix": lambda: constant([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]),
        "vector": lambda: constant([0.1, 0.2, 0.3]),
        "square": lambda: tf.eye(3) * 2.0,
        "scalar": lambda: constant(0.5),
        "indices": lambda: constant([0, 1, 1]),
        "scalar_index": lambda: constant(1),
        "whole_matrix": lambda: constant([[0, 1, 1], [1, 0, 1]]),
        "image": lambda: ones([2, 8, 8, 3]),
        "batches": lambda: ones([2, 5, 3]),
        "kernel": lambda: ones([3, 3, 3, 4]),
        "complex": lambda: tf.cast(tf.eye(4), tf.complex64),
        "texts": lambda: constant(["1", "2", "3"]),
        "one_text": lambda: constant("1"),
        "truths": lambda: constant([True, False, True]),
        "truth": lambda: constant(True),
        "list": lambda: [ones([2, 3]), ones([2, 3])],
        "sparse": lambda: tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]]),
        "ragged": lambda: tf.ragged.constant([[1.0, 2.0], [3.0]]),
        "variable": lambda: _VARIABLE,
        "dataset": lambda: tf.data.Dataset.from_tensors([1.0, 2.0, 3.0]),
        "array": lambda: tf.TensorArray(tf.float32, 2).unstack([[1.0], [2.0]]),
        "generator": lambda: _GENERATOR,
        "operator": lambda: tf.linalg.LinearOperatorFullMatrix(tf.eye(3) * 2.0, is_square=True),
        "function": lambda: lambda *given: given[0],
        "nothing_taken": lambda: lambda: constant(1.0),
        "pair": lambda: [2, 3],
        "pads": lambda: [[1, 1], [1, 1]],
        "window": lambda: [1, 1, 1, 1],
        "whole": lambda: 1,
        "two": lambda: 2,
        "number": lambda: 0.5,
        "dtype": lambda: tf.float32,
        "text": lambda: "a",
        "utf-8": lambda: "UTF-8",
        "valid": lambda: "VALID",
        "equation": lambda: "ij->ji",
    }


_VARIABLE = tf.Variable([1.0, 2.0, 3.0])
_GENERATOR = tf.random.Generator.from_seed(1)
_VALUES = _values()


def calls(function: Callable[..., Any]) -> Iterator[dict[str, Any] | list[Any]]:
    """Arguments to try, the likeliest first; to be asked for in a graph, where they are made."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return
    needed = [
        p
        for p in parameters
        if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    if not needed:
        if any(p.kind is p.VAR_POSITIONAL for p in parameters):
            yield [_VALUES["matrix"]()]
        else:
            yield []
        return
    owner = getattr(function, "__qualname__", "").rpartition(".")[0]
    if needed[0].name == "self" and owner not in _OWN:
        return
    choices = [[_OWN[owner]] if p.name == "self" else _choices(p.name) for p in needed]
    widest = {1: 25, 2: 12, 3: 8, 4: 5}.get(len(needed), 3)
    places = product(*(range(min(widest, len(choice))) for choice in choices))
    for place in islice(sorted(places, key=sum), MOST_CALLS):
        names = zip(needed, choices, place, strict=True)
        yield {p.name: _VALUES[choice[at]]() for p, choice, at in names}


def _choices(name: str) -> list[str]:
    named = [words for pattern, words in _BY_NAME if re.search(pattern, name)]
    return list(dict.fromkeys(" ".join([*named, _OTHERS]).split()))
