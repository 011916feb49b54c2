"""TFL204."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflint.claims import AnyDifference, Claim, Raises
from tflint.facts.order.creation import is_made_at_each_call
from tflint.facts.order.kept_resources import may_leave_nothing
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite

_GENERATORS = re.compile(
    r"^tensorflow\.random\.(?:experimental\.)?Generator(?:\.from_\w+)?$|^keras\.random\.SeedGenerator$"
)
_QUEUES = re.compile(r"^tensorflow\.(?:queue\.)?FIFOQueue$")
_KEPT = re.compile(
    r"^tensorflow\.lookup\.(?:experimental\.)?(?:MutableHashTable|DenseHashTable)$"
    r"|^tensorflow\.(?:queue\.)?(?:PaddingFIFO|Priority|RandomShuffle)Queue$"
)
"""What a graph makes once."""


@register
class ResourceCreation(TracedRule):
    """A random generator, queue or mutable table is created each time traced code runs.

    ## What it does

    Finds `tf.random.Generator.from_seed` and its like, `keras.random.SeedGenerator`, queues and
    mutable hash tables made in code that becomes a graph.

    ## Why is this bad?

    A generator owns a Variable, which a graph may create on its first call only: it raises
    `ValueError`. A `FIFOQueue` raises `NotFoundError` when it is used. The other queues, and mutable
    hash tables, are made once and keep what was inserted, where eager code starts with an empty one at
    each call: nothing says so.

    ## Example

    ```python
    @tf.function
    def noisy(x):
        generator = tf.random.Generator.from_seed(1)
        return x + generator.normal([])
    ```

    Use instead:

    ```python
    generator = tf.random.Generator.from_seed(1)

    @tf.function
    def noisy(x):
        return x + generator.normal([])
    ```

    ## When it is fine

    `tf.lookup.StaticHashTable`, datasets and their iterators, `tf.TensorArray`, and
    `tf.random.get_global_generator()`; creation behind `if self.generator is None:`. Tables that get the
    same keys at each call, and queues of which as much is taken out.

    ## What confirm shows

    The exception of the graph, or the results that differ from eager code's.

    ## References

    - [Creating tf.Variables](https://www.tensorflow.org/guide/function#creating_tfvariables)
    """

    code = "TFL204"
    name = "resource-creation"
    summary = (
        "A generator or queue created at each call raises in a graph, or persists, as tables do"
    )
    harm = Harm.RAISES
    claims = (Raises(), AnyDifference())
    sees_escapes = True
    calls_of = (_GENERATORS, _QUEUES, _KEPT)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for constructors of resources."""
        for name in sorted(context.names(site.node.func)):
            harm = Harm.RAISES
            claims: tuple[Claim, ...] = self.claims
            if _GENERATORS.match(name):
                said = (
                    f"`{_shown(name)}` makes a Variable at each call: a graph may create it on "
                    "the first "
                    "call only, and raises ValueError"
                )
            elif _QUEUES.match(name):
                said = (
                    f"`{_shown(name)}` is created at each call: using it in a graph raises "
                    "NotFoundError"
                )
                claims = (Raises(later="NotFoundError"),)
            elif _KEPT.match(name):
                if may_leave_nothing(site, context):
                    return
                said = (
                    f"`{_shown(name)}` is created once: what one call inserts is still there in "
                    "the next"
                )
                harm = Harm.SILENT
            else:
                continue
            if is_made_at_each_call(site, context):
                help_ = "Create it once, outside, and use it here."
                yield Proposal(site.node, said, help_, harm=harm, claims=claims)
            return


def _shown(name: str) -> str:
    return name.replace("tensorflow.", "tf.", 1)
