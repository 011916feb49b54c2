"""Write ``tflint/api/raw_ops.py``: what each operation of ``tf.raw_ops`` gives, as TensorFlow defines it.

    python tools/raw_ops.py [--check]

An operation's definition says how many results it has, which of them are lists or handles, and whether it
has state. What a list that may be empty gives is left open: without results an operation gives itself.
``--check`` writes nothing, and ends with 1 where the file says something else.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from types import SimpleNamespace
from typing import Any

import tensorflow as tf
from generated import API, filled, formatted, run
from tensorflow.python.framework import auto_control_deps, op_def_registry

TARGET = API / "raw_ops.py"
_HANDLES = {tf.resource.as_datatype_enum, tf.variant.as_datatype_enum}
_HEAD = '''\
"""The operations of ``tf.raw_ops`` in TensorFlow {version}, written by ``tools/raw_ops.py``: pure data."""

from __future__ import annotations

from tflint.api.records import Record, Result, Rows

ROWS: Rows = (
'''


def record(name: str) -> str:
    """The record of an operation, as Python."""
    defined = op_def_registry.get(name)
    outputs = list(defined.output_arg)
    kinds = {_kind(output, defined) for output in outputs}
    if not outputs:
        fields = ["result=Result.OPERATION"]
    elif len(outputs) == 1:
        fields = [f"result=Result.{kind}" for kind in kinds if kind]
    else:
        names = ", ".join(f'"{output.name}"' for output in outputs)
        result = "TUPLE" if kinds == {"TENSOR"} else "MIXED"
        fields = [f"result=Result.{result}", f"size={len(outputs)}", f"fields=({names})"]
    op = SimpleNamespace(type=name, _is_stateful=defined.is_stateful)
    return ", ".join([*fields, f"kept={auto_control_deps.op_is_stateful(op)}"])


def _kind(output: Any, defined: Any) -> str:
    """What one of the results is; empty for a list that may be."""
    length = output.number_attr or output.type_list_attr
    if length:
        return "LIST" if any(a.name == length and a.minimum > 0 for a in defined.attr) else ""
    return "RESOURCE" if output.type in _HANDLES else "TENSOR"


def text() -> str:
    """What the file is to say."""
    names: dict[str, list[str]] = defaultdict(list)
    for name in sorted(vars(tf.raw_ops)):
        if not name.startswith("_") and op_def_registry.get(name) is not None:
            names[record(name)].append(name)
    rows = [_row(known, of) for known, of in sorted(names.items())]
    code = _HEAD.format(version=tf.__version__.rpartition(".")[0]) + "".join(rows) + ")\n"
    return formatted(code, TARGET)


def _row(known: str, names: list[str]) -> str:
    listed = filled(["raw_ops:", *names], 96, 8, 12)
    return f'    (\n        Record({known}),\n        """\n{listed}\n        """,\n    ),\n'


if __name__ == "__main__":
    sys.exit(run(text, TARGET, __doc__))
