"""Ways to objects: the scope of a name, and the attributes from there, whoever reads them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.expressions.values import (
    ClassValue,
    GraphFunction,
    Instance,
    ModuleValue,
    members,
)
from tflint.syntax.definitions import stands_in
from tflint.syntax.model import AttributeStore, CallSite, Function, ImportedName
from tflint.syntax.scopes import holder_of, is_only_a_parameter
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project


_CALLS = ("__call__", "call")
"""Methods that calls of the object itself run."""


class AccessPath(NamedTuple):
    """An object or variable: the scope of the name it is reached by, and the way from there."""

    scope: Function
    parts: tuple[str, ...]

    def part(self, *names: str) -> AccessPath:
        """An attribute of it."""
        return AccessPath(self.scope, (*self.parts, *names))


class AccessPaths:
    """What expressions stand for, and what callers call the same things, in one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._value = project.inference.value
        self._classes = project.inference.classes

    @classmethod
    def of(cls, project: Project) -> AccessPaths:
        """Those of a project, made once."""
        return project.remember(cls)

    def place(self, node: ast.expr, function: Function, depth: int = 4) -> AccessPath | None:
        """What a name, or an attribute reached from one, stands for; None for anything else."""
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name):
                for member in members(self._value(node.value, function)):
                    if isinstance(member, ModuleValue):
                        return AccessPath(member.module.body, (node.attr,))
            owner = self.place(node.value, function, depth)
            return None if owner is None else self.imported(owner).part(node.attr)
        if not isinstance(node, ast.Name) or depth == 0:
            return None
        scope = holder_of(node.id, function)
        if scope is None:
            return None
        bindings = scope.bindings.get(node.id, [])
        if not scope.is_module and len(bindings) == 1 and not bindings[0].path:
            value = bindings[0].value
            if bindings[0].kind == "assign" and isinstance(value, (ast.Name, ast.Attribute)):
                return self.place(value, scope, depth - 1)
        return AccessPath(scope, (node.id,))

    def imported(self, place: AccessPath) -> AccessPath:
        """The variable of another module that an imported name stands for."""
        for binding in place.scope.bindings.get(place.parts[0], ()):
            target = binding.target
            if isinstance(target, ImportedName) and target.name is not None:
                layout = self._project.layout
                path = layout.find(place.scope.module.path, target.module, target.level)
                other = None if path is None else self._project.module(path)
                if other is not None and target.name in other.body.bindings:
                    return AccessPath(other.body, (target.name, *place.parts[1:]))
        return place

    def object_place(self, node: ast.expr, function: Function) -> AccessPath | None:
        """Like ``place``, for the object itself: an imported name is that of its own module."""
        found = self.place(node, function)
        return None if found is None else self.imported(found)

    def lifted(
        self, place: AccessPath | None, site: CallSite, called: Function
    ) -> AccessPath | None:
        """What the caller of ``called`` calls the same thing."""
        if place is None:
            return None
        root = place.parts[0]
        if place.scope is not called:
            keeper = (
                self._keeper(place.scope, site, called) if root == place.scope.self_name else None
            )
            return place if keeper is None else keeper.part(*place.parts[1:])
        if root == called.self_name:
            receiver = self.receiver_of(site, called)
        else:
            given = self._project.inference.callers.arguments(site, called).get(root)
            receiver = None if given is None else self.object_place(given, site.function)
        return None if receiver is None else receiver.part(*place.parts[1:])

    def in_method(self, place: AccessPath | None, method: Function) -> AccessPath | None:
        """What another method of an object calls what one of its methods reaches by ``self``."""
        if place is None or place.parts[0] != place.scope.self_name or method.self_name is None:
            return place
        there, here = place.scope.owner, method.owner
        if there is None or here is None or not self._classes.are_kin(there, here):
            return place
        return AccessPath(method, (method.self_name, *place.parts[1:]))

    def receiver_of(self, site: CallSite, called: Function) -> AccessPath | None:
        func = site.node.func
        if called.name == "__init__":
            return None
        for member in members(self._value(func, site.function)):
            if isinstance(member, Instance):  # which is called itself
                return self.object_place(func, site.function)
            if isinstance(member, GraphFunction) and isinstance(member.site, ast.Call):
                first = member.site.args[0] if member.site.args else None
                holder = self._holder_of(member.site)
                if isinstance(first, ast.Attribute) and holder is not None:
                    return self.object_place(first.value, holder)
        if called.name in _CALLS and called_name(func) not in _CALLS:
            return self.object_place(func, site.function)
        if isinstance(func, ast.Attribute):
            if isinstance(func.value, ast.Call) and called_name(func.value.func) == "super":
                name = site.function.self_name
                return None if name is None else AccessPath(site.function, (name,))
            of = members(self._value(func.value, site.function))
            if site.node.args and called.self_name and all(isinstance(m, ClassValue) for m in of):
                return self.object_place(site.node.args[0], site.function)  # Base.method(self)
            return self.object_place(func.value, site.function)
        return self.object_place(func, site.function)

    def _keeper(self, maker: Function, site: CallSite, called: Function) -> AccessPath | None:
        """The object that keeps what one of its methods has made: it is `self` in there.

        As ``trainer`` in ``trainer.step(x)``, where a method says ``self.step = step`` of its own ``step``.
        """
        func, owner = site.node.func, maker.owner
        if owner is None or not isinstance(func, ast.Attribute) or not stands_in(called, maker):
            return None
        stores = owner.stores.get(func.attr, ())
        if not stores or not all(self._is_made_by(store, maker) for store in stores):
            return None
        for member in members(self._value(func.value, site.function)):
            if not isinstance(member, Instance) or owner not in self._classes.bases(
                member.definition
            ):
                return None
        return self.object_place(func.value, site.function)

    def _is_made_by(self, store: AttributeStore, maker: Function) -> bool:
        """True where a method keeps what it makes itself, or what another method of its object has made."""
        if store.function is maker:
            return True
        match store.binding.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=store.function.self_name))) as made:
                site = store.function.site_of(made)
                return site is not None and maker in self._project.inference.callers.called(site)
            case _:
                return False

    def _holder_of(self, made: ast.Call) -> Function | None:
        """The function, no method, that makes a tf.function by a call."""
        for site in self._project.tracing.graph_sites:
            if site.node is made and site.holder.self_name is None:
                return site.holder
        return None

    def as_given(self, place: AccessPath | None, depth: int = 3) -> AccessPath | None:
        """The object that a constructor was given, of which an attribute only holds it.

        After ``trainer = Trainer(config)``, ``trainer.config.rate`` is ``config.rate``.
        """
        if place is None or len(place.parts) < 3 or depth == 0:
            return place
        bindings = place.scope.bindings.get(place.parts[0], ())
        made = bindings[0].value if len(bindings) == 1 and not bindings[0].path else None
        site = place.scope.site_of(made) if isinstance(made, ast.Call) else None
        if site is None:
            return place
        callers = self._project.inference.callers
        for called in callers.called(site):
            name = _kept_as_given(called, place.parts[1])
            given = None if name is None else callers.arguments(site, called).get(name)
            held = None if given is None else self.object_place(given, place.scope)
            if held is not None:
                return self.as_given(held.part(*place.parts[2:]), depth - 1)
        return place


def _kept_as_given(constructor: Function, attr: str) -> str | None:
    """The parameter that a constructor keeps as an attribute, which nothing else sets."""
    owner = constructor.owner
    stores = owner.stores.get(attr, ()) if owner is not None else ()
    if constructor.name != "__init__" or len(stores) != 1:
        return None
    (store,) = stores
    given = store.binding.written
    if store.function is not constructor or not isinstance(given, ast.Name):
        return None
    return given.id if is_only_a_parameter(given.id, constructor) else None
