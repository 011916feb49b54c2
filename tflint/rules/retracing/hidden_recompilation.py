"""TFL109."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.api import knowledge
from tflint.claims import Recompiles
from tflint.facts.graphs.graph_sites import definition_of, display
from tflint.facts.shapes.changing_shapes import changing_shape, option
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Function


@register
class HiddenRecompilation(EagerRule):
    """XLA compiles a function again for each shape, and the number of traces does not show it.

    ## What it does

    Finds calls of tf.functions with `jit_compile=True` and a signature that allows any shape, whose
    argument has another shape at each call.

    ## Why is this bad?

    An `input_signature` with `None` (or `reduce_retracing=True`) keeps the number of traces at one
    or two, but XLA compiles for exact shapes. Measured: about 40 ms at each new shape for a
    trivial function, while the tracing count stays at 1.

    ## Example

    ```python
    @tf.function(jit_compile=True, input_signature=[tf.TensorSpec([None, 2], tf.float64)])
    def total(x):
        return tf.reduce_sum(x)

    for i in range(1, 100):
        total(rows[:i])
    ```

    Use instead:

    ```python
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float64)])
    def total(x):
        return tf.reduce_sum(x)

    for i in range(1, 100):
        total(rows[:i])
    ```

    or pad the argument to one shape, or to a few.

    ## When it is fine

    A few shapes that come back again and again: each is compiled once. The smaller last batch of a dataset
    is one such shape: measured over three passes, only the first compiles for it.

    ## What confirm shows

    Milliseconds of the first call with each shape against a repeated one; the tracing count does
    not change.

    ## References

    - [XLA: known issues](https://www.tensorflow.org/xla/known_issues)
    """

    code = "TFL109"
    name = "hidden-recompilation"
    summary = "XLA compiles again for each new shape, without a new trace"
    harm = Harm.COST
    claims = (Recompiles(),)

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Look at the arguments of one call."""
        callee = context.project.inference.callee(site)
        if not option(callee, "jit_compile", "experimental_compile"):
            return
        if not option(callee, *knowledge.GENERALISING):
            return
        why = context.project.repetition.why_site(site)
        if not why:
            return
        for argument in (*site.node.args, *(k.value for k in site.node.keywords)):
            said = changing_shape(argument, site, context)
            if said is not None:
                yield Proposal(
                    argument,
                    f"the shape of this argument changes from call to call ({said.text}): XLA compiles "
                    f"{display(function)} again for each, though it is not traced again",
                    "Pad to one shape, or do without `jit_compile`.",
                    reasons=(definition_of(function, context.project.inference), *why),
                    information=said.perhaps.value if said.perhaps is not None else "",
                )
