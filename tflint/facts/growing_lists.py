"""What makes a list longer from call to call, and what empties it."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.context import Context
from tflint.facts.values import Container, members
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Binding, Block, CallSite, Function, loops_around
from tflint.syntax.reaching import brought_round

if TYPE_CHECKING:
    from tflint.facts import Project

_GROWING_METHODS = frozenset({"append", "extend", "insert", "appendleft"})
_SHRINKING_METHODS = frozenset({"pop", "popleft", "clear", "remove", "popitem"})


def grows_as_list(node: ast.Name | ast.Attribute, site: CallSite, context: Context) -> bool:
    """True when code that runs as often as the call appends to a list and nothing shortens it."""
    loops = loops_around(site.block)
    is_attribute, key = isinstance(node, ast.Attribute), key_of(node)
    grown = False
    functions = [site.function]
    if is_attribute and site.function.owner is not None:
        functions = list(site.function.owner.methods.values())
    uses = context.project.remember(_Uses)
    for function in functions:
        for method, block in uses.of(function).calls.get(key, ()):
            if method in _SHRINKING_METHODS:
                return False
            if function is site.function:
                around = loops_around(block)
                grown = grown or (loops[0] in around if loops else is_attribute)
        if function.name in ("__init__", "build") and is_attribute:
            continue
        for statement, block in uses.of(function).rebound.get(key, ()):
            again = loops_around(block)
            if is_attribute or (loops and loops[0] in again):
                if isinstance(statement, ast.AugAssign) and function is site.function:
                    if isinstance(statement.value, ast.List):
                        grown = grown or bool(loops and loops[0] in again) or is_attribute
                        continue
                return False
    if not grown or not _is_plain_list(node, site, context):
        return False
    return bool(loops) or bool(context.project.repetition.why(site.function))


def bound_in(name: str, site: CallSite) -> list[Binding]:
    """Where the loops around a call give a name a value, in the call's own function."""
    loops = loops_around(site.block)
    return [
        binding
        for binding in brought_round(name, site.node, site.function)
        if any(loop in loops for loop in loops_around(binding.block))
    ]


class _Used(NamedTuple):
    """What a function does to lists, by the key of the name or attribute."""

    calls: dict[Hashable, list[tuple[str, Block | None]]]
    rebound: dict[Hashable, list[tuple[ast.stmt, Block | None]]]


class _Uses:
    """What functions do to lists, looked at once for each."""

    def __init__(self, project: Project) -> None:
        self._known: dict[Function, _Used] = {}

    def of(self, function: Function) -> _Used:
        """What one function does."""
        if function not in self._known:
            self._known[function] = _used(function)
        return self._known[function]


def _used(function: Function) -> _Used:
    found = _Used({}, {})
    for site in function.calls:
        func = site.node.func
        if site.name in _GROWING_METHODS | _SHRINKING_METHODS and isinstance(func, ast.Attribute):
            found.calls.setdefault(key_of(func.value), []).append((func.attr, site.block))
    for statement, block in function.statements:
        for target in _targets(statement):
            found.rebound.setdefault(key_of(target), []).append((statement, block))
    return found


def _is_plain_list(node: ast.Name | ast.Attribute, site: CallSite, context: Context) -> bool:
    """True when what is appended to is a list, not a bounded deque or something of unknown kind."""
    if isinstance(node, ast.Name):
        value = context.value(node)
    else:
        owner = site.function.owner
        of_self = isinstance(node.value, ast.Name) and node.value.id == site.function.self_name
        if owner is None or not of_self:
            return False
        value = context.project.inference.instance_attribute(owner, node.attr)
    kinds = [m.kind for m in members(value) if isinstance(m, Container)]
    return bool(kinds) and all(kind == "list" for kind in kinds)


def _targets(statement: ast.stmt) -> Iterator[ast.expr]:
    match statement:
        case ast.Assign(targets=targets):
            for target in targets:
                if isinstance(target, (ast.Tuple, ast.List)):
                    yield from target.elts
                elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                    yield target.value
                else:
                    yield target
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            yield target
        case ast.Delete(targets=targets):
            for target in targets:
                yield target.value if isinstance(target, ast.Subscript) else target
