"""TFL509."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api import knowledge
from tflint.api.lookup import doing
from tflint.api.records import Effect
from tflint.claims import Frozen, Output, State
from tflint.facts.effects.side_effects import effect_of
from tflint.facts.expressions.values import BOOL, External, Number, Text, members
from tflint.facts.order.lifetimes import outlives
from tflint.facts.programs.nondeterminism import draws, reads_clock
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite, Function

_WRAPPERS = frozenset({"tensorflow.numpy_function", "tensorflow.py_func"})
_DEEPEST = 3


@register
class StatelessNumpyFunction(TracedRule):
    """`stateful=False` lets TensorFlow drop or fold a function that does have state.

    ## What it does

    Finds `tf.numpy_function(..., stateful=False)` in code that becomes a graph, around a function
    that draws random numbers, reads a clock, prints, writes a file or changes what outlives it, if
    its inputs are constant or its result is not used.

    ## Why is this bad?

    The option promises that equal inputs give equal outputs and that nothing else happens.
    TensorFlow then drops the call when its result is not used, and computes it once when its inputs
    are constant. Measured on three calls: a counter stays at 0 (3 in eager code), and three random
    numbers become one.

    ## Example

    ```python
    def noise():
        return np.random.normal()

    @tf.function
    def add_noise(x):
        return x + tf.numpy_function(noise, [], tf.float64, stateful=False)
    ```

    Use instead:

    ```python
    def noise():
        return np.random.normal()

    @tf.function
    def add_noise(x):
        return x + tf.numpy_function(noise, [], tf.float64)
    ```

    ## When it is fine

    Around pure functions of their inputs, where it lets TensorFlow optimise. The default,
    `stateful=True`, keeps every call. So does, as measured, a result that is used and comes from
    inputs that are tensors of the graph.

    ## What confirm shows

    The results, the lines written and the state after each call, eagerly and in the graph.

    ## References

    - [tf.numpy_function](https://www.tensorflow.org/api_docs/python/tf/numpy_function)
    """

    code = "TFL509"
    name = "stateless-numpy-function"
    summary = "`stateful=False` around a function with state: the graph drops or folds it"
    harm = Harm.SILENT
    claims = (Frozen(), State(), Output())
    calls_of = (_WRAPPERS,)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for the option, and into the function."""
        if not context.names(site.node.func) & _WRAPPERS or not _says_stateless(site.node):
            return
        if not _is_unused(site.node, context) and not _has_constant_inputs(site.node, context):
            return
        given = _argument(site.node, "func", 0)
        functions = context.project.inference.functions_in(context.value(given[0])) if given else ()
        for function in functions:
            what = _state(function, context, _DEEPEST)
            if what is not None:
                yield Proposal(
                    site.node,
                    f"the function given {what}, and `stateful=False` lets the graph drop it or "
                    "keep its first result",
                    "Leave `stateful` at its default.",
                )
                return


def _is_unused(call: ast.Call, context: Context) -> bool:
    """True when nothing reads the result: a bare statement, or a name without a reader."""
    match context.parent(call):
        case ast.Expr():
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            shared = context.function.global_names | context.function.nonlocal_names
            return name not in shared and not any(True for _ in context.uses(name))
    return False


def _argument(call: ast.Call, name: str, position: int) -> list[ast.expr]:
    """What is given for a parameter, if anything is."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return named or call.args[position : position + 1]


def _says_stateless(call: ast.Call) -> bool:
    return any(
        isinstance(option, ast.Constant) and option.value is False
        for option in _argument(call, "stateful", 3)
    )


def _has_constant_inputs(call: ast.Call, context: Context) -> bool:
    """True for an empty list of inputs, and for one of nothing but Python values."""
    return any(
        isinstance(inputs, (ast.List, ast.Tuple))
        and all(
            isinstance(m, (Number, Text)) or m == BOOL
            for item in inputs.elts
            for m in members(context.symbol(item))
        )
        for inputs in _argument(call, "inp", 1)
    )


def _state(function: Function, context: Context, depth: int) -> str | None:
    """What a function does besides computing from its inputs; None when nothing is seen."""
    inside = Context(context.project, function, None)
    if function.global_names or function.nonlocal_names:
        return "changes variables outside it"
    if any(outlives(store.node, inside) for store in function.stores):
        return "changes attributes"
    for site in function.calls:
        does = _does(site, inside)
        if does is not None:
            return does
        if depth:
            for called in context.project.inference.callers.called(site):
                found = _state(called, context, depth - 1)
                if found is not None:
                    return found
    return None


def _does(site: CallSite, context: Context) -> str | None:
    """What a call does besides computing; None when nothing is seen."""
    names = context.names(site.node.func)
    if draws(names):
        return "draws random numbers"
    if reads_clock(site.node, names):
        return "reads a clock"
    if doing(names, Effect.PRINTS):
        return "prints"
    if effect_of(site, context) is not None:
        return "reads or writes files"
    func = site.node.func
    if isinstance(func, ast.Attribute) and _mutates(func, context):
        return "changes a container outside it" if outlives(func.value, context) else None
    return None


def _mutates(func: ast.Attribute, context: Context) -> bool:
    return any(
        isinstance(m, External)
        and m.name.startswith("builtins.")
        and func.attr in knowledge.MUTATORS.get(m.name.split(".")[1], ())
        for m in members(context.value(func))
    )
