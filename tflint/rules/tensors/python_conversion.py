"""TFL602."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api.records import words
from tflint.claims import Differs, Raises
from tflint.facts.expressions.values import TENSOR, Container, Value
from tflint.facts.graphs.symbolic import conversion, is_symbolic, is_tested
from tflint.facts.order.standing_fallbacks import fallback_stands
from tflint.facts.shapes.number_requests import left_alone
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.caught_errors import STANDING, STANDS
from tflint.rules.information import of_unknown_keras
from tflint.syntax.model import Block
from tflint.syntax.path_conditions import tests_around
from tflint.syntax.scopes import holder_of, is_only_a_parameter
from tflint.syntax.showing import shown
from tflint.syntax.trees import called_name

_ITERATORS = words(
    """
    list tuple set frozenset dict enumerate zip map filter reversed any all sum min max iter next
    """
)
_CONVERTED = of_unknown_keras("AutoGraph converts it")
_NEEDS = "needs values that a graph does not have while it is built"
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


@register
class PythonConversion(TracedRule):
    """A tensor of a graph is turned into, or taken apart as, a Python value.

    ## What it does

    Finds `bool(x)`, `list(x)`, unpacking (`a, b = x`, `f(*x)`), comprehensions over a tensor,
    lists indexed with a tensor, `min`, `max`, `sum`, `any`, `all`, `map`, `filter`, `reversed`,
    `enumerate` and `zip` of tensors in code that becomes a graph; where AutoGraph does not act
    (methods under Keras 3, `autograph=False`) also `int`, `float`, `len` and `range`.

    ## Why is this bad?

    The number of elements and their values are not there while the graph is built. TensorFlow
    raises `OperatorNotAllowedInGraphError: Iterating over a symbolic tf.Tensor is not allowed`
    or `TypeError`, also when the shape is known. Eager code works. Where a handler catches the error and
    gives a number instead (`except TypeError: parts = [0.0]`), each call of the graph has that number for
    its result, or its state.

    ## Example

    ```python
    @tf.function
    def spread(x):
        low, high = tf.stack([tf.reduce_min(x), tf.reduce_max(x)])
        return high - low
    ```

    Use instead:

    ```python
    @tf.function
    def spread(x):
        low, high = tf.reduce_min(x), tf.reduce_max(x)
        return high - low
    ```

    ## When it is fine

    `int`, `float`, `len`, `range`, `abs`, `sorted` and `for row in x` in code that AutoGraph
    converts; `tf.unstack(x)` and `tf.split(x, n)`, which give Python lists; `sum` of a list of
    tensors; datasets in `enumerate` and `zip`. In a `try` that expects the error, unless its handler
    gives a number that is seen to stand for the value: returned, put into a container that outlives the
    call, or given to operations whose results are. What is so because Keras 3 calls no AutoGraph, and
    Keras 2 does, is information where nothing tells which Keras runs the code.

    ## What confirm shows

    The exception of the graph, where eager code has none.

    ## References

    - [tf.unstack](https://www.tensorflow.org/api_docs/python/tf/unstack)
    """

    code = "TFL602"
    name = "python-conversion"
    summary = "A tensor of a graph can't be turned into a Python value"
    harm = Harm.RAISES
    claims = (Raises(tensors=True), Differs())
    statements = (ast.Assign,)
    expressions = (ast.Call, ast.Subscript, ast.List, ast.Tuple, ast.Set, *_COMPREHENSIONS)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at calls, indices and comprehensions."""
        what: str | None = None
        information = ""
        match node:
            case ast.Call():
                what = _call(node, context)
                if what is None and (found := left_alone(node, context)):
                    here = "" if found.is_sure else " under Keras 3"
                    what = f"`{called_name(node.func)}` of a tensor, where AutoGraph does not act{here},"
                    information = "" if found.is_sure else _CONVERTED
            case ast.Subscript(value=owner, slice=index, ctx=ast.Load()):
                what = _index(owner, index, context)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                what = _unpacked(parts, context)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                for generator in node.generators:
                    if context.symbol(generator.iter) == TENSOR:
                        what = f"a comprehension over the tensor `{shown(generator.iter)}`"
        if what is None:
            return
        if not is_tested(node, block, context):
            yield _report(node, what)._replace(information=information)
        elif not information and fallback_stands(node, block, "TypeError", context):
            yield _report(node, what)._replace(
                message=f"{what} {_NEEDS}: it raises, and {STANDS}",
                claims=STANDING,
                harm=Harm.SILENT,
            )

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at unpackings."""
        if not isinstance(node, ast.Assign) or not any(
            isinstance(target, (ast.Tuple, ast.List)) for target in node.targets
        ):
            return
        if context.symbol(node.value) != TENSOR or is_tested(node, block, context):
            return
        if not _is_told_by_mode(node.value, node, block, context):
            yield _report(node, f"unpacking the tensor `{shown(node.value)}`")


def _report(node: ast.AST, what: str) -> Proposal:
    return Proposal(
        node,
        f"{what} {_NEEDS}: it raises",
        "Use TensorFlow operations: `tf.unstack` gives the parts, `tf.reduce_*` and `tf.gather` "
        "work on values.",
    )


def _is_told_by_mode(
    value: ast.expr, node: ast.stmt, block: Block | None, context: Context
) -> bool:
    """True for an argument unpacked where an attribute says so: ``if self.masked: x, mask = x``."""
    if not isinstance(value, ast.Name):
        return False
    holder = holder_of(value.id, context.function)
    if holder is None or not is_only_a_parameter(value.id, holder):
        return False
    tests = tests_around(node, block, context.function)
    return any(isinstance(test, ast.Attribute) for test in tests)


def _unpacked(parts: list[ast.expr], context: Context) -> str | None:
    for part in parts:
        if isinstance(part, ast.Starred) and isinstance(part.ctx, ast.Load):
            if context.symbol(part.value) == TENSOR:
                return f"unpacking the tensor `{shown(part.value)}`"
    return None


def _call(node: ast.Call, context: Context) -> str | None:
    unpacked = _unpacked(node.args, context)
    if unpacked is not None:
        return unpacked
    func = node.func
    if not isinstance(func, ast.Name) or not node.args:
        return None
    if func.id not in _ITERATORS and func.id != "bool":
        return None
    if f"builtins.{func.id}" not in context.names(func):
        return None
    values = [context.symbol(argument) for argument in node.args]
    if func.id in ("bool", "iter", "next"):
        return f"`{func.id}` of a tensor" if values[0] == TENSOR else None
    if func.id in ("map", "filter"):
        values = values[1:]
    if func.id in ("sum",):
        values = values[:1]
    if any(value == TENSOR for value in values):
        return f"`{func.id}` of a tensor"
    if func.id in ("min", "max", "any", "all") and any(_holds(value) for value in values):
        return f"`{func.id}` of a list of tensors"
    return None


def _holds(value: Value) -> bool:
    """True for several tensors: lists written out with more than one, and those filled in a loop."""
    if not isinstance(value, Container):
        return False
    if value.items is None:
        return value.kind == "list" and value.element == TENSOR
    return len(value.items) > 1 and all(item == TENSOR for item in value.items)


def _index(owner: ast.expr, index: ast.expr, context: Context) -> str | None:
    if isinstance(index, ast.Constant):
        return None
    value = context.symbol(owner)
    if not isinstance(value, Container) or value.kind not in ("list", "tuple"):
        return None
    if isinstance(index, ast.Call) and called_name(index.func) == "int" and index.args:
        if conversion(context) is None:
            index = index.args[0]  # AutoGraph makes a tensor of it again
    if not is_symbolic(context.symbol(index)):
        return None
    return f"indexing a Python {value.kind} with the tensor `{shown(index)}`"
