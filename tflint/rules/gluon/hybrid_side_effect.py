"""TFL801."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.api.lookup import Doing, record
from tflint.api.records import Effect
from tflint.claims import Frozen, Output, Outside, Rebound, State
from tflint.facts.effects.logged_tensors import may_differ_between_calls
from tflint.facts.expressions.values import Container, members
from tflint.facts.gluon.gluon_branches import is_type_dispatched
from tflint.facts.gluon.hybrid_modes import is_known_to_its_authors
from tflint.facts.order.access_paths import AccessPaths
from tflint.facts.order.attribute_changes import (
    changes_inside,
    is_only_handed_out,
    is_set_before,
    of_object,
    sets_of,
)
from tflint.facts.order.container_changes import container_change
from tflint.facts.order.event_order import EventOrder
from tflint.facts.order.lifetimes import is_made_here, is_same_each_time, outlives, root_name
from tflint.facts.order.trace_local_attributes import is_read_beyond_trace, is_reset_by_each_trace
from tflint.finding import Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.expressions import are_same
from tflint.syntax.model import AttributeStore, Block, CallSite
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_CLAIMS = {
    Effect.PRINTS: (Output(logged=True),),
    Effect.LOGS: (Output(logged=True),),
    Effect.RANDOM: (Frozen(),),
    Effect.CLOCK: (Frozen(),),
    Effect.MODE: (Outside(),),
}
_CHANGES = (State(),)
_HELP_FOR_CHANGES = (
    "Give it to the block as an array, or call `hybridize()` of the outermost block again."
)
_SAID = {
    Effect.PRINTS: "prints on the first call only",
    Effect.LOGS: "logs on the first call only",
    Effect.RANDOM: "is drawn once: every later call sees the same number",
    Effect.CLOCK: "is read once: every later call sees the same time",
    Effect.MODE: "is asked on the first call only: training and prediction get one graph",
}
"""What becomes of calls in a hybridized block, by what they do."""
_READ_BY_ITS_CALL = "nothing is known to read it beyond the call that sets it"


@register
class HybridSideEffect(GluonRule):
    """Python side effects in `hybrid_forward` stop once the block is hybridized.

    ## What it does

    Finds `print`, logging, lists that grow, `self.x = ...`, Python randomness and clocks, and
    `autograd.is_training()`, in `hybrid_forward` and the methods it calls. So it does attributes that
    these read, of a block that is known to be hybridized, when eager code sets them, or changes the list,
    dict or array they hold, after the block was called and before it is called again: in a loop around the
    calls, in a method called between them.

    ## Why is this bad?

    After `hybridize()` the Python code runs once, to record a symbolic graph. What prints, counts or
    draws a random number does so on the first call only, and nothing says so: the random number is
    the same ever after, the counter stays at 1, the list holds one symbol. A branch on
    `autograd.is_training()` is taken as in the first call: a net first asked to predict predicts
    while it is trained. What is read from an attribute is a constant of the graph: `net.factor = 3.0`
    does nothing any more, and other shapes of input are no reason to look again.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            print("shape", x)
            return F.relu(x)
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.relu(x)
    ```

    with the printing outside, or `F.random` for random numbers.

    ## When it is fine

    In `forward` of a plain `Block`, which is never hybridized. State that each call sets anew before it
    reads it, as the `reset` of a recurrent cell does. Attributes that are set before the first call only,
    or before what makes the block that is called forget its graph (`hybridize()`, `cast()`, another child);
    nothing is said where nothing shows that it has one. Information: state that only the same call is
    known to read, a text that says the same at each call under a test, and the mode in blocks that give
    back something else in each, of a project that calls `hybridize()` again and again.

    ## What confirm shows

    Lines, state and results of each call before and after `hybridize()`, with the changes made that the
    code around the calls makes.

    ## References

    - [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL801"
    name = "hybrid-side-effect"
    summary = "A Python side effect in `hybrid_forward` happens once after `hybridize()`"
    harm = Harm.SILENT
    claims = (Output(logged=True), State(), Frozen(), Rebound())
    expressions = (ast.Attribute,)
    calls_of = (Doing(*_SAID), knowledge.CONTAINER_CHANGES, knowledge.CHANGES_OF_ARGUMENTS)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for output, randomness, clocks and growing lists."""
        if is_type_dispatched(site.block, context):
            return
        names = context.names(site.node.func)
        for name in sorted(names):
            effect = record(name).effect
            if effect is None or effect not in _SAID:
                continue
            said = _SAID[effect]
            shown = name.removeprefix("builtins.")
            asks_mode = effect is Effect.MODE
            yield Proposal(
                site.node,
                f"`{shown}` {said} after `hybridize()`",
                _help(name),
                claims=_CLAIMS[effect],
                alike=shown if asks_mode else "",
                information=_why_information(site, effect, context),
            )
            return
        yield from self._growing(site, context)

    def _growing(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        change = container_change(site.node, context)
        if change is not None and _is_kept(change.owner, context):
            yield Proposal(
                site.node,
                f"the {change.kind} changes on the first call only, and keeps a symbol, after "
                "`hybridize()`",
                "Return the value and collect it outside.",
                claims=_CHANGES,
            )

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for items put into containers that outlive the call."""
        if not isinstance(node, (ast.Assign, ast.AugAssign)) or is_type_dispatched(block, context):
            return
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if not isinstance(target, ast.Subscript):
                continue
            owner = target.value
            kinds = {m.kind for m in members(context.value(owner)) if isinstance(m, Container)}
            if not kinds or not _is_kept(owner, context):
                continue
            given = context.value(node.value)
            counts = isinstance(node, ast.AugAssign)
            if context.is_created_once(node, block) or (is_same_each_time(given) and not counts):
                continue
            keeps = "" if is_same_each_time(given) else ", and keeps a symbol,"
            yield Proposal(
                node,
                f"the {min(kinds)} changes on the first call only{keeps} after `hybridize()`",
                "Return the value and collect it outside.",
                claims=_CHANGES,
            )

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for attributes that eager code changes between calls."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            return
        sets = sets_of(node.value, node.attr, context)
        of_it = (of_object(node.value, change, context) for change in sets)
        found = [*filter(None, of_it), *changes_inside(node, context)]
        shown = as_written(node)
        key = (self.code, shown)
        if not found or key in context.reported or is_only_handed_out(node, context):
            return
        if is_type_dispatched(block, context) or is_set_before(node, node.attr, block, context):
            return
        place = AccessPaths.of(context.project).object_place(node, context.function)
        change = EventOrder.of(context.project).stale(context.function, place, found)
        if change is None:
            return
        context.reported.add(key)
        yield Proposal(
            node,
            f"`{shown}` is read on the first call only after `hybridize()`, and `{change.text}` is "
            f"changed {change.where(context.module.path)} between calls: the graph keeps the old value",
            _HELP_FOR_CHANGES,
            reasons=(change.reason,),
            claims=(Rebound(shown),),
            is_possible=not change.is_known,
        )

    def visit_store(self, store: AttributeStore, context: Context) -> Iterator[Proposal]:
        """Look for attributes of the block that are assigned."""
        function = context.function
        root = root_name(store.node)
        if root is None or root.id != function.self_name or function.name == "__init__":
            return
        block = store.binding.block
        if is_type_dispatched(block, context) or context.is_created_once(store.node, block):
            return
        if is_reset_by_each_trace(store.node, context):
            return
        if store.binding.kind != "augment" and store.binding.value is not None:
            value = context.project.inference.assigned(store.binding, function, store.node.attr)
            if is_same_each_time(value) and not _reads(store.binding.value, store.node):
                return
        augmented = store.binding.kind == "augment"
        is_unread = not augmented and is_read_beyond_trace(store.node, context) is False
        yield Proposal(
            store.node,
            f"`self.{store.node.attr}` is assigned on the first call only after `hybridize()`",
            "Return the value, or keep state in a Parameter.",
            claims=_CHANGES,
            information=_READ_BY_ITS_CALL if is_unread else "",
        )


def _why_information(site: CallSite, effect: Effect, context: Context) -> str:
    """Why a call is mere information: once is enough, or the authors can't but know."""
    match effect:
        case Effect.MODE if is_known_to_its_authors(context):
            return (
                "the project hybridizes again and again, and the net gives back something else in each "
                "mode: a graph of the wrong one can't go unseen"
            )
        case Effect.PRINTS | Effect.LOGS if site.block is not None:
            if not may_differ_between_calls(site, context):
                return (
                    "it stands under a test, and nothing in it is known to change from call to call"
                )
    return ""


def _is_kept(owner: ast.expr, context: Context) -> bool:
    """True for a container that a call leaves to the next one as it is then."""
    return (
        outlives(owner, context)
        and not is_made_here(owner, context)
        and not is_reset_by_each_trace(owner, context)
    )


def _reads(value: ast.expr, attribute: ast.Attribute) -> bool:
    """True for a value that is worked out from what the attribute held before."""
    return any(
        isinstance(part, ast.Attribute) and are_same(part, attribute) for part in walk(value)
    )


def _help(name: str) -> str:
    if record(name).effect is Effect.RANDOM:
        return "Draw with `F.random`, which is part of the graph."
    if record(name).effect is Effect.MODE:
        return "Use operations that know it themselves, such as `F.Dropout` and `F.BatchNorm`."
    return "Move it out of `hybrid_forward`."
