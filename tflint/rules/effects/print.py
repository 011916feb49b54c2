"""TFL301."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.api.lookup import Doing, doing
from tflint.api.records import Effect
from tflint.change import Change
from tflint.claims import Output
from tflint.facts.effects.hidden_tensors import hides_tensors
from tflint.facts.effects.logged_tensors import shows_tensors
from tflint.facts.graphs.symbolic import may_print_in_graph
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.messages import weighed
from tflint.syntax.model import CallSite
from tflint.syntax.scopes import imported_as

if TYPE_CHECKING:
    import libcst as cst

_TENSORFLOW = ("tensorflow", "tensorflow.compat.v2")


@register
class Print(TracedRule):
    """A Python `print` runs while the function is traced, not each time it is called.

    ## What it does

    Finds `print`, `pprint` and writes to `sys.stdout` or `sys.stderr` in code that becomes a
    graph: functions under `tf.function`, functions that datasets trace, Keras `call`,
    `train_step`, losses and metrics, and every helper they call. Of several in one function the first
    is reported, with the lines of the others.

    ## Why is this bad?

    Tracing runs the Python code once to record TensorFlow operations. `print` is not one of them,
    so it prints at the first call (and at each retrace) and never again, and it shows symbolic
    tensors in place of numbers. Measured on three calls: three lines in eager code, one in the
    graph. In both branches of a condition on a tensor, both print.

    ## Example

    ```python
    @tf.function
    def step(x):
        print("loss", x)
        return x * 2
    ```

    Use instead:

    ```python
    @tf.function
    def step(x):
        tf.print("loss", x)
        return x * 2
    ```

    ## When it is fine

    Under `if tf.executing_eagerly():`, inside `tf.py_function` and `tf.numpy_function`, and as a
    marker of tracing itself: a message that speaks of tracing is reported as information only. So is
    one that shows no tensor, nothing that is worked out from one, and nothing that is known to change
    between calls (texts, shapes, settings), or what would be the same for each element of a dataset
    (`print("Parsing", path)`): once tells all. It is another matter where tensors decide whether it
    runs: in a branch, in a loop, or in what `tf.cond` and `tf.map_fn` are given.
    So are all messages of programs in graph mode (`tf.compat.v1.disable_eager_execution()`) and in files
    for TensorFlow 1, in which no code runs eagerly. A message before a `raise` or the end of the program
    is fine, and so is one without tensors in a tf.function that a script calls once. So is `print` by
    another name (`say = print`, a parameter, an attribute, `builtins.print`) that is given a tensor
    where AutoGraph acts: of such calls it makes prints of the graph, which come each time.

    ## What confirm shows

    The lines written at each call, eagerly and in the graph.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    - [tf.print](https://www.tensorflow.org/api_docs/python/tf/print)
    """

    code = "TFL301"
    name = "print"
    summary = "`print` in traced code runs once per trace, not once per call"
    harm = Harm.SILENT
    fix = Applicability.UNSAFE
    sees_vain_handlers = True
    claims = (Output(),)
    is_fine_once = True
    calls_of = (Doing(Effect.PRINTS), {"builtins.map"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for printing functions."""
        names = context.names(site.node.func)
        if "builtins.map" in names and site.node.args:
            names = context.names(site.node.args[0])
        printers = doing(names, Effect.PRINTS)
        if not printers or may_print_in_graph(site, context):
            return
        name = min(printers).removeprefix("builtins.")
        proposal = Proposal(
            site.node,
            f"`{name}` runs once per trace, not once per call"
            + (", and shows symbolic tensors" if shows_tensors(site, context) else ""),
            "Use `tf.print`, which is part of the graph.",
            change=_in_graph(site, name, context),
        )
        yield from weighed(proposal, name, site, context)


def _in_graph(site: CallSite, printer: str, context: Context) -> Change | None:
    """The change to ``tf.print`` of a line that only prints, where both take what is given."""
    framework = imported_as(_TENSORFLOW, context.function)
    if printer != "print" or framework is None:
        return None
    if not isinstance(context.parent(site.node), ast.Expr):
        return None
    if any(keyword.arg not in ("sep", "end") for keyword in site.node.keywords):
        return None
    if any(hides_tensors(argument, context) for argument in site.node.args):
        return None
    return Change(partial(_as_operation, framework=framework))


def _as_operation(call: cst.Call, framework: str) -> cst.Call | None:
    """The call of ``tf.print``, with texts taken apart: in them, tensors have no values."""
    import libcst as cst  # late: it takes longer to import than a file to check

    from tflint.cst.texts import arguments_apart

    arguments = arguments_apart(call)
    if arguments is None:
        return None
    return call.with_changes(
        func=cst.Attribute(cst.Name(framework), cst.Name("print")), args=arguments
    )
