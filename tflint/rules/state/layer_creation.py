"""TFL202."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.change import Keep, Move
from tflint.claims import Frozen, Raises
from tflint.facts.effects.hoisting import to_attribute, to_module
from tflint.facts.expressions.values import Container, members
from tflint.facts.keras.layer_state import gives_back_layer, is_built, layer_made
from tflint.facts.order.creation import (
    MADE_AGAIN,
    in_layer_constructor,
    is_made_at_each_call,
)
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.information import of_unknown_keras
from tflint.syntax.model import CallSite


@register
class LayerCreation(TracedRule):
    """A Keras layer or model that owns weights or seeds is created each time traced code runs.

    ## What it does

    Finds layers such as `Dense`, `LSTM` or `Dropout`, `Sequential` models, and the project's own
    layers with weights, made in code that becomes a graph or in a layer's `call`.

    ## Why is this bad?

    The layer makes Variables, and a graph may create these on its first call only: it raises
    `ValueError: tf.function only supports singleton tf.Variables`. Eager code starts with fresh random
    weights at every call, so nothing is ever trained. `Dropout` counts too: it owns a seed.

    ## Example

    ```python
    class Block(keras.layers.Layer):
        def call(self, x):
            return keras.layers.Dense(8)(x)
    ```

    Use instead:

    ```python
    class Block(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(8)

        def call(self, x):
            return self.dense(x)
    ```

    ## When it is fine

    Layers without state (`ReLU`, `Flatten`), loss objects, layers made in `__init__` or `build` and
    first called here, and layers that are made here and never called: `Dense` makes its weights when it
    is first called, and where nothing shows that, the finding is only a possible one. `Dropout` and its
    like own a seed only where their rate is not zero, and in Keras 3: they are left alone where the rate
    is zero by default, and in files that are written for Keras 2 (`tf_keras`). Where nothing tells which
    Keras runs the code, they are information.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [Creating tf.Variables](https://www.tensorflow.org/guide/function#creating_tfvariables)
    """

    code = "TFL202"
    name = "layer-creation"
    summary = "A Keras layer with weights created at each call raises in a graph"
    harm = Harm.RAISES
    claims = (Raises(MADE_AGAIN, by="makes"), Frozen())
    fix = Applicability.UNSAFE
    sees_escapes = True

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for constructors of layers with state."""
        if in_layer_constructor(context) or gives_back_layer(context):
            return
        made = layer_made(site, context)
        if made is not None and is_made_at_each_call(site, context):
            built = is_built(made, site, context)
            if built is False:
                return
            here = "" if made.is_sure else ", under Keras 3"
            yield Proposal(
                site.node,
                f"`{made.name}` makes its weights or seed at each call{here}: a graph may create "
                "Variables on the first call only, and raises ValueError",
                "Make the layer once, in `__init__` or outside, and call it here.",
                information=of_unknown_keras("such a layer makes no Variable")
                if built and not made.is_sure
                else "",
                is_possible=not built,
                change=_kept(site.node, context),
            )


def _kept(made: ast.Call, context: Context) -> Move | Keep | None:
    """The layer made once, unless it is handed to something that is made anew and would share it."""
    around = context.parent(made)
    while isinstance(around, (ast.List, ast.Tuple, ast.Dict)):
        around = context.parent(around)
    if isinstance(around, (ast.Call, ast.keyword)) and getattr(around, "func", None) is not made:
        if not _is_put_in_list(around, context):
            return None
    return to_module(made, context, has_state=True) or to_attribute(made, context, has_state=True)


def _is_put_in_list(around: ast.Call | ast.keyword, context: Context) -> bool:
    match around:
        case ast.Call(func=ast.Attribute(value=owner, attr="append")):
            found = members(context.value(owner))
            return all(isinstance(m, Container) and m.kind == "list" for m in found)
    return False
