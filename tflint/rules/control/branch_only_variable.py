"""TFL701."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.claims import Raises
from tflint.facts.expressions.values import TENSOR
from tflint.facts.graphs.symbolic import deciding, is_converted, is_tested
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Binding, Block, Function, outward
from tflint.syntax.order import Position, position
from tflint.syntax.reaching import bound_between, reaching
from tflint.syntax.scopes import is_only_a_parameter, written_out
from tflint.syntax.showing import as_written, shown
from tflint.syntax.trees import walk

_PLAIN = frozenset({"a whole number", "a float", "a truth value"})
_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)

_SAID = (
    r"must also be initialized|must also have a return|is None at the end of"
    r"|has dtype \w+ in the main branch|same nested structure in the main"
)
"""What AutoGraph and TensorFlow say of branches."""


@register
class BranchOnlyVariable(TracedRule):
    """A name is bound, or a value returned, in only one branch of a tensor condition.

    ## What it does

    Finds names that one branch of an `if` on a tensor binds, that nothing binds before, and that
    are read afterwards; functions that return a value in one branch of such an `if` and nothing
    otherwise, whatever else they do after it; and names and results that are of another kind in
    each branch: a whole number and a float, a tensor and a tuple, dicts with different keys, None
    and anything else.

    ## Why is this bad?

    Both branches become part of the graph and must give the same things. AutoGraph raises
    `ValueError: 'y' must also be initialized in the else branch`, or `the else branch must also
    have a return statement`, for every input. Eager code works whenever the right branch runs.

    ## Example

    ```python
    @tf.function
    def double_if_positive(x):
        if tf.reduce_sum(x) > 0:
            y = x * 2
        return y
    ```

    Use instead:

    ```python
    @tf.function
    def double_if_positive(x):
        y = x
        if tf.reduce_sum(x) > 0:
            y = x * 2
        return y
    ```

    ## When it is fine

    A name that is not read after the `if`; a value given before it; conditions on Python values;
    branches whose results differ in shape only.

    ## What confirm shows

    The exception of the graph on inputs where eager code has none.

    ## References

    - [AutoGraph: limitations](https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md)
    """

    code = "TFL701"
    name = "branch-only-variable"
    summary = "A name bound in one branch of a tensor condition is read afterwards"
    harm = Harm.RAISES
    claims = (Raises(_SAID, tensors=True),)
    statements = (ast.If,)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look at ``if`` statements."""
        if not isinstance(node, ast.If):
            return
        culprit = deciding(node.test, context)
        if culprit is None or not is_converted(context) or is_tested(node, block, context):
            return
        yield from self._names(node, block, culprit, context)
        yield from self._returns(node, block, culprit, context)

    def _names(
        self, node: ast.If, block: Block | None, culprit: ast.expr, context: Context
    ) -> Iterator[Proposal]:
        if any(isinstance(s, _EXITS) for arm in (node.body, node.orelse) for s in arm):
            return
        function = context.function
        end = node.end_lineno or node.lineno
        for name, bindings in function.bindings.items():
            if name in function.global_names | function.nonlocal_names:
                continue
            inside = bound_between(name, *_extent(node), function)
            if not inside or any(b.kind != "assign" for b in bindings):
                continue
            reads = [u for u in context.uses(name) if u.lineno > end]
            if not reads or _is_in_branch(reads[0], node, context):
                continue
            both = {_binds(name, node.body, context), _binds(name, node.orelse, context)}
            if both == {True, False} and len(inside) == len(bindings):
                yield Proposal(
                    inside[0].node,
                    f"`{name}` is bound in one branch only, and the tensor `{shown(culprit)}` "
                    "decides: AutoGraph raises ValueError",
                    f"Give `{name}` a value before the `if`, or in both branches.",
                )
                continue
            if _reaches(reads[0], inside, context):
                first, second = (
                    _last(name, arm, bindings, node, block) for arm in (node.body, node.orelse)
                )
                differ = _differ(first, second, context)
                if differ is not None:
                    yield Proposal(
                        inside[0].node,
                        f"`{name}` is {differ}, and the tensor `{shown(culprit)}` decides: "
                        "AutoGraph raises",
                        f"Give `{name}` a value of the same kind in both branches.",
                    )

    def _returns(
        self, node: ast.If, block: Block | None, culprit: ast.expr, context: Context
    ) -> Iterator[Proposal]:
        if block is not None:
            if _is_last_elif(node, block, context):
                yield Proposal(
                    node,
                    f"this `elif` returns a value and has no `else`, and the tensor "
                    f"`{shown(culprit)}` decides: AutoGraph raises ValueError, whatever follows",
                    "Put what follows into an `else`.",
                )
            return
        returned = _returned(node, context.function)
        differ = None if returned is None else _differ(*returned, context)
        if differ is not None:
            yield Proposal(
                node,
                f"what is returned is {differ}, and the tensor `{shown(culprit)}` decides: "
                "AutoGraph raises",
                "Return a value of the same kind in both branches.",
            )
            return
        body = context.function.body
        if node not in body:  # but in the body of a class there
            return
        after = body[body.index(node) + 1 :]
        if {_gives(arm, after) for arm in (node.body, node.orelse)} == {True, False}:
            yield Proposal(
                node,
                f"one branch returns a value and the other nothing, and the tensor "
                f"`{shown(culprit)}` decides: AutoGraph raises ValueError",
                "Return a value of the same kind in both branches.",
            )


def _is_last_elif(node: ast.If, block: Block, context: Context) -> bool:
    """True for the last ``elif`` of tests on tensors that return values, without an ``else``."""
    outer = block.node
    return (
        isinstance(outer, ast.If)
        and outer.orelse == [node]
        and not node.orelse
        and _gives(node.body) is True
        and _gives(outer.body) is True
        and deciding(outer.test, context) is not None
        and (block.parent is None or _is_last_elif_of(outer, block.parent))
    )


def _is_last_elif_of(node: ast.If, block: Block) -> bool:
    """True for one of a chain of ``elif`` at the top of a function."""
    outer = block.node
    return (
        isinstance(outer, ast.If)
        and outer.orelse == [node]
        and (block.parent is None or _is_last_elif_of(outer, block.parent))
    )


def _gives(arm: list[ast.stmt], after: list[ast.stmt] | None = None) -> bool | None:
    """Whether a branch, with what comes ``after`` it, returns a value; None when that is not plain."""
    if after and not (arm and isinstance(arm[-1], ast.Return)):
        arm = [*arm, *after]
    ends = [p for s in arm for p in walk(s) if isinstance(p, (ast.Return, ast.Raise))]
    if not ends:
        return False
    given = {_is_a_value(end.value) for end in ends if isinstance(end, ast.Return)}
    return given.pop() if isinstance(arm[-1], ast.Return) and len(given) == 1 else None


def _is_a_value(node: ast.expr | None) -> bool:
    """False for what returns None: ``return`` and ``return None``."""
    return not (node is None or (isinstance(node, ast.Constant) and node.value is None))


def _extent(node: ast.If) -> tuple[Position, Position]:
    """Where the branches begin and end: a chain of ``elif`` nests as deep as it is long."""
    return position(node.body[0]), (node.end_lineno or 0, node.end_col_offset or 0)


def _binds(name: str, arm: list[ast.stmt], context: Context) -> bool | None:
    """Whether a branch gives a name a value; None when that depends on something else."""
    maybe = False
    for statement in arm:
        bound = any(
            isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store)
            for part in ast.walk(statement)
        )
        if not bound:
            continue
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            return True
        if isinstance(statement, ast.With):
            inside = _binds(name, statement.body, context)
            if inside:
                return True
            maybe = maybe or inside is None
            continue
        if isinstance(statement, ast.If):
            inner = {_binds(name, statement.body, context), _binds(name, statement.orelse, context)}
            if inner == {True}:
                return True
            if None not in inner and deciding(statement.test, context) is not None:
                continue
            if None not in inner and _is_given(statement.test, _skipping(name, statement), context):
                continue
        maybe = True
    return None if maybe else False


def _skipping(name: str, node: ast.If) -> bool:
    """The outcome of a test with which a name is not bound, where one of its branches binds it."""
    return not any(
        isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store)
        for statement in node.body
        for part in walk(statement)
    )


def _is_given(test: ast.expr, truth: bool, context: Context) -> bool:
    """True for a parameter of the graph that eager code is known to give a constant of this truth value."""
    return (
        context.is_entry
        and isinstance(test, ast.Name)
        and is_only_a_parameter(test.id, context.function)
        and any(
            isinstance(given, ast.Constant) and bool(given.value) is truth
            for given, _ in context.arguments_from_eager_code(test.id)
        )
    )


def _last(
    name: str,
    arm: list[ast.stmt],
    bindings: list[Binding],
    node: ast.If,
    block: Block | None,
) -> ast.expr | None:
    """What a name holds at the end of a branch, where that is plain to see."""
    for statement in reversed(arm):
        match statement:
            case ast.Assign(targets=[ast.Name(id=bound)], value=value) if bound == name:
                return value
        if any(isinstance(p, ast.Name) and p.id == name for p in ast.walk(statement)):
            return None
    start, end = _extent(node)
    before = [b for b in bindings if not start <= position(b.node) < end]
    around = [None, *outward(block)]
    if len(before) == 1 and before[0].block in around and not before[0].path:
        return before[0].value if getattr(before[0].node, "lineno", 0) < node.lineno else None
    return None


def _reaches(use: ast.Name, inside: list[Binding], context: Context) -> bool:
    """True when nothing gives a name another value between a branch and a use."""
    found = reaching(use.id, use, context.function)
    return all(any(b is one for b in found) for one in inside)


def _returned(node: ast.If, function: Function) -> tuple[ast.expr, ast.expr] | None:
    """What the two branches return, the rest of the function counting as the other one."""
    body = function.body
    if node not in body:  # but in the body of a class there
        return None
    first = _only_return(node.body)
    other = _only_return(node.orelse or body[body.index(node) + 1 :])
    if first is None or other is None:
        return None
    return written_out(first, function), written_out(other, function)


def _only_return(statements: list[ast.stmt]) -> ast.expr | None:
    """What statements return at their end, where nothing but plain assignments comes before."""
    if all(isinstance(statement, (ast.Assign, ast.AnnAssign)) for statement in statements[:-1]):
        match statements[-1:]:
            case [ast.Return(value=value)]:
                return value
    return None


def _differ(first: ast.expr | None, second: ast.expr | None, context: Context) -> str | None:
    """In words, what two expressions give that one result of a graph can't be; None if nothing."""
    if first is None or second is None:
        return None
    one, other = _kind(first, context), _kind(second, context)
    if one is None or other is None or one == other:
        return None
    if "a tensor" in (one, other) and {one, other} & _PLAIN:
        return None
    return f"{one} in one branch and {other} in the other"


def _kind(node: ast.expr, context: Context) -> str | None:
    match node:
        case ast.Constant(value=None):
            return "None"
        case ast.Constant(value=bool()):
            return "a truth value"
        case ast.Constant(value=int()):
            return "a whole number"
        case ast.Constant(value=float()):
            return "a float"
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            if any(isinstance(part, ast.Starred) for part in parts):
                return None
            return f"a {type(node).__name__.lower()} of {len(parts)}"
        case ast.Dict(keys=keys):
            if not all(isinstance(key, ast.Constant) for key in keys):
                return None
            names = sorted(as_written(key) for key in keys if key is not None)
            return f"a dict with {', '.join(names)}"
    return "a tensor" if context.symbol(node) == TENSOR else None


def _is_in_branch(use: ast.Name, node: ast.If, context: Context) -> bool:
    """True for a use under a condition of its own, which may be the same one."""
    around: set[int] = set()
    part: ast.AST | None = node
    while part is not None:
        around.add(id(part))
        part = context.parent(part)
    part = use
    while part is not None and id(part) not in around:
        part = context.parent(part)
        if isinstance(part, (ast.If, ast.IfExp, ast.FunctionDef, ast.Lambda)):
            return part is not None and id(part) not in around
    return False
