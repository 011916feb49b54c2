"""The functions that optimizers of Keras ask for their learning rate, each time they are applied."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts.expressions.results import given_rates
from tflint.facts.expressions.values import External, members
from tflint.syntax.definitions import own_attribute
from tflint.syntax.model import Binding, CallSite, Function
from tflint.syntax.scopes import every_binding

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

APPLYING = frozenset({"apply_gradients", "minimize"})
"""Methods of optimizers that ask for the learning rate."""


def rates_asked_for(site: CallSite, inference: Inference) -> list[Function]:
    """The functions given as the learning rate of the optimizer that a call applies, in order.

    ``SGD(learning_rate=lambda: self.rate)``; a schedule is an object of Keras, and none of them.
    """
    func = site.node.func
    if site.name not in APPLYING or not isinstance(func, ast.Attribute):
        return []
    found = (
        function
        for made, holder in _made_as(func.value, site.function, inference)
        for rate in rates_of(made, holder, inference)
        for function in inference.functions_in(inference.value(rate, holder))
    )
    return [*dict.fromkeys(found)]


def _made_as(
    node: ast.expr, function: Function, inference: Inference
) -> Iterator[tuple[ast.Call, Function]]:
    """The calls that a name is given the result of, or an attribute of ``self``, in whichever class."""
    bindings: list[tuple[Binding, Function]] = []
    attr = own_attribute(node, function)
    if isinstance(node, ast.Name):
        bindings = every_binding(node.id, function)
    elif attr and function.owner is not None:
        stores = inference.classes.stores(function.owner, attr)
        bindings = [(store.binding, store.function) for store in stores]
    for binding, holder in bindings:
        if isinstance(binding.written, ast.Call):
            yield binding.written, holder


def rates_of(made: ast.Call, function: Function, inference: Inference) -> list[ast.expr]:
    """The learning rate that an optimizer is made with; nothing where a call makes something else."""
    called = members(inference.value(made.func, function))
    names = (member.name for member in called if isinstance(member, External))
    return given_rates(made) if any(map(knowledge.WITH_RATES.match, names)) else []
