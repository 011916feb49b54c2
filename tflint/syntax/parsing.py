"""Text to tree: what is wrong with a text comes back as a value, and nesting has its bounds."""

from __future__ import annotations

import ast
import re
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

_DEEPEST = 5000
_MOST_MARKS = 500_000
"""Lines and marks that part expressions: the nodes between two of them take up to two kilobytes."""
_MARKS = "\n,;:=.([{+"
_MOST_OF_NAMES = 100_000_000
"""Of dotted names, the names times the characters: Python's parser makes a text of each part of one."""
_GAP = r"(?:[ \t\f]|\\\r?\n)*"
_DOTTED = re.compile(rf"(?:\.{_GAP}\w+{_GAP}){{64,}}")
_KEYWORD_AS_NAME = re.compile(r"\basync\b(?!\s+(?:def|for|with)\b)|\bawait\b(?=\s*[=,.)\]])")
_SPELLINGS_OF_PYTHON_2 = (
    (re.compile(r"`([^`\n]+)`"), r"(\1)"),  # repr
    (re.compile(r"<>"), "!="),
    (re.compile(r"(?<![\w.])0(?=[0-7]+\b)"), "0o"),
    (re.compile(r"\b(\d+)[lL]\b"), r"\1"),
    (re.compile(r"\b[uU][rR](?=[\"'])"), "r"),
    (re.compile(r"\b(raise[ \t]+[\w.]+)[ \t]*,[ \t]*([^\n]+)"), r"\1(\2)"),
)
"""What Python 2 takes and Python 3 refuses, each with what both take."""
_MAGIC = re.compile(r"([ \t]*)(%{1,2}[A-Za-z_]\w*|!\w+)(?![\w(.])[^\n]*")
"""A line of IPython: ``%matplotlib inline``, ``!pip install keras``."""
_parser = threading.Lock()
"""Held while nodes are made: CPython counts their depth in one place for all threads.

Where two parse at once, one may end with "AST constructor recursion depth mismatch"
(Python/Python-ast.c of 3.11).
"""


class BrokenFile(NamedTuple):
    """Why a file could not be parsed: 1-based line and column."""

    message: str
    line: int
    column: int


_TOO_LONG = BrokenFile(f"more than {_MOST_MARKS:,} lines, commas, brackets and the like", 1, 1)
_TOO_LONG_NAMES = BrokenFile("dotted names too long to be parsed", 1, 1)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow the nesting that real generated code has; deeper code is refused by name."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def parse(path: str, text: str) -> ast.Module | BrokenFile:
    """Parse one file; what is wrong with it comes back as a value."""
    parsed = _parsed(path, text)
    return _told_by_magic(parsed, text) if isinstance(parsed, BrokenFile) else parsed


def _parsed(path: str, text: str) -> ast.Module | BrokenFile:
    if (refused := _refused(text)) is not None:
        return refused
    try:
        with warnings.catch_warnings(), deep_recursion(), _parser:
            warnings.simplefilter("ignore")
            return ast.parse(text, path)
    except SyntaxError as error:
        return BrokenFile(error.msg, error.lineno or 1, max(error.offset or 1, 1))
    except ValueError as error:
        return BrokenFile(str(error), 1, 1)
    except (RecursionError, MemoryError):
        return BrokenFile("nested too deeply to be parsed", 1, 1)


def _told_by_magic(broken: BrokenFile, text: str) -> BrokenFile:
    """The same, with words for a line of a notebook, which Python takes for an operator and the like.

    It is one if a statement could stand there instead.
    """
    lines = text.split("\n")
    number = broken.line - 1
    magic = _MAGIC.fullmatch(lines[number]) if number < len(lines) else None
    if magic is None:
        return broken
    lines[number] = f"{magic[1]}pass"
    then = _parsed("", "\n".join(lines))
    if isinstance(then, BrokenFile) and then.line <= broken.line:
        return broken
    message = f"`{magic[2]}` is a magic command of a notebook, and no Python"
    return BrokenFile(message, broken.line, len(magic[1]) + 1)


def _refused(text: str) -> BrokenFile | None:
    """Why a text is not given to Python's parser, which would take too much memory for it."""
    if len(text) > _MOST_MARKS and sum(map(text.count, _MARKS)) > _MOST_MARKS:
        return _TOO_LONG
    at_most = text.count(".") * len(text)
    if at_most > _MOST_OF_NAMES and _of_dotted_names(text) > _MOST_OF_NAMES:
        return _TOO_LONG_NAMES
    return None


def _of_dotted_names(text: str) -> int:
    """The names of long dotted names times their characters, those of the line before included."""
    return sum(
        found[0].count(".") * (found.end() - text.rfind("\n", 0, found.start()))
        for found in _DOTTED.finditer(text)
    )


def tree_of(text: str) -> ast.Module | None:
    """The tree of a text that may be no Python, or nested too deeply: then there is none."""
    tree = parse("", text)
    return None if isinstance(tree, BrokenFile) else tree


def is_valid_up_to_3_6(text: str) -> bool:
    """True for a text that Python refuses for names which are keywords since 3.7: ``cuda(async=True)``."""
    return _KEYWORD_AS_NAME.search(text) is not None and (
        tree_of(_KEYWORD_AS_NAME.sub("name", text)) is not None
    )


def is_valid_in_python_2(text: str) -> bool:
    """True for a text that Python 3 refuses only for how Python 2 spells things.

    That takes tabs for eight spaces, and has other words for a few things: ``a <> b``, ``0777``, ``10L``.
    """
    if "\t" in text and tree_of(text.expandtabs(8)) is not None:
        return True
    spelt_anew = text
    for spelling, replacement in _SPELLINGS_OF_PYTHON_2:
        spelt_anew = spelling.sub(replacement, spelt_anew)
    return spelt_anew != text and tree_of(spelt_anew) is not None


def find_fault(path: str, text: str) -> BrokenFile | None:
    """What is wrong with a file whose tree nobody needs.

    Names are looked up in the parser's own tree, of which no nodes of Python are made: half the time.
    """
    import symtable  # here, since a run on one file rarely needs it

    if (refused := _refused(text)) is not None:
        return refused
    try:
        with warnings.catch_warnings(), deep_recursion():
            warnings.simplefilter("ignore")
            symtable.symtable(text, path, "exec")
            return None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = parse(path, text)  # names may be wrong where the syntax is not
        return tree if isinstance(tree, BrokenFile) else None
