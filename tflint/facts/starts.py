"""Files in which a graph may start, told by what their words mean.

Nobody is asked who calls what, so that this takes little of the time of an analysis: who gives
``tf.function`` to a function names it first, so it is that file in which the graph starts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.api.lookup import dataset_tracers
from tflint.facts import command_line
from tflint.facts.callers import Callers
from tflint.facts.inference import Inference
from tflint.facts.parameters import Parameters
from tflint.facts.program import Program
from tflint.facts.start_words import METHODS, TAKERS
from tflint.facts.values import DATASET, UNKNOWN, External, ExternalInstance, Value, members
from tflint.syntax.model import CallSite, Class, Function, ImportedName, Module

_BASES = (
    knowledge.KERAS_BASES,
    knowledge.KERAS_LOSS_BASES,
    knowledge.KERAS_METRIC_BASES,
    knowledge.HYBRID_BLOCKS,
)


class Starts:
    """Tells of the files of one project whether a graph may start in them."""

    def __init__(self, program: Program) -> None:
        self._inference = _WithoutCallers(program)

    def may_be_in(self, module: Module) -> bool:
        """True when a graph may start in a file that has the words for it."""
        return (
            any(map(self._may_be_layer, module.classes))
            or any(
                self._is(node, function, *knowledge.TF_FUNCTION)
                for node, function in _functions(module)
            )
            or any(
                self._is(site.node.func, site.function, full_name)
                for name, full_name in TAKERS.items()
                for site in module.calls.get(name, ())
            )
            or any(map(_may_be_compiled, module.calls.get("compile", ())))
            or any(
                self._may_be_dataset(site)
                for name in dataset_tracers()
                for site in module.calls.get(name, ())
            )
        )

    def _may_be_layer(self, definition: Class) -> bool:
        return not METHODS.isdisjoint(definition.methods) and any(
            name == "?" or any(bases.match(name) for bases in _BASES)
            for name in self._inference.classes.base_names(definition)
        )

    def _is(self, node: ast.expr, function: Function, *names: str) -> bool:
        """True for one of these functions of a framework, under whatever name."""
        value = members(self._inference.value(node, function))
        return any(isinstance(member, External) and member.name in names for member in value)

    def _may_be_dataset(self, site: CallSite) -> bool:
        func = site.node.func
        if not isinstance(func, ast.Attribute):
            return False
        value = members(self._inference.value(func.value, site.function))
        return DATASET in value or UNKNOWN in value


class _WithoutCallers(Inference):
    """What expressions may be, as far as that depends on no call of the function they stand in."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.callers = _NoCallers(self, program)
        self.parameters = Parameters(self, self.callers, self.classes)

    def _attribute(self, owner: Value, attr: str) -> Value:
        if isinstance(owner, (External, ExternalInstance)) and command_line.is_read(owner.name):
            return UNKNOWN  # nor are the options of a command line asked for in every file
        return super()._attribute(owner, attr)


class _NoCallers(Callers):
    """Who calls what, as far as nobody is asked."""

    def of(self, function: Function) -> list[CallSite]:
        """No call: who knows which there are."""
        return []

    def count(self, function: Function) -> int:
        """No call."""
        return 0

    def decorated_with(self, function: Function) -> Iterator[Function]:
        """Nothing."""
        return iter(())


def _functions(module: Module) -> Iterator[tuple[ast.expr, Function]]:
    """What is called like ``tf.function`` in a file, wherever it is used."""
    yield from module.reads.get("function", ())
    for decorator, function in module.decorated.get("function", ()):
        yield decorator, function.parent or module.body
    for site in module.calls.get("function", ()):
        yield site.node.func, site.function
    for function in module.functions:
        for name, bindings in function.bindings.items():
            for binding in bindings:
                if isinstance(binding.target, ImportedName) and binding.target.name == "function":
                    yield ast.copy_location(ast.Name(name, ast.Load()), binding.node), function


def _may_be_compiled(site: CallSite) -> bool:
    given = {keyword.arg for keyword in site.node.keywords}
    return isinstance(site.node.func, ast.Attribute) and not knowledge.COMPILE_KEYWORDS.isdisjoint(
        given
    )
