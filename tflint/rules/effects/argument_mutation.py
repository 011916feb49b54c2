"""TFL308."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from tflint.api import knowledge
from tflint.claims import Raises
from tflint.facts.expressions.values import (
    UNKNOWN,
    Container,
    GraphFunction,
    Value,
    members,
)
from tflint.facts.order.container_changes import container_change
from tflint.facts.order.lifetimes import root_name
from tflint.finding import EntryKind, Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Binding, Block, CallSite, Function
from tflint.syntax.reaching import reaching
from tflint.syntax.showing import as_written
from tflint.syntax.trees import walk

_HELP = "Copy it first (`features = dict(features)`, `items = list(items)`) and change the copy."
_DEEPEST = 4
_KEEPING = frozenset({"reverse", "setdefault", "sort"})
"""Methods that may leave as many items behind, and the same."""


@register
class ArgumentMutation(TracedRule):
    """A list or dict that is an argument of a traced function is changed: TensorFlow raises.

    ## What it does

    Finds `pop`, `append`, `update`, item assignment, `del` and their like on a list or dict that
    came in as an argument of a `tf.function` (or of a Keras `train_step`, `test_step` or
    `predict_step`), directly, inside another argument, or in a helper it is passed on to.

    ## Why is this bad?

    TensorFlow compares the arguments before and after tracing and raises `ValueError: ... should
    not modify its Python input arguments`. Eagerly, the same line quietly changes the caller's
    object. A mutable default (`def f(x, seen=[])`) counts as an argument.

    ## Example

    ```python
    @tf.function
    def step(features):
        label = features.pop("label")
        return features["x"] - label

    step({"x": x, "label": y})
    ```

    Use instead:

    ```python
    @tf.function
    def step(features):
        features = dict(features)
        label = features.pop("label")
        return features["x"] - label

    step({"x": x, "label": y})
    ```

    ## When it is fine

    Functions given to `Dataset.map` and the `call` of a Keras layer, which get copies; `**kwargs`
    dicts; containers made inside.

    ## What confirm shows

    The `ValueError` that the graph raises on arguments that eager code takes.

    ## References

    - [tf.function](https://www.tensorflow.org/api_docs/python/tf/function)
    """

    code = "TFL308"
    name = "argument-mutation"
    summary = "An argument is changed in place: TensorFlow refuses to trace the function"
    harm = Harm.RAISES
    claims = (Raises("modify", by="changes"),)
    statements = (ast.Assign, ast.AugAssign, ast.Delete)
    calls_of = (knowledge.CONTAINER_CHANGES, knowledge.CHANGES_OF_ARGUMENTS)
    call_names = frozenset({"append", "extend", "insert", "pop"})

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for methods that change their container."""
        change = container_change(site.node, context)
        func = site.node.func
        if change is not None:
            if change.kind in ("dict", "list") and change.shown not in _KEEPING:
                yield from self._report(site.node, change.owner, context)
        elif isinstance(func, ast.Attribute) and _is_taken_for_change(func, site, context):
            yield from self._report(site.node, func.value, context)

    def visit_statement(
        self, node: ast.stmt, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for item assignment, ``del`` and ``+=``."""
        targets: list[ast.expr] = []
        if isinstance(node, (ast.Assign, ast.Delete)):
            targets = node.targets
        elif isinstance(node, ast.AugAssign):
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Subscript) and _is_container(target, context):
                if _is_taken_back(target, context):
                    continue
                yield from self._report(node, target.value, context)
            elif isinstance(node, ast.AugAssign) and _is_list(target, context):
                yield from self._report(node, target, context)

    def _report(self, node: ast.AST, owner: ast.expr, context: Context) -> Iterator[Proposal]:
        root = root_name(owner)
        if root is None or any(isinstance(part, ast.Attribute) for part in walk(owner)):
            return
        parameter = _parameter_behind(root, context)
        if parameter is None or not _is_entry_argument(parameter, context, _DEEPEST):
            return
        yield Proposal(
            node,
            f"`{as_written(owner)}` comes in as an argument and is changed here: TensorFlow "
            "raises `ValueError` when it traces the function",
            _HELP,
        )


def _is_taken_back(item: ast.Subscript, context: Context) -> bool:
    """True for an item that the function adds and takes out again, under no test, before it returns.

    TensorFlow compares the arguments when the function is done.
    """
    if not isinstance(item.slice, ast.Constant):
        return False
    function = context.function
    nothing: frozenset[Hashable] = frozenset()
    key = ("items taken out", function)
    return key_of(item) in context.project.inference.ask(key, nothing, _items_taken_out, function)


def _items_taken_out(function: Function) -> frozenset[Hashable]:
    """The items that a function gives a value and last deletes, under no test."""
    added: dict[Hashable, int] = {}
    taken: dict[Hashable, int] = {}
    for statement, block in function.statements:
        if isinstance(statement, ast.Assign):
            changed = added
        elif isinstance(statement, ast.Delete) and block is None:
            changed = taken
        else:
            continue
        for target in statement.targets:
            if isinstance(target, ast.Subscript):
                changed[key_of(target)] = max(changed.get(key_of(target), 0), statement.lineno)
    return frozenset(item for item in taken if 0 < added.get(item, 0) < taken[item])


def _is_list(target: ast.expr, context: Context) -> bool:
    return isinstance(target, ast.Name) and _kinds(context.value_before(target)) == {"list"}


def _kinds(value: Value) -> set[str]:
    """Kinds of containers a value may be; empty when it may be something else."""
    found = members(value)
    kinds = {m.kind for m in found if isinstance(m, Container)}
    return kinds if all(isinstance(m, Container) for m in found) else set()


def _is_taken_for_change(func: ast.Attribute, site: CallSite, context: Context) -> bool:
    """True for a method of what nobody knows that is used as one which changes a list or dict."""
    if context.value(func.value) != UNKNOWN:
        return False
    if func.attr in ("append", "extend", "insert"):
        return isinstance(func.value, ast.Name)
    first = site.node.args[0] if site.node.args else None
    return func.attr == "pop" and isinstance(first, ast.Constant) and isinstance(first.value, str)


def _is_container(target: ast.Subscript, context: Context) -> bool:
    value = context.value(target.value)
    if _kinds(value) & {"list", "dict"}:
        return True
    key = target.slice
    text = isinstance(key, ast.Constant) and isinstance(key.value, str)
    return text and value == UNKNOWN


def _parameter_behind(name: ast.Name, context: Context, depth: int = _DEEPEST) -> str | None:
    """The parameter whose object a name holds at this place, or holds a part of."""
    function = context.function
    if depth == 0 or name.id not in function.bindings:
        return None
    if name.id in function.global_names | function.nonlocal_names or name.id == function.self_name:
        return None
    return context.ask(("parameter behind", name, depth), None, _held, name, context, depth)


def _held(name: ast.Name, context: Context, depth: int) -> str | None:
    """The parameter whose object all give a name that reach it."""
    function = context.function
    found = set()
    for binding in reaching(name.id, name, function):
        if _is_of(binding, name):
            continue
        if binding.kind == "parameter":
            found.add(None if _is_fresh(name.id, function) else name.id)
        elif binding.kind == "assign" and isinstance(binding.value, (ast.Name, ast.Subscript)):
            root = root_name(binding.value)
            inner = root is not None and not isinstance(binding.value, ast.Attribute)
            found.add(
                _parameter_behind(root, context, depth - 1)
                if root is not None and inner and root.id != name.id
                else None
            )
        else:
            found.add(None)
    return found.pop() if len(found) == 1 else None


def _is_of(binding: Binding, name: ast.Name) -> bool:
    """True for ``name += ...``, the binding that the name itself stands in."""
    return isinstance(binding.node, ast.AugAssign) and binding.node.target is name


def _is_fresh(name: str, function: Function) -> bool:
    """True for ``**kwargs``, which every call makes anew."""
    if isinstance(function.node, ast.Module):
        return True
    kwarg = function.node.args.kwarg
    return kwarg is not None and kwarg.arg == name


def _is_entry_argument(parameter: str, context: Context, depth: int) -> bool:
    """True when a parameter holds an argument of the function that TensorFlow traces."""
    if _is_checked(context):
        return True
    if depth == 0:
        return False
    for root, outer in context.arguments_from_graphs(parameter):
        if isinstance(root, ast.Name):
            above = _parameter_behind(root, outer)
            if above is not None and _is_entry_argument(above, outer, depth - 1):
                return True
    return False


def _is_checked(context: Context) -> bool:
    """True for functions whose arguments TensorFlow compares before and after tracing."""
    function, tracing = context.function, context.tracing
    if tracing is None or not tracing.is_entry:
        return False
    if tracing.kind is EntryKind.TF_FUNCTION:
        return True
    if isinstance(context.project.inference.decorated(function), GraphFunction):
        return True
    return tracing.kind is EntryKind.KERAS and function.name in knowledge.KERAS_STEPS
