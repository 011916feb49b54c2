"""Packages that are not here, where a function needs them whatever it is called with."""

from __future__ import annotations

import ast
import functools
import traceback
from typing import TYPE_CHECKING, Any

from . import absent_values, frames

if TYPE_CHECKING:
    from .experiment import Experiment

_CHOOSING = (
    ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
_OF_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.With, ast.AsyncWith)
"""What has a body that runs from its first statement on."""


def each_call_ends(x: Experiment, error: BaseException) -> bool:
    """Whether an exception was raised by code of the project, where each call of its functions comes by."""
    ends = False
    for frame, line in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        if code.co_filename == absent_values.__file__:
            return ends  # what is not there was used; where it was looked for comes after
        if x.program.owns(code.co_filename):
            text = x.program.sources.get(code.co_filename)
            ends = text is not None and _comes_by(text, code.co_firstlineno, line)
            if not ends:
                return False
        elif ends:
            return False  # what a library looks for may hang on what it was given
    return ends


@functools.lru_cache(maxsize=256)
def _comes_by(text: str, first: int, line: int) -> bool:
    """Whether a function, defined at a line, comes by another one in each call."""
    node: Any = frames.find_definition(ast.parse(text), first)
    while isinstance(node, _OF_DEFINITIONS):
        inner = next((one for one in node.body if one.lineno <= line <= _end(one)), None)
        if inner is None:
            return not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        node = inner
    simple = isinstance(node, ast.stmt) and not {"body", "cases"} & set(node._fields)
    return simple and not any(isinstance(inner, _CHOOSING) for inner in ast.walk(node))


def _end(node: Any) -> int:
    return int(node.end_lineno or node.lineno)
