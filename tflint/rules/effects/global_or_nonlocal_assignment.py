"""TFL304."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import State
from tflint.facts.effects.markers import counts_traces
from tflint.facts.expressions.values import TENSOR, Container, members
from tflint.facts.order.lifetimes import restores, shares_trace
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.information import COUNTS_TRACES
from tflint.syntax.model import Block
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import walk


@register
class GlobalOrNonlocalAssignment(TracedRule):
    """A global or a variable of an enclosing function is rebound in traced code.

    ## What it does

    Finds assignments to names declared `global` or `nonlocal`, and to items of `globals()`, in code
    that becomes a graph: counters, "last value" variables, accumulators.

    ## Why is this bad?

    The assignment runs once per trace. A counter stops at 1; a tensor kept this way is symbolic and
    cannot be used after the trace.

    ## Example

    ```python
    calls = 0

    @tf.function
    def step(x):
        global calls
        calls += 1
        return x * 2
    ```

    Use instead:

    ```python
    calls = tf.Variable(0)

    @tf.function
    def step(x):
        calls.assign_add(1)
        return x * 2
    ```

    ## When it is fine

    Creating something on the first call only (`if state is None: state = tf.Variable(...)`).

    ## What confirm shows

    The variable after each call, eagerly and in the graph.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL304"
    name = "global-or-nonlocal-assignment"
    summary = "A global or enclosing variable is rebound once per trace, not once per call"
    harm = Harm.SILENT
    claims = (State(),)
    statements = (ast.Assign, ast.AugAssign, ast.AnnAssign)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for assignments to names that are not local."""
        if not isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) or node.value is None:
            return
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            for name, kind in _rebound(target, context):
                if self._is_harmless(name, node, block, context):
                    continue
                yield Proposal(
                    node,
                    f"`{name}` is {kind}: it is rebound once per trace, not once per call",
                    "Keep state in a `tf.Variable` and change it with `assign`.",
                    information=COUNTS_TRACES if self._is_marker(name, node, context) else "",
                )

    def _is_marker(self, name: str, node: ast.stmt, context: Context) -> bool:
        value = getattr(node, "value", None)
        return counts_traces(name) and (value is None or context.value(value) != TENSOR)

    def _is_harmless(
        self, name: str, node: ast.stmt, block: Block | None, context: Context
    ) -> bool:
        holder = holder_of(name, context.function)
        if holder is None or restores(context.function):
            return True
        if not holder.is_module and shares_trace(holder, context):
            return True
        value = getattr(node, "value", None)
        if context.is_created_once(node, block) and value is not None:
            return context.value(value) != TENSOR
        if isinstance(node, ast.AugAssign) and value is not None:
            return any(isinstance(m, Container) for m in members(context.value(value)))
        return False


def _rebound(target: ast.expr, context: Context) -> Iterator[tuple[str, str]]:
    """The names that are not local in what is assigned, each with what it is: global or nonlocal."""
    function = context.function
    match target:
        case ast.Subscript(value=ast.Call(func=ast.Name(id="globals") as func), slice=key):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                if context.names(func) == {"builtins.globals"}:
                    yield key.value, "global"
            return
    if function.global_names or function.nonlocal_names:
        for part in walk(target):
            if isinstance(part, ast.Name):
                if part.id in function.global_names:
                    yield part.id, "global"
                elif part.id in function.nonlocal_names:
                    yield part.id, "nonlocal"
