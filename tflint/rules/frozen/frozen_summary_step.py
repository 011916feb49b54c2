"""TFL507."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from tflint.api.lookup import Doing
from tflint.api.records import Effect
from tflint.claims import Summaries
from tflint.facts.effects.summary_writes import is_summary, step_of
from tflint.facts.expressions.values import (
    BOOL,
    GraphFunction,
    ModuleValue,
    Number,
    is_number,
    members,
    varying,
)
from tflint.facts.graphs.graph_sites import display
from tflint.facts.order.access_paths import AccessPaths
from tflint.facts.order.eager_events import Event, Mutation
from tflint.facts.order.eager_mutations import Mutations, is_instance
from tflint.facts.order.event_order import EventOrder
from tflint.facts.order.graph_calls import GraphCalls
from tflint.facts.order.own_values import key_of_graph
from tflint.finding import Harm, Reason
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.expressions import key_of, names_in
from tflint.syntax.model import Block, CallSite, loops_around, outward
from tflint.syntax.positions import position_of
from tflint.syntax.scopes import holder_of
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_SET_STEP = "tensorflow.summary.experimental.set_step"
_RECORD_IF = "tensorflow.summary.record_if"
_STEP_HELP = "Count steps in a `tf.Variable(0, dtype=tf.int64)`, or pass the step in as a tensor."

_DEFAULT_WRITER = "the default writer"


@register
class FrozenSummaryStep(TracedRule):
    """A summary written by a graph keeps the step, the writer and the switch of its trace.

    ## What it does

    Finds `tf.summary.scalar` and its like in code that becomes a graph, when eager code changes one
    of these between calls: a Python number given as `step`, the default step
    (`tf.summary.experimental.set_step(i)`, `with writer.as_default(step=i):`), the default writer
    (`with writer.as_default():` around some calls, or another writer around others), the switch
    (`tf.summary.record_if(i % 10 == 0)`).

    ## Why is this bad?

    All of them are Python values read while tracing. Measured: with a Python step that goes on,
    every summary is written at step 0; what is traced without a writer never writes anything, also
    under one later; with two writers, everything goes to the one of the first call.

    ## Example

    ```python
    class Trainer:
        def __init__(self):
            self.steps = 0

        @tf.function
        def step(self, x):
            tf.summary.scalar("loss", x, step=self.steps)

        def train(self, batches):
            for x in batches:
                self.step(x)
                self.steps += 1

    Trainer().train([tf.constant(1.0), tf.constant(2.0)])
    ```

    Use instead:

    ```python
    class Trainer:
        def __init__(self):
            self.steps = tf.Variable(0, dtype=tf.int64)

        @tf.function
        def step(self, x):
            tf.summary.scalar("loss", x, step=self.steps)

        def train(self, batches):
            for x in batches:
                self.step(x)
                self.steps.assign_add(1)

    Trainer().train([tf.constant(1.0), tf.constant(2.0)])
    ```

    ## When it is fine

    A step that is a tensor or a `tf.Variable`; one writer around all calls, or opened inside the
    function. A Python number passed in as an argument is right, and traces at each call
    (python-value-argument).

    ## What confirm shows

    The tags and steps that the program's own calls have written, eagerly and in the graph. Calls
    of `tf.summary.scalar` and its like need TensorBoard installed.

    ## References

    - [tf.summary](https://www.tensorflow.org/api_docs/python/tf/summary)
    """

    code = "TFL507"
    name = "frozen-summary-step"
    summary = "The step, writer or switch of a summary is read once per trace"
    harm = Harm.SILENT
    claims = (Summaries(),)
    calls_of = (Doing(Effect.SUMMARY),)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at summaries."""
        if not is_summary(site, context):
            return
        step = step_of(site.node)
        if step is not None:
            yield from self._given_step(site, step, context)
        else:
            yield from self._default_step(site, context)
        if not _opens_writer(site.block, context):
            yield from self._surroundings(site, context)

    def _given_step(self, site: CallSite, step: ast.expr, context: Context) -> Iterator[Proposal]:
        for part in walk(step):
            change = (
                _changed(part, context) if isinstance(part, (ast.Name, ast.Attribute)) else None
            )
            if change is not None:
                yield Proposal(
                    site.node,
                    f"the step `{as_written(step)}` is read once per trace: later summaries are "
                    "written at the first step",
                    _STEP_HELP,
                    reasons=(change.reason,),
                )
                return

    def _default_step(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """The default step, which is set by itself or together with the default writer."""
        reason = self._set_step(context) or self._step_of_writer(context)
        if reason is not None:
            yield Proposal(
                site.node,
                "the default step is read once per trace: later summaries are written at "
                "the first step",
                _STEP_HELP,
                reasons=(reason,),
            )

    def _set_step(self, context: Context) -> Reason | None:
        tracing = context.project.tracing
        for setter in context.project.names.calls.get("set_step", ()):
            if tracing.is_traced(setter.function) or not setter.node.args:
                continue
            around = Context(context.project, setter.function, None)
            if _SET_STEP not in around.names(setter.node.func):
                continue
            value = around.value(setter.node.args[0])
            repeated = bool(loops_around(setter.block)) or not setter.function.is_module
            if repeated and is_number(value):
                text = "the default step is set here, to a Python number"
                return Reason(setter.function.module.path, setter.node.lineno, text)
        return None

    def _step_of_writer(self, context: Context) -> Reason | None:
        """``with writer.as_default(step=i):`` around a call of the graph, with a number that changes."""
        setters = context.project.names.calls.get("set_step", ())
        if any(context.project.tracing.is_traced(setter.function) for setter in setters):
            return None
        for call in GraphCalls.of(context.project).calls(context.function, None):
            around = Context(context.project, call.function, None)
            for block in outward(call.block):
                for opened in _writers_opened(block.node):
                    step = _step_given(opened)
                    found = members(around.value(step)) if step is not None else ()
                    if step is None or not _is_of_one_graph(step, call):
                        continue
                    if any(map(varying, found)) and all(isinstance(m, Number) for m in found):
                        text = "the default step is a Python number here, which changes"
                        return Reason(call.function.module.path, opened.lineno, text)
        return None

    def _surroundings(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """The writer and the switch around the calls of the graph."""
        calls = GraphCalls.of(context.project).calls(context.function, None)
        writers: dict[Hashable, dict[Hashable, Event]] = {}
        for call in calls:
            writer, switch = _around(call, context)
            if switch is not None:
                yield self._found(site, switch, call, context)
                return
            if _is_direct(call, context):
                key = (call.function, *key_of_graph(call))
                writers.setdefault(key, {}).setdefault(writer, call)
        for by_writer in writers.values():
            if len(by_writer) > 1:
                first, other = sorted(by_writer.values(), key=lambda e: e.position)[:2]
                if None in by_writer and not _starts_bare(by_writer, first):
                    continue
                yield self._found(site, _DEFAULT_WRITER, other, context)
                return

    def _found(self, site: CallSite, what: str, call: Event, context: Context) -> Proposal:
        lost = (
            "summaries go where the first call sent them"
            if what == _DEFAULT_WRITER
            else "the graph writes as it did at the first call"
        )
        where = "the module" if call.function.is_module else display(call.function)
        text = f"{where} calls the graph under another {what.removeprefix('the default ')} here"
        return Proposal(
            site.node,
            f"{what} is read once per trace: {lost}",
            "Make it part of the function: open the writer, or test a tensor, inside.",
            reasons=(Reason(call.function.module.path, call.line, text),),
        )


def _changed(part: ast.Name | ast.Attribute, context: Context) -> Mutation | None:
    """How a Python number that the step is made of changes between calls of the graph."""
    project, function = context.project, context.function
    order, changes = EventOrder.of(project), Mutations.of(project)
    if not any(isinstance(m, Number) for m in members(context.value(part))):
        return None
    place = AccessPaths.of(project).object_place(part, function)
    if isinstance(part, ast.Name):
        scope = holder_of(part.id, function)
        if scope is None or scope is function:
            return None
        return order.stale(function, place, changes.of_variable(part.id, scope))
    owner = context.value(part.value)
    for member in members(owner):
        if isinstance(member, ModuleValue):
            found = changes.of_variable(part.attr, member.module.body)
            return order.stale(function, place, found)
    found = [
        change
        for change in changes.of_attribute(part.attr)
        if (other := changes.owner_of(change)) is not None
        and {id(m.definition) for m in is_instance(other)}
        & {id(m.definition) for m in is_instance(owner)}
    ]
    return order.stale(function, place, found)


def _opens_writer(block: Block | None, context: Context) -> bool:
    """True for a summary under a writer that the traced function opens itself."""
    return any(_with_writers(around.node) for around in outward(block)) or any(
        site.name in ("set_as_default", "as_default") for site in context.function.calls
    )


def _with_writers(node: ast.AST) -> list[Hashable]:
    """The writers that a ``with`` opens, by the keys of their expressions."""
    return [
        key_of(opened.func.value)
        for opened in _writers_opened(node)
        if isinstance(opened.func, ast.Attribute)
    ]


def _writers_opened(node: ast.AST) -> Iterator[ast.Call]:
    """The calls of ``writer.as_default()`` in a ``with``."""
    if isinstance(node, (ast.With, ast.AsyncWith)):
        for item in node.items:
            match item.context_expr:
                case ast.Call(func=ast.Attribute(attr="as_default")) as opened:
                    yield opened


def _step_given(opened: ast.Call) -> ast.expr | None:
    """The step that ``writer.as_default(step)`` makes the default one."""
    named = [keyword.value for keyword in opened.keywords if keyword.arg == "step"]
    return next(iter([*opened.args, *named]), None)


def _is_of_one_graph(step: ast.expr, call: Event) -> bool:
    """False where the function that calls a graph makes it, and no loop after that changes the step."""
    made = () if call.entry is None else call.entry.scopes
    definitions = [s for s in made if s.parent is call.function and not call.function.is_module]
    if not definitions:
        return True
    return isinstance(step, ast.Name) and any(
        isinstance(loop, ast.For)
        and step.id in names_in(loop.target)
        and position_of(definitions[0].node) < position_of(loop)
        for loop in loops_around(call.block)
    )


def _around(call: Event, context: Context) -> tuple[Hashable, str | None]:
    """The writer that a call of the graph runs under, and a switch that changes."""
    around = Context(context.project, call.function, None)
    writer: Hashable = None
    for block in outward(call.block):
        for found in _with_writers(block.node):
            writer = writer or found
        if isinstance(block.node, (ast.With, ast.AsyncWith)):
            for item in block.node.items:
                test = item.context_expr
                if (
                    isinstance(test, ast.Call)
                    and test.args
                    and not isinstance(test.args[0], ast.Constant)
                    and _RECORD_IF in around.names(test.func)
                    and around.value(test.args[0]) == BOOL
                ):
                    return writer, f"the switch `{as_written(test.args[0])}`"
    return writer, None


def _is_direct(call: Event, context: Context) -> bool:
    """True for a line that calls the graph itself."""
    value = context.project.inference.value
    return isinstance(call.node, ast.Call) and any(
        isinstance(m, GraphFunction) for m in members(value(call.node.func, call.function))
    )


def _starts_bare(by_writer: dict[Hashable, Event], first: Event) -> bool:
    """True when the first call has no writer at all, and none was made the default before."""
    return by_writer[None] is first and not any(
        site.name == "set_as_default" for site in first.function.calls
    )
