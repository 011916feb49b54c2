"""When eager code calls blocks of Gluon that it has hybridized, and what drops their graphs.

A block that is hybridized makes its graph when it is next called, one for all that it is given, and keeps
it until ``hybridize`` or ``cast`` comes to it again, by a block around it or by itself, or until it gets
another child. What is done to a block inside of it does not reach its graph.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tflint.api import knowledge
from tflint.facts.expressions.values import (
    NONE,
    SYMBOL,
    UNKNOWN,
    ExternalInstance,
    Instance,
    Value,
    members,
)
from tflint.facts.graphs.guards import is_conditional
from tflint.facts.order.access_paths import AccessPath, AccessPaths
from tflint.facts.order.eager_events import Event, is_made_between, made_once
from tflint.facts.programs.following_objects import is_switched_off
from tflint.syntax.model import (
    AttributeStore,
    Block,
    CallSite,
    Class,
    Function,
    loops_around,
    outward,
)

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

GLUON_GRAPH = "hybridized block"
"""The graph of a block that is hybridized, whatever it is given."""
_GLUON = "mxnet.gluon."
Upward = Callable[[list[Event], Callable[[Event], bool]], Iterator[Event]]
"""Events, and the calls that lead to them, but for those that something ends."""


class _Line(NamedTuple):
    """A line that drops the graph of a block and of what is inside it, itself or by what it calls.

    Attributes:
        event: the line, and the block as its function calls it.
        is_switch: whether it says if the block makes graphs.
        is_on: whether it says that it does; None where that hangs on something.
    """

    event: Event
    is_switch: bool
    is_on: bool | None


class Hybridizing:
    """Which calls of blocks run a graph that was made before, in one project."""

    def __init__(self, project: Project, upward: Upward) -> None:
        self._project = project
        self._value = project.inference.value
        self._paths = AccessPaths.of(project)
        self._upward = upward

    def runs_block(self, site: CallSite) -> bool:
        """True for a call of what is a block, which runs its graph; of symbols it makes another graph."""
        called = members(self._value(site.node.func, site.function))
        return all(isinstance(member, Instance) for member in called) and not any(
            SYMBOL in members(self._value(given, site.function)) for given in site.node.args
        )

    def of_hybridized(self, calls: list[Event]) -> Iterator[Event]:
        """The calls of blocks that are known to be hybridized by then, and those that lead to them."""
        for call in calls:
            every = [*self._above(call)]
            known = {event for event in every if self._is_known(event)}
            leading = {above for event in known for above in self._above(event)}
            for event in every:
                if event in leading or not known.isdisjoint(self._above(event)):
                    yield event

    def _above(self, event: Event) -> Iterator[Event]:
        """A call of a block, and those that lead to it, as far as none of them switches its graph off."""
        return self._upward([event], lambda above: self._is_on_here(above) is False)

    def _is_known(self, call: Event) -> bool:
        return self._is_on_here(call) or self._is_on_when_made(call)

    def drops_between(self, first: Event, second: Event) -> bool:
        """True where the graph that ran at one line may be dropped until a later one is through."""
        return any(
            first.position < line.event.position < second.position or line.event.node is second.node
            for line in self._lines.get(second.function, ())
            if self._may_hold(line.event, second)
        )

    def drops_in(self, loop: ast.AST, call: Event) -> bool:
        """True where turns of a loop may drop the graph that runs at a line."""
        return any(
            loop in loops_around(line.event.block) and self._may_hold(line.event, call)
            for line in self._lines.get(call.function, ())
        )

    def _is_on_here(self, call: Event) -> bool | None:
        """Whether the function of a call has hybridized the block before; None where it does nothing."""
        before = [
            line
            for line in self._lines.get(call.function, ())
            if line.is_switch and line.event.position < call.position
        ]
        on = [
            line.event.position
            for line in before
            if line.is_on
            and line.event.block in (None, *outward(call.block))
            and _is_part(call.owner, line.event.place)
            and not self._is_another(line.event, call)
        ]
        off = [
            line.event.position
            for line in before
            if not line.is_on and self._may_hold(line.event, call)
        ]
        if not on and not off:
            return None
        return bool(on) and max(on) > max(off, default=(0, 0, False))

    def _is_another(self, line: Event, call: Event) -> bool:
        """True where the name of a block may stand for another one at a call than at a line before."""
        assert call.owner is not None
        return is_made_between(line, call, call.owner.scope.bindings.get(call.owner.parts[0], []))

    def _is_on_when_made(self, call: Event) -> bool:
        """True for a block that its own constructor hybridizes, or that of the object that holds it."""
        owner, function = call.owner, call.function
        if owner is None:
            return False
        held = owner.scope is function and owner.parts[0] == function.self_name
        return (
            held
            and function.owner is not None
            and self._hybridizes(function.owner, owner.parts[1:])
        ) or (
            call.entry is not None
            and call.entry.owner is not None
            and self._hybridizes(call.entry.owner, ())
        )

    def _hybridizes(self, definition: Class, way: tuple[str, ...]) -> bool:
        """True where constructors always hybridize what a way leads to from their object."""
        return any(
            line.is_on
            and line.event.block is None
            and line.event.place is not None
            and _is_part(AccessPath(maker, (maker.self_name or "", *way)), line.event.place)
            for base in self._project.inference.classes.bases(definition)
            if isinstance(base, Class) and (maker := base.methods.get("__init__")) is not None
            for line in self._lines.get(maker, ())
        )

    def _may_hold(self, line: Event, call: Event) -> bool:
        """True where the block that a line is about may be the one that is called, or hold it."""
        one, other = line.place, call.owner
        if one is None or other is None:
            return True
        if one[0] is other[0] and one.parts[0] == other.parts[0]:
            return one.parts == other.parts[: len(one.parts)]
        made = [made_once(ast.Name(path.parts[0]), path.scope) for path in (one, other)]
        return None in made or made[0] is made[1]

    @cached_property
    def _lines(self) -> dict[Function, list[_Line]]:
        """The lines of eager code that drop graphs, and the calls that lead to them, by function."""
        found: dict[Function, list[_Line]] = {}
        for line in chain(self._calls_of_methods(), self._new_children()):
            is_on = line.is_on
            for event in self._upward([line.event], lambda _: False):
                found.setdefault(event.function, []).append(line._replace(event=event, is_on=is_on))
                if is_on and is_conditional(event.block):
                    is_on = None  # for those who call the function
        return found

    def _calls_of_methods(self) -> Iterator[_Line]:
        """Calls of ``hybridize`` and of what else drops graphs."""
        for name in sorted({"cast", "hybridize", *knowledge.GLUON_FILLERS}):
            for site in self._project.names.calls.get(name, ()):
                func, function = site.node.func, site.function
                if isinstance(func, ast.Attribute) and self._may_be_block(func.value, function):
                    is_on = _is_on(site.node) if self._is_block(func.value, function) else None
                    event = self._event(func.value, function, site.node, site.block)
                    yield _Line(event, name == "hybridize", is_on)

    def _new_children(self) -> Iterator[_Line]:
        """Lines that give a block another block for an attribute, and so make it forget its graph."""
        for module in self._project.relevant_modules:
            for function in module.functions:
                for store in function.stores:
                    owner, given = store.node.value, store.binding.value
                    if (
                        given is not None
                        and self._may_be_block(owner, function)
                        and (store.binding.path or self._may_be_block(given, function))
                        and not self._is_kept_for_others(store)
                    ):
                        event = self._event(
                            owner, function, store.binding.node, store.binding.block
                        )
                        yield _Line(event, False, None)

    def _is_kept_for_others(self, store: AttributeStore) -> bool:
        """True for an attribute that is given numbers and the like, and never a block in sight."""
        kept = members(self._value(store.node, store.function))
        return not any(map(self._is_value_of_block, kept)) and any(
            m not in (UNKNOWN, NONE) for m in kept
        )

    def _event(self, of: ast.expr, function: Function, node: ast.AST, block: Block | None) -> Event:
        return Event(function, node, block, self._paths.object_place(of, function))

    def _may_be_block(self, node: ast.expr, function: Function) -> bool:
        return any(
            member == UNKNOWN or self._is_value_of_block(member)
            for member in members(self._value(node, function))
        )

    def _is_block(self, node: ast.expr, function: Function) -> bool:
        """True for a block that hybridizes as Gluon does, and what is inside with it."""
        return all(
            self._is_value_of_block(member) and not self._hybridizes_itself(member)
            for member in members(self._value(node, function))
        )

    def _is_value_of_block(self, value: Value) -> bool:
        return any(isinstance(base, str) and base.startswith(_GLUON) for base in self._bases(value))

    def _hybridizes_itself(self, block: Value) -> bool:
        return any(
            isinstance(base, Class) and "hybridize" in base.methods for base in self._bases(block)
        )

    def _bases(self, value: Value) -> Iterable[Class | str]:
        match value:
            case ExternalInstance(name=name):
                return (name,)
            case Instance(definition=definition):
                return self._project.inference.classes.bases(definition)
            case _:
                return ()


def _is_on(call: ast.Call) -> bool | None:
    """Whether ``hybridize`` is asked for graphs; None where nobody knows."""
    if is_switched_off(call):
        return False
    given = [*call.args[:1], *(k.value for k in call.keywords if k.arg in ("active", None))]
    is_told = all(isinstance(node, ast.Constant) and node.value is True for node in given)
    return True if is_told else None


def _is_part(block: AccessPath | None, whole: AccessPath | None) -> bool:
    """True for a block that is hybridized with another: the same, or an attribute of it."""
    return (
        block is not None
        and whole is not None
        and block.scope is whole.scope
        and block.parts[: len(whole.parts)] == whole.parts
        and len(block.parts) <= len(whole.parts) + 1
    )
