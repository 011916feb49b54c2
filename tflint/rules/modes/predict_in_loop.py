"""TFL901."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Slower
from tflint.facts.graphs.graph_sites import display
from tflint.facts.graphs.plain_loops import has_plain_loops
from tflint.facts.keras.drawn_rows import may_draw_few_rows
from tflint.facts.keras.keras_models import calls_keras, goes_over_dataset, has_no_number_for_size
from tflint.facts.keras.loaded_models import LoadedAnew, loaded_anew
from tflint.facts.keras.model_calls_in_loops import (
    FEW_CALLS,
    RepeatedModelCall,
    comes_few_times,
    loop_around_model_call,
    loop_that_takes_parts,
    takes_parts_of_turn,
)
from tflint.facts.keras.single_items import holds_one_item
from tflint.facts.keras.turns import data_of
from tflint.facts.programs.keras_versions import may_build_models_once
from tflint.finding import Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.rules.information import ONLY_PERHAPS_AGAIN, of_old_keras
from tflint.syntax.model import Binding, CallSite, Function, loops_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_FOR_FEW = {
    "predict": "`model(x, training=False)` or `predict_on_batch`",
    "fit": "`train_on_batch`",
    "evaluate": "`test_on_batch`",
}
"""What costs less for one batch."""
_TRAINING = frozenset(_FOR_FEW) - {"predict"}
_FEW_PASSES = 10
"""Passes whose set-up costs more than one item: Keras 3 sets up each anew, Keras 2 all at once."""
_OF_SEVERAL_BATCHES = frozenset({"batch_size", "validation_split"})
"""Keywords of calls whose data is more than a batch."""
_WHOLE_DATASET = "it goes over a whole `tf.data.Dataset`, beside which its set-up may be short"
_CHEAP_IN_OLD_KERAS = of_old_keras("where such a call sets up little")
_PERHAPS_RARE = (
    "it is not known by which number the test around it divides: it may let few turns pass"
)
_PERHAPS_MUCH = "no turn is known to bring few rows, and with many the set-up does not matter"
_TAKE_ALL_PARTS = (
    "Make one model with all these outputs before the loop, or call this one "
    "(`model(x, training=False)`), which traces nothing."
)
_CALL_THE_PART = "Call this one (`model(x, training=False)`), which traces nothing."
"""The same where the turn makes the model whose layers are taken, too."""


@register
class PredictInLoop(EagerRule):
    """`Model.predict` is called on a small batch in a Python loop.

    ## What it does

    Finds `predict` of a Keras model that gets one item at each turn of a loop (`row[None]`,
    `np.array([row])`), what came of the turn before, or rows of numbers beside `train_on_batch` (noise for
    a generator, also a few sequences of it), also when the loop is around the function that calls it, or
    around what reads the property that does, or another loop in between asks the same several times. An
    object whose `__getattr__` asks a model for what it has not itself is that model. `map` and its like are
    loops over items, too: Python's own, those of pools and executors, NumPy's `apply_along_axis` and
    `vectorize`, and pandas' `apply`. What a clock or a subscription
    is handed runs again and again like the body of a loop: `schedule` and `schedule_interval` of pyglet
    and Kivy, `after` of tkinter in what it calls itself, timers and subscriptions of ROS (`rospy`,
    `rclpy`), `FuncAnimation` of Matplotlib. `fit` and `evaluate` are found
    when they get one item of a loop over data for one pass (no `batch_size`), or one made for the call for
    ten at most. So are up to 512 rows that each turn draws anew, as from a replay memory
    (`memory[np.random.choice(n, 64)]`), also out of a dict, a tuple or a record of them
    (`memory.sample(64)["states"]`), where a program makes dense layers and none for pictures or
    sequences. How many are drawn may stand in a dict or a data class of settings, or be what an option of
    the command line is by default. Where nothing tells how much a turn brings, as of a batch of pictures,
    of one that is drawn in a size that nobody knows (`random.sample(memory, self.size)`), an array of a
    list that an inner loop fills, or what only a test makes one item (`if x.ndim == 3: x = x[None]`), or
    a call that is told a `batch_size` may have several batches, the finding is information only. Calls
    that ask one model in the same turn make one finding.
    Also `predict` of a model that each turn makes out of the layers of another
    (`keras.Model(net.input, layer.output)`), that another has for a layer (`gan.layers[1]`), or that each
    turn, or each run of the function, loads from one and the same file (`load_model("net.keras")`), as for
    each request of a server (Flask, FastAPI and their like): where no loop and no server is known, but a
    decorator hands the function to what may call it for each request, or anybody may call it, as
    information.

    ## Why is this bad?

    `predict` builds a data pipeline, callbacks and a progress bar at each call. Measured on one
    row: 53 ms a call, against 1.8 ms for `model(x, training=False)` and 0.5 ms for
    `predict_on_batch`; one `predict` of 200 rows took 52 ms. A new model traces its `predict` anew: one
    after the other, ten took eight times as long as one model with all ten outputs.

    ## Example

    ```python
    for row in rows:
        scores.append(model.predict(row[None]))
    ```

    Use instead:

    ```python
    scores = model.predict(rows)
    ```

    or, when the next input depends on the last result:

    ```python
    state = model(state[None], training=False)
    ```

    ## When it is fine

    One call over a whole dataset, loops over models or epochs in which each call sees the same data, or
    that fit the model to all the data at each turn, and calls once in many turns (`if step % 100 == 0:`;
    information only where the number is not known), or in the last turn
    alone (`if done:` in a loop that `done` ends). Models with a
    `predict` of their own. Programs for TensorFlow 1 or for Keras up to 2.3, and programs in graph mode
    (`tf.compat.v1.disable_eager_execution()`), whose set-up is small. Lines that no run comes to, since a
    statement above them ends the function or leaves out an argument that a function of the project needs.
    Where each turn draws a picture (20 to 60 ms with Matplotlib; Gym's `render`, `pygame.display.flip`),
    also by a function of the project, waits (`time.sleep`, `tick` of a clock of Pygame), trains a hundred
    steps, or goes over a whole `tf.data.Dataset` by a loop of its own, where each turn takes a tile of a
    picture, known to have 512 pixels a side or more (`range(0, height, 1024)` in both directions), where
    a call is given a `tf.data.Dataset`, which has all its batches, where
    somebody gives the items by hand (`files.upload()` in Colab), where a clock is not known to call
    more than once a second, or messages are not those of a sensor (`sensor_msgs`), and where a program
    comes to the call 25 times at most, or each run of a function ten times, as far as is known
    (`range(5)`, a list or dict written out, the shape of `np.zeros((5, 3))`, ten items drawn, a number in
    the only call of the function, `if count > 5: break`; loops that give another model at each turn do
    not count), the finding is
    information only; so it is where only a loop in a test is known to come to the call, and in
    functions that a program never names, if its file is run and nothing imports it, or if they are
    private. The same where a program imports from inside of Keras by itself (`from keras.models import
    load_model`), and neither its pins tell that this is not one up to 2.3, nor it, by what it names of
    Keras, by syntax of Python 3.9 or by Gymnasium.

    ## What confirm shows

    Milliseconds of `predict` against `model(x, training=False)` and `predict_on_batch`.

    ## References

    - [Model.predict and calling the model](https://keras.io/getting_started/faq/)
    """

    code = "TFL901"
    name = "predict-in-loop"
    summary = "`predict` on a small batch in a loop pays its overhead at each call"
    harm = Harm.COST
    framework = "tensorflow"
    claims = (Slower(),)
    call_names = frozenset({"predict", "fit", "evaluate"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for models asked once per item."""
        for proposal in _proposals(site, context):
            data = data_of(site.node)
            proposal = proposal._replace(alike=_about(site, proposal, context))
            if data is not None and goes_over_dataset(data, context):
                proposal = proposal._replace(information=_WHOLE_DATASET)
            elif not proposal.information and may_build_models_once(context.project):
                proposal = proposal._replace(information=_CHEAP_IN_OLD_KERAS)
            yield proposal


def _about(site: CallSite, proposal: Proposal, context: Context) -> str:
    """What two calls have in common that ask one model in the same turn: one finding tells of both.

    A model that asks its own parts is one with them.
    """
    func, owner = site.node.func, site.function.owner
    assert isinstance(func, ast.Attribute)
    model = as_written(func.value)
    is_model = owner is not None and context.project.inference.classes.is_layer(owner)
    if is_model and model.startswith(f"{site.function.self_name}."):
        model = f"{site.function.self_name}"
    turn = [(reason.path, reason.line) for reason in proposal.reasons]
    return f"{model}.{func.attr} {turn} {proposal.message}"


def _proposals(site: CallSite, context: Context) -> Iterator[Proposal]:
    """What to say of one call, where its Keras is one that makes a data pipeline for each."""
    func = site.node.func
    data = data_of(site.node)
    if not isinstance(func, ast.Attribute) or data is None:
        return
    if not calls_keras(func, context) or has_plain_loops(context.module, context.project):
        return
    if has_no_number_for_size(site, context):
        return
    is_training = func.attr in _TRAINING
    takes_items = is_training and _takes_items(data, site)
    if is_training and not (takes_items or _is_step(data, site, context)):
        return
    if why := loop_that_takes_parts(site, func.value, context):
        of_turn = takes_parts_of_turn(site, func.value, context)
        yield Proposal(
            site.node,
            f"`{func.attr}` of a model that each turn of a loop makes: it is traced at each turn",
            _CALL_THE_PART if of_turn else _TAKE_ALL_PARTS,
            reasons=why,
            information=FEW_CALLS if of_turn and comes_few_times(site, context) else "",
        )
        return
    if loaded := loaded_anew(site, func.value, context):
        yield _loaded(site, func.attr, loaded, context)
        return
    asked = loop_around_model_call(site, func.value, context)
    if asked is None:
        return
    is_small = asked.is_small or takes_items
    if asked.is_perhaps_rare:
        if is_small:
            yield Proposal(
                site.node,
                f"`{func.attr}` is called in some turns of a loop: its set-up costs more than a small "
                "batch",
                f"If that is so in many turns, use {_FOR_FEW[func.attr]}.",
                reasons=asked.reasons,
                information=_PERHAPS_RARE,
            )
    elif is_small:
        often, advice = _told(asked)
        yield Proposal(
            site.node,
            f"`{func.attr}` is called {often} of a loop: its set-up costs more than a small batch",
            f"{advice} {_FOR_FEW[func.attr]}.",
            reasons=asked.reasons,
        )
    else:
        often = "in some turns" if asked.is_in_some_turns else "at each turn"
        yield Proposal(
            site.node,
            f"`{func.attr}` is set up again {often} of a loop, which costs more than a small batch",
            f"If a turn brings few rows, use {_FOR_FEW[func.attr]}.",
            reasons=asked.reasons,
            information=asked.excuse or _PERHAPS_MUCH,
        )


def _loaded(site: CallSite, asked: str, loaded: LoadedAnew, context: Context) -> Proposal:
    """What to say of a model that is read from one file again and again."""
    information = "" if loaded.is_known else ONLY_PERHAPS_AGAIN
    if comes_few_times(site, context):
        information = FEW_CALLS
    when = "at each turn of a loop"
    if loaded.by is not None:
        runs = "runs" if loaded.is_known else "may run"
        when = f"at each run of {display(loaded.by)}, which {runs} repeatedly"
    return Proposal(
        site.node,
        f"`{asked}` of a model that is loaded anew {when}: each one is traced anew",
        "Load it once, at module level or in `__init__`, or before the loop.",
        reasons=loaded.reasons,
        information=information,
    )


def _is_step(data: ast.expr, site: CallSite, context: Context) -> bool:
    """True for few passes over one item, or few drawn: ``fit(np.array([state]), target, epochs=1)``."""
    return _takes_passes(site.node, _FEW_PASSES) and (
        _holds_few(data, site.function, context) or _is_given_few(data, context)
    )


def _holds_few(data: ast.expr, function: Function, context: Context) -> bool:
    return holds_one_item(data, function, context.project.inference.callers) or may_draw_few_rows(
        data, function, context.project
    )


def _is_given_few(data: ast.expr, context: Context) -> bool:
    """True for a parameter that each call of the function gives one item, or few rows that it draws."""
    function, callers = context.function, context.project.inference.callers
    if not isinstance(data, ast.Name) or not is_only_a_parameter(data.id, function):
        return False
    sites = context.project.repetition.sites_anywhere(function)
    given = [(callers.arguments(site, function).get(data.id), site.function) for site in sites]
    return bool(given) and all(
        argument is not None and _holds_few(argument, caller, context) for argument, caller in given
    )


def _takes_passes(call: ast.Call, most: int, beside: frozenset[str] = frozenset()) -> bool:
    """True for a call with so many passes over its data at most, and none of the keywords beside."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    match given.get("epochs"):
        case None:
            passes = 1
        case ast.Constant(value=int(number)):
            passes = number
        case _:
            return False
    few = passes <= most
    return few and None not in given and beside.isdisjoint(given) and len(call.args) < 3  # x, y


def _told(asked: RepeatedModelCall) -> tuple[str, str]:
    """How often a call is made, and what to do instead."""
    advice = "Use" if asked.is_step else "Call it once on all the data, or use"
    if asked.is_in_some_turns:
        return "in some turns", advice
    if asked.is_step:
        return "at each step", advice
    return "once per item" if asked.is_small else "at each turn", advice


def _takes_items(data: ast.expr, site: CallSite) -> bool:
    """True when the data is what the loop takes from its data, not an index or an epoch, for one pass.

    Or a part of it: of ``for step in steps``, what ``state, action = step`` gives, and ``step[0]``.
    What is given a size of its batches has several.
    """
    if not _takes_passes(site.node, 1, _OF_SEVERAL_BATCHES):
        return False
    loops = loops_around(site.block)
    if not loops or not isinstance(loops[0], (ast.For, ast.AsyncFor)):
        return False
    loop = loops[0]
    if isinstance(loop.iter, ast.Call) and isinstance(loop.iter.func, ast.Name):
        if loop.iter.func.id in ("range", "zip"):
            return False
    targets = {part.id for part in walk(loop.target) if isinstance(part, ast.Name)}
    if not isinstance(data, ast.Name):
        return False
    return data.id in targets or any(
        _is_part_of(binding, targets) for binding in reaching(data.id, data, site.function)
    )


def _is_part_of(binding: Binding, targets: set[str]) -> bool:
    """True for a name that is given a part of what one of others holds."""
    match binding.value:
        case ast.Name(id=name):
            return name in targets and bool(binding.path)
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int())):
            return name in targets and not binding.path
        case _:
            return False
