"""Write ``tflint/api/tensorflow_1.py``: what TensorFlow 1 has, and ``tf`` of TensorFlow 2 lacks.

    python tools/tensorflow_1.py [--check]

They are those that ``tf.compat.v1`` has and ``tf`` has not, and keywords that functions of both take in the
one and refuse in the other. Left out are names that some TensorFlow 2 had: those of Keras, under which name
ever, and experiments; and switches (``enable_...``, ``disable_...``), which say themselves how a program
behaves. ``--check`` writes nothing, and ends with 1 where the file says something else.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import tensorflow as tf
from generated import API, filled, formatted, run

TARGET = API / "tensorflow_1.py"
_OF_KERAS = frozenset({"initializers", "keras", "losses", "metrics"})
_OTHERS = ("disable_", "enable_", "experimental", "mixed_precision", "_")
_HEAD = '''\
"""What TensorFlow 1 has, and TensorFlow {version} lacks, by ``tools/tensorflow_1.py``: data."""

from __future__ import annotations

from tflint.api.records import words

TENSORFLOW_1_NAMES = words(
    """
{names}
    """
)
TENSORFLOW_1_KEYWORDS = words(
    """
{keywords}
    """
)
"""Keywords of functions that TensorFlow 2 has too, and refuses there, after the function."""
'''


def lacking(old: ModuleType, new: object, before: str) -> Iterator[str]:
    """What the one has and the other has not; of a module that it has not, the module alone."""
    for name in dir(old):
        if (
            name.startswith(_OTHERS)
            or name in _OF_KERAS
            or f"{before}.{name}" == "tensorflow.compat"
        ):
            continue
        if not hasattr(new, name):
            yield f"{before}.{name}"
        elif is_part(inner := getattr(old, name), name):
            yield from lacking(inner, getattr(new, name), f"{before}.{name}")


def is_part(inner: object, name: str) -> bool:
    """True for a module that is a part of ``tf.compat.v1``, and none of what others have."""
    return isinstance(inner, ModuleType) and inner.__name__.endswith(f".v1.{name}")


def refused(old: ModuleType, new: object, before: str) -> Iterator[str]:
    """The keywords that functions take in the one and refuse in the other, each after its function."""
    for name in dir(old):
        if name.startswith(_OTHERS) or name in _OF_KERAS or not hasattr(new, name):
            continue
        inner, other = getattr(old, name), getattr(new, name)
        if is_part(inner, name):
            yield from refused(inner, other, f"{before}.{name}")
        elif inspect.isfunction(inner) and inspect.isfunction(other) and inner is not other:
            taken, given = keywords_of(other), keywords_of(inner)
            if taken is not None and given is not None:
                yield from (f"{before}.{name}.{word}" for word in given - taken)


def keywords_of(function: Callable[..., Any]) -> set[str] | None:
    """What a function takes by name; None for one that takes whatever comes."""
    parameters = inspect.signature(function).parameters.values()
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return None
    return {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}


def text() -> str:
    """What the file is to say."""
    names = filled(sorted(lacking(tf.compat.v1, tf, "tensorflow")), 104, 4, 4)
    keywords = filled(sorted(refused(tf.compat.v1, tf, "tensorflow")), 104, 4, 4)
    version = tf.__version__.rpartition(".")[0]
    code = _HEAD.format(version=version, names=names, keywords=keywords)
    return formatted(code, TARGET)


if __name__ == "__main__":
    sys.exit(run(text, TARGET, __doc__))
