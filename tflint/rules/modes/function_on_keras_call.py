"""TFL904."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.api import knowledge
from tflint.claims import LineDiffers
from tflint.facts.graph_sites import GraphSite
from tflint.facts.values import Instance, members
from tflint.finding import Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.model import CallSite, Class

_BUILDERS = ("build", "summary", "load_weights")


@register
class FunctionOnKerasCall(EagerRule):
    """`call` of a model that `fit` trains unbuilt is a tf.function of its own.

    ## What it does

    Finds `@tf.function` on the `call` method of a subclassed Keras model that the project trains
    with `fit`, and never builds or calls before.

    ## Why is this bad?

    The inner tf.function creates the weights in a graph of its own during the first step, out of
    sight of the gradient tape: `fit` raises `ValueError: No gradients provided for any variable`.
    Keras makes a graph of the whole step anyway, so the decorator gains nothing.

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

    Models that are built before (`net.build(...)`, or called once on data), own training loops, and
    `@tf.function` on `train_step`.

    ## What confirm shows

    The exception that `fit` raises with graphs and does not raise without them.

    ## References

    - [Customizing fit](https://keras.io/guides/custom_train_step_in_tensorflow/)
    """

    code = "TFL904"
    name = "function-on-keras-call"
    summary = "`@tf.function` on the `call` of an unbuilt model leaves `fit` without gradients"
    harm = Harm.RAISES
    claims = (LineDiffers(),)

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at decorators of ``call``."""
        function = site.function
        if not site.is_decorator or function is None or function.name != "call":
            return
        owner = function.owner
        if owner is None or function.module is not context.module:
            return
        names = context.project.inference.classes.base_names(owner)
        if not any(knowledge.KERAS_MODELS.match(name) for name in names):
            return
        trained = next(_calls_on(owner, "fit", context), None)
        if trained is None or _is_built(owner, trained, context):
            return
        path, line = trained.function.module.path, trained.node.lineno
        yield Proposal(
            site.node,
            f"`fit` finds no gradients: this tf.function creates the weights of `{owner.name}` "
            "where the "
            "gradient tape does not see them",
            "Leave out `@tf.function` (Keras makes a graph of the whole step), or build the model "
            "first.",
            reasons=(Reason(path, line, f"`{owner.name}` is trained here"),),
        )


def _calls_on(owner: Class, method: str, context: Context) -> Iterator[CallSite]:
    """Calls of a method on objects of the class."""
    inference = context.project.inference
    for site in context.project.names.calls.get(method, ()):
        target = getattr(site.node.func, "value", None)
        if target is None:
            continue
        value = inference.value(target, site.function)
        if any(isinstance(m, Instance) and m.definition is owner for m in members(value)):
            yield site


def _is_built(owner: Class, trained: CallSite, context: Context) -> bool:
    """True when something gives the model its weights before it is trained, as far as one can "
    "see."""
    if any(True for method in _BUILDERS for _ in _calls_on(owner, method, context)):
        return True
    inference = context.project.inference
    for site in trained.function.calls:
        if site.node.lineno >= trained.node.lineno:
            continue
        for member in members(inference.value(site.node.func, site.function)):
            if isinstance(member, Instance) and member.definition is owner:
                return True
    return False
