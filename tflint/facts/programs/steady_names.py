"""Names that a loop gives a value at each turn, and the same at all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set

from tflint.facts.programs.loop_dependence import changing_names, filled_names, reads_any
from tflint.syntax.trees import called_name, once_a_node, walk

_OF_ARRAYS = frozenset({"array", "asarray", "expand_dims", "float", "int", "len"})
"""Functions that give the same for the same, and change nothing."""
_SHAPING = frozenset({"astype", "flatten", "ravel", "reshape", "squeeze"})
"""Methods of arrays that do."""
_ONLY_READ = _OF_ARRAYS | _SHAPING | {"print"}


@once_a_node
def steady_names(loop: ast.AST) -> frozenset[str]:
    """Names that each turn of a `for` loop begins anew, out of what the loop only reads.

    Such as ``x = batch[0]``, with ``x = x.reshape(1, -1)`` after it.
    """
    if not isinstance(loop, ast.For):
        return frozenset()
    handed_out, changed = _handed_out(loop), _changed(loop)
    given = {name: values for name, values in _given(loop).items() if name not in changed}
    while True:
        touched = (changing_names(loop) | handed_out | changed) - given.keys()
        steady = {
            name: values
            for name, values in given.items()
            if all(_is_made_of(value, touched) for value in values)
        }
        if len(steady) == len(given):
            return frozenset(steady)
        given = steady


def _given(loop: ast.For) -> dict[str, list[ast.expr]]:
    """What a loop gives names by plain assignments alone, at first in its own row and out of others."""
    found: dict[str, list[ast.expr]] = {}
    for statement in walk(loop):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
    for values in found.values():
        values.sort(key=lambda value: value.lineno)
    stored = [
        part.id
        for part in walk(loop)
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
    ]
    begun = {statement.value for statement in loop.body if isinstance(statement, ast.Assign)}
    return {
        name: values
        for name, values in found.items()
        if stored.count(name) == len(values)
        and values[0] in begun
        and not reads_any(values[0], {name})
    }


def _calls(loop: ast.For) -> Iterator[ast.Call]:
    for statement in loop.body:
        for part in walk(statement):
            if isinstance(part, ast.Call) and called_name(part.func) not in _ONLY_READ:
                yield part


def _changed(loop: ast.For) -> set[str]:
    """Names of objects that a loop changes, or may: it puts something in, or calls their methods."""
    owners = [call.func.value for call in _calls(loop) if isinstance(call.func, ast.Attribute)]
    given = [node for call in _calls(loop) if isinstance(call.func, ast.Name) for node in call.args]
    return _names(owners) | _names(given) | filled_names(loop)


def _handed_out(loop: ast.For) -> set[str]:
    """Names of what a loop gives to calls, which may keep it and change it."""
    return _names(
        node for call in _calls(loop) for node in (*call.args, *(k.value for k in call.keywords))
    )


def _names(nodes: Iterable[ast.expr]) -> set[str]:
    return {part.id for node in nodes for part in walk(node) if isinstance(part, ast.Name)}


def _is_made_of(node: ast.expr | None, touched: Set[str]) -> bool:
    """True for items of what is not touched, in whatever shape."""
    match node:
        case None | ast.Constant():
            return True
        case ast.Name(id=name):
            return name not in touched
        case ast.Subscript(value=value, slice=index):
            return _is_made_of(value, touched) and _is_made_of(index, touched)
        case ast.Slice(lower=lower, upper=upper, step=step):
            return all(_is_made_of(part, touched) for part in (lower, upper, step))
        case ast.UnaryOp(operand=operand):
            return _is_made_of(operand, touched)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return all(_is_made_of(item, touched) for item in items)
        case ast.Call(func=func, args=args, keywords=[]) if called_name(func) in _OF_ARRAYS:
            return all(_is_made_of(part, touched) for part in args)
        case ast.Call(func=ast.Attribute(value=owner, attr=attr), args=args) if attr in _SHAPING:
            return all(_is_made_of(part, touched) for part in (owner, *args))
        case _:
            return False
