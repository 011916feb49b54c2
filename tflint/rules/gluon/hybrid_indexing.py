"""TFL807."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.change import Change
from tflint.claims import Raises, Returns
from tflint.facts.expressions.values import SYMBOL, Number, Unknown, members
from tflint.facts.gluon.gluon_branches import (
    is_array_branch,
    is_symbol,
    namespace,
    uses_numpy_interface,
)
from tflint.facts.gluon.gluon_symbols import is_single
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.expressions import whole_number
from tflint.syntax.model import Block
from tflint.syntax.showing import shown

if TYPE_CHECKING:
    import libcst as cst

_HELP = "Use `F.slice_axis`, `F.slice`, `F.take` or `F.pick`."


@register
class HybridIndexing(GluonRule):
    """`hybrid_forward` indexes or slices a symbol.

    ## What it does

    Finds slices, integer and tuple indices and boolean masks on symbols in `hybrid_forward`. In
    files that use MXNet's NumPy interface, where most indexing works, only boolean masks.

    ## Why is this bad?

    Brackets on a legacy symbol choose one of its outputs, not a row. `x[0]` gives the whole of `x`
    without a word, `x[1]` and slices raise, and so do tuples and masks. Before, with arrays, all
    work.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.relu(x)[:, 0]
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.relu(x).slice_axis(axis=1, begin=0, end=1)
    ```

    ## When it is fine

    The outputs of `F.split`, lists of symbols, and integers, slices and tuples under
    `npx.set_np()`.

    ## What confirm shows

    After `hybridize()` this line raises, where it works before; or a call returns something else,
    or fails once the graph with this line in it runs.

    ## References

    - [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL807"
    name = "hybrid-indexing"
    summary = "Indexing a symbol chooses an output, not a row: it raises or differs"
    harm = Harm.RAISES
    once_for = "name"
    fix = Applicability.UNSAFE
    claims = (
        Raises(here="only support integer index|nonnegative index|IndexError", later="MXNetError"),
        Returns(),
    )

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at subscripts of symbols."""
        if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
            return
        if is_array_branch(block, context) or not _may_be_symbol(node, context):
            return
        text = shown(node)
        if isinstance(node.slice, ast.Compare) and is_symbol(context.value(node.slice)):
            yield Proposal(
                node,
                f"`{text}` is a boolean mask: this raises after `hybridize()`",
                "Use `F.where`, or `F.contrib.boolean_mask`.",
            )
            return
        if uses_numpy_interface(context):
            return
        if isinstance(node.slice, ast.Tuple) or is_symbol(context.value(node.slice)):
            yield Proposal(
                node,
                f"`{text}` raises TypeError after `hybridize()`",
                _HELP,
                change=_by_operation(node, context),
            )
        elif not is_single(node.value, context):
            return
        elif isinstance(node.slice, ast.Slice):
            yield from _sliced(node, node.slice, context)
        elif isinstance(node.slice, ast.Constant) and node.slice.value == 0:
            yield Proposal(
                node,
                f"`{text}` is the whole of `{shown(node.value)}` after `hybridize()`: "
                "its first output, "
                "not its first row",
                _HELP,
                harm=Harm.SILENT,
                change=_by_operation(node, context),
            )
        elif isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return
        elif isinstance(node.slice, (ast.Constant, ast.UnaryOp)):
            yield Proposal(
                node,
                f"`{text}` raises after `hybridize()`: the symbol has one output",
                _HELP,
                change=_by_operation(node, context),
            )
        elif isinstance(context.value(node.slice), Number):
            whole = shown(node.value)
            yield Proposal(
                node,
                f"`{text}` chooses an output, not a row, after `hybridize()`: the first is the "
                "whole of "
                f"`{whole}`, any other raises",
                _HELP,
            )


def _sliced(node: ast.Subscript, part: ast.Slice, context: Context) -> Iterator[Proposal]:
    """A slice takes outputs, of which there is one: all, the first alone, or it raises."""
    text, whole = shown(node), shown(node.value)
    try:
        lower, upper, step = (
            None if bound is None else ast.literal_eval(bound)
            for bound in (part.lower, part.upper, part.step)
        )
    except ValueError:
        yield Proposal(
            node,
            f"`{text}` chooses outputs, not rows, after `hybridize()`: the first alone is the whole "
            f"of `{whole}`, anything else raises",
            _HELP,
        )
        return
    if not lower and upper is None and step in (None, 1):
        return
    if not lower and upper in (None, 1):
        yield Proposal(
            node,
            f"`{text}` is the whole of `{whole}` after `hybridize()`: its first output, not its "
            "first rows",
            _HELP,
            harm=Harm.SILENT,
            change=_by_operation(node, context),
        )
    else:
        yield Proposal(
            node,
            f"`{text}` raises after `hybridize()`: the symbol has one output",
            _HELP,
            change=_by_operation(node, context),
        )


def _by_operation(node: ast.Subscript, context: Context) -> Change | None:
    """The change to operations that take the same part, where that is written in whole numbers."""
    at_hand = namespace(context)
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    parts = [part for item in items if (part := _part(item)) is not None]
    if at_hand is None or len(parts) < len(items):
        return None
    return Change(partial(_sliced_by, namespace=at_hand, parts=parts))


_Part = tuple[int | None, int | None, bool]
"""Where a part of an axis begins and ends, and whether it is a row, whose axis goes."""
_WHOLE = (None, None)
"""Where all of an axis begins and ends."""


def _part(item: ast.expr) -> _Part | None:
    """The part of an axis that an index takes; None where that is not told in whole numbers."""
    if isinstance(item, ast.Slice):
        if item.step is not None:
            return None
        bounds = [None if b is None else whole_number(b) for b in (item.lower, item.upper)]
        unknown = (item.lower is not None and bounds[0] is None) or (
            item.upper is not None and bounds[1] is None
        )
        return None if unknown else (bounds[0], bounds[1], False)
    number = whole_number(item)
    return None if number is None else (number, None if number == -1 else number + 1, True)


def _sliced_by(node: cst.Subscript, namespace: str, parts: list[_Part]) -> cst.BaseExpression:
    """``F.squeeze(F.slice_axis(x, axis=1, begin=0, end=1), axis=1)`` for ``x[:, 0]``."""
    found = node.value
    together = [_WHOLE if is_row else (begin, end) for begin, end, is_row in parts]
    if not all(_ends_inside(begin, end) for begin, end in together):
        while together[-1] == _WHOLE:
            together.pop()
        options = f"begin={tuple(b for b, _ in together)}, end={tuple(e for _, e in together)}"
        found = _called(f"{namespace}.slice", found, options)
        parts = [part if part[2] else (*_WHOLE, False) for part in parts]
    for axis, (begin, end, _) in enumerate(parts):
        if begin is not None or end is not None:
            options = f"axis={axis}, begin={begin or 0}, end={end}"
            found = _called(f"{namespace}.slice_axis", found, options)
    gone = [axis for axis, part in enumerate(parts) if part[2]]
    if gone:
        shown = gone[0] if len(gone) == 1 else tuple(gone)
        found = _called(f"{namespace}.squeeze", found, f"axis={shown}")
    return found.with_changes(lpar=node.lpar, rpar=node.rpar)


def _ends_inside(begin: int | None, end: int | None) -> bool:
    """True where every axis has what a slice names: past its end slices stop, and `F.slice_axis` raises."""
    return (begin or 0) >= 0 and (end is None or end < 0 or (not begin and end == 1))


def _called(function: str, argument: cst.BaseExpression, options: str) -> cst.Call:
    import libcst as cst  # late: it takes longer to import than a file to check

    call = cst.ensure_type(cst.parse_expression(f"{function}(x, {options})"), cst.Call)
    first, *others = call.args
    return call.with_changes(args=[first.with_changes(value=argument), *others])


def _may_be_symbol(node: ast.Subscript, context: Context) -> bool:
    """True for a symbol; a tuple as index says that what else it may be is no list."""
    value = context.value(node.value)
    if isinstance(node.slice, ast.Tuple) and SYMBOL in members(value):
        return all(member == SYMBOL or isinstance(member, Unknown) for member in members(value))
    return is_symbol(value)
