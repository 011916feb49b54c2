"""Shapes that descriptions speak of, with one size for each name of a dimension."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

_ALIKE = 4
_BATCH = re.compile(r"^(b|bs|batch\w*)$", re.IGNORECASE)
_SIZES = [
    (re.compile(r"^(h|w|height|width|rows|cols|.*_(height|width))$", re.IGNORECASE), 8),
    (re.compile(r"^(c|channels?|.*_channels)$", re.IGNORECASE), 3),
]
_OTHERS = (4, 6, 3, 5, 7, 9)
_MOST = 1 << 22
"""Numbers in a tensor, at most."""
_OPERATIONS: dict[type[ast.operator], Any] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b, ast.Div: lambda a, b: a // b, ast.FloorDiv: lambda a, b: a // b,
}  # fmt: skip

_BRACKET = r"[\[(]([^\[\]()]{1,120})[\])]"
_SHAPES = [
    re.compile(r"^\W*\[([^\[\]()]*,[^\[\]()]*)\]"),
    re.compile(r"\bshape[sd]?\b[^\[\]().;]{0,24}" + _BRACKET, re.IGNORECASE),
    re.compile(
        r"\[([^\[\]()]{1,120})\]`*[ -](?:\w+ )?(?:tensor|array|matrix|shaped)", re.IGNORECASE
    ),
    re.compile(
        r"(?:tensor|array|matrix|float\d*|int\d*|bool)`* ?`*\[([^\[\]()]{1,120})\]", re.IGNORECASE
    ),
]
_SCALAR = re.compile(r"\b(scalar|0-?D)\b.{0,12}\btensor|^tensor.{0,9}\bscalar", re.IGNORECASE)
_RANK = re.compile(r"\brank[- ]?([1-5])\b|\b([1-5])[- ]?(?:D\b|dimensional)")
TENSOR = re.compile(r"tensor|array|matrix|shape", re.IGNORECASE)


class Sizes:
    """One size for each name of a dimension, the same wherever it comes up."""

    def __init__(self, owner: Any, alike: bool) -> None:
        self._owner = owner
        self._alike = alike
        self._chosen: dict[str, int] = {}

    def of(self, text: str, position: int) -> list[int] | None:
        """The sizes that a part of a shape stands for; None if it is none."""
        text = text.strip(" `*'\"<>")
        if "..." in text:
            return [self._named("...")]
        if text in ("None", "-1", "?", ""):
            return [self._named("batch" if position == 0 else f"?{position}")]
        try:
            size = self._worked_out(ast.parse(text.replace("self.", ""), mode="eval").body)
        except (SyntaxError, ValueError, ArithmeticError):
            words = re.findall(r"\w+", text)
            if not 0 < len(words) < 5:
                return None
            size = self._named("_".join(words))
        return [size] if 0 < size <= 4096 else None

    def _worked_out(self, node: ast.expr) -> int:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._named(node.attr if isinstance(node, ast.Attribute) else node.id)
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
            left, right = self._worked_out(node.left), self._worked_out(node.right)
            return int(_OPERATIONS[type(node.op)](left, right))
        raise ValueError("no arithmetic")

    def _named(self, name: str) -> int:
        for attribute in (name, "_" + name):
            held = inspect.getattr_static(self._owner, attribute, None)
            if type(held) is int and 0 < held <= 1024:
                return held
        if name not in self._chosen:
            self._chosen[name] = self._choose(name)
        return self._chosen[name]

    def _choose(self, name: str) -> int:
        if _BATCH.match(name):
            return 2
        if self._alike:
            return _ALIKE
        for pattern, size in _SIZES:
            if pattern.match(name):
                return size
        free = [size for size in _OTHERS if size not in self._chosen.values()]
        return free[0] if free else _OTHERS[-1]


def shape_in(text: str, sizes: Sizes) -> list[int] | None:
    """The shape that a description speaks of, with sizes; None if it speaks of none."""
    for pattern in _SHAPES:
        for match in pattern.finditer(text):
            shape = _sized(match[1], sizes)
            if shape is not None:
                return shape
    if not TENSOR.search(text):
        return None
    if _SCALAR.search(text):
        return []
    ranked = _RANK.search(text)
    if ranked is None:
        return None
    rank = int(ranked[1] or ranked[2])
    dims = {4: "batch, height, width, channels"}.get(
        rank, ", ".join(["batch", "n", "m", "k", "l"][:rank])
    )
    return _sized(dims, sizes)


def _sized(dims: str, sizes: Sizes) -> list[int] | None:
    parts = [part for part in dims.split(",") if part.strip()]
    if len(parts) == 1:
        parts = re.split(r" x ", parts[0])
    if not 0 < len(parts) <= 6 or parts[0].strip().lower() in ("optional", "required"):
        return None
    shape: list[int] = []
    for position, part in enumerate(parts):
        found = sizes.of(part, position)
        if found is None:
            return None
        shape += found
    count = 1
    for size in shape:
        count *= size
    return shape if count <= _MOST else None
