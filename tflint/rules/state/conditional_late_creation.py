"""TFL205."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.expressions.values import Kind, Number, Text, is_only, members, varying
from tflint.facts.graphs.guards import is_creation_guard
from tflint.facts.keras.layer_state import layer_made
from tflint.facts.order.creation import MADE_AGAIN, is_made_at_each_call
from tflint.facts.order.graph_calls import GraphCalls
from tflint.facts.programs.loop_dependence import changing_names, reads_any
from tflint.finding import Harm, Reason
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.definitions import default_of
from tflint.syntax.model import CallSite, Function, loops_around, outward
from tflint.syntax.trees import walk

_OTHERS = re.compile(
    r"^(?:tensorflow|keras)\.Variable$|^keras\.(?:optimizers|metrics)\.(?:\w+\.)*[A-Z]\w*$"
    r"|^tensorflow\.random\.Generator(?:\.from_\w+)?$"
)


@register
class ConditionalLateCreation(TracedRule):
    """Whether traced code creates a Variable depends on an argument, so it may happen late.

    ## What it does

    Finds Variables, layers, optimizers and metrics that a tf.function creates for each new key
    (`if name not in self.layers`) or in the branches of a test on an argument, when the calls in
    the project give that argument different values; and creation under a condition on a tensor.

    ## Why is this bad?

    A graph may create Variables during its first call only. The second key, or the other branch,
    comes later and raises `ValueError: tf.function only supports singleton tf.Variables`; eager
    code creates what it needs when it needs it. Under a tensor condition tracing fails at once.
    And when the trace that creates a Variable fails, every later call of that tf.function returns
    None without an error.

    ## Example

    ```python
    weights = {}

    @tf.function
    def scale(x, name):
        if name not in weights:
            weights[name] = tf.Variable(1.0)  # noqa: TFL303
        return x * weights[name]

    scale(x, "left")
    scale(x, "right")
    ```

    Use instead:

    ```python
    weights = {name: tf.Variable(1.0) for name in ("left", "right")}

    @tf.function
    def scale(x, name):
        return x * weights[name]

    scale(x, "left")
    scale(x, "right")
    ```

    ## When it is fine

    One key, or keys that are all met during the first call; creation guarded by what exists only; other
    keys that eager code alone gives to the function that creates.

    ## What confirm shows

    The exception that the graph raises at the creation, where eager code has none.

    ## References

    - [Creating tf.Variables](https://www.tensorflow.org/guide/function#creating_tfvariables)
    """

    code = "TFL205"
    name = "conditional-late-creation"
    summary = "Creation that depends on an argument raises when it comes after the first call"
    harm = Harm.RAISES
    claims = (Raises(MADE_AGAIN + r"|is None at the end of the", by="makes"),)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at tests around the creation of something with Variables."""
        layer = layer_made(site, context)
        made = None if layer is None else layer.name
        for name in sorted(context.names(site.node.func)):
            if _OTHERS.match(name):
                made = name.rpartition(".")[2]
        if made is None or context.function.name in ("build", "__init__"):
            return
        if is_made_at_each_call(site, context) or context.has_own_creator(site.block):
            return  # not late: it raises whenever it comes to that, or makes no Variable
        for around in outward(site.block):
            if not isinstance(around.node, (ast.If, ast.IfExp)):
                continue
            test = around.node.test
            if self._on_tensor(test, context):
                yield Proposal(
                    site.node,
                    f"`{made}` is created under a condition on a tensor: tracing fails, and every "
                    "later "
                    "call returns None",
                    "Create it before, outside of the condition.",
                )
                return
            found = _late(test, around.node, around.arm, context)
            if found is not None:
                reason, parameter = found
                yield Proposal(
                    site.node,
                    f"whether `{made}` is created depends on the argument `{parameter}`, which "
                    "differs from "
                    "call to call: a graph may create Variables on the first call only, and "
                    "raises later",
                    "Create everything that may be needed before the first call.",
                    reasons=(reason,),
                )
                return

    def _on_tensor(self, test: ast.expr, context: Context) -> bool:
        if context.tracing is None or not context.tracing.autograph:
            return False
        parts = test.values if isinstance(test, ast.BoolOp) else [test]
        return any(is_only(context.value(part), Kind.TENSOR) for part in parts)


def _late(
    test: ast.expr, node: ast.If | ast.IfExp, arm: str, context: Context
) -> tuple[Reason, str] | None:
    """The call that gives the tested argument another value, when that leads to late creation."""
    match test:
        case ast.Compare(left=key, ops=[ast.NotIn()]) if arm == "body":
            pass
        case ast.Compare(left=key, ops=[ast.In()]) if arm == "orelse":
            pass
        case _:
            return _late_branch(test, node, arm, context)
    if not isinstance(key, (ast.Name, ast.JoinedStr)):
        return None
    for name in sorted({n.id for n in walk(key) if isinstance(n, ast.Name)}):
        found = other_value(name, context.function, context, 3)
        if found is not None:
            return found, name
    return None


def _late_branch(
    test: ast.expr, node: ast.If | ast.IfExp, arm: str, context: Context
) -> tuple[Reason, str] | None:
    """A branch on an argument: it is late when an earlier call takes another one."""
    if not isinstance(test, (ast.Name, ast.Compare, ast.UnaryOp, ast.BoolOp)):
        return None
    parameters = {p.arg for p in context.function.parameters} - {context.function.self_name}
    asked = sorted({n.id for n in walk(test) if isinstance(n, ast.Name) and n.id in parameters})
    if len(asked) != 1 or not context.is_entry:
        return None
    inference = context.project.inference
    function = context.function
    outcomes: list[tuple[bool, CallSite]] = []
    for site in inference.callers.of(function):
        if context.project.tracing.is_traced(site.function):
            return None
        bound = inference.callers.arguments(site, function)
        given = bound.get(asked[0]) or default_of(function, asked[0])
        if not isinstance(given, ast.Constant):
            return None
        outcome = _outcome(test, asked[0], given.value, function)
        if outcome is None:
            return None
        outcomes.append((outcome, site))
    wanted = arm == "body"
    if len(outcomes) < 2 or outcomes[0][0] == wanted:
        return None
    for outcome, site in outcomes:
        if outcome == wanted and site.function is outcomes[0][1].function:
            path, line = site.function.module.path, site.node.lineno
            first = site.function.module.line_name(outcomes[0][1].node.lineno)
            text = f"this call comes after that of {first}, which takes another branch"
            return Reason(path, line, text), asked[0]
    return None


def _outcome(test: ast.expr, name: str, value: object, function: Function) -> bool | None:
    """What a test gives for a value of one argument; parts that ask whether something exists "
    "hold."""
    match test:
        case ast.Name(id=asked) if asked == name:
            return bool(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand) if not is_creation_guard(test, function):
            inner = _outcome(operand, name, value, function)
            return None if inner is None else not inner
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=asked)) if asked == name:
            return not value
        case ast.Compare(
            left=ast.Name(id=asked), ops=[op], comparators=[ast.Constant(value=other)]
        ):
            if asked == name and isinstance(op, ast.Eq):
                return bool(value == other)
            if asked == name and isinstance(op, ast.NotEq):
                return bool(value != other)
        case ast.BoolOp(op=ast.And(), values=values):
            mine = [v for v in values if any(isinstance(n, ast.Name) and n.id == name
                                             for n in walk(v))]  # fmt: skip
            rest = [v for v in values if v not in mine]
            if len(mine) == 1 and all(is_creation_guard(v, function) for v in rest):
                return _outcome(mine[0], name, value, function)
    return None


def other_value(name: str, function: Function, context: Context, depth: int) -> Reason | None:
    """The eager call that gives a parameter of a traced function a second value."""
    if depth == 0 or not context.project.tracing.is_traced(function):
        return None
    bindings = function.bindings.get(name, [])
    if len(bindings) != 1 or bindings[0].kind != "parameter":
        return None
    inference, graphs = context.project.inference, GraphCalls.of(context.project)
    first: object = None
    for site in inference.callers.of(function):
        given = inference.callers.arguments(site, function).get(name)
        if given is None:
            continue
        if context.project.tracing.is_traced(site.function):
            if isinstance(given, ast.Name):
                found = other_value(given.id, site.function, context, depth - 1)
                if found is not None:
                    return found
            continue
        if not context.project.tracing.runs_eagerly(site.function):
            continue  # perhaps it is part of the same trace
        if not graphs.runs_graph(site):
            continue  # which runs eagerly, and may create what it needs
        path, line = site.function.module.path, site.node.lineno
        value = inference.value(given, site.function)
        loops = loops_around(site.block)
        changes = {n for loop in loops for n in changing_names(loop)}
        if varying(value) is not None or (loops and reads_any(given, changes)):
            if all(isinstance(m, (Number, Text)) for m in members(value)):
                return Reason(path, line, f"`{name}` changes from call to call here")
            continue
        if isinstance(given, ast.Constant) and given.value is not None:
            if first is not None and given.value != first:
                return Reason(path, line, f"`{name}` is {given.value!r} here and {first!r} before")
            first = given.value
    return None
