"""What the first pass of a program does, and no later one: lines under flags that this pass raises.

``if not self.ready: self._store(data); self.ready = True`` stores once in the life of its object, however
often it is called, and so does each line that leads to it and always comes to that test.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tflint.facts.graphs.once import answers, comes_with, truth
from tflint.facts.order.access_paths import AccessPath, AccessPaths
from tflint.facts.order.eager_events import Event, are_exclusive, made_once
from tflint.facts.order.eager_mutations import Mutations
from tflint.syntax.definitions import is_of_self
from tflint.syntax.exits import ends_program
from tflint.syntax.model import Block, CallSite, Function, loops_around, outward
from tflint.syntax.path_conditions import certain_parts, conditions_around

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_MOST_CALLS_DOWN = 2
"""Calls that are followed down to where a flag is raised."""
_NO_FLAGS: frozenset[AccessPath] = frozenset()
_ALIKE = (ast.Is, ast.Eq)
_ARMS = ("handlers", "cases")
"""Arms of statements that are no test, which run only where something else said so."""

_UNNAMED = ("",)
"""The way to a flag of an object that no variable holds, as in ``self.models[i].fit(data)``."""


class FirstPasses:
    """Flags that the first pass raises, for one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._paths = AccessPaths.of(project)
        self._of_lines: dict[ast.AST, frozenset[AccessPath]] = {}

    @classmethod
    def of(cls, project: Project) -> FirstPasses:
        """Those of a project, made once."""
        return project.remember(cls)

    def flags(
        self, lines: list[Event], runs: Callable[[Function], list[Event]]
    ) -> dict[Event, frozenset[AccessPath]]:
        """For lines that lead to one change, the flags which stand between each of them and it.

        Where a line has one, its first run makes the change, if no other line has raised the flag, and
        no later run does. ``runs`` says where a function runs the graph that a change is held against.
        """
        search = _FlagSearch(self, lines, runs)
        return {
            line: frozenset(flag for flag in search.flags(line) if _is_one_for(line, flag))
            for line in lines
        }

    def lifted(self, flag: AccessPath, site: CallSite, called: Function) -> AccessPath:
        """What the caller of a function calls a flag."""
        above = self._paths.lifted(flag, site, called)
        return AccessPath(site.function, _UNNAMED) if above is None else above

    def sites(self, function: Function) -> list[CallSite]:
        """Where a function is called."""
        return self._project.repetition.sites_in_order(function)

    def own_flags(self, line: Event) -> frozenset[AccessPath]:
        """The flags that a line of a function stands under, and that the same run raises for good."""
        if line.node not in self._of_lines:
            self._of_lines[line.node] = frozenset(
                self._raised(line.node, line.block, line.function)
            )
        return self._of_lines[line.node]

    def _raised(
        self, node: ast.AST, block: Block | None, function: Function
    ) -> Iterator[AccessPath]:
        around = [None, *outward(block)]
        for test, outcome in conditions_around(node, block, function):
            for part, held in certain_parts(test, outcome, function):
                asked = _asked(part, function)
                flag = None if asked is None else self._paths.place(asked, function)
                if asked is None or flag is None or self._is_lowered(part, held, asked, function):
                    continue
                if any(
                    comes_with(answer, around) and self.is_always(node, answer, function)
                    for answer in self._answers(part, held, function)
                ):
                    yield flag

    def is_always(self, node: ast.AST, block: Block | None, function: Function) -> bool:
        """True for a line of a block that a first run comes to, unless an error ends it before."""
        if any(around.arm in _ARMS for around in outward(block)):
            return False
        return all(
            _raises(test, function)
            or all(
                _asked(part, function) is not None
                and any(True for _ in self._answers(part, held, function))
                for part, held in certain_parts(test, outcome, function)
            )
            for test, outcome in conditions_around(node, block, function)
        )

    def _answers(
        self, test: ast.expr, outcome: bool, function: Function, depth: int = _MOST_CALLS_DOWN
    ) -> Iterator[Block | None]:
        """Where a function, or what it calls of the same object, answers a test for good."""
        yield from answers(test, outcome, function)
        for site in function.calls if depth and function.owner is not None else ():
            if _is_of_same_object(site):
                called = self._project.inference.callers.called(site)
                if called and all(
                    method.self_name == function.self_name
                    and self._always_answers(test, outcome, method, depth - 1)
                    for method in called
                ):
                    yield site.block

    def _always_answers(self, test: ast.expr, outcome: bool, method: Function, depth: int) -> bool:
        """True for a method that answers a test whenever it is called, if it has to be answered."""
        return any(
            all(
                isinstance(around.node, ast.If) and _is_same_test(around, test, outcome, method)
                for around in outward(answer)
            )
            for answer in self._answers(test, outcome, method, depth)
        )

    def _is_lowered(
        self, test: ast.expr, outcome: bool, flag: ast.expr, function: Function
    ) -> bool:
        """True where some code, other than a constructor, lets the test of a flag turn out so again."""
        return any(
            isinstance(node, ast.Assign)
            and any(isinstance(target, (ast.Attribute, ast.Name)) for target in node.targets)
            and _turns_out(test, outcome, node.value)
            for node in self._assignments(flag, function)
        )

    def _assignments(self, flag: ast.expr, function: Function) -> Iterator[ast.AST]:
        """Where eager code gives a flag another value, but for those of objects just made."""
        if isinstance(flag, ast.Name):
            for _, binding in function.module.global_bindings.get(flag.id, ()):
                yield binding.node
        elif isinstance(flag, ast.Attribute):
            for change in Mutations.of(self._project).of_attribute(flag.attr):
                event = change.event
                if change.owner is None or made_once(change.owner, event.function) is None:
                    yield event.node


class _FlagSearch:
    """The flags between each line that leads to a change and that change."""

    def __init__(
        self, passes: FirstPasses, lines: list[Event], runs: Callable[[Function], list[Event]]
    ) -> None:
        self._passes = passes
        self._runs = runs
        self._known: dict[Event, frozenset[AccessPath]] = {}
        self._below: dict[ast.AST, list[tuple[Event, CallSite]]] = {}
        self._inside: dict[Function, list[Event]] = {}
        for line in lines:
            self._inside.setdefault(line.function, []).append(line)
            for site in passes.sites(line.function):
                self._below.setdefault(site.node, []).append((line, site))

    def flags(self, line: Event) -> frozenset[AccessPath]:
        """Those that a run of a line comes to on each way to the change."""
        if line not in self._known:
            self._known[line] = frozenset()  # where calls come back to it
            ways = [
                {self._passes.lifted(flag, site, inner.function) for flag in self._passed(inner)}
                for inner, site in self._below.get(line.node, ())
            ]
            found = set.intersection(*ways) if ways else set()
            self._known[line] = self._passes.own_flags(line) | found
        return self._known[line]

    def _passed(self, line: Event) -> frozenset[AccessPath]:
        """The flags of a line that its function comes to first of all, or before it runs the graph."""
        flags, function = self.flags(line), line.function
        if self._passes.is_always(line.node, line.block, function):
            return flags
        runs = {run.node for run in self._runs(function) if not are_exclusive(run, line)}
        if runs and runs <= {inner.node for inner in self._inside[function] if self.flags(inner)}:
            return flags
        return self._passes.own_flags(line)


def _is_one_for(line: Event, flag: AccessPath) -> bool:
    """False where loops run a line for one object with the flags of several."""
    place = line.place
    if place is None or (place.scope, place.parts[0]) == (flag.scope, flag.parts[0]):
        return True
    loops = loops_around(line.block)
    return _is_named(flag) and not any(
        binding.node in loops or any(loop in loops for loop in loops_around(binding.block))
        for binding in flag.scope.bindings.get(flag.parts[0], ())
    )


def may_be_alike(some: frozenset[AccessPath], others: frozenset[AccessPath]) -> bool:
    """True where two lines may stand under one flag."""
    flags = some | others
    return bool(some and others) and (not some.isdisjoint(others) or not all(map(_is_named, flags)))


def _is_named(flag: AccessPath) -> bool:
    """False for the flag of an object that no variable holds."""
    return flag.parts != _UNNAMED


def _asked(test: ast.expr, function: Function) -> ast.expr | None:
    """The flag that a test asks, an attribute or a global variable; None for other tests."""
    match test:
        case ast.Attribute():
            return test
        case ast.Name(id=name):
            return test if name in function.global_names else None
        case ast.Compare(
            left=left,
            ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()],
            comparators=[ast.Constant()],
        ):
            return _asked(left, function)
        case ast.Call(func=ast.Name(id="len" | "bool"), args=[asked]):
            return _asked(asked, function)
        case ast.Call(
            func=ast.Name(id="hasattr" | "getattr"), args=[owner, ast.Constant(value=str(attr)), *_]
        ):
            return ast.copy_location(ast.Attribute(owner, attr, ast.Load()), test)
        case _:
            return None


def _turns_out(test: ast.expr, outcome: bool, value: ast.expr) -> bool:
    """True where a test of a flag is known to turn out some way with a value."""
    match test:
        case ast.Compare(ops=[op], comparators=[ast.Constant(value=constant)]):
            same = isinstance(op, _ALIKE) is outcome
            return isinstance(value, ast.Constant) and (value.value == constant) is same
        case ast.Call(func=ast.Name(id="hasattr")):
            return False
        case _:
            return truth(value) is outcome


def _is_of_same_object(site: CallSite) -> bool:
    """True for ``self.method()`` and ``super().method()``."""
    match site.node.func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))):
            return True
        case _:
            return is_of_self(site)


def _raises(test: ast.expr, function: Function) -> bool:
    """True for the test of an ``if`` that has an arm which ends in an error."""
    return any(
        isinstance(statement, ast.If)
        and statement.test is test
        and (ends_program(statement.body) or ends_program(statement.orelse))
        for statement, _ in function.statements
    )


def _is_same_test(around: Block, test: ast.expr, outcome: bool, function: Function) -> bool:
    """True for an arm that is run wherever a test turns out some way."""
    assert isinstance(around.node, ast.If)
    return all(
        held is outcome and ast.dump(part) == ast.dump(test)
        for part, held in certain_parts(around.node.test, around.arm == "body", function)
    )
