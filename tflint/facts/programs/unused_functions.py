"""Functions of a program that no run of it comes to, and that nobody can import either."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from tflint.api.knowledge import KERAS_LOOPS, TF_FUNCTION
from tflint.facts.expressions.classes import PLAIN_BASES
from tflint.facts.expressions.values import External, GraphDecorator, members
from tflint.syntax.model import CallSite, Class, Function, Module, loops_around
from tflint.syntax.scopes import is_of_script
from tflint.syntax.trees import children, walk

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_BY_TEXT = frozenset(
    {"getattr", "methodcaller", "globals", "locals", "vars", "eval", "exec", "Fire"}
)
"""What comes to a function by a text that is put together, or is one of a command line."""
_DOTTED = re.compile(r"[\w.:]+")
"""A text that may be a name, or say where one is found: ``losses:smooth``."""
_NONE: frozenset[Function] = frozenset()


def is_unused(function: Function, program: Inferred) -> bool:
    """True for a function, or one inside it, that a program which is run as a whole never names.

    Or a private one that no file of the project names: those who use a class of it do not either.
    """
    module, outermost = function.module, function.outermost
    return outermost in program.inference.ask(
        ("unused", module), _NONE, _unused, module, program
    ) or program.inference.ask(
        ("unnamed", outermost), False, _is_private_and_unnamed, outermost, program
    )


def is_hidden(function: Function, program: Inferred) -> bool:
    """True for a function, or one inside it, that its users have another one for, by the same name.

    So is ``train_step`` of a file of which they import all, and define ``train_step`` below that. Of a
    library nobody knows all users.
    """
    outermost = function.outermost
    return program.inference.ask(("hidden", outermost), False, _is_hidden, outermost, program)


def _is_hidden(function: Function, program: Inferred) -> bool:
    name, module = function.name, function.module
    users = program.imports.users([module.path]) - {module.path}
    others = [other for other in program.relevant_modules if other is not module]
    twins = [other for other in others if other.path in users and _has_own(name, other)]
    if not twins or function.parent is not module.body:
        return False
    if program.is_library or module.cells or module.is_of_tests:
        return False
    if program.may_be_imported(module.path) or program.names.calls.keys() & _BY_TEXT:
        return False
    return (
        all(_makes_graph(decorator, function, program) for decorator in function.decorators)
        and name not in _names(module.tree, {function.node})
        and not any(
            name in (_names_of_others(other) if other in twins else _names(other.tree))
            for other in others
        )
    )


def _has_own(name: str, module: Module) -> bool:
    """True for a file that defines a function by a name, and imports all of no other below that."""
    lines = [
        getattr(binding.node, "lineno", 0)
        for binding in module.body.bindings.get(name, ())
        if isinstance(binding.target, Function)
    ]
    stars = [
        part.lineno
        for part in walk(module.tree)
        if isinstance(part, ast.ImportFrom) and any(alias.name == "*" for alias in part.names)
    ]
    return bool(lines) and all(line < min(lines) for line in stars)


def _names_of_others(module: Module) -> Iterator[str]:
    """The names of a file that are not looked up in it: attributes, imports, and what texts may be."""
    return _names(module.tree, {part for part in walk(module.tree) if isinstance(part, ast.Name)})


def _makes_graph(decorator: ast.expr, function: Function, program: Inferred) -> bool:
    """True for ``tf.function`` as a decorator, which calls nothing."""
    decorators = members(
        program.inference.value(decorator, function.parent or function.module.body)
    )
    return all(
        isinstance(member, GraphDecorator)
        or (isinstance(member, External) and member.name in TF_FUNCTION)
        for member in decorators
    )


def _is_private_and_unnamed(function: Function, program: Inferred) -> bool:
    """True for a private function or method that no code of the project names, and no text leads to."""
    name = function.name
    if not name.startswith("_") or name.endswith("__") or isinstance(function.node, ast.Lambda):
        return False
    if program.is_library or function.module.cells or function.module.is_of_tests:
        return False
    if _is_called_by_others(function, program):
        return False
    here = function.module.path
    return not program.names.calls.keys() & _BY_TEXT and not any(
        _may_be_named(name, path, program)
        for path, source in program.sources.items()
        if source.text.count(name) > (path == here)  # beside the `def`
    )


def _may_be_named(name: str, path: str, program: Inferred) -> bool:
    """True where the code of a file says a name; one that does not parse says any."""
    module = program.module(path)
    return module is None or name in program.inference.ask(
        ("names read", module), frozenset[str](), _all_names, module
    )


def _all_names(module: Module) -> frozenset[str]:
    return frozenset(_names(module.tree))


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
        named.update(
            program.inference.ask(("names read", other), frozenset[str](), _all_names, other)
        )
    while reached := {f for f in left if f.name in named or _is_called_by_others(f, program)}:
        left -= reached
        named.update(name for function in reached for name in _names(function.node))
    return frozenset(left) if named.isdisjoint(_BY_TEXT) else _NONE


def _is_only_run(module: Module, program: Inferred) -> bool:
    """True for a file that no other imports, since it is a program: a script that calls functions of the
    project, or what whoever imported it would run: a loop that calls some, or the training of a model."""
    path = module.path
    return (
        not module.cells
        and not program.imports.user_count(path)
        and not program.may_be_imported(path)
        and not module.is_of_tests
        and not (program.is_library and program.layout.is_in_package(path))
        and any(_is_of_program(site, program) for site in module.body.calls)
    )


def _is_of_program(site: CallSite, program: Inferred) -> bool:
    """True for a call in the body of a file that makes it a program, and none to be imported."""
    if program.inference.callers.called(site):
        return is_of_script(site.block) or bool(loops_around(site.block))
    is_method = isinstance(site.node.func, ast.Attribute)
    return is_method and site.name in KERAS_LOOPS and not is_of_script(site.block)


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
    """The names that code reads or imports below a node, and those that its texts may be."""
    waiting = [node]
    for part in waiting:  # which grows meanwhile
        waiting += [child for child in children(part) if child not in without]
        match part:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield name.rpartition(".")[2]
            case ast.Constant(value=str(text)) if _DOTTED.fullmatch(text):
                yield from re.split("[.:]", text)
