"""Which argument of a call lands in which parameter."""

from __future__ import annotations

import ast

from tflint.syntax.model import Function


def bind_arguments(call: ast.Call, function: Function, given: int) -> dict[str, ast.expr]:
    """Parameter names to argument expressions; stops at the first ``*args``.

    ``given`` is the number of first parameters (``self``) that the call gives without writing them.
    """
    if isinstance(function.node, ast.Module):
        return {}
    arguments = function.node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    found: dict[str, ast.expr] = {}
    for name, argument in zip(names[given:], call.args, strict=False):
        if isinstance(argument, ast.Starred):
            break
        found[name] = argument
    known = {argument.arg for argument in function.parameters}
    for keyword in call.keywords:
        if keyword.arg in known:
            assert keyword.arg is not None
            found[keyword.arg] = keyword.value
    return found
