"""TFL702."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Differs, Raises
from tflint.facts.symbolic import deciding, is_converted, is_tensor_loop
from tflint.facts.values import Container, members
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block, CallSite, outward
from tflint.syntax.scopes import holder_of

_GROWING = frozenset({"append", "extend", "insert"})

_SAID = "out of scope and cannot be used here|same nested structure after one iteration"
"""What AutoGraph and TensorFlow say of what leaves a loop."""


@register
class ListInTensorLoop(TracedRule):
    """A Python list grows in a loop or branch that is part of the graph.

    ## What it does

    Finds `append`, `extend`, `insert` and `+=` on a local list inside a loop over a tensor, over
    `tf.range` or over a dataset, inside a `while` on a tensor, or under an `if` on a tensor.

    ## Why is this bad?

    The body of such a loop is traced once, so the list gets one symbol that belongs to the inside
    of the loop. Using the list afterwards raises `InaccessibleTensorError` (or gives a list of
    the wrong length). Eager code appends at every turn.

    ## Example

    ```python
    @tf.function
    def squares(n):
        results = []
        for i in tf.range(n):
            results.append(i * i)
        return tf.stack(results)
    ```

    Use instead:

    ```python
    @tf.function
    def squares(n):
        results = tf.TensorArray(tf.int32, size=n)
        for i in tf.range(n):
            results = results.write(i, i * i)
        return results.stack()
    ```

    ## When it is fine

    Python loops (`range`, `enumerate(self.layers)`, `tf.unstack`); a list made and used up inside
    the loop; `tf.TensorArray`.

    ## What confirm shows

    The exception of the graph, or the different length, where eager code has the whole list.

    ## References

    - [tf.function: accumulating values in a loop](https://www.tensorflow.org/guide/function#accumulating_values_in_a_loop)
    """

    code = "TFL702"
    name = "list-in-tensor-loop"
    summary = "A list that grows in a tensor loop holds one symbol of the loop's inside"
    harm = Harm.RAISES
    claims = (Raises(_SAID, tensors=True), Differs())
    statements = (ast.AugAssign,)
    call_names = _GROWING

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for lists that grow."""
        func = site.node.func
        if site.name not in _GROWING or not isinstance(func, ast.Attribute):
            return
        if isinstance(func.value, ast.Name):
            yield from self._told(site.node, func.value, site.block, context)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for lists extended with ``+=``."""
        match node:
            case ast.AugAssign(target=ast.Name() as name, value=ast.List() | ast.ListComp()):
                yield from self._told(node, name, block, context)

    def _told(
        self, node: ast.AST, name: ast.Name, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        function = context.function
        if holder_of(name.id, function) is not function or not is_converted(context):
            return
        bindings = function.bindings[name.id]
        made = [b for b in bindings if b.written is not None]
        for around in outward(block):
            what = _graph_part(around, context)
            if what is None:
                continue
            outside = [b for b in made if around.node not in [o.node for o in outward(b.block)]]
            inside = [b for b in made if b not in outside]
            lists = [m for b in outside if b.written for m in members(context.symbol(b.written))]
            if inside or not lists or not all(_is_list(m) for m in lists):
                return
            end = getattr(around.node, "end_lineno", 0)
            if any(use.lineno > end for use in context.uses(name.id)):
                yield Proposal(
                    node,
                    f"`{name.id}` grows {what}, whose inside is traced once: using the list later "
                    "raises",
                    "Collect with `tf.TensorArray`, or work on the whole tensor.",
                )
            return


def _is_list(value: object) -> bool:
    return isinstance(value, Container) and value.kind in ("list", "deque")


def _graph_part(block: Block, context: Context) -> str | None:
    """The graph's own control flow that a block belongs to."""
    node = block.node
    if isinstance(node, (ast.For, ast.While)) and block.arm == "body":
        return "in a loop of the graph" if is_tensor_loop(node, context) else None
    if isinstance(node, ast.If) and deciding(node.test, context) is not None:
        return "under a tensor condition"
    return None
