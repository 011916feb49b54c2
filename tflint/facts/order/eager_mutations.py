"""Where eager code changes variables, attributes and the insides of containers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tflint.api import knowledge
from tflint.facts.expressions.attribute_dicts import (
    as_item,
    has_items_for_attributes,
    is_attribute_dict,
)
from tflint.facts.expressions.container_parts import (
    KeyPath,
    bears_on,
    part_read,
    paths_changed,
    whole_of,
)
from tflint.facts.expressions.values import (
    ARRAY,
    UNKNOWN,
    ClassValue,
    Container,
    External,
    ExternalInstance,
    Instance,
    Value,
    members,
)
from tflint.facts.graphs.guards import known_none
from tflint.facts.order.access_paths import AccessPath, AccessPaths
from tflint.facts.order.eager_events import Event, Mutation, made_once
from tflint.facts.order.keyword_setters import set_by_keywords
from tflint.facts.order.lifetimes import root_name
from tflint.facts.programs.one_value import one_value
from tflint.syntax.blocks import COMPREHENSIONS
from tflint.syntax.expressions import are_same, key_of, names_along
from tflint.syntax.model import (
    AttributeStore,
    Binding,
    Block,
    CallSite,
    Class,
    Function,
    loops_around,
)
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.showing import as_written
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.graphs.context import Context
    from tflint.facts.graphs.project import Project

_REBINDS = frozenset({"assign", "augment", "for", "def", "class"})
_IN_PLACE = frozenset({"numpy.copyto", "numpy.random.shuffle", "random.shuffle"})
_MUTATORS = frozenset().union(*knowledge.MUTATORS.values()) | {"fill", "put", "itemset", "resize"}


class Mutations:
    """The mutations by a project's eager code."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._paths = AccessPaths.of(project)
        self._of_attribute: dict[str, list[Mutation]] = {}
        self._of_inside: dict[str, list[Mutation]] = {}
        self._owned: dict[str, _OwnedChanges] = {}

    @classmethod
    def of(cls, project: Project) -> Mutations:
        """The mutations of a project, found once."""
        return project.remember(cls)

    def of_variable(self, name: str, scope: Function) -> list[Mutation]:
        """Where a variable of a module or function is given another value."""
        pairs = [(scope, binding) for binding in scope.bindings.get(name, ())]
        if scope.is_module:
            bound = scope.module.global_bindings
            pairs += bound.get(name, ())
        else:
            pairs += [
                (inner, binding)
                for inner in _nested(scope)
                if name in inner.nonlocal_names
                for binding in inner.bindings.get(name, ())
            ]
        # What reads the name of a comprehension is made in it, for the turn at hand.
        pairs = [pair for pair in pairs if not isinstance(pair[1].target, COMPREHENSIONS)]
        found = [
            self._change(
                function, binding.node, binding.block, name, AccessPath(scope, (name,)), binding
            )
            for function, binding in pairs
            if binding.kind in _REBINDS
        ]
        if scope.is_module:
            for change in self.of_attribute(name):
                if change.event.place == AccessPath(scope, (name,)):
                    found.append(change)
        if len(found) == len(pairs) and self._is_always_the_same(pairs):
            return []
        if len(pairs) == 1 and len(found) == 1 and pairs[0][0] is scope:
            return found if loops_around(pairs[0][1].block) else []
        return found

    def _is_always_the_same(self, pairs: list[tuple[Function, Binding]]) -> bool:
        """True where each gives a variable one value, as cells of a notebook do again and again."""
        given = {
            one_value(binding.value, function, self._project.inference)
            if binding.kind == "assign" and not binding.path
            else None
            for function, binding in pairs
        }
        return len(given) == 1 and None not in given

    def of_attribute(self, attr: str) -> list[Mutation]:
        """Where an attribute of that name is given another value, of whatever object."""
        if attr not in self._of_attribute:
            self._of_attribute[attr] = [
                self._written(function, written) for function, written in self._writes.get(attr, ())
            ]
        return self._of_attribute[attr]

    def _written(self, function: Function, written: _Written) -> Mutation:
        if isinstance(written, CallSite):
            return self._set(function, written)
        if isinstance(written, _SetByProperty):
            return self._stored(function, written.kept)._replace(text=as_written(written.of.node))
        return self._stored(function, written)

    def of_attribute_of(self, owner: Value, attr: str) -> list[Mutation]:
        """The same, but for those of objects that are known to be of classes beside those of an owner."""
        mine = _classes_in(owner)
        if not mine or not self.of_attribute(attr):
            return self.of_attribute(attr)
        if attr not in self._owned:
            self._owned[attr] = self._by_owner(attr)
        of_any, of_class, below = self._owned[attr]
        found = set(of_any)
        for one in mine:
            found.update(below.get(one, ()))
            for base in self._project.inference.classes.bases(one):
                found.update(of_class.get(base, ()))
        changes = self.of_attribute(attr)
        return [changes[number] for number in sorted(found)]

    def _by_owner(self, attr: str) -> _OwnedChanges:
        """The changes of one attribute, sorted once for all classes; whose a callback's are is open."""
        found = _OwnedChanges([], {}, {})
        for number, change in enumerate(self.of_attribute(attr)):
            classes = _classes_in(self.owner_of(change) or UNKNOWN)
            named = () if change.owner is None else names_along(change.owner)
            if not classes or named[1:2] == ("model",):
                found.of_any.append(number)
            for one in classes:
                found.of_class.setdefault(one, []).append(number)
                for base in self._project.inference.classes.bases(one):
                    if isinstance(base, Class):
                        found.below.setdefault(base, []).append(number)
        return found

    @cached_property
    def _writes(self) -> dict[str, list[tuple[Function, _Written]]]:
        """What sets attributes in eager code, by attribute: assignments, and calls of ``setattr``."""
        found: dict[str, list[tuple[Function, _Written]]] = {}
        setters = {
            function.name for _, function in self._project.names.decorators.get("setter", ())
        }
        named: dict[Function, list[AttributeStore]] = {}
        for store in set_by_keywords(self._project):
            named.setdefault(store.function, []).append(store)
        for function in self._eager_functions():
            if "setattr" in function.module.calls:
                for site in function.calls:
                    if site.name == "setattr" and len(site.node.args) == 3:
                        attr = site.node.args[1]
                        if isinstance(attr, ast.Constant) and isinstance(attr.value, str):
                            found.setdefault(attr.value, []).append((function, site))
            once = function.name in knowledge.ONCE_ONLY_METHODS or self._leads_to_trace(function)
            for store in (*function.stores, *named.get(function, ())):
                root = root_name(store.node) if once else None
                if root is not None and root.id == function.self_name:
                    continue
                if store.binding.kind in _REBINDS and not _is_set_once(store):
                    found.setdefault(store.node.attr, []).append((function, store))
                    if store.node.attr in setters:
                        for kept in self._set_by_property(store):
                            found.setdefault(kept.node.attr, []).append(
                                (function, _SetByProperty(store, kept))
                            )
        return found

    def _set_by_property(self, store: AttributeStore) -> Iterator[AttributeStore]:
        """What the setter of a property always sets of its object, as if the assignment did it itself."""
        classes, (node, binding, function) = self._project.inference.classes, store
        setters = {
            classes.property_setter(member.definition, node.attr): None
            for member in members(self._project.inference.value(node.value, function))
            if isinstance(member, Instance)
        }
        for setter in filter(None, setters):
            given = [parameter.arg for parameter in setter.parameters[1:]]
            for inner in setter.stores:
                if (
                    inner.binding.block is not None
                    or setter.returns
                    or key_of(inner.node.value) != setter.self_name
                ):
                    continue
                target = ast.copy_location(
                    ast.Attribute(node.value, inner.node.attr, ast.Store()), node
                )
                yield AttributeStore(target, _given_on(binding, inner.binding, given), function)

    def _leads_to_trace(self, function: Function) -> bool:
        """True for the ``__call__`` of a layer, without which no trace begins of what it calls."""
        return self._project.inference.classes.is_method_of_layer(function, ("__call__",))

    def _eager_functions(self) -> Iterator[Function]:
        is_traced = self._project.tracing.is_traced
        for module in self._project.relevant_modules:
            for function in module.functions:
                if not is_traced(function):
                    yield function

    def _stored(self, function: Function, store: AttributeStore) -> Mutation:
        node, binding = store.node, store.binding
        place = self._paths.place(node, function)
        change = self._change(
            function, binding.node, binding.block, as_written(node), place, binding
        )
        constant = change.constant or self._is_given_the_same(binding, function)
        return change._replace(owner=node.value, constant=constant)

    def _is_given_the_same(self, binding: Binding, function: Function) -> bool:
        """True for a parameter that all calls of the function give one object, made once."""
        value = binding.value if binding.kind == "assign" else None
        if not isinstance(value, ast.Name) or not is_only_a_parameter(value.id, function):
            return False
        callers = self._project.inference.callers
        given = [
            (callers.arguments(site, function).get(value.id), site.function)
            for site in callers.of(function)
        ]
        made = {argument and made_once(argument, caller) for argument, caller in given}
        return len(made) == 1 and None not in made

    def _change(
        self,
        function: Function,
        node: ast.AST,
        block: Block | None,
        text: str,
        place: AccessPath | None,
        binding: Binding,
    ) -> Mutation:
        given = binding.value if binding.kind == "assign" and not binding.path else None
        value = one_value(given, function, self._project.inference)
        constant = binding.kind in ("def", "class") or value is not None
        event = Event(function, node, block, place)
        return Mutation(event, text, constant, value=value, binding=binding)

    def _set(self, function: Function, site: CallSite) -> Mutation:
        """The change that ``setattr(object, "name", value)`` makes."""
        owner, attr, value = site.node.args
        assert isinstance(attr, ast.Constant)
        name = str(attr.value)
        place = self._paths.object_place(owner, function)
        inner = None if place is None else place.part(name)
        event = Event(function, site.node, site.block, inner)
        known = one_value(value, function, self._project.inference)
        text = f"{as_written(owner)}.{name}"
        return Mutation(event, text, known is not None, owner=owner, value=known)

    def owner_of(self, change: Mutation) -> Value | None:
        """The object whose attribute a change sets."""
        if change.owner is None:
            return None
        return self._project.inference.value(change.owner, change.event.function)

    def of_inside(self, name: str) -> list[Mutation]:
        """Where a container or array reached by a name, or an attribute, is changed inside."""
        if name not in self._of_inside:
            mutations, handed = self._mutations
            given = (m for m in handed.get(name, ()) if self._is_argument(name, m))
            found = sorted({*mutations.get(name, ()), *given}, key=lambda mutation: mutation.order)
            self._of_inside[name] = [
                Mutation(
                    Event(m.function, m.node, m.block, place),
                    as_written(m.whole),
                    False,
                    owner=m.whole.value if isinstance(m.whole, ast.Attribute) else None,
                    paths=self._paths_changed(m),
                    is_of_part=m.is_of_part,
                )
                for m in found
                if (place := self._paths.object_place(m.whole, m.function)) is not None
            ]
        return self._of_inside[name]

    def _paths_changed(self, mutation: _InsideMutation) -> frozenset[KeyPath]:
        """Where a line changes what was there before."""
        node, owner, function = mutation.node, mutation.owner, mutation.function
        if _is_new_key(mutation):
            return frozenset()
        return paths_changed(node, owner, partial(self._value_in, function=function))

    @cached_property
    def _mutations(
        self,
    ) -> tuple[dict[str, list[_InsideMutation]], dict[str, list[_InsideMutation]]]:
        """What eager code changes inside: by the name it has there, and by names callers may use."""
        named: dict[str, list[_InsideMutation]] = {}
        handed: dict[str, list[_InsideMutation]] = {}
        for order, (function, node, block, owner) in enumerate(self._changed_inside()):
            mutation = _InsideMutation(order, function, node, block, owner)
            owner = mutation.whole
            if isinstance(owner, ast.Attribute):
                root = root_name(owner)
                once = function.name in knowledge.ONCE_ONLY_METHODS
                if root is not None and not (once and root.id == function.self_name):
                    named.setdefault(owner.attr, []).append(mutation)
            elif isinstance(owner, ast.Name):
                named.setdefault(owner.id, []).append(mutation)
                if not function.is_module and is_only_a_parameter(owner.id, function):
                    for name in self._project.names.of_arguments(function):
                        handed.setdefault(name, []).append(mutation)
        return named, handed

    def _changed_inside(self) -> Iterator[tuple[Function, ast.AST, Block | None, ast.expr]]:
        for function in self._eager_functions():
            for statement, block in function.statements:
                if isinstance(statement, (ast.Assign, ast.AugAssign, ast.Delete)):
                    for owner in _changed(statement):
                        yield function, statement, block, owner
            for store in function.stores if self._has_attribute_dicts else ():
                item = as_item(store.node, partial(self._is_attribute_dict, function=function))
                if item is not None and store.binding.kind in _REBINDS:
                    yield function, store.binding.node, store.binding.block, item
            for site in function.calls:
                func = site.node.func
                if site.name in _MUTATORS and isinstance(func, ast.Attribute):
                    if self._has_mutators(func.value, function):
                        yield function, site.node, site.block, func.value
                elif site.name in ("copyto", "shuffle") and site.node.args:
                    if self._works_in_place(func, function):
                        yield function, site.node, site.block, site.node.args[0]

    @cached_property
    def _has_attribute_dicts(self) -> bool:
        """Whether the project has classes of dicts whose items are their attributes."""
        classes = self._project.inference.classes
        return any(
            has_items_for_attributes(definition, classes)
            for module in self._project.relevant_modules
            for definition in module.classes
            if definition.binds("__getattr__") or definition.binds("__dict__")
        )

    def _is_attribute_dict(self, node: ast.expr, function: Function) -> bool:
        return is_attribute_dict(self._value_in(node, function), self._project.inference.classes)

    def _works_in_place(self, func: ast.expr, function: Function) -> bool:
        """True for functions that change their first argument, where others return another one."""
        value = self._project.inference.value
        called = members(value(func, function))
        if all(isinstance(m, External) and m.name in _IN_PLACE for m in called):
            return True
        return isinstance(func, ast.Attribute) and all(
            isinstance(m, ExternalInstance) and knowledge.GENERATORS.search(m.name) is not None
            for m in members(value(func.value, function))
        )

    def _value_in(self, node: ast.expr, function: Function) -> Value:
        return self._project.inference.value(node, function)

    def _has_mutators(self, owner: ast.expr, function: Function) -> bool:
        """False for what is in a container, unless it is known to be a container or array itself.

        ``self.metrics[name].update(x)`` changes a metric, and not the dict that holds it.
        """
        if not isinstance(owner, ast.Subscript):
            return True
        return self.can_change_inside(self._project.inference.value(owner, function))

    def can_change_inside(self, value: Value) -> bool:
        """True for what may be a container of Python or an array of NumPy."""
        return any(
            isinstance(member, Container) or member == ARRAY for member in members(value)
        ) or (
            self._has_attribute_dicts and is_attribute_dict(value, self._project.inference.classes)
        )

    def bearing_on(
        self, changes: list[Mutation], read: ast.expr, value: Value, context: Context
    ) -> list[Mutation]:
        """The changes inside a container that may change what a place reads of it."""
        part = part_read(
            read,
            context.parent,
            value,
            has_attributes=self._has_attribute_dicts
            and is_attribute_dict(value, self._project.inference.classes),
        )
        return [c for c in changes if bears_on(c.event.node, c.is_of_part, c.paths, part)]

    def _is_argument(self, name: str, mutation: _InsideMutation) -> bool:
        """True when a caller gives something of that name to the function that changes it inside."""
        assert isinstance(mutation.whole, ast.Name)
        inference, function = self._project.inference, mutation.function
        for site in inference.callers.of(function):
            given = inference.callers.arguments(site, function)
            argument = given.get(mutation.whole.id)
            if isinstance(argument, (ast.Name, ast.Attribute)) and called_name(argument) == name:
                return True
        return False


class _SetByProperty(NamedTuple):
    """An assignment to a property, and what its setter makes of it: one to an attribute."""

    of: AttributeStore
    kept: AttributeStore


_Written: TypeAlias = AttributeStore | CallSite | _SetByProperty


class _OwnedChanges(NamedTuple):
    """The changes of one attribute by whose they are, as numbers.

    Attributes:
        of_any: those of objects of which no class is known.
        of_class: those of objects of a class.
        below: those of objects of a class or of one that inherits from it.
    """

    of_any: list[int]
    of_class: dict[Class | str, list[int]]
    below: dict[Class, list[int]]


def _classes_in(value: Value) -> list[Class]:
    return [m.definition for m in members(value) if isinstance(m, (Instance, ClassValue))]


class _InsideMutation(NamedTuple):
    """A line of eager code that changes ``owner`` inside, and its place among all such lines."""

    order: int
    function: Function
    node: ast.AST
    block: Block | None
    owner: ast.expr

    @property
    def whole(self) -> ast.expr:
        """The container, without the indices that lead to a part of it."""
        return whole_of(self.owner)[0]

    @property
    def is_of_part(self) -> bool:
        """As of a ``Mutation``: an assignment names what it changes by an index itself."""
        return len(whole_of(self.owner)[1]) > (not isinstance(self.node, ast.Call))


def _is_new_key(mutation: _InsideMutation) -> bool:
    """True for ``cache[key] = value`` where a test has said that the key is not there yet."""
    if not isinstance(mutation.node, ast.Assign) or not isinstance(mutation.owner, ast.Subscript):
        return False
    key, holder = mutation.owner.slice, mutation.owner.value
    for test, outcome in conditions_around(mutation.node, mutation.block, mutation.function):
        match test:
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[asked]):
                if isinstance(op, ast.NotIn) is outcome and are_same(left, key):
                    if are_same(asked, holder):
                        return True
    return False


def _given_on(binding: Binding, kept: Binding, given: list[str]) -> Binding:
    """What an assignment to a property gives an attribute that its setter sets from what it is given."""
    match kept:
        case Binding(kind="assign", value=ast.Constant() as constant):
            return replace(binding, kind="assign", value=constant, path=())
        case Binding(kind="assign", value=ast.Name(id=name)) if [name] == given:
            return binding
        case _:
            return replace(binding, kind="augment")  # made of it, and perhaps of what was there


def _is_set_once(store: AttributeStore) -> bool:
    """True where a test makes sure that the attribute was None before."""
    tests = conditions_around(store.node, store.binding.block, store.function)
    asked = (known_none(test, outcome) for test, outcome in tests)
    return any(node is not None and are_same(node, store.node) for node in asked)


def _nested(scope: Function) -> Iterator[Function]:
    for inner in scope.functions:
        yield inner
        yield from _nested(inner)


def _changed(statement: ast.Assign | ast.AugAssign | ast.Delete) -> Iterator[ast.expr]:
    targets = [statement.target] if isinstance(statement, ast.AugAssign) else statement.targets
    for target in targets:
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
        for part in parts:
            if isinstance(part, ast.Subscript):
                yield part


def is_instance(value: Value) -> list[Instance]:
    """The objects of project classes that a value may be."""
    return [member for member in members(value) if isinstance(member, Instance)]
