"""Where all code is in a graph, and models of Keras have loops of their own: as before TensorFlow 2.

In TensorFlow 2 ``fit``, ``predict`` and ``evaluate`` make a ``tf.function``, and a dataset of the arrays.
In graph mode, and in Keras by itself up to 2.3, they feed arrays to one graph.
"""

from __future__ import annotations

from tflint.api.records import Effect
from tflint.facts.graphs.project import Project
from tflint.facts.programs.keras_versions import builds_models_once, is_all_graph
from tflint.syntax.model import Module


def has_plain_loops(module: Module, project: Project) -> bool:
    """True for a file whose models may be asked in loops that neither trace nor make datasets.

    Its Keras has no others; or all programs that use it turn eager execution off.
    """
    return builds_models_once(module, project) or is_in_graph_mode(module, project)


def is_in_graph_mode(module: Module, project: Project) -> bool:
    """True for a file of which all programs that use it turn eager execution off, or never have it on."""
    return (
        is_all_graph(module, project)
        or project.tracing.mode_switches.by(module, Effect.GRAPH_MODE) is not None
    )
