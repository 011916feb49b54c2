"""TFL206."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from tflint.api import knowledge
from tflint.claims import LineDiffers
from tflint.facts.expressions.values import ExternalInstance, Value, members
from tflint.facts.graphs.graph_sites import display
from tflint.facts.order.earlier_calls import earlier_arguments
from tflint.facts.order.functions_of_turns import is_of_each_turn
from tflint.facts.programs.loop_dependence import reads_any
from tflint.finding import Harm, Reason
from tflint.rules.base import Context, EagerRule, Proposal, register
from tflint.syntax.expressions import are_same
from tflint.syntax.indexing import called_on
from tflint.syntax.model import Binding, CallSite, Function, loops_around, outward
from tflint.syntax.showing import as_written
from tflint.syntax.trees import called_name, walk

_SEQUENTIAL = "keras.Sequential"
_CHECKPOINT = "tensorflow.train.Checkpoint"
_SHAPES = frozenset({"input_shape", "input_dim", "batch_input_shape"})
_HELP = {
    "optimizer": "Build the optimizers before (`optimizer.build(variables)`), or make a tf.function "
    "for each.",
    "model": "Build the models before (`model.build(shape)`, or an `Input` first), or make a "
    "tf.function for each.",
}


@register
class OptimizerOrModelArgument(EagerRule):
    """One tf.function is called with different optimizers or models.

    ## What it does

    Finds tf.functions with a parameter that gets one Keras optimizer at one call and another at the
    next, or each of a list of optimizers in a loop, where nothing builds the optimizers before; and the
    same for `Sequential` models without an input shape.

    ## Why is this bad?

    An optimizer makes its Variables when it is first applied, and a graph may create Variables
    during its first call only. The first optimizer works, the second raises `ValueError:
    tf.function only supports singleton tf.Variables created on the first call`. Eager code takes
    any number of them. The same holds for a `Sequential` that is not built yet.

    ## Example

    ```python
    @tf.function
    def apply(optimizer, gradient, variable):
        optimizer.apply_gradients([(gradient, variable)])

    variable = tf.Variable(1.0)
    slow = keras.optimizers.Adam(0.01)
    fast = keras.optimizers.Adam(1.0)
    apply(slow, tf.constant(1.0), variable)
    apply(fast, tf.constant(1.0), variable)
    ```

    Use instead:

    ```python
    @tf.function
    def apply(optimizer, gradient, variable):
        optimizer.apply_gradients([(gradient, variable)])

    variable = tf.Variable(1.0)
    slow = keras.optimizers.Adam(0.01)
    fast = keras.optimizers.Adam(1.0)
    slow.build([variable])
    fast.build([variable])
    apply(slow, tf.constant(1.0), variable)
    apply(fast, tf.constant(1.0), variable)
    ```

    or one tf.function for each optimizer.

    ## When it is fine

    Plain `SGD` of Keras 3, which makes no Variables when it is applied (that of Keras 2 counts its
    steps in one); optimizers that are built beforehand, here or by a helper; models with an `Input`, and
    subclassed ones, which Keras builds outside of the graph; one tf.function per optimizer, and two
    optimizers in one training step, which both come with its first call.

    ## What confirm shows

    The exception of the graph at the second optimizer, where eager code has none.

    ## References

    - [Creating tf.Variables](https://www.tensorflow.org/guide/function#creating_tfvariables)
    """

    code = "TFL206"
    name = "optimizer-or-model-argument"
    summary = "A tf.function called with a second, unbuilt optimizer or model raises"
    harm = Harm.RAISES
    claims = (LineDiffers(),)

    def visit_graph_call(
        self, site: CallSite, function: Function, context: Context
    ) -> Iterator[Proposal]:
        """Compare the optimizers of one call with those of earlier calls."""
        inference = context.project.inference
        bound = inference.callers.arguments(site, function)
        for name, argument in bound.items():
            if isinstance(argument, ast.Attribute) and not _is_only_given(
                argument, function, context
            ):
                continue
            keras_2 = context.project.uses_keras_2(site.function.module)
            if _is_optimizer(context.value(argument), keras_2) and not (
                _is_built(argument, site) or _is_built_by_helper(argument, site, context)
            ):
                kind = "optimizer"
            elif _is_unbuilt_model(argument, site, context):
                kind = "model"
            else:
                continue
            reason = self._another(name, argument, site, function, context, kind)
            if reason is not None:
                yield Proposal(
                    argument,
                    f"{display(function)} is called with more than one {kind}: it raises ValueError "
                    "when the second one makes its Variables",
                    _HELP[kind],
                    reasons=(reason,),
                )

    def _another(
        self,
        name: str,
        argument: ast.expr,
        site: CallSite,
        function: Function,
        context: Context,
        kind: str,
    ) -> Reason | None:
        path = site.function.module.path
        if isinstance(argument, ast.Name):
            binding = _for_binding(argument.id, site)
            if binding is not None:
                if is_of_each_turn(binding.node, site, function, context):
                    return None
                line = getattr(binding.node, "lineno", 1)
                return Reason(path, line, f"each turn of this loop has another {kind}")
        if isinstance(argument, ast.Call) and loops_around(site.block):
            if is_of_each_turn(loops_around(site.block)[0], site, function, context):
                return None
            return Reason(path, site.node.lineno, f"each turn of the loop makes another {kind}")
        here = _made_at(argument, site)
        if here is None:
            return None
        if loops_around(here.block) and here.block is not None and loops_around(site.block):
            loop = loops_around(here.block)[0]
            if is_of_each_turn(loop, site, function, context):
                return None
            if loop in loops_around(site.block):
                line = getattr(here.node, "lineno", 1)
                return Reason(path, line, f"each turn of the loop makes another {kind}")
        for given, other in earlier_arguments(name, site, function, context):
            there = _made_at(given, other)
            if there is not None and (there.node, there.path) != (here.node, here.path):
                return Reason(path, other.node.lineno, f"`{as_written(given)}` is passed here")
        return None


def _is_optimizer(value: Value, keras_2: bool) -> bool:
    """True for an optimizer that makes Variables when it is first applied, as SGD of Keras 3 does not."""
    return all(
        isinstance(m, ExternalInstance) and knowledge.KERAS_OPTIMIZERS.match(m.name) is not None
        for m in members(value)
    ) and (keras_2 or any(not getattr(m, "name", "").endswith(".SGD") for m in members(value)))


def _is_unbuilt_model(argument: ast.expr, site: CallSite, context: Context) -> bool:
    """True for a Sequential that makes its weights when it is first called, as nobody did before."""
    made: ast.expr | None
    if isinstance(argument, (ast.Name, ast.Attribute)):
        binding = _made_at(argument, site)
        made = None if binding is None else _unpacked(binding)
        if isinstance(argument, ast.Name) and _is_used_elsewhere(argument.id, site):
            return False
    else:
        made = argument
    if not isinstance(made, ast.Call) or _SEQUENTIAL not in context.names(made.func):
        return False
    return not any(
        (isinstance(part, ast.keyword) and part.arg in _SHAPES)
        or (isinstance(part, ast.Call) and called_name(part.func) in ("Input", "InputLayer"))
        for part in walk(made)
    )


def _is_used_elsewhere(name: str, site: CallSite) -> bool:
    """True for a model that something else is done with, which may build it."""
    for other in site.function.calls:
        if other.node is site.node:
            continue
        func = other.node.func
        if isinstance(func, ast.Attribute):
            func = func.value
        parts = (func, *other.node.args, *(keyword.value for keyword in other.node.keywords))
        if other.name != "compile" and any(reads_any(part, {name}) for part in parts):
            return other.node.lineno < site.node.lineno
    return False


def _for_binding(name: str, site: CallSite) -> Binding | None:
    """The loop over a list or tuple written out that gives each turn another object."""
    loops = loops_around(site.block)
    for binding in site.function.bindings.get(name, ()):
        if binding.kind == "for" and any(
            loop is binding.node or loop in loops_around(binding.block) for loop in loops
        ):
            return binding
    return None


def _made_at(argument: ast.expr, site: CallSite) -> Binding | None:
    """The one assignment that makes the object a name or an attribute of ``self`` stands for."""
    if isinstance(argument, ast.Attribute):
        return _stored_at(argument, site.function)
    if not isinstance(argument, ast.Name):
        return None
    for scope in site.function.scopes:
        found = scope.bindings.get(argument.id)
        if found:
            return (
                found[0] if len(found) == 1 and isinstance(_unpacked(found[0]), ast.Call) else None
            )
    return None


def _stored_at(attribute: ast.Attribute, function: Function) -> Binding | None:
    """Where the constructor makes what an attribute of ``self`` stands for, if nothing else sets it."""
    owner = function.owner
    if owner is None or not _is_own(attribute, function):
        return None
    stores = [
        store
        for other in function.module.functions
        for store in other.stores
        if store.node.attr == attribute.attr
    ]
    is_made_once = all(
        store.function is owner.methods.get("__init__")
        and _is_own(store.node, store.function)
        and isinstance(store.binding.value, ast.Call)
        and not loops_around(store.binding.block)
        for store in stores
    )
    return stores[0].binding if stores and is_made_once else None


def _is_own(attribute: ast.Attribute, function: Function) -> bool:
    return isinstance(attribute.value, ast.Name) and attribute.value.id == function.self_name


def _is_only_given(attribute: ast.Attribute, function: Function, context: Context) -> bool:
    """True where all that is done with an attribute is to give it to calls of one tf.function.

    Whatever else is done with it may make its Variables before.
    """
    project = context.project
    if attribute.attr in project.names.calls:
        return False
    return all(
        _is_given(read, reader, function, context)
        for module in project.relevant_modules
        for read, reader in module.reads.get(attribute.attr, ())
    )


def _is_given(read: ast.Attribute, reader: Function, function: Function, context: Context) -> bool:
    around = context.of(reader)
    call = around.parent(read)
    call = around.parent(call) if isinstance(call, ast.keyword) else call
    site = reader.site_of(call) if isinstance(call, ast.Call) and call.func is not read else None
    return site is not None and (
        function in context.project.inference.callers.called(site)
        or _CHECKPOINT in around.names(site.node.func)
    )


def _unpacked(binding: Binding) -> ast.expr | None:
    """The expression that a binding gives its name, out of a tuple written out too."""
    value = binding.value
    for step in binding.path:
        if not isinstance(value, (ast.Tuple, ast.List)) or step is None:
            return None
        value = value.elts[step] if step < len(value.elts) else None
    return value


def _is_built(argument: ast.expr, site: CallSite) -> bool:
    """True when the optimizer has made its Variables before, or each call has a tf.function anew."""
    if isinstance(site.node.func, ast.Call):
        return True
    for scope in site.function.scopes:
        for other in scope.calls:
            func = other.node.func
            if other.name not in ("build", "apply_gradients") or not isinstance(
                func, ast.Attribute
            ):
                continue
            if not isinstance(argument, ast.Name) or are_same(func.value, argument):
                return True
            if isinstance(func.value, ast.Name) and _is_loop_name(func.value.id, scope):
                return True
    return False


def _is_built_by_helper(argument: ast.expr, site: CallSite, context: Context) -> bool:
    """True for an optimizer that another function has made and built, or builds before the call."""
    binding = _made_at(argument, site)
    made = None if binding is None else _unpacked(binding)
    callers, tracing = context.project.inference.callers, context.project.tracing
    inner = (site.block, *(scope.block for scope in site.function.scopes))
    around = [None, *chain.from_iterable(map(outward, inner))]
    for scope in site.function.scopes:
        for other in scope.calls:
            # A graph that is given a second optimizer raises instead of building it.
            helpers = [h for h in callers.called(other) if not tracing.is_traced(h)]
            if other.node is made and any(map(_builds, helpers)):
                return True
            is_before = other.node.lineno < site.node.lineno and other.block in around
            if is_before and any(
                _builds(helper, name)
                for helper in helpers
                for name, given in callers.arguments(other, helper).items()
                if are_same(given, argument)
            ):
                return True
    return False


def _builds(function: Function, name: str | None = None) -> bool:
    """True for a function that always builds an optimizer, or the one that a parameter holds."""
    first_return = min(
        (s.lineno for s, _ in function.statements if isinstance(s, ast.Return)), default=None
    )
    return any(
        call.name in ("build", "apply_gradients")
        and call.block is None
        and (first_return is None or call.node.lineno <= first_return)
        and (held := called_on(call.node.func))
        and (_is_returned(held, function) if name is None else held == name)
        for call in function.calls
    )


def _is_returned(name: str, function: Function) -> bool:
    """True for a variable that a function gives back."""
    return any(isinstance(given, ast.Name) and given.id == name for given, _ in function.returns)


def _is_loop_name(name: str, function: Function) -> bool:
    """True for ``for optimizer in optimizers: optimizer.build(...)``."""
    return any(binding.kind == "for" for binding in function.bindings.get(name, ()))
