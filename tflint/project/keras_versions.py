"""Which Keras a file is written for: Keras 2 converts its layers with AutoGraph, Keras 3 does not."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping
from typing import Protocol

from tflint.project.model import ImportedName, Module

_SWITCH = "TF_USE_LEGACY_KERAS"
"""The environment variable that makes ``tf.keras`` be Keras 2."""


class _Text(Protocol):
    @property
    def text(self) -> str: ...


def uses_keras_2(module: Module, sources: Mapping[str, _Text]) -> bool:
    """True for a file that only Keras 2 runs.

    It imports ``tf_keras``, it or a package around it speaks of the switch to Keras 2, or it gives
    ``add_weight`` a name first, where Keras 3 takes a shape.
    """
    return _imports_tf_keras(module) or _names_weights_first(module) or _switches(module, sources)


def _imports_tf_keras(module: Module) -> bool:
    return any(
        isinstance(binding.target, ImportedName)
        and "tf_keras" in (binding.target.module.partition(".")[0], binding.target.name)
        for bindings in module.body.bindings.values()
        for binding in bindings
        if binding.kind == "import"
    )


def _names_weights_first(module: Module) -> bool:
    return any(
        isinstance(first, ast.Constant) and isinstance(first.value, str)
        for site in module.calls.get("add_weight", ())
        for first in site.node.args[:1]
    )


def _switches(module: Module, sources: Mapping[str, _Text]) -> bool:
    if _SWITCH in sources[module.path].text:
        return True
    folder = os.path.dirname(module.path)
    while (init := sources.get(os.path.join(folder, "__init__.py"))) is not None:
        if _SWITCH in init.text:
            return True
        folder = os.path.dirname(folder)
    return False
