"""TFL803."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.change import Change
from tflint.claims import Raises, Returns
from tflint.facts.expressions.values import SYMBOL, members
from tflint.facts.gluon.gluon_branches import is_array_branch, is_symbol
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.model import Block, CallSite, loops_around
from tflint.syntax.showing import shown

if TYPE_CHECKING:
    import libcst as cst

_BINDING = (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.List, ast.Tuple, ast.Dict)
"""Where an array gets a second name, or a place in something that holds it."""

_REFUSED = "__i[a-z]+__|item assignment|^NotImplementedError: $"
"""What symbols say of changes in place; NumPy's say nothing."""


@register
class HybridInPlace(GluonRule):
    """`hybrid_forward` changes a symbol in place.

    ## What it does

    Finds `x += y` and its like, `x[:] = ...`, `x[i] = ...` and `out=` on symbols in
    `hybrid_forward`.

    ## Why is this bad?

    Arrays can be changed in place, symbols cannot: `+=` raises `NotImplementedForSymbol`, item
    assignment raises `TypeError` (under `npx.set_np()`, `NotImplementedError`), and `out=` is ignored
    without a word.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            x += 1
            return x
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            x = x + 1
            return x
    ```

    ## When it is fine

    On Python numbers and lists.

    ## What confirm shows

    After `hybridize()` this line raises, where it works before; or a call returns something else.

    ## References

    - [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL803"
    name = "hybrid-in-place"
    summary = "A symbol cannot be changed in place: this raises after `hybridize()`"
    harm = Harm.RAISES
    fix = Applicability.SAFE
    claims = (Raises(here=_REFUSED, later="MXNetError"), Returns())
    calls_of = (re.compile(r"mxnet\.F\."),)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for ``+=`` and item assignment."""
        if is_array_branch(block, context):
            return
        if isinstance(node, ast.AugAssign):
            changed = node.target
            if isinstance(changed, ast.Name):
                before = context.value_before(changed)
                grows = bool(loops_around(block)) and is_symbol(context.value(node.value))
                if not is_symbol(before) and not (grows and not _is_list(changed, context)):
                    return
                name = shown(changed)
                yield Proposal(
                    node,
                    f"`{name}` is changed in place: this raises after `hybridize()`",
                    f"Write `{name} = {name} ...`, which makes a new symbol.",
                    change=Change(_made_anew, applicability=_safety(changed, context)),
                )
        targets: list[ast.expr] = list(node.targets) if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AugAssign):
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Subscript) and is_symbol(context.value(target.value)):
                yield Proposal(
                    node,
                    f"`{shown(target)}` is assigned: a symbol does not support item "
                    "assignment after `hybridize()`",
                    "Build a new symbol, with `F.where` or `F.concat`.",
                    change=_of_the_whole(node, target, context),
                )

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``out=``."""
        names = context.names(site.node.func)
        if not any(name.startswith("mxnet.F.") for name in names):
            return
        for keyword in site.node.keywords:
            if keyword.arg == "out" and SYMBOL in members(context.value(keyword.value)):
                yield Proposal(
                    site.node,
                    "`out=` is ignored after `hybridize()`: the symbol keeps its value",
                    "Use what the operation returns.",
                    harm=Harm.SILENT,
                )


def _is_list(target: ast.Name, context: Context) -> bool:
    return any(type(m).__name__ == "Container" for m in members(context.value_before(target)))


def _safety(target: ast.Name, context: Context) -> Applicability | None:
    """Unsafe where somebody may hold the array that was changed in place: a caller, another name."""
    parameters = {parameter.arg for parameter in context.function.parameters}
    if target.id in parameters:
        return Applicability.UNSAFE
    named = any(isinstance(context.parent(use), _BINDING) for use in context.uses(target.id))
    return Applicability.UNSAFE if named else None


def _of_the_whole(node: ast.stmt, target: ast.Subscript, context: Context) -> Change | None:
    """``x = y`` for ``x[:] = y``: safe where ``y`` is made of ``x`` alone, and so has its shape."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return None
    name, part = target.value, target.slice
    if (
        not _is_whole(part)
        or not isinstance(name, ast.Name)
        or not is_symbol(context.value(node.value))
    ):
        return None
    safety = _safety(name, context)
    if not _has_shape_of(name.id, node.value):
        safety = Applicability.UNSAFE
    return Change(_bound_anew, applicability=safety)


def _is_whole(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) and not (part.lower or part.upper or part.step)


def _has_shape_of(name: str, value: ast.expr) -> bool:
    """True for arithmetic of one name and numbers, which has the shape of what it holds."""
    match value:
        case ast.Name(id=other):
            return other == name
        case ast.UnaryOp(operand=operand):
            return _has_shape_of(name, operand)
        case ast.BinOp(left=left, right=right):
            sides = (left, right)
            numbers = [s for s in sides if isinstance(s, ast.Constant)]
            others = [s for s in sides if s not in numbers]
            return bool(others) and all(_has_shape_of(name, side) for side in others)
        case _:
            return False


def _bound_anew(statement: cst.Assign) -> cst.Assign | None:
    import libcst as cst  # late: it takes longer to import than a file to check

    (target,) = statement.targets
    if not isinstance(target.target, cst.Subscript):
        return None
    return statement.with_changes(targets=[target.with_changes(target=target.target.value)])


def _made_anew(statement: cst.AugAssign) -> cst.Assign | None:
    """``x = x + y`` for ``x += y``."""
    import libcst as cst  # late: it takes longer to import than a file to check

    target, sign, value = statement.target, statement.operator, statement.value
    if not isinstance(target, cst.Name):
        return None
    spaces = sign.whitespace_before, sign.whitespace_after  # type: ignore[attr-defined]  # all have them
    operator = getattr(cst, type(sign).__name__.removesuffix("Assign"))()
    if not _binds_tighter(value, operator):
        value = value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.Assign(
        [cst.AssignTarget(target, *spaces)],
        cst.BinaryOperation(cst.Name(target.value), operator, value),
        statement.semicolon,
    )


def _binds_tighter(value: cst.BaseExpression, operator: cst.BaseBinaryOp) -> bool:
    """True for an expression that needs no parentheses on the right of an operator."""
    import libcst as cst  # late: it takes longer to import than a file to check

    atoms = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.BaseNumber)
    if value.lpar or isinstance(value, atoms):
        return True
    if not isinstance(operator, (cst.Add, cst.Subtract)):
        return False
    products = (
        cst.Multiply,
        cst.Divide,
        cst.FloorDivide,
        cst.Modulo,
        cst.MatrixMultiply,
        cst.Power,
    )
    return isinstance(value, cst.BinaryOperation) and isinstance(value.operator, products)
