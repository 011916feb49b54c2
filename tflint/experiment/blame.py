"""Which exceptions are the flagged line's own doing, told by the lines that they came through."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from tflint.experiment.parsed_file import DEFINITIONS, ParsedFile, first_line
from tflint.runtime.protocol import Failure, Flagged

_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While)
_HOLDING = (ast.stmt, ast.excepthandler, ast.match_case)
"""What may have statements inside."""
_ESCAPES = (ast.Return, ast.Break, ast.Continue)
_NAMED = re.compile(r"'([\w.]+)' ")
"""How AutoGraph begins what it says of one variable."""


class Blame:
    """The lines of a scope at which the flagged line may raise, though it stands elsewhere.

    AutoGraph raises at the head of a loop or a branch for what is inside, and a framework where
    something is used for how it was made.

    Args:
        source: the flagged file.
        statement: the flagged statement; None where it is not known.
        flagged: its lines.
        own: those without a block inside.
    """

    def __init__(
        self, source: ParsedFile | None, statement: ast.stmt | None, flagged: Flagged, own: Flagged
    ) -> None:
        self._flagged = flagged
        self._own = own
        self._heads: set[int] = set()
        self._uses: set[int] = set()
        self._bound: set[str] = set()
        self._returned = False
        self._body: set[int] = set()
        if source is not None and statement is not None:
            self._look(source, statement)

    def _look(self, source: ParsedFile, statement: ast.stmt) -> None:
        scope = source.function_around(statement) or source.tree
        self._bound = set(_bound(statement))
        self._returned = isinstance(statement, ast.Return)
        for block in _around(source, statement, scope):
            self._heads |= _lines(block)
        if isinstance(statement, DEFINITIONS):
            # What is defined is used in the scopes of others: their lines are told of, and no more.
            for other in source.places:
                self._uses |= _lines(other) if _reads_any(other, self._bound) else set()
            # What decorates it is called at once, and what its body raises is another matter.
            self._uses |= set(range(first_line(statement), statement.lineno))
            self._body = self._uses
            return
        for other in _inside(scope):
            self._body |= _lines(other)
            if other is not statement and _reads_any(other, self._bound):
                self._uses |= _lines(other)
                self._returned = self._returned or isinstance(other, ast.Return)

    def holds(self, failure: Failure) -> bool:
        """Whether an exception came through the flagged line, or is raised by a block around for it."""
        return self.is_at_line(failure) or self._is_of_block(failure)

    def is_at_line(self, failure: Failure) -> bool:
        """Whether an exception came through the flagged line itself."""
        return any(self._own.holds(path, line) for path, line in failure.frames)

    def led_to(self, failure: Failure) -> bool:
        """The same, or whether it is about what the flagged line made.

        That may be by the names that the framework gave it, or by the lines that use it, of which the
        one that returns it stands for what is raised once the body is done.
        """
        if failure.of_line is not None:
            return failure.of_line
        here = self._in_body(failure)
        if not here:
            return self._returned
        return self.holds(failure) or here <= self._uses

    def line_of(self, failure: Failure) -> int | None:
        """The line of the flagged function that an exception came through, if it did."""
        return max(self._in_body(failure), default=None)

    def is_of_other(self, failure: Failure) -> bool:
        """Whether an exception names a variable that the flagged line does not bind."""
        named = _NAMED.match(failure.message)
        return named is not None and named[1] not in self._bound

    def _is_of_block(self, failure: Failure) -> bool:
        here = self._in_body(failure)
        return (
            bool(here & self._heads)
            and here <= self._heads | self._uses
            and not self.is_of_other(failure)
        )

    def _in_body(self, failure: Failure) -> set[int]:
        """The lines of the flagged function that an exception came through."""
        return {
            line
            for path, line in failure.frames
            if path == self._flagged.path and line in self._body
        }


def _lines(statement: ast.stmt) -> set[int]:
    """The lines of a statement without those of its block."""
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    if isinstance(block := getattr(statement, "body", None), list):
        last = max(first, first_line(block[0]) - 1)
    return set(range(first, last + 1))


def _inside(scope: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a function or a module, without those of what it defines."""
    waiting = [scope]
    for node in waiting:  # which grows meanwhile
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                yield child
            if isinstance(child, _HOLDING) and not isinstance(child, DEFINITIONS):
                waiting.append(child)


def _around(source: ParsedFile, statement: ast.stmt, scope: ast.AST) -> Iterator[ast.stmt]:
    """The blocks whose heads AutoGraph may raise at for a statement inside."""
    node: ast.AST = statement
    while node is not scope:
        around = source.parents[node]
        if isinstance(around, _BLOCKS):
            yield around
            yield from _further_arms(around)
        if isinstance(statement, ast.Return):
            # What follows a branch that returns becomes its other arm, and is told of by its lines.
            yield from _left_before(around, node)
        node = around


def _further_arms(block: ast.stmt) -> Iterator[ast.stmt]:
    """Each ``elif`` of an ``if``."""
    while isinstance(block, ast.If) and len(block.orelse) == 1:
        block = block.orelse[0]
        if isinstance(block, ast.If):
            yield block


def _left_before(around: ast.AST, node: ast.AST) -> Iterator[ast.stmt]:
    for field in ("body", "orelse"):
        block: Sequence[ast.stmt] = getattr(around, field, None) or []
        if isinstance(block, list) and node in block:
            for earlier in block[: block.index(node)]:
                if isinstance(earlier, ast.If) and any(
                    isinstance(inner, _ESCAPES) for inner in ast.walk(earlier)
                ):
                    yield earlier


def _bound(statement: ast.stmt) -> Iterator[str]:
    """What a statement gives a value, or calls a method of."""
    for node in ast.walk(statement):
        target: ast.AST = node
        if isinstance(node, DEFINITIONS):
            yield node.name
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            target = node.value.func
            target = target.value if isinstance(target, ast.Attribute) else target
        elif not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            continue
        while isinstance(target, (ast.Subscript, ast.Starred)):
            target = target.value
        if isinstance(target, (ast.Name, ast.Attribute)):
            yield ast.unparse(target)


def _reads_any(statement: ast.stmt, names: Collection[str]) -> bool:
    """Whether a statement itself reads one of these names and attributes: its block does not count."""
    lines, ends = _lines(statement), {name.rpartition(".")[2] for name in names}
    return any(
        isinstance(node, (ast.Name, ast.Attribute))
        and isinstance(node.ctx, ast.Load)
        and node.lineno in lines
        and (node.id if isinstance(node, ast.Name) else node.attr) in ends
        and ast.unparse(node) in names
        for node in ast.walk(statement)
    )
