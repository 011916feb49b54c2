"""TFL107."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tflint.claims import Copies
from tflint.facts.expressions.values import (
    TENSOR,
    FunctionValue,
    Instance,
    Number,
    Unknown,
    members,
)
from tflint.facts.graphs.constants import constants
from tflint.facts.programs.intervals import interval
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.definitions import default_of
from tflint.syntax.indexing import called_on
from tflint.syntax.model import Binding, Block, Module, loops_around
from tflint.syntax.scopes import holder_of, written_out
from tflint.syntax.showing import shown_number
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
        f"this Python loop is unrolled: the graph gets {shown_number(turns)} copies of its body, each "
        "of which makes the trace longer",
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
    """A number written out, here, as a constant, as the default that all calls at hand leave, or kept."""
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
    if isinstance(node, ast.Attribute):
        kept = interval(node, context.function, context.project.inference)
        return kept.least if kept.least == kept.most else None
    return None


def _length(node: ast.expr, context: Context, depth: int) -> int:
    """How many items an expression has; 0 when that is not known."""
    match node:
        case ast.Call(args=[_, *_]):
            return _length_of_call(node, context, depth)
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return 0 if any(isinstance(e, ast.Starred) for e in elts) else len(elts)
        case ast.BinOp(op=ast.Mult(), left=ast.List(elts=elts), right=right):
            return len(elts) * (_number(right, context) or 0)
        case ast.ListComp(generators=[generator]) if not generator.ifs:
            return _length(generator.iter, context, depth)
        case ast.Name(id=name) if depth:
            binding = _only_binding(name, context)
            if binding is not None and binding.value is not None and not binding.path:
                return _length(binding.value, context, depth - 1)
    return 0


def _length_of_call(call: ast.Call, context: Context, depth: int) -> int:
    """The same for what a call gives."""
    names = context.names(call.func)
    for name, length in _LENGTHS.items():
        if name in names:
            return length(call, context)
    lasts = {name.rpartition(".")[2] for name in names}
    if not lasts & _WRAPPERS:
        return 0
    wrapped = call.args if "zip" in lasts else call.args[:1]
    found = [_length(argument, context, depth) for argument in wrapped]
    return min(found) if all(found) else 0


def _of_range(call: ast.Call, context: Context) -> int:
    known = [n for n in (_number(arg, context) for arg in call.args) if n is not None]
    if len(known) < len(call.args) or len(known) > 3 or known[2:] == [0]:
        return 0
    return _turns(range(*known))


def _of_linspace(call: ast.Call, context: Context) -> int:
    given = [keyword.value for keyword in call.keywords if keyword.arg == "num"] or call.args[2:3]
    return (_number(given[0], context) or 0) if given else _LINSPACE


def _of_shape(call: ast.Call, context: Context) -> int:
    first = call.args[0]
    if isinstance(first, ast.Tuple):
        first = first.elts[0] if first.elts else ast.Constant(0)
    return _number(first, context) or 0


_LINSPACE = 50
"""How many numbers `numpy.linspace` gives when nobody says."""
_LENGTHS: dict[str, Callable[[ast.Call, Context], int]] = {
    "builtins.range": _of_range,
    "numpy.arange": _of_range,
    "numpy.linspace": _of_linspace,
    "numpy.zeros": _of_shape,
    "numpy.ones": _of_shape,
    "numpy.random.rand": _of_shape,
    "numpy.random.random": _of_shape,
}
"""How long the results of these functions are."""


def _only_binding(name: str, context: Context) -> Binding | None:
    """The one assignment to a name of a list that no method of lists changes."""
    scope = holder_of(name, context.function)
    if scope is None or scope.module.global_bindings.get(name):
        return None
    found = scope.bindings.get(name, ())  # none for a name that is only declared
    if len(found) != 1 or found[0].kind != "assign" or _is_used_as_list(name, scope.module):
        return None
    return found[0]


def _is_used_as_list(name: str, module: Module) -> bool:
    """True when something shortens or fills the list, as far as calls of its methods tell."""
    methods = ("append", "extend", "pop", "clear", "remove", "insert")
    return any(
        called_on(site.node.func) == name
        for method in methods
        for site in module.calls.get(method, ())
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
    return _turns(range(start, stop + (1 if isinstance(op, ast.LtE) else 0), step))


def _turns(numbers: range) -> int:
    """How many these are: ``len`` knows of those only that fit into memory."""
    return max(0, -((numbers.start - numbers.stop) // numbers.step))


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
        adds = _adds_operations(part, context)
        if adds is not None:
            return adds
        stack.extend(children(part))
    return False


def _adds_operations(part: ast.AST, context: Context) -> bool | None:
    """Whether a part of a loop adds something to the graph; None when its own parts must tell."""
    match part:
        case ast.Call():
            if TENSOR in members(context.value(part)):
                return True
            return _calls_operations(part, context)
        case ast.BinOp(left=left, right=right):
            if TENSOR in members(context.value(part)):
                return True
            return True if _is_given(left, context) or _is_given(right, context) else None
        case ast.AugAssign(target=ast.Name() as target):
            return True if TENSOR in members(context.value_before(target)) else None
        case _:
            return None


def _calls_operations(call: ast.Call, context: Context) -> bool | None:
    """The same for a call of a layer, or of a function of the project that is traced."""
    for member in members(context.value(call.func)):
        if isinstance(member, Instance):
            if context.project.inference.classes.is_layer(member.definition):
                return True
        elif isinstance(member, FunctionValue) and context.project.tracing.is_traced(
            member.function
        ):
            inside = Context(context.project, member.function, None)
            return any(
                name.startswith("tensorflow.")
                for site in member.function.calls
                for name in inside.names(site.node.func)
            )
    return None
