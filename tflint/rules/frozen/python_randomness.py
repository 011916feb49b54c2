"""TFL501."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.change import Change
from tflint.claims import Frozen
from tflint.facts.effects.seeds import is_no_seed, only_seeds
from tflint.facts.expressions.values import TENSOR, VARIABLE, Container, External, members
from tflint.facts.order.lifetimes import root_name
from tflint.facts.programs.nondeterminism import DRAWS, draws
from tflint.facts.programs.one_value import one_value
from tflint.facts.shapes.number_uses import use_of_number
from tflint.finding import Applicability, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite
from tflint.syntax.scopes import holder_of, imported_as, is_only_a_parameter
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk
from tflint.syntax.words import has_word

if TYPE_CHECKING:
    import libcst as cst

_NAMES = frozenset({"name", "names"})
_SCOPES = frozenset({"name_scope", "variable_scope"})
_NAMED_FIRST = _SCOPES | {"RegisterGradient"}
"""What is given a name as its first argument."""
_BETWEEN = frozenset({"numpy.random.uniform", "random.randint", "random.uniform"})
"""What draws from one bound to another, both of which may come."""


@register
class PythonRandomness(TracedRule):
    """A random number drawn by Python or NumPy in traced code is drawn once, and stays.

    ## What it does

    Finds `random`, `numpy.random` (with its generators), `uuid`, `secrets` and `os.urandom`, the
    next number of an `itertools.count`, and identities of tensors (`id(x)`), in code that becomes a
    graph: functions under `tf.function`, functions that datasets trace, and their helpers.

    ## Why is this bad?

    Tracing runs the Python code once and records TensorFlow operations; the number drawn becomes a
    constant of the graph. Measured on three calls of a function that adds `random.random()`: three
    numbers in eager code, one in the graph. A dataset is worse off, because the function given
    to `map` is always traced: one number for all of its elements, in every epoch.

    ## Example

    ```python
    @tf.function
    def add_noise(x):
        return x + np.random.normal(size=x.shape)
    ```

    Use instead:

    ```python
    @tf.function
    def add_noise(x):
        return x + tf.random.normal(tf.shape(x), dtype=x.dtype)
    ```

    ## When it is fine

    Numbers drawn outside and passed in as tensors; `keras.random`; code inside `tf.py_function`
    and `tf.numpy_function`; generators that the function itself makes from a fixed seed, which
    give the same number at each call anyway; initial values of Variables made once; numbers that go
    nowhere but to the `seed` of `tf.random.normal` and its like, which draw anew at each call of a graph;
    numbers in the names of operations;
    what runs once in a graph that is made and called once, as in a test; what a cache lets run once, in
    eager code too.

    ## What confirm shows

    What the function returns at each of a dozen equal calls, or adds to a Variable: changing
    eagerly, the same for ever in the graph.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    - [Random number generation](https://www.tensorflow.org/guide/random_numbers)
    """

    code = "TFL501"
    name = "python-randomness"
    summary = "A random number drawn by Python in traced code is the same at every call"
    harm = Harm.SILENT
    claims = (Frozen(),)
    is_fine_once = True
    fix = Applicability.UNSAFE
    shows_when_called_again = True
    calls_of = (DRAWS, {"builtins.next", "builtins.id"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for draws, counters and identities."""
        drawn = draws(context.names(site.node.func))
        if drawn:
            if _is_steady(site, drawn[0], context) or _is_initial(site, context):
                return
            if _is_name(site, drawn[0], context):
                return
            if only_seeds(site.node, context) or _has_one_outcome(site.node, drawn[0], context):
                return
            yield Proposal(
                site.node,
                f"`{_shown(site.node)}` is drawn once per trace: later calls of the graph use the "
                "same value again",
                _advice(drawn[0]),
                change=_in_graph(site.node, drawn[0], context),
            )
        elif _counts(site, context):
            yield Proposal(
                site.node,
                f"`{as_written(site.node)}` counts traces, not calls: the graph keeps its number",
                "Count in a `tf.Variable` with `assign_add`.",
            )
        elif _identifies(site, context):
            yield Proposal(
                site.node,
                f"`{as_written(site.node)}` is the identity of an object of the trace: a constant "
                "in the graph",
                "Use a name or a number of your own.",
            )


def _in_graph(call: ast.Call, name: str, context: Context) -> Change | None:
    """The change to ``tf.random``, of the dtype that the draw takes on; None where that is not known."""
    framework = imported_as(("tensorflow",), context.function)
    use = None if framework is None else use_of_number(call, framework, context)
    if framework is None or use is None:
        return None
    return Change(partial(_as_operation, name=name, framework=framework, dtype=use.dtype))


def _as_operation(
    call: cst.Call, name: str, framework: str, dtype: str
) -> cst.BaseExpression | None:
    from tflint.cst.operations import drawn  # late: it imports libcst

    return drawn(call, name, framework, dtype)


def _shown(call: ast.Call) -> str:
    return f"{as_written(call.func)}()"


def _advice(name: str) -> str:
    if name.startswith(("uuid.", "secrets.", "os.")):
        return "Make it outside the traced function and pass it in as a tensor."
    return "Use `tf.random`, which is part of the graph, or draw outside and pass a tensor in."


def _has_one_outcome(call: ast.Call, name: str, context: Context) -> bool:
    """True for a draw between two bounds that are the same number: ``randint(7, 7)``."""
    if name not in _BETWEEN or len(call.args) != 2 or call.keywords:
        return False
    low, high = (
        one_value(bound, context.function, context.project.inference) for bound in call.args
    )
    return low is not None and low == high


def _is_steady(site: CallSite, name: str, context: Context) -> bool:
    """True for a draw that gives each call the same value: from a seed fixed in this function."""
    func = site.node.func
    line = site.node.lineno
    module = "random.seed" if name.startswith("random.") else "numpy.random.seed"
    for seed in {"seed"} | context.project.names.standing_for("seed"):
        for other in context.module.calls.get(seed, ()):
            if other.function is not context.function or other.node.lineno > line:
                continue
            if not other.node.args or other is site:
                continue
            if module in context.names(other.node.func) and _is_fixed(other.node, context):
                return True
    root = root_name(func)
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Call):
        return _is_fixed(func.value, context) and _makes(func.value, context)
    if root is None or holder_of(root.id, context.function) is not context.function:
        return False
    return any(
        isinstance(binding.value, ast.Call)
        and _is_fixed(binding.value, context)
        and _makes(binding.value, context)
        for binding in context.function.bindings[root.id]
    )


def _makes(call: ast.Call, context: Context) -> bool:
    return any(knowledge.GENERATORS.search(name) for name in context.names(call.func))


def _is_fixed(call: ast.Call, context: Context) -> bool:
    """True for a seed that is written out or comes from outside: each call has the same."""
    seeds = [*call.args, *(keyword.value for keyword in call.keywords)]
    return bool(seeds) and not any(
        isinstance(part, ast.Call)
        or (isinstance(part, (ast.Constant, ast.Name)) and is_no_seed(part, context))
        for seed in seeds
        for part in walk(seed)
    )


def _is_initial(site: CallSite, context: Context) -> bool:
    """True for what a Variable, or something else made once, starts with."""
    if context.tracing is not None and context.tracing.once:
        return True
    part: ast.AST | None = site.node
    while part is not None and not isinstance(part, ast.stmt):
        if isinstance(part, ast.Call) and "tensorflow.Variable" in context.names(part.func):
            return True
        part = context.parent(part)
    kept = isinstance(part, ast.Assign) and all(
        isinstance(target, (ast.Attribute, ast.Subscript)) for target in part.targets
    )
    return kept and context.is_created_once(site.node, site.block)


def _is_name(site: CallSite, drawn: str, context: Context) -> bool:
    """True for what becomes a name (``name=f"op_{uuid4()}"``), which each trace needs one of.

    A number is one once it is a text.
    """
    is_text = drawn.startswith("uuid.")
    part: ast.AST | None = site.node
    while part is not None and not isinstance(part, ast.stmt):
        above = context.parent(part)
        if isinstance(part, ast.keyword) and isinstance(above, ast.Call):
            if part.arg is not None and _takes_name(above, part.arg, context):
                return True
        if isinstance(above, ast.Call) and above.func is not part and _is_named(above, context):
            return part is above.args[0] if above.args else False
        is_text = is_text or _is_text(part)
        part = above
    return (
        is_text
        and isinstance(part, ast.Assign)
        and all(
            isinstance(target, ast.Name)
            and has_word(target.id, _NAMES)
            and not any(_is_data(use, context) for use in context.uses(target.id))
            for target in part.targets
        )
    )


def _takes_name(call: ast.Call, keyword: str, context: Context, depth: int = 3) -> bool:
    """True for a keyword that names an operation, as it is or by functions that only hand it on."""
    names = context.names(call.func)
    if names and all(name.startswith(("tensorflow.", "keras.")) for name in names):
        return keyword == "name"
    site, callers = context.function.site_of(call), context.project.inference.callers
    called = callers.called(site) if site is not None and depth else ()
    return bool(called) and all(
        is_only_a_parameter(keyword, function)
        and bool(uses := context.of(function).uses(keyword))
        and all(_hands_on(use, context.of(function), depth - 1) for use in uses)
        for function in called
    )


def _hands_on(use: ast.Name, context: Context, depth: int) -> bool:
    """True for a name that is given on as the name of an operation, or of a scope."""
    above = context.parent(use)
    if isinstance(above, ast.Call):
        return [*above.args[:1]] == [use] and _is_named(above, context)
    call = context.parent(above) if isinstance(above, ast.keyword) else None
    return (
        isinstance(above, ast.keyword)
        and above.arg is not None
        and isinstance(call, ast.Call)
        and _takes_name(call, above.arg, context, depth)
    )


def _is_text(part: ast.AST) -> bool:
    """True for what makes a text: ``f"{number}"``, ``str(number)``, ``"op" + text``."""
    match part:
        case ast.JoinedStr() | ast.Call(func=ast.Name(id="str") | ast.Attribute(attr="format")):
            return True
        case ast.BinOp(left=ast.Constant(value=str())):
            return True
        case _:
            return False


def _is_named(call: ast.Call, context: Context) -> bool:
    """True for what is given a name first: ``tf.name_scope``, ``tf.RegisterGradient``."""
    return any(
        name.startswith("tensorflow.") and name.rpartition(".")[2] in _NAMED_FIRST
        for name in context.names(call.func)
    )


def _is_data(use: ast.Name, context: Context) -> bool:
    """True for a name that an operation is given to work with."""
    part: ast.AST = use
    call = context.parent(part)
    while isinstance(call, (ast.List, ast.Tuple)):
        part, call = call, context.parent(call)
    return (
        isinstance(call, ast.Call)
        and part in call.args
        and any(
            name.startswith("tensorflow.") and name.rpartition(".")[2] not in _NAMED_FIRST
            for name in context.names(call.func)
        )
    )


def _counts(site: CallSite, context: Context) -> bool:
    """True for ``next`` of an ``itertools.count`` that outlives the call."""
    if "builtins.next" not in context.names(site.node.func) or not site.node.args:
        return False
    counter = site.node.args[0]
    if not any(
        isinstance(m, Container) and m.kind == "count" for m in members(context.value(counter))
    ):
        return False
    if isinstance(counter, ast.Call):
        return False
    root = root_name(counter)
    if root is None:
        return False
    return (
        isinstance(counter, ast.Attribute)
        or holder_of(root.id, context.function) is not context.function
        or all(b.kind == "parameter" for b in context.function.bindings.get(root.id, ()))
    )


def _identifies(site: CallSite, context: Context) -> bool:
    """True for ``id(tensor)`` or ``id(object())`` that is computed with."""
    if context.names(site.node.func) != {"builtins.id"} or len(site.node.args) != 1:
        return False
    argument = site.node.args[0]
    fresh = context.value(argument) in (TENSOR, VARIABLE) or (
        isinstance(argument, ast.Call) and context.names(argument.func) == {"builtins.object"}
    )
    around = context.parent(site.node)
    if isinstance(around, ast.BinOp):
        return fresh
    if isinstance(around, ast.Call) and around.func is not site.node:
        value = context.value(around.func)
        return fresh and any(
            isinstance(m, External) and m.name.startswith(("tensorflow.", "builtins.float"))
            for m in members(value)
        )
    return False
