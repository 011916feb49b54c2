"""TFL401."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from tflint.api.lookup import dropped_with_errors
from tflint.change import Change
from tflint.claims import ErrorDropped
from tflint.facts.expressions.values import TENSOR
from tflint.facts.shapes.given_shapes import has_given_shape
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block
from tflint.syntax.scopes import imported_as

if TYPE_CHECKING:
    import libcst as cst


@register
class DiscardedOp(TracedRule):
    """The result of an operation is thrown away, so the graph drops it, errors included.

    ## What it does

    Finds operations without an effect of their own (`tf.gather`, `tf.reshape`, decoders, parsers,
    arithmetic, the operators `//`, `%` and `@`) as bare statements in code that becomes a graph.

    ## Why is this bad?

    A graph runs only what its result or an effect depends on. Eager code runs the line and raises
    when an index is out of range or a shape does not fit; the graph skips it and returns as if all
    were well. `tf.control_dependencies` does not change that.

    ## Example

    ```python
    @tf.function
    def pick(x, index):
        tf.gather(x, index)  # meant as a check
        return x[0]
    ```

    Use instead:

    ```python
    @tf.function
    def pick(x, index):
        tf.debugging.assert_less(index, tf.shape(x)[0])
        return x[0]
    ```

    ## When it is fine

    `tf.debugging.assert_*`, `tf.Assert`, `tf.debugging.check_numerics`, `tf.print`, `assign` and
    `tf.io.write_file` have an effect: the graph keeps them. `tf.ensure_shape` with the sizes by which the
    function has made the tensor (`x.to_tensor(shape=[None, n])`), since it can't fail.

    ## What confirm shows

    An input on which eager code raises and the graph does not.

    ## References

    - [tf.function: only necessary operations run](https://www.tensorflow.org/guide/intro_to_graphs)
    """

    code = "TFL401"
    name = "discarded-op"
    summary = "An operation whose result is discarded is dropped by the graph, with its errors"
    harm = Harm.SILENT
    claims = (ErrorDropped(),)
    fix = Applicability.UNSAFE
    statements = (ast.Expr,)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for bare operations."""
        if not isinstance(node, ast.Expr):
            return
        dropped = _dropped(node.value, context)
        if dropped is not None and not _is_met(node.value, context):
            yield Proposal(
                node.value,
                f"the result of `{dropped}` is discarded: the graph drops the operation, and with it "
                "any error it would raise",
                "Use the result, or check with `tf.debugging.assert_*`, which the graph keeps.",
                change=_used(node, context),
            )


_CHECKS = {"tensorflow.ensure_shape", "tensorflow.debugging.check_numerics"}
"""Operations that give what they are given, and fail where it is not as it should be."""


def _is_met(check: ast.expr, context: Context) -> bool:
    """True for a check of a shape that the tensor was made in."""
    match check:
        case ast.Call(func=func, args=[tensor, *rest], keywords=keywords) if context.names(
            func
        ) == {"tensorflow.ensure_shape"}:
            shapes = [*rest[:1], *(k.value for k in keywords if k.arg == "shape")]
            return any(has_given_shape(tensor, shape, context) for shape in shapes)
        case _:
            return False


def _used(statement: ast.Expr, context: Context) -> Change | None:
    """The check that is meant, as one that a graph keeps; None where it can't be told.

    ``x = tf.ensure_shape(x, ...)`` for a check of a name, on which what comes after depends then; for an
    index that it is in range, and for a division that it is not by zero.
    """
    framework = imported_as(("tensorflow",), context.function)
    match statement.value:
        case ast.Call(func=func, args=[ast.Name(), *_]) if context.names(func) & _CHECKS:
            return Change(_bound, statement)
        case ast.Call(func=func, args=[_, ast.Name() as index], keywords=[]) if (
            context.names(func) == {"tensorflow.gather"}
            and framework is not None
            and context.symbol(index) == TENSOR
        ):
            in_range = partial(_in_range, framework=framework)
            return Change(in_range, context.function.node, parts=(statement,))
        case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), right=ast.Name()) if framework is not None:
            return Change(partial(_not_zero, framework=framework))
    return None


def _in_range(
    function: cst.FunctionDef, statement: cst.Expr, framework: str
) -> cst.FunctionDef | None:
    """What fails where an index is past the end or negative, as looking it up does."""
    import libcst as cst  # late: it takes longer to import than a file to check
    from libcst import matchers as m

    lines = m.findall(function, m.SimpleStatementLine(body=[m.Expr(m.Call())]))
    line = next((line for line in lines if statement in line.children), None)
    if not isinstance(line, cst.SimpleStatementLine) or not isinstance(statement.value, cst.Call):
        return None
    code, index = (cst.Module([]).code_for_node(a.value) for a in statement.value.args)
    size = f"{framework}.shape({code}, out_type={index}.dtype)[0]"
    past_end, negative = (
        cst.Expr(cst.parse_expression(f"{framework}.debugging.{check}"))
        for check in (f"assert_less({index}, {size})", f"assert_non_negative({index})")
    )
    both: Any = cst.FlattenSentinel(
        [line.with_changes(body=[past_end]), cst.SimpleStatementLine([negative])]
    )
    changed: cst.FunctionDef = function.deep_replace(line, both)
    return changed


def _not_zero(division: cst.BinaryOperation, framework: str) -> cst.Call | None:
    """What fails where a whole number is divided by zero, as the division does."""
    import libcst as cst

    code = cst.Module([]).code_for_node(division.right)
    zero = f"{framework}.zeros_like({code})"
    return _check(f"{framework}.debugging.assert_none_equal({code}, {zero})")


def _check(code: str) -> cst.Call | None:
    import libcst as cst

    made = cst.parse_expression(code)
    return made if isinstance(made, cst.Call) else None


def _bound(statement: cst.Expr) -> cst.Assign | None:
    import libcst as cst

    call = statement.value
    if not isinstance(call, cst.Call) or not isinstance(call.args[0].value, cst.Name):
        return None
    target = cst.AssignTarget(cst.Name(call.args[0].value.value))
    return cst.Assign([target], call, statement.semicolon)


_OPERATORS: dict[type[ast.operator], str] = {ast.FloorDiv: "//", ast.Mod: "%", ast.MatMult: "@"}
"""Those that fail on some tensors: whole numbers divided by zero, shapes that do not fit."""


def _dropped(node: ast.expr, context: Context) -> str | None:
    """What a bare expression does that a graph leaves out with its errors."""
    match node:
        case ast.Call(func=func):
            names = dropped_with_errors(context.names(func))
            return min(names).replace("tensorflow.", "tf.") if names else None
        case ast.BinOp(op=op) if type(op) in _OPERATORS and context.symbol(node) == TENSOR:
            return _OPERATORS[type(op)]
    return None
