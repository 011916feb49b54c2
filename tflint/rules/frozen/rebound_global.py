"""TFL503."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api.lookup import record
from tflint.api.records import Result
from tflint.claims import Rebound
from tflint.facts.effects.summary_writes import is_summary_step
from tflint.facts.expressions.values import DATASET, UNKNOWN, Container, ModuleValue, members
from tflint.facts.graphs.symbolic import own_nodes
from tflint.facts.keras.layer_outputs import holds_layer_output
from tflint.facts.order.access_paths import AccessPath, AccessPaths
from tflint.facts.order.eager_events import Mutation
from tflint.facts.order.eager_mutations import Mutations
from tflint.facts.order.event_order import EventOrder
from tflint.facts.order.lifetimes import shares_trace
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.expressions import are_same
from tflint.syntax.model import Block, Function, loops_around
from tflint.syntax.positions import position_of
from tflint.syntax.scopes import holder_of
from tflint.syntax.showing import as_written

_HELP = "Keep it in a `tf.Variable` and change it with `assign`, or pass it in as a tensor."
_SIZE = (
    "only its size is read: where that changes, so do the sizes of the arguments as a rule, which brings "
    "another trace"
)
_DATASET = "tensorflow.data.Dataset"


@register
class ReboundGlobal(TracedRule):
    """A global or closure variable is read in traced code and changed between calls of the graph.

    ## What it does

    Finds names that traced code reads from its module or from an enclosing function, when eager
    code gives them another value, or changes the array, list or dict they hold, after the graph was
    traced and before it runs again. In a dict whose items are its attributes, too (`config.rate` and
    `config["rate"]`), both are one place; another item than the one that changes is none.

    ## Why is this bad?

    The value is read while tracing and becomes a constant of the graph. Measured for a Python
    number, a tensor, a NumPy array changed in place, a list, a dict, a `tf.Variable` bound anew and
    a function defined anew: eager code sees three values in three calls, the graph the first one
    three times. A call that retraces for another reason suddenly sees the new value.

    ## Example

    ```python
    rate = 0.1

    @tf.function
    def step(x):
        return x * rate

    for epoch in range(3):
        rate = 0.1 / (epoch + 1)
        step(tf.constant(1.0))
    ```

    Use instead:

    ```python
    rate = tf.Variable(0.1)

    @tf.function
    def step(x):
        return x * rate

    for epoch in range(3):
        rate.assign(0.1 / (epoch + 1))
        step(tf.constant(1.0))
    ```

    ## When it is fine

    Constants; what is set before the first call only, of each `tf.function` that is made of one Python
    function; `tf.Variable` objects that are assigned to; the output of a layer of a functional model,
    whose name is used for something else later: the graph means the layer; a local that a lambda has
    read where it is given to a dataset, and that a line below gives another value before anybody looks
    at the dataset. Where only the size of an array is read (`len(rows)`, `rows.shape`), it is for
    information: batches of another size come with arguments of another size, as a rule, and so with
    another trace.

    ## What confirm shows

    What the function returns at each call, with the changes made that the code around the calls
    makes.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL503"
    name = "rebound-global"
    summary = "A variable read in traced code is changed later: the graph keeps the old value"
    harm = Harm.SILENT
    claims = (Rebound(),)
    freezes_tests = True

    def wants_name(self, name: str, context: Context) -> bool:
        """Names of the module and of enclosing functions."""
        scope = holder_of(name, context.function)
        if scope is None or scope is context.function:
            return False
        return scope.is_module or not shares_trace(scope, context)

    expressions = (ast.Attribute,)

    def visit_name(
        self, node: ast.Name, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at what such a name holds."""
        scope = holder_of(node.id, context.function)
        if scope is None or (_is_dataset_function(context) and _is_dataset(node, context)):
            return
        yield from self._report(node, AccessPath(scope, (node.id,)), node.id, context)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at variables of other modules (``config.rate``)."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            return
        if not isinstance(node.value, (ast.Name, ast.Attribute)):
            return
        for member in members(context.value(node.value)):
            if isinstance(member, ModuleValue):
                place = AccessPath(member.module.body, (node.attr,))
                yield from self._report(node, place, node.attr, context)

    def _report(
        self, node: ast.expr, place: AccessPath, name: str, context: Context
    ) -> Iterator[Proposal]:
        key = (self.code, name)
        if key in context.reported:
            return
        change = _stale(node, place, name, context)
        if change is None or is_summary_step(node, context):
            return
        if holds_layer_output(name, place.scope, context.project.inference):
            return
        is_size = _is_size(node, context)
        if is_size and not all(_is_size(read, context) for read in _reads(node, context)):
            return  # one of the others is what matters
        shown = as_written(node)
        context.reported.add(key)
        yield Proposal(
            node,
            f"`{shown}` is read once per trace, and changed {change.where(context.module.path)} "
            "between calls: the graph keeps the old value",
            _HELP,
            reasons=(change.reason,),
            claims=(Rebound(shown),),
            information=_SIZE if is_size else "",
            is_possible=not is_size and not change.is_known,
        )


def _stale(node: ast.expr, place: AccessPath, name: str, context: Context) -> Mutation | None:
    """The change of a variable, or inside the container it holds, that the graph misses."""
    changes, order = Mutations.of(context.project), EventOrder.of(context.project)
    found = [
        change
        for change in changes.of_variable(name, place.scope)
        if not _is_before_definition(change, place.scope, context.function)
    ]
    change = order.stale(context.function, place, found)
    mutations = changes.of_inside(name) if change is None else []
    value = context.value(node) if mutations else UNKNOWN
    if not changes.can_change_inside(value):
        return change
    mutations = changes.bearing_on(mutations, node, value, context)
    inside = AccessPaths.of(context.project).object_place(node, context.function)
    certain = [
        c._replace(certain=c.event.place == inside)
        for c in mutations
        if c.event.place is not None
        and (c.event.place == inside or c.event.place.scope is c.event.function)
    ]
    return order.stale(context.function, inside, certain)


def _is_before_definition(change: Mutation, scope: Function, read: Function) -> bool:
    """True for a change above the definition that reads: another call of both makes another function."""
    inner = read
    while inner.parent is not None and inner.parent is not scope:
        inner = inner.parent
    event = change.event
    return (
        not scope.is_module
        and event.function is scope
        and inner.parent is scope
        and event.position < position_of(inner.node)
        and not {*loops_around(event.block)} & {*loops_around(inner.block)}
    )


def _is_size(node: ast.expr, context: Context) -> bool:
    """True where only the size of an array is asked for; a list may grow without another argument."""
    match around := context.parent(node):
        case ast.Attribute(attr="shape" | "ndim" | "dtype"):
            pass
        case ast.Call(args=[given]) if given is node and "builtins.len" in context.names(
            around.func
        ):
            pass
        case _:
            return False
    return not any(isinstance(member, Container) for member in members(context.value(node)))


def _reads(node: ast.expr, context: Context) -> list[ast.expr]:
    """Where a function reads what is written like that."""
    return [
        part
        for part in own_nodes(context.function)
        if isinstance(part, type(node)) and are_same(part, node)
    ]


def _is_dataset(node: ast.Name, context: Context) -> bool:
    """True for a name whose dataset a function given to ``Dataset.map`` goes on with."""
    around = context.parent(node)
    goes_on = isinstance(around, ast.Attribute) and (
        record(f"{_DATASET}.{around.attr}").result is Result.DATASET
    )
    return goes_on or DATASET in members(context.value(node))


def _is_dataset_function(context: Context) -> bool:
    return context.tracing is not None and context.tracing.kind is EntryKind.DATASET
