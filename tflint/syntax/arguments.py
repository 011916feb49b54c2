"""Which argument of a call lands in which parameter."""

from __future__ import annotations

import ast

from tflint.syntax.model import Function


def bind_arguments(call: ast.Call, function: Function, bound: bool) -> dict[str, ast.expr]:
    """Parameter names to argument expressions; stops at the first ``*args``.

    ``bound`` says that the first parameter (``self``) is given by the call's receiver.
    """
    if isinstance(function.node, ast.Module):
        return {}
    arguments = function.node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    if bound:
        names = names[1:]
    found: dict[str, ast.expr] = {}
    for name, argument in zip(names, call.args, strict=False):
        if isinstance(argument, ast.Starred):
            break
        found[name] = argument
    known = {argument.arg for argument in function.parameters}
    for keyword in call.keywords:
        if keyword.arg in known:
            assert keyword.arg is not None
            found[keyword.arg] = keyword.value
    return found
