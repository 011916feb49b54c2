"""TFL107."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Copies
from tflint.facts.constants import constants
from tflint.facts.values import TENSOR, FunctionValue, Instance, Number, Unknown, members
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.definitions import default_of
from tflint.syntax.model import Binding, Block, loops_around
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import children, walk

LIMIT = 100
"""Turns of a loop, or of nested loops together, that are too many copies of its body."""

_WRAPPERS = frozenset({"enumerate", "reversed", "list", "tuple", "sorted", "zip", "tqdm", "iter"})


@register
class UnrolledLoop(TracedRule):
    """A long Python loop becomes as many copies of its body in the graph.

    ## What it does

    Finds loops in code that becomes a graph whose number of turns is known and is at least 100,
    alone or together with loops inside: over a `range` with numbers written out, a long list or
    NumPy array, or `while i < 200`; with TensorFlow operations in their body.

    ## Why is this bad?

    Only loops over tensors and datasets become one loop of the graph. All others run while
    tracing, and each turn adds its operations. Measured: 1000 turns of one addition make 2002
    nodes and a trace of 0.5 to 1.5 s, against 18 nodes and 24 to 85 ms with `tf.range`; the trace
    grows by half a millisecond for each operation, and every new signature pays again. Once
    traced, the unrolled loop is the faster one: the price is the trace and the size of the graph.

    ## Example

    ```python
    @tf.function
    def walk(x):
        for i in range(1000):
            x = x + tf.sin(x)
        return x
    ```

    Use instead:

    ```python
    @tf.function
    def walk(x):
        for i in tf.range(1000):
            x = x + tf.sin(x)
        return x
    ```

    ## When it is fine

    Loops over layers, short loops, and long ones that are traced once and called very often.

    ## What confirm shows

    How many nodes the line adds to the graph.

    ## References

    - [Loops in AutoGraph](https://www.tensorflow.org/guide/function#loops)
    """

    code = "TFL107"
    name = "unrolled-loop"
    summary = "A long Python loop is copied into the graph turn by turn"
    harm = Harm.COST
    claims = (Copies(),)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at the loops that a statement is, or holds as comprehensions."""
        if isinstance(node, (ast.For, ast.While)):
            around = [
                loop for loop in loops_around(block) if isinstance(loop, (ast.For, ast.While))
            ]
            if any(_total(loop, context) >= LIMIT for loop in around):
                return
            turns = _total(node, context)
            if turns >= LIMIT and _has_operations(node, context):
                yield Proposal(node, *_words(turns))
        for part in _comprehensions(node) if context.function.has_comprehensions else ():
            turns = 1
            for generator in part.generators:
                turns *= max(_length(generator.iter, context, 3), 1)
            if turns >= LIMIT and _has_operations(part, context):
                yield Proposal(part, *_words(turns))


def _words(turns: int) -> tuple[str, str]:
    return (
        f"this Python loop is unrolled: the graph gets {turns} copies of its body, each of which "
        "makes the trace longer",
        "Loop over `tf.range` or a tensor, or compute on all items at once.",
    )


def _comprehensions(
    node: ast.stmt,
) -> Iterator[ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp]:
    stack: list[ast.AST] = [
        child for child in children(node) if isinstance(child, (ast.expr, ast.withitem))
    ]
    while stack:
        part = stack.pop()
        if isinstance(part, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            yield part
        elif not isinstance(part, ast.Lambda):
            stack.extend(children(part))


def _total(loop: ast.AST, context: Context) -> int:
    """Turns of a loop times those of the longest loop inside; 0 when they are not known."""
    if isinstance(loop, ast.For):
        turns = _length(loop.iter, context, 3)
    else:
        assert isinstance(loop, ast.While)
        turns = _counted(loop, context)
    if not turns or _leaves_early(loop):
        return 0
    inner = [
        _total(part, context)
        for statement in loop.body
        for part in _nested(statement)
        if isinstance(part, (ast.For, ast.While))
    ]
    return turns * max([1, *inner])


def _nested(statement: ast.stmt) -> Iterator[ast.stmt]:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return
    yield statement
    if isinstance(statement, (ast.If, ast.With, ast.Try)):
        for field in ("body", "orelse", "finalbody"):
            for inner in getattr(statement, field, []):
                yield from _nested(inner)


def _leaves_early(loop: ast.For | ast.While) -> bool:
    return any(
        isinstance(part, (ast.Break, ast.Return))
        for statement in loop.body
        for part in walk(statement)
    )


def _number(node: ast.expr, context: Context) -> int | None:
    """A number written out, here, as a constant, or as the default that all calls at hand leave."""
    if isinstance(node, ast.Name) and any(
        binding.kind == "parameter" for binding in context.function.bindings.get(node.id, ())
    ):
        known = constants(node, context) or ()
        return next((n for n in known if len(known) == 1 and isinstance(n, int)), None)
    value = context.value(node)
    if isinstance(value, Number) and isinstance(value.constant, int):
        return value.constant
    node = written_out(node, context.function)
    if isinstance(node, ast.BinOp):
        left, right = _number(node.left, context), _number(node.right, context)
        if left is not None and right is not None:
            match node.op:
                case ast.Add():
                    return left + right
                case ast.Sub():
                    return left - right
                case ast.Mult():
                    return left * right
    return None


def _length(node: ast.expr, context: Context, depth: int) -> int:
    """How many items an expression has; 0 when that is not known."""
    match node:
        case ast.Call(func=func, args=args, keywords=keywords) if args:
            names = context.names(func)
            lasts = {name.rpartition(".")[2] for name in names}
            if "builtins.range" in names or "numpy.arange" in names:
                if len(args) > 3:
                    return 0
                numbers = [_number(arg, context) for arg in args]
                if any(n is None for n in numbers):
                    return 0
                known = [n for n in numbers if n is not None]
                if len(known) == 3 and known[2] == 0:
                    return 0
                return len(range(*known))
            if "numpy.linspace" in names:
                count = args[2] if len(args) > 2 else None
                for keyword in keywords:
                    if keyword.arg == "num":
                        count = keyword.value
                return (_number(count, context) or 0) if count is not None else 50
            if lasts & {"zeros", "ones", "random", "rand"} and names & {
                "numpy.zeros", "numpy.ones", "numpy.random.rand", "numpy.random.random",
            }:  # fmt: skip
                first = args[0].elts[0] if isinstance(args[0], ast.Tuple) else args[0]
                return _number(first, context) or 0
            if lasts & _WRAPPERS:
                found = [
                    _length(arg, context, depth) for arg in args[: 1 if "zip" not in lasts else 9]
                ]
                return min(found) if all(found) else 0
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return 0 if any(isinstance(e, ast.Starred) for e in elts) else len(elts)
        case ast.BinOp(op=ast.Mult(), left=ast.List(elts=elts), right=right):
            return len(elts) * (_number(right, context) or 0)
        case ast.ListComp(generators=[generator], elt=_) if not generator.ifs:
            return _length(generator.iter, context, depth)
        case ast.Name(id=name) if depth:
            bindings = _only_binding(name, context)
            if bindings is not None and bindings.value is not None and not bindings.path:
                return _length(bindings.value, context, depth - 1)
    return 0


def _only_binding(name: str, context: Context) -> Binding | None:
    scope = context.function
    while scope is not None:
        if name in scope.bindings:
            found = scope.bindings[name]
            changed = scope.module.global_bindings.get(name)
            if len(found) == 1 and found[0].kind == "assign" and not changed:
                return found[0] if not _is_used_as_list(name, scope.module.body) else None
            return None
        scope = scope.parent  # type: ignore[assignment]
    return None


def _is_used_as_list(name: str, body: object) -> bool:
    """True when something shortens or fills the list, as far as calls of its methods tell."""
    from tflint.syntax.model import Function

    assert isinstance(body, Function)
    methods = ("append", "extend", "pop", "clear", "remove", "insert")
    return any(
        isinstance(site.node.func, ast.Attribute)
        and isinstance(site.node.func.value, ast.Name)
        and site.node.func.value.id == name
        for method in methods
        for site in body.module.calls.get(method, ())
    )


def _counted(loop: ast.While, context: Context) -> int:
    """Turns of ``while i < 200`` with a counter that starts and steps by numbers written out."""
    match loop.test:
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.Lt() | ast.LtE() as op], comparators=[end]
        ):
            pass
        case _:
            return 0
    stop = _number(end, context)
    start: int | None = None
    step: int | None = None
    for binding in context.function.bindings.get(name, ()):
        inside = loop in loops_around(binding.block)
        if binding.kind == "assign" and not inside and isinstance(binding.value, ast.Constant):
            start = binding.value.value if isinstance(binding.value.value, int) else None
        elif binding.kind == "augment" and inside and isinstance(binding.node, ast.AugAssign):
            if isinstance(binding.node.op, ast.Add):
                step = _number(binding.node.value, context)
        else:
            return 0
    if stop is None or start is None or not step or step < 0:
        return 0
    return len(range(start, stop + (1 if isinstance(op, ast.LtE) else 0), step))


def _is_given(node: ast.expr, context: Context) -> bool:
    """True for a parameter of a tf.function of which nothing else is known: most are tensors."""
    function = context.function
    if not isinstance(node, ast.Name) or context.tracing is None:
        return False
    bindings = function.bindings.get(node.id, ())
    return (
        context.is_entry
        and any(binding.kind == "parameter" for binding in bindings)
        and node.id != function.self_name
        and default_of(function, node.id) is None
        and all(isinstance(m, Unknown) for m in members(context.value(node)))
    )


def _has_operations(loop: ast.AST, context: Context) -> bool:
    """True when each turn adds something to the graph."""
    skipped = {id(loop.iter)} if isinstance(loop, ast.For) else set()
    stack = [child for child in children(loop) if id(child) not in skipped]
    while stack:
        part = stack.pop()
        if isinstance(part, (ast.Lambda, ast.FunctionDef)):
            continue
        if isinstance(part, (ast.Call, ast.BinOp)) and TENSOR in members(context.value(part)):
            return True
        if isinstance(part, ast.BinOp) and any(
            _is_given(side, context) for side in (part.left, part.right)
        ):
            return True
        if isinstance(part, ast.Call):
            for member in members(context.value(part.func)):
                function = None
                if isinstance(member, FunctionValue):
                    function = member.function
                elif isinstance(member, Instance):
                    if context.project.inference.classes.is_layer(member.definition):
                        return True
                if function is not None and context.project.tracing.is_traced(function):
                    return any(
                        name.startswith("tensorflow.")
                        for site in function.calls
                        for name in Context(context.project, function, None).names(site.node.func)
                    )
        if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
            if TENSOR in members(context.value_before(part.target)):
                return True
        stack.extend(children(part))
    return False
