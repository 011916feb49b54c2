"""What tests let run once in the life of what they ask, in eager code as in a graph.

``if self._first: ...`` does, with ``self._first = False`` beside or below it. A graph does no less there
than eager code, so Python's effects make no difference.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import IntEnum

from tflint.syntax.definitions import is_of_self
from tflint.syntax.exits import ends_program
from tflint.syntax.expressions import are_same, key_of
from tflint.syntax.model import Block, CallSite, Function, outward
from tflint.syntax.path_conditions import any_condition, certain_parts, conditions_around
from tflint.syntax.scopes import holder_of, is_only_a_parameter

_FILLING = frozenset({"append", "extend", "insert", "update", "setdefault", "add"})


class Once(IntEnum):
    """Whether tests let code run once; of two that stand around each other, the surer holds."""

    NO = 0
    """Nothing says so."""
    PERHAPS = 1
    """A test asks whether something exists already, and may be there to create it once."""
    SURELY = 2
    """What a test asks is answered for good where the code runs: it runs once in eager code too."""


def is_done_once(statement: ast.AST, block: Block | None, function: Function) -> bool:
    """True where a test lets a line run once, since what runs with the line answers the test for good.

    So it is in the life of what the test asks about, which outlives the call: another object of the
    same class runs the line once again.
    """
    if not any_condition(
        block,
        statement,
        function,
        "once",
        lambda test, outcome: any(True for _ in _all_answers(test, outcome, function)),
    ):
        return False
    around = [None, *outward(block)]
    return any(
        comes_with(answer, around)
        for test, outcome in conditions_around(statement, block, function)
        for answer in _all_answers(test, outcome, function)
    )


def comes_with(answer: Block | None, around: list[Block | None]) -> bool:
    """True where all that stands in some blocks comes with an answer, unless an error ends the call."""
    while answer not in around:
        if answer is None or not _is_passed(answer):
            return False
        answer = answer.parent
    return True


def _is_passed(block: Block) -> bool:
    """True for a block that a run of what is around it comes through, or ends with an error."""
    if isinstance(block.node, ast.Try):
        raises = all(ends_program(handler.body) for handler in block.node.handlers)
        return block.arm == "finalbody" or (block.arm == "body" and raises)
    return isinstance(block.node, (ast.With, ast.AsyncWith))


def _all_answers(test: ast.expr, outcome: bool, function: Function) -> Iterator[Block | None]:
    for part, held in certain_parts(test, outcome, function):
        yield from answers(part, held, function)


def answers(test: ast.expr, outcome: bool, function: Function) -> Iterator[Block | None]:
    """Where a function makes sure that a test will not turn out this way again."""
    match test:
        case ast.Call():
            yield from _answers_of_call(test, outcome, function)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield from _answers_of_comparison(left, op, right, outcome, function)
        case ast.Name() | ast.Attribute() | ast.Subscript():
            for given, block in _given(test, function):
                known = truth(given)
                if known is (not outcome) or (known is None and not outcome):
                    yield block
            if not outcome and _outlives(test, function):
                yield from _filled(test, function)


def _answers_of_call(test: ast.Call, outcome: bool, function: Function) -> Iterator[Block | None]:
    match test:
        case ast.Call(func=ast.Name(id="len" | "bool"), args=[asked]):
            yield from answers(asked, outcome, function)
        case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(attr)), *_]):
            yield from answers(ast.Attribute(owner, attr, ast.Load()), outcome, function)
        case ast.Call(func=ast.Name(id="hasattr"), args=[owner, ast.Constant(value=str(attr))]):
            if not outcome:
                for _, block in _given(ast.Attribute(owner, attr, ast.Load()), function):
                    yield block


def _answers_of_comparison(
    left: ast.expr, op: ast.cmpop, right: ast.expr, outcome: bool, function: Function
) -> Iterator[Block | None]:
    match left, op, right:
        case ast.Call(func=ast.Name(id="len"), args=[asked]), _, ast.Constant(value=int(bound)):
            says_some = _SAYS_SOME.get((type(op), bound))
            if says_some is not None:
                yield from answers(asked, outcome is says_some, function)
        case _, ast.In() | ast.NotIn(), _:
            if isinstance(op, ast.In) is not outcome and _outlives(right, function):
                yield from _put_in(left, right, function)
        case (
            _,
            ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq(),
            ast.Constant(value=constant),
        ):
            same = isinstance(op, (ast.Is, ast.Eq)) is outcome
            for given, block in _given(left, function):
                if isinstance(given, ast.Constant):
                    if (given.value == constant) is not same:
                        yield block
                elif same and (constant is None or given is None):
                    yield block


_SAYS_SOME = {
    (ast.Eq, 0): False,
    (ast.Lt, 1): False,
    (ast.NotEq, 0): True,
    (ast.Gt, 0): True,
    (ast.GtE, 1): True,
}
"""Comparisons of a length, each with whether it says that there is something."""


def truth(given: ast.expr | None) -> bool | None:
    """Whether what is written counts as true; None when nobody knows."""
    match given:
        case ast.Constant(value=value):
            return bool(value)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return bool(parts)
        case ast.Dict(values=parts):
            return bool(parts)
        case _:
            return None


def _given(asked: ast.expr, function: Function) -> Iterator[tuple[ast.expr | None, Block | None]]:
    """What a function gives a variable, attribute or item that outlives the call, and where.

    None stands for what is not written there.
    """
    match asked:
        case ast.Name(id=name) if name in function.global_names | function.nonlocal_names:
            for binding in function.bindings.get(name, ()):
                plain = binding.kind == "assign" and not binding.path
                yield binding.value if plain else None, binding.block
        case ast.Attribute() if _outlives(asked, function):
            for store in function.stores:
                if are_same(store.node, asked):
                    binding = store.binding
                    plain = binding.kind == "assign" and not binding.path
                    yield binding.value if plain else None, binding.block
            for site in function.calls:
                yield from ((value, site.block) for value in _given_by_call(site, asked, function))
            yield from ((value, None) for value in _given_by_callers(asked, function))
        case ast.Subscript() if _outlives(asked, function):
            for statement, block in function.statements:
                if isinstance(statement, ast.Assign):
                    if any(are_same(target, asked) for target in statement.targets):
                        yield statement.value, block
                elif isinstance(statement, ast.AugAssign) and are_same(statement.target, asked):
                    yield None, block


def _given_by_call(
    site: CallSite, asked: ast.Attribute, function: Function
) -> Iterator[ast.expr | None]:
    """What a call gives an attribute: ``setattr``, or a method of the same object that sets it."""
    match site.node:
        case ast.Call(
            func=ast.Name(id="setattr"), args=[owner, ast.Constant(value=attr), value]
        ) if attr == asked.attr and are_same(owner, asked.value):
            yield value
        case ast.Call(func=ast.Attribute(value=ast.Name(id=root), attr=name)) if (
            function.owner is not None
            and root == function.self_name
            and key_of(asked.value) == root
            and name in function.owner.methods
        ):
            for store in function.owner.methods[name].stores:
                if store.node.attr == asked.attr and store.binding.block is None:
                    yield store.binding.value if not store.binding.path else None


def _given_by_callers(asked: ast.Attribute, function: Function) -> Iterator[ast.expr | None]:
    """What each method that calls this one of the same object gives an attribute, wherever it calls.

    ``self._show(x)`` and, below it, ``self._once = False``.
    """
    owner, root = function.owner, function.self_name
    if owner is None or root is None or key_of(asked.value) != root:
        return
    sites = function.module.calls.get(function.name, ())
    found = []
    for site in sites:
        method = site.function
        if method is function or method.owner is not owner or not is_of_self(site):
            return
        given = [
            store.binding
            for store in method.stores
            if store.node.attr == asked.attr and key_of(store.node.value) == method.self_name
        ]
        if [binding.block for binding in given] != [None] or given[0].path:
            return
        found.append(given[0].value if given[0].kind == "assign" else None)
    yield from found[:1] if len({ast.dump(value) for value in found if value}) == 1 else ()


def _put_in(key: ast.expr, holder: ast.expr, function: Function) -> Iterator[Block | None]:
    """Where a function puts a key into a container."""
    item = ast.Subscript(holder, key, ast.Load())
    for _, block in _given(item, function):
        yield block
    for site in function.calls:
        match site.node:
            case ast.Call(
                func=ast.Attribute(value=changed, attr="add" | "append" | "setdefault"),
                args=[put, *_],
            ) if are_same(put, key) and are_same(changed, holder):
                yield site.block


def _filled(asked: ast.expr, function: Function) -> Iterator[Block | None]:
    """Where a function puts something into a container."""
    for site in function.calls:
        if site.name in _FILLING and isinstance(site.node.func, ast.Attribute):
            if are_same(site.node.func.value, asked):
                yield site.block
    for statement, block in function.statements:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if any(isinstance(t, ast.Subscript) and are_same(t.value, asked) for t in targets):
            yield block


def _outlives(node: ast.expr, function: Function) -> bool:
    """True for what is reached through a variable that is not the function's own, or a parameter."""
    root = node
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if not isinstance(root, ast.Name):
        return False
    holder = holder_of(root.id, function)
    if holder is not function:
        return holder is not None
    return root is not node and is_only_a_parameter(root.id, function)
