"""TFL601."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.change import Change
from tflint.claims import Differs, Raises
from tflint.facts.expressions.values import NONE, TENSOR, VARIABLE, members
from tflint.facts.graphs.symbolic import is_mostly_symbolic, is_tested
from tflint.facts.order.standing_fallbacks import fallback_stands
from tflint.facts.shapes.number_requests import asked_for_numbers, lacks_a_value
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.caught_errors import STANDING, STANDS
from tflint.syntax.model import CallSite
from tflint.syntax.showing import as_written, shown

if TYPE_CHECKING:
    import libcst as cst

_ADVICE = (
    "Return the tensor and call `.numpy()` on what the caller gets, or compute with TensorFlow "
    "operations; `tf.py_function` runs Python code in a graph."
)


@register
class EagerOnlyMethod(TracedRule):
    """`.numpy()` asks a tensor for its value while the graph is still being built.

    ## What it does

    Finds `.numpy()` on tensors and Variables in code that becomes a graph: a `tf.function`, a
    helper it calls, a function given to `Dataset.map`, a Keras `call`, `train_step`, loss or
    metric. So are `keras.backend.eval` and `get_value` of tensors, which call it.

    ## Why is this bad?

    In a graph a tensor is a symbol that stands for a value to come. It has no `numpy` method:
    `AttributeError: 'SymbolicTensor' object has no attribute 'numpy'`. A Variable has one, which
    raises `NotImplementedError`. Eager code, and code under `run_functions_eagerly(True)`, works.
    Where a handler catches the error and gives a number instead (`except AttributeError: loss = 0.0`),
    each call of the graph has that number for its result, or its state.

    ## Example

    ```python
    @tf.function
    def train_step(x):
        loss = tf.reduce_mean(x)
        history.append(loss.numpy())
        return loss
    ```

    Use instead:

    ```python
    @tf.function
    def train_step(x):
        loss = tf.reduce_mean(x)
        return loss

    history.append(train_step(x).numpy())
    ```

    ## When it is fine

    On what a `tf.function` returns to its caller; inside `tf.py_function` and `tf.numpy_function`;
    under `if tf.executing_eagerly():` or `hasattr(x, "numpy")`; on an eager tensor that was made
    outside the graph, which knows its value. In a `try` that expects the error, unless its handler gives a
    number that is seen to stand for the value: returned, put into a container that outlives the call,
    or given to operations whose results are.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [tf.function: tracing](https://www.tensorflow.org/guide/function#tracing)
    - [tf.py_function](https://www.tensorflow.org/api_docs/python/tf/py_function)
    """

    code = "TFL601"
    name = "eager-only-method"
    summary = "`.numpy()` on a tensor raises in a graph"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs())
    fix = Applicability.UNSAFE
    call_names = frozenset({"eval", "get_value", "numpy"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``.numpy()``, and what Keras has for that."""
        func = site.node.func
        if site.name != "numpy":
            asked = asked_for_numbers(site.node, context)
            if asked is None or not is_mostly_symbolic(context.symbol(asked)):
                return
            if not is_tested(site.node, site.block, context):
                yield Proposal(
                    site.node,
                    f"`{shown(asked)}` has no value while the graph is built: "
                    f"`{as_written(func)}` raises AttributeError",
                    _ADVICE,
                    alike=as_written(func),
                )
            return
        if site.node.args or not isinstance(func, ast.Attribute):
            return
        if not lacks_a_value(func.value, context):
            return
        if is_tested(site.node, site.block, context):
            yield from self._caught(site, func.value, context)
            return
        if [m for m in members(context.symbol(func.value)) if m != NONE] == [VARIABLE]:
            what, error = "is a Variable", "NotImplementedError in a graph"
        else:
            what, error = "has no value while the graph is built", "AttributeError"
        yield Proposal(
            site.node,
            f"`{shown(func.value)}` {what}: `.numpy()` raises {error}",
            _ADVICE,
            change=_the_tensor(site.node, context),
        )

    def _caught(self, site: CallSite, owner: ast.expr, context: Context) -> Iterator[Proposal]:
        """Look for a handler that gives a number instead, which each call of the graph then takes."""
        if context.symbol(owner) == TENSOR and fallback_stands(
            site.node, site.block, "AttributeError", context
        ):
            yield Proposal(
                site.node,
                f"`{shown(owner)}` has no value while the graph is built: `.numpy()` raises "
                f"AttributeError there, and {STANDS}",
                _ADVICE,
                claims=STANDING,
                harm=Harm.SILENT,
            )


def _the_tensor(call: ast.Call, context: Context) -> Change | None:
    """The tensor itself, where it is only returned or printed."""
    around = context.parent(call)
    if isinstance(around, ast.Return):
        return Change(_owner)
    if isinstance(around, ast.Call) and call in around.args:
        if context.names(around.func) in ({"builtins.print"}, {"tensorflow.print"}):
            return Change(_owner)
    return None


def _owner(call: cst.Call) -> cst.BaseExpression | None:
    owner = getattr(call.func, "value", None)
    return owner if not call.lpar else None
