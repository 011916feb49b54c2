"""TFL403."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from tflint.api.lookup import record
from tflint.api.records import Effect
from tflint.api.tracing_errors import REFUSED_WHILE_TRACING
from tflint.claims import Caught
from tflint.facts.effects.checks import is_check
from tflint.facts.expressions.values import ITERATOR, Unknown, members
from tflint.facts.programs.keras_versions import is_of_tensorflow_1
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block
from tflint.syntax.scopes import written_name
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_ANY = frozenset({"builtins.Exception", "builtins.BaseException"})
_OF_SHAPES = _ANY | {"builtins.ValueError"}
_END = frozenset({"builtins.StopIteration"})
_PYTHON = sys.stdlib_module_names | {"builtins"}
_HELP = (
    "Catch it around the call of the tf.function, or test first, with `tf.cond` or "
    "`tf.debugging.assert_*`."
)


@register
class CaughtOpError(TracedRule):
    """An error of an operation is caught inside the graph, where it never arrives.

    ## What it does

    Finds `except tf.errors...`, and `except Exception` around nothing but operations that tracing
    takes whatever the shapes are (reading and decoding files, parsing, looking up), in code that
    becomes a graph; also `contextlib.suppress` and `except StopIteration` around the `next` of a
    dataset's iterator. Of lines in a handler that no trace comes to nothing else is said, but for
    information where they print or log.

    ## Why is this bad?

    The `try` surrounds the making of the graph. The operations run later, outside of it, so the
    handler never sees their errors: eager code takes the fallback, the graph raises. Even a wrong
    shape that tracing finds comes as `ValueError`, not as `tf.errors.InvalidArgumentError`.

    ## Example

    ```python
    @tf.function
    def pick(x, index):
        try:
            return tf.gather(x, index)
        except tf.errors.InvalidArgumentError:
            return tf.constant(-1.0)
    ```

    Use instead:

    ```python
    @tf.function
    def pick(x, index):
        if index < tf.shape(x)[0]:
            return tf.gather(x, index)
        return tf.constant(-1.0)
    ```

    or `try` around the call of `pick`.

    ## When it is fine

    Errors that tracing itself raises (`AttributeError`, `TypeError`,
    `tf.errors.OperatorNotAllowedInGraphError`, and `ValueError` where operations such as `tf.transpose`
    alone may find that static shapes do not fit), `tf.debugging.assert_*` of what tracing knows, as
    `tf.shape(x)` of a known shape, which raises at once, handlers that only raise another error,
    and those that do the same by the name that another version of TensorFlow has.

    ## What confirm shows

    An input on which eager code takes the handler and the graph raises.

    ## References

    - [Limitations of AutoGraph](https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md)
    """

    code = "TFL403"
    name = "caught-op-error"
    summary = "An operation's error is never caught inside a graph"
    harm = Harm.RAISES
    claims = (Caught(),)
    statements = (ast.Try, ast.With, ast.AsyncWith)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at handlers, and at ``contextlib.suppress``."""
        if isinstance(node, ast.Try):
            for handler in node.handlers:
                if isinstance(handler.body[-1], ast.Raise):
                    continue
                if _is_other_spelling(node.body, handler.body, context):
                    continue
                caught = _caught(handler.type, node.body, context)
                if caught is not None:
                    yield Proposal(
                        handler,
                        f"`except {caught}` never sees an error of an operation: it surrounds the "
                        "making "
                        "of the graph, not its run, so the graph raises",
                        _HELP,
                    )
                    return
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and "contextlib.suppress" in context.names(call.func):
                    given = ast.Tuple(call.args, ast.Load())
                    caught = _caught(given, node.body, context)
                    if caught is not None:
                        yield Proposal(
                            call,
                            f"`suppress({caught})` never sees an error of an operation: it "
                            "surrounds the "
                            "making of the graph, not its run, so the graph raises",
                            _HELP,
                        )


_AT_ONCE = frozenset({Effect.OPENS, Effect.HANDLE, Effect.FILES, Effect.ASKS_FILES})
"""What Python does while it traces, and raises there: ``tf.io.gfile.listdir``."""


def _caught(kind: ast.expr | None, body: list[ast.stmt], context: Context) -> str | None:
    """What a handler catches in vain, as written."""
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    in_graph = [statement for statement in body if not _leaves_graph(statement, context)]
    if any(part is not None and _is_for_shapes(part, body, context) for part in kinds):
        return None
    for part in kinds:
        names = set(_ANY) if part is None else context.names(part)
        shown = "..." if part is None else as_written(part)
        if any(name.startswith("tensorflow.errors.") for name in names - REFUSED_WHILE_TRACING):
            if _has_operation(in_graph, context) and not context.checks_what_is_known(in_graph):
                return shown
        if names & _ANY and _can_fail(body, context):
            if not context.comes_while_tracing(part, body):
                return shown
        if names & _END and _takes_next(body, context):
            return shown
    return None


def _is_for_shapes(kind: ast.expr, body: list[ast.stmt], context: Context) -> bool:
    """True for what catches the error of tracing for shapes that do not fit, around operations alone."""
    return (
        bool(context.names(kind) & _OF_SHAPES)
        and context.comes_while_tracing(kind, body)
        and all(
            any(name.startswith("tensorflow.") for name in context.names(call.func))
            for call in _calls(body)
        )
    )


def _is_other_spelling(body: list[ast.stmt], handler: list[ast.stmt], context: Context) -> bool:
    """True for a handler that does the same by another name, which other versions have."""
    tried, instead = (list(_calls(statements)) for statements in (body, handler))
    if any(_is_of_old_version(call, context) for call in (*tried, *instead)):
        return True
    written = [[as_written(call.func) for call in calls] for calls in (tried, instead)]
    meant = [[context.names(call.func) for call in calls] for calls in (tried, instead)]
    return written[0] != written[1] and meant[0] == meant[1] and all(meant[0])


def _is_of_old_version(call: ast.Call, context: Context) -> bool:
    """True for ``tf.random_uniform``: without that name, tracing raises, and the handler sees it."""
    name = written_name(call.func, context.function)
    return name is not None and is_of_tensorflow_1(name)


def _leaves_graph(statement: ast.stmt, context: Context) -> bool:
    """True for ``with tf.init_scope():``, where operations run at once."""
    return isinstance(statement, (ast.With, ast.AsyncWith)) and any(
        isinstance(item.context_expr, ast.Call)
        and "tensorflow.init_scope" in context.names(item.context_expr.func)
        for item in statement.items
    )


def _calls(body: list[ast.stmt]) -> Iterator[ast.Call]:
    for statement in body:
        for part in walk(statement):
            if isinstance(part, ast.Call):
                yield part


def _has_operation(body: list[ast.stmt], context: Context) -> bool:
    """True when something in the body runs in the graph, as all calls but plain Python ones may."""
    for call in _calls(body):
        names = context.names(call.func)
        if names and all(record(name).effect in _AT_ONCE for name in names):
            continue
        if any(name.startswith(("tensorflow.", "keras.")) for name in names):
            return True
        # Python's ``next`` ends in StopIteration in eager code.
        if any(name.partition(".")[0] not in _PYTHON for name in names):
            return True
        if isinstance(call.func, ast.Attribute) and context.value(call.func.value) == ITERATOR:
            return True
        if not names and not all(isinstance(m, Unknown) for m in members(context.value(call.func))):
            return True
    return any(
        isinstance(part, (ast.BinOp, ast.Subscript))
        for statement in body
        for part in walk(statement)
    )


def _can_fail(body: list[ast.stmt], context: Context) -> bool:
    """True when an operation of the body can fail when it runs."""
    return any(
        is_check(name) or record(name).fails is True
        for call in _calls(body)
        for name in context.names(call.func)
    )


def _takes_next(body: list[ast.stmt], context: Context) -> bool:
    return any(
        "builtins.next" in context.names(call.func)
        and bool(call.args)
        and ITERATOR in members(context.value(call.args[0]))
        for call in _calls(body)
    )
