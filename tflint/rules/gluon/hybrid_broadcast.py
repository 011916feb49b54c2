"""TFL810."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.gluon.gluon_branches import is_array_branch, is_symbol, uses_numpy_interface
from tflint.facts.gluon.gluon_parameters import is_parameter
from tflint.facts.gluon.symbol_axes import ONE_NUMBER, Axes, axes_of
from tflint.facts.gluon.symbol_shapes import SymbolShape, shape_of
from tflint.finding import Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.model import Binding, Block, CallSite
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
    """An operator in `hybrid_forward` combines symbols of different shapes: symbols do not broadcast.

    ## What it does

    Finds `+`, `-`, `*`, `/`, `%`, `**`, comparisons, `F.maximum` and `F.minimum` in `hybrid_forward`
    between a symbol and a sum, mean, maximum, minimum, product or norm of the same symbol; and between
    symbols of which the code tells that their shapes differ: a parameter that is made with
    `shape=(1,)`, and what a `Conv2D` gives. One number that meets an input of the block, whose shape
    nobody knows, is possible.

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
        if first is not None and second is not None and first.origin == second.origin:
            if first.is_reduced != second.is_reduced:
                whole, part = (left, right) if second.is_reduced else (right, left)
                said = f"`{shown(part)}` has fewer elements than `{shown(whole)}`"
                yield _proposal(node, text, name, f"{said}, and after")
            return
        if not all(is_symbol(context.value(part)) for part in (left, right)):
            return
        one, other = axes_of(left, context), axes_of(right, context)
        if one.differ_from(other):
            said = f"`{shown(left)}` has {one}, `{shown(right)}` {other}"
            yield _proposal(node, text, name, f"{said}, and after")
        elif one.sizes == ONE_NUMBER and _is_given(second, other, context):
            yield _proposal(node, text, name, _unless_one(left, right), is_possible=True)
        elif other.sizes == ONE_NUMBER and _is_given(first, one, context):
            yield _proposal(node, text, name, _unless_one(right, left), is_possible=True)


def _proposal(
    node: ast.expr, text: str, name: str, why: str, *, is_possible: bool = False
) -> Proposal:
    return Proposal(
        node,
        f"`{text}` of symbols does not broadcast: {why} `hybridize()` the graph raises MXNetError",
        f"Use `F.broadcast_{name}`.",
        is_possible=is_possible,
    )


def _unless_one(number: ast.expr, other: ast.expr) -> str:
    return f"`{shown(number)}` has the shape (1,), and unless `{shown(other)}` has it too, after"


def _is_given(shape: SymbolShape | None, axes: Axes, context: Context) -> bool:
    """True for what has the shape of an input of the block, of which nothing is known."""
    return (
        shape is not None
        and not shape.is_reduced
        and axes.sizes is None
        and context.is_entry
        and isinstance(shape.origin, Binding)
        and isinstance(shape.origin.node, ast.arg)
        and not is_parameter(shape.origin.node.arg, context)
    )
