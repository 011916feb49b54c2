"""TFL402."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api.knowledge import CHECKING_SHAPES_ALONE
from tflint.api.lookup import dropped_with_errors, record
from tflint.api.records import Shape
from tflint.claims import ErrorDropped
from tflint.facts.expressions.values import TENSOR, VARIABLE, Number, Value, members
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block, Function

_STATIC = frozenset({"shape", "dtype", "get_shape", "rank", "ndim", "name"})
_SHAPE_OPS = frozenset({"tensorflow.shape", "tensorflow.rank", "tensorflow.size"})

_BY_SHAPES = "it fails by shapes alone and not by values, so hardly anybody calls it for its error"


@register
class UnusedOpResult(TracedRule):
    """The result of an operation gets a name that nobody reads, so the graph drops it.

    ## What it does

    Finds operations that can fail, assigned in code that becomes a graph to a name that is never
    read, to `_`, or to a name that is only deleted or asked for its shape.

    ## Why is this bad?

    A graph runs only what its result or an effect depends on. Eager code runs the line and raises
    when an index is out of range or a text is no number; the graph skips it and returns as if all
    were well. Asking for the shape alone does not run the operation either.

    ## Example

    ```python
    @tf.function
    def pick(x, index):
        checked = tf.gather(x, index)
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

    When nobody relies on the error, and the line is only left over: then it can go. Operations that
    calculate or rearrange (`tf.reduce_sum`, `tf.transpose`), and fail for shapes alone, are reported as
    information only.

    ## What confirm shows

    An input on which eager code raises and the graph does not.

    ## References

    - [tf.function: only necessary operations run](https://www.tensorflow.org/guide/intro_to_graphs)
    """

    code = "TFL402"
    name = "unused-op-result"
    summary = "An operation whose result is never read is dropped by the graph, with its errors"
    harm = Harm.SILENT
    claims = (ErrorDropped(),)
    statements = (ast.Assign, ast.AnnAssign)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for assignments of operations to names without a reader."""
        target, value = _assignment(node)
        if target is None or value is None:
            return
        operation = _operation(value, context)
        if operation is None or target in _shared(context.function):
            return
        how = _use_of(target, value, context)
        if how is None:
            return
        yield Proposal(
            node,
            f"{operation} is {how}: the graph drops it, and with it any error it would raise",
            "Use the result, check with `tf.debugging.assert_*`, which the graph keeps, or remove "
            "the line.",
            information=_BY_SHAPES if _checks_shapes_alone(value, context) else "",
        )


def _checks_shapes_alone(value: ast.expr, context: Context) -> bool:
    """True for an operation that no value makes fail: nobody calls it for its error."""
    if not isinstance(value, ast.Call):
        return False
    return all(record(n).name in CHECKING_SHAPES_ALONE for n in context.names(value.func))


def _assignment(node: ast.stmt) -> tuple[str | None, ast.expr | None]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=value):
            return name, value
    return None, None


def _shared(function: Function) -> frozenset[str]:
    return function.global_names | function.nonlocal_names


def _operation(value: ast.expr, context: Context) -> str | None:
    match value:
        case ast.Call(func=func):
            names = dropped_with_errors(context.names(func))
            if names:
                shown = min(names).replace("tensorflow.", "tf.")
                return f"the result of `{shown}`"
        case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), left=left, right=right):
            both = (context.value(left), context.value(right))
            if any(_is_tensor(v) for v in both) and not isinstance(both[1], Number):
                return "the result of this division"
    return None


def _is_tensor(value: Value) -> bool:
    return all(member in (TENSOR, VARIABLE) for member in members(value))


def _use_of(name: str, value: ast.expr, context: Context) -> str | None:
    """In words, why the value of a name has no effect; None when it may have one."""
    function = context.function
    if any(site.name in ("locals", "vars", "eval", "exec") for site in function.calls):
        return None
    uses = list(context.uses(name))
    if not uses:
        deleted = any(binding.kind == "delete" for binding in function.bindings.get(name, ()))
        return "deleted unread" if deleted else "never read"
    must_run = _gives_shape_by_values(value, context)
    if len(function.bindings.get(name, ())) == 1 and all(
        _asks_shape(use, must_run, context) for use in uses
    ):
        return "only asked for its shape"
    return None


def _gives_shape_by_values(value: ast.expr, context: Context) -> bool:
    """True for an operation that must run for its shape to be known: ``tf.where(mask)``."""
    names = context.names(value.func) if isinstance(value, ast.Call) else set()
    return any(record(name).shape is Shape.FROM_VALUES for name in names)


def _asks_shape(use: ast.Name, must_run: bool, context: Context) -> bool:
    parent = context.parent(use)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _STATIC
    if isinstance(parent, ast.Call) and use in parent.args and not must_run:
        return bool(context.names(parent.func) & _SHAPE_OPS)
    return False
