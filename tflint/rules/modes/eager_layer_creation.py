"""TFL906."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.api.lookup import layers_with_weights
from tflint.claims import Raises
from tflint.facts.expressions.functional_inputs import holds_input
from tflint.facts.graphs.repetition import call_reason
from tflint.facts.keras.layer_state import is_built, layer_made, makes_weight
from tflint.facts.order.creation import MADE_AGAIN, VARIABLES, is_made_at_each_call
from tflint.finding import EntryKind, Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Function
from tflint.syntax.showing import as_written

if TYPE_CHECKING:
    from tflint.facts import Project

_VARIABLES = frozenset(name.rpartition(".")[2] for name in VARIABLES)


@register
class EagerLayerCreation(EagerRule):
    """A layer with weights, or a weight, is created in `call`, which eager code runs again and again.

    ## What it does

    Finds layers such as `Dense` and `LSTM`, `Sequential` models, and the project's own layers with
    weights, made and called in the `call` of a layer or model, where a loop of eager code runs that
    `call`. So are weights themselves: a `tf.Variable` that is told to be trainable, or gets what an
    initializer makes. Where the `call` becomes a graph, `TFL202` and `TFL201` say so.

    ## Why is this bad?

    Each call starts with fresh random weights. The model owns none of them, so a loop with a
    `GradientTape` trains nothing, and says nothing. Under `tf.function` and `fit` it raises.

    ## Example

    ```python
    class Net(keras.Model):
        def call(self, x):
            return keras.layers.Dense(1)(x)

    net = Net()
    for _ in range(3):
        print(net(tf.ones((1, 2))))
    ```

    Use instead:

    ```python
    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)

        def call(self, x):
            return self.dense(x)

    net = Net()
    for _ in range(3):
        print(net(tf.ones((1, 2))))
    ```

    ## When it is fine

    Layers without weights (`ReLU`, `Flatten`, `Dropout`), layers made in `__init__` or `build`, and
    those that a test makes once (`if self.dense is None:`). Nor is anything said of a `call` that only
    runs on a `keras.Input`: the functional model has its layers. Variables of a `call` that assigns, or
    takes gradients, itself, and those that are not trainable.

    ## What confirm shows

    The exception of the graph that the `call` would become, where eager code has none.

    ## References

    - [Making new layers and models](https://keras.io/guides/making_new_layers_and_models_via_subclassing/)
    """

    code = "TFL906"
    name = "eager-layer-creation"
    summary = "A layer created in `call` has fresh weights each time: nothing trains them"
    harm = Harm.SILENT
    framework = "tensorflow"
    claims = (Raises(MADE_AGAIN, by="makes"),)

    def names(self, project: Project) -> frozenset[str]:
        """Names under which layers with weights are made."""
        return layers_with_weights() | _VARIABLES | project.remember(_names_of_layers)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for layers and weights made in the `call` of another layer."""
        if not _is_of_call(context.function, context.project):
            return
        made = layer_made(site, context)
        is_weight = makes_weight(site, context)
        if (made is None and not is_weight) or not is_made_at_each_call(site, context):
            return
        why = _why_called(context.function, context.project)
        if not why:
            return
        if is_weight:
            yield Proposal(
                site.node,
                f"`{as_written(site.node.func)}` is made anew at each call, and no layer owns it: "
                "nothing trains it",
                "Make the weight once, in `build`, by `self.add_weight`.",
                reasons=why,
                kind=EntryKind.KERAS,
            )
        elif made is not None and is_built(made, site, context):
            yield Proposal(
                site.node,
                f"`{made.name}` is made anew at each call, with fresh random weights: nothing trains them",
                "Make the layer once, in `__init__`, and call it here.",
                reasons=why,
                kind=EntryKind.KERAS,
            )


def _is_of_call(function: Function, project: Project) -> bool:
    """True for the `call` of a layer, and for a method that it calls."""
    if project.inference.classes.is_method_of_layer(function, frozenset({"call"})):
        return True
    return bool(_own_calls(function, project))


def _own_calls(function: Function, project: Project) -> list[CallSite]:
    """Where the `call` of the same object calls a method."""
    return [
        site
        for site in project.inference.callers.of(function)
        if function.owner is not None
        and site.function.owner is function.owner
        and site.function.name == "call"
    ]


def _why_called(function: Function, project: Project) -> tuple[Reason, ...]:
    """The loop that runs a `call` again and again, and how that comes to a function of its object.

    A loop inside of it makes several layers, and a call on a `keras.Input` makes them for a model.
    """
    repetition = project.repetition
    if function.name != "call":
        chains = [
            (*why, call_reason(function, site))
            for site in _own_calls(function, project)
            if (why := _why_called(site.function, project))
        ]
    else:
        chains = [
            (*why, call_reason(function, site))
            for site in repetition.sites(function)
            if not _connects(site, project) and (why := repetition.why_site(site))
        ]
    return min(chains, key=lambda chain: (len(chain), chain), default=())


def _connects(site: CallSite, project: Project) -> bool:
    """True for a call on what a `keras.Input` gave: a functional model has the layers that it makes."""
    values = (project.inference.value(given, site.function) for given in site.node.args)
    return any(map(holds_input, values))


def _names_of_layers(project: Project) -> frozenset[str]:
    return frozenset(
        definition.name
        for module in project.relevant_modules
        for definition in module.classes
        if project.inference.classes.is_layer(definition)
    )
