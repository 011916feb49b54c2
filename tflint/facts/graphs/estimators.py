"""Which programs make their graphs by ``tf.estimator``: it calls layers once, and Keras traces nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.facts.expressions.values import External, ExternalInstance, Value, members
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.syntax.model import CallSite, Module

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inferred


class Estimators:
    """Tells where graphs are an estimator's: one, in which a layer's ``call`` runs once.

    Args:
        graph_sites: where ``tf.function`` is applied, once all these places are found.
    """

    def __init__(self, program: Inferred, graph_sites: Sequence[GraphSite]) -> None:
        self._program = program
        self._graph_sites = graph_sites

    def make_the_graphs_of(self, module: Module) -> bool:
        """True for a file of programs that make estimators, where nothing is known to trace otherwise."""
        around = self._program.imports.around
        if not any(module.path in around(site.function.module.path) for site in self._made):
            return False
        tracing = [site.holder for site in self._graph_sites]
        tracing += [site.function for site in self._tracing]
        return not any(function.module.path in around(module.path) for function in tracing)

    @cached_property
    def _made(self) -> list[CallSite]:
        return [
            site
            for name in sorted(knowledge.ESTIMATOR_MAKERS)
            for site in self._program.names.calls.get(name, ())
            if not site.function.module.is_of_tests
            and any(map(_is_of_tensorflow, self._value(site, whole=True)))
        ]

    @cached_property
    def _tracing(self) -> list[CallSite]:
        """The calls of methods by which Keras traces what is known to be a model."""
        return [
            site
            for name in sorted(knowledge.KERAS_TRACERS - {"save"})
            for site in self._program.names.calls.get(name, ())
            if not site.function.module.is_of_tests
            and any(self._is_model(owner, name) for owner in self._value(site))
        ]

    def _value(self, site: CallSite, *, whole: bool = False) -> Sequence[Value]:
        """What a call calls, or whose method that is."""
        func = site.node.func
        asked = func if whole else getattr(func, "value", None)
        return () if asked is None else members(self._program.inference.value(asked, site.function))

    def _is_model(self, owner: Value, method: str) -> bool:
        return self._program.inference.classes.leaves_to_keras(owner, method) or (
            isinstance(owner, ExternalInstance) and owner.name.startswith("keras.")
        )


def _is_of_tensorflow(value: Value) -> bool:
    return isinstance(value, External) and value.name.startswith("tensorflow.")
