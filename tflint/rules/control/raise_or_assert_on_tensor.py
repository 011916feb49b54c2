"""TFL708."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Differs, Raises
from tflint.facts.graphs.symbolic import deciding, is_converted, is_tested
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block
from tflint.syntax.showing import shown


@register
class RaiseOrAssertOnTensor(TracedRule):
    """A Python `raise` or `assert` depends on a tensor.

    ## What it does

    Finds `assert` with a tensor as its condition, and `raise` under an `if` or `while` on a tensor
    that AutoGraph converts.

    ## Why is this bad?

    AutoGraph traces both branches of a tensor condition, so the `raise` fires while the graph is
    built, whatever the tensor would have been. `assert` is not converted: it asks the tensor for
    its truth and raises `OperatorNotAllowedInGraphError`, also when the condition would hold. In
    eager code both do what they say.

    ## Example

    ```python
    @tf.function
    def root(x):
        if tf.reduce_any(x < 0):
            raise ValueError("negative")
        return tf.sqrt(x)
    ```

    Use instead:

    ```python
    @tf.function
    def root(x):
        tf.debugging.assert_non_negative(x)
        return tf.sqrt(x)
    ```

    ## When it is fine

    Checks of what is known while tracing: `x.shape`, `x.dtype`, Python arguments.

    ## What confirm shows

    The exception of the graph on inputs where eager code has none, and may not even reach the line.

    ## References

    - [tf.debugging](https://www.tensorflow.org/api_docs/python/tf/debugging)
    """

    code = "TFL708"
    name = "raise-or-assert-on-tensor"
    summary = "A `raise` or `assert` on a tensor fires while the graph is built"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs())
    statements = (ast.Assert, ast.Raise)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at ``assert`` and ``raise``."""
        match node:
            case ast.Assert(test=test):
                culprit = deciding(test, context)
                if culprit is not None and not is_tested(node, block, context):
                    yield Proposal(
                        node,
                        f"`assert` asks the tensor `{shown(culprit)}` for its truth: a graph "
                        "raises OperatorNotAllowedInGraphError, also when it holds",
                        "Use `tf.debugging.assert_*` or `tf.Assert`.",
                    )
            case ast.Raise() if block is not None and isinstance(block.node, (ast.If, ast.While)):
                culprit = deciding(block.node.test, context)
                if culprit is None or not is_converted(context):
                    return
                if not is_tested(node, block.parent, context):
                    yield Proposal(
                        node,
                        f"the tensor `{shown(culprit)}` decides this `raise`: it fires while the "
                        "graph is built, whatever the tensor holds",
                        "Use `tf.debugging.assert_*` or `tf.Assert`.",
                    )
