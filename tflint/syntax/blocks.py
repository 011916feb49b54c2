"""Where code stands in its function, arm by arm, and the places that give names their values."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


class Block:
    """One arm of a compound statement or expression; the chain of parents tells where a node stands.

    Attributes:
        node: the ``if``, ``for``, ``with``, ``try``, conditional expression or comprehension; for what
            follows ``a and`` or ``a or``, the expression ``a``.
        arm: which part of it: ``body``, ``orelse``, ``handlers``, ``finalbody``, ``and``, ``or``.
        parent: the block around it, None at the top of a function.
        index: the statement's position among its siblings inside ``parent``.
    """

    __slots__ = ("_past_ifs", "arm", "node", "parent", "siblings")

    def __init__(
        self, node: ast.AST, arm: str, parent: Block | None, siblings: list[ast.stmt]
    ) -> None:
        self.node = node
        self.arm = arm
        self.parent = parent
        self.siblings = siblings
        self._past_ifs: Block | None = parent
        if parent is not None and isinstance(parent.node, ast.If):
            self._past_ifs = parent._past_ifs
        """The nearest block around that is no arm of an ``if``: thousands of these stand in each other."""

    def outward(self) -> Iterator[Block]:
        """This block and those around it, innermost first."""
        block: Block | None = self
        while block is not None:
            yield block
            block = block.parent

    def past_ifs(self) -> Iterator[Block]:
        """Like ``outward``, without the arms of ``if`` statements around this block."""
        block: Block | None = self
        while block is not None:
            yield block
            block = block._past_ifs


def outward(block: Block | None) -> Iterator[Block]:
    """Like ``Block.outward``; nothing for a statement at the top of a function."""
    return iter(()) if block is None else block.outward()


def past_ifs(block: Block | None) -> Iterator[Block]:
    """Like ``Block.past_ifs``; nothing for a statement at the top of a function."""
    return iter(()) if block is None else block.past_ifs()


def short_circuits(
    node: ast.BoolOp, block: Block | None
) -> Iterator[tuple[ast.expr, Block | None]]:
    """The parts of ``a and b`` or ``a or b``, each in the block that those before it make."""
    arm = "and" if isinstance(node.op, ast.And) else "or"
    for value in node.values:
        yield value, block
        block = Block(value, arm, block, [])


def loops_around(block: Block | None) -> list[ast.AST]:
    """The loops a node stands in, innermost first. A ``for``'s ``else`` runs once, so it is not in it."""
    return [b.node for b in past_ifs(block) if isinstance(b.node, LOOPS) and b.arm == "body"]


def part_at(path: Iterable[int | None], node: ast.expr | None) -> ast.expr | None:
    """The part of a tuple or list that indices lead to; None where it is not written out."""
    for index in path:
        if not isinstance(node, (ast.Tuple, ast.List)) or index is None:
            return None
        if any(isinstance(item, ast.Starred) for item in node.elts) or index >= len(node.elts):
            return None
        node = node.elts[index]
    return node


@dataclass(eq=False, repr=False, slots=True)
class Binding:
    """One place that gives a name its value.

    Attributes:
        kind: assign, annotation, augment, parameter, for, with, import, def, class, except, delete, other.
        node: the statement or expression that binds, for its position.
        value: the expression on the right (iterated one for ``for``, context for ``with``).
        path: indices that unpack ``value`` down to this name; None stands for a starred part.
        block: where it stands.
        target: the function, class or dotted name bound, where there is one; for a name of a
            comprehension, that comprehension, outside of which nobody sees it.
    """

    kind: str
    node: ast.AST
    value: ast.expr | None = None
    path: tuple[int | None, ...] = ()
    block: Block | None = None
    target: object = None

    @property
    def written(self) -> ast.expr | None:
        """The expression that an assignment gives this name; None where none is written for it alone.

        In ``a, b = [], {}`` that is ``[]`` for ``a``; in ``a, b = f()`` there is none.
        """
        return part_at(self.path, self.value) if self.kind == "assign" else None

    def part(self, step: int | None) -> Binding:
        """The binding of a name that unpacking reaches by one more step."""
        path = (*self.path, step)
        return Binding(self.kind, self.node, self.value, path, self.block, self.target)
