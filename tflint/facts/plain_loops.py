"""Where the models of Keras have loops of their own: before TensorFlow 2, and in its graph mode.

In TensorFlow 2 ``fit``, ``predict`` and ``evaluate`` make a ``tf.function``, and a dataset of the arrays.
In graph mode, and in Keras by itself up to 2.3, they feed arrays to one graph.
"""

from __future__ import annotations

from tflint.api.records import Effect
from tflint.api.releases import TENSORFLOW_1_NAMES
from tflint.facts.keras_versions import is_old_name, names_used
from tflint.facts.project import Project
from tflint.syntax.model import Module

_ENDS = frozenset(name.rpartition(".")[2] for name in TENSORFLOW_1_NAMES)


def has_plain_loops(module: Module, project: Project) -> bool:
    """True for a file whose models may be asked in loops that neither trace nor make datasets.

    Its project asks for versions that have no others; it writes out names that only TensorFlow 1 has; or
    all programs that use it turn eager execution off.
    """
    return (
        project.versions.run_plain_loops
        or any(is_old_name(module, end, TENSORFLOW_1_NAMES) for end in _ENDS & names_used(module))
        or project.tracing.graphs_off.by(module, Effect.GRAPH_MODE) is not None
    )
