"""Whether a program trains a model by steps of its own, so that Keras never runs the losses of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts.expressions.values import External, ExternalInstance, members
from tflint.syntax.model import CallSite, Module
from tflint.syntax.scopes import written_out

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

ASKING = frozenset({"make_predict_function", "predict", "predict_generator", "predict_on_batch"})
"""Methods of models that train and test nothing."""
_TAPE = "GradientTape"
_ANY_MODEL = "keras.Model"


def calls_around(names: Iterable[str], module: Module, program: Inferred) -> list[CallSite]:
    """The calls of these names in the programs that use a file."""
    calls, files = program.names.calls, program.imports.around(module.path)
    return [
        site for name in names for site in calls.get(name, ()) if site.function.module.path in files
    ]


def takes_gradients(module: Module, program: Inferred) -> bool:
    """True for a file whose programs take gradients themselves; those who use a library do as they like."""
    return not program.is_library and bool(calls_around([_TAPE], module, program))


def is_trained_by_hand(site: CallSite, program: Inferred) -> bool:
    """True for a call of `compile` of a model that a program, which takes gradients itself, never fits.

    Nor does it evaluate the model, by anything that is not known to be another one.
    """
    module = site.function.module
    return takes_gradients(module, program) and all(
        _is_of_another(other, site, program)
        for other in calls_around(knowledge.KERAS_LOOPS - ASKING, module, program)
    )


def _is_of_another(asked: CallSite, compiled: CallSite, program: Inferred) -> bool:
    """True for a method of a model that is of another class than the one made for ``compile``."""
    func, model, value = asked.node.func, compiled.node.func, program.inference.value
    if not isinstance(func, ast.Attribute) or not isinstance(model, ast.Attribute):
        return False
    made = written_out(model.value, compiled.function)
    if not isinstance(made, ast.Call):
        return False
    match members(value(made.func, compiled.function)):
        case (External(name=name),):
            own = ExternalInstance(name)
        case _:
            return False
    return all(
        program.inference.classes.is_model(member)
        and member not in (own, ExternalInstance(_ANY_MODEL))
        for member in members(value(func.value, asked.function))
    )
