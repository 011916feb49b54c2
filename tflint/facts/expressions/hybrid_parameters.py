"""What Gluon gives a parameter of ``hybrid_forward``: a symbol, or a list or dictionary of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.facts.expressions.chosen_namespaces import asked_in
from tflint.syntax.model import Function
from tflint.syntax.reaching import reaching
from tflint.syntax.trees import walk

_OF_LISTS = frozenset(dir(list)) | frozenset(dir(tuple)) | frozenset(dir(dict))


def is_used_as_list(name: str, function: Function) -> bool:
    """True for a parameter that the function counts, goes through or indexes by a variable or a key."""
    counted = False

    def may_be_it(node: ast.expr) -> bool:
        return _is_named(node, name) and any(
            binding.kind == "parameter" for binding in reaching(name, node, function)
        )

    told = {id(asked) for asked in _told_by_choices(function)}
    for part in walk(function.node):
        match part:
            case ast.Subscript(value=owner, slice=ast.Constant(value=str())):
                if may_be_it(owner):
                    return True
            case ast.Subscript(value=owner, slice=ast.Name() | ast.BinOp()):
                counted = counted or may_be_it(owner)
            case ast.Call(func=ast.Name(id="len" | "enumerate" | "zip" | "isinstance" as called)):
                if any(map(may_be_it, part.args)):
                    if called == "isinstance":
                        if id(part.args[0]) in told:
                            continue
                        return True
                    counted = True
            case ast.Starred(value=owner) if may_be_it(owner):
                return True
    return (counted and not _used_as_symbol(name, function)) or name in ("states", "args")


def _told_by_choices(function: Function) -> Iterator[ast.expr]:
    """What ``a if isinstance(x, mx.nd.NDArray) else b`` asks, which is a symbol where it is no array."""
    for part in walk(function.node):
        if isinstance(part, ast.IfExp):
            yield from asked_in(part.test)


def _used_as_symbol(name: str, function: Function) -> bool:
    """True for a parameter that is used, before anything else has its name, as no list can be."""

    def is_it(node: ast.expr) -> bool:
        return _is_named(node, name) and all(
            binding.kind == "parameter" for binding in reaching(name, node, function)
        )

    for part in walk(function.node):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="F"), attr=attr), args=args):
                if any(is_it(a) for a in args):
                    if not attr.endswith(("concat", "concatenate", "stack", "add_n")):
                        return True
            case ast.BinOp(op=ast.Sub() | ast.Div() | ast.Pow(), left=left, right=right):
                if is_it(left) or is_it(right):
                    return True
            case ast.Attribute(value=owner, attr=attr) if is_it(owner) and attr not in _OF_LISTS:
                return True
    return False


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
