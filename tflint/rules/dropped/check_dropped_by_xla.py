"""TFL405."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.change import Change
from tflint.claims import ErrorDropped
from tflint.facts.effects.checks import CHECKS, is_check
from tflint.facts.graphs.constants import is_optional
from tflint.facts.shapes.static_shapes import implies_unknown_shape
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.scopes import holder_of, imported_as, written_out
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    import libcst as cst


@register
class CheckDroppedByXla(TracedRule):
    """A check in a function that XLA compiles never fails.

    ## What it does

    Finds `tf.debugging.assert_*`, `tf.Assert` and `tf.debugging.check_numerics` in functions under
    `tf.function(jit_compile=True)`, and in what they call.

    ## Why is this bad?

    XLA drops these checks. What eager code and a plain graph stop on goes through: the values are
    used as they are, an index out of range is moved into range, an integer divided by zero gives
    -1.

    ## Example

    ```python
    @tf.function(jit_compile=True)
    def root(x):
        tf.debugging.assert_non_negative(x)
        return tf.sqrt(x)
    ```

    Use instead:

    ```python
    @tf.function(jit_compile=True)
    def root(x):
        return tf.sqrt(x)

    def checked_root(x):
        tf.debugging.assert_non_negative(x)
        return root(x)
    ```

    ## When it is fine

    Checks of ranks, types and static shapes (`assert_rank`, `assert_shapes`), which run while
    tracing, and those made only where a shape is not static (`if tf.get_static_value(n) is None:`),
    which eager code never makes; and checks behind an option that is off unless someone
    asks for it (`if validate:` or `if self.validate:`, with `validate=False` among the parameters),
    where no call turns it on.

    ## What confirm shows

    An input on which eager code raises and the compiled function does not.

    ## References

    - [XLA: known issues](https://www.tensorflow.org/xla/known_issues)
    """

    code = "TFL405"
    name = "check-dropped-by-xla"
    summary = "XLA drops assertions and numeric checks"
    harm = Harm.SILENT
    claims = (ErrorDropped(),)
    fix = Applicability.UNSAFE
    calls_of = (CHECKS,)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for checks in compiled code."""
        if context.tracing is None or not context.tracing.jit_compile:
            return
        for name in sorted(context.names(site.node.func)):
            if is_check(name) and not (
                is_optional(site.node, site.block, context)
                or _is_of_ranks(site)
                or _is_for_open_shapes(site, context)
            ):
                yield Proposal(
                    site.node,
                    f"`{name.replace('tensorflow.', 'tf.', 1)}` is dropped by XLA "
                    "(`jit_compile=True`): it "
                    "never fails",
                    "Check outside of the compiled function.",
                    change=_apart(site.node, context),
                )
                return


def _is_of_ranks(site: CallSite) -> bool:
    """True for a comparison of a rank, which is known while tracing."""
    given = [written_out(argument, site.function) for argument in site.node.args]
    return any(isinstance(part, ast.Call) and called_name(part.func) == "rank" for part in given)


def _is_for_open_shapes(site: CallSite, context: Context) -> bool:
    """True under a test that a shape is not known while tracing, where eager code checks nothing."""
    return any(
        implies_unknown_shape(test, outcome, context)
        for test, outcome in conditions_around(site.node, site.block, context.function)
    )


def _apart(call: ast.Call, context: Context) -> Change | None:
    """A graph that makes the checks, and calls the compiled function for the rest.

    Where the checks begin a compiled function, and read nothing but what it is given: these are made on
    the same values, before XLA gets them.
    """
    function, node = context.function, context.function.node
    framework = imported_as(("tensorflow",), function)
    if not isinstance(node, ast.FunctionDef) or framework is None or len(node.decorator_list) != 1:
        return None
    decorator = node.decorator_list[0]
    options = decorator.keywords if isinstance(decorator, ast.Call) else []
    if not context.is_entry or [option.arg for option in options] != ["jit_compile"]:
        return None
    if not isinstance(decorator, ast.Call) or context.names(decorator.func) != {
        "tensorflow.function"
    }:
        return None
    given = node.args
    plain = not (given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs)
    name = f"_compiled_{node.name.strip('_')}"
    if not plain or given.defaults or name in context.module.text or function.is_generator:
        return None
    first = 1 if ast.get_docstring(node) is not None else 0
    count = first
    for statement in node.body[first:]:
        if not _only_checks(statement, context):
            break
        count += 1
    checks = node.body[first:count]
    if count == len(node.body) or not any(
        s.value is call for s in checks if isinstance(s, ast.Expr)
    ):
        return None
    to = partial(_split, count=count, name=name, framework=framework, owner=function.self_name)
    return Change(to, node)


def _only_checks(statement: ast.stmt, context: Context) -> bool:
    """Whether a statement is a check that reads names of the function's parameters, or from outside."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    if not any(map(is_check, context.names(statement.value.func))):
        return False
    parameters = {parameter.arg for parameter in context.function.parameters}
    return all(
        part.id in parameters or holder_of(part.id, context.function) is not context.function
        for part in ast.walk(statement)
        if isinstance(part, ast.Name)
    )


def _split(
    function: cst.FunctionDef, count: int, name: str, framework: str, owner: str | None
) -> cst.FlattenSentinel[cst.BaseStatement] | None:
    """The function with its first statements, and one below with the rest, which it calls."""
    import libcst as cst  # late: it takes longer to import than a file to check

    body = function.body
    if not isinstance(body, cst.IndentedBlock):
        return None
    names = [parameter.name.value for parameter in function.params.params]
    called = f"{owner}.{name}" if owner is not None else name
    given = ", ".join(names[1:] if owner is not None else names)
    returned = cst.parse_statement(f"return {called}({given})")
    decorator = function.decorators[0]
    plain = decorator.with_changes(decorator=cst.parse_expression(f"{framework}.function"))
    outer = function.with_changes(
        decorators=[plain], body=body.with_changes(body=[*body.body[:count], returned], footer=[])
    )
    gap = [cst.EmptyLine(indent=False)] * (1 if owner is not None else 2)
    first, *others = body.body[count:]
    lines = list(getattr(first, "leading_lines", ()))
    while lines and lines[0].comment is None:
        lines.pop(0)
    rest = [first.with_changes(leading_lines=lines), *others]
    inner = function.with_changes(
        name=cst.Name(name), body=body.with_changes(body=rest), leading_lines=gap
    )
    inner = inner.with_changes(
        decorators=[decorator.with_changes(leading_lines=(), trailing_whitespace=_line_end())]
    )
    return cst.FlattenSentinel([outer, inner])


def _line_end() -> cst.TrailingWhitespace:
    import libcst as cst

    return cst.TrailingWhitespace()
