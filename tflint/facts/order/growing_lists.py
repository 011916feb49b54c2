"""What makes a list longer from call to call, and what empties it."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.expressions.values import Container, members
from tflint.facts.graphs.context import Context
from tflint.facts.programs.loop_dependence import is_for_one_item
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Binding, Block, CallSite, Function, loops_around
from tflint.syntax.reaching import brought_round

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_GROWING_METHODS = frozenset({"append", "extend", "insert", "appendleft"})
_SHRINKING_METHODS = frozenset({"pop", "popleft", "clear", "remove", "popitem"})


def grows_as_list(node: ast.Name | ast.Attribute, site: CallSite, context: Context) -> bool:
    """True when code that runs as often as the call appends to a list and nothing shortens it."""
    if isinstance(node, ast.Name) and is_for_one_item(site):
        return False
    functions = [site.function]
    if isinstance(node, ast.Attribute) and site.function.owner is not None:
        functions = list(site.function.owner.methods.values())
    uses = context.project.remember(_Uses)
    found = [_grows_in(function, uses.of(function), node, site) for function in functions]
    if _Growth.SHORTENED in found or _Growth.GROWN not in found:
        return False
    if not _is_plain_list(node, site, context):
        return False
    return bool(loops_around(site.block)) or bool(context.project.repetition.why(site.function))


class _Growth(Enum):
    """What a function does to the length of a list between two calls."""

    NONE = "nothing"
    GROWN = "makes it longer"
    SHORTENED = "makes it shorter, or another one"


def _grows_in(
    function: Function, used: _Used, node: ast.Name | ast.Attribute, site: CallSite
) -> _Growth:
    """What a function does to a list that a call of ``site.function`` is given."""
    key, is_attribute, here = (
        key_of(node),
        isinstance(node, ast.Attribute),
        function is site.function,
    )
    loop = next(iter(loops_around(site.block)), None)

    def comes_again(block: Block | None) -> bool:
        return is_attribute if loop is None else loop in loops_around(block)

    methods = used.calls.get(key, ())
    if any(method in _SHRINKING_METHODS for method, _ in methods):
        return _Growth.SHORTENED
    grown = here and any(comes_again(block) for _, block in methods)
    if not (is_attribute and function.name in ("__init__", "build")):
        for statement, block in used.rebound.get(key, ()):
            if not is_attribute and not (loop is not None and comes_again(block)):
                continue
            if not (here and _extends(statement, key)):
                return _Growth.SHORTENED
            grown = True
    return _Growth.GROWN if grown else _Growth.NONE


def _extends(statement: ast.stmt, key: Hashable) -> bool:
    """True for ``seen += [x]`` and ``seen = seen + [x]``."""
    match statement:
        case ast.AugAssign(value=ast.List()):
            return True
        case ast.Assign(targets=[_], value=ast.BinOp(left=before, op=ast.Add(), right=ast.List())):
            return key_of(before) == key
    return False


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
        if _is_made_of_lists(node.id, site.function):
            return True
        value = context.value(node)
    else:
        owner = site.function.owner
        of_self = isinstance(node.value, ast.Name) and node.value.id == site.function.self_name
        if owner is None or not of_self:
            return False
        value = context.project.inference.instance_attribute(owner, node.attr)
    kinds = [m.kind for m in members(value) if isinstance(m, Container)]
    return bool(kinds) and all(kind == "list" for kind in kinds)


def _is_made_of_lists(name: str, function: Function) -> bool:
    """True for a name that is only ever given lists written out, and itself with such a list behind it."""
    bindings = function.bindings.get(name, ())
    return bool(bindings) and all(
        isinstance(b.written, ast.List) or (isinstance(b.node, ast.stmt) and _extends(b.node, name))
        for b in bindings
    )


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
