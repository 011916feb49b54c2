"""The mode that a program runs in, where it switches: graphs off, or all of it in one graph."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.facts.expressions.values import External, members
from tflint.facts.graphs.guards import is_conditional
from tflint.syntax.definitions import default_of
from tflint.syntax.model import (
    AttributeStore,
    Block,
    CallSite,
    Class,
    Function,
    Module,
    loops_around,
    outward,
)
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.positions import EventPosition, position_of
from tflint.syntax.scopes import is_only_a_parameter, is_script_test
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

SWITCHES = ("run_functions_eagerly", "experimental_run_functions_eagerly")
_SWITCHES_OF = {
    Effect.EAGER_FUNCTIONS: SWITCHES,
    Effect.EAGER_DATASETS: ("enable_debug_mode",),
    Effect.GRAPH_MODE: ("disable_eager_execution", "disable_v2_behavior"),
}
"""The names of the switches, by what they do."""


_Demands = dict[str, bool]
"""Which parameters of a function have to be true, or false."""


class _Turn(NamedTuple):
    """A call that turns a switch.

    Attributes:
        site: the call, of the switch or of a function that turns it.
        switch: the call of the switch itself.
        is_off: whether it is known to turn graphs off.
    """

    site: CallSite
    switch: CallSite
    is_off: bool = True


class _InForce(NamedTuple):
    """A switch that has turned graphs off.

    Attributes:
        switch: its call.
        functions: those that lead from there to the line at hand.
    """

    switch: CallSite
    functions: frozenset[Function]


class ModeSwitches:
    """Tells of a file whether all programs that use it have turned a switch."""

    def __init__(self, program: Inferred) -> None:
        self._program = program

    def by(self, module: Module, effect: Effect = Effect.EAGER_FUNCTIONS) -> CallSite | None:
        """The switch that is turned before the functions of a file run; None where one may not be.

        It stands in a file that is imported with this one, or in each program that uses it.
        """
        if not any(name in self._program.names.calls for name in _SWITCHES_OF[effect]):
            return None
        key = ("switched", effect, module)
        return self._program.inference.ask(key, None, self._by, module, effect)

    def by_some(self, module: Module) -> CallSite | None:
        """The switch that one of the programs turns which use a file, whatever the others do."""
        imports, effect = self._program.imports, Effect.EAGER_FUNCTIONS
        users = sorted(imports.users([module.path]))
        programs = (path for path in users if not imports.user_count(path))
        return next(filter(None, (self._in_program(path, effect) for path in programs)), None)

    def is_asked_for(self, switch: CallSite) -> bool:
        """True for a switch in a function that some call, under no test of its own, has turn it."""
        return any(
            turn.switch is switch and turn.is_off and _is_certain(turn.site)
            for turns in self._by_file(Effect.EAGER_FUNCTIONS).values()
            for turn in turns
        )

    def by_making(self, definition: Class) -> CallSite | None:
        """The switch that is turned by making an object of a class; None where there is none."""
        constructor = self._program.inference.classes.constructor(definition)
        always = () if constructor is None else self._always_by(constructor)
        return next((turn.switch for turn in always), None)

    def before(self, defined: Function | Class) -> CallSite | None:
        """The switch that a function around turns before it defines a function or class; None without."""
        inner, around = defined, defined.parent
        while around is not None and not around.is_module:
            line = getattr(inner.node, "lineno", 0)
            for turn in self._always_by(around):
                if turn.site.node.lineno < line:
                    return turn.switch
            inner, around = around, around.parent
        return None

    def runs_before(self, function: Function, switch: CallSite) -> bool:
        """True for a function that is called above a switch, or by what is."""
        sites = self._program.inference.callers.of(function)
        return any(self.stands_before(site, switch) for site in sites)

    def stands_before(self, site: CallSite, switch: CallSite) -> bool:
        """True for a call that the function of a switch comes to before that, by whatever calls."""
        asked: set[Function] = set()
        waiting = [site]
        for call in waiting:  # which grows meanwhile
            if call.function is switch.function:
                if position_of(call.node) < position_of(switch.node):
                    return True
            elif call.function not in asked:
                asked.add(call.function)
                waiting += self._program.inference.callers.of(call.function)
        return False

    def at(self, site: CallSite) -> CallSite | None:
        """The switch that has turned graphs off where a call stands, whichever way leads there."""
        return self.in_force(site.function, position_of(site.node), site.block)

    def at_each_call(self, function: Function) -> CallSite | None:
        """The switch that has turned graphs off at each call of a function; None where it may run else."""
        if not self._are_turned:
            return None
        found = [self.at(site) for site in self._program.inference.callers.of(function)]
        if not found or None in found or function.name in self._names_given():
            return None
        return found[0]

    def _names_given(self) -> frozenset[str]:
        """The last parts of the names of what calls are given, and may call themselves."""
        key = "names given to calls"
        return self._program.inference.ask(key, frozenset(), self._find_names_given)

    def _find_names_given(self) -> frozenset[str]:
        return frozenset(
            called_name(given)
            for sites in self._program.names.calls.values()
            for site in sites
            for given in (*site.node.args, *(keyword.value for keyword in site.node.keywords))
        )

    @cached_property
    def _sites(self) -> list[CallSite]:
        calls = self._program.names.calls
        return [site for name in SWITCHES for site in calls.get(name, ())]

    @cached_property
    def _are_turned(self) -> bool:
        """Whether the project turns graphs off at all."""
        return any(map(turns_off, self._sites))

    @cached_property
    def _sites_in(self) -> dict[Function, list[CallSite]]:
        found: dict[Function, list[CallSite]] = {}
        for site in self._sites:
            found.setdefault(site.function, []).append(site)
        return found

    def in_force(
        self, function: Function, position: EventPosition, block: Block | None
    ) -> CallSite | None:
        """The switch that has turned graphs off where a function comes to a place.

        It turns it above, or all functions do that call it, and nothing turns graphs on in between.
        """
        if not self._are_turned:
            return None
        found = self._last_before(function, position, block)
        if found is None:
            return None
        # What others turn on they may turn on in between.
        others = (site for site in self._sites if site.function not in found.functions)
        return found.switch if all(map(turns_off, others)) else None

    def _last_before(
        self, function: Function, position: EventPosition, block: Block | None
    ) -> _InForce | None:
        own = self._sites_in.get(function, [])
        above = [site for site in own if position_of(site.node) < position]
        if not above:
            return self._at_beginning(function)
        last = max(above, key=lambda site: position_of(site.node))
        is_sure = last.block in (None, *outward(block)) and turns_off(last)
        if not is_sure or _is_turned_back(last, own, block):
            return None
        return _InForce(last, frozenset([function]))

    def _at_beginning(self, function: Function) -> _InForce | None:
        """The switch that all calls of a function come after."""
        if function.is_module:
            return None
        key = ("switched at each call", function)
        return self._program.inference.ask(key, None, self._find_at_beginning, function)

    def _find_at_beginning(self, function: Function) -> _InForce | None:
        callers, classes = self._program.inference.callers, self._program.inference.classes
        functions = {function}
        switch: CallSite | None = None
        for site in (*callers.of(function), *callers.by_bases(classes.overridden(function))):
            found = self._last_before(site.function, position_of(site.node), site.block)
            if found is None:
                return None
            switch = switch or found.switch
            functions |= found.functions
        return None if switch is None else _InForce(switch, frozenset(functions))

    def _always_by(self, function: Function) -> Iterator[_Turn]:
        """The calls that turn a switch at each run of a function, in order."""
        for turn in self._switches(function.module, Effect.EAGER_FUNCTIONS):
            if turn.site.function is function and turn.site.block is None:
                yield turn

    def _by(self, module: Module, effect: Effect) -> CallSite | None:
        imported = self._at_import(module.path, effect)
        if imported is not None or module.path in self._not_switched(effect):
            return imported
        imports = self._program.imports
        users = sorted(imports.users([module.path]))
        programs = (path for path in users if not imports.user_count(path))
        return next((self._in_program(path, effect) for path in programs), None)

    def _not_switched(self, effect: Effect) -> frozenset[str]:
        """The files that a program uses in which no switch is turned."""
        key = ("not switched", effect)
        return self._program.inference.ask(key, frozenset(), self._used_without, effect)

    def _used_without(self, effect: Effect) -> frozenset[str]:
        imports = self._program.imports
        programs = (path for path in self._program.sources if not imports.user_count(path))
        without = (path for path in programs if self._in_program(path, effect) is None)
        return frozenset(imports.used(without))

    def _in_program(self, path: str, effect: Effect) -> CallSite | None:
        """The switch that running a file turns, by itself or by what it imports."""
        turned = (turn.switch for turn in self._turned(path, effect))
        return next(turned, None) or self._at_import(path, effect)

    def _at_import(self, path: str, effect: Effect) -> CallSite | None:
        """The switch that importing a file turns, or importing what that imports."""
        key = ("switched at import", effect)
        none: tuple[tuple[CallSite, frozenset[str]], ...] = ()
        found = self._program.inference.ask(key, none, self._importing, effect)
        return next((switch for switch, users in found if path in users), None)

    def _importing(self, effect: Effect) -> tuple[tuple[CallSite, frozenset[str]], ...]:
        """The switches that importing their file turns, in order, with who imports it."""
        found = []
        for path in sorted(self._by_file(effect)):
            for turn in self._turned(path, effect):
                if turn.site.function.is_module and turn.site.block is None:
                    found.append((turn.switch, frozenset(self._program.imports.users([path]))))
                    break
        return tuple(found)

    def _turned(self, path: str, effect: Effect) -> Iterator[_Turn]:
        """The calls that turn a switch when a file is run, in order."""
        for turn in self._switches(self._program.module(path), effect):
            if _is_certain(turn.site) and self._is_run(turn.site.function):
                yield turn

    def _switches(self, module: Module | None, effect: Effect) -> list[_Turn]:
        """The calls of a file that turn a switch, in order, where none turns it on again."""
        turns = [] if module is None else self._by_file(effect).get(module.path, [])
        if not all(turn.is_off for turn in turns):
            return []
        return sorted(turns, key=lambda turn: turn.site.node.lineno)

    def _by_file(self, effect: Effect) -> dict[str, list[_Turn]]:
        """The calls that turn a switch, by file."""
        return self._program.inference.ask(("turns", effect), {}, self._sort_turns, effect)

    def _sort_turns(self, effect: Effect) -> dict[str, list[_Turn]]:
        found: dict[str, list[_Turn]] = {}
        for turn in self._turns(effect):
            found.setdefault(turn.site.function.module.path, []).append(turn)
        return found

    def _turns(self, effect: Effect) -> Iterator[_Turn]:
        """The calls of a switch, and those of functions that turn it, given what they are given there."""
        callers = self._program.inference.callers
        waiting: list[tuple[CallSite, CallSite, _Demands]] = []
        for name in _SWITCHES_OF[effect]:
            for site in self._program.names.calls.get(name, ()):
                if doing(self._names(site), effect):
                    wanted = _wanted(site) if effect is Effect.EAGER_FUNCTIONS else {}
                    if wanted is None:
                        yield _Turn(site, site, is_off=False)
                    else:
                        waiting.append((site, site, wanted))
        seen: set[tuple[CallSite, frozenset[tuple[str, bool]]]] = set()
        for site, switch, wanted in waiting:  # which grows meanwhile
            key = (site, frozenset(wanted.items()))
            if key in seen:
                continue
            seen.add(key)
            if not wanted:
                yield _Turn(site, switch)
            function, asked = site.function, _asked_around(site)
            if function.is_module or asked is None:
                continue
            for caller in callers.of(function):
                given = callers.arguments(caller, function)
                demands = _demands(asked | wanted, given, caller, function)
                if demands is not None:
                    waiting.append((caller, switch, demands))
                elif wanted and _demands(asked, given, caller, function) is not None:
                    yield _Turn(caller, switch, is_off=False)

    def _names(self, site: CallSite) -> frozenset[str]:
        called = members(self._program.inference.value(site.node.func, site.function))
        return frozenset(member.name for member in called if isinstance(member, External))

    def _is_run(self, function: Function) -> bool:
        """True for what a file comes to when it is run, or else, where that is nothing, when it is used.

        All that can be done with such a file is to call what it does not call itself.
        """
        callers = self._program.inference.callers
        if callers.is_run(function):
            return True
        module = function.module
        outermost = (f for f in module.functions if f.parent is module.body and f.owner is None)
        beginnings = [f for f in outermost if not callers.of(f)]
        return beginnings == [function] and not any(
            self._runs_project(site) for site in module.body.calls
        )

    def _runs_project(self, site: CallSite) -> bool:
        called = members(self._program.inference.value(site.node.func, site.function))
        return not all(isinstance(member, External) for member in called)


def _is_turned_back(switch: CallSite, others: list[CallSite], block: Block | None) -> bool:
    """True where a loop around a place turns graphs on below it, which were turned off before it."""
    return any(
        loop in loops_around(other.block)
        and not turns_off(other)
        and loop not in loops_around(switch.block)
        for loop in loops_around(block)
        for other in others
    )


def _is_certain(site: CallSite) -> bool:
    """True for what a function comes to under no test, or a file that is run as a script."""
    return not is_conditional(site.block, is_script_test)


def _wanted(switch: CallSite) -> _Demands | None:
    """What parameters must be for a switch to turn graphs off; None where that is not known."""
    given = [*switch.node.args, *(keyword.value for keyword in switch.node.keywords)]
    match given:
        case [ast.Name(id=name)] if is_only_a_parameter(name, switch.function):
            return {name: True}
    return {} if turns_off(switch) else None


def _asked_around(site: CallSite) -> _Demands | None:
    """What parameters must be for a function to come to a call; None where that takes more."""
    asked: _Demands = {}
    if any(not isinstance(around.node, ast.If) for around in outward(site.block)):
        return None
    for test, outcome in conditions_around(site.node, site.block, site.function):
        match test:
            case ast.Name(id=name) if is_only_a_parameter(name, site.function):
                asked[name] = outcome
            case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if is_only_a_parameter(
                name, site.function
            ):
                asked[name] = not outcome
            case _:
                return None
    return asked


def _demands(
    asked: _Demands, given: Mapping[str, ast.expr], site: CallSite, function: Function
) -> _Demands | None:
    """What the parameters around a call must be for it to give what is asked for; None if it does not."""
    demands: _Demands = {}
    for name, truth in asked.items():
        match given.get(name) or default_of(function, name):
            case ast.Constant(value=value) if bool(value) is truth:
                continue
            case ast.Name(id=passed) if is_only_a_parameter(passed, site.function):
                demands[passed] = truth
            case _:
                return None
    return demands


def turns_off(switch: CallSite) -> bool:
    """True for a call of a switch with True, as it is written."""
    given = [*switch.node.args, *(keyword.value for keyword in switch.node.keywords)]
    return len(given) == 1 and isinstance(given[0], ast.Constant) and given[0].value is True


def switched_off(switch: CallSite) -> str:
    """The words for what a switch does to a graph."""
    return f"but {_place(switch)} turns graphs off"


def made_eager(asking: CallSite | AttributeStore, is_known: bool) -> str:
    """The words for what a line does that makes models run eagerly, or may."""
    return f"but {_place(asking)} {'makes' if is_known else 'may make'} models run eagerly"


def _place(site: CallSite | AttributeStore) -> str:
    module = site.function.module
    return f"{module.line_name(site.node.lineno)} of {os.path.basename(module.path)}"
