"""TFL802."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.api.lookup import record
from tflint.change import Change
from tflint.claims import Raises
from tflint.facts.gluon.gluon_branches import (
    is_array_branch,
    is_symbol,
    namespace,
    uses_numpy_interface,
)
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.model import Block, CallSite
from tflint.syntax.showing import as_written, shown

if TYPE_CHECKING:
    import libcst as cst


@register
class HybridEagerAccess(GluonRule):
    """`hybrid_forward` asks a symbol for what only an array has.

    ## What it does

    Finds methods and attributes that arrays have and symbols lack (`asnumpy()`, `asscalar()`,
    `copy()`, `as_in_context()`, `shape`, `dtype`, `size`, `context`, `T`) in `hybrid_forward`;
    `reshape(2, -1)`, for a symbol takes the shape as one tuple; and `float()` and `int()` of a
    symbol in files that use MXNet's NumPy interface.

    ## Why is this bad?

    After `hybridize()` the inputs are symbols without values. The methods raise
    `NotImplementedForSymbol`, the attributes `AttributeError`, and `reshape(2, -1)` an `MXNetError`.
    Before, with arrays, all of them work.

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
    once_for = "name"
    fix = Applicability.UNSAFE
    claims = (
        Raises(
            here=r"Function [a-z]\w* is not implemented|has no attribute|argument must be|"
            r"takes 1 positional argument|expect boolean"
        ),
    )
    calls_of = ({"builtins.float", "builtins.int", "mxnet.Symbol.reshape"},)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for attributes of symbols."""
        if not isinstance(node, ast.Attribute) or not _is_lacking(node.attr, context):
            return
        if is_symbol(context.value(node.value)) and not is_array_branch(block, context):
            call = context.parent(node)
            called = "()" if isinstance(call, ast.Call) and call.func is node else ""
            yield Proposal(
                node,
                f"`{shown(node.value)}.{node.attr}{called}` raises after `hybridize()`: a symbol "
                "has no such thing",
                _help(node.attr),
                change=_by_operation(node, context),
            )

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``float`` and ``int`` of symbols under the NumPy interface, and ``reshape(2, 3)``."""
        names = context.names(site.node.func)
        if uses_numpy_interface(context):
            yield from self._converted(site, names & {"builtins.float", "builtins.int"}, context)
        elif names == {"mxnet.Symbol.reshape"} and len(site.node.args) > 1:
            if not is_array_branch(site.block, context):
                sizes = ", ".join(map(as_written, site.node.args))
                yield Proposal(
                    site.node,
                    "`reshape` of a symbol takes the shape as one tuple: this raises after "
                    "`hybridize()`",
                    f"Write `reshape(({sizes}))`.",
                    alike="reshape",
                    change=Change(_with_one_shape),
                )

    def _converted(self, site: CallSite, names: set[str], context: Context) -> Iterator[Proposal]:
        if not names or len(site.node.args) != 1:
            return
        if is_symbol(context.value(site.node.args[0])) and not is_array_branch(site.block, context):
            name = min(names).removeprefix("builtins.")
            yield Proposal(
                site.node,
                f"`{name}(...)` of a symbol raises after `hybridize()`",
                "Stay with operations of `F.np` and `F.npx`.",
            )


def _is_lacking(attr: str, context: Context) -> bool:
    """True for what arrays have and symbols lack."""
    of = "NumpySymbol" if uses_numpy_interface(context) else "Symbol"
    return record(f"mxnet.{of}.{attr}").symbolic is False


_OPERATIONS = {"T": "transpose", "copy": "identity", "detach": "stop_gradient"}
"""What ``F`` has for symbols, by what arrays have."""
_ALIKE = {"reshape": "reshape_like", "zeros": "zeros_like", "ones": "ones_like"}
"""What takes the shape of another symbol, by what takes a shape."""


def _by_operation(node: ast.Attribute, context: Context) -> Change | None:
    """The change to an operation of ``F`` that gives the same, where there is one."""
    at_hand = namespace(context)
    if at_hand is None or uses_numpy_interface(context):
        return None
    around = context.parent(node)
    if isinstance(around, ast.keyword):
        around = context.parent(around)
    called = isinstance(around, ast.Call) and around.func is node
    if node.attr == "shape" and isinstance(around, ast.Call):
        return _like_another(around, node, at_hand, context)
    if node.attr not in _OPERATIONS or called is (node.attr == "T"):
        return None
    if isinstance(around, ast.Call) and called:
        if around.args or around.keywords:
            return None
        return Change(partial(_applied, to=f"{at_hand}.{_OPERATIONS[node.attr]}"), around)
    return Change(partial(_applied, to=f"{at_hand}.{_OPERATIONS[node.attr]}"))


def _like_another(
    call: ast.Call, shape: ast.Attribute, at_hand: str, context: Context
) -> Change | None:
    """``F.reshape_like(y, x)`` for ``y.reshape(x.shape)``, ``F.zeros_like(x)`` for ``F.zeros(x.shape)``."""
    names = context.names(call.func)
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    for last, other in _ALIKE.items():
        if names == {f"mxnet.Symbol.{last}"} and given == [shape]:
            return Change(partial(_like, to=f"{at_hand}.{other}"), call)
        taken = given[1:] if last == "reshape" else given
        if names == {f"mxnet.F.{last}"} and taken == [shape]:
            return Change(partial(_like, to=f"{at_hand}.{other}"), call)
    return None


def _like(call: cst.Call, to: str) -> cst.Call | None:
    """A call that is given symbols for all it was given: what is reshaped, and what has the shape."""
    import libcst as cst  # late: it takes longer to import than a file to check

    given = [argument.value for argument in call.args]
    last = given[-1]
    if not isinstance(last, cst.Attribute):
        return None
    symbols = [*given[:-1], last.value]
    if isinstance(call.func, cst.Attribute) and len(given) == 1 and to.endswith("reshape_like"):
        symbols.insert(0, call.func.value)
    return call.with_changes(
        func=cst.parse_expression(to), args=[cst.Arg(symbol) for symbol in symbols]
    )


def _applied(node: cst.Attribute | cst.Call, to: str) -> cst.Call | None:
    """``F.transpose(x)`` for ``x.T``."""
    import libcst as cst  # late: it takes longer to import than a file to check

    attribute = node.func if isinstance(node, cst.Call) else node
    if not isinstance(attribute, cst.Attribute):
        return None
    function = cst.parse_expression(to)
    return cst.Call(function, [cst.Arg(attribute.value)], lpar=node.lpar, rpar=node.rpar)


def _with_one_shape(call: cst.Call) -> cst.Call | None:
    """``reshape((2, 3))`` for ``reshape(2, 3)``."""
    import libcst as cst  # late: it takes longer to import than a file to check

    if any(argument.keyword is not None or argument.star for argument in call.args):
        return None
    elements = [
        cst.Element(
            argument.value,
            comma=argument.comma if number < len(call.args) else cst.MaybeSentinel.DEFAULT,
        )
        for number, argument in enumerate(call.args, 1)
    ]
    last = call.args[-1].with_changes(value=cst.Tuple(elements), keyword=None)
    return call.with_changes(args=[last])


def _help(attr: str) -> str:
    if attr == "T":
        return "Use `F.transpose`."
    if attr == "copy":
        return "Use `F.identity`."
    if attr == "detach":
        return "Use `F.stop_gradient`."
    if attr in ("shape", "size", "ndim"):
        return "Use reshape codes (0, -1), `F.shape_array` or an argument of the block."
    return "Do this outside the block, on its result."
