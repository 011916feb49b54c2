"""TFL604."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflint.claims import Differs, Raises
from tflint.facts.graphs.symbolic import is_mostly_symbolic, is_tested
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite


@register
class MathOnTensor(TracedRule):
    """A function of the `math` module is given a tensor of a graph.

    ## What it does

    Finds `math.sqrt(x)`, `math.exp(float(x))` and their like with a tensor as argument in code that
    becomes a graph.

    ## Why is this bad?

    `math` needs a Python number. In eager code TensorFlow gives one; in a graph there is none
    yet: `TypeError: must be real number, not SymbolicTensor`. `float(x)` does not help:
    AutoGraph turns it into a cast, so its result is a tensor too.

    ## Example

    ```python
    import math

    @tf.function
    def norm(x):
        return math.sqrt(tf.reduce_sum(x * x))
    ```

    Use instead:

    ```python
    @tf.function
    def norm(x):
        return tf.sqrt(tf.reduce_sum(x * x))
    ```

    ## When it is fine

    On Python numbers and on static shapes: `math.sqrt(x.shape[-1])`.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [tf.math](https://www.tensorflow.org/api_docs/python/tf/math)
    """

    code = "TFL604"
    name = "math-on-tensor"
    summary = "The `math` module can't compute with the tensors of a graph"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs())
    calls_of = (re.compile(r"c?math\."),)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``math.f(tensor)``."""
        names = [n for n in context.names(site.node.func) if n.startswith(("math.", "cmath."))]
        if not names or not any(is_mostly_symbolic(context.symbol(a)) for a in site.node.args):
            return
        if not is_tested(site.node, site.block, context):
            yield Proposal(
                site.node,
                f"`{min(names)}` is given a tensor: it needs a Python number and raises "
                "TypeError in a graph",
                "Use the function of `tf.math`.",
            )
