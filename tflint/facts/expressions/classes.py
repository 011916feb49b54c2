"""What a class of the project inherits from, and what that makes of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator

from tflint.api import knowledge
from tflint.api.lookup import canonical
from tflint.facts.expressions.questions import Questions
from tflint.facts.expressions.values import (
    ClassValue,
    External,
    ExternalInstance,
    Instance,
    Parent,
    Value,
    members,
)
from tflint.syntax.definitions import is_property, is_setter
from tflint.syntax.model import AttributeStore, CallSite, Class, Function, Module
from tflint.syntax.scopes import written_out

PLAIN_BASES = frozenset({"builtins.object", "abc.ABC", "typing.Generic"})
"""Classes outside the project that give those below them nothing, and call none of their methods."""
_MOST_BASES = 200
"""How many classes of the project above each other one knows."""


class Classes:
    """Answers what classes are, for one project."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions

    def bases(self, definition: Class) -> list[Class | str]:
        """The class and everything it inherits from: project classes, and dotted names outside it.

        An unknown base stands as ``"?"``, and so do those that are too many.
        """
        return self._questions.ask(("bases", definition), [definition], self._bases, definition)

    def _bases(self, definition: Class) -> list[Class | str]:
        found: dict[Class | str, None] = {definition: None}
        for node in definition.node.bases:
            for base in members(self._questions.value(node, definition.parent)):
                match base:
                    case ClassValue(definition=other):
                        found |= dict.fromkeys(self.bases(other))
                    case External(name=name):
                        found[name] = None
                    case _:
                        found["?"] = None
        classes = [base for base in found if isinstance(base, Class)]
        too_far = dict.fromkeys(classes[_MOST_BASES + 1 :])
        if too_far:
            found["?"] = None
        return [base for base in found if base not in too_far]

    def base_names(self, definition: Class) -> list[str]:
        """Canonical dotted names of a class and of what it inherits from."""
        nothing: list[str] = []
        return self._questions.ask(("names", definition), nothing, self._base_names, definition)

    def _base_names(self, definition: Class) -> list[str]:
        return [
            canonical(base if isinstance(base, str) else base.full_name)
            for base in self.bases(definition)
        ]

    def overridden(self, function: Function) -> Iterator[Function]:
        """The methods of the project that a method stands in place of."""
        for base in self.bases(function.owner) if function.owner is not None else ():
            found = base.methods.get(function.name) if isinstance(base, Class) else None
            if found is not None and found is not function:
                yield found

    def are_kin(self, one: Class, other: Class) -> bool:
        """True when one class inherits from the other: an object may be of both."""
        return one in self.bases(other) or other in self.bases(one)

    def constructor(self, definition: Class) -> Function | None:
        """The ``__init__`` that makes the objects of a class, as far as the project's own tell."""
        own = (base for base in self.bases(definition) if isinstance(base, Class))
        return next((b.methods["__init__"] for b in own if "__init__" in b.methods), None)

    def is_model(self, value: Value) -> bool:
        """True for a Keras model, of Keras itself or of a class of the project."""
        match value:
            case ExternalInstance(name=name):
                return knowledge.KERAS_MODELS.match(name) is not None
            case Instance(definition=definition):
                return self._is_model_class(definition)
        return False

    def _is_model_class(self, definition: Class) -> bool:
        asking = definition, knowledge.KERAS_MODELS, self._is_model_class
        return self._questions.ask(("model", definition), False, self._is_or_inherits, *asking)

    def is_layer(self, definition: Class) -> bool:
        """True for a Keras layer or model, whose ``call`` Keras traces."""
        asking = definition, knowledge.KERAS_BASES, self.is_layer
        return self._questions.ask(("layer", definition), False, self._is_or_inherits, *asking)

    def _is_or_inherits(
        self, definition: Class, names: re.Pattern[str], of_base: Callable[[Class], bool]
    ) -> bool:
        """True for a class of these names, or right below one, or below one that ``of_base`` is true of.

        So of many classes above each other each is looked at once.
        """
        return names.match(canonical(definition.full_name)) is not None or any(
            names.match(canonical(base.name)) is not None
            if isinstance(base, External)
            else isinstance(base, ClassValue) and of_base(base.definition)
            for node in definition.node.bases
            for base in members(self._questions.value(node, definition.parent))
        )

    def is_call_of_layer(self, function: Function) -> bool:
        """True for the ``call`` of a Keras layer or model, which calling the object comes to."""
        return self.is_method_of_layer(function, {"call"})

    def is_called_past_keras(self, definition: Class) -> bool:
        """True for a layer that is no model, with a ``__call__`` of its own that never comes to Keras's."""
        if self.is_model(Instance(definition)):
            return False  # which Keras also calls in its own steps
        own = [
            base
            for base in self.bases(definition)
            if isinstance(base, Class) and not _is_of_keras(base)
        ]
        return any("__call__" in base.methods for base in own) and not any(
            site.name == "__call__"
            for base in own
            for method in base.methods.values()
            for site in method.calls
        )

    def is_never_set_up(self, definition: Class) -> bool:
        """True for a layer or model whose own constructor never comes to Keras's: its use raises."""
        constructor = self.constructor(definition)
        made_by = None if constructor is None else constructor.owner
        if made_by is None or _is_of_keras(made_by) or not self.is_layer(made_by):
            return False
        return not any(
            site.name == "__init__" for method in made_by.methods.values() for site in method.calls
        )

    def is_never_made(self, definition: Class) -> bool:
        """True for a class whose constructor asks ``super`` for what is above another class: TypeError."""
        constructor, bases = self.constructor(definition), self.bases(definition)
        return constructor is not None and any(
            site.name == "super"
            and site.block is None
            and self._is_beside(site, constructor, bases)
            for site in constructor.calls
        )

    def _is_beside(self, site: CallSite, constructor: Function, bases: list[Class | str]) -> bool:
        """True for ``super(Other, self)`` where the other class is known to be none of its own."""
        match site.node.args:
            case [asked, ast.Name(id=name)] if name == constructor.self_name and "?" not in bases:
                value = self._questions.value(asked, constructor)
                return isinstance(value, ClassValue) and value.definition not in bases
        return False

    def is_method_of_layer(self, function: Function, names: Collection[str]) -> bool:
        """True for a method of a Keras layer or model that has one of these names."""
        return (
            function.name in names and function.owner is not None and self.is_layer(function.owner)
        )

    def is_batch_callback(self, function: Function) -> bool:
        """True for a method that Keras calls for every batch, or epoch."""
        return (
            function.owner is not None
            and knowledge.BATCH_CALLBACKS.match(function.name) is not None
            and any(name.endswith(".Callback") for name in self.base_names(function.owner))
        )

    def has_method(self, definition: Class, method: Function) -> bool:
        """True for a method that objects of a class have, or that one which overrides it may call."""
        for base in self.bases(definition):
            own = base.methods.get(method.name) if isinstance(base, Class) else None
            if own is method:
                return True
            if own is not None and not any(
                site.name in ("super", method.name) for site in own.calls
            ):
                return False
        return False

    def leaves_to_keras(self, value: Value, method: str) -> bool:
        """True for an object of a Keras class of the project, whose method of that name is Keras's."""
        return (
            isinstance(value, (Instance, Parent))
            and self.is_layer(value.definition)
            and (isinstance(value, Parent) or method not in self.method_names(value.definition))
        )

    def is_torch_module(self, definition: Class) -> bool:
        """True for what inherits from PyTorch, whichever of the bases that it may have is taken."""
        return self._questions.ask(
            ("torch module", definition), False, self._is_torch_module, definition
        )

    def _is_torch_module(self, definition: Class) -> bool:
        return any(
            all(map(self._is_of_torch, members(self._questions.value(node, definition.parent))))
            for node in definition.node.bases
        )

    def _is_of_torch(self, base: Value) -> bool:
        if isinstance(base, ClassValue):
            return self.is_torch_module(base.definition)
        return isinstance(base, External) and base.name.startswith("torch.")

    def is_hybrid_block(self, definition: Class) -> bool:
        """True for a Gluon HybridBlock; so is what inherits from somewhere else and has its method."""
        bases = self.bases(definition)
        return any(knowledge.HYBRID_BLOCKS.match(name) for name in self.base_names(definition)) or (
            any(isinstance(base, str) and _is_of_other_package(base) for base in bases)
            and any(isinstance(base, Class) and _has_hybrid_forward(base) for base in bases)
        )

    def refuses_to_hybridize(self, definition: Class) -> bool:
        """True for a block whose own ``hybridize`` raises: no graph is ever made of it."""
        for base in self.bases(definition):
            if isinstance(base, Class) and "hybridize" in base.methods:
                return _raises(base.methods["hybridize"])
        return False

    def method_names(self, definition: Class) -> set[str]:
        """The methods that the project itself gives a class, or those it inherits from."""
        return {
            name
            for base in self.bases(definition)
            if isinstance(base, Class)
            for name in base.methods
        }

    def replaced_methods(self, definition: Class) -> frozenset[str]:
        """Methods that ``__new__`` gives each object another version of: nobody knows which runs."""
        bases = [base for base in self.bases(definition) if isinstance(base, Class)]
        stored = {
            store.node.attr
            for base in bases
            if "__new__" in base.methods
            for store in base.methods["__new__"].stores
        }
        return frozenset(name for name in stored if any(name in base.methods for base in bases))

    def stores(self, definition: Class, attr: str) -> list[AttributeStore]:
        """Where methods of a class, and of those above it, set an attribute of their object."""
        return [
            store
            for base in self.bases(definition)
            if isinstance(base, Class)
            for store in base.stores.get(attr, ())
        ]

    def hiding(self, definition: Class, attr: str) -> list[AttributeStore]:
        """What objects store under the name of a method, which their constructor always hides so."""
        bases = [base for base in self.bases(definition) if isinstance(base, Class)]
        method = next((base.methods[attr] for base in bases if attr in base.methods), None)
        if method is None or is_property(method):
            return []
        stores = self.stores(definition, attr)
        return stores if any(map(_is_always_made, stores)) else []

    def property_getter(self, definition: Class, attr: str) -> Function | None:
        """The method that runs when an attribute of an object is read."""
        for base in self.bases(definition):
            if isinstance(base, Class) and attr in base.methods:
                method = base.methods[attr]
                return method if is_property(method) else None
        return None

    def property_setter(self, definition: Class, attr: str) -> Function | None:
        """The method that runs when an attribute of an object is assigned."""
        for base in self.bases(definition):
            if isinstance(base, Class) and attr in base.methods:
                return self._setters_of(base.module).get((base, attr))
        return None

    def _setters_of(self, module: Module) -> dict[tuple[Class, str], Function]:
        """The setters of a file, by their class and property; of several the first."""
        nothing: dict[tuple[Class, str], Function] = {}
        return self._questions.ask(("setters", module), nothing, _setters, module)

    def kept_by_property(self, definition: Class, attr: str) -> str | None:
        """The attribute that a property of a class only hands out, and that its setter only sets.

        Such a property is an attribute under another name: reading and setting it runs no other code.
        """
        own = (base for base in self.bases(definition) if isinstance(base, Class))
        having = next((base for base in own if attr in base.methods), definition)
        key = ("kept by property", having, attr)
        return self._questions.ask(key, None, self._kept_by_property, having, attr)

    def _kept_by_property(self, definition: Class, attr: str) -> str | None:
        getter = self.property_getter(definition, attr)
        setter = self.property_setter(definition, attr)
        if getter is None or setter is None:
            return None
        match _last_of(getter), _last_of(setter):
            case (
                ast.Return(value=ast.expr() as read),
                ast.Assign(
                    targets=[ast.Attribute(value=ast.Name(id=owner), attr=stored)], value=given
                ),
            ):
                match written_out(read, getter), written_out(given, setter):
                    case ast.Attribute(value=ast.Name(id=own), attr=kept), ast.Name(id=name):
                        taken = [parameter.arg for parameter in setter.parameters[1:]]
                        is_plain = own == getter.self_name and owner == setter.self_name
                        return kept if is_plain and kept == stored and taken == [name] else None
        return None


def _setters(module: Module) -> dict[tuple[Class, str], Function]:
    found: dict[tuple[Class, str], Function] = {}
    for function in module.functions:
        if function.owner is not None and is_setter(function):
            found.setdefault((function.owner, function.name), function)
    return found


def _last_of(function: Function) -> ast.stmt | None:
    """The last statement of a function that does no more before it than to give values names."""
    *before, last = function.body
    for statement in before:
        match statement:
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Assign(targets=[ast.Name()], value=ast.Name() | ast.Attribute()):
                pass
            case _:
                return None
    return last


def _is_of_keras(definition: Class) -> bool:
    """True for a class of Keras's own code."""
    return knowledge.KERAS_MACHINERY.match(canonical(definition.full_name)) is not None


def _is_of_other_package(name: str) -> bool:
    """True for a class of which neither Python nor MXNet tells what it is."""
    return name != "object" and name.partition(".")[0] not in ("builtins", "mxnet")


def _has_hybrid_forward(definition: Class) -> bool:
    """True for a class with ``hybrid_forward(self, F, x)``."""
    method = definition.methods.get("hybrid_forward")
    return method is not None and [p.arg for p in method.parameters[1:2]] == ["F"]


def _raises(function: Function) -> bool:
    """True for a function that raises, at once or where it is to switch something on.

    ``if active: raise ...``, where ``active`` is one of its parameters.
    """
    parameters = {parameter.arg for parameter in function.parameters}
    for statement in function.body:
        match statement:
            case ast.Raise():
                return True
            case ast.If(test=ast.Name(id=name), body=[*_, ast.Raise()]) if name in parameters:
                return True
    return False


def _is_always_made(store: AttributeStore) -> bool:
    binding = store.binding
    return store.function.name == "__init__" and binding.kind == "assign" and binding.block is None
