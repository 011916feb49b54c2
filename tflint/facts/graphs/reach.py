"""Which files of a project may have a part in a graph: the others need not be looked into.

Libraries share code: TensorFlow Probability is written once, and holds copies of itself for NumPy and JAX.
Those have TensorFlow's names in them, and make no graph. To leave them out takes proof, so what is
not known counts as a start here: what calls give to a parameter, first of all.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.facts.expressions.callers import Callers
from tflint.facts.expressions.inference import Inference
from tflint.facts.expressions.parameters import Parameters
from tflint.facts.expressions.program import Program
from tflint.facts.expressions.values import (
    UNKNOWN,
    External,
    ExternalInstance,
    Instance,
    Value,
    members,
)
from tflint.facts.graphs.entry_point_names import METHODS, StartNames, WantedNames, starts
from tflint.facts.graphs.project import Project
from tflint.files.imports import mentions_framework
from tflint.syntax.model import CallSite, Class, Function, ImportedName, Module

_BASES = (
    knowledge.KERAS_BASES,
    knowledge.KERAS_LOSS_BASES,
    knowledge.KERAS_METRIC_BASES,
    knowledge.HYBRID_BLOCKS,
)
_WORTH_LEAVING_OUT = 0.1
"""The part of a project's code that is left out, or all of it is looked into."""


def in_reach(project: Project, wanted: WantedNames) -> frozenset[str]:
    """Paths of the relevant files in which a finding may stand, or that bear on one.

    A finding needs a file that starts a graph, or that holds what a rule about eager code wants. It
    stands in a file that shares a program with it: one that uses it, directly or through others, or
    that these use. Files that import a framework themselves are in reach in any case.
    """
    relevant, imports = project.relevant, project.imports
    sizes = {path: len(project.sources[path].text) for path in relevant}
    reached = {path for path in relevant if imports.of(path).outside}
    left_out = sum(sizes[path] for path in relevant - reached)
    enough = sum(sizes.values()) * _WORTH_LEAVING_OUT
    if left_out <= enough:
        return relevant
    starts = _Starts(project, wanted)
    above: set[str] = set()
    # Those that most files use come first: what is used by many ends the search soonest.
    for path in sorted(relevant, key=lambda path: (-imports.user_count(path), path)):
        if path not in above and starts.may_be_in(path):
            users = imports.users([path])
            new = imports.used(users - above) - reached
            above |= users
            reached |= new
            left_out -= sum(sizes[path] for path in new & relevant)
            if left_out <= enough:
                return relevant
    return relevant & reached


class _Starts:
    """Tells of files whether a graph may start in them, or what a rule wants stand in them."""

    def __init__(self, project: Project, wanted: WantedNames) -> None:
        self._project = project
        self._wanted = wanted
        self._methods = METHODS | wanted.methods
        self._inference = _WithoutCallers(project)
        self._names = StartNames(wanted)

    def may_be_in(self, path: str) -> bool:
        """True unless it is known that nothing starts there."""
        if not self._names.are_in(self._project.sources[path].text):
            return False
        module = self._project.module(path)
        return module is None or any(self._starts(module))

    def _starts(self, module: Module) -> Iterator[bool]:
        yield from map(self._may_be_traced, module.classes)
        for node, function in _named(module, starts() | self._wanted.calls):
            yield self._may_be_of_a_framework(node, function)
        for function in module.functions:
            for store in function.stores:
                yield store.node.attr in self._wanted.stores

    def _may_be_traced(self, definition: Class) -> bool:
        return not self._methods.isdisjoint(definition.methods) and any(
            name == "?" or any(bases.match(name) for bases in _BASES)
            for name in self._inference.classes.base_names(definition)
        )

    def _may_be_of_a_framework(self, node: ast.expr, function: Function) -> bool:
        """False for what the project defines, whatever it was given: who gives it names it there."""
        values = members(self._inference.value(node, function))
        if any(map(_is_of_a_framework, values)):
            return True
        return (
            isinstance(node, ast.Attribute)
            and UNKNOWN in values
            and any(
                owner == UNKNOWN
                or (isinstance(owner, Instance) and self._inherits_unknown(owner.definition))
                for owner in members(self._inference.value(node.value, function))
            )
        )

    def _inherits_unknown(self, definition: Class) -> bool:
        return "?" in self._inference.classes.base_names(definition)


def _is_of_a_framework(value: Value) -> bool:
    return isinstance(value, (External, ExternalInstance)) and mentions_framework(value.name)


def _named(module: Module, names: frozenset[str]) -> Iterator[tuple[ast.expr, Function]]:
    """Where something with one of these names is looked up in a file, called, or imported."""
    for name in names:
        yield from module.reads.get(name, ())
        for decorator, function in module.decorated.get(name, ()):
            yield decorator, function.parent or module.body
        for site in module.calls.get(name, ()):
            yield site.node.func, site.function
    for function in module.functions:
        for name, bindings in function.bindings.items():
            for binding in bindings:
                if isinstance(binding.target, ImportedName) and binding.target.name in names:
                    yield ast.copy_location(ast.Name(name, ast.Load()), binding.node), function


class _WithoutCallers(Inference):
    """What expressions may be, as far as that depends on no call of the function they stand in."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.callers = _UnknownCallers(self, program)
        self.parameters = Parameters(self, self.callers, self.classes)

    def option(self, holder: str, name: str) -> Value:
        """Unknown: nor are the options of a command line asked for in every file."""
        return UNKNOWN


class _UnknownCallers(Callers):
    """Who calls what, as far as nobody is asked."""

    def of(self, function: Function) -> list[CallSite]:
        """No call: who knows which there are."""
        return []

    def count(self, function: Function) -> int:
        """Too many to tell a parameter's value."""
        return sys.maxsize

    def decorated_with(self, function: Function) -> Iterator[Function]:
        """Nothing."""
        return iter(())
