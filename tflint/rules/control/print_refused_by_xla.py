"""TFL711."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.graphs.constants import is_optional
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite


@register
class PrintRefusedByXla(TracedRule):
    """`tf.print` in a function that XLA compiles raises when the function is called.

    ## What it does

    Finds `tf.print` in functions under `tf.function(jit_compile=True)`, and in what they call.

    ## Why is this bad?

    `tf.print` runs in eager code and in a plain graph, and XLA has no kernel for it on a CPU: each
    call raises `InvalidArgumentError: Detected unsupported operations`, with and without tensors
    among what is printed, wherever it is printed to, under `tf.device`, and also where the line
    stands in a branch or loop that would not run. Tracing goes well, so the error comes late, and
    a message printed for debugging becomes the bug.

    ## Example

    ```python
    @tf.function(jit_compile=True)
    def scaled(x):
        tf.print("scaled", x)
        return x * 2
    ```

    Use instead:

    ```python
    @tf.function(jit_compile=True)
    def scaled(x):
        return x * 2

    @tf.function
    def step(x):
        tf.print("scaled", x)
        return scaled(x)
    ```

    ## When it is fine

    In a function that calls the compiled one, also under a plain `tf.function`; under `tf.init_scope`;
    and behind an option that is off unless someone asks for it (`if verbose:`, with `verbose=False`
    among the parameters), where no call turns it on.

    ## What confirm shows

    The exception of the compiled function on inputs that eager code takes.

    ## References

    - [tf.print](https://www.tensorflow.org/api_docs/python/tf/print)
    - [XLA: known issues](https://www.tensorflow.org/xla/known_issues)
    """

    code = "TFL711"
    name = "print-refused-by-xla"
    summary = "`tf.print` in a function that XLA compiles raises"
    harm = Harm.RAISES
    claims = (Raises("unsupported operations"),)
    calls_of = ({"tensorflow.print"},)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``tf.print`` in compiled code."""
        if context.tracing is None or not context.tracing.jit_compile:
            return
        if "tensorflow.print" not in context.names(site.node.func):
            return
        if not is_optional(site.node, site.block, context):
            yield Proposal(
                site.node,
                "XLA (`jit_compile=True`) has no kernel for `tf.print` on a CPU: calls of the compiled "
                "function raise `InvalidArgumentError`",
                "Print in the code that calls the compiled function, which may be a graph too.",
            )
