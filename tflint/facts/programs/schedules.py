"""What is handed to a scheduler or a subscription, which calls it again and again."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tflint.api.schedulers import DURATIONS, SCHEDULERS, SENSORS, Places, Scheduler
from tflint.facts.expressions.values import External, members
from tflint.facts.programs.intervals import interval
from tflint.syntax.arguments import arguments_at
from tflint.syntax.model import CallSite, Function
from tflint.syntax.scopes import written_out

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_ROUNDING = frozenset({"float", "int", "round"})


class Schedule(NamedTuple):
    """A call that hands a function to a scheduler, which calls it again and again."""

    site: CallSite
    by: Scheduler


class Schedules:
    """What the schedulers of one program call."""

    def __init__(self, inference: Inference, sites: Mapping[str, Sequence[CallSite]]) -> None:
        self._inference = inference
        self._sites = sites

    def of(self, function: Function) -> list[Schedule]:
        """What calls a function again and again, in order of path and line."""
        if not SCHEDULERS.keys() & self._sites.keys():
            return []
        return self._inference.ask(("schedules", function), [], self._find, function)

    def _find(self, function: Function) -> list[Schedule]:
        return [
            Schedule(site, scheduler)
            for name, (home, scheduler) in SCHEDULERS.items()
            for site in self._sites.get(name, ())
            if any(home.fullmatch(known.rpartition(".")[0]) for known in self._names(site))
            and self._is_handed(function, scheduler.function, site)
            and (self._is_run_by(function, site) if _calls_once(site.node, scheduler) else True)
        ]

    def _names(self, site: CallSite) -> Iterator[str]:
        return self._externals(site.node.func, site.function)

    def _externals(self, node: ast.expr, function: Function) -> Iterator[str]:
        for member in members(self._inference.value(node, function)):
            if isinstance(member, External):
                yield member.name

    def _is_handed(self, function: Function, places: Places, site: CallSite) -> bool:
        return any(
            function in self._inference.functions_in(self._inference.value(node, site.function))
            for node in arguments_at(site.node, places)
        )

    def _is_run_by(self, function: Function, site: CallSite) -> bool:
        """True for a call that a function comes to, directly or through others."""
        above = [site.function]
        for runs in above:  # which grows meanwhile
            if runs is function:
                return True
            callers = self._inference.callers.of(runs)
            above += [c.function for c in callers if c.function not in above]
        return False

    def is_often(self, schedule: Schedule) -> bool:
        """True where less than a second is known to be between two calls, and nothing else takes longer."""
        site, by = schedule
        if by.draws or by.waits:
            return False
        if by.message:
            given = arguments_at(site.node, by.message)
            types = [t for node in given for t in self._externals(node, site.function)]
            return bool(types) and all(name.startswith(SENSORS) for name in types)
        if not by.period:
            return True
        waits = [self._most(node, site.function) for node in arguments_at(site.node, by.period)]
        return all(most is not None and most < by.per_second for most in waits)

    def _most(self, node: ast.expr, function: Function) -> float | None:
        """The greatest number that a period may be; None where nobody knows."""
        match written_out(node, function):
            case ast.Constant(value=float(number)):
                return number
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                most, least = self._most(left, function), self._least(right, function)
                return None if most is None or not least or least < 0 else most / least
            case ast.Call(func=ast.Name(id=name), args=[inner]) if name in _ROUNDING:
                return self._most(inner, function)
            case ast.Call(func=func, args=[seconds]) if not DURATIONS.isdisjoint(
                self._externals(func, function)
            ):
                return self._most(seconds, function)
            case _:
                return interval(node, function, self._inference).most

    def _least(self, node: ast.expr, function: Function) -> float | None:
        match written_out(node, function):
            case ast.Constant(value=float(number)):
                return number
            case _:
                return interval(node, function, self._inference).least


def _calls_once(call: ast.Call, scheduler: Scheduler) -> bool:
    """True for a call with which a function is called once, or perhaps so."""
    return scheduler.calls_once or any(
        keyword.arg == scheduler.once
        and not (isinstance(keyword.value, ast.Constant) and not keyword.value.value)
        for keyword in call.keywords
    )
