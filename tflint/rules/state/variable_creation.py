"""TFL201."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.creation import (
    MADE_AGAIN,
    VARIABLES,
    in_layer_constructor,
    is_made_at_each_call,
)
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite


@register
class VariableCreation(TracedRule):
    """A `tf.Variable` is created each time traced code runs.

    ## What it does

    Finds `tf.Variable(...)` in code that becomes a graph, directly or in a helper, also under
    `tf.init_scope()`, unless a test makes sure that it happens once.

    ## Why is this bad?

    A graph may create Variables on its first call only. TensorFlow raises `ValueError: tf.function
    only supports singleton tf.Variables created on the first call`; eager code makes a new Variable
    each time and goes on.

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
    `__init__` of objects made outside.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [Creating tf.Variables](https://www.tensorflow.org/guide/function#creating_tfvariables)
    """

    code = "TFL201"
    name = "variable-creation"
    summary = "A `tf.Variable` created at each call raises in a graph"
    harm = Harm.RAISES
    claims = (Raises(MADE_AGAIN),)
    sees_escapes = True
    calls_of = (VARIABLES,)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``tf.Variable`` and Keras's own."""
        if not context.names(site.node.func) & VARIABLES or in_layer_constructor(context):
            return
        if is_made_at_each_call(site, context):
            yield Proposal(
                site.node,
                "`tf.Variable` is created at each call: a graph may create it on the first call only, "
                "and raises ValueError",
                "Create it once, outside or behind `if self.v is None:`; for a plain value use a "
                "tensor such as `tf.zeros`.",
            )
