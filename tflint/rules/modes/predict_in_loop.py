"""TFL901."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Slower
from tflint.facts.keras_models import is_model
from tflint.facts.loop_dependence import changing_names, filled_names, reads_any
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, loops_around
from tflint.syntax.trees import walk

_TRAINING = frozenset({"fit", "evaluate"})


@register
class PredictInLoop(EagerRule):
    """`Model.predict` is called on a small batch in a Python loop.

    ## What it does

    Finds `predict` of a Keras model in a loop over rows, batches or steps, also when the loop
    is around the function that calls it. `fit` and `evaluate` are found when they get one item of
    a loop over data.

    ## Why is this bad?

    `predict` builds a data pipeline, callbacks and a progress bar at each call. Measured on one
    row: 53 ms a call, against 1.8 ms for `model(x, training=False)` and 0.5 ms for
    `predict_on_batch`; one `predict` of 200 rows took 52 ms.

    ## Example

    ```python
    for row in rows:
        scores.append(model.predict(row[None]))
    ```

    Use instead:

    ```python
    scores = model.predict(rows)
    ```

    or, when the next input depends on the last result:

    ```python
    state = model(state[None], training=False)
    ```

    ## When it is fine

    One call over a whole dataset, and loops over models or epochs in which each call sees the same
    data.

    ## What confirm shows

    Milliseconds of `predict` against `model(x, training=False)` and `predict_on_batch`.

    ## References

    - [Model.predict and calling the model](https://keras.io/getting_started/faq/)
    """

    code = "TFL901"
    name = "predict-in-loop"
    summary = "`predict` on a small batch in a loop pays its overhead at each call"
    harm = Harm.COST
    claims = (Slower(),)
    call_names = frozenset({"predict", "fit", "evaluate"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for models asked once per item."""
        func = site.node.func
        if not isinstance(func, ast.Attribute) or not site.node.args:
            return
        if not is_model(func.value, context):
            return
        loops = loops_around(site.block)
        if loops:
            changing = changing_names(loops[0])
            data = changing | filled_names(loops[0])
            if reads_any(func.value, changing) or not reads_any(site.node.args[0], data):
                return
            if func.attr in _TRAINING and not _iterates_data(loops[0], site.node.args[0]):
                return
            reasons = context.project.repetition.why_site(site)
        else:
            if func.attr in _TRAINING or _is_made_here(func.value, site):
                return
            parameters = {p.arg for p in site.function.parameters} - {site.function.self_name}
            if not reads_any(site.node.args[0], _derived(parameters, site)):
                return
            reasons = context.project.repetition.why(site.function)
            if not reasons:
                return
        yield Proposal(
            site.node,
            f"`{func.attr}` is called once per item of a loop: its set-up costs more than a small batch",
            "Call it once on all the data, or use `model(x, training=False)` or `predict_on_batch`.",
            reasons=reasons,
        )


def _is_made_here(node: ast.expr, site: CallSite) -> bool:
    """True for a model that each run of the function makes: then the making costs more."""
    return isinstance(node, ast.Name) and any(
        binding.kind == "assign" and isinstance(binding.value, ast.Call)
        for binding in site.function.bindings.get(node.id, ())
    )


def _iterates_data(loop: ast.AST, argument: ast.expr) -> bool:
    """True when the argument is what the loop takes from its data, not an index or an epoch."""
    if not isinstance(loop, (ast.For, ast.AsyncFor)):
        return False
    if isinstance(loop.iter, ast.Call) and isinstance(loop.iter.func, ast.Name):
        if loop.iter.func.id in ("range", "zip"):
            return False
    targets = {part.id for part in walk(loop.target) if isinstance(part, ast.Name)}
    return isinstance(argument, ast.Name) and argument.id in targets


def _derived(names: set[str], site: CallSite) -> set[str]:
    """The names, and local ones computed from them before the call."""
    derived = set(names)
    for name, bindings in site.function.bindings.items():
        for binding in bindings:
            if binding.kind == "assign" and binding.value is not None:
                if reads_any(binding.value, derived):
                    derived.add(name)
    return derived
