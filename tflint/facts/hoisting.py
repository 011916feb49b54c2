"""Where a statement could stand that need not run each time: before a loop, or at module level."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.change import Move
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.context import Context

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def before_loop(node: ast.AST, loop: ast.AST, context: Context) -> Move | None:
    """The move of what makes a node to before a loop, if nothing that it reads is of the loop."""
    statement = _maker(node, context)
    if statement is None or not isinstance(loop, ast.stmt) or statement is loop:
        return None
    bound = list(_bindings(loop))
    name = _name_of(statement)
    if _reads(statement).intersection(bound) - {name} or bound.count(name) > 1:
        return None
    return Move(statement, loop, context.function.node, name)


def to_module(node: ast.AST, context: Context) -> Move | None:
    """The move of what makes a node to module level, above what holds the function that makes it.

    Only where all that it reads is the module's, and there already, and its name is free there.
    """
    statement = _maker(node, context)
    function, module = context.function, context.function.module
    if statement is None or function.is_module or isinstance(function.node, ast.Lambda):
        return None
    top = next((s for s in module.tree.body if _holds(s, statement)), None)
    name = _name_of(statement)
    if top is None or len(function.bindings.get(name, ())) != 1 or _is_taken(name, context):
        return None
    at_once = set(_evaluated_at_once(statement))
    for read in _reads(statement) - {name}:
        holder = holder_of(read, function)
        if holder is None and hasattr(builtins, read):
            continue
        if holder is not module.body:
            return None
        lines = [getattr(b.node, "lineno", 0) for b in module.body.bindings[read]]
        if read in at_once and max(lines, default=0) >= top.lineno:
            return None
    return Move(statement, top, function.node, name)


def _maker(node: ast.AST, context: Context) -> ast.stmt | None:
    """The statement that gives what a node makes a name of its own, and does nothing else."""
    part: ast.AST | None = node
    while part is not None and not isinstance(part, ast.stmt):
        part = context.parent(part)
    match part:
        case ast.Assign(targets=[ast.Name()], value=value) if value is node:
            return part
        case ast.FunctionDef() if node in part.decorator_list or node is part:
            return part
    return None


def _name_of(statement: ast.stmt) -> str:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.FunctionDef(name=name):
            return name
    raise ValueError("it binds no name")


def _holds(outer: ast.stmt, inner: ast.stmt) -> bool:
    return outer.lineno <= inner.lineno and (inner.end_lineno or 0) <= (outer.end_lineno or 0)


def _is_taken(name: str, context: Context) -> bool:
    """True for a name that means something in the module, or to somebody else in it."""
    module = context.function.module
    return name in module.body.bindings or hasattr(builtins, name)


def _reads(statement: ast.stmt) -> set[str]:
    """The names that a statement reads, but for those that functions in it bind for themselves."""
    own = set(_bound_inside(statement))
    names = (part for part in walk(statement) if isinstance(part, ast.Name))
    read = {part.id for part in names if isinstance(part.ctx, ast.Load)}
    return (read - own) | set(_evaluated_at_once(statement))


def _bound_inside(statement: ast.stmt) -> Iterator[str]:
    """Names that functions in a statement bind: parameters, and what their bodies assign."""
    for part in walk(statement):
        if isinstance(part, ast.arg):
            yield part.arg
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            if not isinstance(statement, ast.Assign) or part not in statement.targets:
                yield part.id
        elif isinstance(part, (ast.FunctionDef, ast.ClassDef)) and part is not statement:
            yield part.name


def _evaluated_at_once(statement: ast.stmt) -> Iterator[str]:
    """Names that are read where the statement runs, and not only once a function in it is called."""
    waiting: list[ast.AST] = [statement]
    for part in waiting:  # which grows meanwhile
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            yield part.id
        if isinstance(part, _DEFINITIONS):
            arguments = part.args
            waiting += arguments.defaults
            waiting += [default for default in arguments.kw_defaults if default is not None]
            waiting += getattr(part, "decorator_list", [])
            every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            waiting += [a.annotation for a in every if a.annotation is not None]
        else:
            waiting += ast.iter_child_nodes(part)


def _bindings(loop: ast.AST) -> Iterator[str]:
    """The names that a loop binds, each as often as it does."""
    for part in walk(loop):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield part.name
