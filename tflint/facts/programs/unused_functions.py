"""Functions of a program that no run of it comes to, and that nobody can import either."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from tflint.facts.expressions.classes import PLAIN_BASES
from tflint.syntax.model import Class, Function, Module, loops_around
from tflint.syntax.scopes import is_of_script
from tflint.syntax.trees import children

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_BY_TEXT = frozenset({"getattr", "methodcaller", "globals", "locals", "vars", "eval", "exec"})
"""What comes to a function by a text that is put together."""
_NONE: frozenset[Function] = frozenset()


def is_unused(function: Function, program: Inferred) -> bool:
    """True for a function, or one inside it, that a program which is run as a whole never names."""
    module = function.module
    return function.outermost in program.inference.ask(
        ("unused", module), _NONE, _unused, module, program
    )


def _unused(module: Module, program: Inferred) -> frozenset[Function]:
    """The functions and methods of a file that are named only by each other, if at all."""
    if not _is_only_run(module, program):
        return _NONE
    used = program.imports.used([module.path]) - {module.path}
    others = [program.module(path) for path in used]
    left = {f for f in module.functions if f.parent is module.body and not f.is_module}
    left = {f for f in left if not isinstance(f.node, ast.Lambda)}
    named = set(_names(module.tree, {f.node for f in left}))
    for other in others:
        if other is None:  # it does not parse
            return _NONE
        named.update(_names(other.tree))
    while reached := {f for f in left if f.name in named or _is_called_by_others(f, program)}:
        left -= reached
        named.update(name for function in reached for name in _names(function.node))
    return frozenset(left) if named.isdisjoint(_BY_TEXT) else _NONE


def _is_only_run(module: Module, program: Inferred) -> bool:
    """True for a file that no other imports, as whoever did would run all of its program: a loop that
    calls functions of the project."""
    path = module.path
    return (
        not module.cells
        and not program.imports.user_count(path)
        and not program.may_be_imported(path)
        and not module.is_of_tests
        and not (program.is_library and program.layout.is_in_package(path))
        and any(
            loops_around(site.block)
            and not is_of_script(site.block)
            and program.inference.callers.called(site)
            for site in module.body.calls
        )
    )


def _is_called_by_others(function: Function, program: Inferred) -> bool:
    """True for what Python, a decorator, or a class of another package may call without its name."""
    owner = function.owner
    return (
        bool(function.decorators)
        or (function.name.startswith("__") and function.name.endswith("__"))
        or (
            owner is not None
            and not all(
                isinstance(base, Class) or base in PLAIN_BASES
                for base in program.inference.classes.bases(owner)
            )
        )
    )


def _names(node: ast.AST, without: Collection[ast.AST] = ()) -> Iterator[str]:
    """The names that are read below a node, and texts that may be names."""
    waiting = [node]
    for part in waiting:  # which grows meanwhile
        waiting += [child for child in children(part) if child not in without]
        match part:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                yield name
