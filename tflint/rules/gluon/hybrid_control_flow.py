"""TFL804."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Raises, Returns
from tflint.facts.gluon.gluon_branches import is_array_branch, uses_numpy_interface
from tflint.facts.gluon.gluon_symbols import is_single
from tflint.finding import Harm
from tflint.rules.base import Context, GluonRule, Proposal, register
from tflint.syntax.model import Block
from tflint.syntax.showing import shown
from tflint.syntax.trees import children

_ASK_TRUTH = frozenset({"builtins.max", "builtins.min"})
_ITERATE = frozenset({"builtins.sum", "builtins.list", "builtins.tuple", "builtins.sorted"})
_COUNT = frozenset({"builtins.enumerate", "builtins.zip", "builtins.reversed"})


@register
class HybridControlFlow(GluonRule):
    """Python control flow in `hybrid_forward` depends on a symbol.

    ## What it does

    Finds `if`, `while`, `assert`, `and`, `or`, `not`, `bool()`, `max()` and `min()` on symbols in
    `hybrid_forward`, loops over a symbol, and `len()` of one. A parameter may be a list of symbols: it is
    one where the code uses it as no list can be used, or where all calls that are seen give it one array.

    ## Why is this bad?

    After `hybridize()` a symbol has no value, so its truth raises `NotImplementedForSymbol`.
    Worse, a legacy symbol counts its outputs, not its rows: a loop over it runs once, with the
    whole symbol, and `len(x)` is 1, without a word. Under MXNet's NumPy interface both raise
    `TypeError`. With arrays, before, all of them work.

    ## Example

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            if x.sum() > 0:
                return x
            return -x
    ```

    Use instead:

    ```python
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.where(F.broadcast_greater(x.sum(), F.zeros((1,))), x, -x)
    ```

    or `F.contrib.cond`, `F.contrib.foreach` and `F.contrib.while_loop`.

    ## When it is fine

    Tests of Python flags, `is None`; loops over lists of symbols and over
    the outputs of `F.split`.

    ## What confirm shows

    After `hybridize()` this line raises, where it works before; or a call returns something else,
    or fails once the graph with this line in it runs.

    ## References

    - [Hybridize](https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html)
    """

    code = "TFL804"
    name = "hybrid-control-flow"
    summary = "Python control flow on a symbol raises, or goes wrong, after `hybridize()`"
    harm = Harm.RAISES
    once_for = "name"
    claims = (Raises(here=r"__bool__|len\(\)|not iterable", later="MXNetError"), Returns())

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at the tests, loops and calls of one statement."""
        if is_array_branch(block, context):
            return
        seen: set[int] = set()
        if isinstance(node, (ast.If, ast.While, ast.Assert)):
            word = type(node).__name__.lower()
            yield from self._truth(_asked(node.test), word, seen, context)
        if isinstance(node, (ast.For, ast.AsyncFor)):
            yield from self._iterated(node.iter, context)
        for part in _own_expressions(node):
            yield from self._expression(part, seen, context)

    def _expression(self, part: ast.AST, seen: set[int], context: Context) -> Iterator[Proposal]:
        match part:
            case ast.IfExp(test=test):
                yield from self._truth(_asked(test), "if", seen, context)
            case ast.BoolOp(values=values, op=op):
                word = "and" if isinstance(op, ast.And) else "or"
                for value in values[:-1]:
                    yield from self._truth(_asked(value), word, seen, context)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from self._truth(_asked(operand), "not", seen, context)
            case ast.comprehension(iter=iterated, ifs=ifs):
                yield from self._iterated(iterated, context)
                for test in ifs:
                    yield from self._truth(_asked(test), "if", seen, context)
            case ast.Call(func=func, args=args) if args:
                names = context.names(func)
                if "builtins.bool" in names:
                    yield from self._truth(_asked(args[0]), "bool", seen, context)
                if (
                    names & _ASK_TRUTH
                    and len(args) > 1
                    and any(is_single(a, context) for a in args)
                ):
                    word = min(names).removeprefix("builtins.")
                    yield Proposal(
                        part,
                        f"`{word}` compares symbols: this raises after `hybridize()`",
                        f"Use `F.broadcast_{word}imum`, or `F.clip`.",
                    )
                if names & _ITERATE:
                    yield from self._iterated(args[0], context)
                if "builtins.len" in names and is_single(args[0], context):
                    yield self._counted(part, args[0], context)

    def _truth(
        self, parts: Iterator[ast.expr], word: str, seen: set[int], context: Context
    ) -> Iterator[Proposal]:
        for part in parts:
            if id(part) not in seen and is_single(part, context):
                seen.add(id(part))
                yield Proposal(
                    part,
                    f"`{word}` asks for the truth of the symbol `{shown(part)}`: this "
                    "raises after "
                    "`hybridize()`",
                    "Use `F.where` or `F.contrib.cond`.",
                )

    def _iterated(self, node: ast.expr, context: Context) -> Iterator[Proposal]:
        if isinstance(node, ast.Call) and context.names(node.func) & _COUNT:
            for argument in node.args:
                yield from self._iterated(argument, context)
            return
        if is_single(node, context):
            name = shown(node)
            if uses_numpy_interface(context):
                yield Proposal(
                    node,
                    f"the symbol `{name}` is iterated: this raises TypeError after `hybridize()`",
                    "Use `F.contrib.foreach`.",
                )
            else:
                yield Proposal(
                    node,
                    f"the symbol `{name}` is iterated: after `hybridize()` the loop sees one "
                    "item, the whole "
                    "symbol",
                    "Use `F.contrib.foreach` or `F.split`.",
                    harm=Harm.SILENT,
                )

    def _counted(self, call: ast.expr, node: ast.expr, context: Context) -> Proposal:
        name = shown(node)
        if uses_numpy_interface(context):
            return Proposal(
                call,
                f"`len({name})` raises TypeError after `hybridize()`: a symbol has no length",
                "Give the length to the block as an argument.",
            )
        return Proposal(
            call,
            f"`len({name})` is 1 after `hybridize()`: a symbol counts its outputs, not its rows",
            "Use `F.shape_array`, or give the length to the block as an argument.",
            harm=Harm.SILENT,
        )


def _asked(test: ast.expr) -> Iterator[ast.expr]:
    """The expressions whose truth a test asks for."""
    match test:
        case ast.BoolOp(values=values):
            for value in values:
                yield from _asked(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _asked(operand)
        case _:
            yield test


def _own_expressions(node: ast.stmt) -> Iterator[ast.AST]:
    """The parts of a statement's own expressions, without lambdas and inner statements."""
    stack: list[ast.AST] = [
        child
        for child in children(node)
        if isinstance(child, (ast.expr, ast.withitem, ast.keyword))
    ]
    while stack:
        part = stack.pop()
        yield part
        if not isinstance(part, ast.Lambda):
            stack.extend(children(part))
