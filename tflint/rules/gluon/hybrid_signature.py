"""TFL808."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.claims import Raises
from tflint.facts.expressions.values import BOOL, Container, Number, Text, members
from tflint.facts.gluon.gluon_branches import is_array_branch
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, EagerRule, GluonRule, Proposal, register
from tflint.syntax.expressions import are_same, are_same_in, names_in
from tflint.syntax.model import Block, CallSite, Function
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import written_out
from tflint.syntax.showing import as_written

if TYPE_CHECKING:
    from tflint.facts import Project


@register
class HybridSignature(GluonRule, EagerRule):
    """A hybridized block is called, or returns, in a way that its graph can't be.

    ## What it does

    Finds `hybrid_forward` methods that return a dict, or a tuple with None, a number or a text in
    it; and calls of a hybridized block with a Python number, or with another number of arguments
    than the first such call.

    ## Why is this bad?

    A hybridized block takes and gives arrays, and lists of arrays, of one structure. Anything else
    raises `ValueError` or `TypeError`, where the block worked before `hybridize()`.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return {"score": F.relu(x)}
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.relu(x)
    ```

    ## When it is fine

    Nested lists and tuples of symbols; blocks that only other hybrid blocks call, which see what
    they return as it is.

    ## What confirm shows

    For a result, the exception that the outermost hybridized block raises over it. For a call, the
    code around it is run twice, with `hybridize()` and with that taken out: only with it the call
    raises.

    ## References

    - [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL808"
    name = "hybrid-signature"
    summary = "A hybridized block takes and returns arrays of one structure only"
    harm = Harm.RAISES
    claims = (Raises(later="HybridBlock output|Expected a list of symbols"),)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at what is returned."""
        if not context.is_entry:
            return
        if (
            isinstance(node, ast.Return)
            and node.value is not None
            and not is_array_branch(block, context)
        ):
            said = _unfit(node.value, context)
            if said is not None and not _is_inner(context):
                yield Proposal(
                    node,
                    f"`hybrid_forward` returns {said}: this raises after `hybridize()`",
                    "Return symbols, or lists and tuples of them.",
                )

    def names(self, project: Project) -> frozenset[str]:
        """Names under which hybrid blocks are called."""
        return project.remember(_names_of_blocks)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at what eager code gives a hybridized block."""
        if context.tracing is not None or not _is_hybridized(site) or not _is_plain(site):
            return
        called = [
            f for f in context.project.inference.callers.called(site) if _is_entry(f, context)
        ]
        if not called:
            return
        for argument in site.node.args:
            value = members(context.value(argument))
            if all(isinstance(m, (Number, Text)) or m == BOOL for m in value):
                yield Proposal(
                    argument,
                    f"`{as_written(argument)}` is no array: a hybridized block raises ValueError",
                    "Pass an array, or keep the value in an attribute of the block.",
                    kind=EntryKind.EAGER,
                )
        first = _first_call(site, called[0], context)
        if len(first.node.args) != len(site.node.args):
            yield Proposal(
                site.node,
                f"`{as_written(site.node.func)}` is called with {len(site.node.args)} arguments here "
                f"and with {len(first.node.args)} {first.function.module.on_line(first.node.lineno)}: "
                "once hybridized it raises ValueError",
                "Call it with the same arguments each time.",
                kind=EntryKind.EAGER,
            )


def _names_of_blocks(project: Project) -> frozenset[str]:
    return frozenset(
        site.name
        for function in project.tracing.traced_functions()
        if project.tracing.is_entry(function, EntryKind.GLUON)
        for site in project.inference.callers.of(function)
    )


def _is_entry(function: Function, context: Context) -> bool:
    return context.project.tracing.is_entry(function, EntryKind.GLUON)


def _is_plain(site: CallSite) -> bool:
    return not site.node.keywords and not any(isinstance(a, ast.Starred) for a in site.node.args)


def _first_call(site: CallSite, called: Function, context: Context) -> CallSite:
    """The first call of the same hybridized block in the same file."""
    return min(
        (
            other
            for other in context.project.inference.callers.of(called)
            if other.function.module is context.module
            and _are_one_object(other.node.func, other, site)
            and not _exclude_each_other(other, site)
            and _is_hybridized(other)
            and _is_plain(other)
        ),
        key=lambda other: other.node.lineno,
        default=site,
    )


def _are_one_object(node: ast.expr, there: CallSite, site: CallSite) -> bool:
    """True for what is written as a block that is called, where the same binding of its name holds."""
    called = site.node.func
    if not are_same_in(node, there.function, called, site.function):
        return False
    if there.function is not site.function:
        return True
    return all(
        reaching(name, node, site.function) == reaching(name, called, site.function)
        for name in names_in(called) & site.function.bindings.keys()
    )


def _exclude_each_other(one: CallSite, other: CallSite) -> bool:
    """True for calls that stand under opposite outcomes of one test."""
    if one.function is not other.function:
        return False
    tests = [*conditions_around(one.node, one.block, one.function)]
    return any(
        outcome is not elsewhere and are_same(test, asked)
        for asked, elsewhere in conditions_around(other.node, other.block, other.function)
        for test, outcome in tests
    )


def _is_hybridized(site: CallSite) -> bool:
    """True when the function that calls a block has hybridized it by then."""
    return any(
        isinstance(other.node.func, ast.Attribute)
        and other.name == "hybridize"
        and _are_one_object(other.node.func.value, other, site)
        and other.node.lineno < site.node.lineno
        and not (
            other.node.args
            and isinstance(other.node.args[0], ast.Constant)
            and other.node.args[0].value is False
        )
        for other in site.function.calls
    )


def _unfit(value: ast.expr, context: Context) -> str | None:
    value = written_out(value, context.function)
    found = members(context.value(value))
    if found and all(isinstance(m, Container) and m.kind == "dict" for m in found):
        return "a dict"
    if isinstance(value, (ast.Tuple, ast.List)):
        for part in value.elts:
            if isinstance(part, ast.Dict):
                return "a dict among its results"
            if isinstance(part, ast.Constant):
                return f"`{as_written(part)}` among its results"
    return None


def _is_inner(context: Context) -> bool:
    """True for a block that another hybrid block calls."""
    tracing = context.project.tracing
    for site in context.project.inference.callers.of(context.function):
        if any(c.kind is EntryKind.GLUON for c in tracing.contexts(site.function)):
            return True
    return False
