"""TFL802."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.gluon_branches import is_array_branch, is_symbol, uses_numpy_interface
from tflint.finding import Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.model import Block, CallSite
from tflint.syntax.showing import shown

_METHODS = frozenset(
    {"asnumpy", "asscalar", "wait_to_read", "item", "tolist", "detach", "attach_grad"}
)
_ATTRIBUTES = frozenset({"shape", "dtype", "size", "ndim", "context", "ctx", "grad", "stype"})


@register
class HybridEagerAccess(GluonRule):
    """`hybrid_forward` asks a symbol for what only an array has.

    ## What it does

    Finds `asnumpy()`, `asscalar()`, `wait_to_read()` and the attributes `shape`, `dtype`, `size`,
    `ndim` and `context` of symbols in `hybrid_forward`; and `float()` and `int()` of a symbol in
    files that use MXNet's NumPy interface.

    ## Why is this bad?

    After `hybridize()` the inputs are symbols without values. The methods raise
    `NotImplementedForSymbol`, the attributes `AttributeError`. Before, with arrays, all of them work.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x.reshape((x.shape[0], -1))
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x.reshape((0, -1))
    ```

    ## When it is fine

    In a branch that only arrays take (`if isinstance(x, mx.nd.NDArray):`), and `F.shape_array(x)`.

    ## What confirm shows

    After `hybridize()` this line raises, where it works before. An exception from another line
    proves nothing.

    ## References

    - [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL802"
    name = "hybrid-eager-access"
    summary = "A symbol has no values, shape or type: this raises after `hybridize()`"
    harm = Harm.RAISES
    claims = (
        Raises(here=r"Function [a-z]\w* is not implemented|has no attribute|argument must be"),
    )
    calls_of = ({"builtins.float", "builtins.int"},)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for attributes of symbols."""
        if not isinstance(node, ast.Attribute) or node.attr not in _METHODS | _ATTRIBUTES:
            return
        if is_symbol(context.value(node.value)) and not is_array_branch(block, context):
            call = "()" if node.attr in _METHODS else ""
            yield Proposal(
                node,
                f"`{shown(node.value)}.{node.attr}{call}` raises after `hybridize()`: a symbol "
                "has no such thing",
                _help(node.attr),
            )

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``float`` and ``int`` of symbols under the NumPy interface."""
        names = context.names(site.node.func) & {"builtins.float", "builtins.int"}
        if not names or len(site.node.args) != 1 or not uses_numpy_interface(context):
            return
        if is_symbol(context.value(site.node.args[0])) and not is_array_branch(site.block, context):
            name = min(names).removeprefix("builtins.")
            yield Proposal(
                site.node,
                f"`{name}(...)` of a symbol raises after `hybridize()`",
                "Stay with operations of `F.np` and `F.npx`.",
            )


def _help(attr: str) -> str:
    if attr in ("shape", "size", "ndim"):
        return "Use reshape codes (0, -1), `F.shape_array` or an argument of the block."
    return "Do this outside the block, on its result."
