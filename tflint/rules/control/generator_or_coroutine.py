"""TFL704."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import LineDiffers, Raises
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register


@register
class GeneratorOrCoroutine(EagerRule):
    """`tf.function` is applied to a generator or a coroutine.

    ## What it does

    Finds `tf.function` over a function with `yield`, or over an `async def`.

    ## Why is this bad?

    Calling such a function gives a generator or a coroutine, not tensors: `TypeError: To be
    compatible with tf.function, Python functions must return zero or more Tensors`. AutoGraph does
    not convert it either.

    ## Example

    ```python
    @tf.function
    def batches(x):
        for row in x:
            yield row * 2
    ```

    Use instead:

    ```python
    @tf.function
    def double(row):
        return row * 2

    def batches(x):
        for row in x:
            yield double(row)
    ```

    ## When it is fine

    A generator inside a traced function, or called by it, that runs over Python values.

    ## What confirm shows

    The exception of a call of what the line defines, where eager code has none.

    ## References

    - [tf.function](https://www.tensorflow.org/api_docs/python/tf/function)
    """

    code = "TFL704"
    name = "generator-or-coroutine"
    summary = "`tf.function` can't trace a generator or a coroutine"
    harm = Harm.RAISES
    claims = (LineDiffers(), Raises("return value of type (generator|coroutine)"))

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at what ``tf.function`` is applied to."""
        function = site.function
        if function is None:
            return
        if isinstance(function.node, ast.AsyncFunctionDef):
            what = "a coroutine"
        elif function.is_generator:
            what = "a generator"
        else:
            return
        yield Proposal(
            site.node,
            f"`{function.name}` returns {what}, which `tf.function` can't make a graph of: "
            "TypeError at the first call",
            "Make the code inside a `tf.function`, and call that from the generator or coroutine.",
            function=function,
        )
