"""TFL406."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Gradient
from tflint.facts.expressions.attribute_stores import attribute_stores
from tflint.finding import Harm, Reason
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite, Function
from tflint.syntax.scopes import holder_of
from tflint.syntax.showing import as_written

_WATCH = "tensorflow.GradientTape.watch"


@register
class WatchOnCallersTape(TracedRule):
    """A tensor is watched inside a graph, on a tape that the caller opened.

    ## What it does

    Finds `tape.watch(x)` in code that becomes a graph, on a `tf.GradientTape` that was opened in
    eager code and comes as an argument, from an enclosing function, or in an attribute.

    ## Why is this bad?

    The tape watches the symbolic tensor of the trace, not the tensor that the caller has. Eager
    code gets a gradient; with the graph `tape.gradient` returns None and says nothing.

    ## Example

    ```python
    @tf.function
    def square(tape, x):
        tape.watch(x)
        return x * x

    with tf.GradientTape() as tape:
        y = square(tape, x)
    tape.gradient(y, x)
    ```

    Use instead:

    ```python
    @tf.function
    def square(x):
        return x * x

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = square(x)
    tape.gradient(y, x)
    ```

    ## When it is fine

    A tape that is opened and asked for its gradient in the same traced function, and Variables,
    which are watched by themselves.

    ## What confirm shows

    What the caller's tape gives for the function's arguments: a gradient after the eager call,
    None after that of the graph.

    ## References

    - [tf.GradientTape](https://www.tensorflow.org/api_docs/python/tf/GradientTape#watch)
    """

    code = "TFL406"
    name = "watch-on-callers-tape"
    summary = "`tape.watch` in a graph has no effect on a tape opened outside"
    harm = Harm.SILENT
    claims = (Gradient(),)
    call_names = frozenset({"watch"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for ``watch``."""
        func = site.node.func
        if site.name != "watch" or not isinstance(func, ast.Attribute):
            return
        if _WATCH not in context.names(func):
            return
        match func.value:
            case ast.Name(id=name):
                opened = _opened_outside(name, context.function, context, 4)
            case ast.Attribute(value=ast.Name(), attr=attr):
                opened = _kept_outside(attr, context)
            case _:
                return
        if opened is not None:
            yield Proposal(
                site.node,
                f"`{as_written(func.value)}` was opened outside of the graph: it watches the symbolic "
                "tensor, and "
                "the caller's gradient is None",
                "Watch in the function that opens the tape, or open the tape here.",
                reasons=(opened,),
            )


def _opened_outside(name: str, function: Function, context: Context, depth: int) -> Reason | None:
    """Where eager code opens the tape that a name stands for; None when traced code opens it."""
    holder = holder_of(name, function)
    if holder is None or depth == 0:
        return None
    tracing = context.project.tracing
    bindings = holder.bindings.get(name, [])
    if all(binding.kind == "parameter" for binding in bindings):
        if not tracing.is_traced(holder):
            return None
        inference = context.project.inference
        found: Reason | None = None
        for site in inference.callers.of(holder):
            given = inference.callers.arguments(site, holder).get(name)
            if not isinstance(given, ast.Name):
                return None
            if not tracing.is_traced(site.function):
                text = "eager code passes its tape here"
                found = found or Reason(site.function.module.path, site.node.lineno, text)
            else:
                above = _opened_outside(given.id, site.function, context, depth - 1)
                if above is None:
                    return None
                found = found or above
        return found
    if tracing.is_traced(holder) or (holder.is_module and len(bindings) > 1):
        return None
    for binding in bindings:
        if binding.kind == "with":
            line = getattr(binding.node, "lineno", 1)
            return Reason(holder.module.path, line, f"`{name}` is opened here, in eager code")
    return None


def _kept_outside(attr: str, context: Context) -> Reason | None:
    """Where eager code opens the tape that it keeps in an attribute; None where traced code may do so."""
    found: Reason | None = None
    for store in context.project.remember(attribute_stores).get(attr, ()):
        value, node = store.binding.value, store.binding.node
        if isinstance(value, ast.Constant) and value.value is None:
            continue
        if store.binding.kind != "with" or context.project.tracing.is_traced(store.function):
            return None
        text = f"`{as_written(store.node)}` is opened here, in eager code"
        path = store.function.module.path
        found = found or Reason(path, getattr(node, "lineno", 1), text)
    return found
