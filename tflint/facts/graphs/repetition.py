"""Which functions run over and over, and because of which loop or scheduler."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tflint.facts.expressions.callers import Callers
from tflint.facts.expressions.classes import Classes
from tflint.facts.expressions.questions import Questions
from tflint.facts.expressions.values import ClassValue, Instance, Parent, members
from tflint.facts.graphs.graph_sites import display
from tflint.facts.graphs.guards import runs_once
from tflint.facts.graphs.handlers import registering, request, request_loop, serving
from tflint.facts.graphs.once import is_done_once
from tflint.facts.programs.loop_dependence import is_left_after, reads_any
from tflint.facts.programs.schedules import Schedule, Schedules
from tflint.finding import Reason
from tflint.syntax.definitions import is_of_self
from tflint.syntax.item_calls import ItemLoop
from tflint.syntax.model import (
    Block,
    CallSite,
    Class,
    Function,
    IndirectCall,
    PropertyRead,
    loops_around,
)
from tflint.syntax.scopes import written_out
from tflint.syntax.uses import Uses

_NONE: tuple[Reason, ...] = ()
ChainOrder = tuple[bool, int, tuple[Reason, ...]]


class Repetition:
    """Answers why a function runs repeatedly, as a chain from the loop down to it."""

    def __init__(
        self,
        questions: Questions,
        callers: Callers,
        classes: Classes,
        reads: Callable[[Function], list[PropertyRead]],
        schedules: Schedules,
        uses: Uses,
        is_of_tests: Callable[[str], bool],
    ) -> None:
        self.schedules = schedules
        self._uses = uses
        self._is_of_tests = is_of_tests
        self._questions = questions
        self._callers = callers
        self._classes = classes
        self._reads = reads
        self._serving_loops: dict[Function, ast.While] = {}
        self._requests: dict[Function, CallSite] = {}

    def why(self, function: Function, receiver: Class | None = None) -> tuple[Reason, ...]:
        """The loop that runs ``function`` again and again, and the calls between; empty if none.

        Of several chains one that starts in no test, with the fewest calls, and of these the first in
        order of place.
        ``receiver`` is the class of the object that it is a method of, where it came from one below.
        """
        return self._questions.ask(
            ("repeated", function, receiver), _NONE, self._why, function, receiver
        )

    def _why(self, function: Function, receiver: Class | None) -> tuple[Reason, ...]:
        if function.is_module:
            return _NONE
        if self._classes.is_batch_callback(function):
            line = getattr(function.node, "lineno", 1)
            text = f"Keras calls {display(function)} over and over"
            return (Reason(function.module.path, line, text),)
        if (served := self._serving(function)) is not None:
            return (served,)
        calls = [(site, call_reason(function, site)) for site in self.sites(function, receiver)]
        chains: list[tuple[Reason, ...]]
        chains = [(loop, call) for site, call in calls if (loop := self.loop(site)) is not None]
        chains += [(schedule_reason(function, one),) for one in self.schedules.of(function)]
        if not chains:
            chains = [
                (*why, call)
                for site, call in calls
                if not _is_done_once(site)
                and (why := self.why(site.function, receiver_of(site, function, receiver)))
            ]
        return min(chains, key=self.order, default=_NONE)

    def perhaps(self, function: Function) -> tuple[Reason, ...]:
        """Why a function may run repeatedly that no known loop runs: something may call it, or anybody."""
        return self._questions.ask(("perhaps repeated", function), _NONE, self._perhaps, function)

    def perhaps_site(self, site: CallSite) -> tuple[Reason, ...]:
        """Why a call may run repeatedly that no known loop runs."""
        return _NONE if _is_done_once(site) else self.perhaps(site.function)

    def _perhaps(self, function: Function) -> tuple[Reason, ...]:
        registered = registering(function, self._questions)
        if registered is not None:
            return (registered,)
        chains = [
            (*why, call_reason(function, site))
            for site in self._calls(function)
            if (why := self.perhaps_site(site))
        ]
        if self._is_for_others(function):
            text = f"no code at hand calls {display(function)}: who does may do so again and again"
            line = getattr(function.node, "lineno", 1)
            chains = [(Reason(function.module.path, line, text),)]
        return min(chains, key=self.order, default=_NONE)

    def _is_for_others(self, function: Function) -> bool:
        """True for a public function that takes something, and nothing at hand calls or hands on.

        So is one of a library. What a decorator makes of it may be the command of a program.
        """
        if function.name.startswith("_") or function.parent is not function.module.body:
            return False
        if function.decorators and not function.is_method:
            return False
        return (
            bool(function.required[function.is_method :])
            and not self._is_of_tests(function.module.path)
            and not self._callers.of(function)
            and not any(self._uses.references(function.name))
        )

    def order(self, chain: tuple[Reason, ...]) -> ChainOrder:
        """An order of chains by what they tell: what a program does comes before what a test does."""
        return self._is_of_tests(chain[0].path), len(chain), chain

    def is_called_back(self, function: Function) -> bool:
        """True for what Keras, a scheduler, a subscription or a server calls over and over."""
        return (
            self._classes.is_batch_callback(function)
            or bool(self.schedules.of(function))
            or self._serving(function) is not None
        )

    def _serving(self, function: Function) -> Reason | None:
        """What has a function called for each request; None where nothing is known to."""
        handed = (s for s in self.schedules.of(function) if s.by.waits)
        if (first := next(handed, None)) is not None:
            return schedule_reason(function, first)
        return self._questions.ask(
            ("serving", function), None, serving, function, self._questions, self._classes
        )

    def sites(self, function: Function, receiver: Class | None = None) -> list[CallSite]:
        """Where a function is called; of a method, also where its bases call ``self.method()``.

        A property is called where it is read.

        So do ``map``, threads and their like. Calls of a method of another object than one of the class
        ``receiver`` do not count, nor do those of processes, each of which has traces of its own.
        """
        return self._sites(function, receiver, has_copies=False)

    def sites_anywhere(self, function: Function, receiver: Class | None = None) -> list[CallSite]:
        """The same with what pools of processes call."""
        return self._sites(function, receiver, has_copies=True)

    def _sites(
        self, function: Function, receiver: Class | None, has_copies: bool
    ) -> list[CallSite]:
        others = [
            site
            for site in self._callers.by_others(function)
            if has_copies or (by := self._callers.calling(site)) is None or not by.has_copies
        ]
        called = [*self._calls(function), *others]
        sites = [site for site in called if self._may_be_on(site, receiver)]
        overridden = self._classes.overridden(function)
        return [*sites, *(s for base in overridden for s in self._calls(base) if is_of_self(s))]

    def _calls(self, function: Function) -> list[CallSite]:
        """The calls of a function; the reads of a property that does not keep what it gives."""
        is_kept = any(map(runs_once, function.decorators))
        return [*self._callers.of(function), *(() if is_kept else self._reads(function))]

    def sites_in_order(self, function: Function) -> list[CallSite]:
        """The same without what threads and processes call, nobody knows when, and reads of a property.

        What is read there is what the getter gives, and not what runs. A server calls its functions in an
        endless loop, in any order.
        """
        in_order = [
            site
            for site in self.sites(function)
            if not isinstance(site, PropertyRead)
            if not isinstance(site, IndirectCall)
            or (by := self._callers.calling(site)) is None
            or not by.is_apart
        ]
        return in_order if self._serving(function) is None else [*in_order, self._served(function)]

    def _served(self, function: Function) -> CallSite:
        """The call that a server makes of a function, as if it stood where the function is defined."""
        if function not in self._requests:
            around = function.parent or function.module.body
            loop = self._serving_loops.setdefault(around, request_loop())
            self._requests[function] = CallSite(
                request(function), function.name, around, Block(loop, "body", function.block, [])
            )
        return self._requests[function]

    def _may_be_on(self, site: CallSite, receiver: Class | None) -> bool:
        func = site.node.func
        if receiver is None or not isinstance(func, ast.Attribute) or is_of_self(site):
            return True
        return any(
            receiver in self._classes.bases(member.definition)
            or (member.declared and member.definition in self._classes.bases(receiver))
            if isinstance(member, Instance)
            else isinstance(member, (ClassValue, Parent))
            for member in members(self._questions.value(func.value, site.function))
        )

    def loop(self, site: CallSite) -> Reason | None:
        """The innermost loop around a call in its own function."""
        for loop in loops_around(site.block):
            if not is_left_after(site, loop) and not self._calls_each_once(loop, site):
                return loop_reason(site.function, loop)
        return None

    def _calls_each_once(self, loop: ast.AST, site: CallSite) -> bool:
        """True for ``for run in (train, evaluate): run()``, which calls another function at each turn.

        So does ``for name in names: COMMANDS[name]()``, as long as no name is seen twice.
        """
        called = site.node.func
        if isinstance(called, ast.Subscript):
            return self._takes_each_once(loop, called.slice, site)
        if not isinstance(called, ast.Name) or isinstance(loop, ast.While):
            return False
        given = (loop, getattr(loop, "target", None))
        bindings = [b for b in site.function.bindings.get(called.id, ()) if b.node in given]
        if len(bindings) != 1:
            return False
        functions = self._questions.functions_in(self._questions.value(called, site.function))
        return len(set(functions)) == _items_of(bindings[0].value, site.function)

    def _takes_each_once(self, loop: ast.AST, key: ast.expr, site: CallSite) -> bool:
        """True for the key of one of several functions that is what a loop goes through."""
        if not isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension)):
            return False
        if not isinstance(key, ast.Name) or not reads_any(loop.target, {key.id}):
            return False
        functions = self._questions.functions_in(
            self._questions.value(site.node.func, site.function)
        )
        match written_out(loop.iter, site.function):
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                keys = [ast.dump(part) for part in parts]
                is_seen_twice = len(keys) > len(set(keys))
            case _:
                is_seen_twice = False
        return len(set(functions)) > 1 and not is_seen_twice

    def why_site(self, site: CallSite) -> tuple[Reason, ...]:
        """Why a call runs repeatedly: a loop around it, or one around its function."""
        loop = self.loop(site)
        if loop is not None:
            return (loop,)
        return _NONE if _is_done_once(site) else self.why(site.function)


def _items_of(gone_through: ast.expr | None, function: Function) -> int | None:
    """How many items a loop goes through that are written out; None where they are not."""
    match gone_through and written_out(gone_through, function):
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return len(items)
        case ast.Call(func=ast.Attribute(value=owner, attr="items" | "values")):
            display = written_out(owner, function)
            return len(display.keys) if isinstance(display, ast.Dict) else None
        case _:
            return None


def _is_done_once(site: CallSite) -> bool:
    return is_done_once(site.node, site.block, site.function)


def receiver_of(site: CallSite, function: Function, receiver: Class | None) -> Class | None:
    """The class of the object that calls one of its own methods, if a call does; None of other calls."""
    return (receiver or function.owner) if is_of_self(site) else None


def loop_reason(function: Function, loop: ast.AST) -> Reason:
    """A loop as a link of a chain."""
    where = "" if function.is_module else f" in {display(function)}"
    if isinstance(loop, ItemLoop):
        text = f"`{loop.by}`{where} calls what it is given for each item"
        return Reason(function.module.path, loop.target.lineno, text)
    if isinstance(loop, ast.comprehension):
        line, word = loop.target.lineno, "comprehension"
    else:
        line, word = getattr(loop, "lineno", 1), "while" if isinstance(loop, ast.While) else "for"
    return Reason(function.module.path, line, f"a `{word}` loop{where} starts here")


def schedule_reason(function: Function, schedule: Schedule) -> Reason:
    """What calls a function again and again, as a link of a chain."""
    site = schedule.site
    text = f"{display(function)} is handed to `{site.name}`, which calls it again and again"
    return Reason(site.function.module.path, site.node.lineno, text)


def call_reason(function: Function, site: CallSite) -> Reason:
    """A call as a link of a chain."""
    where = "the module" if site.function.is_module else display(site.function)
    how = "read" if isinstance(site, PropertyRead) else "called"
    text = f"{display(function)} is {how} by {where}"
    return Reason(site.function.module.path, site.node.lineno, text)
