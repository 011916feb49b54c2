"""Examples in docstrings, as code: what follows ``>>>``, and fenced blocks of Python."""

from __future__ import annotations

import ast
import doctest
import re
import textwrap
from collections.abc import Iterator
from contextlib import suppress

from tflint.experiment.parsed_file import CallableNode, ParsedFile
from tflint.syntax.parsing import tree_of

_FENCED = re.compile(r"^( *)```(?:python|py)?[ \t]*\n(.*?)^\1```", re.M | re.S)


_USUAL = {
    "tf": "import tensorflow as tf",
    "np": "import numpy as np",
    "keras": "import keras",
    "mx": "import mxnet as mx",
}


def examples(source: ParsedFile, node: CallableNode | None) -> list[str]:
    """The statements of the examples of a function, of the classes around it, and of the module.

    Examples leave out imports that every reader knows: of the package itself, of ``np`` and ``tf``.
    """
    found: list[str] = []
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        holders: list[ast.AST] = [node, *source.enclosing(node)]
        for holder in holders:
            if isinstance(
                holder, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
            ):
                found += _statements(ast.get_docstring(holder) or "")
    if not found:
        return []
    tree = tree_of("\n".join(found)) or ast.Module([], [])
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    package = source.module.partition(".")[0]
    usual = {**_USUAL, package: f"import {package}"}
    return [*(line for name, line in usual.items() if name in names), *found]


def _statements(docstring: str) -> Iterator[str]:
    blocks = [textwrap.dedent(match[2]) for match in _FENCED.finditer(docstring)]
    with suppress(ValueError):  # an example that is indented in no order
        blocks += [example.source for example in doctest.DocTestParser().get_examples(docstring)]
    for block in blocks:
        tree = tree_of(block)
        for statement in tree.body if tree is not None else ():
            if not _is_ellipsis(statement):
                yield ast.unparse(statement)


def _is_ellipsis(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and statement.value.value is ...
    )
