"""TFL309."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.claims import AnyDifference, Effects, HandlerSkipped
from tflint.facts.effects.side_effects import effect_of
from tflint.facts.expressions.values import ExternalInstance, Instance, members
from tflint.facts.order.lifetimes import outlives
from tflint.facts.programs.nondeterminism import reads_clock
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block, Function
from tflint.syntax.showing import as_written
from tflint.syntax.words import has_word

_MANAGERS = re.compile(
    r"^(?:contextlib\.(?:redirect_stdout|redirect_stderr|chdir)|cProfile\.Profile|profile\.Profile"
    r"|threading\.(?:Lock|RLock|Semaphore|BoundedSemaphore|Condition)|multiprocessing\.(?:Lock|RLock)"
    r"|tempfile\.(?:TemporaryDirectory|NamedTemporaryFile|TemporaryFile)|tracemalloc\.\w+"
    r"|codetiming\.Timer|alive_progress\.alive_bar|warnings\.catch_warnings"
    r"|numpy\.(?:errstate|printoptions)|decimal\.localcontext|pyinstrument\.Profiler)$"
)
_LOCKS = frozenset({"lock", "rlock", "semaphore"})
_DEEPEST = 2


@register
class TryFinallyOrExceptionSideEffect(TracedRule):
    """Set-up and clean-up around operations happens while tracing, not around their run.

    ## What it does

    Finds two things in code that becomes a graph: `with` statements over context managers that
    time, log, count, lock or redirect (classes of the project whose `__enter__` or `__exit__` does
    so, and well-known ones such as `threading.Lock` and `cProfile.Profile`), and calls in `finally`
    or `except` to such an object (`lock.release()`, `profiler.disable()`).

    ## Why is this bad?

    `with` and `try` stand around the recording of operations, not around their run. The clean-up
    is done once, when the function has been traced, and an error of the graph that comes later does
    not bring it back: measured with a counter in `finally` on three calls, two of which fail: 3 in
    eager code, 1 with the graph. A lock is open again before the first operation runs.

    ## Example

    ```python
    class Timer:
        def __enter__(self):
            self.start = time.perf_counter()

        def __exit__(self, *error):
            print(time.perf_counter() - self.start)

    @tf.function
    def step(x):
        with Timer():
            return tf.linalg.inv(x)
    ```

    Use instead:

    ```python
    class Timer:
        def __enter__(self):
            self.start = time.perf_counter()

        def __exit__(self, *error):
            print(time.perf_counter() - self.start)

    @tf.function
    def step(x):
        return tf.linalg.inv(x)

    def timed(x):
        with Timer():
            return step(x)
    ```

    ## When it is fine

    `tf.GradientTape`, `tf.name_scope`, `tf.device` and their like, which speak to the graph;
    context managers around the call of the traced function; `finally` that cleans up after tracing
    on purpose; what a cache lets run once, in eager code too. What else goes wrong in `finally` (a
    print, a counter, a clock) has its own rules.

    ## What confirm shows

    What is printed and which objects change as the line runs, at each call, eagerly and in the graph;
    of a handler, inputs with which eager code reaches it and the graph does not.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL309"
    name = "try-finally-or-exception-side-effect"
    summary = "Timing, logging and clean-up around operations happens while tracing only"
    harm = Harm.SILENT
    claims = (Effects(), HandlerSkipped(), AnyDifference())
    is_fine_once = True
    sees_vain_handlers = True
    statements = (ast.With, ast.AsyncWith, ast.Expr)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at ``with``, and at calls in ``finally`` and ``except``."""
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                what = _effect(item.context_expr, context)
                if what is not None:
                    yield Proposal(
                        item.context_expr,
                        f"`{as_written(item.context_expr)}` {what} while the function is traced, "
                        "not while the graph runs",
                        "Put it around the call of the traced function.",
                    )
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            arm = _clean_up(block)
            if arm is not None and _speaks_outside(node.value, context):
                when = (
                    "when the function has been traced, not when the graph has run or failed"
                    if arm == "finalbody"
                    else "for errors of tracing only, not for those of the graph"
                )
                yield Proposal(
                    node,
                    f"`{as_written(node.value.func)}` in `{_WORDS[arm]}` runs {when}",
                    "Put the `try` around the call of the traced function.",
                )


_WORDS = {"finalbody": "finally", "handlers": "except"}


def _effect(node: ast.expr, context: Context) -> str | None:
    """What entering or leaving a context manager does besides; None when nothing is seen."""
    for member in members(context.value(node)):
        if isinstance(member, ExternalInstance) and _MANAGERS.match(member.name):
            if has_word(member.name, _LOCKS):
                return "locks"
            return "acts"
        if isinstance(member, Instance):
            for name in ("__enter__", "__exit__"):
                found = context.project.inference.instance_attribute(member.definition, name)
                for method in context.project.inference.functions_in(found):
                    what = _does(method, context, _DEEPEST)
                    if what is not None:
                        return what
    if isinstance(node, ast.Call):
        for name in context.names(node.func):
            if _MANAGERS.match(name):
                return "acts"
    return None


def _does(function: Function, context: Context, depth: int) -> str | None:
    """What a method does that is no TensorFlow operation."""
    if context.project.tracing.is_traced(function):
        return None
    inside = Context(context.project, function, None)
    for site in function.calls:
        names = inside.names(site.node.func)
        if reads_clock(site.node, names):
            return "takes the time"
        if doing(names, Effect.PRINTS, Effect.LOGS):
            return "prints"
        if effect_of(site, inside) is not None:
            return "acts"
        if depth:
            for called in context.project.inference.callers.called(site):
                found = _does(called, context, depth - 1)
                if found is not None:
                    return found
    if any(store.binding.kind == "augment" for store in function.stores):
        return "counts"
    return None


def _clean_up(block: Block | None) -> str | None:
    """``finalbody`` or ``handlers`` when a line stands in one."""
    while block is not None:
        if isinstance(block.node, ast.Try) and block.arm in _WORDS:
            return block.arm
        block = block.parent
    return None


def _speaks_outside(call: ast.Call, context: Context) -> bool:
    """True for a method of a lock, profiler or the like from outside."""
    func = call.func
    if not isinstance(func, ast.Attribute) or not outlives(func.value, context):
        return False
    return any(
        isinstance(member, ExternalInstance) and _MANAGERS.match(member.name)
        for member in members(context.value(func.value))
    )
