"""TFL108."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.api.releases import SINCE
from tflint.change import Change
from tflint.claims import Deprecated
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.finding import Applicability, EntryKind, Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Module
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    import libcst as cst

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
    reported in projects that say so, in their requirements, lock files or `pyproject.toml`, and is
    information in those that do not say which TensorFlow they need.

    ## What confirm shows

    TensorFlow's own warning, which confirm has it give in any case.

    ## References

    - [tf.function](https://www.tensorflow.org/api_docs/python/tf/function)
    """

    code = "TFL108"
    name = "deprecated-option"
    summary = "An option of `tf.function` has a newer name"
    harm = Harm.COST
    fix = Applicability.SAFE
    once_for = "file"
    claims = (Deprecated(),)
    call_names = frozenset({"experimental_run_functions_eagerly"})

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at the options of one tf.function."""
        for old, expression in site.value.options:
            if old in _OPTIONS and _stands_in(context.module, expression):
                new = f"tensorflow.function.{_OPTIONS[old]}"
                if context.project.versions.lack(new):
                    continue
                yield Proposal(
                    expression,
                    f"`{old}` is the old name of what TensorFlow {SINCE[new]} and later call "
                    f"`{_OPTIONS[old]}`: it still works, and does the same",
                    f"Write `{_OPTIONS[old]}`.",
                    kind=EntryKind.EAGER,
                    information=_why_information(new, context),
                    change=_renamed(old, expression, site.node),
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
                information=_why_information(_SWITCH, context),
                change=Change(_with_new_switch),
            )


def _stands_in(module: Module, option: ast.expr) -> bool:
    """True for an option of a call in a file: a decorator may be made elsewhere, for several files."""
    return any(
        keyword.value is option
        for sites in module.calls.values()
        for site in sites
        for keyword in site.node.keywords
    )


def _why_information(name: str, context: Context) -> str:
    """Why an old name is information, unless the new one is there wherever the project asks to run."""
    if context.project.versions.have(name):
        return ""
    return (
        "an earlier TensorFlow may run this, which has the old name alone; "
        f"`tensorflow>={SINCE[name]}` in the requirements makes it count"
    )


def _renamed(old: str, value: ast.expr, site: ast.expr) -> Change | None:
    """The change where the option stands in the code that makes the tf.function, as a keyword."""
    for call in walk(site):
        if isinstance(call, ast.Call):
            if any(keyword.arg == old and keyword.value is value for keyword in call.keywords):
                return Change(partial(_with_new_name, old=old), call)
    return None


def _with_new_name(call: cst.Call, old: str) -> cst.Call:
    arguments = [
        argument.with_deep_changes(argument.keyword, value=_OPTIONS[old])
        if argument.keyword is not None and argument.keyword.value == old
        else argument
        for argument in call.args
    ]
    return call.with_changes(args=arguments)


def _with_new_switch(call: cst.Call) -> cst.Call | None:
    import libcst as cst  # late: it takes longer to import than a file to check

    if not isinstance(call.func, cst.Attribute):
        return None  # a name that was imported
    return call.with_deep_changes(call.func.attr, value="run_functions_eagerly")
