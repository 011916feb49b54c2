"""Whether an object outlives the call that changes it, and whether that is meant."""

from __future__ import annotations

import ast

from tflint.api import knowledge
from tflint.facts.expressions.values import (
    BOOL,
    NONE,
    SHAPE,
    UNKNOWN,
    ClassValue,
    Container,
    ExternalInstance,
    FunctionValue,
    GraphFunction,
    Instance,
    Number,
    Partial,
    Text,
    Value,
    members,
)
from tflint.facts.graphs.context import Context
from tflint.syntax.definitions import is_property, owner_of
from tflint.syntax.expressions import are_same
from tflint.syntax.model import AttributeStore, Binding, Class, Function
from tflint.syntax.scopes import holder_of, is_only_a_parameter, returned
from tflint.syntax.trees import called_name, walk

_CONTEXT_MANAGERS = frozenset({"contextmanager", "asynccontextmanager"})


def root_name(node: ast.expr) -> ast.Name | None:
    """The name an attribute or subscript chain starts with."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node if isinstance(node, ast.Name) else None


def is_object(node: ast.expr, function: Function) -> bool:
    """True for a variable or attribute, and not what an import binds."""
    root = root_name(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
    scope = None if root is None else holder_of(root.id, function)
    return (
        root is not None
        and scope is not None
        and all(binding.kind != "import" for binding in scope.bindings.get(root.id, ()))
    )


def outlives(node: ast.expr, context: Context, depth: int = 3) -> bool:
    """True when the object an expression names was there before the call and stays after it.

    Objects reached through ``self``, module globals and variables of enclosing functions outlive
    a call; what an enclosing function makes in the same trace does not.
    """
    root = root_name(node)
    if root is None:
        return False
    function = context.function
    holder = holder_of(root.id, function)
    if holder is None:
        return False
    if holder is function:
        if is_only_a_parameter(root.id, function):
            return _parameter_outlives(node, root.id, context, depth)
        return depth > 0 and node is root and _alias_outlives(root.id, context, depth)
    if holder.is_module:
        return True
    if is_only_a_parameter(root.id, holder):
        if root.id == holder.self_name:
            if has_fresh_self(context):
                return False
            return node is not root and not is_made_by_trace(holder, context)
        return node is not root or not context.project.tracing.is_traced(holder)
    return not shares_trace(holder, context)


def is_made_by_trace(holder: Function, context: Context) -> bool:
    """True for a method that makes its object in a trace, so that functions inside may be of that trace.

    A function that the constructor defines and only keeps, or hands out, runs in later traces.
    """
    return holder.name in knowledge.ONCE_ONLY_METHODS and context.project.tracing.is_traced(holder)


def _parameter_outlives(node: ast.expr, name: str, context: Context, depth: int) -> bool:
    """The same for a parameter of the function, or what is reached through it."""
    function = context.function
    if name != function.self_name:
        return depth > 0 and is_passed_longer_lived(name, context, depth - 1)
    if function.name in knowledge.ONCE_ONLY_METHODS:
        return False
    if isinstance(node, ast.Name) or has_fresh_self(context):
        return False
    made_by = _property_of_self(node, context)
    return made_by is None or (
        depth > 0
        and any(outlives(value, context.of(made_by), depth - 1) for value in returned(made_by))
    )


def _property_of_self(node: ast.expr, context: Context) -> Function | None:
    """The property that ``self.items`` reads, which makes what it gives at each access or has it kept."""
    owner = owner_of(context.function)
    if owner is None or not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return None
    for base in context.project.inference.classes.bases(owner):
        if isinstance(base, Class) and node.attr in base.methods:
            found = base.methods[node.attr]
            is_kept = any(called_name(d) == "cached_property" for d in found.decorators)
            return found if is_property(found) and not is_kept else None
    return None


def _alias_outlives(name: str, context: Context, depth: int) -> bool:
    """The same for a local name of something else."""
    match context.function.bindings[name]:
        case [
            Binding(kind="assign", value=ast.Attribute() | ast.Name() | ast.Subscript() as value)
        ] as bindings:
            return (
                not bindings[0].path
                and not _may_be_made_anew(value, context)
                and outlives(value, context, depth - 1)
            )
        case _:
            return False


def _may_be_made_anew(node: ast.expr, context: Context) -> bool:
    """True for an attribute of what nobody knows, which may be a property: ``self.net.weights``."""
    return (
        isinstance(node, ast.Attribute)
        and context.value(node) == UNKNOWN
        and context.value(node.value) == UNKNOWN
    )


def is_passed_longer_lived(name: str, context: Context, depth: int) -> bool:
    """True when traced code gives this function an argument that was there before the call.

    What eager code gives a traced function is copied or checked by TensorFlow (argument-mutation).
    """
    return any(
        given is not None
        and (outlives(given, caller, depth) or _is_longer_lived_self(given, caller))
        for given, caller in context.arguments_from_graphs(name)
    )


def _is_longer_lived_self(node: ast.expr, context: Context) -> bool:
    """True for the object of the method around, when traced code has not just made it."""
    return (
        isinstance(node, ast.Name)
        and node.id == context.function.self_name
        and context.function.name not in knowledge.ONCE_ONLY_METHODS
        and not has_fresh_self(context)
    )


def has_fresh_self(context: Context) -> bool:
    """True in methods that traced code only calls on objects it has just made."""
    return context.tracing is not None and context.tracing.self_is_new


def shares_trace(holder: Function, context: Context) -> bool:
    """True when an enclosing function runs in the same trace, so that its variables are local to it.

    It does not when the entry point is defined inside it, or when it returns or stores the function
    at hand, so that traced code can call that later.
    """
    if context.project.tracing.is_traced(holder):
        return True
    inner: Function | None = None if context.traced is None else context.traced.entry
    while inner is not None:
        if inner is holder:
            return False
        inner = inner.parent
    function: Function | None = context.function
    while function is not None and function.parent is not holder:
        function = function.parent
    return function is None or not _is_handed_out(function, holder)


def _is_handed_out(function: Function, holder: Function) -> bool:
    """True when ``holder`` returns or stores a function it defines, by name or as a lambda."""
    kept = [*returned(holder)]
    kept += [store.binding.value for store in holder.stores if store.binding.value is not None]
    return any(
        part is function.node or (isinstance(part, ast.Name) and part.id == function.name)
        for value in kept
        for part in walk(value)
    )


def restores(function: Function) -> bool:
    """True for a context manager, which puts back at its end what it changes."""
    return function.is_generator and any(
        called_name(decorator) in _CONTEXT_MANAGERS for decorator in function.decorators
    )


def is_put_back(store: AttributeStore) -> bool:
    """True for an attribute that gets back, here or further down, what the function kept of it before."""
    function = store.function
    keepers = {
        name
        for name, bindings in function.bindings.items()
        for binding in bindings
        if isinstance(binding.node, ast.stmt)
        and binding.node.lineno <= store.node.lineno
        and _reads_attribute(_part_of(binding), store)
    }
    return bool(keepers) and any(
        isinstance(part := _part_of(later.binding), ast.Name) and part.id in keepers
        for later in function.stores
        if are_same(later.node, store.node) and later.node.lineno >= store.node.lineno
    )


def _part_of(binding: Binding) -> ast.expr | None:
    """The expression that a binding gives its name, also as a part of ``a, b = x, y``."""
    value = binding.value
    for step in binding.path:
        if step is None or not isinstance(value, (ast.Tuple, ast.List)):
            return None
        if step >= len(value.elts) or any(isinstance(e, ast.Starred) for e in value.elts):
            return None
        value = value.elts[step]
    return value


def _reads_attribute(node: ast.expr | None, store: AttributeStore) -> bool:
    """True for an expression that is the attribute stored, or a property that gives just that."""
    if not isinstance(node, ast.Attribute):
        return False
    if are_same(node, store.node):
        return True
    owner = store.function.owner
    getter = owner.methods.get(node.attr) if owner is not None else None
    return (
        getter is not None
        and is_property(getter)
        and are_same(node.value, store.node.value)
        and [value.attr for value in returned(getter) if isinstance(value, ast.Attribute)]
        == [store.node.attr]
    )


def is_made_here(node: ast.expr, context: Context) -> bool:
    """True when this function gives an attribute a fresh container before it changes it."""
    for store in context.function.stores:
        if store.binding.block is None and are_same(store.node, node):
            value = store.binding.value
            fresh = isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp))
            if fresh and store.node.lineno < node.lineno:
                return True
    return False


def is_same_each_time(value: Value) -> bool:
    """True for a value that each call would make again just the same."""
    return all(
        member in (BOOL, NONE, SHAPE)
        or (isinstance(member, (Number, Text)) and member.varying is None)
        or isinstance(
            member,
            (
                FunctionValue,
                GraphFunction,
                ClassValue,
                Partial,
                Container,
                ExternalInstance,
                Instance,
            ),
        )
        for member in members(value)
    )
