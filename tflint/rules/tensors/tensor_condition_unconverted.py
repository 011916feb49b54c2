"""TFL606."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Differs, Raises
from tflint.facts.graphs.symbolic import Unconverted, conversion, deciding, is_symbolic, is_tested
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.information import of_unknown_keras
from tflint.syntax.model import Block
from tflint.syntax.showing import shown

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_ERROR = "OperatorNotAllowedInGraphError"
_OF_COMPREHENSIONS = Unconverted("AutoGraph does not convert comprehensions")


@register
class TensorConditionUnconverted(TracedRule):
    """A tensor decides Python control flow that AutoGraph does not convert.

    ## What it does

    Finds `if`, `while`, `for`, conditional expressions, `and`, `or`, `not` and chained
    comparisons on tensors where AutoGraph does not act: in the `call`, `train_step`, losses and
    metrics of Keras 3 and what they call; under `autograph=False` and `do_not_convert`; in
    functions with `:=`, `match` or a loop with `else`; in two lambdas on one line; and in the
    `if` of a comprehension anywhere. The input of a layer is taken for one tensor where nothing but
    calls in graphs comes to it, and all of them give it one.

    ## Why is this bad?

    A tensor of a graph has no truth value and no elements to count:
    `OperatorNotAllowedInGraphError: Using a symbolic tf.Tensor as a Python bool is not
    allowed`. In a `tf.function` AutoGraph makes such code part of the graph; Keras 3 does not
    ask it to, not even inside a `tf.function`. Eager code runs, and so does
    `compile(run_eagerly=True)`.

    ## Example

    ```python
    class Gate(keras.layers.Layer):
        def call(self, x):
            if tf.reduce_mean(x) > 0:
                return x
            return -x
    ```

    Use instead:

    ```python
    class Gate(keras.layers.Layer):
        def call(self, x):
            return keras.ops.where(keras.ops.mean(x) > 0, x, -x)
    ```

    ## When it is fine

    Conditions on Python values: `training`, `mask is not None`, `x.shape[-1] > 3`. A `call` that is
    itself a `tf.function`. Code that AutoGraph converts. Layers of Keras 2 (`tf_keras`, and
    `tf.keras` before TensorFlow 2.16), which it converts too: nothing is reported in projects that
    ask for no newer version, in their requirements, lock files or `pyproject.toml`, or that use
    what Keras 3 has not. Where nothing tells which Keras runs the code, what is so under Keras 3
    alone is information; it is a warning where the project asks for Keras 3 (`keras>=3`,
    `tensorflow>=2.16`) or uses what only Keras 3 has (`keras.ops`).

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [AutoGraph: limitations](https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md)
    - [keras.ops.cond](https://keras.io/api/ops/core/#cond-function)
    """

    code = "TFL606"
    name = "tensor-condition-unconverted"
    summary = "A tensor decides Python control flow where AutoGraph does not act"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs())
    statements = (ast.If, ast.While, ast.For)
    expressions = (ast.IfExp, ast.BoolOp, ast.UnaryOp, ast.Compare, *_COMPREHENSIONS)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at ``if``, ``while`` and ``for``."""
        if not isinstance(node, (ast.If, ast.While, ast.For)):
            return
        found = conversion(context)
        if found is None:
            return
        if isinstance(node, ast.For):
            if is_symbolic(context.symbol(node.iter)) and not is_tested(node, block, context):
                yield Proposal(
                    node.iter,
                    f"this loop runs over a tensor: {found.why}, and a graph raises {_ERROR}",
                    "Use `tf.map_fn`, `tf.scan` or `keras.ops.fori_loop`, or work on the whole "
                    "tensor.",
                    information=_why_information(found),
                )
            return
        word = "if" if isinstance(node, ast.If) else "while"
        yield from self._told(node.test, f"`{word}`", found, node, block, context)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at conditions inside expressions."""
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            found = conversion(context)
            if found is None or not found.is_sure:
                found = _OF_COMPREHENSIONS
            for generator in node.generators:
                for test in generator.ifs:
                    yield from self._told(
                        test, "`if` of a comprehension", found, node, block, context
                    )
            return
        if _is_part_of_a_condition(node, context):
            return
        found = conversion(context)
        if found is None:
            return
        match node:
            case ast.IfExp(test=test):
                yield from self._told(test, "conditional expression", found, node, block, context)
            case ast.BoolOp(values=[*values, _]):
                word = "and" if isinstance(node.op, ast.And) else "or"
                for value in values:
                    if deciding(value, context) is not None:
                        yield from self._told(value, f"`{word}`", found, node, block, context)
                        return
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from self._told(operand, "`not`", found, node, block, context)
            case ast.Compare(comparators=[_, _, *_]) if is_symbolic(context.symbol(node)):
                yield from self._told(node, "chained comparison", found, node, block, context)

    def _told(
        self,
        test: ast.expr,
        what: str,
        found: Unconverted,
        node: ast.AST,
        block: Block | None,
        context: Context,
    ) -> Iterator[Proposal]:
        culprit = deciding(test, context)
        if culprit is None or is_tested(node, block, context):
            return
        yield Proposal(
            culprit,
            f"the tensor `{shown(culprit)}` decides this {what}: {found.why}, "
            f"and a graph raises {_ERROR}",
            "Use `tf.where`, `tf.cond` or `keras.ops.cond`; `tf.logical_and`, `tf.logical_or` and "
            "`tf.logical_not` combine conditions.",
            information=_why_information(found),
        )


def _why_information(found: Unconverted) -> str:
    """Why it is information: it is so under Keras 3 only, and nothing says that this is the one."""
    return "" if found.is_sure else of_unknown_keras("AutoGraph converts it")


def _is_part_of_a_condition(node: ast.expr, context: Context) -> bool:
    """True for what the condition around it asks about already."""
    around = context.parent(node)
    if isinstance(around, (ast.If, ast.While, ast.Assert, ast.BoolOp)):
        return True
    if isinstance(around, ast.UnaryOp):
        return isinstance(around.op, ast.Not)
    if isinstance(around, ast.comprehension):
        return node in around.ifs
    return isinstance(around, ast.IfExp) and around.test is node
