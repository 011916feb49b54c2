"""TFL203."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.claims import Frozen, Raises
from tflint.facts.order.creation import MADE_AGAIN, is_made_at_each_call
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite

_METRIC = re.compile(r"^keras\.metrics\.(?:.*\.)?[A-Z]\w*$")


@register
class OptimizerOrMetricCreation(TracedRule):
    """A Keras optimizer or metric is created each time traced code runs.

    ## What it does

    Finds constructors of `keras.optimizers` and `keras.metrics` in code that becomes a graph.

    ## Why is this bad?

    Both keep their state in Variables (the step and the learning rate, even when the optimizer is
    never applied; the running total of a metric), and a graph may create Variables on its first call
    only: it raises `ValueError`. In eager code the state starts anew at each call, so momentum and
    averages mean nothing.

    ## Example

    ```python
    @tf.function
    def step(x, gradient):
        keras.optimizers.SGD(0.1).apply_gradients([(gradient, x)])
    ```

    Use instead:

    ```python
    optimizer = keras.optimizers.SGD(0.1)

    @tf.function
    def step(x, gradient):
        optimizer.apply_gradients([(gradient, x)])
    ```

    ## When it is fine

    Created outside and first applied inside; loss objects, which have no state; optimizers that nothing
    uses, where the project asks for a TensorFlow before 2.11, whose optimizers make their Variables when
    they are first applied.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [Creating tf.Variables](https://www.tensorflow.org/guide/function#creating_tfvariables)
    """

    code = "TFL203"
    name = "optimizer-or-metric-creation"
    summary = "An optimizer or metric created at each call raises in a graph"
    harm = Harm.RAISES
    claims = (Raises(MADE_AGAIN, by="makes"), Frozen())
    sees_escapes = True
    calls_of = (knowledge.KERAS_OPTIMIZERS, _METRIC)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for constructors of optimizers and metrics."""
        for name in sorted(context.names(site.node.func)):
            optimizer = knowledge.KERAS_OPTIMIZERS.match(name)
            if optimizer and doing({f"keras.optimizers.{optimizer.group(1)}"}, Effect.VARIABLES):
                if context.project.versions.run_late_optimizers and _is_left_over(site, context):
                    return
                kind = "optimizer"
            elif _METRIC.match(name):
                kind = "metric"
            else:
                continue
            if is_made_at_each_call(site, context):
                shown = name.rpartition(".")[2]
                yield Proposal(
                    site.node,
                    f"the {kind} `{shown}` is created at each call: a graph may create its Variables on "
                    "the first call only, and raises ValueError",
                    f"Create the {kind} once, outside, and use it here.",
                )
            return


def _is_left_over(site: CallSite, context: Context) -> bool:
    """True for a call whose result gets a name that nothing reads."""
    match context.parent(site.node):
        case ast.Assign(targets=[ast.Name(id=name)]):
            return not context.uses(name)
    return False
