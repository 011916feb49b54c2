"""Where a name is bound that code reads, by Python's rules of scope: a question of text, not of values."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tflint.syntax.model import Binding, Block, Function, ImportedName, Module, outward
from tflint.syntax.reaching import following, reaching

_SCRIPT = "__main__"
"""What a module that runs as a script is called."""


class Bound(NamedTuple):
    """What binds a name.

    Attributes:
        scope: the function, or module, whose name it is.
        bindings: where it is bound there.
        elsewhere: where functions bind it that declare it ``global`` or ``nonlocal``, with these.
    """

    scope: Function
    bindings: list[Binding]
    elsewhere: list[tuple[Function, Binding]]


def holder_of(name: str, function: Function) -> Function | None:
    """The function (or module body) whose variable a name is; None for a builtin."""
    scope: Function | None = function
    while scope is not None:
        if name in scope.global_names:
            return scope.module.body
        if name in scope.bindings and name not in scope.nonlocal_names:
            return scope
        scope = scope.parent
    return None


def is_only_a_parameter(name: str, function: Function) -> bool:
    """True for a name that a function is given and binds nowhere else."""
    bindings = function.bindings.get(name, ())
    return len(bindings) == 1 and bindings[0].kind == "parameter"


def imported_as(packages: Sequence[str], function: Function) -> str | None:
    """The name by which a function reaches one of these packages, where its file imports it for good."""
    for statement in function.module.tree.body:
        for alias in statement.names if isinstance(statement, ast.Import) else ():
            name = alias.asname or alias.name
            if alias.name in packages and holder_of(name, function) is function.module.body:
                return name
    return None


def written_name(node: ast.expr, function: Function) -> str | None:
    """The dotted name of a builtin or of what is imported, as it is written; None for all else."""
    match node:
        case ast.Attribute(value=owner, attr=attr):
            name = written_name(owner, function)
            return None if name is None else f"{name}.{attr}"
        case ast.Name(id=name):
            scope = holder_of(name, function)
            if scope is None:
                return f"builtins.{name}"
            match scope.bindings.get(name):
                case [Binding(target=ImportedName(module=module, name=imported, level=0))]:
                    return module if imported is None else f"{module}.{imported}"
    return None


def resolve(name: str, function: Function) -> Bound | None:
    """What binds a name that a function reads; None when its file and the functions around do not."""
    scope = holder_of(name, function)
    if scope is None or name not in scope.bindings:
        return None
    return Bound(scope, scope.bindings[name], _elsewhere(name, scope))


def every_binding(name: str, function: Function) -> list[tuple[Binding, Function]]:
    """What binds a name that a function reads, each with where: also functions that declare it theirs."""
    scope = holder_of(name, function)
    if scope is None:
        return []
    own = [(binding, scope) for binding in scope.bindings.get(name, ())]
    return [*own, *((binding, where) for where, binding in _elsewhere(name, scope))]


def _elsewhere(name: str, scope: Function) -> list[tuple[Function, Binding]]:
    if scope.is_module:
        return scope.module.global_bindings.get(name, [])
    return scope.nonlocal_bindings.get(name, [])


def seen_by_importers(name: str, module: Module) -> list[Binding]:
    """Where a module binds a name when it is imported: not under ``if __name__ == "__main__":``."""
    return [
        binding for binding in module.body.bindings.get(name, ()) if not is_of_script(binding.block)
    ]


def seen_by_functions(name: str, scope: Function, function: Function) -> list[Binding]:
    """The bindings of a variable of ``scope`` that a function inside may read.

    It runs after its definition, so what another binding has hidden by then it never sees. A function that
    ``if __name__ == "__main__":`` defines once more is for those lines; the functions of the module, which
    others import, mean the one that always is there.
    """
    bindings = scope.bindings[name]
    if all(binding.kind == "def" for binding in bindings):
        return [b for b in bindings if not is_of_script(b.block)] or bindings
    inner = function
    while inner.parent is not None and inner.parent is not scope:
        inner = inner.parent
    after = following(name, inner.node, scope)
    if any(binding.node is inner.node and binding.block is None for binding in after):
        return after
    return [*reaching(name, inner.node, scope, above=True), *after]


def is_of_script(block: Block | None) -> bool:
    """True for what runs in a script, and never in a module that is imported."""
    return any(map(tests_for_script, outward(block)))


def tests_for_script(block: Block) -> bool:
    """True for the part of an ``if`` that runs in a script, and never in a module that is imported."""
    return isinstance(block.node, ast.If) and is_script_test(block.node.test, block.arm == "body")


def is_script_test(test: ast.expr, outcome: bool) -> bool:
    """True for a test for the name of a script, which turns out this way in one."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as how], comparators=[right]):
            parts = (left, right)
            return (
                any(isinstance(part, ast.Name) and part.id == "__name__" for part in parts)
                and any(isinstance(part, ast.Constant) and part.value == _SCRIPT for part in parts)
                and outcome is isinstance(how, ast.Eq)
            )
    return False


def returned(function: Function) -> Iterator[ast.expr]:
    """The expressions that a function returns, those behind names where it gives them a name first."""
    for value, _ in function.returns:
        if value is not None:
            yield written_out(value, function)


def written_out(node: ast.expr, function: Function) -> ast.expr:
    """The expression behind a name that has just one value where it stands; any other as it is."""
    way: dict[int, None] = {}
    behind = 0
    while isinstance(node, ast.Name):
        if id(node) in way:  # names of each other: the first that one comes to
            behind = len(way) - list(way).index(id(node))
            break
        if way and id(node) in function.written_out:
            node = function.written_out[id(node)]
            break
        way[id(node)] = None
        written = _written(node, function)
        if written is None:
            break
        node = written
    if len(way) > 1:  # nobody knows how long the first is there, which may be made to ask for it
        known = list(way)[1 : len(way) - behind]
        function.written_out.update(dict.fromkeys(known, node))
    return node


def _written(node: ast.Name, function: Function) -> ast.expr | None:
    """What a name is given where it stands, if that is one expression."""
    body = function.module.class_names.get(id(node))
    found = [] if body is None else body.bindings.get(node.id, [])
    scope: Function | None = function
    while not found and scope is not None:
        found = scope.bindings.get(node.id, [])
        if len(found) > 1 and scope is function:
            found = reaching(node.id, node, scope)
        scope = scope.parent
    return found[0].written if len(found) == 1 else None
