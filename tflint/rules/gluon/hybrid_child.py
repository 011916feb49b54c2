"""TFL806."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.claims import Raises
from tflint.facts.gluon.gluon_branches import MIXED, is_array_branch
from tflint.finding import Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.definitions import owner_of
from tflint.syntax.model import CallSite, Class
from tflint.syntax.showing import as_written

_BLOCKS = re.compile(
    r"^mxnet\.gluon\.(?:nn\.(?:Dense|Conv\w+|BatchNorm|LayerNorm|GroupNorm|InstanceNorm|Embedding|"
    r"PReLU|SyncBatchNorm|DeformableConvolution)|rnn\.\w+)$"
)
_PARAMETERS = frozenset({"weight", "bias", "gamma", "beta", "running_mean", "running_var"})
_ROOTS = frozenset({"get", "get_constant"})


@register
class HybridChild(GluonRule):
    """`hybrid_forward` makes layers or parameters, or takes the data of a parameter itself.

    ## What it does

    Finds layers with weights created in `hybrid_forward`, `self.params.get(...)` there, and
    `.data()` of parameters.

    ## Why is this bad?

    After `hybridize()` the weights of a layer made here are inputs that the block does not know:
    `AssertionError: Unknown input to HybridBlock`. The data of a parameter is an array, which can't
    be combined with symbols: `TypeError`. Gluon passes registered parameters to `hybrid_forward` by
    name, as arrays or as symbols.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.scale = self.params.get("scale", shape=(1,))

        def hybrid_forward(self, F, x, scale):
            return x * self.scale.data()
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.scale = self.params.get("scale", shape=(1,))

        def hybrid_forward(self, F, x, scale):
            return F.broadcast_mul(x, scale)
    ```

    ## When it is fine

    Layers made in `__init__`; layers without weights; branches that only arrays take.

    ## What confirm shows

    After `hybridize()` this line raises, where it works before; or the layer or parameter that it
    makes does: its weights are inputs that the block does not know, or its array meets a symbol.

    ## References

    - [Custom layers](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/custom-layer.html)
    """

    code = "TFL806"
    name = "hybrid-child"
    summary = "A layer or parameter made or read in `hybrid_forward` fails after `hybridize()`"
    harm = Harm.RAISES
    claims = (Raises(here=MIXED, later=MIXED + "|Unknown input"),)
    calls_of = (_BLOCKS,)
    call_names = _ROOTS | {"data"}

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for constructors of layers and for parameters."""
        if (
            is_array_branch(site.block, context)
            or context.function.name in knowledge.ONCE_ONLY_METHODS
        ):
            return
        for name in sorted(context.names(site.node.func)):
            if _BLOCKS.match(name):
                shown = name.removeprefix("mxnet.gluon.")
                yield Proposal(
                    site.node,
                    f"`{shown}` is created in `hybrid_forward`: its weights are unknown to the "
                    "block, and "
                    "calling it raises after `hybridize()`",
                    "Create it in `__init__`, and call it here.",
                )
                return
        func = site.node.func
        if not isinstance(func, ast.Attribute):
            return
        if func.attr in _ROOTS and _is_params(func.value, context):
            parent = context.parent(site.node)
            if not (isinstance(parent, ast.Attribute) and parent.attr == "var"):
                yield Proposal(
                    site.node,
                    "a parameter is made in `hybrid_forward`: its array can't be combined with "
                    "symbols after "
                    "`hybridize()`",
                    "Make it in `__init__`; Gluon passes it to `hybrid_forward` by its name.",
                )
        elif func.attr == "data" and not site.node.args and _is_parameter(func.value, context):
            yield Proposal(
                site.node,
                f"`{as_written(site.node)}` is an array: combined with symbols, after "
                "`hybridize()`, this "
                "raises",
                "Take the parameter as an argument of `hybrid_forward`, under its name.",
            )


def _is_params(node: ast.expr, context: Context) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr="params"):
            return owner == context.function.self_name
    return False


def _is_parameter(node: ast.expr, context: Context) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=attr):
            definition = owner_of(context.function)
            if owner != context.function.self_name or definition is None:
                return False
            return _stored(definition, attr, context)
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id=owner)), attr=attr):
            return owner == context.function.self_name and attr in _PARAMETERS
    return False


def _stored(definition: Class, attr: str, context: Context) -> bool:
    """True when a class makes a parameter and keeps it under this name."""
    for store in context.project.inference.classes.stores(definition, attr):
        match store.binding.value:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="params"), attr=method)):
                return method in _ROOTS
            case ast.Call(func=ast.Attribute(attr="Parameter") | ast.Name(id="Parameter")):
                return True
    return False
