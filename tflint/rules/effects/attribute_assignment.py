"""TFL305."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.claims import AnyDifference, Returns, State
from tflint.facts.effects.markers import counts_traces
from tflint.facts.expressions.in_graph import parts
from tflint.facts.expressions.values import (
    NOTHING,
    TENSOR,
    TENSORS,
    UNKNOWN,
    VARIABLE,
    Container,
    ExternalInstance,
    Instance,
    Number,
    Text,
    Value,
    holds,
    members,
)
from tflint.facts.graphs.plain_loops import has_plain_loops
from tflint.facts.graphs.symbolic import is_symbolic
from tflint.facts.order.first_times import FirstTime, first_time_kept
from tflint.facts.order.lifetimes import (
    has_fresh_self,
    is_made_by_trace,
    is_put_back,
    is_same_each_time,
    outlives,
    restores,
    root_name,
    shares_trace,
)
from tflint.facts.order.trace_local_attributes import (
    is_carried_within_trace,
    is_given_back,
    is_read_beyond_trace,
    is_reset_by_each_trace,
    is_set_for_a_call,
    is_static_read,
    is_undone_by_eager_code,
)
from tflint.facts.shapes.dtypes import dtype_of
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.rules.information import COUNTS_TRACES
from tflint.syntax.expressions import are_same
from tflint.syntax.model import AttributeStore, Binding, CallSite, Function, outward
from tflint.syntax.scopes import holder_of, is_only_a_parameter, returned
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_SETTERS = frozenset({"__set__", "__set_name__", "__setattr__", "__setitem__"})
"""Methods whose caller assigns; that is another line."""
_COUNTS = "is a counter: it is changed once per trace, not once per call"
_SETS = "is set once per trace, not once per call"
_KEEPS = "keeps a tensor of the trace: it leaks out of the graph and is not updated by later calls"
_READ_BY_ITS_TRACE = "nothing is known to read it beyond the trace that sets it"
_NOT_READ_EAGERLY = "no eager code is known to read it once it is set"
_OF_UNKNOWN = "nothing is known of the object that it is set on, nor of who reads it there"
_SET_FOR_A_CALL = (
    "the trace calls the object that it is set on next, and no eager code is known to read it there"
)
_LETS_ONCE = {
    FirstTime.ALWAYS: (
        "is set once per trace: what it lets happen once is in the graph, and happens at each call"
    ),
    FirstTime.ALWAYS_OR_NEVER: (
        "is set while tracing: what it lets happen once is in the graph, and happens at each call, or "
        "never, where Keras has called the layer for its shapes before"
    ),
}
_FRAMEWORK_ATTRIBUTES = frozenset({"built", "_built", "input_spec", "trainable", "_keras_mask"})


@register
class AttributeAssignment(TracedRule):
    """An attribute is assigned in traced code: the assignment runs once per trace.

    ## What it does

    Finds `self.x = ...`, `self.n += 1`, `vars(self).update(x=...)` and the like in code that becomes a
    graph, when the object was there before the call, and says whether it is a counter, a tensor that
    leaks (in a list, tuple or dict, too), a Variable that is replaced, or a flag that was to let
    something happen once (`if self.first: self.first = False; x = x + 1.0`), which the graph then does
    at each call. So it does with operations that assign, print or write in the `call` of a layer
    (`if self.first: self.scale.assign(2.0)`), or never, where Keras has called the layer for its shapes
    before.

    ## Why is this bad?

    Python assignments are not part of the graph. A counter stops after the first call. A tensor
    kept in an attribute is symbolic: state carried from call to call starts anew each time, and
    reading it outside raises (`... is out of scope and cannot be used here`).

    ## Example

    ```python
    class Model(tf.Module):
        def __init__(self):
            self.steps = 0

        @tf.function
        def step(self, x):
            self.steps += 1
            return x * 2
    ```

    Use instead:

    ```python
    class Model(tf.Module):
        def __init__(self):
            self.steps = tf.Variable(0)

        @tf.function
        def step(self, x):
            self.steps.assign_add(1)
            return x * 2
    ```

    ## When it is fine

    In `__init__` and `build`; behind a test that lets it run once (`if self.v is None:`), or where
    that makes objects or sets Python's state only, or eager code is seen to call the layer; on
    objects made inside the call; where each call would store the same thing, such as a static
    shape, unless eager code sets another constant in between, and reads it; where each trace sets the
    attribute anew before it reads it; where the function puts back
    what the attribute held before; and where the graph returns what it has set, and each call of it sets
    the attribute to that. A tensor that only the same trace is known to read, after it is
    set, is information, since a public attribute keeps it for whoever reads it later (of a private one,
    which carries it to other methods, nothing is said). So is one that is
    given to an inner object of which nothing is known, or to an inner layer before the trace calls it, and
    one that eager code reads just after it has called the model itself.

    ## What confirm shows

    The attribute after each call, eagerly and in the graph; for a flag, what the function returns.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL305"
    name = "attribute-assignment"
    summary = "An attribute is assigned once per trace, not once per call"
    harm = Harm.SILENT
    claims = (State(),)
    calls_of = ({"builtins.setattr"},)

    def visit_store(self, store: AttributeStore, context: Context) -> Iterator[Proposal]:
        """Look at one attribute assignment."""
        if not self._is_outside(store, context) or store.binding.value is None:
            return
        value = context.project.inference.assigned(
            store.binding, context.function, f"self.{store.node.attr}"
        )
        owner = context.value(store.node.value)
        before = context.project.inference.kept_attribute(owner, store.node.attr)
        symbol = _symbol(store, context)
        # A tensor of the graph stays one, whatever numbers its callers give.
        kept = symbol if is_symbolic(symbol) else value
        said = _harm_done(kept, before, store, context)
        if said is None and holds(symbol, TENSOR, TENSORS):
            said = _KEEPS
        if said is None:
            yield from self._first_time(store, context)
            return
        if said not in (_COUNTS, _SETS) and _is_of_the_one_graph(context):
            return
        leaks = said == _KEEPS
        is_read = is_read_beyond_trace(store.node, context) if leaks else None
        # From what the trace before has left, unless this one has set it first.
        goes_on = store.binding.kind == "augment" and not _is_set_first(store, context)
        is_carried = (
            leaks and not is_read and not goes_on and is_carried_within_trace(store, context)
        )
        if is_carried and store.node.attr.startswith("_"):
            return
        if (
            is_put_back(store)
            or is_reset_by_each_trace(store.node, context)
            or (leaks and not goes_on and is_given_back(store, context))
            or _is_normalised(store)
            or _may_have_its_dtype(store, context)
            or _sets_property(store, owner, context)
        ):
            return
        if context.is_created_once(store.node, store.binding.block) and value != TENSOR:
            return  # where eager code may come first, with tensors of its own
        shown = as_written(store.node)
        if is_carried and (self.code, shown) in context.reported:
            return
        context.reported.add((self.code, shown))
        if counts_traces(shown) and not leaks:
            information = COUNTS_TRACES
        elif not goes_on and is_read is False:
            information = _READ_BY_ITS_TRACE
        elif is_carried:
            information = _NOT_READ_EAGERLY
        elif leaks and _is_of_unknown(store, owner):
            information = _OF_UNKNOWN
        elif leaks and is_set_for_a_call(store, context):
            information = _SET_FOR_A_CALL
        else:
            information = ""
        yield Proposal(
            _shown_at(store),
            f"`{shown}` {said}",
            "Keep state in a `tf.Variable` and change it with `assign`, or return the value.",
            information=information,
            alike=f"{shown} {said}",
        )

    def _first_time(self, store: AttributeStore, context: Context) -> Iterator[Proposal]:
        """A flag that lets something happen once, which the graph then does at each call."""
        kept = first_time_kept(store, context)
        if kept is None:
            return
        shown = as_written(store.node)
        yield Proposal(
            _shown_at(store),
            f"`{shown}` {_LETS_ONCE[kept]}",
            "Test a `tf.Variable` with `tf.cond`, or call what happens once outside of the graph.",
            claims=(Returns(), AnyDifference()),
        )

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look at ``setattr(object, "name", value)``."""
        if "builtins.setattr" not in context.names(site.node.func) or site.node.keywords:
            return
        match site.node.args:
            case [owner, ast.Constant(value=str(name)), value]:
                node = ast.Attribute(owner, name, ast.Store())
                ast.copy_location(node, site.node)
                binding = Binding("assign", site.node, value, (), site.block)
                store = AttributeStore(node, binding, context.function)
                for proposal in self.visit_store(store, context):
                    yield proposal._replace(node=site.node)

    def _is_outside(self, store: AttributeStore, context: Context) -> bool:
        """True when the object was there before the call."""
        function = context.function
        root = _root(store.node, context)
        if root is None or store.node.attr in _FRAMEWORK_ATTRIBUTES or restores(function):
            return False
        if function.name in knowledge.ONCE_ONLY_METHODS or function.name in _SETTERS:
            return False
        holder = holder_of(root.id, function)
        if holder is None:
            return False
        if holder.is_module:
            return True
        if not is_only_a_parameter(root.id, holder):
            return holder is not function and not shares_trace(holder, context)
        if root.id == holder.self_name:
            return not has_fresh_self(context) and not is_made_by_trace(holder, context)
        owner = members(context.value(root))
        known = all(isinstance(m, Instance) for m in owner)
        return known and _comes_from_outside(root.id, context, set())


def _shown_at(store: AttributeStore) -> ast.AST:
    """The statement, or the call, that assigns; the attribute where neither does."""
    node = store.binding.node
    return node if isinstance(node, (ast.stmt, ast.Call)) else store.node


def _root(node: ast.Attribute, context: Context) -> ast.Name | None:
    """The name that the object is reached by, or the one of which ``type(self)`` gives the class."""
    owner = node.value
    while isinstance(owner, (ast.Attribute, ast.Subscript)):
        owner = owner.value
    match owner:
        case ast.Call(func=func, args=[ast.Name() as of], keywords=[]):
            return of if context.names(func) == {"builtins.type"} else None
        case _:
            return root_name(node)


def _is_of_unknown(store: AttributeStore, owner: Value) -> bool:
    """True for an attribute of what another one holds, and nobody knows, nor who reads it."""
    return isinstance(store.node.value, ast.Attribute) and UNKNOWN in members(owner)


def _comes_from_outside(name: str, context: Context, asked: set[tuple[int, int, str]]) -> bool:
    """True when a parameter may hold an object that the traced code has not made itself.

    ``asked`` are the parameters that are being looked into already.
    """
    if context.tracing is None or context.is_entry:
        return True
    parameter = (id(context.function), id(context.tracing), name)
    if parameter in asked:
        return False
    asked.add(parameter)
    given = list(context.arguments_from_graphs(name))
    return not given or any(
        node is None or _is_from_outside(node, caller, asked) for node, caller in given
    )


def _is_from_outside(node: ast.expr, context: Context, asked: set[tuple[int, int, str]]) -> bool:
    if isinstance(node, ast.Name) and node.id == context.function.self_name:
        return not has_fresh_self(context)
    if isinstance(node, ast.Name) and is_only_a_parameter(node.id, context.function):
        return _comes_from_outside(node.id, context, asked)
    return outlives(node, context)


def _is_of_the_one_graph(context: Context) -> bool:
    """True where Keras calls the function once, for a graph in which the tensors it keeps can be used."""
    kind = context.tracing.kind if context.tracing is not None else None
    return kind is EntryKind.KERAS and has_plain_loops(context.module, context.project)


def _harm_done(value: Value, before: Value, store: AttributeStore, context: Context) -> str | None:
    """What the assignment does, None when each call would store the same."""
    augmented = store.binding.kind == "augment"
    if VARIABLE in members(before):
        if augmented:
            return None
        if TENSOR in members(value):
            return "replaces a `tf.Variable` by a tensor of the trace, which leaks out of the graph"
        written = store.binding.value
        if value == VARIABLE or (written and _may_give(written, store.node, context)):
            return None
        return "replaces a `tf.Variable` while tracing: the graph keeps the old one"
    kinds = members(value)
    feeds = augmented or _reads_itself(store, context)
    if feeds and TENSOR not in kinds and _is_set_first(store, context):
        return None
    if augmented and any(isinstance(m, (Number, Text)) for m in kinds):
        return _COUNTS
    if any(isinstance(m, (Number, Text)) and m.varying is not None for m in kinds):
        if store.binding.kind == "for":  # which ends with the same each time
            return None
        return _COUNTS if _reads_itself(store, context) else _SETS
    if TENSOR in kinds:
        return _KEEPS
    if augmented and not any(isinstance(m, Container) for m in kinds):
        return "is changed once per trace, not once per call"
    if any(is_same_each_time(m) for m in kinds):
        return _SETS if is_undone_by_eager_code(store, context) else None
    return _unknown_harm(store, context)


def _symbol(store: AttributeStore, context: Context) -> Value:
    """What the attribute is given while the graph is built."""
    binding = store.binding
    if binding.kind != "assign" or binding.value is None:
        return NOTHING
    return parts(context.symbol(binding.value), binding.path)


def _unknown_harm(store: AttributeStore, context: Context) -> str | None:
    """For values nobody knows: an attribute that feeds on itself, and not only on its shape or type."""
    value = store.binding.value
    if value is None or isinstance(value, ast.Attribute) or _may_give(value, store.node, context):
        return None
    if _reads_itself(store, context):
        return "is computed from itself: it is changed once per trace, not once per call"
    return None


def _reads_itself(store: AttributeStore, context: Context) -> bool:
    """True where an attribute is given what is made of its own value, and not of its shape alone."""
    return store.binding.value is not None and any(
        isinstance(part, ast.Attribute)
        and are_same(part, store.node)
        and not is_static_read(part, context)
        for part in walk(store.binding.value)
    )


def _is_set_first(store: AttributeStore, context: Context) -> bool:
    """True where each call gives an attribute a value of its own before an assignment goes on from it."""
    return any(
        other.binding.kind == "assign"
        and are_same(other.node, store.node)
        and other.node.lineno < store.node.lineno
        and other.binding.block in (None, *outward(store.binding.block))
        and not _reads_itself(other, context)
        for other in context.function.stores_by_name.get(store.node.attr, ())
    )


def _may_give(value: ast.expr, attribute: ast.expr, context: Context) -> bool:
    """True for what may be the attribute as it was: an unknown function may return what it gets."""
    if not isinstance(value, ast.Call):
        return are_same(value, attribute)
    given = [*value.args, *(keyword.value for keyword in value.keywords)]
    if isinstance(value.func, ast.Attribute):
        given.append(value.func.value)
    if not any(_may_give(node, attribute, context) for node in given):
        return False
    site = context.function.site_of(value)
    called = [] if site is None else context.project.inference.callers.called(site)
    return not called or any(map(_may_return_parameter, called))


def _may_return_parameter(function: Function) -> bool:
    return any(
        isinstance(part, ast.Name) and is_only_a_parameter(part.id, function)
        for value in returned(function)
        for part in (value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value])
    )


def _sets_property(store: AttributeStore, owner: Value, context: Context) -> bool:
    """True where an assignment calls the setter of a property that keeps nothing in attributes itself.

    Such as one that assigns to a `tf.Variable`, which is an operation.
    """
    return all(_has_setter(member, store.node.attr, context) for member in members(owner))


def _has_setter(owner: Value, attr: str, context: Context) -> bool:
    if isinstance(owner, ExternalInstance):
        return attr in knowledge.KERAS_RATES and bool(knowledge.KERAS_OPTIMIZERS.match(owner.name))
    if not isinstance(owner, Instance):
        return False
    setter = context.project.inference.classes.property_setter(owner.definition, attr)
    return setter is not None and not setter.stores


def _is_normalised(store: AttributeStore) -> bool:
    """True for ``if self.axis < 0: self.axis = rank + self.axis``, which has nothing to do twice."""
    block = store.binding.block
    match block.node if block is not None else None:
        case ast.If(
            test=ast.Compare(
                left=ast.Attribute() as asked,
                ops=[ast.Lt()],
                comparators=[ast.Constant(value=0)],
            )
        ):
            return are_same(asked, store.node)
        case _:
            return False


def _may_have_its_dtype(store: AttributeStore, context: Context) -> bool:
    """True for ``self.x = tf.cast(self.x, dtype)``, which gives back what has the dtype already."""
    match store.binding.value:
        case ast.Call(func=func, args=[cast, *_]) as call if context.names(func) == {
            "tensorflow.cast"
        }:
            before, after = dtype_of(cast, context), dtype_of(call, context)
            is_other = before is not None and after is not None and before.name != after.name
            return are_same(cast, store.node) and not is_other
        case _:
            return False
