"""The functions that optimizers of Keras ask for their learning rate, each time they are applied."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.facts.expressions.results import asked_for_rate
from tflint.syntax.model import CallSite, Function

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

APPLYING = frozenset({"apply_gradients", "minimize"})
"""Methods of optimizers that ask for the learning rate."""


def rates_asked_for(site: CallSite, inference: Inference) -> list[Function]:
    """The functions of the project that the optimizer asks for its rate which a call applies, in order.

    Those are functions that it is given (``SGD(learning_rate=lambda: self.rate)``) and schedules.
    """
    func = site.node.func
    if site.name not in APPLYING or not isinstance(func, ast.Attribute):
        return []
    rate = asked_for_rate(inference.value(func.value, site.function))
    return [*dict.fromkeys(inference.functions_in(rate))]
