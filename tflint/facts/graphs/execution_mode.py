"""Whether a line of a function runs in a graph, once, or as plain Python."""

from __future__ import annotations

import ast
from enum import Enum
from typing import TYPE_CHECKING

from tflint.facts.graphs.eager_flags import is_out_of_graphs
from tflint.facts.graphs.guards import is_escape, is_guarded_creation
from tflint.syntax.model import Block, Function

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project
    from tflint.facts.graphs.tracing_context import TracingContext


class Running(Enum):
    """How a line runs, in the tracing contexts that are known."""

    IN_GRAPH = "in a graph"
    """Its Python runs once a trace, the operations it makes run on every call."""
    ONCE = "once"
    """A test lets it run on the first trace only, to create something."""
    EAGERLY = "eagerly"
    """As plain Python: code of a module, or code of a traced function that its graph leaves out."""
    UNKNOWN = "not known"
    """No call is known that traces the function, which does not say that there is none."""


def running(project: Project, function: Function, node: ast.AST, block: Block | None) -> Running:
    """How ``node``, which stands in ``block`` of ``function``, runs.

    Of several contexts the one counts that puts most of it into a graph.
    """
    if function.is_module:
        return Running.EAGERLY
    contexts = project.tracing.contexts(function)
    found = {_in(context, project, function, node, block) for context in contexts}
    ranked = (Running.IN_GRAPH, Running.ONCE, Running.EAGERLY)
    return next((answer for answer in ranked if answer in found), Running.UNKNOWN)


def _in(
    context: TracingContext,
    project: Project,
    function: Function,
    node: ast.AST,
    block: Block | None,
) -> Running:
    if is_out_of_graphs(node, block, function, context, project):
        return Running.EAGERLY
    if is_escape(node, block, function, project.inference.value):
        return Running.EAGERLY
    if context.once or is_guarded_creation(node, block, function):
        return Running.ONCE
    return Running.IN_GRAPH
