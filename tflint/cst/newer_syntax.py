"""Syntax of a later Python than the one that runs tflint.

libcst knows it whatever runs it: f-strings that hold any expression (PEP 701), type parameters (PEP 695).
"""

from __future__ import annotations

import re
import textwrap

import libcst as cst

from tflint.cst.slices import DEEPEST_PATTERN, levels_of_brackets
from tflint.syntax.parsing import tree_of

_MAY_BE_NEWER = re.compile(
    r"\b[rR]?[fFtT][rR]?['\"]|\btype\s+\w+[^=\n]*=|\b(?:def|class)\s+\w+\s*\[|\bexcept\*?\s+\w+"
)
_MOST_LINES = 12
_MOST_CHARACTERS = 600
_MOST_BRACKETS = 40


def is_newer_syntax(text: str, line: int) -> bool:
    """Whether a statement near a line, which this Python refuses, is one that libcst parses.

    Only few lines are looked at: deep nesting takes libcst long, and may end its stack.

    Args:
        text: what this Python does not parse.
        line: where it says that it stops, from 1.
    """
    lines = text.split("\n")
    near = lines[max(line - 1 - _MOST_LINES, 0) : line + _MOST_LINES]
    if not any(map(_MAY_BE_NEWER.search, near)):
        return False
    for first in range(line, max(line - _MOST_LINES, 0), -1):
        for last in range(line, min(line + _MOST_LINES, len(lines)) + 1):
            part = textwrap.dedent("\n".join(lines[first - 1 : last])) + "\n"
            if len(part) > _MOST_CHARACTERS or sum(map(part.count, "([{")) > _MOST_BRACKETS:
                break
            if "case" in part and levels_of_brackets(part) > DEEPEST_PATTERN:
                break
            if _is_newer(part) or _is_newer(part.rstrip() + " pass\n"):
                return True
    return False


def _is_newer(text: str) -> bool:
    if tree_of(text) is not None:
        return False
    try:
        cst.parse_module(text)
    except Exception:  # whatever it says of what is no Python at all
        return False
    return True
