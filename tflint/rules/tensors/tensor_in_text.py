"""TFL605."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.change import Change
from tflint.claims import Differs, Raises, SymbolsWritten
from tflint.facts.effects.eager_readers import is_read_in_eager_code
from tflint.facts.graphs.symbolic import is_tested
from tflint.facts.shapes.formatted_texts import FormattedTensor, tensor_in_text
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block
from tflint.syntax.showing import shown

if TYPE_CHECKING:
    import libcst as cst


@register
class TensorInText(TracedRule):
    """A tensor of a graph is put into a Python string.

    ## What it does

    Finds f-strings, `%`, `str.format`, `str()` and `repr()` of tensors and Variables (as the learning
    rate that a Keras optimizer is given as a number) in code that becomes a graph, also inside
    `tf.print`. So is a Python number that a loop of the graph changes (`count += 1`): there it is a
    tensor. Text that only goes to `print`, to a logger or into an exception is left to the rules about
    these, but for formats that raise.

    ## Why is this bad?

    The string is made once, while the graph is built, when the tensor has no value. It holds
    the name of a symbol (`Tensor("x:0", shape=(), dtype=float32)`) and every call uses it: as a
    message, as a dictionary key, as a file name. A format that needs a number (`{loss:.2f}`,
    `%d`) raises `TypeError`.

    ## Example

    ```python
    @tf.function
    def step(x):
        tf.print(f"x = {x}")
        return x * 2

    step(tf.constant(1.0))
    ```

    Use instead:

    ```python
    @tf.function
    def step(x):
        tf.print("x =", x)
        return x * 2
    ```

    ## When it is fine

    Static parts of a tensor: `x.shape`, `x.dtype`, `x.name`. `tf.strings.format` and
    `tf.strings.as_string` make text in the graph. A text that is given to a function which looks at it
    under `if tf.executing_eagerly():` alone.

    ## What confirm shows

    The lines, the names of files or the result of both runs: the value on the one side, the
    symbol on the other.

    ## References

    - [tf.print](https://www.tensorflow.org/api_docs/python/tf/print)
    - [tf.strings.format](https://www.tensorflow.org/api_docs/python/tf/strings/format)
    """

    code = "TFL605"
    name = "tensor-in-text"
    summary = "Text made of a tensor in a graph holds the name of a symbol"
    harm = Harm.SILENT
    fix = Applicability.UNSAFE
    claims = (Raises(tensors=True), SymbolsWritten(), Differs())
    expressions = (ast.JoinedStr, ast.BinOp, ast.Call)

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for text made of tensors."""
        found = tensor_in_text(node, context)
        if found is None or is_tested(node, block, context, by_rank=False):
            return
        name = shown(found.tensor)
        if found.needs_number:
            if not _is_of_error(node, context):
                yield Proposal(
                    node,
                    f"`{name}` {_why_empty(found)}: formatting it as a number raises TypeError",
                    "Use `tf.strings.format` or `tf.strings.as_string`, or `tf.print` the tensor.",
                    harm=Harm.RAISES,
                )
        elif not _is_told_elsewhere(node, context) and not is_read_in_eager_code(node, context):
            yield Proposal(
                node,
                f"this text is made while tracing and holds the symbol of `{name}`, not its value",
                "Give the tensor itself to `tf.print`, or make the text with `tf.strings.format`.",
                change=_given_apart(node, context),
            )


def _why_empty(found: FormattedTensor) -> str:
    if found.is_of_loop:
        return "is a tensor, since a loop of the graph changes it, and has no value there"
    return "has no value while the graph is built"


def _given_apart(node: ast.expr, context: Context) -> Change | None:
    """The change of a text that only goes to ``tf.print``, which takes tensors."""
    call = context.parent(node)
    if isinstance(call, ast.Call) and node in call.args:
        if context.names(call.func) == {"tensorflow.print"}:
            return Change(_with_parts, call)
    return None


def _with_parts(call: cst.Call) -> cst.Call | None:
    from tflint.cst.texts import arguments_apart  # late: it imports libcst

    arguments = arguments_apart(call)
    return None if arguments is None else call.with_changes(args=arguments)


def _is_of_error(node: ast.AST, context: Context) -> bool:
    """True for text of an exception, which is made where tracing ends anyway."""
    part: ast.AST | None = context.parent(node)
    while part is not None and not isinstance(part, ast.stmt):
        part = context.parent(part)
    return isinstance(part, (ast.Raise, ast.Assert))


def _is_told_elsewhere(node: ast.AST, context: Context, *, by_name: bool = True) -> bool:
    """True for text that goes to ``print``, to a logger or into an exception, be it by one name."""
    part: ast.AST | None = context.parent(node)
    while part is not None:
        if isinstance(part, (ast.Raise, ast.Assert)):
            return True
        if isinstance(part, ast.Call):
            names = context.names(part.func)
            if doing(names, Effect.PRINTS, Effect.LOGS):
                return True
            if any(n.startswith(("warnings.", "logging.", "absl.logging.")) for n in names):
                return True
            if any(n.rpartition(".")[2].endswith(("Error", "Exception")) for n in names):
                return True
        if isinstance(part, ast.stmt):
            return by_name and _is_named_for_that(part, context)
        part = context.parent(part)
    return False


def _is_named_for_that(statement: ast.stmt, context: Context) -> bool:
    """True for text that gets a name which is read nowhere but there."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            reads = context.uses(name)
            return bool(reads) and all(
                _is_told_elsewhere(read, context, by_name=False) for read in reads
            )
        case _:
            return False
