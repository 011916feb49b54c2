"""What the options of a project's command lines are unless they are given: ``--img_size``, 256.

Code that takes its settings in one object is given these by its programs, and they go together.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from tflint.experiment.parsed_file import per_run, read, texts

_DEFINES = re.compile(r"\badd_argument\(|\bDEFINE_\w+\(")
_FILES = 12
_SWITCHES = {"store_true": False, "store_false": True}
_ANY = object()


def option_defaults(path: str, roots: Iterable[str]) -> dict[str, Any]:
    """The defaults that are written out, by the name of the option.

    Args:
        path: the file whose code is to be run: of several files that define options, those nearest to
            it say what a name is.
        roots: the folders whose files are read.
    """
    return _defaults(os.path.abspath(path), tuple(roots))


@per_run
def _defaults(path: str, roots: tuple[str, ...]) -> dict[str, Any]:
    own = read(path)
    known = {path: own.text if own is not None else "", **texts(roots)}
    defining = [other for other, text in known.items() if _DEFINES.search(text)]
    defining.sort(key=lambda other: (-len(os.path.commonpath([path, other])), other))
    found: dict[str, Any] = {}
    for other in defining[:_FILES]:
        source = read(other)
        calls = (node for node in source.nodes if isinstance(node, ast.Call)) if source else ()
        for name, default in (option for call in calls for option in _option(call)):
            found.setdefault(name, default)
    return found


def _option(call: ast.Call) -> Iterator[tuple[str, Any]]:
    """The option that a call defines, and its default where that is a plain value."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    named = [str(one.value) for one in call.args if isinstance(one, ast.Constant)]
    given = {one.arg: _plain(one.value) for one in call.keywords}
    if called == "add_argument":
        long = [one for one in named if one.startswith("--")]
        names = [str(given.get("dest") or long[0][2:].replace("-", "_"))] if long else []
        default = given.get("default", _SWITCHES.get(str(given.get("action")), _ANY))
    elif called.startswith("DEFINE_") and call.args:
        names = named[:1] if isinstance(call.args[0], ast.Constant) else []
        default = _plain(call.args[1]) if len(call.args) > 1 else given.get("default", _ANY)
    else:
        return
    if isinstance(default, (bool, int, float, str)):
        yield from ((name, default) for name in names)


def _plain(node: ast.expr) -> Any:
    with suppress(ValueError, TypeError, SyntaxError, MemoryError):
        return ast.literal_eval(node)
    return _ANY
