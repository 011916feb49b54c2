"""Which names and attributes a loop changes, and which expressions read them."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Set
from itertools import takewhile

from tflint.api import knowledge
from tflint.syntax.exits import last_way_out, leaves_function, leaves_loop
from tflint.syntax.expressions import key_of
from tflint.syntax.model import LOOPS, Block, CallSite, loops_around, outward
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.trees import once_a_node, walk

_MUTATORS = frozenset().union(*knowledge.MUTATORS.values())


@once_a_node
def changing_names(loop: ast.AST) -> frozenset[str]:
    """Names that a loop binds: its targets, and what its body assigns."""
    if isinstance(loop, ast.comprehension):
        return frozenset(part.id for part in walk(loop.target) if isinstance(part, ast.Name))
    return frozenset(part.id for part in _bound(loop))


def _bound(loop: ast.AST) -> Iterator[ast.Name]:
    """The names that a loop gives a value; those of comprehensions inside are their own."""
    parts = list(walk(loop))
    own = {id(n) for p in parts if isinstance(p, ast.comprehension) for n in walk(p.target)}
    for part in parts:
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and id(part) not in own:
            yield part


@once_a_node
def names_of_each_turn(loop: ast.AST) -> frozenset[str]:
    """Names that a loop binds at each turn; what a test inside it assigns, it assigns at some."""
    if isinstance(loop, ast.comprehension):
        return changing_names(loop)
    under_tests = [part for part in walk(loop) if isinstance(part, (ast.If, ast.IfExp, ast.Match))]
    seldom = {id(name) for test in under_tests for name in walk(test)}
    return frozenset(name.id for name in _bound(loop) if id(name) not in seldom)


@once_a_node
def changing_attributes(loop: ast.AST) -> frozenset[Hashable]:
    """Attributes that a loop assigns, by their keys: ``self.state``."""
    return frozenset(
        key_of(part)
        for part in walk(loop)
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
    )


def reads_any(node: ast.AST, names: Set[str]) -> bool:
    """True when an expression reads one of the names."""
    return any(isinstance(part, ast.Name) and part.id in names for part in walk(node))


def reads_attribute(node: ast.AST, keys: Set[Hashable]) -> bool:
    """True when an expression reads one of the attributes, which are given by their keys."""
    return bool(keys) and any(
        isinstance(part, ast.Attribute) and key_of(part) in keys for part in walk(node)
    )


@once_a_node
def filled_names(loop: ast.AST) -> frozenset[str]:
    """Names of containers that a loop puts something into, or takes something out of.

    And of those that hold such a container: ``inputs`` of ``inputs["image"][:, i] = x``.
    """
    return frozenset(part.id for part in _filled(loop) if isinstance(part, ast.Name))


@once_a_node
def filled_attributes(loop: ast.AST) -> frozenset[Hashable]:
    """The same of containers that are attributes, by their keys: ``self.rows``."""
    return frozenset(key_of(part) for part in _filled(loop) if isinstance(part, ast.Attribute))


def is_changed_inside(key: Hashable, code: ast.AST) -> bool:
    """True where code puts something into what a name or attribute stands for, or sets an attribute of it.

    ``config["rows"] = 5`` and ``config.rows = 5`` for the key of ``config``.
    """
    return (
        key in filled_names(code)
        or key in filled_attributes(code)
        or any(isinstance(one, tuple) and one[0] == key for one in changing_attributes(code))
    )


def _filled(loop: ast.AST) -> Iterator[ast.expr]:
    for part in walk(loop):
        match part:
            case ast.Call(func=ast.Attribute(value=container, attr=attr)) if attr in _MUTATORS:
                yield _outermost(container)
            case ast.Subscript(value=container, ctx=ast.Store()):
                yield _outermost(container)


def _outermost(container: ast.expr) -> ast.expr:
    """What holds a container, by whatever items of it: ``inputs`` of ``inputs["image"][0]``."""
    while isinstance(container, ast.Subscript):
        container = container.value
    return container


def runs_once_in_loop(site: CallSite) -> bool:
    """True under a flag that the branch turns, and the loop around it does not turn back."""
    loops = loops_around(site.block)
    for around in outward(site.block) if loops else ():
        if around.node in loops:
            return False
        if isinstance(around.node, ast.If) and around.arm == "body":
            test = around.node.test
            both = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
            for part in test.values if both and isinstance(test, ast.BoolOp) else [test]:
                flag = part.operand if isinstance(part, ast.UnaryOp) else part
                if isinstance(flag, ast.Name) and _turns(around, flag.id, loops[0]):
                    return True
    return False


def is_left_after(site: CallSite, loop: ast.AST) -> bool:
    """True for a loop that the turn leaves once a call is made, unless that fails."""
    around_call = loops_around(site.block)
    inner = around_call[: around_call.index(loop)] if loop in around_call else []
    for around in outward(site.block):
        if isinstance(around.node, (ast.If, ast.Try, *LOOPS)):
            leaves = leaves_function if inner else leaves_loop  # whose `break` leaves the inner one
            if last_way_out(around.siblings, leaves) >= site.node.lineno:
                return True
        if around.node is loop:
            break
        inner = [other for other in inner if other is not around.node]
    return False


def flags_around(site: CallSite) -> frozenset[str]:
    """The names that tests around a call have found to be true: ``done`` under ``if done:``."""
    return frozenset(
        part.id
        for test, outcome in conditions_around(site.node, site.block, site.function)
        for part, is_true in certain_parts(test, outcome, site.function)
        if is_true and isinstance(part, ast.Name)
    )


def is_of_last_turn(site: CallSite, flags: Set[str]) -> bool:
    """True for a call in a loop that one of these flags, true there, ends: ``while not done:``.

    Or ``if done: break`` further down.
    """
    loops = loops_around(site.block)
    return bool(loops) and any(_ends_loop(flag, loops[0], site) for flag in flags)


def _ends_loop(flag: str, loop: ast.AST, site: CallSite) -> bool:
    if any(
        isinstance(part, ast.Name)
        and part.id == flag
        and isinstance(part.ctx, ast.Store)
        and part.lineno >= site.node.lineno
        for part in walk(loop)
    ):
        return False
    if isinstance(loop, ast.While) and any(
        isinstance(part, ast.Name) and part.id == flag and not is_true
        for part, is_true in certain_parts(loop.test, True, site.function)
    ):
        return True
    blocks = outward(site.block)
    inside = takewhile(lambda around: loop in loops_around(around), blocks)
    return any(
        isinstance(statement, ast.If)
        and statement.lineno > site.node.lineno
        and _holds_with(statement.test, flag)
        and leaves_loop(statement.body)
        for around in inside
        for statement in around.siblings
    )


def _holds_with(test: ast.expr, flag: str) -> bool:
    """True for a test that a flag is enough for: ``done or step > 100``."""
    match test:
        case ast.Name(id=name):
            return name == flag
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(_holds_with(value, flag) for value in values)
        case _:
            return False


def is_for_one_item(site: CallSite) -> bool:
    """True under a test that only one item of the loop around it passes: ``if i == last:``.

    What the item is compared with stays the same meanwhile.
    """
    loops = loops_around(site.block)
    loop = loops[0] if loops else None
    if not isinstance(loop, (ast.For, ast.AsyncFor)):
        return False
    targets = {part.id for part in walk(loop.target) if isinstance(part, ast.Name)}
    for around in outward(site.block):
        if around.node is loop:
            return False
        match around.node:
            case ast.If(
                test=ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[one])
            ):
                stays = not reads_any(one, changing_names(loop))
                if name in targets and stays and around.arm == "body":
                    return True
    return False


def _turns(branch: Block, flag: str, loop: ast.AST) -> bool:
    """True where a branch gives a flag a constant, and nothing else in the loop gives it a value."""
    inside = [
        statement
        for statement in branch.siblings
        if isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Constant)
        and any(isinstance(target, ast.Name) and target.id == flag for target in statement.targets)
    ]
    stores = [
        part
        for part in walk(loop)
        if isinstance(part, ast.Name) and part.id == flag and isinstance(part.ctx, ast.Store)
    ]
    return len(inside) == len(stores) > 0
