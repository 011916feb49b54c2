"""TFL302."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.api.lookup import Doing, doing
from tflint.api.records import Effect
from tflint.change import Change
from tflint.claims import Output
from tflint.facts.effects.hidden_tensors import hides_tensors
from tflint.facts.effects.logged_tensors import shows_tensors
from tflint.facts.expressions.values import UNKNOWN, External, Number, members
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.messages import weighed
from tflint.syntax.model import CallSite, Module
from tflint.syntax.scopes import imported_as
from tflint.syntax.showing import as_written
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    import libcst as cst

_LOGGER_NAMES = frozenset({"logger", "log", "_logger", "LOGGER", "LOG", "_log", "_LOGGER"})


@register
class Logging(TracedRule):
    """Log calls run while the function is traced, not each time it is called.

    ## What it does

    Finds `logging`, `absl.logging`, `loguru` and logger objects at the levels people leave on
    (`info` and above), and `tqdm`, in code that becomes a graph. Of several in one
    function the first is reported, with the lines of the others.

    ## Why is this bad?

    The log line is written at the first call and at each retrace, with symbolic tensors in place
    of numbers; a log of a training run then shows one step. Measured on three calls of
    `logging.info`: three records in eager code, one in the graph. The first trace in a process that
    converts the `logging` module also takes about a second longer.

    ## Example

    ```python
    @tf.function
    def step(x):
        logging.info("loss %s", x)
        return x * 2
    ```

    Use instead:

    ```python
    @tf.function
    def step(x):
        return x * 2

    logging.info("loss %s", step(x))
    ```

    ## When it is fine

    `debug` calls, which the usual level silences in both modes; `warnings.warn` under the default
    filter, which shows a warning once in both modes (it is found in a file that calls
    `warnings.simplefilter("always")` at its top). A message that speaks of tracing itself marks
    traces, and one that shows no tensor, nothing that is worked out from one, and nothing that is known to
    change between calls (texts, shapes, settings) loses little: both are reported as information only, and
    so are messages of programs in graph mode (`tf.compat.v1.disable_eager_execution()`) and in files for
    TensorFlow 1, in which no code runs eagerly. A message before a `raise` or the end of the program is
    fine, and so is one without tensors in a tf.function that a script calls once.

    ## What confirm shows

    The records written at each call, eagerly and in the graph.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL302"
    name = "logging"
    summary = "Log calls in traced code run once per trace, not once per call"
    harm = Harm.SILENT
    sees_vain_handlers = True
    claims = (Output(logged=True),)
    is_fine_once = True
    fix = Applicability.UNSAFE
    calls_of = (Doing(Effect.LOGS, Effect.PROGRESS), {"warnings.warn"})
    call_names = knowledge.LOG_METHODS

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for loggers, warnings shown always, and progress bars."""
        names = context.names(site.node.func)
        if doing(names, Effect.LOGS) or _is_logger(site, context):
            called = as_written(site.node.func)
            shows = shows_tensors(site, context)
            proposal = Proposal(
                site.node,
                f"`{called}` logs once per trace, not once per call"
                + (", and shows symbolic tensors" if shows else ""),
                "Log outside the traced function what it returns, or use `tf.print`.",
                change=_in_graph(site, context) if shows else None,
            )
            yield from weighed(proposal, called, site, context)
        elif doing(names, Effect.PROGRESS):
            yield Proposal(
                site.node,
                "`tqdm` counts the steps of tracing, not those of the graph",
                "Put the progress bar around the loop that calls the traced function.",
            )
        elif "warnings.warn" in names and _always_shown(context.module):
            proposal = Proposal(
                site.node,
                "`warnings.warn` runs once per trace, though the filter asks for every warning",
                "Warn outside the traced function, or use `tf.print`.",
            )
            yield from weighed(proposal, "warnings.warn", site, context)


def _in_graph(site: CallSite, context: Context) -> Change | None:
    """The change to ``tf.print`` of a statement that only logs; a level as an argument stays in Python."""
    framework = imported_as(("tensorflow",), context.function)
    if framework is None or site.name == "log":
        return None
    if not isinstance(context.parent(site.node), ast.Expr):
        return None
    if any(hides_tensors(argument, context) for argument in site.node.args):
        return None
    return Change(partial(_as_operation, framework=framework))


def _as_operation(call: cst.Call, framework: str) -> cst.Call | None:
    from tflint.cst.operations import printed  # late: it imports libcst

    return printed(call, framework)


def _is_logger(site: CallSite, context: Context) -> bool:
    func = site.node.func
    return (
        isinstance(func, ast.Attribute)
        and func.attr in knowledge.LOG_METHODS
        and called_name(func.value) in _LOGGER_NAMES
        and context.value(func.value) == UNKNOWN
        and not context.is_result_used(site.node)
        and (func.attr != "log" or _is_level(site.node, context))
    )


def _is_level(call: ast.Call, context: Context) -> bool:
    """True where a call of ``log`` gives a level first, as the loggers of ``logging`` take it."""
    first = call.args[0] if call.args else None
    return first is not None and any(
        isinstance(member, Number)
        or (isinstance(member, External) and member.name.startswith(("logging.", "absl.logging.")))
        for member in members(context.value(first))
    )


def _always_shown(module: Module) -> bool:
    """True for a file that asks, at its top, to see every warning."""
    for name in ("simplefilter", "filterwarnings"):
        for site in module.calls.get(name, ()):
            first = site.node.args[0] if site.node.args else None
            if isinstance(first, ast.Constant) and first.value == "always":
                return site.function.is_module and site.block is None
    return False
