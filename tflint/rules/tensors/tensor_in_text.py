"""TFL605."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.change import Change
from tflint.claims import Differs, Raises, SymbolsWritten
from tflint.facts.symbolic import is_symbolic, is_tested
from tflint.facts.values import Text, Value, members
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block
from tflint.syntax.showing import shown

if TYPE_CHECKING:
    import libcst as cst

_MAKERS = frozenset({"builtins.str", "builtins.repr", "builtins.format", "builtins.ascii"})


@register
class TensorInText(TracedRule):
    """A tensor of a graph is put into a Python string.

    ## What it does

    Finds f-strings, `%`, `str.format`, `str()` and `repr()` of tensors in code that becomes a
    graph, also inside `tf.print`. Text that only goes to `print`, to a logger or into an
    exception is left to the rules about these.

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
    `tf.strings.as_string` make text in the graph.

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
        for part, needs_number in _parts(node, context):
            if not is_symbolic(context.symbol(part)):
                continue
            if _is_told_elsewhere(node, context) or is_tested(node, block, context, by_rank=False):
                return
            if needs_number:
                yield Proposal(
                    node,
                    f"`{shown(part)}` has no value while the graph is built: formatting it as a "
                    "number raises TypeError",
                    "Use `tf.strings.format` or `tf.strings.as_string`, or `tf.print` the tensor.",
                    harm=Harm.RAISES,
                )
            else:
                yield Proposal(
                    node,
                    f"this text is made while tracing and holds the symbol of `{shown(part)}`, not "
                    "its value",
                    "Give the tensor itself to `tf.print`, or make the text with "
                    "`tf.strings.format`.",
                    change=_given_apart(node, context),
                )
            return


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


def _parts(node: ast.expr, context: Context) -> Iterator[tuple[ast.expr, bool]]:
    """What goes into a text, each with whether its format takes numbers only."""
    match node:
        case ast.JoinedStr(values=values):
            for value in values:
                if isinstance(value, ast.FormattedValue):
                    yield value.value, value.format_spec is not None and value.conversion == -1
        case ast.BinOp(left=left, op=ast.Mod(), right=right) if _is_text(context.value(left)):
            text = left.value if isinstance(left, ast.Constant) else ""
            given = right.elts if isinstance(right, ast.Tuple) else [right]
            plain = isinstance(text, str) and all(
                part[:1] in ("s", "r", "%", "") for part in text.split("%")[1:]
            )
            for argument in given:
                yield argument, not plain
        case ast.Call(func=func, args=[_, *_]) | ast.Call(func=func, keywords=[_, *_]):
            if isinstance(func, ast.Name) and func.id not in ("str", "repr", "format", "ascii"):
                return
            if isinstance(func, ast.Attribute) and func.attr != "format":
                return
            names = context.names(func)
            if names & _MAKERS:
                for argument in node.args[:1]:
                    yield argument, len(node.args) > 1
            elif "builtins.str.format" in names and isinstance(func, ast.Attribute):
                specified = _specified(func.value)
                for place, argument in enumerate(node.args):
                    yield argument, str(place) in specified
                for keyword in node.keywords:
                    yield keyword.value, keyword.arg in specified


def _specified(text: ast.expr) -> set[str | None]:
    """Which arguments a text formats otherwise than as they are: positions, as words, and keywords."""
    found: set[str | None] = set()
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return found
    numbered = 0
    with suppress(ValueError):  # a text that `format` does not take
        for _, field, spec, conversion in string.Formatter().parse(text.value):
            if field is None:
                continue
            name = re.split(r"[.\[]", field, maxsplit=1)[0]
            if not name:
                name, numbered = str(numbered), numbered + 1
            if spec and not conversion:
                found.add(name)
    return found


def _is_text(value: Value) -> bool:
    return all(isinstance(m, Text) for m in members(value))


def _is_told_elsewhere(node: ast.AST, context: Context) -> bool:
    """True for text that goes to ``print``, to a logger or into an exception."""
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
            return False
        part = context.parent(part)
    return False
