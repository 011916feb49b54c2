"""Which Keras a file is written for: Keras 2 converts its layers with AutoGraph, Keras 3 does not."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from tflint.api.releases import KERAS_2_ONLY
from tflint.facts.program import Program
from tflint.syntax.model import Binding, ImportedName, Module

_KERAS_2 = "tf_keras"
_SWITCH = "TF_USE_LEGACY_KERAS"
"""The environment variable that makes ``tf.keras`` be Keras 2."""


def uses_keras_2(module: Module, program: Program) -> bool:
    """True for a file that only Keras 2 runs.

    Its project asks for nothing newer; it imports ``tf_keras`` or what needs Keras 2, or from another file
    what that imports of it; it or a package around it speaks of the switch to Keras 2; or it gives
    ``add_weight`` a name first, where Keras 3 takes a shape.
    """
    if program.versions.run_keras_2:
        return True
    imported = list(_imported(chain.from_iterable(module.body.bindings.values())))
    return (
        any(map(_is_of_tf_keras, imported))
        or _names_weights_first(module)
        or _switches(module, program)
        or any(_hands_on_tf_keras(name, module, program) for name in imported)
    )


def _imported(bindings: Iterable[Binding]) -> Iterator[ImportedName]:
    """What imports bind, among the bindings of a file."""
    for binding in bindings:
        if binding.kind == "import" and isinstance(binding.target, ImportedName):
            yield binding.target


def _is_of_tf_keras(imported: ImportedName) -> bool:
    package = imported.module.partition(".")[0]
    return _KERAS_2 in (package, imported.name) or package.replace("_", "-") in KERAS_2_ONLY


def _hands_on_tf_keras(imported: ImportedName, module: Module, program: Program) -> bool:
    """True for a name that another file of the project took from ``tf_keras``."""
    path = program.layout.find(module.path, imported.module, imported.level)
    if path is None or imported.name is None or _KERAS_2 not in program.sources[path].text:
        return False
    other = program.module(path)
    return other is not None and any(
        map(_is_of_tf_keras, _imported(other.body.bindings.get(imported.name, ())))
    )


def _names_weights_first(module: Module) -> bool:
    return any(
        isinstance(first, ast.Constant) and isinstance(first.value, str)
        for site in module.calls.get("add_weight", ())
        for first in site.node.args[:1]
    )


def _switches(module: Module, program: Program) -> bool:
    sources = program.sources
    if _SWITCH in sources[module.path].text:
        return True
    for folder in Path(module.path).parents:
        init = sources.get((folder / "__init__.py").as_posix())
        if init is None:
            return False
        if _SWITCH in init.text:
            return True
    return False
