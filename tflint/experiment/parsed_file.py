"""A file of the user's as an experiment sees it: text, tree, index, and what stands where."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

from tflint.files import UnparsableError, read_file
from tflint.files.layout import Layout
from tflint.finding import FunctionRef
from tflint.syntax.indexing import index_module
from tflint.syntax.model import Block, Class, Function, ImportedName, Module

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
CallableNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class ParsedFile:
    """One parsed file."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = text.splitlines(keepends=True)
        self.tree = ast.parse(text, path)
        self._index: Module | None = None
        self._indexing = Lock()

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node of the tree, outermost first."""
        return list(ast.walk(self.tree))

    @cached_property
    def scopes(self) -> dict[ast.AST, dict[str, list[ast.stmt]]]:
        """For each scope that was asked about, the statements that bind or shape a name in it."""
        return {}

    @property
    def index(self) -> Module:
        """What the file defines, binds and calls."""
        with self._indexing:  # for two threads, functions would be other objects
            if self._index is None:
                self._index = index_module(
                    self.path, self.module, self.tree, self.text, as_written=True
                )
            return self._index

    @cached_property
    def functions(self) -> dict[ast.AST, Function]:
        """The functions of the index by their nodes; that of the tree is the module's own body."""
        return {function.node: function for function in self.index.functions}

    @cached_property
    def classes(self) -> dict[ast.AST, Class]:
        """The classes of the index by their nodes."""
        return {cls.node: cls for cls in self.index.classes}

    @cached_property
    def places(self) -> dict[ast.stmt, tuple[Function, Block | None]]:
        """For each statement the function and the block it stands in."""
        return {
            statement: (function, block)
            for function in self.index.functions
            for statement, block in function.statements
        }

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The parent of every node."""
        return {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    @cached_property
    def modules(self) -> set[str]:
        """The names that ``import`` statements bind to modules."""
        return {
            name
            for scope in (*self.index.functions, *self.index.classes)
            for name, bindings in scope.bindings.items()
            if any(isinstance(binding.node, ast.Import) for binding in bindings)
        }

    @cached_property
    def imported_packages(self) -> set[str]:
        """The topmost packages that its imports name, in whatever function they stand."""
        bound = (
            binding.target
            for scope in (*self.index.functions, *self.index.classes)
            for bindings in scope.bindings.values()
            for binding in bindings
        )
        imports = [
            *self.index.star_imports,
            *(one for one in bound if isinstance(one, ImportedName)),
        ]
        return {imported.module.partition(".")[0] for imported in imports if not imported.level}

    def offset(self, line: int, column: int) -> int:
        """Characters before a column that counts bytes, as ``ast`` does."""
        return len(self.lines[line - 1].encode()[:column].decode(errors="replace"))

    def enclosing(self, node: ast.AST) -> list[ast.AST]:
        """The nodes around one, innermost first."""
        found = []
        while node in self.parents:
            node = self.parents[node]
            found.append(node)
        return found

    def function_around(self, node: ast.AST) -> CallableNode | None:
        """The function whose body holds a node."""
        for outer in self.enclosing(node):
            if isinstance(outer, CallableNode):
                return outer
        return None

    def find(self, ref: FunctionRef) -> CallableNode | None:
        """The function that a finding names."""
        best: CallableNode | None = None
        for node, function in self.functions.items():
            if isinstance(node, CallableNode) and ref.line in (node.lineno, first_line(node)):
                if function.qualname == ref.qualname:
                    return node
                best = best or node
        return best

    def qualname(self, node: ast.AST) -> str:
        """The name that Python gives a definition."""
        if node in self.functions:
            return self.functions[node].qualname
        return next(found.qualname for found in self.index.classes if found.node is node)

    def statement_at(self, line: int, column: int) -> ast.stmt | None:
        """The innermost statement that covers a place (1-based line and character column)."""
        best: ast.stmt | None = None
        for node in self.nodes:
            if not isinstance(node, ast.stmt) or node.end_lineno is None:
                continue
            if first_line(node) <= line <= node.end_lineno and (
                best is None or first_line(node) >= first_line(best)
            ):
                start = self.offset(node.lineno, node.col_offset) + 1
                end = self.offset(node.end_lineno, node.end_col_offset or 0) + 1
                if (line == node.lineno and column < start and best is not None) or (
                    line == node.end_lineno and column > end and best is not None
                ):
                    continue
                best = node
        return best

    def start_of(self, line: int) -> int:
        """The character column, from 1, at which a line's code begins."""
        text = self.lines[line - 1]
        return len(text) - len(text.lstrip()) + 1

    def test_around(self, *span: int) -> ast.expr | None:
        """What asks something of the expression that covers exactly these lines and columns."""
        for node in self.nodes:
            if isinstance(node, ast.expr) and self._span(node) == span:
                around = self.parents[node]
                return around if isinstance(around, (ast.Compare, ast.Call)) else None
        return None

    def option_at(self, *span: int) -> tuple[ast.Call, ast.keyword] | None:
        """The option whose value covers exactly these lines and columns, and the call it is given to."""
        for node in self.nodes:
            for option in node.keywords if isinstance(node, ast.Call) else ():
                if self._span(option.value) == span:
                    return cast(ast.Call, node), option
        return None

    def _span(self, node: ast.expr) -> tuple[int, int, int, int]:
        """First and last line and column, counted from 1 in characters."""
        last = node.end_lineno or node.lineno
        return (
            node.lineno,
            self.offset(node.lineno, node.col_offset) + 1,
            last,
            self.offset(last, node.end_col_offset or 0) + 1,
        )

    def lambda_at(self, line: int, column: int) -> ast.Lambda | None:
        """The innermost lambda whose body covers a place."""
        best: ast.Lambda | None = None
        for node in self.nodes:
            if isinstance(node, ast.Lambda):
                body = node.body
                start = (body.lineno, self.offset(body.lineno, body.col_offset) + 1)
                last = body.end_lineno or body.lineno
                end = (last, self.offset(last, body.end_col_offset or 0) + 1)
                if start <= (line, column) < end:
                    best = node
        return best

    @cached_property
    def package_root(self) -> Path:
        """The folder to import this file from: the one above the topmost package.

        What it imports from beside it tells of packages, too, that have no ``__init__.py``.
        """
        found = folder_to_import_from(self.path)
        above = Path(self.path).parents
        levels = [0, *(n.level for n in self.nodes if isinstance(n, ast.ImportFrom))]
        deepest = above[min(max(levels), len(above) - 1)]
        return deepest if found.is_relative_to(deepest) else found

    @cached_property
    def module(self) -> str:
        """The dotted name of this file, seen from ``package_root``."""
        name, stem = Layout(()).module_name(self.path), Path(self.path).stem
        packages = Path(folder_to_import_from(self.path)).relative_to(self.package_root).parts
        name = ".".join(filter(None, (*packages, name)))
        # ``Listing 3.1.ipynb`` lies in no package ``Listing 3``.
        return name.removesuffix(stem) + stem.replace(".", "_") if name.endswith(stem) else name


def own_lines(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of a loop or a branch, those before its block."""
    first = first_line(statement)
    if isinstance(statement, (ast.If, ast.For, ast.AsyncFor, ast.While)):
        return first, max(first, first_line(statement.body[0]) - 1)
    return first, statement.end_lineno or statement.lineno


def folder_to_import_from(path: str | Path) -> Path:
    """The folder above the topmost package that holds a file or is this folder."""
    full = os.path.abspath(path)
    return Path(Layout(()).package_root(os.path.join(full, "_") if os.path.isdir(full) else full))


def first_line(node: ast.AST) -> int:
    """The line a definition starts on, decorators included."""
    decorators = getattr(node, "decorator_list", [])
    lines: list[int] = [getattr(node, "lineno", 1), *(d.lineno for d in decorators)]
    return min(lines)


_MOST_FILES = 4000
_reading = Lock()
_Answer = TypeVar("_Answer", bound=Callable[..., Any])
_remembered: list[Any] = []


def per_run(question: _Answer) -> _Answer:
    """Remember the answers of a function until the next run."""
    remembering = lru_cache(maxsize=1024)(question)
    _remembered.append(remembering)
    return cast(_Answer, remembering)


def new_run() -> None:
    """Forget what was read: it may have been edited since."""
    for remembering in _remembered:
        remembering.cache_clear()


@lru_cache(maxsize=_MOST_FILES)  # a tree that is read again is another tree
def _read(path: str, stamp: float) -> ParsedFile | None:
    try:
        return ParsedFile(path, read_file(path).text)
    except (OSError, UnparsableError, SyntaxError, ValueError):
        return None


_instead: dict[str, str] = {}
"""What files are to say in place of what they say, by their absolute paths."""


@contextmanager
def overlaid(said: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Files say something else meanwhile; one experiment at a time. Gives their absolute paths."""
    new_run()
    _instead.update({os.path.abspath(path): text for path, text in said.items()})
    try:
        yield dict(_instead)
    finally:
        _instead.clear()
        new_run()


@lru_cache(maxsize=64)
def _read_instead(path: str, text: str) -> ParsedFile | None:
    try:
        return ParsedFile(path, text)
    except (SyntaxError, ValueError):
        return None


def read(path: str | Path) -> ParsedFile | None:
    """A file, parsed once; None if it cannot be read or parsed."""
    full = os.path.abspath(path)
    if full in _instead:
        with _reading:
            return _read_instead(full, _instead[full])
    try:
        # One thread at a time: a cache lets two of them parse the same file, and the nodes of one
        # tree mean nothing in the other.
        with _reading:
            return _read(full, os.stat(full).st_mtime)
    except OSError:
        return None


def texts(roots: Iterable[str]) -> dict[str, str]:
    """The Python files in folders and their texts, read once."""
    with _reading:
        return _texts(tuple(sorted(map(os.path.abspath, roots))))


@per_run
def _texts(roots: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for root in roots:
        for path in sorted(Path(root).rglob("*.py")) if os.path.isdir(root) else [Path(root)]:
            if len(found) < _MOST_FILES:
                with suppress(OSError, UnparsableError):
                    is_notebook = path.suffix == ".ipynb"
                    found[str(path)] = (
                        _instead[str(path)]
                        if str(path) in _instead
                        else read_file(str(path)).text
                        if is_notebook
                        else path.read_text(encoding="utf-8", errors="ignore")
                    )
    return found
