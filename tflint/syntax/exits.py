"""The tests that may leave a row of statements before its end."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator, Set
from weakref import WeakKeyDictionary

from tflint.syntax.blocks import Block
from tflint.syntax.words import has_phrase

WITH = (ast.With, ast.AsyncWith)
_SWALLOWS = (("suppress",), ("ignore",), ("swallow",), ("catch",), ("raises",), ("sub", "test"))
"""Words in the names of contexts that end an exception."""
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_ENDS_OF_PROGRAMS = {("sys", "exit"), ("os", "_exit"), ("os", "abort")}


class Exits:
    """The tests in a row of statements that may leave it, each with the outcome that goes on.

    What leaves it in any case counts as ``True``, which has no other outcome: nothing goes on. That is not
    so of the body of a file, which people may run part by part, as notebooks are (``is_of_file``).
    """

    def __init__(self, statements: list[ast.stmt], *, is_of_file: bool = False) -> None:
        self._tests: list[tuple[int, ast.expr, bool]] = []
        self._answers: dict[Hashable, tuple[int, bool]] = {}
        """By question, how many tests have been asked, and whether the last of these holds."""
        self.around: dict[Hashable, bool] = {}
        """By question, whether one of the tests holds that all of the row stands under."""
        self._is_of_file = is_of_file
        self._add(statements)

    def _add(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if isinstance(statement, ast.If):
                end = statement.end_lineno or 0
                if _leaves(statement.body):
                    self._tests.append((end, statement.test, False))
                if _leaves(statement.orelse):
                    self._tests.append((end, statement.test, True))
            elif isinstance(statement, WITH) and not swallows_errors(statement):
                self._add(statement.body)
            if not self._is_of_file and _leaves([statement]):
                always = ast.copy_location(ast.Constant(True), statement)
                self._tests.append((statement.end_lineno or 0, always, False))
                return

    def before(self, line: int) -> Iterator[tuple[ast.expr, bool]]:
        """The tests of statements that end above a line."""
        for end, test, outcome in self._tests:
            if end >= line:
                return
            yield test, outcome

    def any_before(
        self, line: int, question: Hashable, holds: Callable[[ast.expr, bool], bool]
    ) -> bool:
        """True when one of them ``holds``; each is asked once for every ``question``."""
        asked, found = self._answers.get(question, (0, False))
        while not found and asked < len(self._tests) and self._tests[asked][0] < line:
            _, test, outcome = self._tests[asked]
            found = holds(test, outcome)
            asked += 1
        self._answers[question] = (asked, found)
        return found and self._tests[asked - 1][0] < line


def swallows_errors(statement: ast.With | ast.AsyncWith) -> bool:
    """True for a ``with`` that may end early and go on behind it, told by the names of its contexts."""
    return any(
        has_phrase(part.id if isinstance(part, ast.Name) else part.attr, *_SWALLOWS)
        for item in statement.items
        for part in ast.walk(item.context_expr)
        if isinstance(part, (ast.Name, ast.Attribute))
    )


def arm_of(block: Block | None) -> tuple[int, str] | None:
    """Which arm of which statement a block is; None for the top of a function."""
    return None if block is None else (id(block.node), block.arm)


def is_bound_behind(
    block: Block,
    bound: Set[tuple[int, str] | None],
    leaves: Callable[[list[ast.stmt]], bool],
) -> bool:
    """True where what is bound in an arm is bound behind its statement as well.

    The other arm of an ``if`` is one of those ``bound``, too, or nothing goes on behind it.
    """
    node = block.node
    if isinstance(node, WITH):
        return not swallows_errors(node)
    if not isinstance(node, ast.If) or not node.orelse:
        return False
    other, body = ("orelse", node.orelse) if block.arm == "body" else ("body", node.body)
    return (id(node), other) in bound or leaves(body)


def leaves_function(statements: list[ast.stmt]) -> bool:
    """True for statements whose end nothing reaches, and which end the function, or the program."""
    return _leaves(statements, (ast.Return, ast.Raise))


def ends_program(statements: list[ast.stmt]) -> bool:
    """True for statements that end in an error, or end the program."""
    return _leaves(statements, (ast.Raise,))


def leaves_loop(statements: list[ast.stmt]) -> bool:
    """True for statements whose end nothing reaches, and which end the loop, or what holds it."""
    return _leaves(statements, (ast.Return, ast.Raise, ast.Break))


def last_way_out(statements: list[ast.stmt], leaves: Callable[[list[ast.stmt]], bool]) -> int:
    """The last line of the last statement in a row that leaves it; 0 where none does."""
    if not statements:
        return 0
    known = _LAST_WAYS_OUT.setdefault(statements[0], {})
    if leaves not in known:
        last = next((s for s in reversed(statements) if leaves([s])), None)
        known[leaves] = 0 if last is None else last.end_lineno or last.lineno
    return known[leaves]


_LAST_WAYS_OUT: WeakKeyDictionary[ast.stmt, dict[Callable[[list[ast.stmt]], bool], int]]
_LAST_WAYS_OUT = WeakKeyDictionary()
"""What was asked of rows, by their first statements: each call in a loop asks."""


def _leaves(statements: list[ast.stmt], ends: tuple[type[ast.stmt], ...] = _ENDS) -> bool:
    """True for statements whose end nothing reaches."""
    while isinstance(last := statements[-1] if statements else None, ast.If):
        if not _leaves(last.body, ends):
            return False
        statements = last.orelse  # of which there may be thousands, each an ``elif``
    match last:
        case ast.Expr(value=ast.Call(func=called)):
            return _ends_program(called)
        case ast.With(body=body) | ast.AsyncWith(body=body):
            return not swallows_errors(last) and _leaves(body, ends)
        case _:
            return isinstance(last, ends)


def _ends_program(called: ast.expr) -> bool:
    """True for ``exit`` and ``quit``, ``sys.exit`` and ``os._exit``."""
    match called:
        case ast.Name(id="exit" | "quit"):
            return True
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return (module, name) in _ENDS_OF_PROGRAMS
        case _:
            return False
