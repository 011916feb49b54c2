"""TFL902."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.change import Change, removal
from tflint.claims import LeftOn
from tflint.facts.effects.eager_needs import (
    EagerNeed,
    need_for_numbers,
    need_of_losses,
    need_of_steps,
)
from tflint.facts.expressions.values import Instance, members
from tflint.facts.graphs.graph_sites import display
from tflint.facts.graphs.guards import is_conditional
from tflint.facts.graphs.mode_switches import SWITCHES, turns_off
from tflint.facts.keras.keras_models import is_model, takes_its_own_steps
from tflint.facts.programs.option_flags import OPTION
from tflint.facts.shapes.number_requests import request_behind
from tflint.facts.shapes.open_dimensions import counts_batch
from tflint.finding import Applicability, Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.expressions import are_same
from tflint.syntax.model import AttributeStore, CallSite, Function, outward
from tflint.syntax.scopes import is_script_test
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    import libcst as cst

    from tflint.facts import Project

_LOADERS = frozenset({"KerasLayer", "load", "load_model", "load_v2"})
"""What brings a model, or a graph, from elsewhere."""
_NO_DATASETS = "the program names no dataset that this would slow down"
_NO_GRAPHS = "no `tf.function` is known here, nor a call that has Keras make a graph"


@register
class EagerModeLeftOn(EagerRule):
    """A debugging switch that turns graphs off is left on.

    ## What it does

    Finds `tf.config.run_functions_eagerly(True)` that nothing in the file switches off again,
    `compile(run_eagerly=True)`, and `tf.data.experimental.enable_debug_mode()`, outside of tests.

    ## Why is this bad?

    Every tf.function in the process, or the whole of `fit`, runs as plain Python. Measured on a
    small training step: 17.5 ms against 0.7 ms; `fit` over 100 batches took 2.2 s against 0.35 s.
    Code that fails as a graph also stays hidden until the switch goes.

    ## Example

    ```python
    tf.config.run_functions_eagerly(True)
    ```

    Use instead:

    ```python
    tf.config.run_functions_eagerly(True)
    scores.append(model(x))
    tf.config.run_functions_eagerly(False)
    ```

    ## When it is fine

    In tests, behind what may be a debugging flag (a condition that chooses what is done, and not how, is
    none), and around a short piece of code. `enable_debug_mode` in a
    program that makes no dataset of its own is reported as information only, and so are
    `run_functions_eagerly(True)` in a program whose only graphs are those of datasets, which it leaves
    as they are, or that takes its own steps and makes no graph, or where a function that would be a
    graph asks tensors for their numbers (`.numpy()`), which has to go first, and
    `run_eagerly=True` beside a loss that counts the rows of a batch, which a graph does not know, or
    beside a loss or metric that asks tensors for their numbers by `.numpy()`, for a model whose own steps
    (`train_step`), or what they call, do so, draw random numbers by Python, or change lists, dicts and
    attributes that they read again at the next step, or in a program that takes its own steps
    with `tf.GradientTape`, and has Keras run none but for a `predict` in no loop.

    Where every program that uses a file turns graphs off, what other rules say of its graphs is only
    *possible* (`--preview` shows it): it comes true once the switch is gone.

    ## What confirm shows

    Which switches are still on, or which model still runs eagerly, once the program has run.

    ## References

    - [tf.config.run_functions_eagerly](https://www.tensorflow.org/api_docs/python/tf/config/run_functions_eagerly)
    """

    code = "TFL902"
    name = "eager-mode-left-on"
    summary = "Graphs are switched off and not on again"
    harm = Harm.COST
    framework = "tensorflow"
    claims = (LeftOn(),)
    fix = Applicability.UNSAFE
    call_names = frozenset(
        {
            "run_functions_eagerly",
            "experimental_run_functions_eagerly",
            "enable_debug_mode",
            "compile",
        }
    )
    store_names = frozenset({"run_eagerly"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at the switches."""
        if _is_test(site.function, context):
            return
        if _may_be_for_debugging(site):
            if not context.project.tracing.mode_switches.is_asked_for(site):
                return
        if site.name == "compile":
            yield from _compiled(site.node, context)
            return
        names = context.names(site.node.func)
        if doing(names, Effect.EAGER_FUNCTIONS):
            if turns_off(site) and not _switched_on(context):
                yield _switched(site, context)
        elif doing(names, Effect.EAGER_DATASETS):
            yield Proposal(
                site.node,
                "datasets run their functions as plain Python from here on, one element after "
                "another",
                "Remove it once debugging is done.",
                change=_removal(site.node, context),
                information="" if context.project.remember(_has_datasets) else _NO_DATASETS,
            )

    def visit_store(self, store: AttributeStore, context: Context) -> Iterator[Proposal]:
        """Look at ``model.run_eagerly = True``."""
        binding = store.binding
        if not _is_true(binding.value):
            return
        if is_conditional(binding.block, is_script_test) or _is_test(store.function, context):
            return
        if _is_compiled_below(store):
            return  # which sets it anew
        if is_model(store.node.value, context):
            words = _words(f"{as_written(store.node)} = True")
            need = _need_of_model(store.node.value, context)
            if need is not None:
                yield _needed(store.node, words[0], need)
                return
            yield Proposal(
                store.node,
                *words,
                change=_removal(store.node, context),
                information=_of_own_steps(context),
            )


def _switched(site: CallSite, context: Context) -> Proposal:
    """What to say of a call that turns graphs off for good."""
    message = "every tf.function runs as plain Python from here on: no graph is made, and nothing "
    request = request_behind(site, context.project)
    if request is not None:
        need = need_for_numbers(request.call, request.function)
        return _needed(site.node, f"{message}switches it back", need)
    return Proposal(
        site.node,
        f"{message}switches it back",
        "Remove it, or call it with False when done.",
        change=_removal(site.node, context),
        information=_NO_GRAPHS if _has_nothing_to_switch(context) else "",
    )


def _needed(node: ast.expr, message: str, need: EagerNeed) -> Proposal:
    """What to say of a switch that a function of the program needs: what has to go before it."""
    module, line = need.function.module, getattr(need.node, "lineno", 1)
    return Proposal(
        node,
        f"{message}; {display(need.function)} {need.becomes} in a graph",
        f"First take out what {need.what}, as {module.line_name(line)} of "
        f"{os.path.basename(module.path)} does; then remove the switch.",
        information=_needs_switch(need.function),
        reasons=(Reason(module.path, line, need.shows),),
    )


def _may_be_for_debugging(site: CallSite) -> bool:
    """True for a switch under a condition that may be there to choose the mode, and not the work.

    The work is chosen where this way alone runs a model, such as by ``model.fit(…)`` below the switch.
    """
    chosen = {a.node.test: a for a in outward(site.block) if isinstance(a.node, ast.If)}
    running = [
        around
        for call in site.function.calls
        if call.name in knowledge.KERAS_LOOPS and isinstance(call.node.func, ast.Attribute)
        for around in outward(call.block)
    ]

    def is_of_the_work(test: ast.expr, outcome: bool) -> bool:
        here = chosen.get(test)
        arms = {around.arm for around in running if here is not None and around.node is here.node}
        return is_script_test(test, outcome) or (here is not None and arms == {here.arm})

    return is_conditional(site.block, is_of_the_work) and not _is_compiled_so_each_time(site)


def _is_compiled_so_each_time(site: CallSite) -> bool:
    """True where each of several calls that compile the same model has it run eagerly."""
    compiled = [
        other.node
        for other in site.function.calls
        if site.name == other.name == "compile"
        and isinstance(site.node.func, ast.Attribute)
        and isinstance(other.node.func, ast.Attribute)
        and are_same(other.node.func.value, site.node.func.value)
    ]
    return len(compiled) > 1 and all(_eager_option(call) is not None for call in compiled)


def _eager_option(call: ast.Call) -> ast.expr | None:
    """What ``compile`` is given as ``run_eagerly``, where that is True."""
    given = (keyword.value for keyword in call.keywords if keyword.arg == OPTION)
    return next(filter(_is_true, given), None)


def _is_compiled_below(store: AttributeStore) -> bool:
    """True where the same function compiles the model afterwards, on each way that comes to its end."""
    return any(
        site.name == "compile"
        and isinstance(site.node.func, ast.Attribute)
        and site.node.lineno > store.node.lineno
        and are_same(site.node.func.value, store.node.value)
        and site.block in (None, *outward(store.binding.block))
        for site in store.function.calls
    )


def _compiled(call: ast.Call, context: Context) -> Iterator[Proposal]:
    """What to say of ``run_eagerly=True`` in a call of ``compile``."""
    if not isinstance(call.func, ast.Attribute):
        return
    option = _eager_option(call)
    if option is None:
        return
    message, advice = _words(f"{OPTION}=True")
    loss = _counting_loss(call, context)
    need = _need_of_model(call.func.value, context) or need_of_losses(call, context)
    if loss is None and need is not None:
        yield _needed(option, message, need)
        return
    if loss is None:
        left_out = Change(_without_option, call)
        own_steps = _of_own_steps(context)
        yield Proposal(option, message, advice, change=left_out, information=own_steps)
        return
    yield Proposal(
        option,
        f"{message}, where {display(loss)} could not count the rows of a batch",
        "To leave it out, let the loss work on the whole batch, or loop over "
        "`tf.range(tf.shape(...)[0])`.",
        information=_needs_switch(loss),
    )


def _need_of_model(model: ast.expr, context: Context) -> EagerNeed | None:
    """What needs plain Python in the steps of a model, whichever of its classes it is of."""
    needs = [
        need_of_steps(each.definition, context.project) if isinstance(each, Instance) else None
        for each in members(context.value(model))
    ]
    return needs[0] if all(needs) else None


def _of_own_steps(context: Context) -> str:
    """Why a switch for a model's steps is information where Keras runs hardly any."""
    if not takes_its_own_steps(context.module, context.project):
        return ""
    return (
        "the program takes its training steps itself, so Keras runs hardly any that this slows down"
    )


def _needs_switch(function: Function) -> str:
    """Why a switch is information that the program can't do without."""
    return f"as it stands the program needs this: {display(function)} works only as plain Python"


def _counting_loss(call: ast.Call, context: Context) -> Function | None:
    """The loss given to ``compile`` that counts to the length of a batch; None where none does."""
    given = [k.value for k in call.keywords if k.arg == "loss"] or call.args[1:2]
    losses = [
        function
        for loss in given
        for part in walk(loss)
        if isinstance(part, (ast.Name, ast.Attribute))
        for function in context.project.inference.functions_in(context.value(part))
    ]
    return next((loss for loss in losses if counts_batch(context.of(loss))), None)


def _has_nothing_to_switch(context: Context) -> bool:
    """True where all graphs in sight are those of datasets, which the switch leaves as they are.

    And where there is none, in a program that takes its steps itself.
    """
    project = context.project
    return (
        not project.tracing.graph_sites
        and not any(name in project.names.calls for name in _LOADERS | knowledge.KERAS_LOOPS)
        and (
            takes_its_own_steps(context.module, project)
            or any(True for _ in project.tracing.traced_functions())
        )
    )


def _has_datasets(project: Project) -> bool:
    """True where the program names datasets, its own or ready ones, beside the switch."""
    return any(
        re.search(r"\b(?:Dataset|tfds|tensorflow_datasets|\w+_dataset_from_\w+)\b", module.text)
        for module in project.relevant_modules
    )


def _removal(node: ast.expr, context: Context) -> Change | None:
    """The removal of a statement that does nothing but switch."""
    match context.parent(node):
        case ast.Expr() as statement:
            return removal(statement, context.function.node)
        case ast.Assign(targets=[_]) as statement:
            return removal(statement, context.function.node)
        case _:
            return None


def _without_option(call: cst.Call) -> cst.Call:
    """A call of ``compile`` without ``run_eagerly``."""
    kept = [a for a in call.args if a.keyword is None or a.keyword.value != OPTION]
    if kept and len(kept) < len(call.args) and kept[-1] is not call.args[-1]:
        kept[-1] = kept[-1].with_changes(
            comma=call.args[-1].comma, whitespace_after_arg=call.args[-1].whitespace_after_arg
        )
    return call.with_changes(args=kept)


def _words(shown: str) -> tuple[str, str]:
    return (
        f"`{shown}` makes `fit`, `evaluate` and `predict` run as plain Python: no graph is made",
        "Leave it out once debugging is done.",
    )


def _is_true(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _switched_on(context: Context) -> bool:
    """True when the file switches graphs on again: here, or in a function that does nothing else.

    A function that switches them off itself cleans up after itself alone.
    """
    off: set[int] = set()
    on: set[int] = set()
    for name in SWITCHES:
        for other in context.module.calls.get(name, ()):
            (off if turns_off(other) else on).add(id(other.function))
    return id(context.function) in on or not on <= off


def _is_test(function: Function, context: Context) -> bool:
    folder, file = os.path.split(context.module.path)
    name = os.path.splitext(file)[0]
    if name.startswith("test_") or name.endswith(("_test", "_tests")):
        return True
    if name in ("conftest", "test_utils", "test_util"):
        return True
    if os.path.basename(folder) in ("tests", "test"):
        return True
    return any(scope.name.startswith(("test", "setUp", "tearDown")) for scope in function.scopes)
