"""Where a project calls a function, or makes and uses the objects of a class.

Facts say what the names mean. What is known to be something else is no call; what is unknown may be.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Set
from threading import RLock
from typing import NamedTuple, TypeVar

from tflint.api import knowledge
from tflint.experiment.parsed_file import ParsedFile
from tflint.experiment.users import Users
from tflint.facts.expressions.values import (
    UNKNOWN,
    ClassValue,
    Instance,
    Value,
    members,
)
from tflint.syntax.model import CallSite, Class, Function, loops_around
from tflint.syntax.scopes import holder_of
from tflint.syntax.stack import on_deep_stack
from tflint.syntax.trees import called_name

T = TypeVar("T")
_DEPTH = 5
_MOST = 12
_MOST_PASSED = 24
_CALLED_BY_FRAMEWORKS = (
    knowledge.KERAS_METHODS
    | knowledge.KERAS_PARTS_OF_STEPS
    | {"__call__", "forward", "hybrid_forward"}
)
_HOOK = re.compile(r"on_(train_|test_|predict_)?(epoch|batch|begin|end)(_begin|_end)?")
"""Methods of a callback, which training runs."""
_RUNNING = {"fit", "predict", "evaluate", "train_on_batch", "predict_on_batch", "test_on_batch"}
_HEADS = (ast.If, ast.For, ast.While, ast.With, ast.Try)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, *_HEADS)
_asking = RLock()


class UsingStatement(NamedTuple):
    """A statement that uses something, and the file it stands in."""

    source: ParsedFile
    statement: ast.stmt


Held = set[tuple[Function, str]]
"""Variables: the function or module whose they are, and their names."""


class CallSites:
    """Answers who calls, among some files."""

    def __init__(self, users: Users) -> None:
        self._users = users
        self._sources = _ask(lambda: {source.index: source for source in users.files})

    @property
    def files(self) -> list[ParsedFile]:
        """The entry's file, then those that may use names of it, the nearest first."""
        return self._users.files

    def of(self, function: Function) -> list[UsingStatement]:
        """The statements that call a function or hand it on, those at the top of their module first."""
        return _ask(lambda: self._of(function))

    def values_given(self, called: Function | Class) -> list[dict[str, Value]]:
        """What calls of a function, or of a class, give: by position or by name."""
        return _ask(lambda: list(self._values_given(called)))

    def passed_around(self, function: Function) -> list[UsingStatement]:
        """Where a function is no more than named: ``for step in (f, g): step(x)``, a table of steps."""
        return _ask(lambda: self._passed_around(function)[:_MOST_PASSED])

    def of_objects(self, cls: Class, methods: Set[str]) -> list[UsingStatement]:
        """Where objects of a class run (``net(x)``, ``model.fit(...)``), or what holds them."""
        return _ask(lambda: self._of_objects(cls, methods, 0))

    def of_results(self, function: Function) -> list[UsingStatement]:
        """Calls of what a function returned, under the names and attributes that hold it."""
        return _ask(lambda: self._of_results(function))

    def of_bound(self, source: ParsedFile, statement: ast.stmt) -> list[UsingStatement]:
        """Calls of what a statement binds."""
        return _ask(lambda: _in_order(self._calls_of_held(_bound_by(source, statement))))

    def made_of(self, cls: Class) -> ast.stmt | None:
        """Where the module of a class gives a name of its own to an object of it."""

        def find() -> ast.stmt | None:
            for use in self._constructions({cls}):
                top = use.statement in cls.module.tree.body
                if top and isinstance(use.statement, ast.Assign) and use.source.index is cls.module:
                    return use.statement
            return None

        return _ask(find)

    def wrapping(self, function: Function) -> list[ast.stmt]:
        """Statements of its module's body that give a name to a graph of a function."""

        def find() -> list[ast.stmt]:
            body = function.module.body
            return [
                statement
                for statement in function.module.tree.body
                if isinstance(statement, ast.Assign)
                and isinstance(statement.value, ast.Call)
                and function in self._functions(statement.value, body)
            ]

        return _ask(find)

    # functions

    def _of(self, function: Function) -> list[UsingStatement]:
        if isinstance(function.node, ast.Lambda) and (at := self._holder_of_lambda(function)):
            return at
        by_frameworks = function.name in _CALLED_BY_FRAMEWORKS or _HOOK.fullmatch(function.name)
        if function.owner is not None and by_frameworks:
            return self._of_objects(function.owner, {function.name}, 0)
        found: list[UsingStatement] = []
        names = {*self._users.names.of_calls(function), function.name}
        for source, site in self._sites():
            if site.function is function or _is_inside(site.function, function):
                continue
            calls = site.name in names and self._may_call(site, function)
            if not calls and not self._hands_on(site, function, names):
                continue
            use = self._use(source, site.node)
            if isinstance(use.statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                continue
            if not calls and self._is_alias(site, use.statement, function):
                continue
            found.append(use)
            if not calls and site.name == "compile":
                # A loss or a metric: what runs it is training.
                found += self._runs(_variables(site.node.func, site.function), frozenset(), set())
        return _in_order(found)

    def _values_given(self, called: Function | Class) -> Iterator[dict[str, Value]]:
        for _, site in self._sites():
            if site.name != called.name or not self._is_of_name(site, called):
                continue
            node = site.node
            if not any(isinstance(argument, ast.Starred) for argument in node.args):
                given = [(str(position), part) for position, part in enumerate(node.args)]
                given += [(part.arg, part.value) for part in node.keywords if part.arg]
                yield {key: self._value(part, site.function) for key, part in given}

    def _is_of_name(self, site: CallSite, called: Function | Class) -> bool:
        """Whether what a call names is a function, or a class."""
        if isinstance(called, Function):
            return not _is_inside(site.function, called) and self._may_call(site, called)
        values = members(self._value(site.node.func, site.function))
        return any(isinstance(one, ClassValue) and one.definition is called for one in values)

    def _holder_of_lambda(self, function: Function) -> list[UsingStatement]:
        """Calls of the variable that holds a lambda; else the statement that it stands in."""
        source = self._source(function)
        if source is None:
            return []
        statement = _statement(source, function.node)
        if isinstance(statement, ast.Assign):
            held = _bound_by(source, statement)
            if held:
                return _in_order(self._calls_of_held(held))
        return [UsingStatement(source, statement)]

    def _may_call(self, site: CallSite, function: Function) -> bool:
        value = self._value(site.node.func, site.function)
        if function in self._users.inference.functions_in(value):
            return True
        by_attribute = isinstance(site.node.func, ast.Attribute)
        likely = function.owner is not None or site.name != function.name
        return UNKNOWN in members(value) and by_attribute is (by_attribute and likely)

    def _hands_on(self, site: CallSite, function: Function, names: Set[str]) -> bool:
        given = [*site.node.args, *(keyword.value for keyword in site.node.keywords)]
        return any(
            isinstance(argument, (ast.Name, ast.Attribute))
            and called_name(argument) in names
            and function in self._functions(argument, site.function)
            for argument in given
        )

    def _is_alias(self, site: CallSite, statement: ast.stmt, function: Function) -> bool:
        """Whether a statement does no more than give a name to a graph of a function."""
        return isinstance(statement, ast.Assign) and function in self._functions(
            statement.value, site.function
        )

    def _passed_around(self, function: Function) -> list[UsingStatement]:
        named = [
            self._use(source, name)
            for source, name, scope in self._reads({function.name})
            if not _is_inside(scope, function) and self._may_be(name, scope, function)
        ]
        tables: Held = set()
        for use in named:
            if isinstance(use.statement, ast.Assign):
                tables |= _bound_by(use.source, use.statement)
        named += [
            self._use(source, name)
            for source, name, scope in self._reads({name for _, name in tables})
            if isinstance(name, ast.Name) and _variable(name.id, scope) in tables
        ]
        found: list[UsingStatement] = []
        for use in named:
            if isinstance(use.statement, ast.For):
                inside = (s for s in ast.walk(use.statement) if isinstance(s, ast.stmt))
                found += [UsingStatement(use.source, statement) for statement in inside]
            elif isinstance(use.statement, (ast.Expr, ast.Return, ast.Assign)):
                found.append(use)
        return list(dict.fromkeys(found))

    def _of_results(self, function: Function) -> list[UsingStatement]:
        held: Held = set()
        attributes: set[str] = set()
        for use in self._of(function):
            made = use.statement
            if isinstance(made, ast.Assign) and called_name(made.value) == function.name:
                held |= _bound_by(use.source, made)
                attributes |= {t.attr for t in made.targets if isinstance(t, ast.Attribute)}
        found = self._calls_of_held(held)
        found += [
            self._use(source, site.node)
            for source, site in self._sites()
            if isinstance(site.node.func, ast.Attribute) and site.name in attributes
        ]
        return list(dict.fromkeys(found))

    # objects

    def _of_objects(self, cls: Class, methods: Set[str], depth: int) -> list[UsingStatement]:
        family = {cls} | {
            other
            for source in self._users.files
            for other in source.index.classes
            if other.node.bases and cls in self._users.inference.classes.bases(other)
        }
        held: Held = set()
        holders: dict[Class, None] = {}
        made: list[UsingStatement] = []
        for use in self._constructions(family):
            owner = _class_around(use)
            if isinstance(use.statement, ast.For):
                held |= _bound_by(use.source, use.statement)
            if isinstance(use.statement, DEFINITIONS):
                continue
            if owner is not None and owner not in family:
                holders[owner] = None
                continue
            made.append(use)
            held |= _bound_by(use.source, use.statement)
            maker = use.source.places[use.statement][0]
            if isinstance(use.statement, ast.Return) and not maker.is_module:
                for call in self._of(maker):
                    if isinstance(call.statement, ast.Assign):
                        held |= _bound_by(call.source, call.statement)
        held |= self._made_with(held)
        held |= self._compiled_with(held, made)
        found = self._runs(held, methods, family)
        if depth < _DEPTH:
            for holder in holders:
                found += self._of_objects(holder, frozenset(), depth + 1)
        return _in_order(found or made)

    def _made_with(self, held: Held) -> Held:
        """Variables that hold what was made with what some variables hold: ``tf.function(layer)``."""
        found: Held = set()
        for source, site in self._sites():
            if not _is_given(site, held):
                continue
            statement = self._use(source, site.node).statement
            if isinstance(statement, ast.Assign) and statement.value is site.node:
                found |= _bound_by(source, statement)
        return found

    def _compiled_with(self, held: Held, made: Iterable[UsingStatement]) -> Held:
        """Variables that hold models compiled with what some variables hold, or with what is made there."""
        makers = {use.statement for use in made}
        found: Held = set()
        for source, site in self._sites():
            if site.name == "compile" and isinstance(site.node.func, ast.Attribute):
                if _is_given(site, held) or self._use(source, site.node).statement in makers:
                    found |= _variables(site.node.func, site.function)
        return found

    def _constructions(self, family: Set[Class]) -> list[UsingStatement]:
        names = {cls.name for cls in family}
        names |= {other for name in names for other in self._users.names.aliases.get(name, ())}
        found = []
        for source, site in self._sites():
            if site.name not in names:
                continue
            for value in members(self._value(site.node.func, site.function)):
                known = isinstance(value, ClassValue) and value.definition in family
                if known or (value == UNKNOWN and isinstance(site.node.func, ast.Name)):
                    found.append(self._use(source, site.node))
                    break
        return list(dict.fromkeys(found))

    def _runs(self, held: Held, methods: Set[str], family: Set[Class]) -> list[UsingStatement]:
        """What runs objects of some classes, or those that variables hold; a property runs when read."""
        found = []
        for source, site in self._sites():
            func = site.node.func
            if isinstance(func, ast.Attribute) and site.name in _RUNNING | methods:
                runs = self._is_of(func.value, site.function, held, family) or any(
                    self._is_of(part, site.function, held, family) for part in _given(site)
                )
            elif isinstance(func, ast.Attribute):
                runs = self._is_of(func, site.function, set(), family)
            else:
                runs = self._is_of(func, site.function, held, family)
            if runs:
                found.append(self._use(source, site.node))
        for source in self._users.files:
            for method in sorted(methods):
                for read, function in source.index.reads.get(method, ()):
                    if self._is_of(read.value, function, held, family):
                        found.append(self._use(source, read))
        return list(dict.fromkeys(found))

    def _is_of(self, node: ast.expr, function: Function, held: Held, family: Set[Class]) -> bool:
        values = members(self._value(node, function))
        objects = [value.definition for value in values if isinstance(value, Instance)]
        if any(cls in family for cls in objects):
            return True
        through = not isinstance(node, ast.Call) and bool(_variables(node, function) & held)
        return through and len(objects) < len(values)

    # what both need

    def _calls_of_held(self, held: Held) -> list[UsingStatement]:
        found = [
            self._use(source, site.node)
            for source, site in self._sites()
            if isinstance(site.node.func, ast.Name)
            and _variables(site.node.func, site.function) & held
        ]
        return list(dict.fromkeys(found))

    def _sites(self) -> Iterator[tuple[ParsedFile, CallSite]]:
        for source in self._users.files:
            for function in source.index.functions:
                for site in function.calls:
                    yield source, site

    def _reads(self, names: Set[str]) -> Iterator[tuple[ParsedFile, ast.expr, Function]]:
        """Where names and attributes of these names are read."""
        for source in self._users.files:
            for node in source.nodes:
                if not isinstance(node, (ast.Name, ast.Attribute)):
                    continue
                if isinstance(node.ctx, ast.Load) and called_name(node) in names:
                    statement = _statement(source, node)
                    if statement in source.places:
                        yield source, node, source.places[statement][0]

    def _may_be(self, node: ast.expr, scope: Function, function: Function) -> bool:
        return function in self._functions(node, scope) or (
            isinstance(node, ast.Attribute) is (function.owner is not None)
            and UNKNOWN in members(self._value(node, scope))
        )

    def _functions(self, node: ast.expr, function: Function) -> set[Function]:
        return set(self._users.inference.functions_in(self._value(node, function)))

    def _value(self, node: ast.expr, function: Function) -> Value:
        return self._users.inference.value(node, function)

    def _use(self, source: ParsedFile, node: ast.AST) -> UsingStatement:
        return UsingStatement(source, _statement(source, node))

    def _source(self, function: Function) -> ParsedFile | None:
        return self._sources.get(function.module)


def like_calls(source: ParsedFile, statement: ast.stmt) -> list[ast.stmt]:
    """Statements of the module's body that call what a statement calls or binds."""
    function = source.places[statement][0]
    wanted = _bound_by(source, statement) | _called_in(statement, function)
    return [
        other
        for other, (scope, block) in source.places.items()
        if scope.is_module
        and not isinstance(other, DEFINITIONS)
        and not loops_around(block)
        and _called_in(other, scope) & wanted
    ][:_MOST]


def _called_in(statement: ast.stmt, function: Function) -> Held:
    """The variables that a statement calls."""
    found: Held = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found |= _variables(node.func, function)
    return found


def _variables(node: ast.expr, function: Function) -> Held:
    """The variable that an expression goes through: that of ``net`` for ``net.layers[0]``."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return {_variable(node.id, function)} if isinstance(node, ast.Name) else set()


def _given(site: CallSite) -> list[ast.expr]:
    """What a call is given, and what lists among that hold."""
    arguments = [*site.node.args, *(keyword.value for keyword in site.node.keywords)]
    return [part for argument in arguments for part in _parts(argument)]


def _is_given(site: CallSite, held: Held) -> bool:
    return any(_variables(part, site.function) & held for part in _given(site))


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]


def _variable(name: str, function: Function) -> tuple[Function, str]:
    return holder_of(name, function) or function.module.body, name


def _bound_by(source: ParsedFile, statement: ast.stmt) -> Held:
    """The variables that a statement binds."""
    function = source.places[statement][0]
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return {_variable(statement.name, function)}
    heads = [statement.target] if isinstance(statement, ast.For) else [statement]
    return {
        _variable(node.id, function)
        for head in heads
        for node in ast.walk(head)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _statement(source: ParsedFile, node: ast.AST) -> ast.stmt:
    return next(outer for outer in source.enclosing(node) if isinstance(outer, ast.stmt))


def _class_around(use: UsingStatement) -> Class | None:
    """The innermost class whose body, or method, holds a statement."""
    around = set(use.source.enclosing(use.statement))
    found = [cls for cls in use.source.index.classes if cls.node in around]
    return found[-1] if found else None


def _is_inside(scope: Function, function: Function) -> bool:
    """Whether one function is another, or stands in it."""
    found: Function | None = scope
    while found is not None and found is not function:
        found = found.parent
    return found is function


def _in_order(uses: Iterable[UsingStatement]) -> list[UsingStatement]:
    """Each once; calls at the top of a module need nobody else's arguments, so they come first."""
    kept: list[UsingStatement] = []
    counts: dict[ParsedFile, int] = {}
    by_need = sorted(
        dict.fromkeys(uses),
        key=lambda use: (not use.source.places[use.statement][0].is_module, use.statement.lineno),
    )
    for use in by_need:
        counts[use.source] = counts.get(use.source, 0) + 1
        if counts[use.source] <= _MOST:
            kept.append(use)
    return kept


def _ask(question: Callable[[], T]) -> T:
    """An answer of facts, which no two threads may ask at once."""
    with _asking:
        return on_deep_stack(question)
