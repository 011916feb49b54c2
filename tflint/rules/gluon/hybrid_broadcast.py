"""TFL810."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.gluon.gluon_branches import is_array_branch, uses_numpy_interface
from tflint.facts.gluon.symbol_shapes import shape_of
from tflint.finding import Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.model import Block, CallSite
from tflint.syntax.showing import shown

_OPERATORS: dict[type[ast.operator | ast.cmpop], tuple[str, str]] = {
    ast.Add: ("+", "add"),
    ast.Sub: ("-", "sub"),
    ast.Mult: ("*", "mul"),
    ast.Div: ("/", "div"),
    ast.Mod: ("%", "mod"),
    ast.Pow: ("**", "power"),
    ast.Lt: ("<", "lesser"),
    ast.LtE: ("<=", "lesser_equal"),
    ast.Gt: (">", "greater"),
    ast.GtE: (">=", "greater_equal"),
    ast.Eq: ("==", "equal"),
    ast.NotEq: ("!=", "not_equal"),
}
"""Each with what it is called in ``F.broadcast_*``."""
_FUNCTIONS = frozenset({"mxnet.F.maximum", "mxnet.F.minimum"})


@register
class HybridBroadcast(GluonRule):
    """An operator in `hybrid_forward` combines a symbol with a reduction of it: symbols do not broadcast.

    ## What it does

    Finds `+`, `-`, `*`, `/`, `%`, `**`, comparisons, `F.maximum` and `F.minimum` between a symbol and
    a sum, mean, maximum, minimum, product or norm of the same symbol, in `hybrid_forward`.

    ## Why is this bad?

    Operators of arrays broadcast. Those of legacy symbols stand for operations on equal shapes, so
    after `hybridize()` the graph fails when it runs: `MXNetError: Error in operator ...: Incompatible
    attr`. Before, with arrays, all of it works.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x - F.max(x, axis=1, keepdims=True)
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.broadcast_sub(x, F.max(x, axis=1, keepdims=True))
    ```

    ## When it is fine

    Python numbers, symbols of equal shapes, and files that use MXNet's NumPy interface, whose symbols
    broadcast.

    ## What confirm shows

    After `hybridize()` the graph with this line in it raises, where the call works before.

    ## References

    - [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL810"
    name = "hybrid-broadcast"
    summary = "Operators of symbols do not broadcast: this raises after `hybridize()`"
    harm = Harm.RAISES
    claims = (Raises(later="MXNetError"),)
    expressions = (ast.BinOp, ast.Compare)
    calls_of = (_FUNCTIONS,)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at operators and comparisons."""
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                yield from self._combined(node, left, right, *_OPERATORS[type(op)], block, context)
            case ast.Compare(left=left, ops=[compared], comparators=[right]):
                if type(compared) in _OPERATORS:
                    said = _OPERATORS[type(compared)]
                    yield from self._combined(node, left, right, *said, block, context)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at functions that combine two symbols as an operator does."""
        if not _FUNCTIONS.isdisjoint(context.names(site.node.func)) and len(site.node.args) == 2:
            name = site.name
            first, second = site.node.args
            yield from self._combined(
                site.node, first, second, f"F.{name}", name, site.block, context
            )

    def _combined(
        self,
        node: ast.expr,
        left: ast.expr,
        right: ast.expr,
        text: str,
        name: str,
        block: Block | None,
        context: Context,
    ) -> Iterator[Proposal]:
        if uses_numpy_interface(context) or is_array_branch(block, context):
            return
        first, second = shape_of(left, context), shape_of(right, context)
        if first is None or second is None or first.origin != second.origin:
            return
        if first.is_reduced == second.is_reduced:
            return
        whole, part = (left, right) if second.is_reduced else (right, left)
        yield Proposal(
            node,
            f"`{text}` of symbols does not broadcast: `{shown(part)}` has fewer elements than "
            f"`{shown(whole)}`, and after `hybridize()` the graph raises MXNetError",
            f"Use `F.broadcast_{name}`.",
        )
