"""Which functions run in a graph, and why.

Entry points come first; then calls are followed from traced code, so that each traced function carries
the chain of reasons that leads to it.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts import results
from tflint.facts.entry_points import EntryPoints
from tflint.facts.flags import NO_FLAGS, Flags, flags_of, needs_turn, turned
from tflint.facts.guards import is_escape, is_guarded_creation, runs_once
from tflint.facts.traces import GraphSite, Trace, display
from tflint.facts.values import (
    ClassValue,
    Container,
    External,
    ExternalInstance,
    FunctionValue,
    GraphFunction,
    Instance,
    Parent,
    Partial,
    Value,
    members,
)
from tflint.finding import Reason
from tflint.syntax.definitions import is_property, owner_of
from tflint.syntax.indexing import called_name
from tflint.syntax.model import CallSite, Class, Function, Module

if TYPE_CHECKING:
    from tflint.facts.inference import Inference
    from tflint.facts.project import Project

_LONGEST_CHAIN = 25
_MOST_RECEIVERS = 8
_NOT_CALLABLE = (
    *(ast.Constant, ast.BinOp, ast.Compare, ast.UnaryOp, ast.JoinedStr),
    *(ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp),
)
"""Expressions that stand for nothing that can be called, or for too much to tell."""


class Tracing:
    """The traced set of a project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._inference: Inference = project.inference
        self._entries = EntryPoints(project)
        self.graph_sites = self._entries.graph_sites
        """The places where ``tf.function`` is applied."""
        self.takers = self._entries.takers
        """The call that hands a function to TensorFlow or Keras, and the argument it is."""
        self._traces: dict[int, Trace] = {}
        self._visited: dict[int, set[tuple[int, bool, bool, Flags]]] = {}
        self._flags: dict[int, Flags] = {}
        self._left: dict[int, Flags] = {}
        self._subclasses: dict[int, list[Class]] = {}
        self._find()
        self.graph_names = frozenset(self._graph_names())

    def _graph_names(self) -> Iterator[str]:
        """Names under which the project's tf.functions may be called; also what functions return them."""
        names = self._project.names
        made: set[str] = set()
        for site in self.graph_sites:
            if site.function is not None:
                made |= names.of_calls(site.function)
                if site.function.parent is not None:
                    made.add(site.function.parent.name)
            if not site.holder.is_module:
                made.add(site.holder.name)
        made |= {"function", "partial", ""}
        handed_out = [
            (value.attr, function.name)
            for module in self._project.relevant_modules
            for function in module.functions
            for value, _ in function.returns
            if isinstance(value, ast.Attribute)
        ]
        for _ in range(2):
            made |= {taker for name, taker in handed_out if name in made}
            for name in tuple(made):
                made |= names.standing_for(name)
        yield from made

    def graph_sites_in(self, module: Module) -> list[GraphSite]:
        """The places in one file where ``tf.function`` is applied."""
        return self._sites_by_module.get(id(module), [])

    def graph_sites_of(self, function: Function | None) -> list[GraphSite]:
        """The places where ``tf.function`` is applied to one function; None for unknown ones."""
        return self._sites_by_function.get(id(function), [])

    @cached_property
    def _sites_by_module(self) -> dict[int, list[GraphSite]]:
        found: dict[int, list[GraphSite]] = {}
        for site in self.graph_sites:
            found.setdefault(id(site.holder.module), []).append(site)
        return found

    @cached_property
    def _sites_by_function(self) -> dict[int, list[GraphSite]]:
        found: dict[int, list[GraphSite]] = {}
        for site in self.graph_sites:
            found.setdefault(id(site.function), []).append(site)
        return found

    def trace(self, function: Function) -> Trace | None:
        """Why ``function`` runs in a graph; None when nothing says it does."""
        return self._traces.get(id(function))

    def left(self, function: Function) -> Flags:
        """The flags of a traced function that nothing in a graph turns."""
        return self._left.get(id(function), NO_FLAGS)

    def _left_in(self, function: Function, trace: Trace) -> Flags:
        """The flags of a function that are left at their defaults on one way to it."""
        return NO_FLAGS if trace.turned is None else self._flags_of(function) - trace.turned

    def _flags_of(self, function: Function) -> Flags:
        known = self._flags.get(id(function))
        if known is None:
            known = self._flags[id(function)] = flags_of(function)
        return known

    def _turned(
        self, site: CallSite, callee: Value, reached: Function, left: Flags
    ) -> Flags | None:
        """The flags of a function that a call turns, in code with these flags left.

        None where the call does not say: a wrapper hands on what it gets, a partial what it has.
        """
        mine = self._flags_of(reached)
        if not mine:
            return mine
        if any(isinstance(argument, ast.Starred) for argument in site.node.args) or any(
            isinstance(member, Partial) for member in members(callee)
        ):
            return None
        return turned(self._inference.callers.arguments(site, reached), mine, left)

    def traced_functions(self) -> Iterator[tuple[Function, Trace]]:
        """All traced functions of the project, file by file in its order."""
        for module in self._project.indexed:
            for function in module.functions:
                trace = self.trace(function)
                if trace is not None:
                    yield function, trace

    def _find(self) -> None:
        self._find_subclasses()
        sure = deque(self._entries.find())
        lazy: deque[tuple[Function, Trace]] = deque()
        self._follow(sure, lazy)
        self._follow(lazy, lazy)

    def _follow(
        self, queue: deque[tuple[Function, Trace]], later: deque[tuple[Function, Trace]]
    ) -> None:
        while queue:
            function, trace = queue.popleft()
            if function.is_module or not self._is_news(function, trace):
                continue
            left = self._left_in(function, trace)
            self._left[id(function)] = self._left.get(id(function), left) & left
            known = self._traces.setdefault(id(function), trace)
            if known.fresh_self and not trace.fresh_self:
                self._traces[id(function)] = trace
            if len(trace.reasons) >= _LONGEST_CHAIN:
                continue
            for reached, onward in self._reached(function, trace):
                (later if onward.lazy else queue).append((reached, onward))

    def _is_news(self, function: Function, trace: Trace) -> bool:
        """True the first time a function is reached with this class of ``self``, and these flags left.

        What Keras's own base classes do is known, and not the business of those who read Keras.
        """
        if function.owner is not None and knowledge.KERAS_BASES.match(
            knowledge.canonical(function.owner.full_name)
        ):
            if function.name not in knowledge.KERAS_METHODS:
                return False
        seen = self._visited.setdefault(id(function), set())
        left = self._left_in(function, trace)
        key = (id(trace.receiver), trace.exact, trace.fresh_self, left)
        if key in seen or len(seen) >= _MOST_RECEIVERS:
            return False
        seen.add(key)
        return True

    def _reached(self, function: Function, trace: Trace) -> Iterator[tuple[Function, Trace]]:
        value = self._inference.value
        left = self._left_in(function, trace)
        for site in sorted(function.calls, key=lambda s: (s.node.lineno, s.node.col_offset)):
            callee = value(site.node.func, function)
            names = {m.name for m in members(callee) if isinstance(m, External)}
            if names & knowledge.RUNS_PYTHON:
                continue
            targets = list(self._targets(site.node.func, callee, function, trace))
            known = any(name.startswith("tensorflow.") for name in names)
            given = [] if _calls_nothing(callee) else list(self._given(site, known))
            if not targets and not given:
                continue
            if is_escape(site.node, site.block, function, value):
                continue
            if needs_turn(site.node, site.block, function, left):
                continue
            lazy = trace.lazy or is_guarded_creation(site.node, site.block, function)
            base = trace._replace(lazy=lazy)
            for reached, receiver, exact in targets:
                text = f"{display(reached)} is called by {display(function)}"
                onward = self._onward(base, site, reached, text)
                fresh = _has_fresh_owner(site.node.func, function, self._inference)
                if fresh is not None:
                    onward = onward._replace(fresh_self=fresh)
                if _runs_once(reached):
                    onward = onward._replace(lazy=True)
                turns = self._turned(site, callee, reached, left)
                yield reached, onward._replace(receiver=receiver, exact=exact, turned=turns)
            for argument, callable_given in given:
                yield from self._callback(site, argument, callable_given, base, known)
        yield from self._properties(function, trace)
        yield from self._wrappers(function, trace)

    def _wrappers(self, function: Function, trace: Trace) -> Iterator[tuple[Function, Trace]]:
        """What the project's decorators put around a function, as far as it runs in the graph."""
        made = self._inference.decorated(function) if trace.entry is function else None
        site = made.site if isinstance(made, GraphFunction) else None
        for wrapper in self._inference.wrappers(function, site):
            line = getattr(function.node, "lineno", 1)
            text = f"{display(wrapper)} is put around {display(function)} by a decorator"
            reason = Reason(function.module.path, line, text)
            yield wrapper, trace._replace(reasons=(*trace.reasons, reason), turned=None)

    def _properties(self, function: Function, trace: Trace) -> Iterator[tuple[Function, Trace]]:
        """Methods that run because an attribute is read."""
        left = self._left_in(function, trace)
        reads = (node for node in function.reads if node.attr in self._property_names)
        for node in sorted(reads, key=lambda node: node.attr):
            for definition, exact in self._owners(node.value, function, trace):
                getter = self._inference.classes.property_getter(definition, node.attr)
                if getter is None:
                    continue
                statement, block = function.statement_of(node)
                if is_escape(statement, block, function, self._inference.value):
                    continue
                if needs_turn(statement, block, function, left):
                    continue
                text = f"{display(getter)} is read by {display(function)}"
                reason = Reason(function.module.path, node.lineno, text)
                lazy = trace.lazy or is_guarded_creation(statement, block, function)
                yield (
                    getter,
                    trace._replace(
                        reasons=(*trace.reasons, reason),
                        lazy=lazy or _runs_once(getter),
                        receiver=definition,
                        exact=exact,
                        turned=None,
                    ),
                )

    def _owners(
        self, node: ast.expr, function: Function, trace: Trace
    ) -> Iterator[tuple[Class, bool]]:
        """The classes of the object that an expression stands for, each with whether that is exact."""
        if _is_self(node, function) and trace.receiver is not None:
            yield trace.receiver, trace.exact
            return
        for member in members(self._inference.value(node, function)):
            if isinstance(member, Instance) and not member.declared:
                yield member.definition, True

    @cached_property
    def _property_names(self) -> set[str]:
        """Attributes that a class of the project computes."""
        return {
            name
            for module in self._project.relevant_modules
            for definition in module.classes
            for name, method in definition.methods.items()
            if method.decorators and is_property(method)
        }

    def _targets(
        self, func: ast.expr, callee: Value, function: Function, trace: Trace
    ) -> Iterator[tuple[Function, Class | None, bool]]:
        """What a callable may run, each with the class of its ``self`` and whether that is exact."""
        if isinstance(func, ast.Attribute):
            owner = self._inference.value(func.value, function)
            if _is_self(func.value, function):
                yield from self._on_self(func.attr, callee, trace)
                return
            if isinstance(owner, Parent):
                for reached in self._inference.functions_in(callee):
                    yield reached, trace.receiver, trace.exact
                return
            for member in members(owner):
                if isinstance(member, Instance):
                    found = self._inference.attribute(member, func.attr)
                    yield from self._run_by(found, _known_class(member), True)
            if any(isinstance(member, Instance) for member in members(owner)):
                return
        for member in members(callee):
            for reached in self._inference.functions_in(member):
                if reached.name in knowledge.ONCE_ONLY_METHODS - {"__init__"}:
                    continue
                if isinstance(member, (ClassValue, Instance)):
                    yield reached, _known_class(member), True
                elif reached.owner is None:
                    yield reached, trace.receiver if owner_of(reached) else None, trace.exact
                else:
                    yield reached, None, False

    def _run_by(
        self, found: Value, receiver: Class | None, exact: bool
    ) -> Iterator[tuple[Function, Class | None, bool]]:
        """What an attribute runs when it is called: a method of the receiver, or another object."""
        for member in members(found):
            if isinstance(member, ClassValue) and Instance(member.definition) in members(found):
                continue  # `cls() if isinstance(cls, type) else cls`: an object is called
            for reached in self._inference.functions_in(member):
                if isinstance(member, (ClassValue, Instance)):
                    yield reached, _known_class(member), True
                else:
                    yield reached, receiver, exact

    def _on_self(
        self, attr: str, callee: Value, trace: Trace
    ) -> Iterator[tuple[Function, Class | None, bool]]:
        receiver = trace.receiver
        if receiver is None:
            for reached in self._inference.functions_in(callee):
                yield reached, None, False
            return
        if attr in knowledge.ONCE_ONLY_METHODS:
            return
        found = self._inference.instance_attribute(receiver, attr)
        yield from self._run_by(found, receiver, trace.exact)
        if not trace.exact:
            for subclass in self._subclasses.get(id(receiver), ()):
                if attr in subclass.methods:
                    yield subclass.methods[attr], subclass, False

    def _given(self, site: CallSite, known: bool) -> Iterator[tuple[ast.expr, Value]]:
        """The callables among the arguments; ``known`` when TensorFlow itself gets and calls them."""
        for argument in (*site.node.args, *(keyword.value for keyword in site.node.keywords)):
            for callee in self._callables(argument, site.function, known):
                yield argument, callee

    def _callables(self, node: ast.expr, function: Function, inside: bool) -> Iterator[Value]:
        """What can be called of what an expression stands for; with ``inside``, also in containers."""
        if isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
            parts = node.values if isinstance(node, ast.Dict) else node.elts
            for part in parts if inside else ():
                yield from self._callables(part, function, inside)
        elif inside or not isinstance(node, ast.Call):
            if not isinstance(node, _NOT_CALLABLE):
                yield from _callables_in(self._inference.value(node, function), inside)

    def _callback(
        self, site: CallSite, argument: ast.expr, callee: Value, base: Trace, known: bool
    ) -> Iterator[tuple[Function, Trace]]:
        name = called_name(site.node.func) or "a call"
        for passed, receiver, exact in self._targets(argument, callee, site.function, base):
            text = f"{display(passed)} is passed to `{name}` by {display(site.function)}"
            if known:
                self.takers.setdefault(id(passed), (site, argument))
            onward = self._onward(base, site, passed, text)
            if name == "do_not_convert":
                onward = onward._replace(autograph=False, left_alone=True)
            yield passed, onward._replace(receiver=receiver, exact=exact, turned=None)

    def _onward(self, trace: Trace, site: CallSite, reached: Function, text: str) -> Trace:
        reason = Reason(site.function.module.path, site.node.lineno, text)
        autograph = trace.autograph
        if reached.owner is not None and reached.name == "call":
            autograph = autograph and not self._inference.classes.is_layer(reached.owner)
        left_alone = trace.left_alone or (bool(reached.decorators) and self._is_left_alone(reached))
        return trace._replace(
            reasons=(*trace.reasons, reason),
            autograph=autograph and not left_alone,
            left_alone=left_alone,
        )

    def _is_left_alone(self, function: Function) -> bool:
        """True under a decorator that keeps AutoGraph away."""
        holder = function.parent or function.module.body
        return any(
            called_name(decorator) == "do_not_convert"
            and isinstance(self._inference.value(decorator, holder), External)
            for decorator in function.decorators
        )

    def _find_subclasses(self) -> None:
        for module in self._project.relevant_modules:
            for definition in module.classes:
                if self._entries.is_for_skipped_tests(definition):
                    continue
                for base in self._inference.classes.bases(definition)[1:]:
                    if isinstance(base, Class):
                        self._subclasses.setdefault(id(base), []).append(definition)


def _known_class(owner: ClassValue | Instance) -> Class | None:
    """The class of an object that is made or called, None when it is only declared somewhere."""
    return None if isinstance(owner, Instance) and owner.declared else owner.definition


def _calls_nothing(callee: Value) -> bool:
    """True for a function that does not call what it is given, or not now."""
    called = members(callee)
    if any(isinstance(m, External) and m.name in knowledge.NOT_CALLED_NOW for m in called):
        return True
    return bool(called) and all(map(_only_computes, called))


def _only_computes(called: Value) -> bool:
    """True for an operation, and for a layer, loss or metric."""
    match called:
        case External(name="tensorflow.shape" | "keras.ops.shape"):
            return True
        case External(name=name) if name.startswith("mxnet.F."):
            return not name.startswith("mxnet.F.contrib.")  # which has loops and branches
        case External(name=name):
            return results.gives_one_tensor(name)
        case ExternalInstance(name=name):
            return name.startswith(("keras.", "mxnet.gluon."))
        case _:
            return False


def _callables_in(value: Value, inside: bool) -> Iterator[Value]:
    for member in members(value):
        if isinstance(member, (FunctionValue, GraphFunction, Partial)):
            yield member
        elif inside and isinstance(member, Container):
            for item in member.items or ():
                yield from _callables_in(item, inside)


def _has_fresh_owner(func: ast.expr, function: Function, inference: Inference) -> bool | None:
    """True for a method of an object that ``function`` has just made, False for other objects.

    None when that does not change with the call: for methods of the same ``self`` and functions.
    """
    owner = func.value if isinstance(func, ast.Attribute) else func
    if owner is func and not any(
        isinstance(member, Instance) for member in members(inference.value(func, function))
    ):
        return None
    if _is_self(owner, function) or isinstance(inference.value(owner, function), Parent):
        return None
    made: list[ast.expr | None] = [owner]
    if isinstance(owner, ast.Name):
        made = [binding.value for binding in function.bindings.get(owner.id, ())]
        made = [value for value in made if not _is_none(value)]
    return bool(made) and all(
        isinstance(value, ast.Call)
        and all(isinstance(m, ClassValue) for m in members(inference.value(value.func, function)))
        for value in made
    )


def _is_none(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _runs_once(function: Function) -> bool:
    """True under a decorator that lets a function run once, such as ``functools.cache``."""
    return any(map(runs_once, function.decorators))


def _is_self(node: ast.expr, function: Function) -> bool:
    """True for the instance parameter of the method around."""
    scope: Function | None = function
    while scope is not None:
        if isinstance(node, ast.Name) and node.id in scope.bindings:
            return scope.is_method and node.id == scope.self_name
        scope = scope.parent
    return False
