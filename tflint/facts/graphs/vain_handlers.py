"""Which handlers of errors no trace comes to: operations raise when the graph runs, after the ``try``."""

from __future__ import annotations

import ast

from tflint.api.lookup import UNKNOWN, record
from tflint.api.python import ERRORS_OF_FILES_AND_NUMBERS
from tflint.api.records import Effect, Result
from tflint.api.tensorflow import DTYPES
from tflint.api.tracing_errors import (
    DECODED_PICTURES,
    OF_PICTURES,
    REFUSED_WHILE_TRACING,
    TRACED_WITHOUT_ERROR,
)
from tflint.facts.expressions.values import (
    ITERATOR,
    Container,
    EvaluateIn,
    External,
    FunctionValue,
    Instance,
    Number,
    Text,
    Unknown,
    members,
)
from tflint.syntax.model import Block, Function, outward
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, written_out
from tflint.syntax.trees import children, walk

_END = "builtins.StopIteration"
_IN_GRAPH = frozenset(
    {
        *(Result.TENSOR, Result.TUPLE, Result.LIST, Result.DICT, Result.MIXED),
        *(Result.RAGGED, Result.SPARSE, Result.OPERATION),
    }
)
"""What a call gives that adds operations to the graph, and runs none of them."""
_DECODING_ANY = frozenset({"tensorflow.image.decode_image", "tensorflow.io.decode_image"})
_KNOWN = frozenset({"tensorflow.constant", "tensorflow.shape"})
"""What tracing may work out, and then checks at once."""
_PLAIN = (
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.With, ast.withitem),
    *(ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.keyword, ast.JoinedStr, ast.FormattedValue),
    *(ast.expr_context, ast.operator, ast.cmpop),
)
"""What raises nothing, unless a part of it does."""


def is_in_vain_handler(block: Block | None, function: Function, evaluate: EvaluateIn) -> bool:
    """True in a handler that no trace comes to, for none of the errors that it catches."""
    return any(
        around.arm == "handlers" and _is_vain(around, function, evaluate)
        for around in outward(block)
    )


def _is_vain(handler: Block, function: Function, evaluate: EvaluateIn) -> bool:
    assert isinstance(handler.node, ast.Try)
    body = handler.node.body
    caught = next((h.type for h in handler.node.handlers if h.body is handler.siblings), None)
    kinds = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(isinstance(part, ast.Call) for statement in body for part in walk(statement)) and (
        not any(comes_while_tracing(kind, body, function, evaluate) for kind in kinds)
    )


def comes_while_tracing(
    kind: ast.expr | None, body: list[ast.stmt], function: Function, evaluate: EvaluateIn
) -> bool:
    """True where a trace of statements may raise an error of a kind, as far as anybody knows.

    Args:
        kind: the class of the error; None for any.
        body: the statements.
        function: where these stand.
        evaluate: what an expression of a function may be.
    """
    found = [External("builtins.Exception")] if kind is None else members(evaluate(kind, function))
    names = {member.name for member in found if isinstance(member, External)}
    if not names or len(names) < len(found):
        return True
    if not all(_is_of_runs(name) for name in names):
        return not all(_raises_nothing(statement, function, evaluate) for statement in body)
    return checks_what_is_known(body, function, evaluate) or not all(
        _is_of_operations(part, function, evaluate, frozenset())
        or (_END in names and _takes_next(part, function, evaluate))
        for statement in body
        for part in walk(statement)
        if isinstance(part, ast.Call)
    )


def _is_of_runs(name: str) -> bool:
    """True for an error that no operation raises while it is traced."""
    is_of_tensorflow = name.startswith("tensorflow.errors.") and name not in REFUSED_WHILE_TRACING
    return is_of_tensorflow or name == _END or name in ERRORS_OF_FILES_AND_NUMBERS


def checks_what_is_known(body: list[ast.stmt], function: Function, evaluate: EvaluateIn) -> bool:
    """True where ``tf.debugging.assert_*`` is given what tracing knows: it raises at once then."""
    return any(
        isinstance(part, ast.Call)
        and any(_is_check(name) for name in _names(part.func, function, evaluate))
        and all(_may_be_known(given, function, evaluate) for given in _checked(part))
        for statement in body
        for part in walk(statement)
    )


def _is_check(name: str) -> bool:
    known = record(name)
    return known.effect is Effect.CHECKS and known.result is Result.OPERATION


def _checked(call: ast.Call) -> list[ast.expr]:
    """What is compared by ``tf.debugging.assert_*``: its first two arguments, or ``x`` and ``y``."""
    return [*call.args[:2], *(k.value for k in call.keywords if k.arg in ("x", "y"))]


def _may_be_known(node: ast.expr, function: Function, evaluate: EvaluateIn) -> bool:
    written = written_out(node, function)
    if isinstance(written, ast.Call):
        return bool(_names(written.func, function, evaluate) & _KNOWN)
    found = members(evaluate(written, function))
    return any(isinstance(member, (Number, Text, Container)) for member in found)


def _is_of_operations(
    call: ast.Call, function: Function, evaluate: EvaluateIn, above: frozenset[Function]
) -> bool:
    """True for a call of an operation, or of a function of the project that does nothing but call some."""
    return all(
        record(member.name).result in _IN_GRAPH
        if isinstance(member, External)
        else isinstance(member, FunctionValue)
        and (
            member.function in above
            or _only_calls_operations(member.function, evaluate, above | {member.function})
        )
        for member in members(evaluate(call.func, function))
    )


def _only_calls_operations(
    function: Function, evaluate: EvaluateIn, above: frozenset[Function]
) -> bool:
    return not any(isinstance(part, ast.Raise) for part in walk(function.node)) and all(
        _is_of_operations(site.node, function, evaluate, above) for site in function.calls
    )


def _takes_next(call: ast.Call, function: Function, evaluate: EvaluateIn) -> bool:
    """True for ``next`` of a dataset's iterator, which is an operation."""
    return "builtins.next" in _names(call.func, function, evaluate) and bool(
        call.args and members(evaluate(call.args[0], function)) == members(ITERATOR)
    )


def _raises_nothing(node: ast.AST, function: Function, evaluate: EvaluateIn) -> bool:
    """True for code whose trace raises nothing at all, whatever the shapes of its tensors are.

    Where all that it could refuse is what no call of the code goes well with, in eager code either.
    """
    match node:
        case ast.Call(func=func, args=args, keywords=keywords):
            parts: list[ast.AST] = [*args, *keywords]
            if not _is_traced_well(node, function, evaluate):
                return False
        case ast.Assign(targets=[ast.Tuple(elts=parts_of)], value=ast.Call(func=func) as value):
            sizes = {record(name).size for name in _names(func, function, evaluate)}
            if sizes != {len(parts_of)}:
                return False
            parts = [*parts_of, value]
        case ast.Tuple(ctx=ast.Store()) | ast.List(ctx=ast.Store()):
            return False
        case ast.BinOp(left=left, right=right):
            parts = [part for part in (left, right) if not _is_number(part)]
            if len(parts) == 2:
                return False  # which may not fit each other
        case ast.AugAssign(target=ast.Name(), value=right) if not _is_number(right):
            return False
        case ast.Name():
            return not _may_be_unbound(node, function)
        case ast.Attribute(ctx=ast.Load()):
            return _is_there(node, function, evaluate)
        case ast.Lambda():
            return True  # which another call runs, in Python
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            parts = [operand]
        case _ if isinstance(node, _PLAIN):
            parts = [part for part in children(node) if not isinstance(part, ast.arguments)]
        case _:
            return False
    return all(_raises_nothing(part, function, evaluate) for part in parts)


def _is_traced_well(call: ast.Call, function: Function, evaluate: EvaluateIn) -> bool:
    names = _names(call.func, function, evaluate)
    given = {keyword.arg for keyword in call.keywords}
    if len(names) != 1 or None in given or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    (name,) = names
    if name == "tensorflow.gather":
        return len(call.args) < 3 and not given & {"axis", "batch_dims"}
    if _is_check(name):
        numbers = [part for part in _checked(call) if _is_number(part)]
        is_of_one = name.endswith(".Assert") or len(numbers) >= len(_checked(call)) - 1
        return is_of_one and not checks_what_is_known([ast.Expr(call)], function, evaluate)
    if name in OF_PICTURES:
        return bool(call.args) and _is_picture(call.args[0], function, evaluate)
    return name in TRACED_WITHOUT_ERROR or name in DECODED_PICTURES


def _is_picture(node: ast.expr, function: Function, evaluate: EvaluateIn) -> bool:
    """True for a picture of three axes: one that is decoded, and what is made of it without other axes."""
    match written_out(node, function):
        case ast.BinOp(left=left, right=right):
            kept = [part for part in (left, right) if not _is_number(part)]
            return len(kept) == 1 and _is_picture(kept[0], function, evaluate)
        case ast.Call(func=func, args=[first, *_], keywords=keywords):
            names = _names(func, function, evaluate)
            if names <= _DECODING_ANY and names:
                return any(
                    keyword.arg == "expand_animations"
                    and isinstance(keyword.value, ast.Constant)
                    and keyword.value.value is False
                    for keyword in keywords
                )
            if names <= DECODED_PICTURES and names:
                return True
            kept_axes = OF_PICTURES | _SAME_AXES
            return bool(names) and names <= kept_axes and _is_picture(first, function, evaluate)
        case _:
            return False


_SAME_AXES = frozenset(
    {
        "tensorflow.cast",
        "tensorflow.identity",
        "tensorflow.image.adjust_brightness",
        "tensorflow.image.convert_image_dtype",
        "tensorflow.image.random_brightness",
    }
)


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant)


def _may_be_unbound(name: ast.Name, function: Function) -> bool:
    """True for a variable that has no value yet: all that it is given comes of itself."""
    return (
        isinstance(name.ctx, ast.Load)
        and not function.is_module
        and holder_of(name.id, function) is function
        and all(
            binding.value is not None and name in walk(binding.value)
            for binding in reaching(name.id, name, function, above=True)
        )
    )


def _is_there(node: ast.Attribute, function: Function, evaluate: EvaluateIn) -> bool:
    """True for a name of a package that is known, and for an attribute that objects of a class have."""
    owner = function.owner
    if owner is not None and isinstance(node.value, ast.Name):
        if node.value.id == function.self_name and node.attr in owner.stores:
            return True
    found = members(evaluate(node, function))
    owners = members(evaluate(node.value, function))
    is_of_objects = all(isinstance(m, Instance) for m in owners) and bool(owners)
    is_known = bool(found) and not any(isinstance(m, Unknown) for m in found)
    return is_known and (
        is_of_objects or all(isinstance(m, External) and _is_known(m.name) for m in found)
    )


def _is_known(name: str) -> bool:
    """False for a name that TensorFlow may lack, which tracing misses, as eager code does."""
    return record(name) != UNKNOWN or name.removeprefix("tensorflow.") in DTYPES


def _names(node: ast.expr, function: Function, evaluate: EvaluateIn) -> set[str]:
    """For which functions of others an expression stands; none where it may be something else, too."""
    found = members(evaluate(node, function))
    names = {member.name for member in found if isinstance(member, External)}
    return names if len(names) == len(found) else set()
