"""What a file says in which a graph starts."""

from __future__ import annotations

import re

from tflint.api import knowledge
from tflint.api.lookup import dataset_tracers
from tflint.files.imports import imported_names

METHODS = knowledge.KERAS_METHODS | {"update_state", "hybrid_forward"}
"""Methods that are traced in classes of a framework."""
TAKERS = {
    name.rpartition(".")[2]: name for name in ("tensorflow.vectorized_map", "keras.layers.Lambda")
}
"""Functions and classes whose argument is traced, by the last part of their names."""
_TRACERS = "|".join((*dataset_tracers(), *TAKERS, "compile"))
_SAID = tuple(
    re.compile(pattern)
    for pattern in (
        r"\.function\b(?!`)",
        rf"\.(?:{_TRACERS})\s*\((?<!\bre\.compile\()(?<!\bfunctools\.reduce\()",
        rf"def\s+(?:{'|'.join(sorted(METHODS))})\b",
    )
)
"""What is somewhere in a file in which a graph starts, unless it imports a tracer by its name."""
_TAKEN = ("function", *TAKERS)
_TAKES = re.compile(rf"\*|\b(?:{'|'.join(_TAKEN)})\b")


def may_say_start(text: str) -> bool:
    """True for a file with words without which no graph starts in it."""
    return any(said.search(text) for said in _SAID) or (
        any(name in text for name in _TAKEN) and any(map(_TAKES.search, imported_names(text)))
    )
