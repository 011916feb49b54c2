"""TFL701."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.finding import Harm
from tflint.project.model import Block, outward
from tflint.project.trees import walk
from tflint.rules.base import Context, Report, TracedRule, register
from tflint.rules.tensors.symbolic import deciding, is_converted, is_tested, shown

_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@register
class BranchOnlyVariable(TracedRule):
    """A name is bound, or a value returned, in only one branch of a tensor condition.

    ## What it does

    Finds names that one branch of an `if` on a tensor binds, that nothing binds before, and that
    are read afterwards; and functions that return a value in one branch of such an `if` and
    nothing otherwise.

    ## Why is this bad?

    Both branches become part of the graph and must give the same things. AutoGraph raises
    `ValueError: 'y' must also be initialized in the else branch`, or `the else branch must also
    have a return statement`, for every input. Eager code works whenever the right branch runs.

    ## Example

    ```python
    @tf.function
    def double_if_positive(x):
        if tf.reduce_sum(x) > 0:
            y = x * 2
        return y
    ```

    Use instead:

    ```python
    @tf.function
    def double_if_positive(x):
        y = x
        if tf.reduce_sum(x) > 0:
            y = x * 2
        return y
    ```

    ## When it is fine

    A name that is not read after the `if`; a value given before it; conditions on Python values;
    branches whose results differ in shape only.

    ## What confirm shows

    The exception of the graph on inputs where eager code has none.

    ## References

    - [AutoGraph: limitations](https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md)
    """

    code = "TFL701"
    name = "branch-only-variable"
    summary = "A name bound in one branch of a tensor condition is read afterwards"
    harm = Harm.RAISES

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Report]:
        """Look at ``if`` statements."""
        if not isinstance(node, ast.If):
            return
        culprit = deciding(node.test, context)
        if culprit is None or not is_converted(context) or is_tested(node, block, context):
            return
        yield from self._names(node, block, culprit, context)
        yield from self._returns(node, block, culprit, context)

    def _names(
        self, node: ast.If, block: Block | None, culprit: ast.expr, context: Context
    ) -> Iterator[Report]:
        if any(isinstance(s, _EXITS) for arm in (node.body, node.orelse) for s in arm):
            return
        function = context.function
        end = node.end_lineno or node.lineno
        for name, bindings in function.bindings.items():
            if name in function.global_names | function.nonlocal_names:
                continue
            arms = {_arm(b.block, node) for b in bindings}
            if len(arms) != 1 or None in arms or any(b.kind != "assign" for b in bindings):
                continue
            if any(_depth(b.block, node) for b in bindings):
                continue
            first = bindings[0]
            reads = [u for u in context.uses(name) if u.lineno > end]
            if reads and not _is_in_branch(reads[0], context):
                yield Report(
                    first.node,
                    f"`{name}` is bound in one branch only, and the tensor `{shown(culprit)}` "
                    "decides: AutoGraph raises ValueError",
                    f"Give `{name}` a value before the `if`, or in both branches.",
                )

    def _returns(
        self, node: ast.If, block: Block | None, culprit: ast.expr, context: Context
    ) -> Iterator[Report]:
        if block is not None or not isinstance(context.function.body[-1], ast.If):
            return
        if context.function.body[-1] is not node:
            return
        arms = [_gives(node.body), _gives(node.orelse)]
        if True in arms and False in arms:
            yield Report(
                node,
                f"one branch returns a value and the other nothing, and the tensor "
                f"`{shown(culprit)}` decides: AutoGraph raises ValueError",
                "Return a value of the same kind in both branches.",
            )


def _gives(arm: list[ast.stmt]) -> bool | None:
    """Whether a branch returns a value; None when that is not plain to see."""
    if not arm:
        return False
    last = arm[-1]
    if isinstance(last, ast.Return):
        return not (
            last.value is None
            or (isinstance(last.value, ast.Constant) and last.value.value is None)
        )
    if any(isinstance(part, (ast.Return, ast.Raise)) for s in arm for part in walk(s)):
        return None
    return False


def _arm(block: Block | None, node: ast.If) -> str | None:
    for around in outward(block):
        if around.node is node:
            return around.arm
    return None


def _depth(block: Block | None, node: ast.If) -> int:
    """How many blocks stand between a binding and the branch."""
    for depth, around in enumerate(outward(block)):
        if around.node is node:
            return depth
    return -1


def _is_in_branch(use: ast.Name, context: Context) -> bool:
    """True for a use under a condition of its own, which may be the same one."""
    part: ast.AST | None = use
    while part is not None and part is not context.function.node:
        part = context.parent(part)
        if isinstance(part, (ast.If, ast.IfExp, ast.FunctionDef, ast.Lambda)) and (
            part is not context.function.node
        ):
            return True
    return False
