"""What the tests around a line say: keep it out of the graph, or run once to create something."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tflint.api import knowledge
from tflint.api.lookup import canonical, record
from tflint.api.records import Effect
from tflint.facts.expressions.chosen_namespaces import (
    HYBRID_NAMESPACE,
    OF_ARRAYS,
    OF_SYMBOLS,
)
from tflint.facts.expressions.values import (
    TENSOR,
    UNKNOWN,
    EvaluateIn,
    External,
    FunctionValue,
    Value,
    members,
)
from tflint.facts.graphs.once import Once, is_done_once
from tflint.syntax.definitions import own_attribute, owner_of
from tflint.syntax.exits import leaves_function
from tflint.syntax.expressions import are_same
from tflint.syntax.model import Block, Function, outward
from tflint.syntax.path_conditions import any_condition, conditions_around, statements_of
from tflint.syntax.trees import called_name, walk
from tflint.syntax.words import has_word

_OUTSIDE = frozenset({"tensorflow.init_scope"})
_TO_ARRAY = "keras.ops.convert_to_numpy"
_CREATORS = frozenset({"tensorflow.variable_creator_scope"})


def is_escape(
    statement: ast.AST,
    block: Block | None,
    function: Function,
    evaluate: EvaluateIn,
    init_scope: bool = True,
) -> bool:
    """True where code of a traced function runs outside its graph.

    That is under ``tf.init_scope()`` (unless told not to count it), or where a test says that
    TensorFlow executes eagerly, or that Keras runs on another backend. It is also behind what Keras turns
    into an array of NumPy, at which no trace gets by.
    """
    if init_scope and _is_in(_OUTSIDE, block, function, evaluate):
        return True
    if _is_behind_arrays(statement, block, function, evaluate):
        return True
    return any_condition(
        block,
        statement,
        function,
        "eager",
        lambda test, outcome: _says_eager(test, outcome, function, evaluate),
    )


def arms_in_graph(node: ast.expr, function: Function, evaluate: EvaluateIn) -> Iterator[ast.expr]:
    """What an expression may give in a graph: of ``a if tf.executing_eagerly() else b`` that is ``b``."""
    match node:
        case ast.IfExp(test=test, body=body, orelse=orelse) if _says_eager(
            test, True, function, evaluate
        ):
            yield from arms_in_graph(orelse, function, evaluate)
        case ast.IfExp(test=test, body=body, orelse=orelse) if _says_eager(
            test, False, function, evaluate
        ):
            yield from arms_in_graph(body, function, evaluate)
        case _:
            yield node


def _is_behind_arrays(
    statement: ast.AST, block: Block | None, function: Function, evaluate: EvaluateIn
) -> bool:
    line = getattr(statement, "lineno", 0)
    return any(
        site.function is function
        and (site.node.end_lineno or 0) < line
        and (site.block is None or site.block in outward(block))
        and _makes_array_of_tensor(site.node, function, evaluate)
        for site in function.module.calls.get(_TO_ARRAY.rpartition(".")[2], ())
    )


def _makes_array_of_tensor(call: ast.Call, function: Function, evaluate: EvaluateIn) -> bool:
    """True for what raises NotImplementedError in a graph, whatever backend of Keras makes it."""
    return (
        evaluate(call.func, function) == External(_TO_ARRAY)
        and bool(call.args)
        and all(m in (TENSOR, UNKNOWN) for m in members(evaluate(call.args[0], function)))
    )


def has_own_creator(block: Block | None, function: Function, evaluate: EvaluateIn) -> bool:
    """True under ``tf.variable_creator_scope``: what asks for a Variable gets what the program makes."""
    return _is_in(_CREATORS, block, function, evaluate)


def _is_in(
    names: frozenset[str], block: Block | None, function: Function, evaluate: EvaluateIn
) -> bool:
    """True in a ``with`` of what a call of one of the names gives."""
    return any(
        isinstance(item.context_expr, ast.Call)
        and any(
            isinstance(member, External) and member.name in names
            for member in members(evaluate(item.context_expr.func, function))
        )
        for around in outward(block)
        if isinstance(around.node, (ast.With, ast.AsyncWith))
        for item in around.node.items
    )


def _says_eager(
    test: ast.expr, outcome: bool, function: Function, evaluate: EvaluateIn, depth: int = 3
) -> bool:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _says_eager(operand, not outcome, function, evaluate, depth)
        case ast.BoolOp(op=ast.And(), values=values) if outcome:
            return any(_says_eager(value, True, function, evaluate, depth) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values) if not outcome:
            return any(_says_eager(value, False, function, evaluate, depth) for value in values)
        case ast.Call(func=ast.Name(id="hasattr"), args=[_, ast.Constant(value="numpy")]):
            return outcome
        case ast.Call(func=func):
            return _call_says_eager(evaluate(func, function), outcome, evaluate, depth)
        case ast.Compare(
            left=left,
            ops=[ast.Is() | ast.Eq() | ast.IsNot() | ast.NotEq() as op],
            comparators=[ast.Constant(value=bool(value))],
        ):
            same = isinstance(op, (ast.Is, ast.Eq)) is outcome
            return _says_eager(left, value is same, function, evaluate, depth)
        case ast.Compare(left=ast.Call(func=func), ops=[op], comparators=[named]):
            if not _is_backend(evaluate(func, function)):
                return False
            return _holds_for_tensorflow(op, named) is (not outcome)
        case ast.Compare(left=ast.Name() as asked, ops=[op], comparators=[named]):
            return _is_of_arrays(asked, op, named, outcome, function, evaluate)
        case ast.Name(id=name) if depth and len(function.bindings.get(name, ())) == 1:
            binding = function.bindings[name][0]
            if binding.kind != "assign" or binding.path or binding.value is None:
                return False
            return _says_eager(binding.value, outcome, function, evaluate, depth - 1)
        case _:
            return False


def _is_of_arrays(
    asked: ast.expr,
    op: ast.cmpop,
    named: ast.expr,
    outcome: bool,
    function: Function,
    evaluate: EvaluateIn,
) -> bool:
    """True where a test of Gluon's ``F`` says that it works on arrays: ``F is mx.nd``."""
    if HYBRID_NAMESPACE not in members(evaluate(asked, function)):
        return False
    if isinstance(op, (ast.Is, ast.Eq)):
        same = outcome
    elif isinstance(op, (ast.IsNot, ast.NotEq)):
        same = not outcome
    else:
        return False
    return evaluate(named, function) in (OF_ARRAYS if same else OF_SYMBOLS)


def _call_says_eager(called: Value, outcome: bool, evaluate: EvaluateIn, depth: int) -> bool:
    for member in members(called):
        match member:
            case External(name=name) if record(name).effect is Effect.ASKS_EAGER:
                return outcome
            case External(name=name) if record(name).effect is Effect.ASKS_GRAPH:
                return not outcome
            case FunctionValue(function=asked) if depth:
                return _answers_eager(asked, outcome, evaluate, depth - 1)
    return False


def _says_backend(name: str) -> bool:
    return record(name).effect is Effect.ASKS_BACKEND


def _is_backend(value: Value) -> bool:
    """True for the function that names the backend Keras runs on."""
    return any(
        (isinstance(member, External) and _says_backend(member.name))
        or (
            isinstance(member, FunctionValue)
            and _says_backend(canonical(member.function.full_name))
        )
        for member in members(value)
    )


def _holds_for_tensorflow(op: ast.cmpop, named: ast.expr) -> bool | None:
    """What a comparison of the backend's name says when that is TensorFlow; None when unclear."""
    try:
        names = ast.literal_eval(named)
    except ValueError:
        return None
    match op:
        case ast.Eq() | ast.NotEq() if isinstance(names, str):
            return (names == "tensorflow") is isinstance(op, ast.Eq)
        case ast.In() | ast.NotIn() if isinstance(names, (tuple, list, set)):
            return ("tensorflow" in names) is isinstance(op, ast.In)
        case _:
            return None


def is_skipped(function: Function, evaluate: EvaluateIn) -> bool:
    """True for a test that is skipped where code runs in a graph, and for what it defines.

    ``@pytest.mark.skipif(backend() != "torch")`` on the function, or on a class around it.
    """
    for scope in function.scopes:
        holder = scope.parent or scope.module.body
        decorators = [*scope.decorators]
        owner = scope.owner
        while owner is not None:
            decorators += owner.node.decorator_list
            owner = owner.owner
        if any(_skips(decorator, holder, evaluate) for decorator in decorators):
            return True
    return False


def _skips(decorator: ast.expr, holder: Function, evaluate: EvaluateIn) -> bool:
    match decorator:
        case ast.Call(func=ast.Attribute(attr="skipif" | "skipIf"), args=[test, *_]):
            return _says_eager(test, False, holder, evaluate)
        case ast.Call(func=ast.Attribute(attr="skipUnless"), args=[test, *_]):
            return _says_eager(test, True, holder, evaluate)
        case _:
            return False


def _answers_eager(function: Function, outcome: bool, evaluate: EvaluateIn, depth: int) -> bool:
    """True when a helper gives this answer in eager code only."""
    if not function.returns or not leaves_function(statements_of(function)):
        return False
    for answer, block in function.returns:
        if isinstance(answer, ast.Constant) and bool(answer.value) is not outcome:
            continue
        if answer is None:
            return False
        if not _says_eager(answer, outcome, function, evaluate, depth) and not any(
            _says_eager(test, held, function, evaluate, depth)
            or (held and _is_missing_module(test, function, evaluate))
            for test, held in conditions_around(answer, block, function)
        ):
            return False
    return True


def _is_missing_module(test: ast.expr, function: Function, evaluate: EvaluateIn) -> bool:
    """True for ``tf is None``, which traced code never sees."""
    match test:
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return External("tensorflow") in members(evaluate(left, function))
        case _:
            return False


_MUTATORS = frozenset().union(*knowledge.MUTATORS.values())
_SAYS_DONE = frozenset({"built", "created", "initialized", "initialised"})
_SAYS_ONCE = frozenset({"once", "cache", "cached", "memo", "memoize", "memoized", "memoise"})


def is_creation_guard(test: ast.expr, function: Function) -> bool:
    """True for a test that asks whether something exists already.

    A name or attribute asks that when its name says so (``is_built``), and ``not self.layers`` where
    the function gives ``self.layers`` a value or something to hold.
    """
    for part in walk(test):
        match part:
            case ast.Compare(
                left=ast.Constant(), ops=[ast.In() | ast.NotIn()], comparators=[holder]
            ) if _is_never_filled(holder, function):
                continue
            case ast.Compare(ops=ops, comparators=others) if any(
                isinstance(op, (ast.Is, ast.IsNot))
                or (isinstance(op, (ast.In, ast.NotIn)) and not _is_of_constants(other))
                for op, other in zip(ops, others, strict=True)
            ):
                return True
            case ast.Call(func=ast.Name(id="hasattr" | "getattr")):
                return True
            case ast.Attribute(attr=name) | ast.Name(id=name) if has_word(name, _SAYS_DONE):
                return True
            case ast.UnaryOp(
                op=ast.Not(), operand=(ast.Attribute() | ast.Name() | ast.Subscript()) as asked
            ) if _is_set_in(function, asked):
                return True
    return False


def _is_of_constants(node: ast.expr) -> bool:
    """True for texts and numbers that are written out: ``kind in ("a", "b")`` asks not what exists."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return all(isinstance(part, ast.Constant) and part.value is not None for part in parts)
        case _:
            return isinstance(node, ast.Constant)


def _is_never_filled(holder: ast.expr, function: Function) -> bool:
    """True for an attribute that its class gives a value when an object is made, and never puts into.

    ``"skip" in self.options`` asks then what was asked for, and not what exists.
    """
    attr, owner = own_attribute(holder, function), owner_of(function)
    if attr is None or owner is None or attr not in owner.stores:
        return False
    others = (method for name, method in owner.methods.items() if name != "__init__")
    return not any(_is_set_in(method, holder) for method in others)


def _is_set_in(function: Function, asked: ast.expr) -> bool:
    """True when a function gives an expression a value, puts something into it, or calls what does."""
    for statement, _ in function.statements:
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
            targets = [statement.target]
        for target in targets:
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            for part in parts:
                holder = part.value if isinstance(part, ast.Subscript) else part
                if are_same(part, asked) or are_same(holder, asked):
                    return True
    return any(
        (
            isinstance(site.node.func, ast.Attribute)
            and site.name in _MUTATORS
            and are_same(site.node.func.value, asked)
        )
        or (isinstance(asked, ast.Attribute) and _sets(site.node, asked, function))
        for site in function.calls
    )


def runs_once(decorator: ast.expr) -> bool:
    """True for a decorator that lets a function run once, or once for each argument."""
    return has_word(called_name(decorator), _SAYS_ONCE)


def is_guarded_creation(
    statement: ast.AST,
    block: Block | None,
    function: Function,
    always: Callable[[ast.expr, bool], bool] | None = None,
) -> bool:
    """True where a test around or before the line lets it run once.

    Either the test asks whether something exists already, or the function answers it for good
    (``if self.first: ...; self.first = False``). Tests that ``always`` turn out this way do not
    count.
    """
    if is_done_once(statement, block, function):
        return True
    if always is None:
        return any_condition(
            block,
            statement,
            function,
            "creation",
            lambda test, outcome: (
                is_creation_guard(test, function) and not _found_it(test, outcome)
            ),
        )
    return any(
        is_creation_guard(test, function)
        and not _found_it(test, outcome)
        and not always(test, outcome)
        for test, outcome in conditions_around(statement, block, function)
    )


def once(statement: ast.AST, block: Block | None, function: Function) -> Once:
    """Whether a test around or before the line lets it run once."""
    if is_done_once(statement, block, function):
        return Once.SURELY
    return Once(is_guarded_creation(statement, block, function))


def _found_it(test: ast.expr, outcome: bool) -> bool:
    """True where the answer to ``v is None`` or its like is that the thing exists already."""
    return known_none(test, not outcome) is not None


def known_none(test: ast.expr, outcome: bool) -> ast.expr | None:
    """What a test that turns out this way says is None: ``v`` of ``v is None``, or of ``v is not None``."""
    match test:
        case ast.Compare(
            left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]
        ) if isinstance(op, ast.Is) is outcome:
            return left
        case _:
            return None


def _sets(call: ast.expr, attribute: ast.Attribute, function: Function) -> bool:
    """True for a call of a method of the same object that gives this attribute a value."""
    match call, attribute:
        case (
            ast.Call(func=ast.Attribute(value=ast.Name(id=callee), attr=name)),
            ast.Attribute(value=ast.Name(id=root), attr=attr),
        ) if callee == root == function.self_name and function.owner is not None:
            method = function.owner.methods.get(name)
            return method is not None and any(
                store.node.attr == attr and store.binding.value is not None
                for store in method.stores
            )
        case _:
            return False


def is_conditional(
    block: Block | None, always: Callable[[ast.expr, bool], bool] = lambda test, outcome: False
) -> bool:
    """True under any ``if``, conditional expression, ``try`` handler or ``match``.

    Tests that ``always`` turn out this way do not count.
    """
    for around in outward(block):
        if isinstance(around.node, (ast.If, ast.IfExp)):
            if not always(around.node.test, around.arm == "body"):
                return True
        elif isinstance(around.node, ast.Match) or (
            isinstance(around.node, ast.Try) and around.arm == "handlers"
        ):
            return True
    return False
