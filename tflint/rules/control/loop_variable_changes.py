"""TFL706."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tflint.api.records import words
from tflint.claims import Raises
from tflint.facts.expressions.values import TENSOR, Number
from tflint.facts.graphs.symbolic import (
    deciding,
    external_names,
    is_converted,
    is_dataset_loop,
    is_tensor_loop,
)
from tflint.facts.shapes.dtypes import dtype_of, together
from tflint.facts.shapes.open_dimensions import has_unknown_shape, open_dimensions
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.expressions import names_in, whole_number
from tflint.syntax.model import LOOPS, Block, loops_around, outward, past_ifs
from tflint.syntax.scopes import holder_of
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_FLOAT_RESULTS = words(
    """
    reduce_mean sqrt rsqrt exp log log1p sigmoid tanh softmax sin cos divide truediv
    mean_squared_error categorical_crossentropy sparse_categorical_crossentropy
    binary_crossentropy l2_loss
    """
)

_SAID = (
    "before the loop.* after one iteration|in the main branch.* in the else branch|does not match type"
    "|passed to parameter"
)
"""What TensorFlow says of loop variables that change."""


@register
class LoopVariableChanges(TracedRule):
    """A variable changes its type or its shape in a loop of the graph.

    ## What it does

    Finds variables that start as a whole number (`total = 0`) and get a float inside a loop over a
    tensor or dataset, those that get a value there whose dtype is known to be another
    (`x = tf.constant(0.0)`, then `x = tf.argmax(y)`), and tensors that grow by `tf.concat` in a loop
    over a tensor or an iterator without `shape_invariants`.

    ## Why is this bad?

    A loop of the graph is traced once, so its variables have one dtype and one shape. A number
    that starts as `0` is an int32 tensor there, and adding a float raises `TypeError`; a tensor
    that grows raises `ValueError: ... has shape (3,) before the loop, but shape (6,) after one
    iteration`. Eager code does both.

    ## Example

    ```python
    @tf.function
    def total(x):
        s = 0
        for value in x:
            s += tf.sqrt(value)
        return s

    total(tf.constant([1.0, 4.0]))
    ```

    Use instead:

    ```python
    @tf.function
    def total(x):
        s = 0.0
        for value in x:
            s += tf.sqrt(value)
        return s
    ```

    ## When it is fine

    Python loops; a start of the right dtype; `tf.autograph.experimental.set_loop_options` with
    `shape_invariants`; a start that is `None`; a tensor that grows in a loop over a dataset itself,
    which becomes a reduction that allows other shapes; tensors of unknown shape, out of `tf.py_function`,
    or as long as a tensor says at the start (`tf.range(n)`, `tf.boolean_mask`).

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [set_loop_options](https://www.tensorflow.org/api_docs/python/tf/autograph/experimental/set_loop_options)
    """

    code = "TFL706"
    name = "loop-variable-changes"
    summary = "A variable changes its dtype or shape in a loop of the graph"
    harm = Harm.RAISES
    claims = (Raises(_SAID, tensors=True),)
    statements = (ast.AugAssign, ast.Assign)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at assignments inside loops."""
        loop = _loop_of_the_graph(block, context)
        if loop is None or not is_converted(context):
            return
        assigned = _assigned(node, block, context)
        start = None if assigned is None else _start(assigned.name, loop, context)
        if assigned is not None and start is not None:
            name, value, divides = assigned
            if isinstance(value, ast.Call) and isinstance(node, ast.Assign):
                if _is_growing(name, start, value, context) and not _may_grow(loop, context):
                    yield Proposal(
                        node,
                        f"`{name}` grows in a loop of the graph, where its shape may not change: "
                        "ValueError",
                        "Collect with `tf.TensorArray`, or allow it with "
                        "`tf.autograph.experimental.set_loop_options(shape_invariants=...)`.",
                    )
                    return
            elif _is_whole(start) and (divides or _is_float(value, context)):
                yield Proposal(
                    node,
                    f"`{name}` starts as a whole number and becomes a float in a loop of the graph, "
                    "where its dtype may not change: TypeError",
                    f"Start with `{name} = {as_written(start)}.0`.",
                )
                return
        changed = _changed(node, block, loop, context)
        if changed is not None:
            name, before, after = changed
            yield Proposal(
                node,
                f"`{name}` is {before} before a loop of the graph and becomes {after} in it, where its "
                "dtype may not change: TypeError",
                f"Let it start as {after}, or keep it {before} with `tf.cast`.",
            )


class _Changed(NamedTuple):
    """A name that a turn of a loop leaves with another dtype."""

    name: str
    before: str
    after: str


def _changed(
    node: ast.stmt, block: Block | None, loop: ast.AST, context: Context
) -> _Changed | None:
    """What a statement does to the dtype of a name that the loop carries from turn to turn."""
    match node:
        case (
            ast.AugAssign(target=ast.Name() as target) | ast.Assign(targets=[ast.Name() as target])
        ):
            name = target.id
        case _:
            return None
    start = _start(name, loop, context)
    before = None if start is None else dtype_of(start, context)
    if before is None or not _is_carried(name, node, block, loop, context):
        return None
    after = dtype_of(node.value, context, after_first=node)
    if isinstance(node, ast.AugAssign):
        after = together(before, node.op, after)
    if after is None or after.name == before.name:
        return None
    return _Changed(name, before.name, after.name)


def _is_carried(
    name: str, node: ast.stmt, block: Block | None, loop: ast.AST, context: Context
) -> bool:
    """True where a statement gives a name what each turn of a loop leaves, and something reads it."""
    for around in outward(block):
        if around.node is loop:
            break
        is_decided = isinstance(around.node, ast.If) and deciding(around.node.test, context)
        if not is_decided and not isinstance(around.node, (ast.With, ast.AsyncWith)):
            return False
    begin, end = getattr(loop, "lineno", 0), getattr(loop, "end_lineno", 0)
    bound = [getattr(b.node, "lineno", 0) for b in context.function.bindings[name]]
    if any(node.lineno < line <= end for line in bound):
        return False
    read = [use.lineno for use in context.uses(name)]
    return isinstance(node, ast.AugAssign) or any(
        line > end or begin <= line <= (node.end_lineno or 0) for line in read
    )


class _Assigned(NamedTuple):
    """A name that a statement gives a value which the next turn of a loop starts with."""

    name: str
    value: ast.expr
    divides: bool


def _assigned(node: ast.stmt, block: Block | None, context: Context) -> _Assigned | None:
    """What a statement assigns; a value that does not come from the name counts if it is read later."""
    match node:
        case ast.AugAssign(target=ast.Name(id=name), value=value, op=op):
            return _Assigned(name, value, isinstance(op, ast.Div))
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as value):
            return _Assigned(name, value, False)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(op=op) as value) if (
            name in names_in(value)
        ):
            return _Assigned(name, value, isinstance(op, ast.Div))
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp() | ast.Name() as value):
            return _Assigned(name, value, False) if _is_read_after(name, block, context) else None
        case _:
            return None


def _loop_of_the_graph(block: Block | None, context: Context) -> ast.AST | None:
    for around in past_ifs(block):
        if isinstance(around.node, LOOPS) and around.arm == "body":
            return around.node if is_tensor_loop(around.node, context) else None
    return None


def _is_read_after(name: str, block: Block | None, context: Context) -> bool:
    """True for a name that is read once the loop around is done, so that the loop must keep it."""
    ends = [getattr(loop, "end_lineno", 0) for loop in loops_around(block)]
    return bool(ends) and any(use.lineno > max(ends) for use in context.uses(name))


def _start(name: str, loop: ast.AST, context: Context) -> ast.expr | None:
    """What a name of the function holds when a loop begins, when one assignment before it says so."""
    function = context.function
    if holder_of(name, function) is not function:
        return None
    line = getattr(loop, "lineno", 0)
    before = [b for b in function.bindings.get(name, ()) if getattr(b.node, "lineno", 0) < line]
    return before[0].written if len(before) == 1 else None


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_float(node: ast.expr, context: Context) -> bool:
    match node:
        case ast.Constant(value=float()):
            return True
        case ast.BinOp(op=ast.Div()):
            return True
        case ast.BinOp(left=left, right=right):
            return _is_float(left, context) or _is_float(right, context)
        case ast.UnaryOp(operand=operand):
            return _is_float(operand, context)
        case ast.Call(func=func):
            names = external_names(func, context)
            return any(
                name.startswith(("tensorflow.", "keras."))
                and name.rpartition(".")[2] in _FLOAT_RESULTS
                for name in names
            )
        case ast.Name(id=name):
            value = context.symbol(node)
            if isinstance(value, Number):
                return isinstance(value.constant, float)
            if _meets_float(name, context):
                return True
            bindings = context.function.bindings.get(name, [])
            return (
                len(bindings) == 1
                and bindings[0].kind == "assign"
                and not bindings[0].path
                and bindings[0].value is not None
                and _is_float(bindings[0].value, context)
            )
        case _:
            return False


def _meets_float(name: str, context: Context) -> bool:
    """True for a tensor that is compared with a float, which TensorFlow allows for floats only."""
    if len(context.function.bindings.get(name, ())) != 1:
        return False
    for use in context.uses(name):
        match context.parent(use):
            case ast.Compare(left=left, comparators=[ast.Constant(value=float())]) if left is use:
                return context.symbol(use) == TENSOR
    return False


def _is_growing(name: str, start: ast.expr, node: ast.Call, context: Context) -> bool:
    """True where a tensor is joined with others along a dimension of which the graph knows the length."""
    if "tensorflow.concat" not in external_names(node.func, context) or not node.args:
        return False
    parts = node.args[0]
    if not isinstance(parts, (ast.List, ast.Tuple)) or not any(
        isinstance(part, ast.Name) and part.id == name for part in parts.elts
    ):
        return False
    along = [*node.args[1:], *(k.value for k in node.keywords if k.arg == "axis")]
    place = whole_number(along[0]) if along else None
    if has_unknown_shape(start, context):
        return False
    starts = open_dimensions(start, context)
    if starts is None or (place is not None and not -len(starts) <= place < len(starts)):
        return True
    return all(is_open is False for is_open in (starts if place is None else [starts[place]]))


def _may_grow(loop: ast.AST, context: Context) -> bool:
    """True for a loop that lets the shapes of its variables change: over a dataset, or if it is told to."""
    if isinstance(loop, ast.For) and is_dataset_loop(loop, context):
        return True
    return any(
        isinstance(part, ast.Attribute) and part.attr == "set_loop_options" for part in walk(loop)
    )
