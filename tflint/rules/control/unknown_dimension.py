"""TFL705."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.api.records import words
from tflint.claims import Differs, Raises
from tflint.facts.graphs.symbolic import external_names
from tflint.facts.shapes.changing_shapes import changing_shape, option
from tflint.facts.shapes.open_dimensions import open_dimensions
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.expressions import whole_number
from tflint.syntax.model import Block
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_TAKES_SHAPES = words(
    "zeros ones fill reshape broadcast_to tile range eye constant one_hot linspace"
)


@register
class UnknownDimension(TracedRule):
    """A dimension that the signature leaves open is used as a Python number.

    ## What it does

    Finds `x.shape[i]`, and names bound to it, in arithmetic, comparisons, `range` and shapes of new
    tensors, where the `input_signature` of the function gives `None` for that dimension of `x`, or of
    what is made of `x` (`tf.reshape(x, [-1, 3])`, `tf.transpose(x)`, `x[None]`); or where
    `reduce_retracing` does so, since calls in a loop give another size each time.

    ## Why is this bad?

    `x.shape` is what is known while tracing, and the signature says that this dimension is not:
    it is `None`. Arithmetic, `range`, `tf.zeros((x.shape[0], 4))` and `<` raise; `x.shape[0] ==
    2` is silently false, and `tf.range(0, x.shape[0])` silently empty: without an end, `tf.range` takes
    its start for that. Eager code sees the real number.

    ## Example

    ```python
    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def mean(x):
        return tf.reduce_sum(x, 0) / x.shape[0]
    ```

    Use instead:

    ```python
    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def mean(x):
        return tf.reduce_sum(x, 0) / tf.cast(tf.shape(x)[0], x.dtype)
    ```

    ## When it is fine

    `tf.shape(x)[0]`; dimensions that the signature knows; tests for `None`. Functions without a
    signature see every dimension, and are traced again for each; with `reduce_retracing` the
    dimension becomes `None` only after a second shape.

    ## What confirm shows

    The exception of the graph, or the different result of the comparison, if need be with tensors of
    another size. Where eager code and the graph have the same number for each of them, there is no verdict.

    ## References

    - [tf.TensorShape](https://www.tensorflow.org/guide/tensor#about_shapes)
    """

    code = "TFL705"
    name = "unknown-dimension"
    summary = "A dimension that `input_signature` leaves open is `None` in Python"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs(sizes=True))
    expressions = (ast.Subscript,)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at ``x.shape[i]``."""
        yield from self._look(node, node, context)

    def wants_name(self, name: str, context: Context) -> bool:
        """Names that are bound once."""
        bindings = context.function.bindings.get(name, ())
        return len(bindings) == 1 and bindings[0].kind == "assign"

    def visit_name(
        self, node: ast.Name, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at names bound to ``x.shape[i]``, by themselves or by unpacking ``x.shape``."""
        (binding,) = context.function.bindings[node.id]
        match binding.path, binding.value:
            case (), ast.Subscript() as dimension:
                yield from self._look(node, dimension, context)
            case (int(index),), ast.expr() as shape if _shape_of(shape) is not None:
                dimension = ast.Subscript(shape, ast.Constant(index), ast.Load())
                yield from self._look(node, dimension, context)

    def _look(self, node: ast.expr, dimension: ast.expr, context: Context) -> Iterator[Proposal]:
        """Look at how ``node``, which is this dimension, is used."""
        shape = _shape_of(dimension.value) if isinstance(dimension, ast.Subscript) else None
        index = whole_number(dimension.slice) if isinstance(dimension, ast.Subscript) else None
        if shape is None or index is None:
            return
        known = open_dimensions(shape, context)
        if known is None:
            is_open = index == 0 and _is_relaxed(shape, context)
        else:
            is_open = -len(known) <= index < len(known) and known[index] is True
        if not is_open or _is_checked(context):
            return
        name = as_written(shape)
        text = f"{name}.shape[{index}]"
        match _use(node, context):
            case "==":
                yield Proposal(
                    node,
                    f"the signature leaves `{text}` open: it is None here, and the comparison is "
                    "silently false",
                    f"Use `tf.shape({name})[{index}]`.",
                    harm=Harm.SILENT,
                )
            case "empty" | "end" as what:
                becomes = "is silently empty" if what == "empty" else "silently ends at its start"
                yield Proposal(
                    node,
                    f"the signature leaves `{text}` open: it is None here, and the range {becomes}",
                    f"Use `tf.shape({name})[{index}]`.",
                    harm=Harm.SILENT,
                )
            case "number":
                yield Proposal(
                    node,
                    f"the signature leaves `{text}` open: it is None here, and using it as a "
                    "number raises",
                    f"Use `tf.shape({name})[{index}]`.",
                )


def _shape_of(node: ast.expr) -> ast.expr | None:
    """The tensor whose static shape an expression is."""
    match node:
        case ast.Attribute(value=tensor, attr="shape"):
            return tensor
        case ast.Call(func=ast.Attribute(value=tensor, attr="get_shape"), args=[]):
            return tensor
        case ast.Call(func=ast.Attribute(value=shape, attr="as_list"), args=[]):
            return _shape_of(shape)
    return None


def _is_relaxed(tensor: ast.expr, context: Context) -> bool:
    """True when ``reduce_retracing`` opens a dimension, because calls give it another size each time."""
    name = tensor.id if isinstance(tensor, ast.Name) else ""
    function, inference = context.function, context.project.inference
    if not option(inference.decorated(function), *knowledge.RELAXING):
        return False
    for site in inference.callers.of(function):
        caller = context.of(site.function)
        if caller.tracing is not None or not context.project.repetition.why_site(site):
            continue
        bound = inference.callers.arguments(site, function)
        if name in bound and changing_shape(bound[name], site, caller) is not None:
            return True
    return False


def _is_checked(context: Context) -> bool:
    """True when the function asks about ``None`` or sets the shape itself."""
    for part in walk(context.function.node):
        if isinstance(part, ast.Attribute) and part.attr in ("set_shape", "is_fully_defined"):
            return True
        if isinstance(part, ast.Compare) and any(
            isinstance(c, ast.Constant) and c.value is None for c in part.comparators
        ):
            return True
    return False


def _use(node: ast.expr, context: Context) -> str | None:
    around = context.parent(node)
    match around:
        case ast.Call(args=[start, end, *_]) if node is end and _counts(around, context):
            return _range_from(start)
        case ast.keyword(arg="limit"):
            match context.parent(around):
                case ast.Call(args=[start]) as counting if _counts(counting, context):
                    return _range_from(start)
        case ast.BinOp():
            return "number"
        case ast.Compare(ops=[ast.Eq()]) if isinstance(context.parent(around), ast.Assert):
            return "number"
        case ast.Compare(ops=[ast.Eq() | ast.NotEq()]):
            return "=="
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
            return "number"
        case ast.Call(func=func) if around.args and node in around.args:
            names = external_names(func, context)
            if "builtins.range" in names or any(_takes_shapes(name) for name in names):
                return "number"
        case ast.Tuple() | ast.List():
            call = context.parent(around)
            if not isinstance(call, ast.Call) or around not in call.args:
                return None
            if any(_takes_shapes(name) for name in external_names(call.func, context)):
                return "number"
    return None


def _counts(call: ast.Call, context: Context) -> bool:
    return external_names(call.func, context) == {"tensorflow.range"}


def _range_from(start: ast.expr) -> str:
    """What becomes of a range without an end, for which `tf.range` takes its start."""
    return "empty" if whole_number(start) == 0 else "end"


def _takes_shapes(name: str) -> bool:
    return name.startswith("tensorflow.") and name.rpartition(".")[2] in _TAKES_SHAPES
