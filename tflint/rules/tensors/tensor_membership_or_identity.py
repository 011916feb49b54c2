"""TFL607."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Differs, Raises
from tflint.facts.expressions.values import CAPTURED, TENSOR, Container, Number, Text, Value
from tflint.facts.graphs.symbolic import is_symbolic, is_tested
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block
from tflint.syntax.showing import shown


@register
class TensorMembershipOrIdentity(TracedRule):
    """`in` looks for the value of a tensor, or `is` compares tensors, in a graph.

    ## What it does

    Finds `1.0 in x`, `x in [1, 2]` and `x is y` with tensors in code that becomes a graph, also where
    an attribute or a global keeps one of them.

    ## Why is this bad?

    `in` compares values, which a graph does not have yet: it raises `TypeError` or
    `OperatorNotAllowedInGraphError`, and AutoGraph does not convert it. `is` compares objects,
    and each argument of a graph is a symbol of its own: `f(x, x)` sees two different tensors,
    so the test is silently false.

    ## Example

    ```python
    @tf.function
    def known(x):
        return x in [1.0, 2.0]

    known(tf.constant(1.0))
    ```

    Use instead:

    ```python
    @tf.function
    def known(x):
        return tf.reduce_any(tf.equal(x, [1.0, 2.0]))
    ```

    ## When it is fine

    `x is None`; membership of Python values; keys of a dictionary.

    ## What confirm shows

    The exception of the graph, or the different result of `is`.

    ## References

    - [tf.reduce_any](https://www.tensorflow.org/api_docs/python/tf/math/reduce_any)
    """

    code = "TFL607"
    name = "tensor-membership-or-identity"
    summary = "`in` and `is` do not work on the tensors of a graph"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs())
    expressions = (ast.Compare,)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at comparisons."""
        if not isinstance(node, ast.Compare) or len(node.ops) != 1:
            return
        left, right = node.left, node.comparators[0]
        match node.ops[0]:
            case ast.In() | ast.NotIn():
                if self._looks_inside(left, right, context) and not is_tested(node, block, context):
                    yield Proposal(
                        node,
                        f"`{shown(node)}` compares values of tensors, which a graph does not "
                        "have while it is built: it raises",
                        "Use `tf.reduce_any(tf.equal(...))`.",
                    )
            case ast.Is() | ast.IsNot():
                found = [context.symbol(part) for part in (right, left)]
                are_tensors = TENSOR in found and all(part in (TENSOR, CAPTURED) for part in found)
                if are_tensors and context.is_entry and not is_tested(node, block, context):
                    yield Proposal(
                        node,
                        f"`{shown(node)}` compares symbols: two arguments of a graph are never the "
                        "same object"
                        if CAPTURED not in found
                        else f"`{shown(node)}` compares a symbol with a tensor from outside of the graph: "
                        "they are never the same object",
                        "Compare values with `==`, or decide outside the graph.",
                        harm=Harm.SILENT,
                    )

    @staticmethod
    def _looks_inside(left: ast.expr, right: ast.expr, context: Context) -> bool:
        inside = context.symbol(right)
        if inside == TENSOR:
            return not isinstance(context.symbol(left), Text)
        if inside == CAPTURED:
            return is_symbolic(context.symbol(left))
        return (
            isinstance(inside, Container)
            and inside.kind in ("list", "tuple")
            and any(_compares(item) for item in inside.items or ())
            and is_symbolic(context.symbol(left))
        )


def _compares(value: Value) -> bool:
    return isinstance(value, Number) or value == CAPTURED or is_symbolic(value)
