"""TFL303."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.claims import State
from tflint.facts.effects.logged_tensors import holds_tensors
from tflint.facts.effects.markers import counts_traces
from tflint.facts.expressions.operators import any_item
from tflint.facts.expressions.values import (
    ARRAY,
    TENSOR,
    UNKNOWN,
    Container,
    Text,
    members,
    varying,
)
from tflint.facts.order.container_changes import ContainerChange, container_change
from tflint.facts.order.lifetimes import is_made_here, is_same_each_time, outlives
from tflint.facts.order.trace_local_attributes import is_item_for_trace, is_reset_by_each_trace
from tflint.facts.programs.keras_versions import is_all_graph
from tflint.facts.shapes.type_tests import is_of_another_type
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.information import COUNTS_TRACES
from tflint.syntax.expressions import are_same
from tflint.syntax.model import Block, CallSite
from tflint.syntax.scopes import written_out
from tflint.syntax.showing import as_written
from tflint.syntax.trees import called_name, walk

_GRAPH_AT_HAND = frozenset({"get_default_graph", "get_graph"})
"""The last parts of the names of what gives the graph that is being made, in TensorFlow and in Keras."""
_READ_BY_ITS_TRACE = "nothing is known to read the item beyond the trace that sets it"
_HELP = "Return the value and collect it outside, or keep state in a `tf.Variable`."


@register
class ContainerMutation(TracedRule):
    """A list, dict, set or array that outlives the call is changed in traced code.

    ## What it does

    Finds methods that change a Python container (`append`, `update`, `pop` and their like), functions
    that do (`heapq.heappush`, `bisect.insort`), item assignment, `del`, `+=` and `|=` in code that
    becomes a graph, when the container was there before the call: a global, a variable of an
    enclosing function, an attribute of `self`.

    ## Why is this bad?

    The change happens once per trace, not once per call: after three calls a list of losses holds
    one element. That element is a symbolic tensor, and using it later raises
    (`... is out of scope and cannot be used here`).

    ## Example

    ```python
    history = []

    @tf.function
    def step(x):
        loss = tf.reduce_sum(x)
        history.append(loss)
        return loss
    ```

    Use instead:

    ```python
    history = []

    @tf.function
    def step(x):
        return tf.reduce_sum(x)

    history.append(step(x))
    ```

    ## When it is fine

    Containers made inside the call; attributes that each trace gives a new one first, and that only
    traced code reads; and caches that keep what is not a tensor behind a test (`if key not in cache:
    cache[key] = make_layer()`, or `cache.setdefault`), or keep it for the graph that is being made
    (`cache[tf.compat.v1.get_default_graph()] = x`). Files for TensorFlow 1, which has one graph. Where
    only the trace that sets an item of an attribute reads it, the finding is information only. The keys
    of a dict are no tensors, and what `isinstance` has found to be a dict, list or text is none either.

    ## What confirm shows

    The container after each call, eagerly and in the graph.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL303"
    name = "container-mutation"
    summary = "A container that outlives the call is changed once per trace, and leaks tensors"
    harm = Harm.SILENT
    claims = (State(),)
    statements = (ast.Assign, ast.AugAssign, ast.Delete)
    calls_of = (knowledge.CONTAINER_CHANGES, knowledge.CHANGES_OF_ARGUMENTS)
    call_names = frozenset({"append"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for methods that change their container, and functions that change what they are given."""
        if _is_of_one_graph(context):
            return
        change = container_change(site.node, context) or _taken_for_list(site, context)
        if change is None or not outlives(change.owner, context):
            return
        owner = change.owner
        if is_made_here(owner, context) or is_reset_by_each_trace(owner, context):
            return
        kept = [
            given
            for given in change.given
            if not is_of_another_type(given, site.node, site.block, context)
        ]
        leaks = _leaks(kept, context)
        if change.shown == "setdefault" and not leaks:
            return
        if context.is_created_once(site.node, site.block) and not _stores_tensor(kept, context):
            return
        shown = as_written(owner)
        yield Proposal(
            site.node,
            f"`{as_written(site.node.func)}` changes a {change.kind} that outlives the call: "
            f"{_once(leaks)}",
            _HELP,
            information=COUNTS_TRACES if counts_traces(shown) and not leaks else "",
            alike=shown,
        )

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for item assignment, ``del`` and ``+=``."""
        if _is_of_one_graph(context):
            return
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign):
            targets = [node.target]
        elif isinstance(node, ast.Delete):
            targets = node.targets
        for target in targets:
            owner = _changed_owner(target, node, context)
            if owner is None or not outlives(owner, context) or is_made_here(owner, context):
                continue
            if _is_kept_by_graph(target, context):
                continue
            if is_reset_by_each_trace(owner, context):
                continue
            if _is_done_again(node, target, context):
                continue
            value = getattr(node, "value", None)
            if value is not None and is_of_another_type(value, node, block, context):
                value = None
            tensor = value is not None and context.value(value) == TENSOR
            if context.is_created_once(node, block) and not tensor:
                continue
            shown = as_written(owner)
            leaks = _leaks([value] if value is not None else [], context)
            information = ""
            if not leaks:
                information = COUNTS_TRACES if counts_traces(shown) else ""
            elif isinstance(node, ast.Assign) and is_item_for_trace(target, block, context):
                information = _READ_BY_ITS_TRACE
            yield Proposal(
                node,
                f"`{as_written(target)}` is changed in a container that outlives the call: "
                f"{_once(leaks)}",
                _HELP,
                information=information,
                alike=shown,
            )


def _taken_for_list(site: CallSite, context: Context) -> ContainerChange | None:
    """What nobody knows, taken for a list where it is called like one.

    A list takes one thing at a time, and returns nothing.
    """
    match site.node:
        case ast.Call(func=ast.Attribute(value=owner, attr="append"), args=[given], keywords=[]):
            if context.value(owner) == UNKNOWN and not context.is_result_used(site.node):
                return ContainerChange("list", owner, (given,), "append")
    return None


def _changed_owner(target: ast.expr, node: ast.stmt, context: Context) -> ast.expr | None:
    """The container whose item is assigned, or which is extended by ``+=`` or ``|=``."""
    if isinstance(target, ast.Subscript):
        kinds = members(context.value(target.value))
        if any(isinstance(m, Container) or m == ARRAY for m in kinds):
            return target.value
        if kinds == (UNKNOWN,) and _is_mapping(target, context):
            return target.value
    if isinstance(node, ast.AugAssign) and isinstance(target, (ast.Attribute, ast.Name)):
        value = context.value(node.value)
        if any(isinstance(m, Container) and m.kind == "list" for m in members(value)):
            return target
        if isinstance(node.op, ast.BitOr) and _is_united(target, context):
            return target
    return None


def _is_mapping(target: ast.Subscript, context: Context) -> bool:
    """True for a variable of which an item is assigned under a text: nothing else has such keys."""
    keys = members(context.value(target.slice))
    return isinstance(target.value, ast.Name) and all(isinstance(key, Text) for key in keys)


def _is_united(target: ast.Attribute | ast.Name, context: Context) -> bool:
    """True for a set or dict, which ``|=`` changes in place."""
    match target:
        case ast.Name():
            before = context.value_before(target)
        case _:
            before = context.value(target)
    return any(isinstance(m, Container) and m.kind in ("dict", "set") for m in members(before))


def _is_done_again(node: ast.stmt, target: ast.expr, context: Context) -> bool:
    """True for a change that leaves the same behind where it is made again.

    An item is given the same value, a slice the same items, a set or dict what it has already. A slice
    at the end, ``items[len(items) :]``, is longer each time; ``seen[key] = seen.get(key, 0) + 1`` counts.
    """
    match node, target:
        case ast.Assign(), ast.Subscript(value=owner, slice=ast.Slice(ast.Call() as end, None)) if (
            called_name(end.func) == "len" and end.args and are_same(end.args[0], owner)
        ):
            return False
        case ast.Assign(value=ast.BinOp(op=op) as given), ast.Subscript(value=owner) if (
            not isinstance(op, ast.Mod) and any(are_same(part, owner) for part in walk(given))
        ):
            return False
        case ast.Assign(value=given), ast.Subscript():
            return is_same_each_time(context.value(given)) and not _leaks([given], context)
        case ast.AugAssign(op=ast.BitOr(), value=given), _:
            value = context.value(given)
            held = [any_item(m) for m in members(value) if isinstance(m, Container)]
            return not (
                _leaks([given], context)
                or any(are_same(part, target) for part in walk(given))
                or any(item is not None and varying(item) for item in held)
            )
        case _:
            return False


def _is_of_one_graph(context: Context) -> bool:
    """True for code of Keras in a file for TensorFlow 1: all there is makes one graph, and stays in it."""
    tracing = context.tracing
    return (
        tracing is not None
        and tracing.kind is EntryKind.KERAS
        and is_all_graph(context.module, context.project)
    )


def _is_kept_by_graph(target: ast.expr, context: Context) -> bool:
    """True for an item of which the key is the graph that is being made: ``cache[tf.get_default_graph()]``.

    Another graph has another item, so no tensor gets out of its own.
    """
    if not isinstance(target, ast.Subscript):
        return False
    key = written_out(target.slice, context.function)
    return isinstance(key, ast.Call) and any(
        name.rpartition(".")[2] in _GRAPH_AT_HAND for name in context.names(key.func)
    )


def _leaks(kept: list[ast.expr], context: Context) -> bool:
    """True when a tensor is among what a container is given to hold."""
    return any(holds_tensors(context.symbol(value)) for value in kept)


def _once(leaks: bool) -> str:
    """What happens, and whether tensors leak by it."""
    if leaks:
        return "it happens once per trace, and tensors leak out of the graph"
    return "it happens once per trace, not once per call"


def _stores_tensor(kept: list[ast.expr], context: Context) -> bool:
    return any(context.value(value) == TENSOR for value in kept)
