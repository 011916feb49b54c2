"""Write Python files otherwise, without a change of what they mean.

A rewrite takes a file and gives it as written otherwise, with the line of the original for each place, so
that what is found in both can be compared. It leaves alone what it is not sure of.
"""

from __future__ import annotations

import ast
import builtins
import io
import tokenize
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

MODULE = "helpers_elsewhere_"
"""Where functions are moved to; a name that no project has."""
RESULT = "result_of_all_"
"""The name that returns go by."""
ARGUMENT = "argument_of_all_"
"""The name that arguments go by, with a number."""
WATCHES_NAMES = frozenset({"locals", "globals", "vars", "exec", "eval", "dir", "__name__", "super"})
"""What asks for names, or for where it stands."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = (
    Function
    | ast.Lambda
    | ast.ClassDef
    | ast.ListComp
    | ast.SetComp
    | ast.DictComp
    | ast.GeneratorExp
)
Placed = ast.stmt | ast.expr | ast.ExceptHandler
"""Nodes that have a place."""


class Rewritten(NamedTuple):
    """A file as it is written otherwise.

    Attributes:
        text: its text.
        line_of: the line of the original for a line and a column (both from 1) of this text.
        beside: the text of a new module ``MODULE`` in the same folder, with the original's lines; or none.
    """

    text: str
    line_of: Callable[[int, int], int]
    beside: str = ""


class Change(NamedTuple):
    """A range of a text, as offsets, and what to put there.

    Attributes:
        origin: the offset that what is put there stands for, where it is not ``start``.
        is_copy: whether it is the text from ``origin`` on.
    """

    start: int
    end: int
    put: str
    origin: int | None = None
    is_copy: bool = False


class File:
    """A file, with what rewrites ask of it.

    Raises:
        SyntaxError: it is no Python.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self.nodes = list(ast.walk(self.tree))
        self.lines = text.splitlines(keepends=True) or [""]
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line))

    @cached_property
    def functions(self) -> list[Function]:
        """Its function definitions, those further inside first."""
        return [node for node in reversed(self.nodes) if isinstance(node, Function)]

    @cached_property
    def indentation(self) -> str:
        """What stands before the lines of a block."""
        return "\t" if any(line.startswith("\t") for line in self.lines) else "    "

    @cached_property
    def inside_strings(self) -> set[int]:
        """The lines that begin within a text: where an indentation would be a change of it."""
        return {
            line
            for token in tokenize.generate_tokens(io.StringIO(self.text).readline)
            if token.type == tokenize.STRING
            for line in range(token.start[0] + 1, token.end[0] + 1)
        }

    def offset(self, line: int, column: int) -> int:
        """Where a place of the syntax tree (columns in bytes, from 0) is."""
        text = self.lines[line - 1]
        return self._starts[line - 1] + len(text.encode()[:column].decode())

    def start(self, node: Placed) -> int:
        """Where a node begins."""
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: Placed) -> int:
        """Where a node ends."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offset(node.end_lineno, node.end_col_offset)

    def copy(self, node: ast.expr, to: int) -> Change:
        """The text of an expression, at another place too."""
        start = self.start(node)
        return Change(to, to, self.text[start : self.end(node)], start, is_copy=True)

    def line_at(self, offset: int) -> int:
        """The line that an offset lies in."""
        return min(bisect_right(self._starts, offset), len(self.lines))

    def line_start(self, line: int) -> int:
        """Where a line begins."""
        return self._starts[line - 1]

    def line_end(self, line: int) -> int:
        """Where a line ends, its line break not counted."""
        return self._starts[line - 1] + len(self.lines[line - 1].rstrip("\r\n"))

    def before(self, node: ast.stmt) -> str:
        """What stands on the line before a statement."""
        return self.text[self.line_start(node.lineno) : self.start(node)]

    def on_lines_of_its_own(self, body: Sequence[ast.stmt], header: int) -> bool:
        """True where nothing else stands on the lines of these statements, below the header's line."""
        last = body[-1]
        assert last.end_lineno is not None
        behind = self.text[self.end(last) : self.line_end(last.end_lineno)].strip()
        return (
            body[0].lineno > header
            and not self.before(body[0]).strip()
            and (not behind or behind.startswith("#"))
        )

    def further_right(self, first: int, last: int) -> Iterator[Change]:
        """Lines further to the right."""
        for line in range(first, last + 1):
            if line not in self.inside_strings and self.lines[line - 1].strip():
                yield Change(self.line_start(line), self.line_start(line), self.indentation)

    def with_changes(self, changes: Sequence[Change], beside: str = "") -> Rewritten | None:
        """The file with changes made; nothing where there are none."""
        if not changes:
            return None
        pieces: list[str] = []
        origins: list[int] = []  # of each character
        at = 0
        for change in sorted(changes, key=lambda change: (change.start, change.end)):
            pieces += self.text[at : change.start], change.put
            origins += range(at, change.start)
            origin, length = (
                change.start if change.origin is None else change.origin,
                len(change.put),
            )
            origins += range(origin, origin + length) if change.is_copy else [origin] * length
            at = change.end
        pieces.append(self.text[at:])
        origins += range(at, len(self.text) + 1)
        new = File("".join(pieces))

        def line_of(line: int, column: int) -> int:
            return self.line_at(origins[min(new.line_start(line) + column - 1, len(new.text))])

        return Rewritten(new.text, line_of, beside)


def decorated_later(file: File) -> Rewritten | None:
    """``@tf.function`` above a function, as ``f = tf.function(f)`` below it."""
    changes = []
    for function in file.functions:
        match function.decorator_list:
            case [
                ast.Attribute(attr="function")
                | ast.Call(func=ast.Attribute(attr="function")) as only
            ]:
                sign = file.text.rindex("@", 0, file.start(only))
                last = function.end_lineno
                assert last is not None
                if file.on_lines_of_its_own(function.body[-1:], 0):
                    changes.append(Change(sign, file.end(only), ""))
                    at, name = file.line_end(last), function.name
                    changes.append(Change(at, at, f"\n{file.before(function)}{name} = "))
                    changes.append(file.copy(only, at))
                    changes.append(Change(at, at, f"({name})", sign))
    return file.with_changes(changes)


def renamed(file: File) -> Rewritten | None:
    """Local names under other names."""
    changes = []
    for function in file.functions:
        names = _only_local(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in names:
                changes.append(Change(file.end(node), file.end(node), "_otherwise"))
    return file.with_changes(changes)


def _only_local(function: Function) -> set[str]:
    """Names that assignments in a function bind, and nothing but plain code of this function uses."""
    stores: set[str] = set()
    others: set[str] = set(WATCHES_NAMES)
    for node in _same_scope(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                stores.add(name)
            case ast.Name(id=name) if name in WATCHES_NAMES:
                return set()
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                others.update(names)
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                others.add(name)
            case (
                ast.MatchMapping(rest=str(name))
                | ast.arg(arg=name)
                | ast.AnnAssign(target=ast.Name(id=name))
            ):
                others.add(name)
            case ast.alias(name=name, asname=asname):
                others.add(asname or name.partition(".")[0])
            case ast.JoinedStr():  # before Python 3.12 its places are unknown
                others.update(_names(node))
            case (
                ast.ClassDef(name=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
            ):
                others.update(_names(node), {name})
            case _ if isinstance(node, Scope):
                others.update(_names(node))
    return stores - others


def _same_scope(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function; of scopes in it only these themselves."""
    pending: list[ast.AST] = [function.args, *function.body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, Scope):
            pending.extend(ast.iter_child_nodes(node))


def _names(node: ast.AST) -> set[str]:
    """The names that occur in a tree."""
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def elsewhere(file: File) -> Rewritten | None:
    """Functions of the module that need its imports only, in another module."""
    imports = [node for node in file.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    bound = Counter(_bound(file.tree))
    known = {name for name in _bound(*imports) if bound[name] == 1} | set(
        dir(builtins)
    ) - WATCHES_NAMES
    plain = {
        node.name: node
        for node in file.tree.body
        if isinstance(node, Function)
        if bound[node.name] == 1 and not node.decorator_list
        if file.on_lines_of_its_own([node], 0)
    }
    while True:
        cut_off = [name for name, node in plain.items() if _free(node) - known - plain.keys()]
        if not cut_off:
            break
        for name in cut_off:
            del plain[name]
    if not plain:
        return None
    changes = [
        Change(
            file.start(node),
            file.end(node),
            _as_long(file, node, f"from {MODULE} import {node.name}"),
        )
        for node in plain.values()
    ]
    kept = {
        line
        for node in (*imports, *plain.values())
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    beside = (line if number in kept else "\n" for number, line in enumerate(file.lines, 1))
    return file.with_changes(changes, "".join(beside))


def _as_long(file: File, node: Function, text: str) -> str:
    """A text over as many lines as a function has."""
    return text + "\n" * file.text.count("\n", file.start(node), file.end(node))


def _bound(*nodes: ast.AST) -> Iterator[str]:
    """The names that statements bind in their scope, or that functions in them declare global."""
    pending = list(nodes)
    while pending:
        match pending.pop():
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.alias(name=name, asname=asname):
                yield asname or name.partition(".")[0]
            case (ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef()) as node:
                yield node.name
                yield from (n for g in ast.walk(node) if isinstance(g, ast.Global) for n in g.names)
            case node:
                pending.extend(ast.iter_child_nodes(node))


def _free(function: Function) -> set[str]:
    """The names that a function reads, less those that it binds; more than needed where it is unclear."""
    inside = [node for node in ast.walk(function) if node is not function]
    own = {node.arg for node in inside if isinstance(node, ast.arg)}
    own.update(_bound(*function.body))
    own.update(
        node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    declared = {name for node in inside if isinstance(node, ast.Global) for name in node.names}
    return (_names(function) - own) | declared


def under_true(file: File) -> Rewritten | None:
    """Functions of the module, and methods, under ``if True:``."""
    changes: list[Change] = []
    classes = [node for node in file.tree.body if isinstance(node, ast.ClassDef)]
    for scope in (file.tree, *classes):
        for node in scope.body:
            if isinstance(node, Function) and file.on_lines_of_its_own([node], 0):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                at = file.line_start(first)
                changes.append(Change(at, at, f"{file.before(node)}if True:\n"))
                changes += file.further_right(first, node.end_lineno or node.lineno)
    return file.with_changes(changes)


def body_under_true(file: File) -> Rewritten | None:
    """What functions do under ``if True:``."""
    changes: list[Change] = []
    for function in file.functions:
        body = function.body[ast.get_docstring(function, clean=False) is not None :]
        inner = any(isinstance(node, Function) for part in body for node in ast.walk(part))
        if body and not inner and file.on_lines_of_its_own(body, function.lineno):
            if isinstance(body[0], ast.ClassDef) and body[0].decorator_list:
                continue
            at = file.line_start(body[0].lineno)
            changes.append(Change(at, at, f"{file.before(body[0])}if True:\n"))
            changes += file.further_right(body[0].lineno, body[-1].end_lineno or body[-1].lineno)
    return file.with_changes(changes)


def named_returns(file: File) -> Rewritten | None:
    """``return x + 1`` as a name that is bound, and then returned."""
    return file.with_changes(
        [
            change
            for node in file.nodes
            if isinstance(node, ast.Return)
            if not isinstance(node.value, ast.Name | ast.Constant | None)
            for change in (
                Change(file.start(node), file.start(node) + len("return"), f"{RESULT} ="),
                Change(file.end(node), file.end(node), f"; return {RESULT}"),
            )
        ]
    )


def named_arguments(file: File) -> Rewritten | None:
    """``y = f(g(x))`` as a name that is bound to ``g(x)``, and then given to ``f``."""
    changes = []
    for number, node in enumerate(file.nodes):
        match node:
            case ast.Assign(value=ast.Call() as call) | ast.Expr(value=ast.Call() as call):
                pass
            case _:
                continue
        if call.args and isinstance(call.args[0], ast.Call) and _is_path(call.func):
            given, name = call.args[0], f"{ARGUMENT}{number}"
            start = file.start(node)
            changes.append(Change(start, start, f"{name} = ("))
            changes.append(file.copy(given, start))
            changes.append(Change(start, start, "); "))
            changes.append(Change(file.start(given), file.end(given), name))
    return file.with_changes(changes)


def _is_path(node: ast.expr) -> bool:
    """True for names with dots between them, which nothing that is done meanwhile changes."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def further_down(file: File) -> Rewritten | None:
    """Everything some lines further down, in each file others."""
    return file.with_changes([Change(0, 0, "\n" * (1 + len(file.text) % 97))])


def with_pass(file: File) -> Rewritten | None:
    """A ``pass`` at the end of each function."""
    changes = []
    for function in file.functions:
        if file.on_lines_of_its_own(function.body, function.lineno):
            last = file.line_end(function.end_lineno or function.lineno)
            changes.append(Change(last, last, f"\n{file.before(function.body[0])}pass"))
    return file.with_changes(changes)


def reformatted(file: File) -> Rewritten | None:
    """As Python prints its syntax tree: without comments, on as few lines as it can."""
    new = File(ast.unparse(file.tree) + "\n")
    places: dict[tuple[int, int], int] = {}
    for old, node in zip(file.nodes, new.nodes, strict=True):
        if isinstance(node, Placed) and isinstance(old, Placed):
            column = new.start(node) - new.line_start(node.lineno) + 1
            places.setdefault((node.lineno, column), old.lineno)
    starts = sorted(places)

    def line_of(line: int, column: int) -> int:
        return places[starts[max(bisect_right(starts, (line, column)) - 1, 0)]]

    return Rewritten(new.text, line_of)


REWRITES: Mapping[str, Callable[[File], Rewritten | None]] = {
    rewrite.__name__: rewrite
    for rewrite in (
        decorated_later,
        renamed,
        elsewhere,
        under_true,
        body_under_true,
        named_returns,
        named_arguments,
        further_down,
        with_pass,
        reformatted,
    )
}
"""All rewrites by name."""


def same_line(line: int, _column: int) -> int:
    """The lines of a file that keeps them."""
    return line
