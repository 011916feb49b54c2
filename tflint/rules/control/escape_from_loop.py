"""TFL707."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.graphs.symbolic import deciding, is_converted, is_python_loop, is_tensor_loop
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import LOOPS, Block, outward


@register
class EscapeFromLoop(TracedRule):
    """A loop is left in a way that AutoGraph can't make part of the graph.

    ## What it does

    Finds `return` inside a loop over a tensor, and `break` or `return` on a tensor condition inside
    a Python loop or a `while True`.

    ## Why is this bad?

    A loop of the graph has no way to return from the function, and a Python loop runs while
    tracing, when the tensor that should end it has no value. AutoGraph raises `NotImplementedError`
    (or `ValueError: the else branch must also have a return statement`). Eager code works.

    ## Example

    ```python
    @tf.function
    def first_positive(x):
        for value in x:
            if value > 0:
                return value
        return 0.0

    first_positive(tf.constant([-1.0, 2.0]))
    ```

    Use instead:

    ```python
    @tf.function
    def first_positive(x):
        found = 0.0
        for value in x:
            if value > 0:
                found = value
                break
        return found
    ```

    ## When it is fine

    `break` and `continue` in a loop of the graph; `continue` in a Python loop; `break` and `return`
    on Python conditions.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [AutoGraph: limitations](https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md)
    """

    code = "TFL707"
    name = "escape-from-loop"
    summary = "`return` or `break` leaves a loop in a way AutoGraph can't convert"
    harm = Harm.RAISES
    claims = (Raises("return statement|break and return|started as non-Tensor", tensors=True),)
    statements = (ast.Return, ast.Break)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at ``return`` and ``break``."""
        if not isinstance(node, (ast.Return, ast.Break)) or not is_converted(context):
            return
        condition = False
        for around in outward(block):
            part = around.node
            if isinstance(part, ast.If):
                condition = condition or deciding(part.test, context) is not None
            if not isinstance(part, LOOPS) or around.arm != "body":
                continue
            if is_tensor_loop(part, context):
                if isinstance(node, ast.Return):
                    yield Proposal(
                        node,
                        "`return` inside a loop of the graph: AutoGraph can't convert it and "
                        "raises NotImplementedError",
                        "Keep the result in a variable, `break`, and return after the loop.",
                    )
                return
            if condition and (is_python_loop(part, context) or _never_ends(part)):
                word = "return" if isinstance(node, ast.Return) else "break"
                yield Proposal(
                    node,
                    f"a tensor decides this `{word}`, but the loop runs in Python while tracing: "
                    "AutoGraph raises",
                    "Loop over `tf.range`, or use the tensor as the condition of the `while`.",
                )
                return
            if isinstance(node, ast.Break):
                return


def _never_ends(node: ast.AST) -> bool:
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant)
