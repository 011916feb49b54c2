"""TFL904."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.claims import Gradient, LineDiffers
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.facts.keras.first_training import Training, first_training
from tflint.facts.keras.flags_by_position import needs_flags_by_position
from tflint.finding import Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import Class


@register
class FunctionOnKerasCall(EagerRule):
    """`call` of a layer or model that is trained before it has weights is a tf.function of its own.

    ## What it does

    Finds `@tf.function` on the `call` method of a subclassed Keras layer or model that makes other
    layers in its constructor, and whose first call known is one of its training: by `fit`, or under
    a `tf.GradientTape` that is asked for weights. Also where calls before those under the tape get the
    same data, as an evaluation before the training does. Where nothing is seen to make objects of a
    class, as of one that comes out of a dictionary, the finding is a possible one, if a method of its
    own trains it (`self(x)` under a tape) and no other calls it.

    ## Why is this bad?

    The inner tf.function creates the weights of these layers in a graph of its own, out of sight of
    the gradient tape. `fit` raises `ValueError: No gradients provided for any variable`, or, where other
    layers of the model have their weights already, trains those alone with a warning. Under a tape
    of one's own each gradient is `None`, at each call with the shapes of the first, be that first one
    of the training or of an evaluation before it: this trace goes on to be used. A layer inside a
    model that is trained keeps the weights that it began with, and nothing says so. All of this was
    measured with Keras 3.15; with Keras 2 the weights have their gradients. What trains the model is a
    graph, or can be one, so the decorator gains nothing.

    ## Example

    ```python
    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)

        @tf.function
        def call(self, x):
            return self.dense(x)

    net = Net()
    net.compile("sgd", "mse")
    net.fit(rows, rows)
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
    net.compile("sgd", "mse")
    net.fit(rows, rows)
    ```

    ## When it is fine

    Models that are built before (`net.build(...)`), or that are called before `fit` with other shapes
    than its batches have (nothing is said where something calls them); layers that
    a `build` method builds, or that know their shapes (`keras.Sequential` with an `Input`); a call
    before those under the tape, with other shapes (another size of the batch will do) or another
    `training` that `call` takes, since a second trace finds the weights that the first has made;
    `@tf.function` on `train_step`; and programs that only Keras 2 runs, as where a layer
    is given `training`, another flag or a number by position.

    ## What confirm shows

    The exception that `fit` or the optimizer raises with graphs only, what the model gives for the
    same data as it is trained, with graphs and without, or for how many weights a tape has gradients.

    ## References

    - [Customizing fit](https://keras.io/guides/custom_train_step_in_tensorflow/)
    """

    code = "TFL904"
    name = "function-on-keras-call"
    summary = (
        "`@tf.function` on the `call` of an unbuilt layer or model hides its weights from gradients"
    )
    harm = Harm.RAISES
    framework = "tensorflow"
    claims = (LineDiffers(), Gradient())

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at decorators of ``call``."""
        function = site.function
        if not site.is_decorator or function is None or function.name != "call":
            return
        owner = function.owner
        if owner is None or function.module is not context.module:
            return
        if not context.project.inference.classes.is_layer(owner):
            return
        if context.project.uses_keras_2(context.module):
            return
        found = first_training(function, context)
        if found is None or needs_flags_by_position(context.project):
            return
        owner, training = found
        when = "before it has weights"
        if training.is_again:
            when = "with the data of the call that made its weights"
        text = f"`{training.of.name}` is trained here, {when}"
        reason = Reason(training.function.module.path, training.node.lineno, text)
        yield Proposal(
            site.node,
            f"{_what_happens(training, owner)}: this tf.function creates the weights of "
            f"`{owner.name}` where the gradient tape does not see them",
            "Leave out `@tf.function` (what trains the model may be one), or call `build` first.",
            reasons=(reason,),
            harm=Harm.SILENT if training.of is not owner else None,
            is_possible=training.is_by_itself,
        )


def _named(layers: tuple[str, ...]) -> str:
    """The attributes that hold layers, in words; of many, the first."""
    if len(layers) > 2:
        return f"`{layers[0]}` and {len(layers) - 1} others"
    return " and ".join(f"`{layer}`" for layer in layers)


def _what_happens(training: Training, owner: Class) -> str:
    if not training.is_fit:
        return "the gradients are None, at each call, under Keras 3"
    if training.of is owner:
        return f"`fit` finds no gradients for {_named(training.layers)} under Keras 3"
    return f"`fit` leaves the weights of `{owner.name}` as they are under Keras 3"
