"""Lists that a loop fills anew before each call, until what it is told ends it: an episode of a game.

How many turns such a loop has nobody knows: games may end after as many steps each time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.syntax.exits import leaves_loop
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Binding, CallSite, loops_around
from tflint.syntax.reaching import reaching


def filled_until_told(node: ast.Name, site: CallSite) -> ast.While | ast.For | None:
    """The loop that fills a list that a call is given, emptied before, until an answer says to stop.

    Args:
        node: the list, an argument of the call or a part of it.
        site: the call, which stands behind that loop.
    """
    around = loops_around(site.block)
    if not _is_emptied(node, site, around):
        return None
    key = key_of(node)
    for fill in site.function.calls:
        func = fill.node.func
        if (
            fill.name != "append"
            or not isinstance(func, ast.Attribute)
            or key_of(func.value) != key
        ):
            continue
        inner = [loop for loop in loops_around(fill.block) if loop not in around]
        match inner:
            case [ast.While() | ast.For() as loop]:
                if loop.lineno < node.lineno and _ends_when_told(loop, site):
                    return loop
    return None


def _is_emptied(node: ast.Name, site: CallSite, around: list[ast.AST]) -> bool:
    """True where all that the list can be was empty at first, and is made so where the call is repeated."""
    bindings = reaching(node.id, node, site.function)
    return (
        bool(bindings)
        and all(map(_is_empty, bindings))
        and any(not around or around[0] in loops_around(b.block) for b in bindings)
        and not (site.function.is_module and not around)
    )


def _is_empty(binding: Binding) -> bool:
    match binding.written:
        case ast.List(elts=[]) | ast.Call(func=ast.Name(id="list"), args=[]):
            return True
        case _:
            return False


def _ends_when_told(loop: ast.While | ast.For, site: CallSite) -> bool:
    """True for ``while not done`` and ``if done: break``, where each turn asks something for ``done``."""
    tests = [
        statement.test
        for statement, block in site.function.statements
        if isinstance(statement, ast.If)
        and loops_around(block)[:1] == [loop]
        and leaves_loop(statement.body)
    ]
    if isinstance(loop, ast.While):
        tests.append(loop.test)
    flags = {name for test in tests for name in _flags(test)}
    return any(
        binding.kind == "assign"
        and isinstance(binding.value, ast.Call)
        and loop in loops_around(binding.block)
        for flag in flags
        for binding in site.function.bindings.get(flag, ())
    )


def _flags(test: ast.expr) -> Iterator[str]:
    """The names that a test asks whether they are true."""
    match test:
        case ast.Name(id=name):
            yield name
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from _flags(inner)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _flags(value)
        case ast.Compare(left=inner, comparators=[ast.Constant(value=True | False)]):
            yield from _flags(inner)
