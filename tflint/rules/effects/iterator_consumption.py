"""TFL306."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import AnyDifference, Frozen, Output, State
from tflint.facts.expressions.values import Container, ExternalInstance, Instance, Value, members
from tflint.facts.order.lifetimes import outlives, root_name
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block, CallSite, Class, Function
from tflint.syntax.scopes import holder_of
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_HELP = "Pass the next item in as an argument, or iterate over a `tf.data.Dataset`."
_DRAINERS = frozenset(
    f"builtins.{name}"
    for name in ("list", "tuple", "set", "sum", "max", "min", "sorted", "any", "all", "enumerate",
                 "zip", "map", "filter")
) | {"itertools.islice", "itertools.chain", "numpy.fromiter", "tensorflow.stack"}  # fmt: skip
_FILE = ExternalInstance("builtins.file")
_DEEPEST = 4


@register
class IteratorConsumption(TracedRule):
    """A Python iterator read in traced code moves on once per trace.

    ## What it does

    Finds `next(it)`, loops over `it` and calls such as `list(it)` in code that becomes a graph,
    when `it` is a Python iterator or generator that was there before the call: a global, a variable
    of an enclosing function, an attribute, or an argument.

    ## Why is this bad?

    Taking an item is Python's work, so it is done while tracing; the item becomes a constant of the
    graph and every later call sees it again. Measured on three calls: three items in eager code,
    the first item three times in the graph. A generator passed as an argument behaves the same.
    Iterators made by `Dataset.as_numpy_iterator` raise `AttributeError` in a graph.

    ## Example

    ```python
    scales = iter([1.0, 2.0, 3.0])

    @tf.function
    def step(x):
        return x * next(scales)
    ```

    Use instead:

    ```python
    scales = iter([1.0, 2.0, 3.0])

    @tf.function
    def step(x, scale):
        return x * scale

    step(x, tf.constant(next(scales)))
    ```

    ## When it is fine

    Iterators of `tf.data` (`iter(dataset)`), which the graph moves on, also as arguments; iterators
    and generators made inside the call; lists and `range` objects, which looping does not use up.

    ## What confirm shows

    How far the iterator has come and what the function returns, after each call, eagerly and in the
    graph.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL306"
    name = "iterator-consumption"
    summary = "A Python iterator from outside is read once per trace, not once per call"
    harm = Harm.SILENT
    claims = (State(), Output(), Frozen(), AnyDifference())
    calls_of = ({"builtins.next"}, _DRAINERS)
    call_names = frozenset({"__next__"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``next`` and for functions that drain what they are given."""
        names = context.names(site.node.func)
        func = site.node.func
        if "builtins.next" in names and site.node.args:
            yield from self._report(site.node, site.node.args[0], context, "moves on")
        elif isinstance(func, ast.Attribute) and func.attr == "__next__":
            yield from self._report(site.node, func.value, context, "moves on")
        elif names & _DRAINERS:
            for argument in site.node.args:
                if isinstance(argument, (ast.Name, ast.Attribute)):
                    yield from self._report(site.node, argument, context, "is used up")

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for loops, also those of comprehensions."""
        if isinstance(node, ast.For):
            yield from self._report(node.iter, node.iter, context, "is used up")
        elif context.function.has_comprehensions and not hasattr(node, "body"):
            for part in walk(node):
                if isinstance(part, ast.comprehension):
                    yield from self._report(part.iter, part.iter, context, "is used up")

    def _report(
        self, node: ast.expr, iterator: ast.expr, context: Context, what: str
    ) -> Iterator[Proposal]:
        if not isinstance(iterator, (ast.Name, ast.Attribute, ast.Subscript)):
            return
        if not _is_python_iterator(context.value(iterator)):
            return
        if not _is_from_outside(iterator, context, _DEEPEST):
            return
        shown = as_written(iterator)
        if _kinds(context.value(iterator)) == {"numpy iterator"}:
            yield Proposal(
                node,
                f"`{shown}` gives NumPy arrays, which a graph has none of: reading it here raises "
                "`AttributeError`",
                "Iterate over the dataset itself, or pass the next item in as an argument.",
                harm=Harm.RAISES,
            )
        else:
            yield Proposal(
                node,
                f"`{shown}` is a Python iterator: it {what} once per trace, and "
                "every call of the graph sees the same item again",
                _HELP,
            )


def _kinds(value: Value) -> set[str]:
    return {m.kind for m in members(value) if isinstance(m, Container)}


def _is_python_iterator(value: Value) -> bool:
    found = members(value)
    return any(
        (isinstance(m, Container) and m.kind in ("generator", "numpy iterator"))
        or (isinstance(m, Instance) and _counts_itself(m.definition))
        or m == _FILE
        for m in found
    ) and all(isinstance(m, (Container, Instance, ExternalInstance)) for m in found)


def _counts_itself(definition: Class) -> bool:
    """True for an iterator class whose ``__next__`` moves a position of its own."""
    method = definition.methods.get("__next__")
    return method is not None and any(
        store.binding.kind == "augment" and isinstance(store.node.value, ast.Name)
        for store in method.stores
    )


def _is_from_outside(node: ast.expr, context: Context, depth: int) -> bool:
    """True for an iterator that was there before the trace."""
    if outlives(node, context):
        return True
    root = root_name(node)
    function = context.function
    if root is None or depth == 0 or holder_of(root.id, function) is not function:
        return False
    bindings = function.bindings[root.id]
    if any(binding.kind != "parameter" for binding in bindings):
        return False
    return any(
        _is_given(root.id, site, function, context, depth)
        for site in context.project.inference.callers.of(function)
    )


def _is_given(name: str, site: CallSite, function: Function, context: Context, depth: int) -> bool:
    """True when a call hands a parameter an iterator that lives longer than the trace."""
    inference = context.project.inference
    given = inference.callers.arguments(site, function).get(name)
    if given is None or not _is_python_iterator(inference.value(given, site.function)):
        return False
    traced = context.project.tracing.nearest(site.function)
    if traced is None:
        return isinstance(given, (ast.Name, ast.Attribute, ast.Subscript))
    if not isinstance(given, (ast.Name, ast.Attribute, ast.Subscript)):
        return False
    return _is_from_outside(given, Context(context.project, site.function, traced), depth - 1)
