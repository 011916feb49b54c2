"""Which models get which callbacks: the ``model`` of a callback is one that a ``fit`` gives it to."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import ClassValue, Instance, Value, join, members
from tflint.facts.programs.following_objects import importing, uses_of_program
from tflint.syntax.model import CallSite, Class, Function
from tflint.syntax.scopes import holder_of
from tflint.syntax.uses import Use

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred

_OPTION = "callbacks"
_CALLBACKS = "keras.callbacks."
"""What the names of Keras's own callbacks begin with."""


class CallbackModels:
    """The models of the callbacks of one project."""

    def __init__(self, program: Inferred) -> None:
        self._program = program
        self._uses = program.remember(uses_of_program)
        self._models: dict[Class, frozenset[Class] | None] = {}

    def may_run(self, method: Function, callback: Class) -> bool:
        """True for a method that a model may run which is given such a callback, as far as is known."""
        models = self._of(callback)
        return models is None or any(
            self._program.inference.classes.has_method(model, method) for model in models
        )

    def part(self, callback: Class, names: Sequence[str]) -> Value | None:
        """What ``self.model.a.b`` is in a callback; None where not all models are known that get it."""
        models = self._of(callback)
        if models is None:
            return None
        found = join(*map(Instance, models))
        for name in names:
            found = self._program.inference.attribute(found, name)
        return found

    def _of(self, callback: Class) -> frozenset[Class] | None:
        if callback not in self._models:
            self._models[callback] = self._find(callback)
        return self._models[callback]

    def _find(self, callback: Class) -> frozenset[Class] | None:
        """The classes of the models that objects of a class are given to; None where not all are known."""
        bases = self._program.inference.classes.bases
        if not any(isinstance(b, str) and b.startswith(_CALLBACKS) for b in bases(callback)):
            return None
        kinds = [
            definition
            for module in self._program.relevant_modules
            for definition in module.classes
            if callback in bases(definition)
        ]
        found: set[Class] = set()
        for kind in kinds:
            for site in self._program.names.calls.get(kind.name, ()):
                called = members(self._program.inference.value(site.node.func, site.function))
                if ClassValue(kind) not in called:
                    continue
                models = self._models_given(site)
                if models is None:
                    return None
                found |= models
        return frozenset(found) or None

    def _models_given(self, made: CallSite) -> set[Class] | None:
        """The classes of the models that one callback is given to; None where not all are known."""
        start = self._uses.of_call(made.node, made.function)
        waiting = [] if start is None else [start]
        seen: set[str] = set()
        found: set[Class] = set()
        for use in waiting:  # which grows meanwhile
            match use.parent:
                case ast.List() | ast.Tuple() as container:
                    waiting.append(use.at(container))
                    continue
                case ast.Assign(targets=[ast.Name(id=name)]):
                    reads = self._reads(name, use.function, seen)
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend")
                ):
                    reads = self._reads(name, use.function, seen)
                case ast.Call() as call if any(
                    keyword.arg == _OPTION and keyword.value is use.node
                    for keyword in call.keywords
                ):
                    models = self._asked(call, use.function)
                    if not models:
                        return None
                    found |= models
                    continue
                case ast.Attribute(attr="append" | "extend") | ast.Expr():
                    continue
                case _:
                    return None
            if reads is None:
                return None
            waiting += reads
        return found or None

    def _reads(self, name: str, function: Function, seen: set[str]) -> list[Use] | None:
        """The reads of a variable of a function, once; None where others may have it too."""
        if name in seen:
            return []
        seen.add(name)
        if holder_of(name, function) is not function or (
            function.is_module and any(importing(name, function.module, self._uses))
        ):
            return None
        return list(self._uses.of_name(name, function))

    def _asked(self, call: ast.Call, function: Function) -> set[Class]:
        """The classes of the model whose method a call runs; none where that is not known."""
        if not isinstance(call.func, ast.Attribute):
            return set()
        found = members(self._program.inference.value(call.func.value, function))
        known = {member.definition for member in found if isinstance(member, Instance)}
        return known if all(isinstance(member, Instance) for member in found) else set()
