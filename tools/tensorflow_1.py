"""Write ``tflint/api/tensorflow_1.py``: the names of TensorFlow 1 that ``tf`` of TensorFlow 2 lacks.

    python tools/tensorflow_1.py [--check]

They are those that ``tf.compat.v1`` has and ``tf`` has not. Left out are names that some TensorFlow 2
had: those of Keras, under which name ever, and experiments; and switches (``enable_...``, ``disable_...``),
which say themselves how a program behaves. ``--check`` writes nothing, and ends with 1 where the file says
something else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import tensorflow as tf
from generated import API, filled, formatted, run

TARGET = API / "tensorflow_1.py"
_OF_KERAS = frozenset({"initializers", "keras", "losses", "metrics"})
_OTHERS = ("disable_", "enable_", "experimental", "mixed_precision", "_")
_HEAD = '''\
"""The names of TensorFlow 1 that TensorFlow {version} lacks, by ``tools/tensorflow_1.py``: data."""

from __future__ import annotations

from tflint.api.records import words

TENSORFLOW_1_NAMES = words(
    """
{names}
    """
)
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
            continue
        inner = getattr(old, name)
        if isinstance(inner, ModuleType) and inner.__name__.endswith(f".v1.{name}"):
            yield from lacking(inner, getattr(new, name), f"{before}.{name}")


def text() -> str:
    """What the file is to say."""
    names = filled(sorted(lacking(tf.compat.v1, tf, "tensorflow")), 104, 4, 4)
    code = _HEAD.format(version=tf.__version__.rpartition(".")[0], names=names)
    return formatted(code, TARGET)


if __name__ == "__main__":
    sys.exit(run(text, TARGET, __doc__))
