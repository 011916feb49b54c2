"""Going through syntax trees in the order of ``ast``, and faster: over the fields that hold nodes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

_NO_NODES = frozenset(
    [
        "arg",
        "asname",
        "attr",
        "conversion",
        "ctx",
        "id",
        "is_async",
        "kind",
        "kwd_attrs",
        "level",
        "module",
        "name",
        "rest",
        "simple",
        "tag",
        "type_comment",
        "type_ignores",
    ]
)
"""Fields that hold no nodes, or nodes that nobody looks for."""


_NO_CHILDREN = (ast.Constant, ast.MatchSingleton, ast.Global, ast.Nonlocal)


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of a class that hold nodes, or lists of them."""

    def __missing__(self, cls: type[ast.AST]) -> tuple[str, ...]:
        fields = () if issubclass(cls, _NO_CHILDREN) else cls._fields
        self[cls] = tuple(field for field in fields if field not in _NO_NODES)
        return self[cls]


FIELDS = _Fields()


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node, like ``ast.iter_child_nodes`` but for ``Load`` and its like."""
    found: list[ast.AST] = []
    for field in FIELDS[node.__class__]:
        value = getattr(node, field, None)
        if value.__class__ is list:
            found += [part for part in value if part is not None]
        elif value is not None:
            found.append(value)
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, level by level, like ``ast.walk`` but for ``Load`` and its like."""
    waiting: list[ast.AST | None] = [node]
    for part in waiting:  # which grows meanwhile
        if part is None:
            continue
        yield part
        for field in FIELDS[part.__class__]:
            value = getattr(part, field, None)
            if value.__class__ is list:
                waiting += value
            else:
                waiting.append(value)


def once_a_node(question: Callable[[ast.AST], T]) -> Callable[[ast.AST], T]:
    """Decorator: the answer to a question about a node's text is kept as long as the node."""
    answers: WeakKeyDictionary[ast.AST, T] = WeakKeyDictionary()

    @wraps(question)
    def asked(node: ast.AST) -> T:
        if node not in answers:
            answers[node] = question(node)
        return answers[node]

    return asked


def called_name(node: ast.expr) -> str:
    """Last part of the name a call uses: ``f`` for ``f(a)`` and ``f(a)(b)``; else an empty string."""
    while isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return node.id
    return ""
