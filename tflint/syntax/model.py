"""What is known of one module after one walk over its syntax tree.

Nothing here is resolved yet: names are text and values are expressions. ``inference``
gives them meaning, ``tracing`` says which functions run in a graph.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tflint.files.test_files import is_of_tests
from tflint.finding import FunctionRef
from tflint.syntax.blocks import LOOPS as LOOPS
from tflint.syntax.blocks import Binding as Binding
from tflint.syntax.blocks import Block as Block
from tflint.syntax.blocks import loops_around as loops_around
from tflint.syntax.blocks import outward as outward
from tflint.syntax.blocks import past_ifs as past_ifs
from tflint.syntax.blocks import short_circuits as short_circuits
from tflint.syntax.exits import Exits
from tflint.syntax.order import Order

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module


class Key(NamedTuple):
    """Names a function for as long as its file does not change."""

    path: str
    line: int
    column: int


class CallSite:
    """One call expression: where it stands, and the last part of the name it calls."""

    __slots__ = ("block", "function", "name", "node")

    def __init__(self, node: ast.Call, name: str, function: Function, block: Block | None) -> None:
        self.node = node
        self.name = name
        self.function = function
        self.block = block


class IndirectCall(CallSite):
    """A call that a function would make of what it is given, if it is the one that its name says.

    Attributes:
        by: the call of this function, which stands in the text.
        maker: the expression that names it there.
    """

    __slots__ = ("by", "maker")

    def __init__(
        self,
        node: ast.Call,
        name: str,
        function: Function,
        block: Block | None,
        by: ast.Call,
        maker: ast.expr,
    ) -> None:
        super().__init__(node, name, function, block)
        self.by = by
        self.maker = maker


class PropertyRead(CallSite):
    """The read of an attribute that runs a property: a call of its getter that gives it nothing.

    Attributes:
        getter: the method that runs.
    """

    __slots__ = ("getter",)

    def __init__(
        self, read: ast.Attribute, getter: Function, function: Function, block: Block | None
    ) -> None:
        call = ast.copy_location(ast.Call(read, [], []), read)
        super().__init__(call, getter.name, function, block)
        self.getter = getter


class AttributeStore(NamedTuple):
    """``object.name = value`` (or ``+=``, or a part of an unpacking) inside a function."""

    node: ast.Attribute
    binding: Binding
    function: Function


class ImportedName(NamedTuple):
    """What an import binds: a module, or a name of a module."""

    module: str
    name: str | None
    level: int


@dataclass(eq=False, repr=False)
class Scope:
    """Names bound in one namespace."""

    bindings: dict[str, list[Binding]] = field(default_factory=dict)

    @cached_property
    def orders(self) -> dict[str, Order]:
        """The bindings of names that have been asked for, sorted; ``reaching`` keeps them here."""
        return {}

    def bind(self, name: str, binding: Binding) -> None:
        """Record one more place where ``name`` gets a value."""
        found = self.bindings.get(name)
        if found is None:
            self.bindings[name] = [binding]  # which takes less than a list that grows
        else:
            found.append(binding)


@dataclass(eq=False, repr=False)
class Function(Scope):
    """A function, a lambda, or a module's own body (which is called ``<module>``)."""

    module: Module = field(kw_only=True)
    node: FunctionNode = field(kw_only=True)
    name: str = field(kw_only=True)
    qualname: str = field(kw_only=True)
    parent: Function | None = field(kw_only=True, default=None)
    owner: Class | None = field(kw_only=True, default=None)
    block: Block | None = field(kw_only=True, default=None)
    """Where its definition stands in ``parent``."""
    global_names: frozenset[str] = frozenset()
    nonlocal_names: frozenset[str] = frozenset()
    calls: list[CallSite] = field(default_factory=list)
    reads: list[ast.Attribute] = field(default_factory=list)
    """Attributes it reads, and does not call."""
    stores: list[AttributeStore] = field(default_factory=list)
    returns: list[tuple[ast.expr | None, Block | None]] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    """Functions defined inside, methods of local classes included."""
    decorators_below: tuple[ast.expr, ...] = ()
    """What assignments right below the definition put around it under its own name, outermost first."""
    _statements: list[ast.stmt] = field(default_factory=list)
    _blocks: list[Block | None] = field(default_factory=list)
    yields: tuple[ast.expr | None, ...] = ()
    """What each ``yield`` gives, in the order they are read; None where nothing stands beside it.

    The items of ``yield from`` stand nowhere: None as well.
    """
    has_comprehensions: bool = False
    """Whether there is one in it, or in a lambda or function inside."""
    is_implied: bool = False
    """Whether it stands nowhere in the text: Python writes it, as the constructor of a dataclass."""

    @property
    def is_generator(self) -> bool:
        """Whether calling it makes a generator."""
        return bool(self.yields)

    @cached_property
    def exits(self) -> dict[int, Exits]:
        """Its rows of statements that have been asked which tests may leave them, by ``id``."""
        return {}

    @cached_property
    def written_out(self) -> dict[int, ast.expr]:
        """What stands behind names that others are given, by ``id``; ``scopes`` keeps it here."""
        return {}

    @cached_property
    def nonlocal_bindings(self) -> dict[str, list[tuple[Function, Binding]]]:
        """Bindings inside the functions that it holds, of names that these declare ``nonlocal``."""
        found: dict[str, list[tuple[Function, Binding]]] = {}
        for function in self.functions:
            for name in function.nonlocal_names:
                for binding in function.bindings.get(name, ()):
                    found.setdefault(name, []).append((function, binding))
        return found

    @cached_property
    def constants(self) -> dict[str, object]:
        """Its variables that are only ever given one value, at once and written out: ``mode = "fast"``."""
        return self.module.constants if self.is_module else _constants(self, self.nonlocal_bindings)

    @cached_property
    def stores_by_name(self) -> dict[str, list[AttributeStore]]:
        """Its assignments to attributes, those of one name together."""
        found: dict[str, list[AttributeStore]] = {}
        for store in self.stores:
            found.setdefault(store.node.attr, []).append(store)
        return found

    @cached_property
    def cleared(self) -> frozenset[str]:
        """The attributes that it sets to None."""
        return frozenset(
            store.node.attr
            for store in self.stores
            if isinstance(store.binding.value, ast.Constant) and store.binding.value.value is None
        )

    def site_of(self, call: ast.AST) -> CallSite | None:
        """Where the function makes a call; None for what is no call of its own."""
        return self._sites.get(id(call))

    @cached_property
    def _sites(self) -> dict[int, CallSite]:
        return {id(site.node): site for site in self.calls}

    def __repr__(self) -> str:
        return f"<function {self.qualname} in {self.module.path}>"

    @property
    def full_name(self) -> str:
        """Dotted name, module included."""
        return f"{self.module.name}.{self.qualname}"

    @property
    def scopes(self) -> Iterator[Function]:
        """The function itself and those that it stands in, outward to the body of the module."""
        scope: Function | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    @property
    def outermost(self) -> Function:
        """The function or method of the module that this one stands in, or is."""
        function = self
        while function.parent is not None and not function.parent.is_module:
            function = function.parent
        return function

    @property
    def is_module(self) -> bool:
        """True for a module's own body."""
        return isinstance(self.node, ast.Module)

    @property
    def key(self) -> Key:
        """Stable name of this function."""
        if isinstance(self.node, ast.Module):
            return Key(self.module.path, 0, 0)
        return Key(self.module.path, self.node.lineno, self.node.col_offset)

    @property
    def ref(self) -> FunctionRef:
        """How findings name this function."""
        line = 1 if isinstance(self.node, ast.Module) else self.node.lineno
        return FunctionRef(self.module.path, self.qualname, line)

    @property
    def decorators(self) -> list[ast.expr]:
        """Decorator expressions, outermost first; ``f = wrap(f)`` below the definition is one too."""
        if isinstance(self.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            above = self.node.decorator_list
            return [*self.decorators_below, *above] if self.decorators_below else above
        return []

    @property
    def body(self) -> list[ast.stmt]:
        """Statements of the body; a lambda's expression stands in a return."""
        if isinstance(self.node, ast.Lambda):
            return [ast.copy_location(ast.Return(self.node.body), self.node.body)]
        return self.node.body

    @cached_property
    def parameters(self) -> list[ast.arg]:
        """Positional parameters, then keyword-only ones; without ``*args`` and ``**kwargs``."""
        if isinstance(self.node, ast.Module):
            return []
        arguments = self.node.args
        return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]

    @cached_property
    def parameter_names(self) -> frozenset[str]:
        """The names of these."""
        return frozenset(parameter.arg for parameter in self.parameters)

    @cached_property
    def places(self) -> list[str]:
        """The names of the parameters that are given by their place."""
        if isinstance(self.node, ast.Module):
            return []
        return [argument.arg for argument in (*self.node.args.posonlyargs, *self.node.args.args)]

    @cached_property
    def required(self) -> list[str]:
        """The names of the parameters without a default."""
        if isinstance(self.node, ast.Module):
            return []
        arguments = self.node.args
        by_keyword = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        return [
            *self.places[: len(self.places) - len(arguments.defaults)],
            *(argument.arg for argument, default in by_keyword if default is None),
        ]

    @cached_property
    def defaults(self) -> dict[str, ast.expr]:
        """The parameters that have a default, each with its expression."""
        if isinstance(self.node, ast.Module):
            return {}
        of = self.node.args
        places = reversed([*of.posonlyargs, *of.args])
        found = {a.arg: default for a, default in zip(places, reversed(of.defaults), strict=False)}
        by_keyword = zip(of.kwonlyargs, of.kw_defaults, strict=True)
        return found | {a.arg: default for a, default in by_keyword if default is not None}

    @property
    def statements(self) -> list[tuple[ast.stmt, Block | None]]:
        """Its own statements in order, each with the block it stands in; not those of nested functions."""
        return list(zip(self._statements, self._blocks, strict=True))

    def add(self, statement: ast.stmt, block: Block | None) -> None:
        """Record one more of its statements."""
        self._statements.append(statement)
        self._blocks.append(block)

    def decorate_below(self, decorator: ast.expr) -> None:
        """Record what an assignment right below the definition puts around it."""
        self.decorators_below = (decorator, *self.decorators_below)
        self.__dict__.pop("is_static", None)

    def statement_of(self, node: ast.expr) -> tuple[ast.AST, Block | None]:
        """The innermost of its statements that holds an expression, and the block that stands in."""
        place = node.lineno, node.col_offset
        last = bisect_right(self._by_place, place, key=lambda found: _start(found[0]))
        for index in range(last - 1, -1, -1):
            statement, block = self._by_place[index]
            if place < _end(statement):
                return statement, block
        return node, None

    @cached_property
    def _by_place(self) -> list[tuple[ast.stmt, Block | None]]:
        """Its statements in order of their places: a ``try`` has its handlers at the end otherwise."""
        return sorted(self.statements, key=lambda found: _start(found[0]))

    @property
    def is_method(self) -> bool:
        """True when the first parameter is the instance or the class."""
        return self.owner is not None and bool(self.parameters) and not self.is_static

    @cached_property
    def is_static(self) -> bool:
        """True under ``@staticmethod``."""
        return self._is_under("staticmethod")

    @property
    def is_of_class(self) -> bool:
        """True under ``@classmethod``."""
        return self._is_under("classmethod")

    def _is_under(self, name: str) -> bool:
        return any(isinstance(d, ast.Name) and d.id == name for d in self.decorators)

    @property
    def self_name(self) -> str | None:
        """Name of the instance parameter of a method."""
        if not self.is_method:
            return None
        return self.parameters[0].arg


@dataclass(eq=False, repr=False)
class Class(Scope):
    """A class statement."""

    module: Module = field(kw_only=True)
    node: ast.ClassDef = field(kw_only=True)
    name: str = field(kw_only=True)
    qualname: str = field(kw_only=True)
    parent: Function = field(kw_only=True)
    owner: Class | None = field(kw_only=True, default=None)
    block: Block | None = field(kw_only=True, default=None)
    methods: dict[str, Function] = field(default_factory=dict)
    stores: dict[str, list[AttributeStore]] = field(default_factory=dict)
    """Assignments to attributes of ``self``, by attribute."""
    fields: tuple[str, ...] | None = None
    """What the constructor that Python writes takes and keeps, in order; None without one of that kind."""
    items: tuple[str, ...] = ()
    """The attributes that its objects, which are tuples, also have as their items."""

    def __repr__(self) -> str:
        return f"<class {self.qualname} in {self.module.path}>"

    @property
    def full_name(self) -> str:
        """Dotted name, module included."""
        return f"{self.module.name}.{self.qualname}"

    def binds(self, attr: str) -> bool:
        """Whether the class statement gives its objects an attribute, by a method, or in its body."""
        return attr in self.methods or attr in self.stores or attr in self.bindings


@dataclass(eq=False, repr=False)
class Module:
    """One parsed file."""

    path: str
    name: str
    tree: ast.Module
    text: str
    body: Function = field(init=False)
    functions: list[Function] = field(default_factory=list)
    """Every function and lambda of the file, its own body first."""
    classes: list[Class] = field(default_factory=list)
    calls: dict[str, list[CallSite]] = field(default_factory=dict)
    """Call sites by the last part of the called name; of an item that is called, by its container's."""
    item_calls: list[IndirectCall] = field(default_factory=list)
    """What ``map`` and its like would call for each item, in the order they are read; not in ``calls``."""
    decorated: dict[str, list[tuple[ast.expr, Function]]] = field(default_factory=dict)
    """Decorators with what they decorate, by the last part of the decorator's name."""
    decorated_below: set[int] = field(default_factory=set)
    """Names of functions that decorators below their definition are given, by ``id``: no uses."""
    aliases: tuple[tuple[str | int, str], ...] = ()
    """Names, each with another that an assignment or import gives to what it names, or to what wraps it.

    A lambda, which has none, stands by the ``id`` of its node.
    """
    aliases_of_items: tuple[tuple[str | int, str], ...] = ()
    """The same of names that a display holds, each with that of the container, or of what gets items."""
    makers: tuple[tuple[str, str], ...] = ()
    """Called names, each with another that an assignment gives to what the call makes."""
    star_imports: list[ImportedName] = field(default_factory=list)
    """The last first of those that always run, each of which hides those before; then those of branches."""
    star_choices: list[ImportedName] = field(default_factory=list)
    """Those of the branches of an ``if``."""
    class_names: dict[int, Class] = field(default_factory=dict)
    """The class whose body an expression's name stands in, decorators of methods included, by ``id``."""
    cells: tuple[tuple[int, int], ...] = ()
    """Of a notebook, the number of each cell of code, and its first line in the text."""

    def line_name(self, line: int) -> str:
        """How a message calls a line: ``line 9``, or ``cell 3:1`` in a notebook."""
        index = bisect_right(self.cells, line, key=lambda cell: cell[1]) - 1
        if index < 0:
            return f"line {line}"
        number, first = self.cells[index]
        return f"cell {number}:{line - first + 1}"

    def on_line(self, line: int) -> str:
        """Where something stands: ``on line 9``, or ``in cell 3:1``."""
        return f"{'in' if self.cells else 'on'} {self.line_name(line)}"

    @cached_property
    def lines(self) -> list[str]:
        """The text line by line, as Python counts them; only places of findings need them."""
        return self.text.split("\n")

    @cached_property
    def may_assign_in_expressions(self) -> bool:
        """Whether its text has a ``:=``; asked once, since a long file has many functions."""
        return ":=" in self.text

    @cached_property
    def says_name(self) -> bool:
        """Whether its text has a ``__name__``; asked once, since a long file has many reads."""
        return "__name__" in self.text

    @cached_property
    def reads(self) -> dict[str, list[tuple[ast.Attribute, Function]]]:
        """Where attributes are read (and not called), by name."""
        found: dict[str, list[tuple[ast.Attribute, Function]]] = {}
        for function in self.functions:
            for node in function.reads:
                found.setdefault(node.attr, []).append((node, function))
        return found

    @cached_property
    def imported(self) -> list[tuple[str, Function, Block | None]]:
        """The dotted names that its imports write out, but for those by dots, each with where it does."""
        bindings = {
            id(binding.node if isinstance(binding.node, ast.Import) else binding): (
                binding,
                function,
            )
            for function in self.functions
            for of_name in function.bindings.values()
            for binding in of_name
            if isinstance(binding.target, ImportedName)
        }
        return [
            (name, function, binding.block)
            for binding, function in bindings.values()
            for name in _names_imported(binding)
        ]

    @cached_property
    def is_of_tests(self) -> bool:
        """Whether it holds tests, or stands among them."""
        return is_of_tests(self.path, self.text)

    @cached_property
    def global_bindings(self) -> dict[str, list[tuple[Function, Binding]]]:
        """Bindings of module-level names inside functions that declare them ``global``."""
        found: dict[str, list[tuple[Function, Binding]]] = {}
        for function in self.functions:
            for name in function.global_names:
                for binding in function.bindings.get(name, ()):
                    found.setdefault(name, []).append((function, binding))
        return found

    @cached_property
    def constants(self) -> dict[str, object]:
        """Its variables that are only ever given one value, at once and written out: ``DEBUG = False``."""
        return _constants(self.body, self.global_bindings)

    @cached_property
    def defined(self) -> dict[int, Function]:
        """The functions of its definitions and lambda expressions, by ``id`` of their nodes."""
        return {id(function.node): function for function in self.functions}

    def function_on(self, line: int) -> Function | None:
        """The innermost definition or lambda that has a line; None for a line of the module's own."""
        before = bisect_right(self._by_first_line, line, key=_first_line)
        function = self._by_first_line[before - 1] if before else None
        while function is not None and not _first_line(function) <= line <= _last_line(function):
            function = function.parent
        return function

    @cached_property
    def _by_first_line(self) -> list[Function]:
        return sorted((f for f in self.functions if not f.is_module), key=_first_line)

    @cached_property
    def lambdas_by_line(self) -> dict[int, list[ast.Lambda]]:
        """The lambda expressions that begin on each line."""
        found: dict[int, list[ast.Lambda]] = {}
        for function in self.functions:
            if isinstance(function.node, ast.Lambda):
                found.setdefault(function.node.lineno, []).append(function.node)
        return found

    def forget_answers(self) -> None:
        """Let go of what was answered with the values of a project, before another project asks."""
        for function in self.functions:
            function.__dict__.pop("exits", None)

    def release(self) -> None:
        """Let go of what the index records, which refers to itself in circles."""
        for scope in (*self.functions, *self.classes):
            scope.__dict__.clear()

    def __repr__(self) -> str:
        return f"<module {self.name} in {self.path}>"


def _constants(scope: Function, elsewhere: Container[str]) -> dict[str, object]:
    """Variables of a scope with one constant; ``elsewhere`` are those that other functions bind."""
    return {
        name: bindings[0].value.value
        for name, bindings in scope.bindings.items()
        if len(bindings) == 1
        and bindings[0].block is None
        and bindings[0].kind == "assign"
        and isinstance(bindings[0].value, ast.Constant)
        and name not in elsewhere
    }


def _names_imported(binding: Binding) -> list[str]:
    """The dotted names that the import of a binding writes out: each of one without ``from``."""
    imported = binding.target
    assert isinstance(imported, ImportedName)
    if isinstance(binding.node, ast.Import):
        return [alias.name for alias in binding.node.names]
    return [] if imported.level else [".".join(filter(None, (imported.module, imported.name)))]


def _start(statement: ast.stmt) -> tuple[int, int]:
    return statement.lineno, statement.col_offset


def _end(statement: ast.stmt) -> tuple[int, int]:
    line, column = statement.end_lineno, statement.end_col_offset
    return line or statement.lineno, column or statement.col_offset


def _first_line(function: Function) -> int:
    return getattr(function.node, "lineno", 0)


def _last_line(function: Function) -> int:
    return getattr(function.node, "end_lineno", 0)
