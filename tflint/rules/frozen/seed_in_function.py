"""TFL508."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api.lookup import Doing, doing
from tflint.api.records import Effect
from tflint.claims import Unseeded
from tflint.facts.effects.seeds import is_no_seed
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite
from tflint.syntax.showing import as_written


@register
class SeedInFunction(TracedRule):
    """`tf.random.set_seed` in traced code does not start the random numbers anew at each call.

    ## What it does

    Finds `tf.random.set_seed` and `keras.utils.set_random_seed` in code that becomes a graph.

    ## Why is this bad?

    The seed is Python state. Eagerly, setting it at the top of a function makes each call give the
    same numbers; in a graph it is set while tracing only, and the operations go on counting from
    call to call. Measured on three calls: one number in eager code, three in the graph.

    ## Example

    ```python
    @tf.function
    def sample(x):
        tf.random.set_seed(1)
        return x + tf.random.normal([])
    ```

    Use instead:

    ```python
    @tf.function
    def sample(x):
        return x + tf.random.stateless_normal([], seed=[1, 0])
    ```

    ## When it is fine

    Outside of traced code, before the function is called for the first time. `np.random.seed` and
    `random.seed` in traced code change nothing that the graph does, and neither does a seed that is
    None in the whole program: a parameter that no call gives, or an attribute that holds one.

    ## What confirm shows

    What the function returns at each call: the same eagerly, changing in the graph.

    ## References

    - [tf.random.set_seed](https://www.tensorflow.org/api_docs/python/tf/random/set_seed)
    - [Random number generation](https://www.tensorflow.org/guide/random_numbers)
    """

    code = "TFL508"
    name = "seed-in-function"
    summary = "A seed set in traced code is set once per trace, not at each call"
    harm = Harm.SILENT
    claims = (Unseeded(),)
    calls_of = (Doing(Effect.SEEDS_GRAPH),)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for seeds."""
        if not doing(context.names(site.node.func), Effect.SEEDS_GRAPH):
            return
        if any(is_no_seed(seed, context) for seed in _given(site)):
            return
        if context.tracing is not None and context.tracing.kind is EntryKind.DATASET:
            again = "for each element"
        else:
            again = "at each call"
        yield Proposal(
            site.node,
            f"`{as_written(site.node.func)}` runs once per trace: random numbers do not start "
            f"anew {again}",
            "Use `tf.random.stateless_*` operations with a seed, or set the seed outside.",
        )


def _given(site: CallSite) -> Iterator[ast.expr]:
    """The seed that a call is given."""
    yield from site.node.args[:1]
    yield from (keyword.value for keyword in site.node.keywords if keyword.arg == "seed")
