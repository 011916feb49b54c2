"""TFL703."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Raises, TracesInOneCall
from tflint.facts.expressions.values import (
    FunctionValue,
    GraphFunction,
    Number,
    Partial,
    Value,
    members,
)
from tflint.facts.graphs.symbolic import deciding, is_symbolic, is_tested
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite, Function
from tflint.syntax.path_conditions import tests_around
from tflint.syntax.trees import walk


@register
class Recursion(TracedRule):
    """A function that becomes a graph calls itself.

    ## What it does

    Finds a `tf.function` that calls itself, and a plain helper in a graph that calls itself with
    tensors.

    ## Why is this bad?

    When a tensor decides where the recursion ends, the graph has to contain both branches, so the
    trace calls the function again and again until Python raises `RecursionError`. When a Python
    number decides, each number is traced anew: the first call costs one trace a level.

    ## Example

    ```python
    @tf.function
    def factorial(n):
        if n <= 1:
            return tf.constant(1)
        return n * factorial(n - 1)

    factorial(tf.constant(5))
    ```

    Use instead:

    ```python
    @tf.function
    def factorial(n):
        result = 1
        while n > 1:
            result *= n
            n -= 1
        return result

    factorial(tf.constant(5))
    ```

    ## When it is fine

    A plain helper that calls itself with a Python number or a smaller structure: it is unrolled
    into the one graph.

    ## What confirm shows

    The exception of the graph, or the number of traces after one call.

    ## References

    - [AutoGraph: limitations](https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md)
    """

    code = "TFL703"
    name = "recursion"
    summary = "A function that becomes a graph calls itself"
    harm = Harm.RAISES
    claims = (Raises("RecursionError|recursion depth", by="repeats"), TracesInOneCall())

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for calls of the function by itself."""
        function = context.function
        if site.name != function.name:
            yield from self._through_another(site, context)
            return
        if not _is_own(site.node.func, function):
            return
        callee = context.value(site.node.func)
        made = any(_runs(m, function) for m in members(callee) if isinstance(m, GraphFunction))
        plain = FunctionValue(function) in members(callee) or (
            FunctionValue(function, bound=True) in members(callee)
        )
        if not made and not plain:
            return
        given = [*site.node.args, *(keyword.value for keyword in site.node.keywords)]
        values = [context.symbol(argument) for argument in given]
        if not values or is_tested(site.node, site.block, context):
            return
        if _are_decided_by_tensors(site, context) and _tensors_decide(site, context):
            yield Proposal(
                site.node,
                f"`{function.name}` calls itself with tensors: tracing ends in RecursionError",
                "Write the recursion as a `while` loop.",
            )
        elif made and any(isinstance(value, Number) for value in values):
            yield Proposal(
                site.node,
                f"`{function.name}` calls itself with a Python number: the first call traces it "
                "once for each level",
                "Let a plain helper recurse, and make only the outermost call a `tf.function`.",
                harm=Harm.COST,
            )

    def _through_another(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for a function that calls back the one that calls it."""
        function = context.function
        if not isinstance(site.node.func, ast.Name):
            return
        for other in context.project.inference.callers.called(site):
            if other is not function and _calls_back(other, context) and _recurses(site, context):
                yield Proposal(
                    site.node,
                    f"`{function.name}` and `{other.name}` call each other with tensors: tracing "
                    "ends in RecursionError",
                    "Write the recursion as a `while` loop.",
                )
                return


def _calls_back(other: Function, context: Context) -> bool:
    """True for a traced function that calls the one looked at."""
    name, project = context.function.name, context.project
    return any(
        back.name == name
        and isinstance(back.node.func, ast.Name)
        and project.tracing.is_traced(other)
        and context.function in project.inference.callers.called(back)
        for back in other.calls
    )


def _recurses(site: CallSite, context: Context) -> bool:
    """True for a call with tensors that nothing but tensors decides about."""
    given = [*site.node.args, *(keyword.value for keyword in site.node.keywords)]
    return (
        bool(given)
        and all(is_symbolic(context.symbol(argument)) for argument in given)
        and not is_tested(site.node, site.block, context)
        and _tensors_decide(site, context)
    )


def _is_own(func: ast.expr, function: Function) -> bool:
    """True for a plain name, and for a method of the very object."""
    if isinstance(func, ast.Attribute):
        return isinstance(func.value, ast.Name) and func.value.id == function.self_name
    return isinstance(func, ast.Name)


def _are_decided_by_tensors(site: CallSite, context: Context) -> bool:
    """True for a call that gives a tensor for each parameter that says where the recursion ends."""
    given = context.project.inference.callers.arguments(site, context.function)
    tests = tests_around(site.node, site.block, context.function)
    asked = {part.id for test in tests for part in walk(test) if isinstance(part, ast.Name)}
    deciding_ones = [node for name, node in given.items() if name in asked] or [*given.values()]
    return bool(deciding_ones) and all(is_symbolic(context.symbol(n)) for n in deciding_ones)


def _tensors_decide(site: CallSite, context: Context) -> bool:
    """True when nothing but tensors says where the recursion ends."""
    tests = list(tests_around(site.node, site.block, context.function))
    return bool(tests) and all(deciding(test, context) is not None for test in tests)


def _runs(value: Value, function: Function) -> bool:
    while isinstance(value, (GraphFunction, Partial)):
        value = value.inner
    return isinstance(value, FunctionValue) and value.function is function
