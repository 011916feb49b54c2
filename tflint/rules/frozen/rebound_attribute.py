"""TFL504."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.claims import Rebound
from tflint.facts.effects.summary_writes import is_summary_step
from tflint.facts.expressions.values import (
    ExternalInstance,
    Instance,
    Value,
)
from tflint.facts.keras.callback_models import CallbackModels
from tflint.facts.order.access_paths import AccessPaths
from tflint.facts.order.attribute_changes import (
    anywhere,
    changes_inside,
    is_only_handed_out,
    is_set_before,
    of_object,
    sets_of,
)
from tflint.facts.order.eager_events import Mutation
from tflint.facts.order.eager_mutations import Mutations
from tflint.facts.order.event_order import EventOrder
from tflint.facts.order.model_parts import ModelParts
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.expressions import names_along
from tflint.syntax.model import Block, Class
from tflint.syntax.showing import as_written

if TYPE_CHECKING:
    from tflint.facts import Project

_HELP = "Keep it in a `tf.Variable` and change it with `assign`, or pass it in as a tensor."
_HELP_FOR_WEIGHTS = "Make the tf.function anew after the change; for `fit`, `compile` again."
_NUMBERS = frozenset(chain.from_iterable(knowledge.KERAS_LAYER_NUMBERS.values()))
"""What layers of Keras read from attributes when they are called."""
_WEIGHTS = frozenset({"trainable_variables", "trainable_weights", "non_trainable_weights"})


@register
class ReboundAttribute(TracedRule):
    """An attribute is read in traced code and set to something else between calls of the graph.

    ## What it does

    Finds attributes that traced code reads (of `self`, of an argument, of a layer), or that a Keras
    layer reads when traced code calls it (`Dropout.rate`, `BatchNormalization.momentum`), when eager
    code sets them, or changes the list, dict or array they hold, after the graph was traced and before
    it runs again: in a loop around the calls, in a method called between them, in a Keras callback or
    in what one calls. So are those read by what an optimizer asks for its learning rate, where traced
    code applies it (`SGD(learning_rate=lambda: self.rate)`), and those that the setter of a property
    sets which eager code assigns to. What stands behind a test of such an attribute is information,
    unless the value that the constructor gives it lets the trace pass: the graph may not have it.

    ## Why is this bad?

    The attribute is read while tracing, and its value becomes a constant of the graph. Measured: a
    flag or rate of `self`, `Dropout.rate`, a model put in the place of another: eager code follows
    each change, the graph none. `layer.trainable = False` after the first step leaves the
    gradients as they were; with `fit` it takes a new `compile`.

    ## Example

    ```python
    class Trainer:
        def __init__(self):
            self.rate = 0.1

        @tf.function
        def step(self, x):
            return x * self.rate

    trainer = Trainer()
    for epoch in range(3):
        trainer.rate = 0.1 / (epoch + 1)
        trainer.step(tf.constant(1.0))
    ```

    Use instead:

    ```python
    class Trainer:
        def __init__(self):
            self.rate = tf.Variable(0.1)

        @tf.function
        def step(self, x):
            return x * self.rate

    trainer = Trainer()
    for epoch in range(3):
        trainer.rate.assign(0.1 / (epoch + 1))
        trainer.step(tf.constant(1.0))
    ```

    ## When it is fine

    Attributes set before the first call only, or of another object; what a callback always sets to the
    same value before a batch or an epoch begins; Variables that are assigned to;
    `optimizer.learning_rate`, which is a Variable; a Keras model that is compiled again after the
    change, and a `tf.function` that is made again after it. What a flag lets happen once, before any
    graph runs (`if not self.ready: self._set(x); self.ready = True`). Graphs that are always called
    under one value, which code sets before each call. A Keras model that is given another kind of data
    after the change: that is another trace, and nothing is said where nothing tells that both are of
    one kind. Sizes of an argument, which come with another trace; two values that change places, and
    change back. Where only the class of an object, one of several, says that the change is made to the
    one that was read, the finding is possible only, and shown in preview.

    ## What confirm shows

    What the function returns, or adds to the loss of a layer, at each call, with the changes made
    that the code around the calls makes.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL504"
    name = "rebound-attribute"
    summary = "An attribute read in traced code is set later: the graph keeps the old value"
    harm = Harm.SILENT
    claims = (Rebound(),)
    freezes_tests = True
    expressions = (ast.Attribute,)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at attributes that are read, and those that layers read which are called."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            return
        if context.project.remember(_are_numbers_changed):
            yield from self._read_by_layer(node, block, context)
        found = [*_changes(node.value, node.attr, context), *changes_inside(node, context)]
        if found and not is_only_handed_out(node, context) and not is_summary_step(node, context):
            yield from self._read(node, node, found, block, context)

    def wants_name(self, name: str, context: Context) -> bool:
        """Only where numbers of layers are changed at all."""
        return context.project.remember(_are_numbers_changed)

    def visit_name(
        self, node: ast.Name, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at layers that are called."""
        yield from self._read_by_layer(node, block, context)

    def _read_by_layer(
        self, layer: ast.Name | ast.Attribute, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """The numbers that the `call` of a Keras layer reads from its attributes."""
        call = context.parent(layer)
        if not isinstance(call, ast.Call) or call.func is not layer:
            return
        for attr in _numbers(context.value(layer)):
            found = _changes(layer, attr, context)
            read = ast.copy_location(ast.Attribute(layer, attr, ast.Load()), layer)
            yield from self._read(layer, read, found, block, context)

    def _read(
        self,
        node: ast.expr,
        read: ast.Attribute,
        found: list[Mutation],
        block: Block | None,
        context: Context,
    ) -> Iterator[Proposal]:
        """What to say of an attribute that a place reads, where that changes."""
        if not found or is_set_before(
            read, "trainable" if read.attr in _WEIGHTS else read.attr, block, context
        ):
            return
        shown = as_written(read)
        key = (self.code, shown)
        if key in context.reported:
            return
        place = AccessPaths.of(context.project).object_place(read, context.function)
        change = EventOrder.of(context.project).stale(context.function, place, found)
        if change is None:
            return
        context.reported.add(key)
        yield Proposal(
            node,
            f"`{shown}` is read once per trace, and `{change.text}` is changed "
            f"{change.where(context.module.path)} between calls: the graph keeps the old value",
            _HELP_FOR_WEIGHTS if read.attr in _WEIGHTS else _HELP,
            reasons=(change.reason,),
            claims=(Rebound(shown),),
            is_possible=not change.is_known,
        )


def _are_numbers_changed(project: Project) -> bool:
    return any(map(Mutations.of(project).of_attribute, _NUMBERS))


def _numbers(value: Value) -> tuple[str, ...]:
    """The attributes that the `call` of a Keras layer reads numbers from."""
    match value:
        case ExternalInstance(name=name) if name.startswith("keras.layers."):
            return knowledge.KERAS_LAYER_NUMBERS.get(name.rpartition(".")[2], ())
    return ()


def _changes(of: ast.expr, attr: str, context: Context) -> list[Mutation]:
    """Mutations of attributes that may be the one read, of what an expression stands for."""
    changes = Mutations.of(context.project)
    if attr in _WEIGHTS:
        return [
            anywhere(change)._replace(of_weights=True)
            for change in changes.of_attribute("trainable")
            if _is_of_weights(of, change, context) or _is_of_callbacks_weights(of, change, context)
        ]
    found = []
    for change in sets_of(of, attr, context):
        if _is_for_other_models(change, context):
            continue
        if _is_of_callbacks_model(of, attr, change, context):
            marked: Mutation | None = change
        else:
            changed = _part_of_callbacks_model(change, context)
            marked = of_object(of, change, context, changed)
        if marked is not None:
            found.append(marked)
    return found


def _is_of_weights(model: ast.expr, change: Mutation, context: Context) -> bool:
    """True where a change of ``trainable`` is made to the model, a layer of it, or what holds it."""
    parts, there = ModelParts.of(context.project), change.event.function
    return change.owner is not None and parts.share(model, context.function, change.owner, there)


def _is_of_callbacks_model(of: ast.expr, attr: str, change: Mutation, context: Context) -> bool:
    """True for ``self.model.beta = ...`` in a callback, and ``self.beta`` read in a model.

    And so for what the model holds: ``self.model.config.beta`` and ``self.config.beta``.
    """
    read, changed = names_along(of), _in_callbacks_model(change, context)
    return (
        changed is not None
        and read[:1] == (context.function.self_name,)
        and read[1:] == changed
        and _is_kept((*read, attr)[1], context)
    )


def _is_of_callbacks_weights(of: ast.expr, change: Mutation, context: Context) -> bool:
    """True for ``self.model.body.trainable = ...`` in a callback, of a model that asks for its weights."""
    changed = _in_callbacks_model(change, context)
    return (
        changed is not None
        and names_along(of) == (context.function.self_name,)
        and (not changed or _is_kept(changed[0], context))
    )


def _in_callbacks_model(change: Mutation, context: Context) -> tuple[str, ...] | None:
    """How a callback reaches what it changes from its model; None elsewhere, or away from models."""
    owner = context.function.owner
    changed = () if change.owner is None else names_along(change.owner)
    if changed[:2] != (change.event.function.self_name, "model") or owner is None:
        return None
    return changed[2:] if context.project.inference.classes.is_model(Instance(owner)) else None


def _is_kept(attr: str, context: Context) -> bool:
    """True for an attribute that the class of a method gives its objects, or one that it inherits from."""
    owner = context.function.owner
    return owner is not None and any(
        attr in base.stores
        for base in context.project.inference.classes.bases(owner)
        if isinstance(base, Class)
    )


def _part_of_callbacks_model(change: Mutation, context: Context) -> Value | None:
    """What ``self.model.gate`` is in a callback that sets an attribute of it; None where nothing tells."""
    function, names = change.event.function, names_along(change.owner) if change.owner else ()
    if function.owner is None or names[:2] != (function.self_name, "model") or len(names) < 3:
        return None
    return context.project.remember(CallbackModels).part(function.owner, names[2:])


def _is_for_other_models(change: Mutation, context: Context) -> bool:
    """True for ``self.model.beta = ...`` in a callback that no model gets which runs the function."""
    owner, function = change.event.function.owner, context.function
    changed = () if change.owner is None else names_along(change.owner)
    return (
        owner is not None
        and function.owner is not None
        and context.project.inference.classes.is_model(Instance(function.owner))
        and changed[:2] == (change.event.function.self_name, "model")
        and not context.project.remember(CallbackModels).may_run(function, owner)
    )
