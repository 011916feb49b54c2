"""Whether a value is a tensor without a value: one of the graph being built."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from tflint.api.records import words
from tflint.facts.expressions.values import (
    BOOL,
    CAPTURED,
    DATASET,
    ITERATOR,
    NONE,
    SHAPE,
    TENSOR,
    TENSORS,
    UNKNOWN,
    VARIABLE,
    Container,
    External,
    FunctionValue,
    Number,
    Text,
    Value,
    members,
)
from tflint.facts.graphs.constants import is_behind_unset_option
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.tracing_context import TracingContext
from tflint.facts.programs.keras_versions import builds_models_once
from tflint.finding import EntryKind
from tflint.syntax.expressions import are_same
from tflint.syntax.model import Block, CallSite, Function, outward, past_ifs
from tflint.syntax.path_conditions import any_condition, tests_around
from tflint.syntax.scopes import written_out
from tflint.syntax.showing import as_written
from tflint.syntax.trees import called_name, children, walk
from tflint.syntax.words import has_phrase

_PRINT = "print"
_UNDER_KERAS_3 = "under Keras 3 this code runs without AutoGraph"
_TYPE_TESTS = words(
    """
    isinstance is_tensor is_tf_type hasattr callable issubclass type is_symbolic_tensor
    is_keras_tensor is_dense_tensor is_static is_numpy is_eager
    """
)
_MODE_TESTS = (
    ("eager",),
    ("eagerly",),
    ("in", "tf"),
    ("in", "graph"),
    ("inside", "function"),
    ("building", "function"),
)
_FORGIVING = words(
    """
    AttributeError NotImplementedError TypeError Exception BaseException ValueError
    OperatorNotAllowedInGraphError
    """
)

_TAKES_SYMBOLS = words(
    """
    flip array_equal array_equiv bmat diag_indices_from tril_indices_from triu_indices_from str_
    shape ndim isscalar dtype iinfo finfo result_type issubdtype can_cast vectorize errstate
    iterable broadcast_shapes ndenumerate ndindex seterr printoptions set_printoptions
    """
)
"""Functions of NumPy that work with tensors of a trace, or do not look at their numbers."""


def is_symbolic(value: Value) -> bool:
    """True for what can only be a tensor or Variable; None may be among the alternatives."""
    rest = [m for m in members(value) if m != NONE]
    return bool(rest) and all(m in (TENSOR, VARIABLE) for m in rest)


def is_mostly_symbolic(value: Value) -> bool:
    """Like ``is_symbolic``, for uses that no Python number would do, and structures neither."""
    rest = [m for m in members(value) if m != NONE and not isinstance(m, Number)]
    return bool(rest) and all(m in (TENSOR, VARIABLE, TENSORS) for m in rest)


def holds_symbols(value: Value) -> bool:
    """True for a list or tuple with a tensor in it, or that is filled with tensors alone."""
    if not isinstance(value, Container) or value.kind not in ("list", "tuple"):
        return False
    items = value.items if value.items is not None else (value.element or UNKNOWN,)
    return any(map(is_symbolic, items))


def is_given_symbol(call: ast.Call, context: Context) -> bool:
    """True for a call that gets a tensor of the trace, or a list or tuple with one in it."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    values = map(context.symbol, given)
    return any(is_mostly_symbolic(value) or holds_symbols(value) for value in values)


def refuses_symbols(call: ast.Call, context: Context) -> bool:
    """True for a function of NumPy that raises, since it is given a tensor of the trace.

    In TensorFlow 1 NumPy takes it for an object, of which it asks for the sum, the product and so on.
    """
    name = called_name(call.func)
    if name in _TAKES_SYMBOLS or (name == "size" and len(call.args) > 1):
        return False
    names = context.names(call.func)
    # ``module = tf if tf.is_tensor(x) else np`` knows better than we do which it is
    is_of_numpy = bool(names) and all(name.startswith("numpy.") for name in names)
    return (
        is_of_numpy
        and is_given_symbol(call, context)
        and not builds_models_once(context.module, context.project)
    )


def is_captured(value: Value) -> bool:
    """True when some alternative is an eager tensor made outside the graph."""
    return CAPTURED in members(value)


def is_tested(
    node: ast.AST, block: Block | None, context: Context, *, by_rank: bool = True
) -> bool:
    """True where code looks before it leaps, or expects to fall.

    That is under a test of the mode, or of the type or (``by_rank``) rank of something that the line works
    with; under an option that is off; in a ``try`` that expects the failure; and in what handles one, which
    may be met by something else than a tensor alone.
    """
    return (
        is_behind_unset_option(node, block, context)
        or _is_asked_about(node, block, context)
        or (by_rank and _is_for_a_rank(node, block, context.function))
        or any(map(_expects_failure, past_ifs(block)))
    )


def _is_asked_about(node: ast.AST, block: Block | None, context: Context) -> bool:
    """True under a test of the mode, or of the type of something that a line works with."""
    function = context.function
    if not any_condition(
        block,
        node,
        function,
        "asked",
        lambda test, _: any(_may_ask_about(told, context) for told in _told(test, function)),
    ):
        return False
    asked: set[str] = set()
    for told in chain.from_iterable(
        _told(test, function) for test in tests_around(node, block, function)
    ):
        for part in walk(told):
            if isinstance(part, ast.Call):
                if _asks_for_mode(called_name(part.func)):
                    return True
                if called_name(part.func) in _TYPE_TESTS or _is_type_test(part, context):
                    for read in map(_read, part.args[:1]):
                        asked |= read | _held_items(read, told)
    return bool(asked) and not asked.isdisjoint(made_of(node, context.function))


def _held_items(names: set[str], test: ast.expr) -> set[str]:
    """What has the items that a test asks one by one: ``all(isinstance(x, list) for x in found)``."""
    return {
        name
        for part in walk(test)
        if isinstance(part, ast.comprehension) and not names.isdisjoint(_bound(part.target))
        for name in _read(part.iter)
    }


def _bound(target: ast.expr) -> Iterator[str]:
    return (part.id for part in walk(target) if isinstance(part, ast.Name))


def _may_ask_about(test: ast.expr, context: Context) -> bool:
    """True for a test that asks for a type, or for the mode, or has a helper ask."""
    return _asks_about(test) or any(
        isinstance(part, ast.Call) and _is_type_test(part, context) for part in walk(test)
    )


def _is_type_test(call: ast.Call, context: Context) -> bool:
    """True for the call of a helper that asks its first argument, or what is in it, for the type."""
    called = [
        member.function
        for member in members(context.value(call.func))
        if isinstance(member, FunctionValue)
    ]
    return bool(called and call.args) and all(map(_gives_type_test, called))


def _gives_type_test(function: Function) -> bool:
    """True for a function that gives nothing but what a test of its first argument's type gives."""
    given = [value for value, _ in function.returns if not _is_constant(value)]
    fixed = [
        test
        for statement, block in function.statements
        if isinstance(statement, ast.Return) and _is_constant(statement.value)
        for test in tests_around(statement, block, function)
    ]
    return bool(given or fixed) and all(
        part is not None and _tests_type(written_out(part, function), function)
        for part in (*given, *fixed)
    )


def _is_constant(value: ast.expr | None) -> bool:
    return value is None or isinstance(value, ast.Constant)


def _tests_type(node: ast.expr, function: Function) -> bool:
    """True for a test of the type of what a function is given first, or of what is in it."""

    def of(part: ast.expr) -> bool:
        return _tests_type(part, function)

    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return of(operand)
        case ast.BoolOp(op=ast.And(), values=values):
            return any(map(of, values))
        case ast.BoolOp(values=values):
            return all(map(of, values))
        case ast.Compare(left=left, comparators=others):
            return any(map(of, (left, *others)))
        case ast.Attribute(value=value):
            return of(value)
        case ast.Call(
            func=ast.Name(id="all" | "any"),
            args=[ast.GeneratorExp(elt=part) | ast.ListComp(elt=part)],
        ):
            return of(part)
        case ast.Call(func=func, args=[asked, *_]) if called_name(func) in _TYPE_TESTS:
            first = function.parameters[0].arg if function.parameters else None
            return first in made_of(asked, function)
        case _:
            return False


def _told(test: ast.expr, function: Function) -> Iterator[ast.expr]:
    """A test, and what the names in it were given that the function gives a value once."""
    yield test
    for part in walk(test):
        if isinstance(part, ast.Name) and len(function.bindings.get(part.id, ())) == 1:
            written = function.bindings[part.id][0].written
            if written is not None:
                yield written


def _expects_failure(block: Block) -> bool:
    """True for the body of a ``try`` that catches what a tensor used as a Python value raises.

    And for what it does then.
    """
    if block.arm == "handlers":
        return True
    return (
        isinstance(block.node, ast.Try)
        and block.arm == "body"
        and any(
            handler.type is None
            or any(
                (getattr(part, "attr", None) or getattr(part, "id", None)) in _FORGIVING
                for part in walk(handler.type)
            )
            for handler in block.node.handlers
        )
    )


def _is_for_a_rank(node: ast.AST, block: Block | None, function: Function) -> bool:
    """True in a branch for one rank of something that a line works with: one array, or a batch of them."""
    if not any_condition(
        block, node, function, "ranked", lambda test, _: any(True for _ in _ranks(test, function))
    ):
        return False
    asked = {
        name
        for around in outward(block)
        if isinstance(around.node, (ast.If, ast.IfExp))
        for ranked in _ranks(around.node.test, function)
        for name in _read(ranked)
    }
    return bool(asked) and not asked.isdisjoint(made_of(node, function))


def _ranks(test: ast.expr, function: Function) -> Iterator[ast.expr]:
    """What a test asks for its rank."""
    for told in _told(test, function):
        for part in walk(told):
            if (ranked := _ranked(part, function)) is not None:
                yield ranked


def _ranked(node: ast.AST, function: Function) -> ast.expr | None:
    """What is asked for its rank by an expression; None where it asks nothing for that."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[shape]):
            return _of_shape(written_out(shape, function))
        case ast.Attribute(attr="ndim", value=asked):
            return asked
        case ast.Attribute(attr="ndims" | "rank", value=shape):
            return _of_shape(written_out(shape, function))
        case _:
            return None


def _of_shape(node: ast.expr) -> ast.expr | None:
    """What an expression gives the shape of."""
    match node:
        case (
            ast.Attribute(attr="shape", value=asked)
            | ast.Call(func=ast.Attribute(attr="get_shape", value=asked))
        ):
            return asked
        case _:
            return None


def _asks(name: str) -> bool:
    """True for the names of functions that ask for the type of a value, or for the mode."""
    return name in _TYPE_TESTS or _asks_for_mode(name)


def _asks_for_mode(name: str) -> bool:
    return has_phrase(name, *_MODE_TESTS)


def _read(node: ast.AST) -> set[str]:
    """The variables that code reads, and their attributes, as written; not ``self`` alone."""
    found = set()
    for part in walk(node):
        if isinstance(part, ast.Attribute):
            found.add(as_written(part))
        elif isinstance(part, ast.Name) and part.id not in ("self", "cls"):
            found.add(part.id)
    return found


def made_of(node: ast.AST, function: Function) -> set[str]:
    """What a line reads, and what the variables it reads are made of, here and in functions around."""
    scopes = [*function.scopes]
    found = _read(node)
    waiting = [*found]
    while waiting:
        name = waiting.pop()
        for binding in (binding for scope in scopes for binding in scope.bindings.get(name, ())):
            if binding.value is not None:
                new = _read(binding.value) - found
                found |= new
                waiting += new
    return found


def deciding(test: ast.expr, context: Context) -> ast.expr | None:
    """The part of a condition that is a tensor and asked for its truth; None when there is none."""
    match test:
        case ast.BoolOp(op=op, values=values):
            for value in values:
                if _asks_about(value):
                    return None
                if context.is_never(value, isinstance(op, ast.And)):
                    return None
                found = deciding(value, context)
                if found is not None:
                    return found
            return None
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return deciding(operand, context)
        case ast.NamedExpr(value=value):
            return deciding(value, context)
        case _:
            return test if is_symbolic(context.symbol(test)) else None


def _asks_about(test: ast.expr) -> bool:
    """True for a test that asks for a type, or for the mode."""
    return any(isinstance(part, ast.Call) and _asks(called_name(part.func)) for part in walk(test))


def is_tensor_loop(node: ast.AST, context: Context) -> bool:
    """True for a loop that AutoGraph makes part of the graph."""
    if isinstance(node, ast.While):
        return deciding(node.test, context) is not None
    if not isinstance(node, ast.For):
        return False
    value = context.symbol(node.iter)
    return is_symbolic(value) or value == ITERATOR or is_dataset_loop(node, context)


def is_dataset_loop(node: ast.For, context: Context) -> bool:
    """True for a ``for`` over a dataset, which AutoGraph makes a reduction of the dataset of."""
    if context.symbol(node.iter) == DATASET:
        return True
    return (
        isinstance(node.iter, ast.Call)
        and bool(context.names(node.iter.func) & {"builtins.enumerate", "builtins.zip"})
        and any(context.symbol(argument) == DATASET for argument in node.iter.args)
    )


def is_python_loop(node: ast.AST, context: Context) -> bool:
    """True for a ``for`` that runs in Python while tracing."""
    if not isinstance(node, ast.For) or is_tensor_loop(node, context):
        return False
    value = context.symbol(node.iter)
    return isinstance(value, Container)


class Unconverted(NamedTuple):
    """Code that AutoGraph does not convert.

    Attributes:
        why: what it does not for, as messages say it.
        is_sure: False where it is so under Keras 3 only, and nothing says which Keras runs the code.
    """

    why: str
    is_sure: bool = True


def conversion(context: Context) -> Unconverted | None:
    """Why AutoGraph does not convert the code of a function; None when it does."""
    if "conversion" not in context.memo:
        context.memo["conversion"] = _conversion(context)
    found: Unconverted | None = context.memo["conversion"]
    return found


def _conversion(context: Context) -> Unconverted | None:
    tracing = context.tracing
    if tracing is None:
        return None
    of_keras = tracing.kind is EntryKind.KERAS and not tracing.forbids_autograph
    if not tracing.autograph and not of_keras:
        return Unconverted("AutoGraph does not convert this code")
    without_keras_3 = tracing.autograph or _may_run_in_keras_2(tracing, context)
    if not without_keras_3 and context.project.uses_keras_3(context.module):
        return Unconverted("Keras 3 runs this code without AutoGraph")
    ask = context.project.inference.ask
    answers = (
        ask(("unconvertible", scope), "", _unconvertible, scope)
        for scope in context.function.scopes
        if not scope.is_module
    )
    if why := next(filter(None, answers), None):
        return Unconverted(why)
    return None if without_keras_3 else Unconverted(_UNDER_KERAS_3, is_sure=False)


def _may_run_in_keras_2(tracing: TracingContext, context: Context) -> bool:
    """True where a file is written for Keras 2, which converts with AutoGraph what Keras 3 does not."""
    return not tracing.forbids_autograph and (
        tracing.keras_2 or context.project.uses_keras_2(context.module)
    )


def is_converted(context: Context) -> bool:
    """True where AutoGraph makes Python control flow part of the graph."""
    tracing = context.tracing
    return tracing is not None and tracing.autograph and conversion(context) is None


def may_print_in_graph(site: CallSite, context: Context) -> bool:
    """True for a call of ``print`` by another name that AutoGraph may put into the graph.

    It leaves a call of the name ``print`` as it is, and gives others its own ``print``, which writes
    tensors whenever the graph runs (``print_`` in ``autograph/operators/py_builtins.py``). What it is given
    must be a tensor itself: what holds some, or a text, is written by Python.
    """
    if isinstance(site.node.func, ast.Name) and site.node.func.id == _PRINT:
        return False
    if context.names(site.node.func) != {f"builtins.{_PRINT}"}:
        return False
    found = conversion(context)
    return (found is None or not found.is_sure) and any(
        _may_be_tensor(argument, context) for argument in site.node.args
    )


def _may_be_tensor(node: ast.expr, context: Context) -> bool:
    if isinstance(node, ast.JoinedStr):
        return False
    return not all(
        isinstance(value, (Container, Number, Text)) or value in (BOOL, NONE, SHAPE)
        for value in members(context.symbol(node))
    )


def _unconvertible(function: Function) -> str:
    """Why AutoGraph converts a function nowhere; "" for one that it does."""
    if function.module.may_assign_in_expressions:
        if any(isinstance(part, ast.NamedExpr) for part in own_nodes(function)):
            return "a function with `:=` is not converted by AutoGraph"
    for statement, _ in function.statements:
        if isinstance(statement, ast.Match):
            return "a function with `match` is not converted by AutoGraph"
        if isinstance(statement, (ast.For, ast.While)) and statement.orelse:
            return "a function whose loop has an `else` is not converted by AutoGraph"
    if isinstance(function.node, ast.Lambda):
        for other in function.module.lambdas_by_line[function.node.lineno]:
            if other is not function.node and are_same(other.args, function.node.args):
                return "AutoGraph can't tell two lambdas on one line apart and converts neither"
    return ""


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions and classes inside it."""
    stack: list[ast.AST] = [*function.body]
    while stack:
        part = stack.pop()
        yield part
        if not isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            stack.extend(children(part))


def external_names(node: ast.expr, context: Context) -> set[str]:
    """Canonical names a callee may have, tensors' methods included."""
    return {m.name for m in members(context.symbol(node)) if isinstance(m, External)}
