"""TFL104."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.api import knowledge
from tflint.claims import Fresh, Retraces
from tflint.facts.graphs.graph_sites import definition_of, display
from tflint.facts.order.functions_of_turns import varies_with_function
from tflint.facts.order.warm_ups import is_measured
from tflint.facts.shapes.changing_shapes import changing_shape, option
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Function

_WARM_UP = "a clock is read between two equal calls: the first is there to trace before that"


@register
class VaryingShapeArgument(EagerRule):
    """An argument of a tf.function has another shape at each call.

    ## What it does

    Finds calls of tf.functions from eager code, in code that runs repeatedly, whose argument is a
    slice up to a loop index (`x[:i]`), an array made with a changing size, a tensor that a
    `tf.concat` in the same loop makes longer, a list that grows (or a stack of it), or the last items of
    either (`ids[-block:]`), until there are as many.

    ## Why is this bad?

    Without an `input_signature` a trace holds for one shape only, so each new shape traces again.
    Measured on a trivial function: 5 to 8 ms a call against 0.4 ms; a real training step takes
    hundreds of milliseconds to trace.

    ## Example

    ```python
    @tf.function
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

    or `@tf.function(reduce_retracing=True)`, which traces twice.

    ## When it is fine

    The short last batch of a dataset (one trace more), ragged tensors, slices of one length
    (`x[i : i + 32]`), functions with an `input_signature` or `reduce_retracing=True`. Where a clock is read
    between two equal calls, the first is there to trace: both are information only; and so is a list
    that an inner loop fills until it is told to stop (`while not done`), since that may be after as many
    turns each time, and so are the last items of what may start with as many (`ids = list(prompt)`).

    ## What confirm shows

    How often the calls of this line trace the function, and how often they would with any shape
    allowed, or with the list of the first call each time.

    ## References

    - [Controlling retracing](https://www.tensorflow.org/guide/function#controlling_retracing)
    """

    code = "TFL104"
    name = "varying-shape-argument"
    summary = "An argument whose shape changes traces a tf.function anew at each call"
    harm = Harm.COST
    claims = (Retraces(), Fresh())

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Look at the arguments of one call."""
        callee = context.project.inference.callee(site)
        if option(callee, *knowledge.GENERALISING):
            return
        why = context.project.repetition.why_site(site)
        if not why:
            return
        information = _WARM_UP if is_measured(site, context) else ""
        named = context.project.inference.callers.arguments(site, function)
        positions = {id(expression): name for name, expression in named.items()}
        for argument in (*site.node.args, *(k.value for k in site.node.keywords)):
            said = changing_shape(argument, site, context)
            if said is not None and not varies_with_function(argument, site, function, context):
                yield Proposal(
                    argument,
                    f"the shape of this argument changes from call to call ({said.text}): each new "
                    "shape "
                    f"traces {display(function)} again",
                    "Give the changing dimension as None in an `input_signature`, set "
                    "`reduce_retracing=True`, or pad to one shape.",
                    reasons=(definition_of(function, context.project.inference), *why),
                    claims=(Retraces(positions.get(id(argument), "")), Fresh()),
                    information=information
                    or (said.perhaps.value if said.perhaps is not None else ""),
                )
