"""TFL502."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.change import Change
from tflint.claims import Frozen
from tflint.facts.effects.seeds import only_seeds
from tflint.facts.programs.nondeterminism import CLOCKS, reads_clock
from tflint.facts.shapes.number_uses import use_of_number
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite
from tflint.syntax.scopes import imported_as
from tflint.syntax.showing import as_written

if TYPE_CHECKING:
    import libcst as cst


@register
class WallClock(TracedRule):
    """A clock read in traced code shows when the function was traced.

    ## What it does

    Finds `time.time`, `time.perf_counter`, `datetime.now` and their like in code that becomes a
    graph.

    ## Why is this bad?

    The clock is read while the function is traced, and what it showed is a constant of the graph: a
    time stamp never moves, and a duration is that of tracing, not of the work. Measured on
    three calls a hundredth of a second apart: three times in eager code, one in the graph.

    ## Example

    ```python
    @tf.function
    def step(x):
        start = time.perf_counter()
        y = tf.linalg.inv(x)
        return y, time.perf_counter() - start
    ```

    Use instead:

    ```python
    @tf.function
    def step(x):
        start = tf.timestamp()
        y = tf.linalg.inv(x)
        with tf.control_dependencies([y]):
            return y, tf.timestamp() - start
    ```

    ## When it is fine

    Around the call of the traced function, under `if tf.executing_eagerly():`, and where a test lets it run
    once, in eager code too (`if key in cache: return cache[key]`). A number that only seeds operations
    which draw anew at each call (`tf.image.random_crop(x, size, seed=int(time.time()))`).

    ## What confirm shows

    What the function returns at each call, while Python's clocks move on by a day and some from
    one call to the next: another time eagerly, the first one for ever in the graph.

    ## References

    - [tf.timestamp](https://www.tensorflow.org/api_docs/python/tf/timestamp)
    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL502"
    name = "wall-clock"
    summary = "A clock read in traced code stands still in the graph"
    harm = Harm.SILENT
    claims = (Frozen(),)
    is_fine_once = True
    fix = Applicability.UNSAFE
    calls_of = (CLOCKS, {"numpy.datetime64"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for clocks."""
        read = reads_clock(site.node, context.names(site.node.func))
        if read is None or only_seeds(site.node, context):
            return
        yield Proposal(
            site.node,
            f"`{as_written(site.node.func)}()` is read once per trace: the graph keeps the time "
            "of tracing",
            "Use `tf.timestamp`, or read the clock around the call of the traced function.",
            change=_in_graph(site.node, read, context),
            alike="clock",
        )


def _in_graph(call: ast.Call, clock: str, context: Context) -> Change | None:
    """The change to ``tf.timestamp``, of the dtype of the tensors that it is combined with.

    None where it is computed with before: a float32 is too coarse for the difference of two times.
    """
    framework = imported_as(("tensorflow",), context.function)
    if clock != "time.time" or framework is None:
        return None
    use = use_of_number(call, framework, context)
    if use is None or (use.dtype and use.is_computed_with):
        return None
    return Change(partial(_as_operation, clock=clock, framework=framework, dtype=use.dtype))


def _as_operation(
    call: cst.Call, clock: str, framework: str, dtype: str
) -> cst.BaseExpression | None:
    from tflint.cst.operations import drawn  # late: it imports libcst

    return drawn(call, clock, framework, dtype)
