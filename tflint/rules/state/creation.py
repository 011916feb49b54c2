"""What the creation rules share: when making something in a graph is meant to happen once."""

from __future__ import annotations

import ast

from tflint.project.guards import is_conditional, is_guarded_creation
from tflint.project.model import CallSite
from tflint.project.trees import walk
from tflint.rules.base import Context
from tflint.rules.changes import Changes
from tflint.rules.options import holds

VARIABLES = frozenset(["tensorflow.Variable", "keras.Variable"])


def in_layer_constructor(context: Context) -> bool:
    """True in the ``__init__`` of a Keras layer, the right place to make what it owns.

    When traced code reaches it, what is wrong is that the layer is made there.
    """
    function = context.function
    return (
        function.name == "__init__"
        and function.owner is not None
        and context.project.inference.is_layer(function.owner)
    )


def is_made_at_each_call(site: CallSite, context: Context) -> bool:
    """True for a call that traced code reaches each time it runs.

    Creation behind a test is left alone, since it may be there to run once, and what such tests get
    wrong is another rule's matter; unless all that the test asks about are constants, so that it turns
    out the same way each time.
    """
    if context.function.name == "build" or (context.trace is not None and context.trace.lazy):
        return False

    def always(test: ast.expr, outcome: bool) -> bool:
        return holds(test, outcome, context) and not _is_set_elsewhere(test, context)

    return (
        not is_conditional(site.block, always)
        and not is_guarded_creation(site.node, site.block, context.function, always)
        and not context.escapes(site.node, site.block, init_scope=False)
    )


def _is_set_elsewhere(test: ast.expr, context: Context) -> bool:
    """True for a test of an attribute that eager code gives another value later."""
    changes = Changes.of(context.project)
    return any(
        isinstance(part, ast.Attribute) and bool(changes.of_attribute(part.attr))
        for part in walk(test)
    )
