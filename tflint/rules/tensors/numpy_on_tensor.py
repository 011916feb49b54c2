"""TFL603."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.api.records import words
from tflint.claims import Differs, Raises
from tflint.facts.expressions.values import ARRAY, NONE, TENSOR, Value, members
from tflint.facts.graphs.symbolic import is_tested, refuses_symbols
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block, CallSite
from tflint.syntax.showing import shown

_ARRAY_METHODS = words(
    """
    all any argmax argmin argsort astype clip copy cumprod cumsum diagonal dot fill flatten item
    max mean min nonzero prod ptp ravel repeat reshape round searchsorted sort squeeze std sum
    swapaxes take tobytes tolist trace transpose var view
    """
)


@register
class NumpyOnTensor(TracedRule):
    """NumPy is asked to compute with a tensor of a graph.

    ## What it does

    Finds NumPy functions called with a tensor in code that becomes a graph, and array methods
    (`x.mean()`, `x.astype(...)`) of arguments that callers give as arrays: inside a
    `tf.function` an array argument is a tensor.

    ## Why is this bad?

    NumPy needs the numbers, and a graph has none while it is built: `NotImplementedError: Cannot
    convert a symbolic tf.Tensor to a numpy array`; a tensor has no array methods: `AttributeError`.
    Eager code does both.

    ## Example

    ```python
    @tf.function
    def loss(y, p):
        return np.mean(tf.square(y - p))
    ```

    Use instead:

    ```python
    @tf.function
    def loss(y, p):
        return tf.reduce_mean(tf.square(y - p))
    ```

    ## When it is fine

    NumPy on shapes (`np.prod(x.shape)`), on constants and on arrays made outside; an array times a
    tensor; `tf.experimental.numpy`; inside `tf.numpy_function`.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [tf.numpy_function](https://www.tensorflow.org/api_docs/python/tf/numpy_function)
    - [NumPy API on TensorFlow](https://www.tensorflow.org/guide/tf_numpy)
    """

    code = "TFL603"
    name = "numpy-on-tensor"
    summary = "NumPy can't compute with the tensors of a graph"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs())
    statements = (ast.Assign, ast.AugAssign)
    calls_of = (re.compile(r"numpy\."),)
    call_names = _ARRAY_METHODS

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for NumPy functions given tensors, and for array methods of tensors."""
        node = site.node
        if isinstance(node.func, ast.Attribute) and site.name in _ARRAY_METHODS:
            yield from self._method(site, node.func, context)
        if refuses_symbols(node, context) and not is_tested(node, site.block, context):
            names = context.names(node.func)
            name = min(names).replace("numpy.", "np.")
            yield Proposal(
                node,
                f"`{name}` is given a tensor, which has no numbers for NumPy while the graph "
                "is built: it raises",
                "Use the TensorFlow operation, or `tf.numpy_function` for what NumPy must do.",
            )

    def _method(self, site: CallSite, func: ast.Attribute, context: Context) -> Iterator[Proposal]:
        if _is_array_outside(func.value, context) and not is_tested(site.node, site.block, context):
            yield Proposal(
                site.node,
                f"`{shown(func.value)}` is an array for the caller but a tensor in the graph, "
                f"which has no `{func.attr}`: AttributeError",
                "Use the TensorFlow operation (`tf.reduce_mean(x)`, `tf.cast(x, ...)`).",
            )

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for items assigned to an array argument."""
        if not isinstance(node, (ast.Assign, ast.AugAssign)):
            return
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if not isinstance(target, ast.Subscript) or is_tested(node, block, context):
                continue
            if _is_array_outside(target.value, context):
                yield Proposal(
                    target,
                    f"`{shown(target.value)}` is an array for the caller but a tensor in the "
                    "graph: assigning an item raises TypeError",
                    "Build the new tensor with `tf.tensor_scatter_nd_update` or `tf.where`.",
                )


def _is_array_outside(node: ast.expr, context: Context) -> bool:
    """True for what is an array in eager code and a tensor in the graph."""
    return _is(ARRAY, context.value(node)) and _is(TENSOR, context.symbol(node))


def _is(one: Value, value: Value) -> bool:
    """True for what can be nothing else but None."""
    return [member for member in members(value) if member != NONE] == [one]
