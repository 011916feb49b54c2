"""TFL110."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import LineDiffers
from tflint.facts.expressions.values import Number
from tflint.facts.graphs.graph_sites import definition_of, display
from tflint.facts.order.earlier_calls import earlier_arguments
from tflint.facts.shapes.changing_shapes import option
from tflint.finding import Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Function
from tflint.syntax.trees import children, walk

_KEEP_TYPES = frozenset(
    {"constant", "convert_to_tensor", "fill", "isinstance", "range", "type", "zeros"}
)
"""What a number is given to where its type decides the result."""


@register
class MixedLiterals(EagerRule):
    """Equal numbers of different types are passed to one tf.function.

    ## What it does

    Finds parameters of tf.functions that one call gives `1` and another `1.0` or `True`, where the
    function depends on the type: it makes a tensor of the value, divides by it, tests it.

    ## Why is this bad?

    Python says `1 == 1.0 == True`, and TensorFlow looks up traces the same way: all three share the
    trace of whichever came first, with its dtype and its branches. Later calls compute in the wrong
    type, and what would raise in eager code does not.

    ## Example

    ```python
    @tf.function
    def as_tensor(value):
        return tf.constant(value)

    as_tensor(1)
    as_tensor(1.0)
    ```

    Use instead:

    ```python
    @tf.function
    def as_tensor(value):
        return tf.constant(value)

    as_tensor(1.0)
    as_tensor(1.0)
    ```

    ## When it is fine

    When the number is only added to or multiplied with tensors, which decide the dtype themselves.

    ## What confirm shows

    The dtype or the value that the graph returns, where eager code has another.

    ## References

    - [Rules of tracing](https://www.tensorflow.org/guide/function#rules_of_tracing)
    """

    code = "TFL110"
    name = "mixed-literals"
    summary = "`1`, `1.0` and `True` share one trace, and the first one's type wins"
    harm = Harm.SILENT
    claims = (LineDiffers(),)

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Compare the numbers of one call with those of earlier calls."""
        if option(context.project.inference.callee(site), "input_signature"):
            return
        inference = context.project.inference
        bound = inference.callers.arguments(site, function)
        for name, argument in bound.items():
            here = _literal(argument, context)
            if here is None:
                continue
            key = ("depends on type", name, function)
            if not inference.ask(key, False, _depends_on_type, name, function):
                continue
            for given, other in earlier_arguments(name, site, function, context):
                there = _literal(given, Context(context.project, other.function, None))
                if there is None or type(there) is type(here) or there != here:
                    continue
                line = other.node.lineno
                named = other.function.module.line_name(line)
                yield Proposal(
                    argument,
                    f"`{here!r}` equals the `{there!r}` of {named}: both calls share one trace of "
                    f"{display(function)}, and the type that comes first is used for both",
                    "Use one type at every call, or pass a tensor.",
                    reasons=(
                        definition_of(function, context.project.inference),
                        Reason(other.function.module.path, line, f"`{there!r}` is passed here"),
                    ),
                )
                break


def _literal(node: ast.expr, context: Context) -> int | float | bool | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        return node.value
    value = context.value(node) if isinstance(node, (ast.Name, ast.UnaryOp)) else None
    return value.constant if isinstance(value, Number) else None


def _depends_on_type(name: str, function: Function) -> bool:
    """False when a parameter is only combined with tensors, whose dtype decides."""
    parents = {id(child): node for node in walk(function.node) for child in children(node)}
    uses = [
        node
        for node in walk(function.node)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    for use in uses:
        parent = parents.get(id(use))
        match parent:
            case ast.Call(func=func) if use in parent.args:
                last = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
                if last in _KEEP_TYPES:
                    return True
            case ast.BinOp(op=ast.Div() | ast.FloorDiv()):
                return True
            case ast.keyword(arg="dtype"):
                return True
    return False
