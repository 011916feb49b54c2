"""TFL710."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.change import Change
from tflint.claims import LineDiffers
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, EagerRule, Proposal, register

if TYPE_CHECKING:
    import libcst as cst

_ENDS = {
    "builtins.property": "`tf.function` raises TypeError while the class is made",
    "builtins.classmethod": "`tf.function` raises TypeError while the class is made",
    "functools.cached_property": "`tf.function` raises TypeError while the class is made",
    "builtins.staticmethod": "calling it through an instance raises TypeError",
}


@register
class DecoratorOrder(EagerRule):
    """`tf.function` is applied over `property`, `classmethod` or `staticmethod`.

    ## What it does

    Finds `@tf.function` above one of these decorators.

    ## Why is this bad?

    Decorators apply from below. `property` and `classmethod` make objects that `tf.function` can't
    call: `TypeError: ... is not a callable object`, as soon as the class is made. A `staticmethod`
    under `tf.function` works through the class and raises through an instance.

    ## Example

    ```python
    class Scale:
        @tf.function
        @classmethod
        def apply(cls, x):
            return x * 2
    ```

    Use instead:

    ```python
    class Scale:
        @classmethod
        @tf.function
        def apply(cls, x):
            return x * 2
    ```

    ## When it is fine

    The other way round: `@staticmethod`, `@classmethod` or `@property` above `@tf.function`.

    ## What confirm shows

    For `property` and `classmethod`, that the definition comes to its end only without graphs; for
    `staticmethod`, the exception of a call through an instance.

    ## References

    - [tf.function](https://www.tensorflow.org/api_docs/python/tf/function)
    """

    code = "TFL710"
    name = "decorator-order"
    summary = "`tf.function` over `property`, `classmethod` or `staticmethod`"
    harm = Harm.RAISES
    fix = Applicability.SAFE
    claims = (LineDiffers(),)

    def visit_graph_site(self, site: GraphSite, context: Context) -> Iterator[Proposal]:
        """Look at the decorators below ``tf.function``."""
        if not site.is_decorator or site.function is None:
            return
        decorators = site.function.decorators
        above = decorators.index(site.node) if site.node in decorators else len(decorators)
        for place, decorator in enumerate(decorators[above + 1 :], above + 1):
            for name in context.names(decorator) & _ENDS.keys():
                last = name.rpartition(".")[2]
                yield Proposal(
                    site.node,
                    f"`tf.function` stands over `{last}`: {_ENDS[name]}",
                    f"Put `@{last}` above `@tf.function`.",
                    function=site.function,
                    change=Change(
                        partial(_moved, above=above, below=place),
                        site.function.node,
                        # Who stands between them gets something else to decorate.
                        Applicability.UNSAFE if place > above + 1 else None,
                    ),
                )


def _moved(definition: cst.FunctionDef, above: int, below: int) -> cst.FunctionDef:
    """The function with one of its decorators moved below another."""
    decorators = list(definition.decorators)
    decorators.insert(below, decorators.pop(above))
    return definition.with_changes(decorators=decorators)
