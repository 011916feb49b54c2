"""Gluon's ``F`` in code that chooses it: ``mx.nd if isinstance(x, mx.nd.NDArray) else mx.sym``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tflint.facts.expressions.values import External, Value, members
from tflint.syntax.model import Block
from tflint.syntax.trees import called_name, walk

HYBRID_NAMESPACE = External("mxnet.F")
"""The operations of arrays as long as those are given, of symbols in a graph."""
OF_ARRAYS = (External("mxnet.nd"), External("mxnet.ndarray"))
OF_SYMBOLS = (External("mxnet.sym"), External("mxnet.symbol"))
_TYPES = frozenset({"NDArray", "Symbol"})


def is_choice(value: Value) -> bool:
    """True for what is the operations of arrays or those of symbols, nobody knows which."""
    found = members(value)
    return (
        len(found) > 1
        and all(member in OF_ARRAYS + OF_SYMBOLS for member in found)
        and not all(member in OF_ARRAYS for member in found)
        and not all(member in OF_SYMBOLS for member in found)
    )


def asked_in(test: ast.expr) -> Iterator[ast.expr]:
    """What a test tells arrays from symbols of: ``x`` of ``isinstance(x, mx.nd.NDArray)``."""
    for part in walk(test):
        match part:
            case ast.Call(func=ast.Name(id="isinstance"), args=[asked, kind]):
                if called_name(kind) in _TYPES:
                    yield asked


def tests_of(blocks: Iterable[Block | None]) -> Iterator[ast.expr]:
    """The tests that choose one of several statements, by the blocks that these stand in."""
    for block in blocks:
        if block is not None and isinstance(block.node, ast.If):
            yield block.node.test
