"""TFL809."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Ungraphed
from tflint.facts.gluon.gluon_branches import uses_numpy_interface
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.definitions import is_abstract
from tflint.syntax.model import Class, Function

_ONWARD = frozenset({"forward", "hybrid_forward", "_call_cached_op", "__call__"})

_NOT_HYBRIDIZED = (
    "nothing here hybridizes the block, or what it is part of: nobody has asked for a graph"
)


@register
class ForwardOverridden(EagerRule):
    """A `HybridBlock` overrides `forward`, so `hybridize()` leaves it as it is.

    ## What it does

    Finds subclasses of `HybridBlock` with a `forward` method of their own that does not hand on to
    the inherited one.

    ## Why is this bad?

    `HybridBlock.forward` is where the graph is made and run. A class that overrides it runs as
    plain Python at each call, before `hybridize()` and after, and can't be exported; only its
    children become graphs. Nothing says so: the results are right, the speed is not.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def forward(self, x):
            return mx.nd.relu(x)
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.relu(x)
    ```

    ## When it is fine

    A `forward` that ends in `super().forward(...)`; a block that can't be a graph, which should
    say so and inherit from `Block`. Files that use MXNet's NumPy interface are left alone: in
    MXNet 2 a `forward` method is how a hybrid block is written. Where the program makes the block and
    hybridizes nothing, the finding is information: nobody has asked for a graph.

    ## What confirm shows

    The results are the same. After `hybridize()` the block is asked for its graph: there is none,
    and the body of `forward` runs at each call. The time of a call is measured both ways.

    ## References

    - [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL809"
    name = "forward-overridden"
    summary = "`hybridize()` does nothing for a block that overrides `forward`"
    harm = Harm.COST
    claims = (Ungraphed(),)
    framework = "mxnet"
    method_names = frozenset({"forward"})

    def visit_class(self, definition: Class, context: Context) -> Iterator[Proposal]:
        """Look at one class."""
        forward = definition.methods.get("forward")
        if forward is None or not context.project.inference.classes.is_hybrid_block(definition):
            return
        if uses_numpy_interface(context) or _hands_on(forward) or is_abstract(forward):
            return
        is_eager = context.project.tracing.is_never_hybridized(definition)
        yield Proposal(
            forward.node,
            f"`{definition.name}` overrides `forward`: `hybridize()` leaves it as it is, and each "
            "call runs it "
            "as plain Python",
            "Write `hybrid_forward(self, F, ...)` instead, or inherit from `Block`.",
            function=forward,
            kind=EntryKind.GLUON,
            information=_NOT_HYBRIDIZED if is_eager else "",
        )


def _hands_on(forward: Function) -> bool:
    return any(
        (
            isinstance(site.node.func, ast.Attribute)
            and site.name in _ONWARD
            and (
                isinstance(site.node.func.value, ast.Call)
                or (
                    isinstance(site.node.func.value, ast.Name)
                    and (site.name == "hybrid_forward" or site.node.func.value.id[:1].isupper())
                )
            )
        )
        or site.name in ("hybrid_forward", "_call_cached_op")
        for site in forward.calls
    )
