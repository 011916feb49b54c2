"""TFL905."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.claims import Compiles
from tflint.facts.expressions.values import members
from tflint.facts.graphs.once import is_done_once
from tflint.facts.keras.keras_models import calls_keras, goes_over_dataset, runs_keras
from tflint.facts.keras.model_calls_in_loops import comes_few_times, remainders_around
from tflint.facts.keras.turns import data_of
from tflint.facts.order.lifetimes import root_name
from tflint.facts.programs.loop_dependence import (
    changing_names,
    filled_names,
    is_for_one_item,
    reads_any,
    runs_once_in_loop,
)
from tflint.facts.programs.option_flags import OptionFlags
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.definitions import is_of_self, is_property, own_attribute, owner_of
from tflint.syntax.expressions import are_same, key_of
from tflint.syntax.model import CallSite, Function, loops_around, outward
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import called_name, walk
from tflint.syntax.words import words_in

if TYPE_CHECKING:
    from tflint.facts import Project


_MANY = 10
"""Epochs of training beside which the trace of a step does not matter."""
_FEW_TURNS = 3
"""Trainings over whole datasets for which as many traces are nothing."""


@register
class CompileInLoop(EagerRule):
    """A model is compiled again at each turn of a loop.

    ## What it does

    Finds `compile` of a Keras model that is made outside of the loop around the call, where a turn also
    trains or asks a model. The loop may be around what calls the method, or reads the property, that
    compiles its model before it hands that out.

    ## Why is this bad?

    `compile` throws away the traced training, test and prediction steps and the state of the
    optimizer. Measured: 567 ms for `compile` and `fit` over two batches, against 58 ms for `fit`
    alone.

    ## Example

    ```python
    for x in batches:
        model.compile("sgd", "mse")
        model.train_on_batch(x, x)
    ```

    Use instead:

    ```python
    model.compile("sgd", "mse")
    for x in batches:
        model.train_on_batch(x, x)
    ```

    and `model.optimizer.learning_rate.assign(...)` for another learning rate.

    ## When it is fine

    A new model at each turn, also one that is stored in the attribute that holds the model
    (`net.model = ...`), by a method that each turn calls too (`net.make()`), loops that change which
    layers are trainable, which must compile, or that
    load weights to begin again with a fresh optimizer, methods and properties that compile where there
    is no model yet (`if self._model is None:`), programs that run everything as plain Python
    and compile with one optimizer, and a branch whose flag, or
    test for one epoch (`if epoch == 35:`), lets it run once; loops that have Keras run no step of a model
    (`fit`, `evaluate`, `train_on_batch`), as those with a `GradientTape` of their own; and `compile()`
    without an optimizer or loss to train by. Where each turn
    also calls `fit` for ten epochs or more, as written or as a setting is known to hold, or where two or
    three turns fit the model to a
    `tf.data.Dataset` each, the finding is information
    only, and so it is where a loop over losses gives each of them in turn.

    ## What confirm shows

    How often the line compiles one model, and how often the model's steps are traced anew.

    ## References

    - [Model.compile](https://keras.io/api/models/model_training_apis/)
    """

    code = "TFL905"
    name = "compile-in-loop"
    summary = "`compile` in a loop throws the traced steps away at each turn"
    harm = Harm.COST
    framework = "tensorflow"
    claims = (Compiles(),)
    call_names = frozenset({"compile"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for models that outlive the loop."""
        func = site.node.func
        if not isinstance(func, ast.Attribute) or not calls_keras(func, context):
            return
        if not site.node.args and not site.node.keywords:
            return  # no optimizer, whose state would go, and nothing that `fit` could train by
        looping = _looping(func.value, site, context.project)
        if looping is None:
            return
        lost = [*_lost(site, context)]
        if not lost:
            return
        is_asked = remainders_around(site, context.project.inference)
        often = "in some turns" if is_asked else "at each turn"
        yield Proposal(
            site.node,
            f"`compile` {often} of the loop throws away {' and '.join(lost)}",
            "Compile once, before the loop; a learning rate can be assigned to the optimizer.",
            reasons=context.project.repetition.why_site(site),
            information=_why_information(func.value, site, context),
            function=looping if is_property(site.function) else None,  # which no call leads to
        )


def _why_information(model: ast.expr, site: CallSite, context: Context) -> str:
    """Why it is information that a model is compiled again; "" where it is not."""
    if _trains_for_long(model, site, context):
        return (
            f"it is trained for {_MANY} epochs or more at once, beside which a new trace is short"
        )
    if _has_another_loss(site):
        return "the loop gives the model another loss at each turn, which only `compile` can"
    if _goes_over_few_datasets(model, site, context):
        return (
            f"as far as is known it is compiled {_FEW_TURNS} times at most, each time for a whole "
            "`tf.data.Dataset`, beside which a new trace is short"
        )
    return ""


def _looping(model: ast.expr, site: CallSite, project: Project) -> Function | None:
    """The function with a loop that compiles one model at each turn, here or where this one is called."""
    function, loops = site.function, loops_around(site.block)
    if loops:
        return function if _is_same_at_each_turn(model, loops, site, project) else None
    if function.is_module or is_done_once(site.node, site.block, function):
        return None
    if _changes_layers(function.node, model, function):
        return None
    root = root_name(model)
    bindings = function.bindings.get(root.id, ()) if root is not None else ()
    if root is None or any(binding.kind != "parameter" for binding in bindings):
        return None
    for caller in project.repetition.sites(function):
        given: ast.expr | None = model
        if root.id == function.self_name:
            given = _of_caller(model, _receiver(caller, function))
        elif bindings:
            argument = project.inference.callers.arguments(caller, function).get(root.id)
            given = None if argument is None else _of_caller(model, argument)
        if given is not None and loops_around(caller.block):
            looping = _looping(given, caller, project)
            if looping is not None:
                return looping
    return None


def _is_same_at_each_turn(
    model: ast.expr, loops: list[ast.AST], site: CallSite, project: Project
) -> bool:
    """True where each turn of the loops around a call compiles a model, and no other than before."""
    if runs_once_in_loop(site) or is_for_one_item(site):
        return False
    if any(isinstance(part, ast.Call) for part in _along(model)):
        return False  # which may make another one each time
    return not any(
        reads_any(model, changing_names(loop))
        or _is_put_in(model, loop)
        or _changes_layers(loop, model, site.function)
        or _has_made_anew(loop, model, site, project)
        for loop in loops
    ) and runs_keras(loops[-1], site.function, project.inference.callers)


def _receiver(caller: CallSite, function: Function) -> ast.expr:
    """The object whose method a call runs: ``net`` of ``net.compile(…)``."""
    func = caller.node.func
    if isinstance(func, ast.Attribute) and func.attr == function.name:
        return func.value
    return func


def _of_caller(model: ast.expr, stands_for: ast.expr) -> ast.expr | None:
    """What a caller calls the model: ``net.model`` for ``self.model``, where ``net`` is ``self``.

    Of an item at a place that is written out it is the container. An index in names of the function may
    be another one at each call, so that nothing is known.
    """
    match model:
        case ast.Attribute(value=owner, attr=attr):
            above = _of_caller(owner, stands_for)
            if above is None:
                return None
            return ast.copy_location(ast.Attribute(above, attr, ast.Load()), stands_for)
        case ast.Subscript(slice=index) if any(isinstance(p, ast.Name) for p in walk(index)):
            return None
        case ast.Subscript(value=owner) | ast.Starred(value=owner):
            return _of_caller(owner, stands_for)
        case _:
            return stands_for


def _along(model: ast.expr) -> Iterator[ast.expr]:
    """A model, and what it is reached by: ``net.inner.model``, ``net.inner`` and ``net``."""
    yield model
    if isinstance(model, (ast.Attribute, ast.Subscript)):
        yield from _along(model.value)


def _trains_for_long(model: ast.expr, site: CallSite, context: Context) -> bool:
    """True where each turn fits the model for many epochs, beside which a trace is short."""
    for other in site.function.calls:
        if other.block is not site.block or other.name != "fit":
            continue
        func = other.node.func
        if isinstance(func, ast.Attribute) and are_same(func.value, model):
            for keyword in other.node.keywords:
                if keyword.arg == "epochs" and _is_many(keyword.value, context):
                    return True
    return False


def _is_many(epochs: ast.expr, context: Context) -> bool:
    """True for a number of epochs that is known to be great: written out, or all that a setting holds."""
    written = getattr(written_out(epochs, context.function), "value", None)
    known = (
        [written]
        if isinstance(written, int)
        else [getattr(member, "constant", None) for member in members(context.value(epochs))]
    )
    return bool(known) and all(isinstance(each, int) and each >= _MANY for each in known)


def _goes_over_few_datasets(model: ast.expr, site: CallSite, context: Context) -> bool:
    """True for few turns, each of which fits the model to a dataset, beside which a trace is short."""
    return comes_few_times(site, context, _FEW_TURNS) and any(
        other.name == "fit"
        and other.block is site.block
        and isinstance(other.node.func, ast.Attribute)
        and are_same(other.node.func.value, model)
        and (data := data_of(other.node)) is not None
        and goes_over_dataset(data, context)
        for other in site.function.calls
    )


def _lost(site: CallSite, context: Context) -> Iterator[str]:
    """What each turn throws away; no traced steps where the program runs them as plain Python."""
    project = context.project
    is_eager = OptionFlags(project).of_call(site) == {True}
    if not is_eager and project.tracing.mode_switches.by(site.function.module) is None:
        yield "the traced steps"
    if not _keeps_optimizer(site):
        yield "the optimizer's state"


def _keeps_optimizer(site: CallSite) -> bool:
    """True where each turn compiles with one optimizer, made before the loop, whose state stays."""
    named = [keyword.value for keyword in site.node.keywords if keyword.arg == "optimizer"]
    loops = loops_around(site.block)
    return any(
        _is_made_before(optimizer, site)
        or (
            isinstance(optimizer, ast.Name)
            and isinstance(written_out(optimizer, site.function), ast.Call)
            and not any(reads_any(optimizer, changing_names(loop)) for loop in loops)
        )
        for optimizer in (*named, *site.node.args[:1])
    )


def _is_made_before(optimizer: ast.expr, site: CallSite) -> bool:
    """True for an attribute of ``self`` that holds what was made, which the loops around set nowhere.

    Neither do methods that they call.
    """
    attr, owner = own_attribute(optimizer, site.function), owner_of(site.function)
    stores = () if attr is None or owner is None else owner.stores.get(attr, ())
    loops = loops_around(site.block)
    if not loops or not stores:
        return False
    called = {called_name(part.func) for part in walk(loops[-1]) if isinstance(part, ast.Call)}
    return all(
        isinstance(store.binding.value, ast.Call)
        and store.function.name not in called
        and not (store.function is site.function and loops_around(store.binding.block))
        for store in stores
    )


def _has_another_loss(site: CallSite) -> bool:
    """True where the loss comes of what a loop goes over: only ``compile`` gives a model another."""
    named = (keyword.value for keyword in site.node.keywords if keyword.arg == "loss")
    for loss in (*named, *site.node.args[1:2]):
        for loop in loops_around(site.block):
            if isinstance(loop, (ast.For, ast.AsyncFor)):
                items = {part.id for part in walk(loop.target) if isinstance(part, ast.Name)}
                if reads_any(written_out(loss, site.function), items):
                    return True
    return False


def _is_put_in(model: ast.expr, loop: ast.AST) -> bool:
    """True for an item of a container that the loop fills: ``models[-1]`` after ``models.append``."""
    filled = filled_names(loop)
    return any(isinstance(p, ast.Subscript) and reads_any(p, filled) for p in _along(model))


_STARTS_AGAIN = (("build",), ("reset",))
_LOADS = frozenset({"load_weights", "set_weights"})


def _changes_layers(code: ast.AST, model: ast.expr, function: Function) -> bool:
    """True for code that freezes layers, makes the model anew, or loads weights into it.

    What makes one where there is none yet (``if self.model is None:``) makes none anew.
    """
    for part in walk(code):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            if part.attr == "trainable":
                return True
            if any(are_same(part, o) for o in _along(model)) and not _is_set_once(part, function):
                return True
        if isinstance(part, ast.Attribute) and words_in(part.attr)[:1] in _STARTS_AGAIN:
            return True
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            if part.func.attr in _LOADS and are_same(part.func.value, model):
                return True
    return False


def _is_set_once(attribute: ast.Attribute, function: Function) -> bool:
    """True for an attribute that a function sets where a test lets it do so once."""
    return any(
        store.node is attribute and is_done_once(store.binding.node, store.binding.block, function)
        for store in function.stores
    )


def _has_made_anew(loop: ast.AST, model: ast.expr, site: CallSite, project: Project) -> bool:
    """True where each turn calls a method that puts a new model in the attribute that holds it."""
    return any(
        _always_makes(part.attr, method, project)
        for part in _along(model)
        if isinstance(part, ast.Attribute)
        for other in site.function.calls
        if loop in loops_around(other.block)
        and other.block in [*outward(site.block)]
        and isinstance(other.node.func, ast.Attribute)
        and are_same(other.node.func.value, part.value)
        for method in project.inference.callers.called(other)
    )


def _always_makes(attr: str, method: Function, project: Project) -> bool:
    """True for a method that makes what an attribute of its object holds, each time it is called."""
    reached = {method}
    waiting = [method]
    for each in waiting:  # which grows meanwhile
        if any(
            store.binding.block is None
            and key_of(store.node.value) == each.self_name
            and store.binding.value is not None
            and isinstance(written_out(store.binding.value, each), ast.Call)
            for store in each.stores_by_name.get(attr, ())
        ):
            return True
        for site in filter(is_of_self, each.calls):
            if site.block is None:
                new = [f for f in project.inference.callers.called(site) if f not in reached]
                reached.update(new)
                waiting += new
    return False
