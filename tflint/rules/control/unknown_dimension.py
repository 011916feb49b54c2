"""TFL705."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tflint.api import knowledge
from tflint.api.records import words
from tflint.claims import Claim, Differs, Raises
from tflint.facts.graphs.symbolic import external_names
from tflint.facts.shapes.changing_shapes import changing_shape, option
from tflint.facts.shapes.open_batches import batch_opened_by
from tflint.facts.shapes.open_dimensions import open_dimensions
from tflint.facts.shapes.openings import BY_SIGNATURE, Opening
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.expressions import are_same, whole_number
from tflint.syntax.model import Block, CallSite, Function
from tflint.syntax.scopes import written_out
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_TAKES_SHAPES = words(
    """
    broadcast_to constant eye fill gamma linspace normal one_hot ones range reshape stateless_normal
    stateless_truncated_normal stateless_uniform tile truncated_normal uniform zeros
    """
)
_OF_KERAS = words(
    """
    keras.backend.random_normal keras.backend.random_uniform keras.backend.truncated_normal
    keras.ops.full keras.ops.ones keras.ops.zeros keras.random.gamma keras.random.normal
    keras.random.randint keras.random.truncated_normal keras.random.uniform
    """
)
"""Functions of Keras that take a shape, and no None in it."""
_SHAPE_KEYWORDS = frozenset({"shape", "dims", "multiples"})
_AS_NUMBERS: Final = words(
    """
    builtins.float builtins.int builtins.max builtins.min builtins.range tensorflow.cast
    tensorflow.constant tensorflow.convert_to_tensor
    """
)
"""What raises when it is given None for a number."""


@register
class UnknownDimension(TracedRule):
    """A dimension that a signature, a dataset or the values leave open is used as a Python number.

    ## What it does

    Finds `x.shape[i]`, and names bound to it, in arithmetic, comparisons, `range` and shapes of new
    tensors (`tf.random.normal(x.shape)` as a whole, too), where the `input_signature` of the function
    gives `None` for that dimension of `x`, or of what is made of `x` (`tf.reshape(x, [-1, 3])`,
    `tf.transpose(x)`, `x[None]`); or where `reduce_retracing` does so, since calls in a loop give
    another size each time. The same in a Keras layer or model that is called on a `keras.Input`, or on
    what Keras's layers make of one: its batch is open unless `batch_size` or `batch_shape` says how
    many, and so is each None in its `shape`. `ds.batch(n)` leaves the batch open too, as the last one
    may be smaller: in the `train_step` of a model trained by `fit(ds)`, its `call`, `test_step` and
    loss, in a `tf.function` that loops over `ds` or takes batches out of `iter(ds)`, also by way of a
    strategy, and in what `ds.map` is given. And it finds the number of rows of what is as large as
    values say, which is None in every graph, whatever that is given: of `tf.where(mask)`,
    `tf.boolean_mask`, `x[mask]`, `tf.unique(x).y`, `tf.dynamic_partition`,
    `tf.image.non_max_suppression` and decoded images (width, too), and of what has their rows
    (`tf.where(mask)[:, 0]`, `tf.gather(x, rows)`). What is used by a name (`h, w, _ = x.shape`) is one
    finding for each size, with the lines of all its uses.

    ## Why is this bad?

    `x.shape` is what is known while tracing, and the signature says that this dimension is not: it is
    `None`. Arithmetic, `range`, `tf.zeros((x.shape[0], 4))` and `<` raise; `x.shape[0] == 2` is
    silently false, and `tf.range(0, x.shape[0])` silently empty: without an end, `tf.range` takes its
    start for that. How many places `tf.where` finds is not even known of a constant. Eager code sees
    the real number. A layer raises as soon as it is called on the `keras.Input`, with Keras 2 and 3
    alike.

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

    `tf.shape(x)[0]`; dimensions that the signature knows; tests for `None`; batches made with
    `drop_remainder=True`, or by an option that any call at hand turns on, and those that a loop in Python
    takes out of a dataset. Functions without a signature see every dimension, and are traced again for
    each; with `reduce_retracing` the dimension becomes `None` only after a second shape.
    `tf.where(mask, x, y)`, which is as large as they; `len(tf.where(mask))`, of which AutoGraph makes a
    tensor. Layers with a `compute_output_shape` of their own, which Keras 3 asks instead of calling them.

    ## What confirm shows

    The exception of the graph, or the different result of the comparison, if need be with tensors of
    another size. Where eager code and the graph have the same number for each of them, there is no verdict.

    ## References

    - [tf.TensorShape](https://www.tensorflow.org/guide/tensor#about_shapes)
    - [tf.data.Dataset.batch](https://www.tensorflow.org/api_docs/python/tf/data/Dataset#batch)
    """

    code = "TFL705"
    name = "unknown-dimension"
    summary = "A dimension that a signature, a dataset or the values leave open is `None` in Python"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs(sizes=True))
    expressions = (ast.Subscript,)
    call_names = _TAKES_SHAPES | {name.rpartition(".")[2] for name in _OF_KERAS}

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
        """Look at names bound to ``x.shape[i]``, by themselves or by unpacking ``x.shape``.

        What gives a name its value is what is to be mended: one finding tells of all that use it alike.
        """
        (binding,) = context.function.bindings[node.id]
        match binding.path, binding.written:
            case _, ast.Subscript() as dimension:
                found = self._look(node, dimension, context)
            case (int(index),), None if (shape := binding.value) and _shape_of(shape) is not None:
                dimension = ast.Subscript(shape, ast.Constant(index), ast.Load())
                found = self._look(node, dimension, context)
            case _:
                return
        for proposal in found:
            yield proposal._replace(alike=f"{node.id}: {proposal.message}")

    def _look(self, node: ast.expr, dimension: ast.expr, context: Context) -> Iterator[Proposal]:
        """Look at how ``node``, which is this dimension, is used."""
        shape = _shape_of(dimension.value) if isinstance(dimension, ast.Subscript) else None
        index = whole_number(dimension.slice) if isinstance(dimension, ast.Subscript) else None
        if shape is None or index is None:
            return
        axis, opening = _openings(shape, context).get(index, (0, None))
        if not opening or _is_checked(node, context):
            return
        is_of_keras = context.tracing is not None and context.tracing.kind is EntryKind.KERAS
        name = as_written(shape)
        why = _because(opening, f"{name}.shape[{index}]")
        use = _use(node, context)
        if is_of_keras and not opening.is_by_values and use != "number":
            return  # what only differs may be right again when the model runs, and knows the dimension
        match use:
            case "==":
                yield Proposal(
                    node,
                    f"{why}, and the comparison is silently false",
                    f"Use `tf.shape({name})[{index}]`.",
                    harm=Harm.SILENT,
                )
            case "empty" | "end" as what:
                becomes = "is silently empty" if what == "empty" else "silently ends at its start"
                yield Proposal(
                    node,
                    f"{why}, and the range {becomes}",
                    f"Use `tf.shape({name})[{index}]`.",
                    harm=Harm.SILENT,
                )
            case "number":
                yield Proposal(
                    node,
                    f"{why}, and using it as a number raises",
                    f"Use `tf.shape({name})[{index}]`.",
                    claims=_claims(opening, axis),
                )

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at a whole shape that is given for one: ``tf.zeros(x.shape)``."""
        named = (k.value for k in site.node.keywords if k.arg in _SHAPE_KEYWORDS)
        for argument in (*site.node.args, *named):
            shape = _shape_of(written_out(argument, context.function))
            if shape is None or _is_checked(argument, context):
                continue
            if not any(map(_takes_shapes, external_names(site.node.func, context))):
                continue
            found = next(iter(_openings(shape, context).values()), None)
            if found is None:
                continue
            axis, opening = found
            name = as_written(shape)
            yield Proposal(
                argument,
                f"{_because(opening, f'{name}.shape[{axis}]')}, and a shape with it raises",
                f"Use `tf.shape({name})`.",
                claims=_claims(opening, axis),
            )


def _openings(tensor: ast.expr, context: Context) -> dict[int, tuple[int, Opening]]:
    """Which dimensions of a tensor are open, by the indices they have; empty where none is known to be.

    Of a tensor whose rank nobody knows that is the first at most, which ``-1`` is not.
    """
    known = open_dimensions(tensor, context)
    if known is None:
        batch = batch_opened_by(tensor, context)
        first = BY_SIGNATURE if batch is None and _is_relaxed(tensor, context) else batch
        return {0: (0, first)} if first else {}
    rank = len(known)
    return {
        index: (axis, opening)
        for axis, opening in enumerate(known)
        if opening
        for index in (axis, axis - rank)
    }


def _claims(opening: Opening, axis: int) -> tuple[Claim, ...]:
    """What is to be confirmed where a dimension is open."""
    if opening is BY_SIGNATURE or opening.is_by_values:
        return ()
    return (Raises(tensors=True, open_axis=axis),)


def _because(opening: Opening, text: str) -> str:
    """Why a dimension is None, and not the number that eager code sees."""
    if opening.is_by_values:
        return f"what {opening.by} gives is as large as values say: `{text}` is None in every graph"
    return f"{opening.by} leaves `{text}` open: it is None here"


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
        said = changing_shape(bound[name], site, caller) if name in bound else None
        if said is not None and said.perhaps is None:
            return True
    return False


def _is_checked(node: ast.expr, context: Context) -> bool:
    """True when the function asks about ``None`` or sets the shape itself, or that does which calls it."""
    assert context.traced is not None
    return any(
        _asks_for_none(part, function) or _asks_whether(part, node)
        for function in {context.function, context.traced.entry}
        for part in walk(function.node)
    )


def _asks_for_none(part: ast.AST, function: Function) -> bool:
    """True for what sets shapes, and a test for None of anything but an argument that may be left out."""
    match part:
        case ast.Attribute(attr="set_shape" | "is_fully_defined"):
            return True
        case ast.Compare(left=left, comparators=others):
            is_for_none = any(isinstance(c, ast.Constant) and c.value is None for c in others)
            return is_for_none and not (
                isinstance(left, ast.Name) and left.id in function.parameter_names
            )
    return False


def _asks_whether(part: ast.AST, node: ast.expr) -> bool:
    """True for ``if rows:``, which is false for None."""
    match part:
        case ast.If(test=test) | ast.IfExp(test=test):
            return any(are_same(asked, node) for asked in _asked(test))
    return False


def _asked(test: ast.expr) -> Iterator[ast.expr]:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _asked(operand)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _asked(value)
        case _:
            yield test


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
            if names & _AS_NUMBERS or any(_takes_shapes(name) for name in names):
                return "number"
        case ast.Tuple() | ast.List():
            call = context.parent(around)
            if isinstance(call, ast.keyword) and call.arg in _SHAPE_KEYWORDS:
                call = context.parent(call)
            elif isinstance(call, ast.Call) and around not in call.args:
                return None
            if isinstance(call, ast.Call) and any(
                _takes_shapes(name) for name in external_names(call.func, context)
            ):
                return "number"
    return None


def _counts(call: ast.Call, context: Context) -> bool:
    return external_names(call.func, context) == {"tensorflow.range"}


def _range_from(start: ast.expr) -> str:
    """What becomes of a range without an end, for which `tf.range` takes its start."""
    return "empty" if whole_number(start) == 0 else "end"


def _takes_shapes(name: str) -> bool:
    is_of_tensorflow = name.startswith("tensorflow.") and name.rpartition(".")[2] in _TAKES_SHAPES
    return is_of_tensorflow or name in _OF_KERAS
