"""Checks of shapes that cannot fail, since the function has made the tensor in that very shape."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.facts.graphs.context import Context
from tflint.syntax.expressions import are_same
from tflint.syntax.model import Block, Function
from tflint.syntax.path_conditions import conditions_around

_SHAPE = "shape"
_MAKERS = frozenset({"broadcast_to", "fill", "reshape", "to_tensor"})
"""What gives a tensor the shape that it is asked for, or fails itself."""


def has_given_shape(tensor: ast.expr, shape: ast.expr, context: Context) -> bool:
    """True where each size that is asked for is None, or one by which the tensor was made before.

    ``if n: x = x.to_tensor(shape=[None, n])`` and then ``tf.ensure_shape(x, [n])``.
    """
    if not isinstance(tensor, ast.Name) or not isinstance(shape, (ast.List, ast.Tuple)):
        return False
    made = list(_made(tensor, context.function))
    return all(
        (isinstance(size, ast.Constant) and size.value is None)
        or any(_gives(asked, size, block, context.function) for asked, block in made)
        for size in shape.elts
    )


def _made(tensor: ast.Name, function: Function) -> Iterator[tuple[ast.expr, Block | None]]:
    """The shapes in which a function makes what a name holds, before a line, and where."""
    for statement, block in function.statements:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func) as call) if (
                name == tensor.id and statement.lineno < tensor.lineno
            ):
                made_by = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
                for keyword in call.keywords if made_by in _MAKERS else ():
                    if keyword.arg == _SHAPE:
                        yield keyword.value, block


def _gives(asked: ast.expr, size: ast.expr, block: Block | None, function: Function) -> bool:
    """True for a shape with that size, asked for under no test but whether there is such a size."""
    for test, outcome in conditions_around(asked, block, function):
        if not (outcome and are_same(test, size)):
            return False
    if isinstance(asked, (ast.List, ast.Tuple)):
        return any(are_same(part, size) for part in asked.elts)
    return any(
        isinstance(statement, ast.Assign)
        and are_same(statement.value, size)
        and any(
            isinstance(t, ast.Subscript) and are_same(t.value, asked) for t in statement.targets
        )
        and statement.lineno < asked.lineno
        for statement, _ in function.statements
    )
