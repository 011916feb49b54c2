"""TFL103."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.claims import MadeAnew
from tflint.facts.effects.hoisting import to_attribute, to_module
from tflint.facts.expressions.values import GraphFunction, members
from tflint.facts.graphs.graph_sites import GraphSite, display
from tflint.facts.keras.model_calls_in_loops import runs_few_times
from tflint.facts.order.graph_function_lifetimes import (
    Fate,
    captured,
    fate_of,
    fate_of_value,
    is_cached,
    varies_with_its_loop,
    varies_with_loops_around,
    worked_with,
    works_with_new_object,
)
from tflint.finding import Applicability, Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.rules.information import ONLY_PERHAPS_AGAIN
from tflint.syntax.model import CallSite, loops_around

_FEW_RUNS = 2
"""Runs of a function, as one for the data of the training and one for that of the test, which trace only
once more than need be."""


@register
class FunctionCreatedPerCall(EagerRule):
    """A tf.function is defined inside a function that is called repeatedly, and not kept.

    ## What it does

    Finds tf.functions made inside a function or method, called there and dropped, when a loop calls
    that function again and again, or `map` and its like do: in the same file or another, directly or
    through others; and those
    that a factory returns to a loop that calls them on the spot (`make_step()(x)`), or hands them to what
    does. What a dataset maps, filters or reduces with is called there, too: a dataset traces it at once and
    keeps the graph. A property that returns one is such a factory, too (`self.step(x)`). All that a factory
    makes for such a call, as one in each arm of an `if`, is one finding.

    ## Why is this bad?

    Each run makes a new tf.function with an empty cache and traces it again: tens to hundreds of
    milliseconds at every step, and TensorFlow's own retracing warning may not appear, since each
    function object is traced once only. Measured: 20 datasets mapped with a new tf.function of 200
    operations each took 2.8 times as long as with one that is kept.

    ## Example

    ```python
    def train_step(x):
        @tf.function
        def step(x):
            return x * 2

        return step(x)

    for x in batches:
        train_step(x)
    ```

    Use instead:

    ```python
    @tf.function
    def step(x):
        return x * 2

    for x in batches:
        step(x)
    ```

    ## When it is fine

    Factories whose result is kept, `__init__` of an object made once, functions that run once, and
    code that is itself traced. Also a function made for each of several models and called in an
    inner loop, unless the same models take their turns again and again, or made by the constructor of
    the object that it works with. Where only a loop in a test
    is known to run it, or a program comes to it twice at most, as far as is known
    (`for part in (train, test):`), the finding is information only. So it is where no loop is known, but a
    decorator that nobody knows hands the function to what may call it for each request
    (`@server.route("/predict")`; those of Flask, FastAPI and their like do), or it is a public one that
    takes something and that no code at hand calls, as those of a library.

    ## What confirm shows

    Traces counted at the place where the function is defined, call by call.

    ## References

    - [Rules of tracing](https://www.tensorflow.org/guide/function#rules_of_tracing)
    """

    code = "TFL103"
    name = "function-created-per-call"
    summary = "A tf.function defined in a function that runs repeatedly is traced at each run"
    harm = Harm.COST
    claims = (MadeAnew(),)
    fix = Applicability.UNSAFE

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at where the tf.function is made and who runs that."""
        holder = context.function
        if holder.is_module or context.tracing is not None or loops_around(site.block):
            return
        if is_cached(site, context) or works_with_new_object(site, context):
            return
        fate = fate_of(site, context)
        why, is_known = _why(site, fate, context), True
        if not why:
            why, is_known = _why_perhaps(site, fate, context), False
        if fate is Fate.CALLED_ON_THE_SPOT or not why:
            return
        if fate is Fate.CALLED_IN_INNER_LOOP and varies_with_its_loop(
            holder, context, captured(site)
        ):
            return
        name = display(site.function) if site.function is not None else "a tf.function"
        if not is_known:
            information = ONLY_PERHAPS_AGAIN
        elif fate is not Fate.STORED and runs_few_times(holder, _FEW_RUNS, context.project):
            information = f"as far as is known the program runs {display(holder)} twice at most"
        else:
            information = ""
        yield Proposal(
            site.node,
            f"{name} becomes a new tf.function at each run of {display(holder)}, which "
            f"{'runs' if is_known else 'may run'} repeatedly: it is traced at each run",
            "Define it once, at module level or in `__init__`, and pass in what it needs.",
            reasons=why,
            change=to_module(site.node, context, has_state=False)
            or to_attribute(site.node, context, has_state=False),
            alike=_made_for(why) if fate is Fate.STORED else "",
            information=information,
        )


def _why(site: GraphSite, fate: Fate, context: Context) -> tuple[Reason, ...]:
    """The loop that makes a tf.function again and again."""
    if fate is not Fate.STORED:
        return context.project.repetition.why(context.function)
    if varies_with_its_loop(context.function, context, captured(site)):
        return ()
    repeated = (
        (call, context.project.repetition.why_site(call)) for call, _ in _made(site, context)
    )
    return next((why for _, why in repeated if why), ())


def _why_perhaps(site: GraphSite, fate: Fate, context: Context) -> tuple[Reason, ...]:
    """What may make a tf.function again and again that is called once each time."""
    repetition = context.project.repetition
    if fate is Fate.CALLED_ONCE:
        return repetition.perhaps(context.function)
    if fate is not Fate.STORED:
        return ()
    once = (call for call, made in _made(site, context) if made is not Fate.CALLED_IN_INNER_LOOP)
    return next(filter(None, map(repetition.perhaps_site, once)), ())


def _made_for(why: tuple[Reason, ...]) -> str:
    """The call that a factory makes its functions for: one finding says enough for that."""
    return " ".join(f"{reason.path}:{reason.line}" for reason in why)


def _made(site: GraphSite, context: Context) -> Iterator[tuple[CallSite, Fate]]:
    """The calls of the factory of a tf.function that call what it returns, and drop it."""
    inference = context.project.inference
    calls = [(call, call.node) for call in inference.callers.of(context.function)]
    reads = inference.reads_called(context.function)
    for call, given in [*calls, *((call, call.node.func) for call in reads)]:
        caller = context.of(call.function)
        fate = fate_of_value(given, call.block, caller)
        if fate is Fate.STORED:
            continue
        if fate is Fate.CALLED_IN_INNER_LOOP and (
            varies_with_loops_around(call, caller)
            or varies_with_its_loop(caller.function, context, worked_with(call.node, caller))
        ):
            continue
        made = members(caller.value(given))
        if any(isinstance(m, GraphFunction) and m.site is site.value.site for m in made):
            yield call, fate
