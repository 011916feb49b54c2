"""TFL608."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import LineDiffers
from tflint.facts.expressions.values import BOOL, Number, Text, members
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Function

_PYTHON_TYPES = frozenset({"int", "float", "bool", "str"})


@register
class PythonValueReturned(EagerRule):
    """The caller of a `tf.function` treats its result as the Python value it returns.

    Off by default: only a plain test next to the call shows what the caller expects.

    ## What it does

    Finds `f(x) is True` and `isinstance(f(x), int)` on the result of a `tf.function`
    that returns Python numbers, strings or truth values.

    ## Why is this bad?

    A graph returns tensors: numbers, strings and `True` come back as tensors (`None` stays). `is`
    and `isinstance` are silently false then, where the plain function made them true.

    ## Example

    ```python
    @tf.function
    def is_ready(x):
        return True

    ready = is_ready(x) is True
    ```

    Use instead:

    ```python
    @tf.function
    def is_ready(x):
        return True

    ready = bool(is_ready(x))
    ```

    ## When it is fine

    `==`, `bool()`, `int()` and arithmetic, which tensors answer too.

    ## What confirm shows

    The value of the test without graphs and with them.

    ## References

    - [tf.function](https://www.tensorflow.org/api_docs/python/tf/function)
    """

    code = "TFL608"
    name = "python-value-returned"
    summary = "A Python value that a `tf.function` returns comes back as a tensor"
    harm = Harm.SILENT
    claims = (LineDiffers(),)
    default = False

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Look at what the caller does with the result."""
        returned = members(context.project.inference.returns(function))
        if not any(m == BOOL or isinstance(m, (Number, Text)) for m in returned):
            return
        around = context.parent(site.node)
        tested = False
        match around:
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()], comparators=[right]):
                other = right if left is site.node else left
                tested = isinstance(other, ast.Constant) and other.value is not None
            case ast.Call(func=ast.Name(id="isinstance"), args=[first, ast.Name(id=name)]):
                tested = first is site.node and name in _PYTHON_TYPES
        if tested:
            yield Proposal(
                site.node,
                f"`{function.name}` returns a Python value, but a graph gives it back as a tensor: "
                "this test is silently false",
                "Convert with `bool()`, `int()` or `.numpy()`, or compare with `==`.",
                function=function,
            )
