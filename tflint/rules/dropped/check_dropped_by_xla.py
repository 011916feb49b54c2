"""TFL405."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import ErrorDropped
from tflint.facts.checks import CHECKS, is_check
from tflint.facts.constants import is_optional
from tflint.facts.static_shapes import implies_unknown_shape
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.indexing import called_name
from tflint.syntax.model import CallSite
from tflint.syntax.path_conditions import conditions_around


@register
class CheckDroppedByXla(TracedRule):
    """A check in a function that XLA compiles never fails.

    ## What it does

    Finds `tf.debugging.assert_*`, `tf.Assert` and `tf.debugging.check_numerics` in functions under
    `tf.function(jit_compile=True)`, and in what they call.

    ## Why is this bad?

    XLA drops these checks. What eager code and a plain graph stop on goes through: the values are
    used as they are, an index out of range is moved into range, an integer divided by zero gives
    -1.

    ## Example

    ```python
    @tf.function(jit_compile=True)
    def root(x):
        tf.debugging.assert_non_negative(x)
        return tf.sqrt(x)
    ```

    Use instead:

    ```python
    @tf.function(jit_compile=True)
    def root(x):
        return tf.sqrt(x)

    def checked_root(x):
        tf.debugging.assert_non_negative(x)
        return root(x)
    ```

    ## When it is fine

    Checks of ranks, types and static shapes (`assert_rank`, `assert_shapes`), which run while
    tracing, and those made only where a shape is not static (`if tf.get_static_value(n) is None:`),
    which eager code never makes; and checks behind an option that is off unless someone
    asks for it (`if validate:` or `if self.validate:`, with `validate=False` among the parameters),
    where no call turns it on.

    ## What confirm shows

    An input on which eager code raises and the compiled function does not.

    ## References

    - [XLA: known issues](https://www.tensorflow.org/xla/known_issues)
    """

    code = "TFL405"
    name = "check-dropped-by-xla"
    summary = "XLA drops assertions and numeric checks"
    harm = Harm.SILENT
    claims = (ErrorDropped(),)
    calls_of = (CHECKS,)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for checks in compiled code."""
        if context.tracing is None or not context.tracing.jit_compile:
            return
        for name in sorted(context.names(site.node.func)):
            if is_check(name) and not (
                is_optional(site.node, site.block, context)
                or _is_of_ranks(site.node)
                or _is_for_open_shapes(site, context)
            ):
                yield Proposal(
                    site.node,
                    f"`{name.replace('tensorflow.', 'tf.', 1)}` is dropped by XLA "
                    "(`jit_compile=True`): it "
                    "never fails",
                    "Check outside of the compiled function.",
                )
                return


def _is_of_ranks(call: ast.Call) -> bool:
    """True for a comparison of a rank, which is known while tracing."""
    return any(
        isinstance(argument, ast.Call) and called_name(argument.func) == "rank"
        for argument in call.args
    )


def _is_for_open_shapes(site: CallSite, context: Context) -> bool:
    """True under a test that a shape is not known while tracing, where eager code checks nothing."""
    return any(
        implies_unknown_shape(test, outcome, context)
        for test, outcome in conditions_around(site.node, site.block, context.function)
    )
