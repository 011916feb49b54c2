"""Attributes that carry something from one part of a trace to another, and nothing from call to call."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.facts.expressions.values import NONE, Instance, Value, members
from tflint.facts.graphs.context import Context
from tflint.facts.order.eager_mutations import Mutations
from tflint.facts.order.graph_calls import GraphCalls
from tflint.facts.programs.one_value import one_value
from tflint.finding import EntryKind
from tflint.syntax.definitions import is_property, owner_of
from tflint.syntax.expressions import are_same, key_of
from tflint.syntax.model import (
    AttributeStore,
    Block,
    CallSite,
    Class,
    Function,
    loops_around,
    outward,
)
from tflint.syntax.path_conditions import statements_of
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import walk

_TAKE_VALUES = frozenset(f"builtins.{name}" for name in ("float", "int", "bool", "print"))
"""Functions that take the number out of a tensor, or are there to show it."""


_STATIC = frozenset({"dtype", "get_shape", "shape"})
"""What a tensor that has left its graph still tells, and a Variable that it took the place of."""


def is_static_read(node: ast.Attribute, context: Context) -> bool:
    """True for an attribute of which only the shape or the type is asked for, not the value."""
    parent = context.parent(node)
    return isinstance(parent, ast.Attribute) and parent.attr in _STATIC


def is_carried_within_trace(store: AttributeStore, context: Context) -> bool:
    """True when an attribute only carries a tensor from one traced method to another.

    Set before each use and never read by eager code or before it is set, it does no harm.
    """
    within = owner_of(context.function)
    if within is None:
        return False
    owner = within if isinstance(store.node.value, ast.Name) else None
    inference = context.project.inference
    carried = False
    for node, function in _reads(store.node.attr, context):
        if function.name in knowledge.ONCE_ONLY_METHODS:
            continue
        if not context.project.tracing.is_traced(function):
            if owner is None or _may_belong_to(owner, node, function, context):
                return False
            continue
        if function is context.function and _is_read_before(node, store.node, function):
            return False
        reader = owner_of(function)
        if reader is not None:
            carried = carried or owner is None or inference.classes.are_kin(reader, owner)
    return carried


def is_given_back(store: AttributeStore, context: Context) -> bool:
    """True for an attribute of ``self`` that a graph returns, and that each call of the graph sets to that.

    ``loss, self.parts = self._compute(x)``, where the graph has set ``self.parts`` and returns it: what
    leaks is overwritten at once.
    """
    function, attr = context.function, store.node.attr
    if key_of(store.node.value) != function.self_name:
        return False
    callers, tracing = context.project.inference.callers, context.project.tracing
    entries = {traced.entry: None for traced in tracing.traced(function)}
    sites = [
        (site, entry)
        for entry in entries
        for site in callers.of(entry)
        if not tracing.is_traced(site.function)
    ]
    return {entry for _, entry in sites} == set(entries) and all(
        _is_stored_again(site, attr, _places_returned(entry, attr)) for site, entry in sites
    )


def _places_returned(entry: Function, attr: str) -> set[int | None]:
    """Where a function gives back an attribute of its object: None for that alone, else its place."""
    places: list[set[int | None]] = []
    for returned, _ in entry.returns:
        given = returned and written_out(returned, entry)
        parts = list(enumerate(given.elts)) if isinstance(given, ast.Tuple) else [(None, given)]
        places.append(
            {
                place
                for place, part in parts
                if isinstance(part, ast.Attribute)
                and part.attr == attr
                and key_of(part.value) == entry.self_name
            }
        )
    return set.intersection(*places) if places else set()


def _is_stored_again(site: CallSite, attr: str, places: set[int | None]) -> bool:
    """True for a call of a method whose result, at one of some places, becomes the object's attribute."""
    for statement, _ in site.function.statements:
        match statement:
            case ast.Assign(targets=[target], value=value) if value is site.node:
                parts = (
                    list(enumerate(target.elts))
                    if isinstance(target, ast.Tuple)
                    else [(None, target)]
                )
                return isinstance(site.node.func, ast.Attribute) and any(
                    place in places
                    and isinstance(part, ast.Attribute)
                    and part.attr == attr
                    and are_same(part.value, site.node.func.value)
                    for place, part in parts
                )
    return False


def is_reset_by_each_trace(attribute: ast.expr, context: Context) -> bool:
    """True for an attribute of ``self`` that each trace sets before, and eager code never reads.

    ``self.parts = []`` in a traced method, in the ``__call__`` that leads to ``call``, or in the ``reset``
    of a recurrent cell, whatever the tests there say.
    """
    owner = owner_of(context.function)
    if owner is None or not isinstance(attribute, ast.Attribute):
        return False
    attr, inference = attribute.attr, context.project.inference
    setting = {store.function: None for store in inference.classes.stores(owner, attr)}
    reset = any(_resets(function, attribute, context) for function in setting)
    return reset and not _may_be_read_eagerly(attr, owner, context)


def is_read_beyond_trace(attribute: ast.expr, context: Context) -> bool | None:
    """True where something is known to read an attribute of ``self`` beyond the trace that sets it.

    That is eager code, code of other graphs, and what the same trace runs before. A method that nothing is
    known to call, of the same object, tells nothing unless it takes the number out of the tensor: the trace
    itself may call it. None for what is no attribute of ``self``, of which nobody knows.
    """
    owner = owner_of(context.function)
    if owner is None or not isinstance(attribute, ast.Attribute):
        return None
    if not isinstance(attribute.value, ast.Name) or attribute.value.id != _self_of(
        context.function
    ):
        return None
    return _is_read_beyond(attribute, attribute.attr, owner, context, {attribute.attr})


def is_undone_by_eager_code(store: AttributeStore, context: Context) -> bool:
    """True for a constant that each call sets, where eager code sets another in between, and reads it.

    ``self.is_done = False`` in a ``train_step``, and ``model.is_done = True`` in a callback: after the
    first step it stays True.
    """
    owner, written = owner_of(context.function), store.binding.value
    if owner is None or store.binding.block is not None or not isinstance(written, ast.Constant):
        return False
    if not _may_be_read_eagerly(store.node.attr, owner, context):
        return False
    mutations = Mutations.of(context.project)
    value = one_value(written, context.function, context.project.inference)
    return any(
        change.value not in (None, value)
        and _may_be_of(owner, mutations.owner_of(change), store.node.attr, context)
        for change in mutations.of_attribute(store.node.attr)
    )


def is_item_for_trace(item: ast.expr, block: Block | None, context: Context) -> bool:
    """True for an item of a container, ``self.parts[i]``, that only the trace reads that sets it.

    Where one function does both, it reads the same item, or any once the loops around have set all.
    """
    owner = owner_of(context.function)
    if not isinstance(item, ast.Subscript) or not isinstance(item.value, ast.Attribute):
        return False
    if owner is None or is_read_beyond_trace(item.value, context) is not False:
        return False
    end = max((getattr(loop, "end_lineno", 0) for loop in loops_around(block)), default=item.lineno)
    is_read = False
    for node, function in _reads(item.value.attr, context):
        reader, within = owner_of(function), context.of(function)
        if reader is None or not context.project.inference.classes.are_kin(reader, owner):
            continue
        if function.name in knowledge.ONCE_ONLY_METHODS or _is_filled(node, within):
            continue
        if function is context.function and node.lineno <= end:
            read = within.parent(node)
            if not isinstance(read, ast.Subscript) or not are_same(read.slice, item.slice):
                return False
        is_read = True
    return is_read


def is_set_for_a_call(store: AttributeStore, context: Context) -> bool:
    """True for ``self.layer.kernel = kernel`` where the trace calls ``self.layer`` next.

    The call may also follow that of the method that sets the attribute. Eager code never reads it.
    """
    owner = store.node.value
    if not isinstance(owner, ast.Attribute) or context.traced is None:
        return False
    if any(
        function.name not in knowledge.ONCE_ONLY_METHODS
        and not context.project.tracing.is_traced(function)
        for _, function in _reads(store.node.attr, context)
    ):
        return False
    if _is_called_after(owner, store.node.lineno, context.function):
        return True
    return all(
        way.caller is not None
        and way.site is not None
        and isinstance(way.site.node.func, ast.Attribute)
        and isinstance(way.site.node.func.value, ast.Name)
        and way.site.node.func.value.id == way.caller.function.self_name
        and _is_called_after(owner, way.site.node.lineno, way.caller.function)
        for way in context.traced.ways
    )


def _is_called_after(called: ast.expr, line: int, function: Function) -> bool:
    return any(
        site.node.lineno > line and are_same(site.node.func, called) for site in function.calls
    )


def _self_of(function: Function) -> str | None:
    """What a function, or the method that it is local to, calls its object."""
    method: Function | None = function
    while method is not None and method.owner is None:
        method = method.parent
    return None if method is None else method.self_name


def _is_read_beyond(
    set_at: ast.Attribute, attr: str, owner: Class, context: Context, asked: set[str]
) -> bool:
    inference = context.project.inference
    here = _graphs_of(context.function, context)
    earlier = {
        called
        for site in context.function.calls
        if site.node.lineno < set_at.lineno
        for called in inference.callers.called(site)
    }
    for node, function in _reads(attr, context):
        if function.name in knowledge.ONCE_ONLY_METHODS or _is_filled(node, context.of(function)):
            continue
        if function is context.function:
            is_own = are_same(node.value, set_at.value)
            if _is_read_before(node, set_at, function) and (
                is_own or _belongs_to(owner, node, function, context)
            ):
                return True
        elif not _belongs_to(owner, node, function, context):
            continue
        elif context.project.tracing.is_traced(function):
            if function in earlier or not here & _graphs_of(function, context):
                return True
        elif _is_known_eager(node, function, owner, context):
            if not _is_set_anew(node, function, here, context):
                return True
        elif is_property(function) and function.name not in asked:
            asked.add(function.name)
            if _is_read_beyond(set_at, function.name, owner, context, asked):
                return True
    return False


def _is_set_anew(
    node: ast.Attribute, function: Function, graphs: set[Function | EntryKind], context: Context
) -> bool:
    """True behind a call of the object in the same eager code, which sets the attribute as Python does.

    ``net(x)`` before ``net.decoder.scores``; a layer whose own method is a tf.function sets it in a graph,
    and a block that is hybridized by then runs none of its Python. What only tests read is there for
    others, who may read it after a training.
    """
    inference = context.project.inference
    if function.module.is_of_tests or any(
        isinstance(graph, Function)
        and (layer := owner_of(graph)) is not None
        and inference.classes.is_layer(layer)
        for graph in graphs
    ):
        return False
    holders = [part for part in walk(node.value) if isinstance(part, (ast.Name, ast.Attribute))]
    blocks = {id(block) for block in outward(function.statement_of(node)[1])}
    last = max(
        (
            site
            for site in function.calls
            if site.node.lineno < node.lineno
            and (site.block is None or id(site.block) in blocks)
            and any(are_same(site.node.func, holder) for holder in holders)
        ),
        key=lambda site: site.node.lineno,
        default=None,
    )
    return (
        last is not None
        and not any(
            last.node.lineno < site.node.lineno < node.lineno
            and site.name in knowledge.KERAS_TRACERS
            for site in function.calls
        )
        and not GraphCalls.of(context.project).runs_hybridized(last)
    )


def _is_filled(node: ast.Attribute, context: Context) -> bool:
    """True for a container of which an item is set: ``self.parts[i] = value`` reads none."""
    item = context.parent(node)
    return (
        isinstance(item, ast.Subscript)
        and isinstance(item.ctx, ast.Store)
        and item.value is node
        and not isinstance(context.parent(item), ast.AugAssign)
    )


def _is_known_eager(
    node: ast.Attribute, function: Function, owner: Class, context: Context
) -> bool:
    """True for untraced code: no method of the object, or one that eager code calls, or must call.

    What Keras traces of other layers may be part of the same trace.
    """
    inference, reader = context.project.inference, owner_of(function)
    if context.project.tracing.runs_eagerly(function):
        return True
    if reader is None or not inference.classes.are_kin(reader, owner):
        is_keras_method = function.name in knowledge.KERAS_METHODS
        return reader is None or not is_keras_method or not inference.classes.is_layer(reader)
    return _needs_its_value(node, context.of(function))


def _needs_its_value(node: ast.Attribute, context: Context) -> bool:
    """True where code takes the number out of a tensor, which only eager code can."""
    match parent := context.parent(node):
        case ast.FormattedValue():
            return True
        case ast.Attribute(attr="numpy"):
            return isinstance(call := context.parent(parent), ast.Call) and call.func is parent
        case ast.Call() if parent.func is not node:
            names = context.names(parent.func)
            return bool(names) and all(
                name in _TAKE_VALUES or name.startswith("numpy.") for name in names
            )
    return False


def _graphs_of(function: Function, context: Context) -> set[Function | EntryKind]:
    """The graphs that a function is part of, by their entry points; all that Keras traces is one."""
    waiting = list(context.project.tracing.traced(function))
    found: set[Function | EntryKind] = set()
    for traced in waiting:  # which grows meanwhile
        for way in traced.ways:
            if way.caller is None:
                kind = traced.context.kind
                found.add(kind if kind is EntryKind.KERAS else traced.function)
            elif way.caller not in waiting:
                waiting.append(way.caller)
    return found


def _reads(attr: str, context: Context) -> Iterator[tuple[ast.Attribute, Function]]:
    """Where the project reads the values of attributes of a name, each with the function that does."""
    for module in context.project.relevant_modules:
        for node, function in module.reads.get(attr, ()):
            if not is_static_read(node, context.of(function)):
                yield node, function


def _is_read_before(node: ast.Attribute, set_at: ast.Attribute, function: Function) -> bool:
    """True for a read that may find what was there before the function, which then sets it here."""
    statement, _ = function.statement_of(set_at)
    end = getattr(statement, "end_lineno", None) or set_at.lineno
    if node.lineno > end:
        return False
    others = function.stores_by_name.get(node.attr, ())
    return not (
        any(other.node.lineno < node.lineno for other in others)
        and _sets(statements_of(function), node.attr, function, node.lineno)
    )


def _resets(function: Function, attribute: ast.Attribute, context: Context) -> bool:
    """True for a function of the trace that sets an attribute of its object whichever way it takes."""
    if function.name in knowledge.ONCE_ONLY_METHODS or _is_eager(function, context):
        return False
    end = attribute.lineno if function is context.function else None
    return _sets(statements_of(function), attribute.attr, function, end)


def _sets(body: list[ast.stmt], attr: str, function: Function, end: int | None) -> bool:
    """True where statements, as far as a line, set an attribute of the object on each way through."""
    stores = function.stores_by_name.get(attr, ())
    at = {bisect_right(body, s.node.lineno, key=lambda one: one.lineno) - 1 for s in stores}
    return any(
        _is_set_by(body[index], attr, function, end)
        for index in sorted(at)
        if index >= 0 and (end is None or body[index].lineno < end)
    )


def _is_set_by(statement: ast.stmt, attr: str, function: Function, end: int | None) -> bool:
    match statement:
        case ast.Assign(targets=targets, value=value):
            return any(
                isinstance(part, ast.Attribute)
                and part.attr == attr
                and key_of(part.value) == function.self_name
                for target in targets
                for part in (target.elts if isinstance(target, ast.Tuple) else [target])
            ) and not any(isinstance(p, ast.Attribute) and p.attr == attr for p in walk(value))
        case ast.If(body=body, orelse=orelse):
            return all(_sets(arm, attr, function, end) for arm in (body, orelse))
        case ast.With(body=body):
            return _sets(body, attr, function, end)
        case _:
            return False


def _is_eager(function: Function, context: Context) -> bool:
    """False for traced code, for what makes the object, and for what frameworks call around that.

    Keras calls ``__call__`` around ``call``, and Gluon ``reset`` before it unrolls a recurrent cell.
    """
    if function.name in knowledge.ONCE_ONLY_METHODS or function.name == "__call__":
        return False
    if function.name == "reset" and function.owner is not None:
        names = context.project.inference.classes.base_names(function.owner)
        if any(map(knowledge.RECURRENT_CELLS.match, names)):
            return False
    return not context.project.tracing.is_traced(function)


def _may_be_read_eagerly(attr: str, owner: Class, context: Context) -> bool:
    """True where eager code reads an attribute that may be one of ``owner``."""
    return any(
        _is_eager(function, context) and _may_belong_to(owner, node, function, context)
        for node, function in _reads(attr, context)
    )


def _may_belong_to(owner: Class, node: ast.Attribute, function: Function, context: Context) -> bool:
    """True when an attribute that is read may be one of ``owner``.

    Where nobody knows whose it is, it is taken for that of another class that has one of that name.
    """
    holder = context.project.inference.value(node.value, function)
    return _may_be_of(owner, holder, node.attr, context)


def _belongs_to(owner: Class, node: ast.Attribute, function: Function, context: Context) -> bool:
    """True when an attribute that is read is one of ``owner``, as far as is known.

    Of what nobody knows, code in the file of the class is taken to read it, and no code elsewhere: there
    the objects of other packages may have attributes of that name.
    """
    holder = context.project.inference.value(node.value, function)
    kinds = [member for member in members(holder) if isinstance(member, Instance)]
    if kinds:
        return any(
            context.project.inference.classes.are_kin(kind.definition, owner) for kind in kinds
        )
    return function.module is owner.module and _may_be_of(owner, holder, node.attr, context)


def _may_be_of(owner: Class, holder: Value | None, attr: str, context: Context) -> bool:
    inference = context.project.inference
    found = [] if holder is None else [m for m in members(holder) if m != NONE]
    classes = [m.definition for m in found if isinstance(m, Instance)]
    if found and len(classes) == len(found):
        return any(inference.classes.are_kin(definition, owner) for definition in classes)
    return not any(
        any(attr in m for m in (definition.methods, definition.stores, definition.bindings))
        and not inference.classes.are_kin(definition, owner)
        for module in context.project.relevant_modules
        for definition in module.classes
    )
