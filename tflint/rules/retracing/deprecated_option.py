"""TFL108."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.api.releases import SINCE
from tflint.claims import Deprecated
from tflint.facts.graph_sites import GraphSite
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite

_OPTIONS = {
    "experimental_relax_shapes": "reduce_retracing",
    "experimental_compile": "jit_compile",
}
_SWITCH = "tensorflow.config.run_functions_eagerly"


@register
class DeprecatedOption(EagerRule):
    """An option of tf.function has an old, experimental name.

    ## What it does

    Finds `experimental_relax_shapes` and `experimental_compile` among the options of
    `tf.function`, and `tf.config.experimental_run_functions_eagerly`.

    ## Why is this bad?

    The old names do what `reduce_retracing`, `jit_compile` and `tf.config.run_functions_eagerly`
    do, are marked as deprecated, and may go. TensorFlow warns of the old options only until the
    program has run its first operation.

    ## Example

    ```python
    @tf.function(experimental_relax_shapes=True)
    def total(x):
        return tf.reduce_sum(x)
    ```

    Use instead:

    ```python
    @tf.function(reduce_retracing=True)
    def total(x):
        return tf.reduce_sum(x)
    ```

    ## When it is fine

    Code that must run with TensorFlow before 2.5 (`jit_compile`) or 2.9 (`reduce_retracing`). It is not
    reported in projects that say so, in their requirements, lock files or `pyproject.toml`.

    ## What confirm shows

    TensorFlow's own warning, which confirm has it give in any case.

    ## References

    - [tf.function](https://www.tensorflow.org/api_docs/python/tf/function)
    """

    code = "TFL108"
    name = "deprecated-option"
    summary = "An option of `tf.function` has a newer name"
    harm = Harm.COST
    once_for = "file"
    claims = (Deprecated(),)
    call_names = frozenset({"experimental_run_functions_eagerly"})

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at the options of one tf.function."""
        for old, expression in site.value.options:
            if old in _OPTIONS and site.value.module is context.module:
                new = f"tensorflow.function.{_OPTIONS[old]}"
                if context.project.versions.lack(new):
                    continue
                yield Proposal(
                    expression,
                    f"`{old}` is the old name of what TensorFlow {SINCE[new]} and later call "
                    f"`{_OPTIONS[old]}`: it still works, and does the same",
                    f"Write `{_OPTIONS[old]}`.",
                    kind=EntryKind.EAGER,
                )

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at the old name of the switch, where there is something to switch."""
        names = context.names(site.node.func)
        if "tensorflow.config.experimental_run_functions_eagerly" not in names:
            return
        if context.project.versions.lack(_SWITCH):
            return
        if context.project.tracing.graph_sites:
            yield Proposal(
                site.node,
                "`experimental_run_functions_eagerly` is the old name of what TensorFlow "
                f"{SINCE[_SWITCH]} and later call `run_functions_eagerly`: it still works, and does "
                "the same",
                "Write `tf.config.run_functions_eagerly`.",
            )
