"""What the creation rules share: when making something in a graph is meant to happen once."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import Kind, is_only
from tflint.facts.graphs.constants import holds, is_optional
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.guards import is_conditional, is_guarded_creation
from tflint.facts.order.eager_mutations import Mutations
from tflint.facts.programs.keras_versions import builds_models_once
from tflint.finding import EntryKind
from tflint.syntax.model import CallSite
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

MADE_AGAIN = r"singleton tf\.Variable|add new elements of state|[Cc]reat\w+ variables"
"""What TensorFlow says where a graph makes another Variable at each call."""
VARIABLES = frozenset(["tensorflow.Variable", "keras.Variable"])


def in_layer_constructor(context: Context) -> bool:
    """True in the ``__init__`` of a Keras layer, the right place to make what it owns.

    When traced code reaches it, what is wrong is that the layer is made there.
    """
    function = context.function
    return (
        function.name == "__init__"
        and function.owner is not None
        and context.project.inference.classes.is_layer(function.owner)
    )


def is_made_at_each_call(site: CallSite, context: Context) -> bool:
    """True for a call that traced code reaches each time it runs.

    Creation behind a test is left alone, since it may be there to run once, and what such tests get
    wrong is another rule's matter; unless the test can't tell one time from the next: then the graph
    raises when TensorFlow traces the first call once more, without what may create.
    """
    tracing = context.tracing
    if context.function.name == "build" or (tracing is not None and tracing.once):
        return False
    if context.has_own_creator(site.block):
        return False
    if tracing is not None and tracing.kind is EntryKind.KERAS:
        if builds_models_once(context.module, context.project):
            return False  # it builds a layer once, in a graph that may have more Variables later

    def always(test: ast.expr, outcome: bool) -> bool:
        if holds(test, outcome, context):
            return not _is_set_elsewhere(test, context)
        return not holds(test, not outcome, context) and _stays(test, context)

    return (
        not is_conditional(site.block, always)
        and not is_guarded_creation(site.node, site.block, context.function, always)
        and not context.escapes(site.node, site.block, init_scope=False)
        and not is_optional(site.node, site.block, context)
    )


def _stays(test: ast.expr, context: Context) -> bool:
    """True for a test of what the function was given, or its object set up with: no call changes it.

    A tensor makes a branch of the graph, which is another matter.
    """
    if is_only(context.value(test), Kind.TENSOR):
        return False
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _stays(operand, context)
        case ast.BoolOp(values=values):
            return all(_stays(value, context) for value in values)
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(), _]):
            return True
        case ast.Compare(left=ast.Name(), ops=[ast.Is() | ast.IsNot()]):
            return False
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant() | ast.Attribute()]):
            return (_is_kind(left) or _stays(left, context)) and not isinstance(
                op, (ast.In, ast.NotIn)
            )
        case ast.Name(id=name):
            return _is_given(name, context)
        case ast.Attribute(value=ast.Name(id=root), attr=attr) if (
            root == context.function.self_name
        ):
            return attr in context.project.remember(set_up_attributes)
        case _:
            return False


def _is_given(name: str, context: Context) -> bool:
    """True for a parameter of an entry point, and for ``training``, which Keras passes on."""
    function = context.function
    if not is_only_a_parameter(name, function):
        return False
    return name == "training" or context.is_entry


def set_up_attributes(project: Project) -> frozenset[str]:
    """The attributes that only constructors set."""
    constructed: set[str] = set()
    changed: set[str] = set()
    for module in project.relevant_modules:
        for function in module.functions:
            once = function.name == "__init__"
            (constructed if once else changed).update(store.node.attr for store in function.stores)
    return frozenset(constructed - changed)


def _is_kind(node: ast.expr) -> bool:
    """True for ``x.ndim``, ``x.shape.rank``, ``len(x.shape)``, ``x.shape[0]``, ``x.dtype``."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[inner]) | ast.Subscript(value=inner):
            return _is_kind(inner)
        case ast.Attribute(value=ast.Name(), attr="shape" | "dtype" | "ndim"):
            return True
        case ast.Attribute(value=inner, attr="rank" | "ndims"):
            return _is_kind(inner)
        case _:
            return False


def _is_set_elsewhere(test: ast.expr, context: Context) -> bool:
    """True for a test of an attribute that eager code gives another value later."""
    changes = Mutations.of(context.project)
    return any(
        isinstance(part, ast.Attribute) and bool(changes.of_attribute(part.attr))
        for part in walk(test)
    )
