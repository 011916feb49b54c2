"""Where a node of ``ast`` stands, as readers count: lines from 1, characters instead of bytes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tflint.finding import Span


def span_of(node: ast.AST, lines: Sequence[str]) -> Span:
    """Where a node stands, in 1-based lines and character columns."""
    line = getattr(node, "lineno", 1)
    end_line = getattr(node, "end_lineno", None) or line
    column = _characters(lines, line, getattr(node, "col_offset", 0))
    end_column = _characters(lines, end_line, getattr(node, "end_col_offset", None) or 0)
    return Span(line, column + 1, end_line, max(end_column, column if end_line == line else 0) + 1)


def _characters(lines: Sequence[str], line: int, offset: int) -> int:
    """Characters before a UTF-8 byte offset, which is what ``ast`` counts in."""
    if not 0 < line <= len(lines) or lines[line - 1].isascii():
        return offset
    return len(lines[line - 1].encode()[:offset].decode(errors="replace"))
