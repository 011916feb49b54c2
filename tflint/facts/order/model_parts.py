"""Which models hold which layers: whether what is done to one is done to a part of the other.

An object is known here by where it is kept: a variable of a function or module, or an attribute of the
objects of a class, whichever of them that is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tflint.api.lookup import canonical
from tflint.facts.expressions.values import External, Instance, ModuleValue, members
from tflint.facts.order.access_paths import AccessPath, AccessPaths
from tflint.facts.programs.following_objects import goes_through
from tflint.syntax.model import Binding, CallSite, Class, Function
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import children

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_STANDS_FOR_ITS_OWNER = frozenset(
    {"get_layer", "input", "inputs", "layers", "output", "outputs", "submodules"}
)
"""What a model is asked for to come to its layers, or to what it takes and gives."""
_ADDERS = frozenset({"add", "append", "extend", "insert"})
_COPIERS = frozenset({"copy.deepcopy", "keras.models.clone_model"})
"""What makes a model with layers of its own from the one that it is given."""
_MOST_STEPS = 200
"""Expressions that a search looks at; it is about a model and its layers, of which there are few."""

_Written = tuple[ast.expr, Function]
"""An expression, and the function that it stands in."""


class Keeping(NamedTuple):
    """Where an object is kept.

    Attributes:
        holder: the function whose variable that is, or the class of the object whose attribute; a class
            alone stands for each object of it.
        way: the name of the variable or attribute, and those of attributes from there.
    """

    holder: Function | Class
    way: tuple[str, ...] = ()


class _Sought(NamedTuple):
    """An expression for an object of which an attribute is sought, or itself, without a ``way``.

    ``calls`` are those that gave it, the outermost first: each call has variables of its own, which say
    nothing of the object that another call gave.
    """

    node: ast.expr
    function: Function
    way: tuple[str, ...] = ()
    calls: tuple[CallSite, ...] = ()


class _Held(NamedTuple):
    """All that an object is made of: where that is kept, and the classes of which it is."""

    keepings: frozenset[Keeping]
    classes: frozenset[Class]


class ModelParts:
    """The models and layers of one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._inference = project.inference
        self._paths = AccessPaths.of(project)
        self._kept: dict[tuple[int, int, tuple[CallSite, ...]], frozenset[Keeping]] = {}
        self._held: dict[tuple[int, int], _Held] = {}

    @classmethod
    def of(cls, project: Project) -> ModelParts:
        """Those of a project, made once."""
        return project.remember(cls)

    def share(self, one: ast.expr, function: Function, other: ast.expr, there: Function) -> bool:
        """True when one object is known to be the other, or to hold it; each stands in its function."""
        return self._holds((one, function), (other, there)) or self._holds(
            (other, there), (one, function)
        )

    def _holds(self, whole: _Written, part: _Written) -> bool:
        held = self._made_of(whole)
        return any(self._is_among(keeping, held) for keeping in self._keepings(_Sought(*part)))

    def _is_among(self, keeping: Keeping, held: _Held) -> bool:
        """True for what an object is made of, and for a part of it."""
        holder, way = keeping
        if isinstance(holder, Class) and any(self._are_one(holder, one) for one in held.classes):
            return True
        return any(
            self._are_one(holder, one.holder) and way[: len(one.way)] == one.way
            for one in held.keepings
        )

    def _are_one(self, holder: Function | Class, other: Function | Class) -> bool:
        """True for what may hold one thing: classes beside each other have objects of their own."""
        if isinstance(holder, Class) and isinstance(other, Class):
            return self._inference.classes.are_kin(holder, other)
        return holder is other

    def _keepings(self, start: _Sought) -> frozenset[Keeping]:
        """Where an object is kept, by all names that it has on its way to an expression."""
        key = (id(start.node), id(start.function), start.calls)
        if key not in self._kept:
            self._kept[key] = frozenset(self._find_keepings(start))
        return self._kept[key]

    def _find_keepings(self, start: _Sought) -> Iterator[Keeping]:
        waiting = [start]
        seen: set[tuple[int, tuple[str, ...], tuple[CallSite, ...]]] = set()
        for sought in waiting:  # which grows meanwhile
            key = (id(sought.node), sought.way, sought.calls)
            if key in seen or len(seen) >= _MOST_STEPS:
                continue
            seen.add(key)
            for found in self._next(sought):
                if isinstance(found, Keeping):
                    yield found
                else:
                    waiting.append(found)

    def _next(self, sought: _Sought) -> Iterator[Keeping | _Sought]:
        """Where what is sought is kept, and what stands for the same object."""
        node, function, way, calls = sought
        match node:
            case ast.Name(id=name):
                yield from self._of_variable(name, sought)
            case ast.Attribute(value=owner, attr=attr):
                if attr in _STANDS_FOR_ITS_OWNER:
                    yield _Sought(owner, function, way, calls)
                else:
                    yield from self._of_attribute(owner, (attr, *way), function)
            case _:
                for inner in self._standing_for(node, function):
                    yield _Sought(*inner, way, calls)
                yield from self._returned(sought)

    def _standing_for(self, node: ast.expr, function: Function) -> Iterator[_Written]:
        """The expressions that stand for the same object as one that is no name, or for what holds it."""
        match node:
            case ast.Subscript(value=inner) | ast.Starred(value=inner):
                yield inner, function
            case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
                yield from ((one, function), (other, function))
            case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if (
                attr in _STANDS_FOR_ITS_OWNER
            ):
                yield owner, function
            case ast.Call(func=func, args=args):
                if goes_through(self._inference.value(func, function)):
                    yield from ((argument, function) for argument in args)

    def _returned(self, sought: _Sought) -> Iterator[_Sought]:
        """What the functions return that a call comes to."""
        node, function, way, calls = sought
        site = function.site_of(node) if isinstance(node, ast.Call) else None
        if site is None or site in calls:  # it calls itself
            return
        for called in self._inference.callers.called(site):
            if called.name != "__init__" and not self._returns_copy(called):
                for given, _ in called.returns:
                    if given is not None:
                        yield _Sought(given, called, way, (*calls, site))

    def _of_variable(self, name: str, sought: _Sought) -> Iterator[Keeping | _Sought]:
        _, function, way, calls = sought
        scope = holder_of(name, function)
        if scope is None:
            return
        if name == scope.self_name and scope.owner is not None:
            yield Keeping(scope.owner, way)
            return
        scope, (name,) = self._paths.imported(AccessPath(scope, (name,)))
        if not calls or scope is not function:
            yield Keeping(scope, (name, *way))
            calls = ()
        for binding in scope.bindings.get(name, ()):
            yield from self._given(name, binding, scope, way, calls)

    def _given(
        self,
        name: str,
        binding: Binding,
        scope: Function,
        way: tuple[str, ...] = (),
        calls: tuple[CallSite, ...] = (),
    ) -> Iterator[_Sought]:
        """What a binding gives a variable: by itself, or what calls give a parameter."""
        if binding.kind == "parameter":
            callers = self._inference.callers
            for site in calls[-1:] or callers.of(scope):
                argument = callers.arguments(site, scope).get(name)
                if argument is not None:
                    yield _Sought(argument, site.function, way, calls[:-1])
        elif binding.value is not None:
            yield _Sought(binding.written or binding.value, scope, way, calls)

    def _of_attribute(
        self, owner: ast.expr, way: tuple[str, ...], function: Function
    ) -> Iterator[Keeping | _Sought]:
        attr, *rest = way
        found = members(self._inference.value(owner, function))
        for member in found:
            if isinstance(member, ModuleValue):
                yield from self._of_variable(attr, _Sought(owner, member.module.body, tuple(rest)))
        storing = [
            (member.definition, base)
            for member in found
            if isinstance(member, Instance)
            for base in self._bases(member.definition)
            if attr in base.stores
        ]
        for definition, base in storing:
            yield Keeping(definition, way)
            for store in base.stores[attr]:
                yield from self._given(attr, store.binding, store.function, tuple(rest))
        if not storing:
            yield _Sought(owner, function, way)

    def _bases(self, definition: Class) -> list[Class]:
        bases = self._inference.classes.bases(definition)
        return [base for base in bases if isinstance(base, Class)]

    def _made_of(self, written: _Written) -> _Held:
        key = (id(written[0]), id(written[1]))
        if key not in self._held:
            self._held[key] = self._find_made_of(written)
        return self._held[key]

    def _find_made_of(self, written: _Written) -> _Held:
        keepings: dict[Keeping, None] = {}
        classes: set[Class] = set()
        waiting, seen = [_Sought(*written)], set[tuple[int, tuple[CallSite, ...]]]()
        for sought in waiting:  # which grows meanwhile
            node, function, _, calls = sought
            if (id(node), calls) in seen or len(seen) >= _MOST_STEPS:
                continue
            seen.add((id(node), calls))
            if not self._is_copy(node, function):
                waiting += (_Sought(inner, function, (), calls) for inner in _mentioned(node))
            waiting += self._returned(sought)
            if isinstance(node, ast.Name) and calls:
                for binding in function.bindings.get(node.id, ()):
                    waiting += self._given(node.id, binding, function, (), calls)
            for member in members(self._inference.value(node, function)):
                if isinstance(member, Instance) and (
                    node is written[0] or self._inference.classes.is_layer(member.definition)
                ):
                    classes.add(member.definition)
            for keeping in self._keepings(sought) - keepings.keys():
                keepings[keeping] = None
                waiting += self._makings(keeping)
        return _Held(frozenset(keepings), frozenset(classes))

    def _is_copy(self, node: ast.expr, function: Function) -> bool:
        """True for a call that copies a model, or has a function of the project do so."""
        site = function.site_of(node) if isinstance(node, ast.Call) else None
        return site is not None and (
            self._is_made_by_copier(node, function)
            or any(map(self._returns_copy, self._inference.callers.called(site)))
        )

    def _returns_copy(self, function: Function) -> bool:
        """True for a function that may return the copy of a model: not known to be what it was given."""
        return any(
            self._is_made_by_copier(given, function)
            for returned, _ in function.returns
            for given in (
                [binding.value for binding in function.bindings.get(returned.id, ())]
                if isinstance(returned, ast.Name)
                else [returned]
            )
        )

    def _is_made_by_copier(self, node: ast.expr | None, function: Function) -> bool:
        return isinstance(node, ast.Call) and any(
            isinstance(member, External) and canonical(member.name) in _COPIERS
            for member in members(self._inference.value(node.func, function))
        )

    def _makings(self, keeping: Keeping) -> Iterator[_Sought]:
        """What gives a variable or attribute its objects, and what is added to them."""
        match keeping:
            case Keeping(holder=Function() as scope, way=(name,)):
                for binding in scope.bindings.get(name, ()):
                    yield from self._given(name, binding, scope)
                functions = [scope]
            case Keeping(holder=Class() as definition, way=(attr,)):
                bases = self._bases(definition)
                for store in chain.from_iterable(base.stores.get(attr, ()) for base in bases):
                    yield from self._given(attr, store.binding, store.function)
                functions = [method for base in bases for method in base.methods.values()]
            case _:
                return
        for function in functions:
            for site in function.calls:
                func = site.node.func
                if site.name in _ADDERS and isinstance(func, ast.Attribute):
                    if self._is_kept(_Sought(func.value, function), keeping):
                        yield from (_Sought(argument, function) for argument in site.node.args)

    def _is_kept(self, sought: _Sought, keeping: Keeping) -> bool:
        """True for what may be kept there."""
        return any(
            one.way == keeping.way and self._are_one(one.holder, keeping.holder)
            for one in self._keepings(sought)
        )


def _mentioned(node: ast.expr) -> Iterator[ast.expr]:
    """The expressions inside one that may be objects which it is made of."""
    if isinstance(node, ast.Attribute) and node.attr not in _STANDS_FOR_ITS_OWNER:
        return
    for inner in children(node):
        if isinstance(inner, ast.expr):
            yield inner
        elif isinstance(inner, ast.keyword):
            yield inner.value
