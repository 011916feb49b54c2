"""TFL404."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.change import Change
from tflint.claims import Differs
from tflint.facts.expressions.values import Kind, is_only
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block
from tflint.syntax.showing import as_written

if TYPE_CHECKING:
    import libcst as cst

_WRITES = frozenset({"write", "unstack", "scatter", "split"})


@register
class DiscardedWrite(TracedRule):
    """What a `TensorArray` returns for a write is thrown away, and the write with it.

    ## What it does

    Finds `write`, `unstack`, `scatter` and `split` of a `tf.TensorArray` as bare statements in
    code that becomes a graph.

    ## Why is this bad?

    In a graph these methods return the array with the values in it, and leave the old one as it
    was. In eager code the array itself changes, so the code works there; the graph returns zeros.

    ## Example

    ```python
    @tf.function
    def squares(n):
        array = tf.TensorArray(tf.int32, size=n)
        for i in tf.range(n):
            array.write(i, i * i)
        return array.stack()
    ```

    Use instead:

    ```python
    @tf.function
    def squares(n):
        array = tf.TensorArray(tf.int32, size=n)
        for i in tf.range(n):
            array = array.write(i, i * i)
        return array.stack()
    ```

    ## When it is fine

    Never: `array = array.write(...)` works in both.

    ## What confirm shows

    The values of eager code, and the zeros of the graph.

    ## References

    - [tf.TensorArray](https://www.tensorflow.org/api_docs/python/tf/TensorArray)
    """

    code = "TFL404"
    name = "discarded-write"
    summary = "A `TensorArray` write whose result is discarded does not happen in a graph"
    harm = Harm.SILENT
    fix = Applicability.SAFE
    claims = (Differs(),)
    statements = (ast.Expr,)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for bare writes."""
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=attr) as func)):
                pass
            case _:
                return
        if attr in _WRITES and is_only(context.value(owner), Kind.TENSOR_ARRAY):
            shown = as_written(owner)
            yield Proposal(
                node.value,
                f"the result of `{as_written(func)}` is discarded: in a graph nothing is written",
                f"Write `{shown} = {shown}.{attr}(...)`.",
                change=Change(_kept, node) if _is_own(owner, context) else None,
            )


def _is_own(owner: ast.expr, context: Context) -> bool:
    """True for a variable that holds what calls return: of any other, somebody has the old array."""
    function = context.function
    if not isinstance(owner, ast.Name) or owner.id not in function.bindings:
        return False
    outside = {*function.global_names, *function.nonlocal_names}
    return owner.id not in outside and all(
        binding.kind == "assign" and not binding.path and isinstance(binding.value, ast.Call)
        for binding in function.bindings[owner.id]
    )


def _kept(statement: cst.Expr) -> cst.Assign | None:
    """The write with its result kept under the name of the array."""
    import libcst as cst  # late: it takes longer to import than a file to check

    match statement.value:
        case cst.Call(func=cst.Attribute(value=cst.Name() as array)):
            target = cst.AssignTarget(cst.Name(array.value))
            return cst.Assign([target], statement.value, statement.semicolon)
    return None
