"""Moves statements with their lines to another place of the file; names there what expressions make."""

from __future__ import annotations

import ast
import io
import re
import tokenize

from tflint.change import Move, is_only_one
from tflint.finding import Edit, Span
from tflint.syntax.model import Module
from tflint.syntax.parts import lines_of


def edits_of(module: Module, move: Move) -> tuple[Edit, ...] | None:
    """The edits that move a statement, with the comments above it; None where its lines can't be moved.

    Those that it shares with others can't, nor those of strings, which another indentation would change.
    """
    if isinstance(move.node, ast.expr):
        return _named(module, move.node, move)
    statement = move.node
    _, last = lines_of(statement)
    first, above = _first_line(module, statement), _first_line(module, move.above)
    lines = module.lines
    text = lines[first - 1 : last]
    indent, target = _indent(lines[first - 1]), _indent(lines[above - 1])
    if above > first or not indent.startswith(target) or not _is_alone(module, statement):
        return None
    if any(line.strip() and not line.startswith(indent) for line in text) or _has_long_string(text):
        return None
    moved = "".join(f"{target}{line[len(indent) :]}\n" if line.strip() else "\n" for line in text)
    if move.uses:
        name = re.escape(move.uses[0].id)
        moved = re.sub(rf"(?m)^(\s*(?:def\s+)?){name}\b", rf"\g<1>{move.binds}", moved, count=1)
    gap = 2 if not target else isinstance(statement, ast.FunctionDef)
    left = ""
    if is_only_one(statement, move.around):
        left = f"{indent}pass\n"
    else:
        first, last = _with_empty_lines(lines, first, last)
    return (
        Edit(Span(above, 1, above, 1), moved + "\n" * gap),
        Edit(Span(first, 1, last + 1, 1), left),
        *(Edit(_span(module, use), move.binds) for use in move.uses),
    )


def _named(module: Module, node: ast.expr, move: Move) -> tuple[Edit, ...] | None:
    """The edits that give an expression a name above, and read that in its place."""
    code = ast.get_source_segment(module.text, node)
    above = _first_line(module, move.above)
    if code is None or "\n" in code or above >= node.lineno:
        return None
    target = _indent(module.lines[above - 1])
    gap = "" if target else "\n\n"
    return (
        Edit(Span(above, 1, above, 1), f"{target}{move.binds} = {code}\n{gap}"),
        Edit(_span(module, node), move.binds),
    )


def _span(module: Module, node: ast.expr) -> Span:
    """Where an expression of one line stands."""
    line = module.lines[node.lineno - 1].encode()
    first, last = (
        len(line[:place].decode()) + 1 for place in (node.col_offset, node.end_col_offset or 0)
    )
    return Span(node.lineno, first, node.lineno, last)


def _with_empty_lines(lines: list[str], first: int, last: int) -> tuple[int, int]:
    """Some lines, with the empty ones around them where they begin a block."""
    begin = first
    while begin > 1 and not lines[begin - 2].strip():
        begin -= 1
    if begin < 2 or not lines[begin - 2].rstrip().endswith(":"):
        return first, last
    while last < len(lines) and not lines[last].strip():
        last += 1
    return begin, last


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _first_line(module: Module, statement: ast.stmt) -> int:
    """The first line of a statement: of its decorators, and of the comments directly above them."""
    first, _ = lines_of(statement)
    while first > 1 and module.lines[first - 2].lstrip().startswith("#"):
        first -= 1
    return first


def _is_alone(module: Module, statement: ast.stmt) -> bool:
    """Whether no other statement shares a line with this one."""
    first, last = lines_of(statement)
    begin = module.lines[first - 1].lstrip()
    end = module.lines[last - 1].encode()[statement.end_col_offset or 0 :]
    after = end.decode(errors="replace").strip()
    whole = begin.startswith("@") or len(module.lines[first - 1]) - len(begin) == (
        statement.col_offset
    )
    return whole and (not after or after.startswith("#"))


def _has_long_string(lines: list[str]) -> bool:
    """Whether a string goes over several lines."""
    try:
        text = "if 1:\n" + "\n".join(lines) + "\n"
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return True
    return any(
        token.start[0] != token.end[0] and "STRING" in tokenize.tok_name[token.type]
        for token in tokens
    )
