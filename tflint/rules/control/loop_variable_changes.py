"""TFL706."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tflint.api.records import words
from tflint.claims import Raises
from tflint.facts.symbolic import external_names, is_converted, is_tensor_loop
from tflint.facts.values import TENSOR, Number
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.expressions import names_in
from tflint.syntax.model import LOOPS, Block, Function, loops_around, outward
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

_SAID = "before the loop.* after one iteration|does not match type|passed to parameter"
"""What TensorFlow says of loop variables that change."""


@register
class LoopVariableChanges(TracedRule):
    """A variable changes its type or its shape in a loop of the graph.

    ## What it does

    Finds variables that start as a whole number (`total = 0`) and get a float inside a loop over a
    tensor or dataset, and tensors that grow there by `tf.concat` without `shape_invariants`.

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
    `shape_invariants`; a start that is `None`.

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
        assigned = _assigned(node, block, context)
        if assigned is None:
            return
        name, value, divides = assigned
        loop = _loop_of_the_graph(block, context)
        if loop is None or holder_of(name, context.function) is not context.function:
            return
        start = _start(name, loop, context.function)
        if start is None or not is_converted(context):
            return
        if isinstance(value, ast.Call) and isinstance(node, ast.Assign):
            if _is_growing(name, value, context) and not _has_options(loop):
                yield Proposal(
                    node,
                    f"`{name}` grows in a loop of the graph, where its shape may not change: "
                    "ValueError",
                    "Collect with `tf.TensorArray`, or allow it with "
                    "`tf.autograph.experimental.set_loop_options(shape_invariants=...)`.",
                )
            return
        whole = isinstance(start, ast.Constant) and type(start.value) is int
        if whole and (divides or _is_float(value, context)):
            yield Proposal(
                node,
                f"`{name}` starts as a whole number and becomes a float in a loop of the graph, "
                "where its dtype may not change: TypeError",
                f"Start with `{name} = {as_written(start)}.0`.",
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
    for around in outward(block):
        if isinstance(around.node, LOOPS) and around.arm == "body":
            return around.node if is_tensor_loop(around.node, context) else None
    return None


def _is_read_after(name: str, block: Block | None, context: Context) -> bool:
    """True for a name that is read once the loop around is done, so that the loop must keep it."""
    ends = [getattr(loop, "end_lineno", 0) for loop in loops_around(block)]
    return bool(ends) and any(use.lineno > max(ends) for use in context.uses(name))


def _start(name: str, loop: ast.AST, function: Function) -> ast.expr | None:
    """What a name holds when the loop begins, when one assignment before it says so."""
    line = getattr(loop, "lineno", 0)
    before = [b for b in function.bindings.get(name, ()) if getattr(b.node, "lineno", 0) < line]
    if len(before) != 1 or before[0].kind != "assign" or before[0].path:
        return None
    return before[0].value


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


def _is_growing(name: str, node: ast.Call, context: Context) -> bool:
    if "tensorflow.concat" not in external_names(node.func, context) or not node.args:
        return False
    parts = node.args[0]
    return isinstance(parts, (ast.List, ast.Tuple)) and any(
        isinstance(part, ast.Name) and part.id == name for part in parts.elts
    )


def _has_options(loop: ast.AST) -> bool:
    return any(
        isinstance(part, ast.Attribute) and part.attr == "set_loop_options" for part in walk(loop)
    )
