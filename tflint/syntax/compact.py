"""Syntax trees with slots: the same nodes in less than half the memory.

A node of ``ast`` keeps its fields in a dictionary, and every line number is an object of its own. What
stands for it here is of a subclass with slots, so that ``isinstance``, ``match`` and ``ast`` itself take
one for the other. A copied tree is faster to read and to let go of, which in a large project pays for the
copying.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeVar

from tflint.syntax.trees import FIELDS

T = TypeVar("T")

_SHARED = frozenset({"op", "ops"})
"""Fields with nodes that all trees share."""
_UNREAD = frozenset({"kind", "type_comment"})
"""Fields that nobody reads; ``ast`` has None for them where a node has none."""
_NOTHING: list[Any] = []
"""Stands for every empty list: nobody changes a tree."""


def compact(tree: ast.Module) -> ast.Module:
    """A tree in slots, with the lists of the one that is given, which is used up.

    Raises:
        RecursionError: the tree is deeper than Python can follow.
    """
    copied: ast.Module = _COPIES[ast.Module](tree)
    return copied


class _Lines(dict[int, int]):
    """The numbers of lines, each of them once."""

    def __missing__(self, line: int) -> int:
        self[line] = line
        return line


class ByKind(dict[type[ast.AST], T | None]):
    """What holds for some classes of nodes, and for those that stand for them here; else None."""

    def __missing__(self, cls: type[ast.AST]) -> T | None:
        self[cls] = next((self[base] for base in cls.__bases__ if base in self), None)
        return self[cls]


def _names(cls: type[ast.AST]) -> list[str]:
    """What a node of a class has."""
    return [name for name in (*cls._fields, *cls._attributes) if name not in _UNREAD]


class _Copies(dict[type[ast.AST], Callable[[Any], Any]]):
    """Functions that copy a node and what is below it, by its class.

    They are written out as text, as ``dataclasses`` writes its methods, from the names that ``ast`` has for
    the fields: going over these node by node takes twice the time.
    """

    def __missing__(self, cls: type[ast.AST]) -> Callable[[Any], Any]:
        slots = _names(cls)
        text = ["def copy(node):", " new = create(cls)"]
        for name in slots:
            if name in FIELDS[cls] and name not in _SHARED:
                text += [
                    f" part = node.{name}",
                    " if not part:",
                    f"  new.{name} = part if part is None else nothing",
                    " elif part.__class__ is list:",
                    "  part[:] = [p and copies[p.__class__](p) for p in part]",
                    f"  new.{name} = part",
                    " else:",
                    f"  new.{name} = copies[part.__class__](part)",
                ]
            elif name in ("lineno", "end_lineno"):
                text.append(f" new.{name} = lines[node.{name}]")
            else:
                text.append(f" new.{name} = node.{name}")
        if cls is ast.Expr:
            # A docstring: a third of the text of some projects, and no fact asks for what it says.
            text.append(" if isinstance(new.value, constant) and isinstance(new.value.value, str):")
            text.append("  new.value.value = ''")
        text.append(" return new")
        names = {
            "cls": type(cls.__name__, (cls,), {"__slots__": slots, "__module__": __name__}),
            "create": cls.__new__,
            "copies": self,
            "lines": _LINES,
            "nothing": _NOTHING,
            "constant": ast.Constant,
        }
        exec("\n".join(text), names)
        copy: Any = names["copy"]
        self[cls] = copy
        return self[cls]


_LINES = _Lines()
_COPIES = _Copies()
