"""Where eager code changes variables, attributes and the insides of containers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

from tflint.project import knowledge
from tflint.project.model import Binding, Block, Function, loops_around
from tflint.project.values import Instance, Value, members
from tflint.rules.outliving import holder_of, root_name
from tflint.rules.timeline import Change, Event, Place, Timeline

if TYPE_CHECKING:
    from tflint.project import Project

_REBINDS = frozenset({"assign", "augment", "for", "def", "class"})
_MUTATORS = frozenset().union(*knowledge.MUTATORS.values()) | {"fill", "put", "itemset", "resize"}


class Changes:
    """The changes that a project's eager code makes."""

    _known: ClassVar[WeakKeyDictionary[Project, Changes]] = WeakKeyDictionary()

    def __init__(self, project: Project) -> None:
        self._project = project
        self._timeline = Timeline.of(project)
        self._stores: dict[str, list[Change]] | None = None
        self._mutations: dict[str, list[tuple[Function, ast.AST, Block | None, ast.expr]]] = {}
        self._mutations_known = False

    @classmethod
    def of(cls, project: Project) -> Changes:
        """The changes of a project, found once."""
        if project not in cls._known:
            cls._known[project] = cls(project)
        return cls._known[project]

    def of_variable(self, name: str, scope: Function) -> list[Change]:
        """Where a variable of a module or function is given another value."""
        pairs = [(scope, binding) for binding in scope.bindings.get(name, ())]
        if scope.is_module:
            bound = self._project.inference.global_bindings(scope.module)
            pairs += bound.get(name, ())
        else:
            pairs += [
                (inner, binding)
                for inner in _nested(scope)
                if name in inner.nonlocal_names
                for binding in inner.bindings.get(name, ())
            ]
        found = [
            _change(function, binding.node, binding.block, name, Place(scope, (name,)), binding)
            for function, binding in pairs
            if binding.kind in _REBINDS
        ]
        if scope.is_module:
            for change in self.of_attribute(name):
                if change.event.place == Place(scope, (name,)):
                    found.append(change)
        if len(pairs) == 1 and len(found) == 1 and pairs[0][0] is scope:
            return found if loops_around(pairs[0][1].block) else []
        return found

    def of_attribute(self, attr: str) -> list[Change]:
        """Where an attribute of that name is given another value, of whatever object."""
        if self._stores is None:
            self._stores = {}
            for module in self._project.relevant_modules:
                for function in module.functions:
                    self._collect(function)
        return self._stores.get(attr, [])

    def _collect(self, function: Function) -> None:
        assert self._stores is not None
        if self._project.tracing.trace(function) is not None:
            return
        self._collect_calls(function)
        once = function.name in knowledge.ONCE_ONLY_METHODS
        for store in function.stores:
            root = root_name(store.node)
            if once and root is not None and root.id == function.self_name:
                continue
            if store.binding.kind not in _REBINDS:
                continue
            place = self._timeline.place(store.node, function)
            change = _change(
                function,
                store.binding.node,
                store.binding.block,
                ast.unparse(store.node),
                place,
                store.binding,
            )
            self._stores.setdefault(store.node.attr, []).append(change)

    def _collect_calls(self, function: Function) -> None:
        """``setattr(object, "name", value)``."""
        assert self._stores is not None
        for site in function.calls:
            if site.name != "setattr" or len(site.node.args) != 3:
                continue
            owner, attr, value = site.node.args
            if not isinstance(attr, ast.Constant) or not isinstance(attr.value, str):
                continue
            place = self._timeline.object_place(owner, function)
            event = Event(
                function,
                site.node,
                site.block,
                None if place is None else place.part(attr.value),
            )
            change = Change(
                event, f"{ast.unparse(owner)}.{attr.value}", isinstance(value, ast.Constant)
            )
            self._stores.setdefault(attr.value, []).append(change)

    def owner_of(self, change: Change) -> Value | None:
        """The object whose attribute a change sets."""
        node = change.event.node
        if isinstance(node, ast.Call):
            return self._project.inference.value(node.args[0], change.event.function)
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For)):
            targets = [node.target]
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Attribute) and ast.unparse(part) == change.text:
                    return self._project.inference.value(part.value, change.event.function)
        return None

    def of_inside(self, name: str) -> list[Change]:
        """Where a container or array reached by a name, or an attribute, is changed inside."""
        if not self._mutations_known:
            self._mutations_known = True
            for module in self._project.relevant_modules:
                for function in module.functions:
                    if self._project.tracing.trace(function) is None:
                        self._collect_mutations(function)
        found = []
        for function, node, block, owner in self._mutations.get(name, ()):
            place = self._timeline.object_place(owner, function)
            if place is not None:
                event = Event(function, node, block, place)
                found.append(Change(event, ast.unparse(owner), False))
        return found

    def _collect_mutations(self, function: Function) -> None:
        for statement, block in function.statements:
            for owner in _changed(statement):
                self._note(function, statement, block, owner)
        for site in function.calls:
            func = site.node.func
            if site.name in _MUTATORS and isinstance(func, ast.Attribute):
                self._note(function, site.node, site.block, func.value)
            elif site.name in ("copyto", "shuffle") and site.node.args:
                self._note(function, site.node, site.block, site.node.args[0])

    def _note(
        self, function: Function, node: ast.AST, block: Block | None, owner: ast.expr
    ) -> None:
        while isinstance(owner, ast.Subscript):
            owner = owner.value
        name = None
        if isinstance(owner, ast.Attribute):
            root = root_name(owner)
            if root is None or (
                function.name in knowledge.ONCE_ONLY_METHODS and root.id == function.self_name
            ):
                return
            name = owner.attr
        elif isinstance(owner, ast.Name):
            name = owner.id
            if holder_of(name, function) is function and not function.is_module:
                for site_name in self._argument_names(name, function):
                    self._mutations.setdefault(site_name, []).append((function, node, block, owner))
        if name is not None:
            self._mutations.setdefault(name, []).append((function, node, block, owner))

    def _argument_names(self, name: str, function: Function) -> Iterator[str]:
        """What callers call the argument that a function changes."""
        from tflint.project.arguments import bind_arguments

        inference = self._project.inference
        if any(binding.kind != "parameter" for binding in function.bindings.get(name, ())):
            return
        for site in inference.call_sites(function):
            given = bind_arguments(site.node, function, inference.is_bound(site, function))
            argument = given.get(name)
            if isinstance(argument, ast.Name) and argument.id != name:
                yield argument.id
            elif isinstance(argument, ast.Attribute):
                yield argument.attr


def _nested(scope: Function) -> Iterator[Function]:
    for inner in scope.functions:
        yield inner
        yield from _nested(inner)


def _change(
    function: Function,
    node: ast.AST,
    block: Block | None,
    text: str,
    place: Place | None,
    binding: Binding,
) -> Change:
    constant = binding.kind in ("def", "class") or (
        binding.kind == "assign" and isinstance(binding.value, ast.Constant)
    )
    return Change(Event(function, node, block, place), text, constant)


def _changed(statement: ast.stmt) -> Iterator[ast.expr]:
    targets: list[ast.expr] = []
    if isinstance(statement, (ast.Assign, ast.Delete)):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    for target in targets:
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
        for part in parts:
            if isinstance(part, ast.Subscript):
                yield part.value


def is_instance(value: Value) -> list[Instance]:
    """The objects of project classes that a value may be."""
    return [member for member in members(value) if isinstance(member, Instance)]
