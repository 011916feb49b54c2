"""TFL102."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import MadeAnew
from tflint.facts.effects.hoisting import before_loop, to_attribute, to_module
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.facts.graphs.repetition import loop_reason
from tflint.facts.order.graph_function_lifetimes import (
    Fate,
    captured,
    fate_of,
    is_cached,
    works_with_new_object,
)
from tflint.facts.order.lifetimes import root_name
from tflint.facts.programs.loop_dependence import changing_names
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import loops_around
from tflint.syntax.trees import walk


@register
class FunctionCreatedInLoop(EagerRule):
    """A tf.function is made in a loop, or made and called on the spot in code that runs repeatedly.

    ## What it does

    Finds `tf.function(...)`, and definitions it decorates, in the body of a loop, when what is made
    is called once in the same turn and then dropped; and `tf.function(f)(x)` in functions that a
    loop calls. So is what is handed to `Dataset.map` and its like, which trace it at once.

    ## Why is this bad?

    Each tf.function has its own cache of traces, so a new one traces again at its first call.
    Measured: `tf.function(lambda ...)(x)` costs 5.1 ms a call against 0.23 ms for one that is kept
    and 0.05 ms without a graph.

    ## Example

    ```python
    for x in batches:
        tf.function(loss)(x)
    ```

    Use instead:

    ```python
    graph_loss = tf.function(loss)
    for x in batches:
        graph_loss(x)
    ```

    ## When it is fine

    One tf.function per model or closure that is kept (in a list, an attribute) or called in an inner
    loop and works with what the outer loop changes; factories under `functools.lru_cache`.

    ## What confirm shows

    Traces counted at the place where the function is defined, call by call.

    ## References

    - [Rules of tracing](https://www.tensorflow.org/guide/function#rules_of_tracing)
    """

    code = "TFL102"
    name = "function-created-in-loop"
    summary = "A tf.function made in a loop traces anew at each turn"
    harm = Harm.COST
    claims = (MadeAnew(),)
    fix = Applicability.UNSAFE

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at where the tf.function is made and what becomes of it."""
        if context.tracing is not None or is_cached(site, context):
            return
        fate = fate_of(site, context)
        loops = loops_around(site.block)
        if loops:
            if works_with_new_object(site, context):
                return
            if fate in (Fate.CALLED_ON_THE_SPOT, Fate.CALLED_ONCE) or (
                fate is Fate.CALLED_IN_INNER_LOOP and not _works_with_the_loop(site, loops)
            ):
                yield Proposal(
                    site.node,
                    "a new tf.function is made at each turn of the loop, and traced anew at its first call",
                    "Make it once, before the loop.",
                    reasons=(loop_reason(context.function, loops[0]),),
                    change=before_loop(site.node, loops[-1], context),
                )
            return
        if fate is Fate.CALLED_ON_THE_SPOT:
            why = context.project.repetition.why(context.function)
            if why:
                yield Proposal(
                    site.node,
                    "a tf.function is made and called on the spot in code that runs repeatedly: it is "
                    "traced at each run",
                    "Make it once, outside, and call that.",
                    reasons=why,
                    change=to_module(site.node, context, has_state=False)
                    or to_attribute(site.node, context, has_state=False),
                )


def _works_with_the_loop(site: GraphSite, loops: list[ast.AST]) -> bool:
    """True when what goes into the tf.function may be something else at each turn."""
    read = captured(site)
    return any(
        bool(read & changing_names(loop)) or bool(read & _changed_objects(loop)) for loop in loops
    )


def _changed_objects(loop: ast.AST) -> set[str]:
    """Names of objects whose attributes a loop assigns."""
    roots = (
        root_name(part)
        for part in walk(loop)
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
    )
    return {root.id for root in roots if root is not None}
