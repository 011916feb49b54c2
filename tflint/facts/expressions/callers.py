"""Who calls what: the calls of a function, and the functions that a call runs."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from tflint.api.calling import BEGINNING, CALLING, Calling
from tflint.facts.expressions.program import Program
from tflint.facts.expressions.questions import Questions
from tflint.facts.expressions.values import (
    ClassValue,
    External,
    FunctionValue,
    GraphFunction,
    ModuleValue,
    Partial,
    Value,
    members,
)
from tflint.syntax.arguments import (
    NO_SURPLUS,
    Surplus,
    bind_arguments,
    fits,
    handed_on,
    hands_on,
    is_open,
    is_own_parameter,
    perhaps_beyond,
    surplus,
    taken,
    written_beyond,
)
from tflint.syntax.blocks import part_at
from tflint.syntax.definitions import default_of, is_of_self
from tflint.syntax.expressions import written_items
from tflint.syntax.model import CallSite, Class, Function, IndirectCall, PropertyRead
from tflint.syntax.taking import is_taken
from tflint.syntax.trees import called_name

_NO_CALLS: Surplus | None = NO_SURPLUS
_MANY_ARGUMENTS = 20
"""From so many on, what a call gives is kept: it is asked for each parameter."""


class Callers:
    """The calls of one project, by what they turn out to call."""

    def __init__(self, questions: Questions, program: Program) -> None:
        self._questions = questions
        self._program = program
        self._arguments: dict[tuple[CallSite, Function, int], Mapping[str, ast.expr]] = {}
        self._handing_on: dict[tuple[CallSite, CallSite, Function, int], CallSite] = {}
        """What ``_by_handing_on`` has made, which stays one call."""

    def of(self, function: Function) -> list[CallSite]:
        """Where the project calls a function, as far as names tell, in order of path and line."""
        return self._questions.ask(("sites", function), [], self._find, function)

    def perhaps_of(self, function: Function) -> Iterator[CallSite]:
        """Where the project calls something by a function's name that is not seen to be of the project.

        So is a method of an object whose class inherits from outside, which may have one of that name.
        """
        for name in self._program.names.of_calls(function):
            for site in self._program.names.calls.get(name, ()):
                if not self.called(site):
                    yield site

    def by_bases(self, overridden: Iterable[Function]) -> Iterator[CallSite]:
        """Where methods that another one overrides are called by ``self.method()``, which may run that."""
        return (site for base in overridden for site in self.of(base) if is_of_self(site))

    def of_graph(self, function: Function) -> list[CallSite]:
        """Where the project calls what ``tf.function`` makes of a function, other than as its decorator."""
        return [
            site
            for site in self.of(function)
            if any(
                isinstance(member, GraphFunction) and member.site not in function.decorators
                for member in members(self._questions.value(site.node.func, site.function))
            )
        ]

    def indirect(self, function: Function) -> list[CallSite]:
        """The calls of a function that others make, or begin, of what they are given.

        Those are Python's own, of which what ``functools.partial`` begins runs where what that makes is
        called, and the project's that hand on what they are given: ``f(*args)``.
        """
        return self._questions.ask(("indirect", function), [], self._find_indirect, function)

    def _find_indirect(self, function: Function) -> list[CallSite]:
        by_python = [
            site
            for site in self._program.names.indirect(function)
            if function in self._named(site)
            and any(
                isinstance(member, External)
                and (member.name in CALLING or member.name in BEGINNING)
                for member in members(self._questions.value(site.maker, site.function))
            )
        ]
        return [*by_python, *self._by_handing_on(function)]

    def by_others(self, function: Function) -> list[IndirectCall]:
        """The calls of a function that ``map``, threads and their like make."""
        return [
            site
            for site in self.indirect(function)
            if isinstance(site, IndirectCall)
            if self.calling(site) is not None and not self.refuses(site, function)
        ]

    def calling(self, site: IndirectCall) -> Calling | None:
        """How ``map``, a thread or one of their like makes a call; None where none of them does.

        What waits until its results are taken calls nothing where nobody takes them.
        """
        found = [
            CALLING.get(member.name) if isinstance(member, External) else None
            for member in members(self._questions.value(site.maker, site.function))
        ]
        first = found[0] if found else None
        if first is None or any(other != first for other in found):
            return None
        return None if first.is_lazy and not is_taken(site) else first

    def _by_handing_on(self, function: Function) -> Iterator[CallSite]:
        """What ``run(function, x)`` calls of which ``run`` only says ``f(*args)``: ``function(x)``."""
        for site in self.of(function):
            around, func = site.function, site.node.func
            if not is_open(site.node) or not hands_on(site.node, around):
                continue
            if not isinstance(func, ast.Name) or not is_own_parameter(func.id, around):
                continue
            given = self._given(site, function)
            for outer in self.of(around):
                handed = self.arguments(outer, around).get(func.id)
                if handed is None or is_open(outer.node):
                    continue
                if function not in self._questions.functions_in(
                    self._questions.value(handed, outer.function)
                ):
                    continue
                key = (site, outer, function, given)
                if key not in self._handing_on:
                    beyond = written_beyond(outer.node, around, self._given(outer, around))
                    call = handed_on(site.node, handed, function.places[given:], *beyond)
                    self._handing_on[key] = CallSite(
                        call, called_name(handed), outer.function, outer.block
                    )
                yield self._handing_on[key]

    def count(self, function: Function) -> int:
        """How many calls there are under the names of a function, whatever they call."""
        return self._program.names.count_of_calls(function)

    def is_run(self, function: Function) -> bool:
        """True for what the body of a module comes to."""
        return function.is_module or self._questions.ask(
            ("is run", function), False, self._is_called_by_what_is_run, function
        )

    def _is_called_by_what_is_run(self, function: Function) -> bool:
        return any(self.is_run(site.function) for site in self.of(function))

    def is_refused(self, function: Function) -> bool:
        """True for a function that is called, but never with what it takes: Python raises instead."""
        return not self.of(function) and any(
            function in self._named(site)
            for name in self._program.names.of_calls(function)
            for site in self._program.names.calls.get(name, ())
        )

    def _find(self, function: Function) -> list[CallSite]:
        return [
            site
            for name in self._program.names.of_calls(function)
            for site in self._sites_by_function(name).get(id(function), ())
        ]

    def _sites_by_function(self, name: str) -> dict[int, list[CallSite]]:
        """Call sites of one name, by the function they turn out to call."""
        return self._questions.ask(("named", name), {}, self._resolved, name)

    def _resolved(self, name: str) -> dict[int, list[CallSite]]:
        resolved: dict[int, list[CallSite]] = {}
        for site in self._program.names.calls.get(name, ()):
            for function in self.called(site):
                resolved.setdefault(id(function), []).append(site)
        return resolved

    def refuses(self, site: CallSite, function: Function) -> bool:
        """True where Python refuses a call, which leaves out what a function takes or gives it more.

        As far as that is sure: a decorator may change what a function takes, and a name may stand for a
        method without its object.
        """
        func = site.node.func
        if fits(site.node, function, self._given(site, function)):
            return False
        for member in members(self._questions.value(func, site.function)):
            made = isinstance(member, GraphFunction)
            inner = member.inner if isinstance(member, GraphFunction) else member
            if _is(inner, function) and len(function.decorators) <= made:
                break
        else:
            return False
        if not isinstance(func, ast.Attribute):
            return function.owner is None
        owners = members(self._questions.value(func.value, site.function))
        if function.is_method:
            return not any(isinstance(owner, ClassValue) for owner in owners)
        return function.owner is None and all(isinstance(owner, ModuleValue) for owner in owners)

    def decorated_with(self, function: Function) -> Iterator[Function]:
        """The project's functions that are given to ``function`` as their decorator."""
        return (inner for _, inner in self.decorations(function))

    def decorations(self, function: Function) -> Iterator[tuple[ast.expr, Function]]:
        """The same, each with the decorator."""
        for name in _as_decorator(function):
            for decorator, inner in self._program.names.decorators.get(name, ()):
                value = self._questions.value(decorator, inner.parent or inner.module.body)
                if any(f is function for f in self._questions.functions_in(value)):
                    yield decorator, inner

    def classes_decorated_with(self, function: Function) -> Iterator[Class]:
        """The project's classes that are given to ``function`` as their decorator.

        What another function makes to change its classes (``setattr(cls, name, f)``), for each as it was
        told, is asked of each class alone.
        """
        return (definition for _, definition in self.class_decorations(function))

    def class_decorations(self, function: Function) -> Iterator[tuple[ast.expr, Class]]:
        """The same, each with the decorator."""
        changes = bool(function.stores) or any(site.name == "setattr" for site in function.calls)
        for name in _as_decorator(function):
            for decorator, definition in self._program.names.class_decorators.get(name, ()):
                if changes and isinstance(decorator, ast.Call):
                    continue
                value = self._questions.value(decorator, definition.parent)
                if any(_is(member, function) for member in members(value)):
                    yield decorator, definition

    def functions_passed_to(self, name: str) -> frozenset[Function]:
        """The project's functions that are the first argument of calls of an outside name."""
        return self._questions.ask(("given to", name), frozenset(), self._functions_passed_to, name)

    def _functions_passed_to(self, name: str) -> frozenset[Function]:
        value, last = self._questions.value, name.rpartition(".")[2]
        if not any(last in source.text for source in self._program.sources.values()):
            return frozenset()  # without the names of all files, which few projects need for this
        return frozenset(
            inner
            for site in self._program.names.calls.get(last, ())
            if site.node.args and External(name) in members(value(site.node.func, site.function))
            for inner in self._questions.functions_in(value(site.node.args[0], site.function))
        )

    def called(self, site: CallSite) -> tuple[Function, ...]:
        """The project's functions that a call runs, constructors included; none that Python refuses to."""
        return self._questions.ask(site, (), self._called, site)

    def _called(self, site: CallSite) -> tuple[Function, ...]:
        return tuple(f for f in self._named(site) if not self.refuses(site, f))

    def _named(self, site: CallSite) -> Iterator[Function]:
        if isinstance(site, PropertyRead):
            return iter((site.getter,))
        return self._questions.functions_in(self._questions.value(site.node.func, site.function))

    def arguments(self, site: CallSite, function: Function) -> Mapping[str, ast.expr]:
        """What a call of ``function`` gives its parameters, by their names; stops at ``*args``."""
        call, given = site.node, self._given(site, function)
        if len(call.args) + len(call.keywords) < _MANY_ARGUMENTS:
            return bind_arguments(call, function, given)
        known = self._arguments.get((site, function, given))
        if known is None:
            known = bind_arguments(call, function, given)
            self._arguments[site, function, given] = known
        return known

    def spread(self, site: CallSite, function: Function) -> Iterator[tuple[ast.expr, int]]:
        """What a call may spread out for parameters of ``function``, with the place there of the first.

        In ``for step, rows in [(train, (x, y)), (test, (x,))]: step(*rows)`` it is what stands beside each.
        """
        args = site.node.args
        start = next((n for n, a in enumerate(args) if isinstance(a, ast.Starred)), None)
        if start is None or hands_on(site.node, site.function):
            return  # what the function around is given, its own calls tell
        star = args[start]
        assert isinstance(star, ast.Starred)
        first = self._given(site, function) + start
        beside = self._beside(star.value, site, function)
        yield from ((node, first) for node in ([star.value] if beside is None else beside))

    def _beside(
        self, spread: ast.expr, site: CallSite, function: Function
    ) -> list[ast.expr] | None:
        """What stands beside a function in what a loop goes through; None where it does not give both."""
        func, caller = site.node.func, site.function
        if not isinstance(func, ast.Name) or not isinstance(spread, ast.Name):
            return None
        called, given = (caller.bindings.get(name.id, ()) for name in (func, spread))
        if len(called) != 1 or len(given) != 1 or called[0].value is not given[0].value:
            return None
        if called[0].kind != "for" or called[0].value is None:
            return None
        rows = written_items(called[0].value, caller) or []
        pairs = ((part_at(called[0].path, row), part_at(given[0].path, row)) for row in rows)
        return [
            beside
            for named, beside in pairs
            if named is not None
            and beside is not None
            and function in self._questions.functions_in(self._questions.value(named, caller))
        ]

    def parameter_for(self, argument: ast.AST, site: CallSite, function: Function) -> str | None:
        """The parameter that a call of ``function`` gives an argument by itself; None for no one alone."""
        given = self.arguments(site, function).items()
        return next((name for name, node in given if node is argument), None)

    def given(self, function: Function, name: str) -> list[tuple[ast.expr | None, Function]]:
        """What the calls at hand give a parameter, or leave to its default, each with where it is written.

        None stands for what a call gives by ``*args``, or not at all.
        """
        found: list[tuple[ast.expr | None, Function]] = []
        for site in self.of(function):
            node, unread = self.arguments(site, function).get(name), self.unread(site, function)
            left_out = node is None and unread is not None and name not in unread
            found.append(self.default(function, name) if left_out else (node, site.function))
        return found

    def default(self, function: Function, name: str) -> tuple[ast.expr | None, Function]:
        """The default of a parameter, with where it is worked out."""
        return default_of(function, name), function.parent or function.module.body

    def gives_none(self, site: CallSite, function: Function, name: str) -> bool:
        """True for a call that gives a parameter None, or leaves it to a default of None."""
        given = self.arguments(site, function).get(name) or default_of(function, name)
        is_none = isinstance(given, ast.Constant) and given.value is None
        return is_none and not is_open(site.node)

    def arguments_beyond(
        self, site: CallSite, function: Function
    ) -> tuple[list[ast.expr], dict[str, ast.expr]] | None:
        """What a call gives a function's ``*args`` and ``**kwargs``; None where it doesn't write all."""
        if is_open(site.node):
            return None
        return written_beyond(site.node, function, self._given(site, function))

    def perhaps_beyond(self, site: CallSite, function: Function) -> list[ast.expr]:
        """What a call may give a function's ``*args``."""
        return perhaps_beyond(site.node, function, self._given(site, function))

    def unread(self, site: CallSite, function: Function) -> frozenset[str] | None:
        """The parameters that a call of ``function`` may give by ``*args`` and ``**kwargs``.

        Where it hands on what the function around is given, the calls of that tell; None where none does.
        What a partial that is called has been given before stands elsewhere, too.
        """
        before = self.given_before(site, function)
        if not is_open(site.node):
            return before
        more = self._handed_on(site)
        if more is None:
            return None
        return before | taken(more, site.node, function, self._given(site, function))

    def given_before(self, site: CallSite, function: Function) -> frozenset[str]:
        """The parameters of a function that the partials have which a call may be of."""
        if not self._program.names.indirect(function):
            return frozenset()
        found: set[str] = set()
        for partial in self._partials(site, function):
            if partial.is_open:
                return function.parameter_names
            given = max(0, _places(partial, function))
            found.update(partial.names, function.places[function.is_method :][:given])
        return frozenset(found)

    def _partials(self, site: CallSite, function: Function) -> list[Partial]:
        """What ``functools.partial`` has made of a function, and a call may be of."""
        return [
            member
            for member in members(self._questions.value(site.node.func, site.function))
            if isinstance(member, Partial) and function in self._questions.functions_in(member)
        ]

    def _handed_on(self, site: CallSite) -> Surplus | None:
        """What a call gives as the ``*args`` and ``**kwargs`` of the function around."""
        around = site.function
        if not hands_on(site.node, around):
            return None
        return self._questions.ask(("surplus", around), _NO_CALLS, self._surplus, around)

    def _surplus(self, function: Function) -> Surplus | None:
        """What all calls at hand give a function beyond its named parameters; None where nobody knows."""
        sites = self.of(function)
        found = NO_SURPLUS if sites else None
        for site in sites:
            more = self._handed_on(site) if is_open(site.node) else NO_SURPLUS
            if more is None or found is None:
                return None
            found = found.joined(surplus(site.node, function, self._given(site, function), more))
        return found

    def _given(self, site: CallSite, function: Function) -> int:
        """How many first parameters a call gives without writing them.

        These are what a partial has been given before, an instance, and Gluon's ``F``.
        """
        before = 0
        if self._program.names.indirect(function):
            partials = self._partials(site, function)
            before = max((_places(one, function) for one in partials), default=0)
        if not function.is_method:
            return before
        func = site.node.func
        if isinstance(func, ast.Attribute) and not function.is_of_class:
            owner = self._questions.value(func.value, site.function)
            makes_object = function.name == "__init__" != func.attr
            if isinstance(owner, ClassValue) and not makes_object:
                return before
        calls_block = function.name == "hybrid_forward" and site.name != "hybrid_forward"
        return before + (2 if calls_block else 1)


def _places(partial: Partial, function: Function) -> int:
    """How many of a function's parameters, but for ``self``, a partial may have by their place.

    One less than none for a method without its object, which comes first then.
    """
    if partial.is_open:
        return len(function.places)
    inner = partial.inner
    is_without_object = (
        isinstance(inner, FunctionValue)
        and not inner.bound
        and function.is_method
        and not function.is_of_class
    )
    return partial.positional - is_without_object


def _is(value: Value, function: Function) -> bool:
    return isinstance(value, FunctionValue) and value.function is function


def _as_decorator(function: Function) -> list[str]:
    """The names that a decorator may say which is a function, or which makes it."""
    parent = function.parent
    around = [] if parent is None or parent.is_module else [parent.name]
    return [function.name, *around]
