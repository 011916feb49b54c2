"""Which environment variables a program writes while it runs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.syntax.trees import called_name, walk

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_CALLS = frozenset({"putenv", "unsetenv", "setenv", "delenv"})
"""Functions that write one variable, those of tests included."""
_OF_ONE = frozenset({"setdefault", "pop"})
"""Methods of ``os.environ`` that write one."""
_OF_ANY = frozenset({"update", "clear", "popitem", "__setitem__"})
_WRITING = (ast.Subscript, ast.AugAssign, ast.Call)


def may_be_written(variable: ast.expr | None, project: Project) -> bool:
    """True where the program writes the environment variable that an expression names, or an unknown one.

    An expression that is no text names any.
    """
    written = project.remember(_written)
    key = None if variable is None else _text(variable)
    return bool(written) and (key is None or key in written or None in written)


def _written(project: Project) -> frozenset[str | None]:
    found: set[str | None] = set()
    for module in project.relevant_modules:
        if any(word in module.text for word in ("environ", *_CALLS)):
            for part in walk(module.tree):
                if isinstance(part, _WRITING):
                    found |= _written_by(part)
    return frozenset(found)


def _written_by(node: ast.AST) -> set[str | None]:
    match node:
        case ast.Subscript(value=owner, slice=key, ctx=ast.Store() | ast.Del()):
            return {_text(key)} if _is_environ(owner) else set()
        case ast.AugAssign(target=owner) if _is_environ(owner):
            return {None}
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args):
            if _is_environ(owner) and name in _OF_ANY:
                return {None}
            if name in _CALLS or (_is_environ(owner) and name in _OF_ONE):
                return {_text(args[0]) if args else None}
        case ast.Call(func=ast.Name(id=name), args=args) if name in _CALLS:
            return {_text(args[0]) if args else None}
    return set()


def _is_environ(node: ast.expr) -> bool:
    return called_name(node) == "environ"


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
