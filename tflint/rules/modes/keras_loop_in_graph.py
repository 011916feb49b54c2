"""TFL903."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.effects.logged_tensors import fails_first
from tflint.facts.graphs.plain_loops import has_plain_loops
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite

_LOOPS = re.compile(
    r"^keras\.(?:applications\.|(?:.*\.)?(?:Model|Functional|Sequential)\.)(?:\w+\.)*"
    r"(fit|evaluate|predict|predict_on_batch|save|save_weights|get_weights|to_json)$"
)
_WEIGHTS = re.compile(r"^keras\.layers\.\w+\.(get_weights)$")


@register
class KerasLoopInGraph(TracedRule):
    """A Keras loop, or a method that reads weights into NumPy, is called in a graph.

    ## What it does

    Finds `fit`, `evaluate`, `predict`, `predict_on_batch`, `save`, `save_weights` and
    `get_weights` of a Keras model in code that becomes a graph, `Dataset.map` functions included.

    ## Why is this bad?

    These methods run a Python loop over data, or need values as NumPy arrays, and a graph has
    neither: `predict` raises `AttributeError: 'SymbolicTensor' object has no attribute 'numpy'`,
    `fit` `OperatorNotAllowedInGraphError`, `get_weights` `NotImplementedError`. In eager code they
    work.

    ## Example

    ```python
    @tf.function
    def score(x):
        return model.predict(x)
    ```

    Use instead:

    ```python
    @tf.function
    def score(x):
        return model(x, training=False)
    ```

    ## When it is fine

    Calling the model itself; `train_on_batch` and `test_on_batch`, which work in a graph; and programs for
    TensorFlow 1, or of Keras by itself up to 2.3, where all of these run in the one session. What stands
    behind a statement that raises already, as `x.numpy()` does, is told of when that is mended.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [Model.predict and calling the model](https://keras.io/getting_started/faq/)
    """

    code = "TFL903"
    name = "keras-loop-in-graph"
    summary = "`fit`, `predict` and their like raise in a graph"
    harm = Harm.RAISES
    framework = "tensorflow"
    claims = (Raises(),)
    calls_of = (_LOOPS, _WEIGHTS)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for the methods by name, on what is a Keras model."""
        if has_plain_loops(context.module, context.project) or fails_first(site, context):
            return
        for name in sorted(context.names(site.node.func)):
            found = _LOOPS.match(name) or _WEIGHTS.match(name)
            if found is None:
                continue
            method = found.group(1)
            help_ = "Call the model: `model(x, training=False)`."
            if method in ("save", "save_weights", "get_weights", "to_json"):
                help_ = "Do this outside of the graph."
            yield Proposal(site.node, f"`{method}` of a Keras model raises in a graph", help_)
            return
