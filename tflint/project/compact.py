"""Syntax trees with slots: the same nodes in a third of the memory.

A node of ``ast`` keeps its fields in a dictionary, and every line number is an object of its own. What
stands for it here is of a subclass with slots, so that ``isinstance``, ``match`` and ``ast`` itself take
one for the other. A copied tree is faster to read and to let go of, which pays for the copying.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from tflint.project.trees import FIELDS

_SHARED = frozenset({"op", "ops"})
"""Fields with nodes that all trees share."""
_UNREAD = frozenset({"kind", "type_comment"})
"""Fields that nobody reads; ``ast`` has None for them where a node has none."""
_NOTHING: list[Any] = []
"""Stands for every empty list: nobody changes a tree."""
_LINES: list[int] = []
"""The numbers of lines, each of them once."""


def compact(tree: ast.Module) -> ast.Module:
    """A copy of a tree, in slots.

    Raises:
        RecursionError: the tree is deeper than Python can follow.
    """
    last = max((statement.end_lineno or 0 for statement in tree.body[-1:]), default=0)
    _LINES.extend(range(len(_LINES), last + 1))
    copied: ast.Module = _COPIES[ast.Module](tree)
    return copied


class _Slotted(dict[type[ast.AST], type[ast.AST]]):
    def __missing__(self, cls: type[ast.AST]) -> type[ast.AST]:
        names = {"__slots__": _names(cls), "__module__": __name__}
        self[cls] = type(cls.__name__, (cls,), names)
        return self[cls]


SLOTTED = _Slotted()
"""The classes of the nodes that stand for those of a class of ``ast``."""


def _names(cls: type[ast.AST]) -> list[str]:
    """What a node of a class has."""
    return [name for name in (*cls._fields, *cls._attributes) if name not in _UNREAD]


class _Copies(dict[type[ast.AST], Callable[[Any], Any]]):
    """Functions that copy a node and what is below it, by its class.

    They are written out as text, as ``dataclasses`` writes its methods: going over the names of fields
    node by node takes twice the time.
    """

    def __missing__(self, cls: type[ast.AST]) -> Callable[[Any], Any]:
        text = ["def copy(node):", " new = create(cls)"]
        for name in _names(cls):
            if name in FIELDS[cls] and name not in _SHARED:
                text += [
                    f" part = node.{name}",
                    " if part.__class__ is list:",
                    "  part[:] = [p and copies[p.__class__](p) for p in part]",
                    f"  new.{name} = part or nothing",
                    " else:",
                    f"  new.{name} = part and copies[part.__class__](part)",
                ]
            elif name in ("lineno", "end_lineno"):
                text.append(f" new.{name} = lines[node.{name}]")
            else:
                text.append(f" new.{name} = node.{name}")
        text.append(" return new")
        names = {
            "cls": SLOTTED[cls],
            "create": cls.__new__,
            "copies": self,
            "lines": _LINES,
            "nothing": _NOTHING,
        }
        exec("\n".join(text), names)
        copy: Any = names["copy"]
        self[cls] = copy
        return self[cls]


_COPIES = _Copies()
