"""Which expressions are symbols with one output, rather than lists of them or Python values.

The parameters of ``hybrid_forward`` may be lists of symbols (the states of a cell), and some
operations give several outputs. Indexing, iterating and asking for the length of those is fine, so
rules about these want to know for sure.
"""

from __future__ import annotations

import ast

from tflint.facts.expressions.results import RECURRENT
from tflint.facts.expressions.values import ARRAY, ExternalInstance, Number, members
from tflint.facts.gluon.gluon_branches import is_symbol
from tflint.facts.graphs.context import Context
from tflint.syntax.model import Binding
from tflint.syntax.reaching import reaching
from tflint.syntax.words import has_word

_SEVERAL = frozenset(
    [
        "split",
        "split_v2",
        "SliceChannel",
        "slice_channel",
        "topk",
        "RNN",
        "foreach",
        "while_loop",
        "cond",
        "Custom",
        "moments",
        "meshgrid",
        "array_split",
        "hsplit",
        "vsplit",
        "dsplit",
        "unique",
        "nonzero",
        "Group",
        "broadcast_arrays",
        "BatchNorm",
        "LayerNorm",
        "MultiBoxTarget",
        "Proposal",
        "MultiProposal",
        "bipartite_matching",
        "box_encode",
        "gelqf",
        "linalg_gelqf",
        "linalg_slogdet",
        "linalg_syevd",
        "slogdet",
        "syevd",
        "amp_multicast",
        "multi_sum_sq",
        "rnn",
    ]
)
_SPLITS = frozenset(
    [
        "split",
        "split_v2",
        "SliceChannel",
        "slice_channel",
        "topk",
        "array_split",
        "hsplit",
        "vsplit",
    ]
)
_OF_LISTS = frozenset(
    [
        "append",
        "extend",
        "insert",
        "pop",
        "remove",
        "clear",
        "sort",
        "reverse",
        "index",
        "count",
        "copy",
        "items",
        "keys",
        "values",
        "get",
        "update",
        "setdefault",
        "add",
    ]
)
_TAKE_LISTS = frozenset(
    [
        "concat",
        "concatenate",
        "stack",
        "vstack",
        "hstack",
        "add_n",
        "broadcast_arrays",
        "Group",
        "Concat",
        "column_stack",
    ]
)
_ARRAY_ONLY = (ast.Sub, ast.Div, ast.Pow, ast.MatMult, ast.FloorDiv)
_SEQUENCES = frozenset({"sequential", "concurrent", "lambda"})


def is_single(node: ast.expr, context: Context, depth: int = 6) -> bool:
    """True for an expression that is one symbol with one output, whatever happens."""
    if depth <= 0 or not is_symbol(context.value(node)):
        return False
    match node:
        case ast.Call():
            return _gives_one(node, context)
        case ast.BinOp(left=left, op=op, right=right):
            if isinstance(op, _ARRAY_ONLY):
                return True
            return any(
                is_single(part, context, depth - 1) or _is_float(part, context)
                for part in (left, right)
            )
        case ast.UnaryOp(op=ast.USub()):
            return True
        case ast.Compare(left=left, comparators=[right], ops=[op]):
            if isinstance(op, (ast.Eq, ast.NotEq)):
                return is_single(left, context, depth - 1) or is_single(right, context, depth - 1)
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return is_single(body, context, depth - 1) and is_single(orelse, context, depth - 1)
        case ast.Subscript(value=owner, slice=index):
            if isinstance(index, ast.Tuple):
                return True
            if isinstance(owner, ast.Call) and gives_several(owner, context):
                return not isinstance(index, ast.Slice) and _splits(owner, context)
            return is_single(owner, context, depth - 1)
        case ast.Name():
            return _is_single_name(node, context, depth)
    return False


def _is_float(node: ast.expr, context: Context) -> bool:
    value = context.value(node)
    return isinstance(value, Number) and isinstance(value.constant, float)


def gives_several(node: ast.Call, context: Context) -> bool:
    """True for an operation with several outputs."""
    return any(name.rpartition(".")[2] in _SEVERAL for name in context.names(node.func))


def _gives_lists(node: ast.Call, context: Context) -> bool:
    """True for control flow, whose outputs and states are lists where the body's are."""
    return any(name.startswith("mxnet.F.contrib.") for name in context.names(node.func))


def _splits(node: ast.Call, context: Context) -> bool:
    """True for an operation whose outputs are plain symbols each, not nested lists."""
    return any(name.rpartition(".")[2] in _SPLITS for name in context.names(node.func))


def _gives_one(node: ast.Call, context: Context) -> bool:
    for name in context.names(node.func):
        last = name.rpartition(".")[2]
        if name.startswith("mxnet.F.") and not name.startswith("mxnet.F.contrib."):
            return last not in _SEVERAL
        if name.startswith("mxnet.Symbol."):
            return last not in _SEVERAL | _OF_LISTS
    return _is_plain_block(node.func, context) or _is_recurrent(node, context)


def _is_recurrent(node: ast.Call, context: Context) -> bool:
    """True for a recurrent layer that is given a sequence and no states."""
    return len(node.args) == 1 and all(
        isinstance(m, ExternalInstance) and m.name in RECURRENT
        for m in members(context.value(node.func))
    )


def _is_plain_block(func: ast.expr, context: Context) -> bool:
    """True for a layer of Gluon's own that takes one array and gives one."""
    return all(
        isinstance(m, ExternalInstance)
        and m.name.startswith("mxnet.gluon.nn.")
        and not has_word(m.name, _SEQUENCES)
        for m in members(context.value(func))
    )


def _is_single_name(node: ast.Name, context: Context, depth: int) -> bool:
    found = reaching(node.id, node, context.function)
    fresh = [binding for binding in found if not _feeds_itself(binding, node.id)]
    return bool(fresh) and all(_binds_one(binding, node.id, context, depth) for binding in fresh)


def _feeds_itself(binding: Binding, name: str) -> bool:
    """True for ``x = x``, ``x = x * 2``, ``x += 1`` and their like: ``x`` is what it was before."""
    if binding.kind == "augment":
        return True
    match binding.value:
        case ast.Name(id=same):
            return binding.kind == "assign" and not binding.path and same == name
        case ast.BinOp(left=ast.Name(id=same)) | ast.BinOp(right=ast.Name(id=same)):
            return binding.kind == "assign" and not binding.path and same == name
    return False


def _binds_one(binding: Binding, name: str, context: Context, depth: int) -> bool:
    if binding.kind == "parameter":
        return is_used_as_symbol(name, context, depth) or _is_given_one(name, context, depth)
    if binding.kind != "assign" or binding.value is None:
        return False
    if binding.path:
        value = binding.value
        return (
            len(binding.path) == 1
            and isinstance(value, ast.Call)
            and gives_several(value, context)
            and not _gives_lists(value, context)
        )
    return is_single(binding.value, context, depth - 1)


def _is_given_one(name: str, context: Context, depth: int) -> bool:
    """True for a parameter that gets one symbol, or one array, at every call that is known."""
    if context.tracing is None:
        return False
    given = list(context.arguments_from_graphs(name))
    if context.is_entry:
        arrays = [
            context.project.inference.value(node, function) == ARRAY
            for node, function in context.arguments_from_eager_code(name)
        ]
        if not all(arrays) or not given:
            return bool(arrays) and all(arrays)
    return bool(given) and all(
        node is not None and is_single(node, caller, depth - 1) for node, caller in given
    )


def is_used_as_symbol(name: str, context: Context, depth: int = 6) -> bool:
    """True when the function uses a parameter as only one symbol can be used."""
    function = context.function
    for use in context.uses(name):
        if len(function.bindings.get(name, ())) > 1:
            found = reaching(name, use, function)
            if all(binding.kind != "parameter" for binding in found):
                continue
        if _as_symbol(use, context, depth):
            return True
    return False


def _as_symbol(use: ast.Name, context: Context, depth: int) -> bool:
    parent = context.parent(use)
    match parent:
        case ast.Call(func=func) if use in parent.args:
            names = context.names(func)
            if any(
                n.startswith("mxnet.F.") and not n.startswith("mxnet.F.contrib.") for n in names
            ):
                return not any(n.rpartition(".")[2] in _TAKE_LISTS for n in names)
            return _is_plain_block(func, context)
        case ast.BinOp(op=op):
            other = parent.right if parent.left is use else parent.left
            if isinstance(op, _ARRAY_ONLY) or _is_float(other, context):
                return True
            return not isinstance(other, ast.Name) and is_single(other, context, min(depth - 1, 2))
        case ast.Compare(ops=[ast.Lt() | ast.Gt() | ast.LtE() | ast.GtE()]):
            return True
        case ast.Attribute(attr=attr):
            call = context.parent(parent)
            return isinstance(call, ast.Call) and call.func is parent and attr not in _OF_LISTS
        case ast.Subscript(slice=ast.Tuple()):
            return True
    return False
