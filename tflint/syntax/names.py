"""What names alone tell of a project: which calls, and which decorators, may mean a function.

Nothing here knows what a name stands for; it only keeps the search for callers short.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeVar

from tflint.syntax.indexing import kept_in, name_or_id
from tflint.syntax.indirect_calls import CALLING_ONCE, indirect_call
from tflint.syntax.model import CallSite, Class, Function, IndirectCall, Module
from tflint.syntax.trees import called_name

KeyT = TypeVar("KeyT")

_CALLED_BY_CALLING = frozenset({"__call__", "call", "forward", "hybrid_forward"})
"""Methods that run when an object is called."""


class _Parameters:
    """Where the arguments of a call may land in some functions of one name."""

    def __init__(self, functions: list[Function]) -> None:
        self._by_place: list[set[str]] = []
        self._names: set[str] = set()
        for function in functions:
            if isinstance(function.node, ast.Module):
                continue
            arguments = function.node.args
            names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
            for place, name in enumerate(names[1:] if function.is_method else names):
                if place == len(self._by_place):
                    self._by_place.append(set())
                self._by_place[place].add(name)
            self._names.update(argument.arg for argument in function.parameters)

    def by_parameter(self, call: ast.Call) -> Iterator[tuple[ast.expr, set[str]]]:
        """The arguments of a call, each with the parameters it may land in; stops at ``*args``."""
        for argument, names in zip(call.args, self._by_place, strict=False):
            if isinstance(argument, ast.Starred):
                break
            yield argument, names
        for keyword in call.keywords:
            if keyword.arg in self._names:
                assert keyword.arg is not None
                yield keyword.value, {keyword.arg}


class Names:
    """The calls, decorators and other names of a project's relevant files, by name."""

    def __init__(self, modules: Sequence[Module]) -> None:
        self._modules = modules
        self._arguments: dict[str, set[str]] = {}
        """By called name, what ``of_arguments`` is made of; it depends on the text alone."""
        self._of_calls: dict[Function, tuple[str, ...]] = {}
        """What ``of_calls`` has said, which depends on the text alone."""
        self._indirect_of: dict[Function, tuple[IndirectCall, ...]] = {}
        """What ``indirect`` has said."""
        self._counts: dict[Function, int] = {}
        """What ``count_of_calls`` has said."""

    @cached_property
    def aliases(self) -> dict[str | int, set[str]]:
        """Other names for what a name, or a lambda by the ``id`` of its node, stands for."""
        assigned = (pair for module in self._modules for pair in module.aliases)
        return _by_first(chain(assigned, self._handed_on()))

    @cached_property
    def _of_items(self) -> dict[str | int, set[str]]:
        """Names of containers that hold what a name stands for, and of what is given their items."""
        return _by_first(pair for module in self._modules for pair in module.aliases_of_items)

    def making(self, definition: Class) -> set[str]:
        """Names under which objects of a class may be made."""
        return {definition.name} | self._others([definition.name])

    def making_kin(self, definition: Class) -> set[str]:
        """Names under which objects of a class, or of one below it, may be made."""
        found = [definition.name]
        for name in found:  # which grows meanwhile
            below = (heir.name for heir in self._by_base.get(name, ()))
            found += (heir for heir in below if heir not in found)
        return {*found, *self._others(found)}

    def _others(self, names: Iterable[str | int]) -> set[str]:
        """Other names for what one of these stands for, also where it comes out of a container."""
        known = {*names}
        others = known.union(*(self.aliases.get(name, ()) for name in known))
        items = set[str]().union(*(self._of_items.get(name, ()) for name in others))
        return items.union(*(self.aliases.get(name, ()) for name in known | items))

    @cached_property
    def made(self) -> dict[str, set[str]]:
        """Names for what calling a name makes."""
        return _by_first(pair for module in self._modules for pair in module.makers)

    def standing_for(self, name: str) -> set[str]:
        """Other names for what a name stands for, and for what calling it makes."""
        return self.aliases.get(name, set()) | self.made.get(name, set())

    def _handed_on(self) -> Iterator[tuple[str | int, str]]:
        """Functions given to others as arguments, with the names of the parameters they come in.

        So are objects that can be called: by their name, or by that of their class where they are made.
        """
        functions: dict[str, list[Function]] = {}
        classes: set[str] = set()
        for module in self._modules:
            for function in module.functions:
                names = {function.name}
                if function.owner is not None and function.name == "__init__":
                    names = self._of_constructor(function)
                for name in names:
                    functions.setdefault(name, []).append(function)
                if function.owner is not None and function.name in _CALLED_BY_CALLING:
                    classes |= self._heirs(function)
        standing = {
            name
            for module in self._modules
            for first, name in chain(module.aliases, module.makers, module.aliases_of_items)
            if isinstance(first, int) or first in functions or first in classes
        }
        yield from self._decorated(functions)
        for called, sites in self.calls.items():
            if called in functions:
                parameters = _Parameters(functions[called])
                for site in sites:
                    for argument, names in parameters.by_parameter(site.node):
                        key = name_or_id(argument)
                        if isinstance(key, int) or key in functions or key in standing:
                            yield from ((key, name) for name in names if name != key)
                        elif isinstance(argument, ast.Call):
                            maker = called_name(argument.func)
                            if maker in classes:
                                yield from ((maker, name) for name in names)

    def _decorated(self, functions: dict[str, list[Function]]) -> Iterator[tuple[str, str]]:
        """Decorated functions, with the names of the parameters that their decorators get them in."""
        for called, pairs in self.decorators.items():
            for decorator, decorated in pairs:
                for function in functions.get(called, ()):
                    yield from ((decorated.name, name) for name in _given(decorator, function))

    @cached_property
    def calls(self) -> dict[str, list[CallSite]]:
        """Call sites by the last part of the called name, in order of path and line.

        Those of constructors by those below them are there once more, as ``Base.__init__``, and so are
        those of its class by a class method, ``cls(…)``, under the name of that, and of what ``getattr``
        reads under the name that is written there.
        """
        found: dict[str, list[CallSite]] = {}
        for module in self._modules:
            for name, sites in module.calls.items():
                found.setdefault(name, []).extend(sites)
        for site in found.get("__init__", ()):
            for name in _constructors(site):
                found.setdefault(name, []).append(site)
        for site in tuple(found.get("getattr", ())):
            match site.node.func:
                case ast.Call(args=[_, ast.Constant(value=str(name)), *_]):
                    found.setdefault(name, []).append(site)
        for own in sorted(self._own_class_names):
            for site in tuple(found.get(own, ())):
                method, func = site.function, site.node.func
                if method.is_of_class and method.self_name == own and isinstance(func, ast.Name):
                    assert method.owner is not None
                    found.setdefault(method.owner.name, []).append(site)
        return found

    @property
    def _own_class_names(self) -> set[str]:
        """What class methods call the class that they are called on."""
        return {
            method.self_name
            for module in self._modules
            for definition in module.classes
            for method in definition.methods.values()
            if method.decorators and method.is_of_class and method.self_name is not None
        }

    @cached_property
    def decorators(self) -> dict[str, list[tuple[ast.expr, Function]]]:
        """Decorators with what they decorate, by name."""
        found: dict[str, list[tuple[ast.expr, Function]]] = {}
        for module in self._modules:
            for name, pairs in module.decorated.items():
                found.setdefault(name, []).extend(pairs)
        return found

    @cached_property
    def _indirect(self) -> dict[str | int, list[IndirectCall]]:
        """What Python's own functions call of what they are given, by what that is."""
        found: dict[str | int, list[IndirectCall]] = {}
        for calls in self._indirect_in.values():
            for call in calls:
                for called in _called(call.node.func):
                    found.setdefault(called, []).append(call)
        return found

    def indirect_in(self, module: Module) -> Sequence[IndirectCall]:
        """What may be calls in a file that others make of what they are given."""
        return self._indirect_in.get(module, ())

    @cached_property
    def _indirect_in(self) -> dict[Module, list[IndirectCall]]:
        found = {module: [*module.item_calls] for module in self._modules}
        for name in sorted(CALLING_ONCE):
            for known in (name, *sorted(self.aliases.get(name, ()))):
                for site in self.calls.get(known, ()):
                    call = indirect_call(name, site)
                    if call is not None:
                        found[site.function.module].append(call)
        return found

    def indirect(self, function: Function) -> Sequence[IndirectCall]:
        """What may be calls of a function by ``functools.partial``, ``map`` and their like."""
        known = self._indirect_of.get(function)
        if known is None:
            keys: tuple[str | int, ...] = (id(function.node), *self.of_calls(function))
            known = tuple(call for key in keys for call in self._indirect.get(key, ()))
            self._indirect_of[function] = known
        return known

    @cached_property
    def class_decorators(self) -> dict[str, list[tuple[ast.expr, Class]]]:
        """Decorators of classes with what they decorate, by name."""
        found: dict[str, list[tuple[ast.expr, Class]]] = {}
        for module in self._modules:
            for definition in module.classes:
                for decorator in definition.node.decorator_list:
                    found.setdefault(called_name(decorator), []).append((decorator, definition))
        return found

    def of_calls(self, function: Function) -> tuple[str, ...]:
        """Names under which calls may reach a function, sorted."""
        if function not in self._of_calls:
            self._of_calls[function] = tuple(sorted(self._find_of_calls(function)))
        return self._of_calls[function]

    def _find_of_calls(self, function: Function) -> set[str]:
        if isinstance(function.node, ast.Lambda):
            names = self._others([id(function.node)])
        elif function.owner is not None and function.name == "__init__":
            names = self._of_constructor(function)
        else:
            names = {function.name}
        makers: set[str] = set()
        if function.owner is not None and function.name in _CALLED_BY_CALLING:
            makers |= self._heirs(function)
        if function.parent is not None and any(
            part is function.node or (isinstance(part, ast.Name) and part.id in names)
            for value, _ in function.parent.returns
            for part in (value.elts if isinstance(value, ast.Tuple) else (value,))
        ):
            makers.add(function.parent.name)
        names |= self._others(names)
        makers.update(*(self.aliases.get(known, ()) for known in tuple(makers)))
        made = set().union(*(self.made.get(maker, ()) for maker in makers))
        made.update(*(self.aliases.get(known, ()) for known in tuple(made)))
        return names | makers | made

    def _of_constructor(self, constructor: Function) -> set[str]:
        """Names of what makes objects by a constructor, and of what calls it for an object below."""
        made = self._heirs(constructor)
        return made | {_constructor_of(name) for name in made}

    def _heirs(self, method: Function) -> set[str]:
        """Names of the class of a method, and of those below it that have none of their own."""
        assert method.owner is not None
        found, waiting = {method.owner.name}, [method.owner.name]
        for name in waiting:  # which grows meanwhile
            for below in self._by_base.get(name, ()):
                if below.name not in found and method.name not in below.methods:
                    found.add(below.name)
                    waiting.append(below.name)
        return found

    @cached_property
    def _by_base(self) -> dict[str, list[Class]]:
        """Classes by the last part of what they inherit from."""
        found: dict[str, list[Class]] = {}
        for module in self._modules:
            for definition in module.classes:
                for base in definition.node.bases:
                    found.setdefault(called_name(base), []).append(definition)
        return found

    def count_of_calls(self, function: Function) -> int:
        """How many calls there are under the names of a function, whatever they call."""
        if function not in self._counts:
            self._counts[function] = sum(
                len(self.calls.get(name, ())) for name in self.of_calls(function)
            )
        return self._counts[function]

    def of_arguments(self, function: Function) -> set[str]:
        """The last parts of the names that calls which may reach a function give it."""
        return set().union(*map(self._arguments_by_name, self.of_calls(function)))

    def _arguments_by_name(self, called: str) -> set[str]:
        if called not in self._arguments:
            self._arguments[called] = {
                called_name(argument)
                for site in self.calls.get(called, ())
                for argument in (*site.node.args, *(k.value for k in site.node.keywords))
            }
        return self._arguments[called]


def _called(node: ast.expr) -> Iterator[str | int]:
    """The names that what is called may have, or that a call makes it of; an item's is its container's."""
    match node:
        case ast.IfExp(body=body, orelse=other):
            yield from _called(body)
            yield from _called(other)
        case ast.Call(args=[made_of, *_]):
            yield called_name(node)
            yield from _called(made_of)
        case _:
            yield name_or_id(node) or kept_in(node)


def _given(decorator: ast.expr, function: Function) -> Iterator[str]:
    """The parameters that may get what is decorated, by ``@function`` or by what ``@function(…)`` makes."""
    for taking in function.functions if isinstance(decorator, ast.Call) else (function,):
        yield from (parameter.arg for parameter in taking.parameters[taking.is_method :][:1])


def _constructor_of(name: str) -> str:
    return f"{name}.__init__"


def _constructors(site: CallSite) -> Iterator[str]:
    """The constructors that ``super().__init__()`` or ``Base.__init__(self)`` may mean, by class."""
    match site.node.func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))):
            owner = site.function.owner
            for base in () if owner is None else owner.node.bases:
                yield _constructor_of(called_name(base))
        case ast.Attribute(value=ast.Name() | ast.Attribute() as named):
            yield _constructor_of(called_name(named))


def _by_first(pairs: Iterable[tuple[KeyT, str]]) -> dict[KeyT, set[str]]:
    found: dict[KeyT, set[str]] = {}
    for first, second in pairs:
        found.setdefault(first, set()).add(second)
    return found
