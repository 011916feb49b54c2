"""Lines of eager code that run graphs or change something, and which of two comes first."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from tflint.facts.expressions.container_parts import KeyPath
from tflint.facts.graphs.graph_sites import display
from tflint.facts.order.access_paths import AccessPath
from tflint.finding import Reason
from tflint.syntax.blocks import LOOPS
from tflint.syntax.branches import BranchPlace, are_exclusive_places
from tflint.syntax.exits import leaves_function, leaves_loop
from tflint.syntax.expressions import names_along
from tflint.syntax.model import Binding, Block, CallSite, Function, loops_around, outward
from tflint.syntax.path_conditions import certain_parts, conditions_around, statements_of
from tflint.syntax.positions import EventPosition, position_of
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import walk


class Given(NamedTuple):
    """What a call is given, as a function writes it."""

    node: ast.expr
    function: Function


class Event(NamedTuple):
    """A line of eager code that calls a graph, or changes something, directly or through calls.

    Attributes:
        function: the eager function, or module body, that holds the line.
        place: what the event is about, as that function calls it; None when that is not known.
        graph: which graph is run (Keras has several for one function).
        entry: the function traced.
        owner: the object whose method that is, as the eager function calls it: each has its own graph.
        run: the call by which Keras runs the graph; None for other graphs.
        given: the data of that call, as far up as callers give it; None where nobody writes it.
    """

    function: Function
    node: ast.AST
    block: Block | None
    place: AccessPath | None
    graph: str = ""
    entry: Function | None = None
    owner: AccessPath | None = None
    run: CallSite | None = None
    given: Given | None = None

    @property
    def line(self) -> int:
        """Where it stands."""
        return getattr(self.node, "lineno", 0)

    @property
    def position(self) -> tuple[int, int, bool]:
        """When it happens, among the lines of its function: arguments come before their call."""
        return position_of(self.node)

    def of_part(self, *names: str) -> Event:
        """The same about an attribute of what it is about."""
        return self if self.place is None else self._replace(place=self.place.part(*names))


class Mutation(NamedTuple):
    """One place that gives something another value.

    Attributes:
        text: what is changed, as written there.
        constant: whether it is given the same value whenever the line runs.
        value: that value, where it can be compared with what others give; else None.
        certain: whether it can be no other object than the trace read; else the ways to it must
            agree.
        owner: the object whose attribute is set, or changed inside, as written there; None for variables.
        paths: where in a container something is changed inside; None for other changes.
        is_of_part: whether something in a container is changed inside, and not the container itself.
        binding: what gives the value, where that is a statement.
        of_class: whether it is of a class, and so of all its objects.
        of_weights: whether it says which weights the model trains that holds the object, or is it.
        is_known: whether the object, the order and the trace are all known; else one of them is assumed.
    """

    event: Event
    text: str
    constant: bool
    certain: bool = True
    owner: ast.expr | None = None
    value: Hashable = None
    paths: frozenset[KeyPath] | None = None
    is_of_part: bool = False
    binding: Binding | None = None
    of_class: bool = False
    of_weights: bool = False
    is_known: bool = True

    def where(self, path: str) -> str:
        """The line of the change, for a message about a file."""
        module = self.event.function.module
        return f"{module.on_line(self.event.line)}" + (
            "" if module.path == path else f" of {module.path.rpartition('/')[2]}"
        )

    @property
    def reason(self) -> Reason:
        """The change as a link of a chain."""
        function = self.event.function
        where = "the module" if function.is_module else display(function)
        text = f"`{self.text}` is changed by {where}, between calls of the graph"
        return Reason(function.module.path, self.event.line, text)


def when(event: Event) -> EventPosition:
    return event.position


def are_exclusive(first: Event, second: Event) -> bool:
    """True for places of which one run of their function comes to one at most."""
    return are_exclusive_places(
        BranchPlace(first.block, first.line), BranchPlace(second.block, second.line)
    )


def are_of_different_runs(first: Event, second: Event) -> bool:
    """True for places of which one needs a constant of the program to be true, the other to be false."""
    flags = dict(_constants_true_or_false(first))
    return any(
        flags.get(key, holds) is not holds for key, holds in _constants_true_or_false(second)
    )


def _constants_true_or_false(event: Event) -> Iterator[tuple[tuple[Function, str], bool]]:
    """Names that their module binds once and for all, by the truth that a place needs them to have."""
    function = event.function
    for test, outcome in conditions_around(event.node, event.block, function):
        for part, holds in certain_parts(test, outcome, function):
            if isinstance(part, ast.Name):
                scope = holder_of(part.id, function)
                if scope is not None and scope.is_module and _is_bound_once(part.id, scope):
                    yield (scope, part.id), holds


def _is_bound_once(name: str, scope: Function) -> bool:
    bindings = scope.bindings.get(name, ())
    return (
        len(bindings) == 1
        and bindings[0].kind == "assign"
        and not loops_around(bindings[0].block)
        and name not in scope.module.global_bindings
    )


def made_once(given: ast.expr, function: Function) -> Binding | None:
    """The one binding that a name has in its function, where that makes an object."""
    bindings = function.bindings.get(given.id, ()) if isinstance(given, ast.Name) else ()
    if len(bindings) != 1 or loops_around(bindings[0].block):
        return None
    return bindings[0] if isinstance(bindings[0].written, ast.Call) else None


def makings_of_changed(event: Event) -> list[Binding]:
    """Where the function of an event makes the object whose attribute it changes, or what holds that."""
    place = event.place
    if place is None or len(place.parts) < 2 or place.scope is not event.function:
        return []
    stored = [
        store.binding
        for length in range(2, len(place.parts))
        for store in event.function.stores_by_name.get(place.parts[length - 1], ())
        if names_along(store.node) == place.parts[:length]
    ]
    return [*event.function.bindings.get(place.parts[0], []), *stored]


def makings_of_owner(event: Event) -> list[Binding]:
    """Where a function makes the object whose graph it runs; nowhere if that may have been there before."""
    if event.owner is None or event.owner.scope is not event.function or event.owner.parts[1:]:
        return []
    bindings = event.function.bindings.get(event.owner.parts[0], [])
    made = all(b.kind == "assign" and isinstance(b.value, ast.Call) for b in bindings)
    return bindings if made else []


def is_made_between(first: Event, second: Event, makings: list[Binding]) -> bool:
    """True when an object is made anew between two lines: they are about two objects."""
    return any(
        first.position < position_of(binding.node) < second.position
        for binding in makings
        if binding.kind == "assign"
    )


def is_made_in(loop: ast.AST, makings: list[Binding]) -> bool:
    """True when each turn of a loop makes an object anew."""
    return any(loop in loops_around(binding.block) for binding in makings)


def is_flagged_at_first(event: Event) -> bool:
    """True in a loop for a line under a test of a flag that was set for it before the loop.

    ``frozen = False``, and then, in the loop, ``if not frozen: frozen = True; freeze(layer)``.
    """
    function, loops = event.function, loops_around(event.block)
    if not loops:
        return False
    parts = [
        part
        for test, outcome in conditions_around(event.node, event.block, function)
        for part in certain_parts(test, outcome, function)
    ]
    flags = [
        (binding.value.value, outcome)
        for test, outcome in parts
        if isinstance(test, ast.Name)
        for binding in function.bindings.get(test.id, ())
        if isinstance(binding.value, ast.Constant) and loops[-1] not in loops_around(binding.block)
    ]
    return bool(flags) and all(bool(value) is outcome for value, outcome in flags)


def loops_of_first_turn(event: Event) -> set[ast.AST]:
    """The loops around a line that come to it in their first turn only: under ``if epoch == 0:``."""
    function, loops = event.function, loops_around(event.block)
    if not loops:
        return set()
    asked = [
        (part.id, 0) if isinstance(part, ast.Name) else _equal(part)
        for test, outcome in conditions_around(event.node, event.block, function)
        for part, holds in certain_parts(test, outcome, function)
        if holds is not isinstance(part, ast.Name)
    ]
    counters = {loop: counter for loop in loops if (counter := _counter(loop)) is not None}
    return {
        loop
        for loop, counter in counters.items()
        if counter in asked and len(function.bindings.get(counter[0], ())) == 1
    }


def _equal(test: ast.expr) -> tuple[str, object] | None:
    """The name and the constant that a test compares; None for other tests."""
    match test:
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=c)]
        ):
            return name, c
        case _:
            return None


def _counter(loop: ast.AST) -> tuple[str, object] | None:
    """The variable that counts the turns of a loop, and its first value; None without."""
    match loop:
        case ast.For(
            target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[*given])
        ):
            start = given[0] if len(given) > 1 else ast.Constant(0)
        case ast.For(
            target=ast.Tuple(elts=[ast.Name(id=name), _]),
            iter=ast.Call(func=ast.Name(id="enumerate"), args=[_, *given], keywords=[]),
        ):
            start = given[0] if given else ast.Constant(0)
        case _:
            return None
    return (name, start.value) if isinstance(start, ast.Constant) else None


class Leaving(NamedTuple):
    """How the turn of a loop, or the run of a function, ends that comes to a line.

    Attributes:
        loops: the loops of which no turn follows.
        line: where the statement ends that leaves them.
        ends_function: whether it leaves the function, too.
    """

    loops: list[ast.AST]
    line: int
    ends_function: bool

    def is_past(self, later: Event) -> bool:
        """True for a line that the same run does not come to."""
        return later.line > self.line and (
            self.ends_function or any(loop in loops_around(later.block) for loop in self.loops)
        )


def leaving(event: Event) -> Leaving | None:
    """What ends loops or the function whenever a line has run: ``limit.on = True; break``."""
    for block in (*outward(event.block), None):
        row = statements_of(event.function) if block is None else block.siblings
        last = next((each for each in reversed(row) if _is_after(each, event.line)), None)
        if block is None and (last is None or not leaves_loop([last])):
            return None  # as of most modules, which may be long
        rest = [statement for statement in row if _is_after(statement, event.line)]
        if any(isinstance(part, ast.Continue) for statement in rest for part in walk(statement)):
            return None
        if leaves_loop(rest):
            end = rest[-1].end_lineno or 0
            if leaves_function(rest):
                caught = _may_be_caught(rest[-1], event.block)
                return None if caught else Leaving(loops_around(event.block), end, True)
            return Leaving(loops_around(block)[:1], end, False)
        if block is not None and isinstance(block.node, LOOPS):
            return None
    return None


def _is_after(statement: ast.stmt, line: int) -> bool:
    """True for a statement below a line, or that returns what the line gives."""
    if isinstance(statement, ast.Return) and (statement.end_lineno or 0) >= line:
        return True
    return statement.lineno > line


def _may_be_caught(statement: ast.stmt, block: Block | None) -> bool:
    """True for ``raise`` in the body of a ``try`` that handles errors."""
    return not isinstance(statement, ast.Return) and any(
        isinstance(around.node, ast.Try) and around.arm == "body" and around.node.handlers
        for around in outward(block)
    )


def is_conditional_in(block: Block | None, loop: ast.AST) -> bool:
    """True when a line runs in some turns of a loop only."""
    for around in outward(block):
        if around.node is loop:
            return False
        if isinstance(around.node, (ast.If, ast.IfExp, ast.Match)):
            return True
    return False
