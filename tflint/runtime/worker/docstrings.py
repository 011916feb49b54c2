"""Docstrings around a function, and what stands in them of each parameter."""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..protocol import Spec

if TYPE_CHECKING:
    from .experiment import Experiment

_METHODS = ("call", "hybrid_forward", "forward", "__call__")
"""Where the arguments of a layer may be documented, besides the method that is called."""


def around(x: Experiment, function: Any, owner: Any) -> list[str]:
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


def calls(text: str, name: str) -> Iterator[dict[str, Spec]]:
    """The plain values that examples in a docstring pass to a function, by position or by name."""
    for match in re.finditer(rf"(?<!def )(?<!class )\b{re.escape(name)}\(", text):
        after = text[match.end() : match.end() + 1000]
        for end in (number for number, character in enumerate(after) if character == ")"):
            with contextlib.suppress(SyntaxError, ValueError):
                lines = re.sub(r"\n\s*\.\.\. ", "\n", after[:end])
                call = ast.parse(f"f({lines})", mode="eval").body
                if isinstance(call, ast.Call):
                    yield dict(_plain(call))
                break


def _plain(call: ast.Call) -> Iterator[tuple[str, Any]]:
    given = [(str(position), value) for position, value in enumerate(call.args)]
    given += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
    for key, value in given:
        with contextlib.suppress(ValueError, TypeError, SyntaxError, MemoryError):
            yield key, ast.literal_eval(value)
