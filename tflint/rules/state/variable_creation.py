"""TFL201."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.claims import Raises
from tflint.facts.effects.hoisting import to_attribute, to_module
from tflint.facts.graphs.symbolic import holds_symbols, is_mostly_symbolic
from tflint.facts.order.creation import (
    MADE_AGAIN,
    VARIABLES,
    in_layer_constructor,
    is_made_at_each_call,
)
from tflint.facts.programs.keras_versions import builds_models_once, may_build_models_once
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.information import of_old_keras
from tflint.syntax.arguments import arguments_at
from tflint.syntax.model import CallSite
from tflint.syntax.scopes import written_out
from tflint.syntax.showing import as_written
from tflint.syntax.trees import called_name

_BACKEND = re.compile(r"^keras\.backend\.\w+$")
_PLAIN = frozenset({"tf.Variable"})
_OWN = ".add_weight"
_SHAPE = (0, "shape")
_OUT_OF_SCOPE = "out of scope"
"""What TensorFlow says where a tensor of a graph is used outside it."""
_OF_LAYERS = re.compile(r"^keras\.(?:\w+\.)*\w+\.add_weight$")


@register
class VariableCreation(TracedRule):
    """A `tf.Variable` is created each time traced code runs.

    ## What it does

    Finds `tf.Variable(...)`, what of Keras's backend makes one (`K.variable`, `K.eye`, `K.zeros((2,))`),
    and `self.add_weight(...)` of a layer, in code that becomes a graph, directly or in a helper, also under
    `tf.init_scope()`, unless a test makes sure that it happens once. And `K.ones` and `K.zeros` of a shape
    that is a tensor (`K.ones(K.shape(y))`, `K.zeros((tf.shape(y)[0], 1))`).

    ## Why is this bad?

    A graph may create Variables on its first call only. TensorFlow raises `ValueError: tf.function
    only supports singleton tf.Variables created on the first call`; eager code makes a new Variable
    each time and goes on. `K.ones` and `K.zeros`, those of Keras 2 and of `tf.keras.backend` under Keras 3
    alike, leave the graph to make it: there a shape that the graph works out does not exist yet, and they
    raise `TypeError: ... is out of scope and cannot be used here`.

    ## Example

    ```python
    @tf.function
    def step(x):
        total = tf.Variable(0.0)
        total.assign_add(x)
        return total
    ```

    Use instead:

    ```python
    total = tf.Variable(0.0)

    @tf.function
    def step(x):
        return total.assign_add(x)
    ```

    ## When it is fine

    Behind `if self.v is None:`, `if not hasattr(self, "v"):` and the like, and in `build` and
    `__init__` of objects made outside; `K.ones_like(y)` and `tf.ones(tf.shape(y))`. What Keras makes is
    reported as information only where nothing tells whether it is one up to 2.3, which builds each model
    once.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [Creating tf.Variables](https://www.tensorflow.org/guide/function#creating_tfvariables)
    """

    code = "TFL201"
    name = "variable-creation"
    summary = "A `tf.Variable` created at each call raises in a graph"
    harm = Harm.RAISES
    claims = (Raises(MADE_AGAIN, by="makes"),)
    fix = Applicability.UNSAFE
    sees_escapes = True
    calls_of = (VARIABLES, _BACKEND, _OF_LAYERS)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``tf.Variable`` and Keras's own."""
        made = _made(site.node, context)
        if made is None or in_layer_constructor(context):
            return
        if not is_made_at_each_call(site, context):
            return
        is_plain = made in _PLAIN
        is_unsure = not is_plain and may_build_models_once(context.project)
        information = of_old_keras("which builds each model once") if is_unsure else ""
        if _is_of_symbolic_shape(site.node, context):
            yield Proposal(
                site.node,
                f"`{made}` makes its tensor outside the graph, where a shape that is a tensor of the "
                "graph is out of scope: it raises TypeError",
                f"Use `tf.{called_name(site.node.func)}`, which takes such a shape.",
                claims=(Raises(_OUT_OF_SCOPE),),
                information=information,
            )
            return
        what = f"`{made}` is" if is_plain else f"`{made}` makes a `tf.Variable`, which is"
        yield Proposal(
            site.node,
            f"{what} created at each call: a graph may create it on the first call only, "
            "and raises ValueError",
            "Create it once, outside or behind `if self.v is None:`; for a plain value use a "
            "tensor such as `tf.zeros`.",
            change=None
            if made.endswith(_OWN)
            else to_module(site.node, context, has_state=True)
            or to_attribute(site.node, context, has_state=True),
            information=information,
        )


def _made(call: ast.Call, context: Context) -> str | None:
    """How a call that makes a Variable is written, where it surely does."""
    names = context.names(call.func)
    if names & VARIABLES:
        return "tf.Variable"
    if names and all(map(_OF_LAYERS.match, names)):
        return as_written(call.func)
    if not names or not all(map(_BACKEND.match, names)):
        return None
    if builds_models_once(context.module, context.project):
        return None  # in TensorFlow 1 it makes a Variable of the one graph there is
    if doing(names, Effect.VARIABLES) == names:
        return as_written(call.func)
    if doing(names, Effect.VARIABLES_OUTSIDE) == names and (
        _is_of_symbolic_shape(call, context) or _is_of_written_shape(call, context)
    ):
        return as_written(call.func)
    return None


def _is_of_symbolic_shape(call: ast.Call, context: Context) -> bool:
    """True for what can't see the tensor of the graph that says its shape: ``K.zeros(K.shape(x))``."""
    if not doing(context.names(call.func), Effect.VARIABLES_OUTSIDE):
        return False
    values = map(context.symbol, arguments_at(call, _SHAPE))
    return any(is_mostly_symbolic(value) or holds_symbols(value) for value in values)


def _is_of_written_shape(call: ast.Call, context: Context) -> bool:
    """True for numbers that say a shape of some items: ``K.zeros((2, 3))``; of none it makes a tensor."""
    for given in arguments_at(call, _SHAPE):
        shape = written_out(given, context.function)
        parts = shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else [shape]
        return all(isinstance(part, ast.Constant) and part.value != 0 for part in parts)
    return False
