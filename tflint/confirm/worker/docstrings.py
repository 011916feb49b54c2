"""Docstrings around a function, and what stands in them of each parameter."""

from __future__ import annotations

import inspect
import re
from typing import Any

_METHODS = ("call", "hybrid_forward", "forward", "__call__")
"""Where the arguments of a layer may be documented, besides the method that is called."""


def around(x: Any, function: Any, owner: Any) -> list[str]:
    """The docstrings that speak of a function's parameters, the nearest first."""
    if isinstance(function, type):
        bases = [base for base in function.__mro__[1:] if x.program.is_project(base)]
        holders = [function, vars(function).get("__init__"), *bases]
    else:
        plain = x.world.unwrap(function)
        holders = [plain]
        name = getattr(plain, "__name__", "")
        if hasattr(type(owner), name):
            # A parameter is named alike in what is overridden, and described there.
            classes = [cls for cls in type(owner).__mro__ if x.program.is_project(cls)]
            names = (name, *_METHODS) if name in _METHODS else (name,)
            holders += [vars(cls).get(method) for cls in classes for method in names]
            holders += classes
    texts = [getattr(holder, "__doc__", None) for holder in holders]
    return [inspect.cleandoc(text) for text in texts if isinstance(text, str)]


def entry(text: str, name: str) -> tuple[str, str] | None:
    """What a docstring says of a parameter: the beginning, where its type is, and the rest."""
    others = r"[*`]*\w+[*`]*"
    begin = re.compile(
        rf"^(\s*)(?:[-*]\s+)?(?:{others}, *)*[*`]*{re.escape(name)}[*`]*(?:, *{others})*"
        r"\s*(?:\(([^)]*)\))?\s*:(?!:)(.*)$"
    )
    lines = text.splitlines()
    for number, line in enumerate(lines):
        match = begin.match(line)
        if match is None:
            continue
        indent = len(match[1])
        below = []
        for after in lines[number + 1 :]:
            if after.strip() and len(after) - len(after.lstrip()) <= indent:
                break
            below.append(after.strip())
        head = match[2] or match[3].strip()
        said = [match[3].strip() if match[2] else "", *below]
        return head, " ".join(part for part in said if part)
    return None


def input_shape(text: str) -> str | None:
    """What stands under ``Input shape:`` in the documentation of a layer."""
    match = re.search(r"^(#* *)Input shapes?:?\s*$((?:\n\s*.*)*)", text, re.MULTILINE)
    if match is None:
        return None
    section = re.split(r"\n#* *(?:Output|Reference|Example|Arg|Return|Raise)", match[2])[0]
    joined = " ".join(section.split())
    return joined or None
