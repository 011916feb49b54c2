"""Whether a program calls a graph only where it expects an error: ``with pytest.raises(ValueError): step(x)``."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from tflint.facts.context import Context
from tflint.facts.values import External, members
from tflint.syntax.model import CallSite, Function, outward
from tflint.syntax.trees import walk

_ERRORS_OF_TENSORFLOW = "tensorflow.errors."


def is_expected_to_raise(context: Context) -> bool:
    """True for code of a tf.function of which all uses are calls that are to raise.

    A later definition of the same name, in another cell of a notebook, is another function.
    """
    entry = context.traced
    while entry is not None and entry.before is not None:
        entry = entry.before
    if entry is None or not entry.is_made_by_tf_function:
        return False
    function = entry.function
    if function.owner is not None or not isinstance(function.node, ast.FunctionDef):
        return False
    called = list(_calls(function))
    known = context.project.inference.callers.of(function)
    return (
        bool(called)
        and all(site.function.module is function.module for site in known)
        and len(called) == sum(1 for _ in _uses(function))
        and all(_is_expected(site, context) for site in called)
    )


def _calls(function: Function) -> Iterator[CallSite]:
    """The calls of the file that call a function, or are given it."""
    for holder in function.module.functions:
        for site in holder.calls:
            for part in (site.node.func, *site.node.args):
                if _is_use(part, function):
                    yield site


def _uses(function: Function) -> Iterator[ast.AST]:
    """Where the file reads the name of a function, and means that function."""
    others = {
        id(part)
        for other in function.module.functions
        if other is not (function.parent or function.module.body)
        and function.name in other.bindings
        and function.name not in other.global_names | other.nonlocal_names
        for part in walk(other.node)
    }
    return (
        part
        for part in walk(function.module.tree)
        if _is_use(part, function) and id(part) not in others
    )


def _is_use(node: ast.AST, function: Function) -> bool:
    if not isinstance(node, ast.Name) or node.id != function.name:
        return False
    if not isinstance(node.ctx, ast.Load):
        return False
    holder = function.parent or function.module.body
    later = (
        line
        for binding in holder.bindings.get(function.name, ())
        if (line := getattr(binding.node, "lineno", 0)) > function.node.lineno
    )
    return function.node.lineno <= node.lineno < min(later, default=node.lineno + 1)


def _is_expected(site: CallSite, context: Context) -> bool:
    inference = context.project.inference
    return any(
        isinstance(block.node, ast.With)
        and any(
            _is_error(member)
            for item in block.node.items
            if isinstance(item.context_expr, ast.Call)
            for argument in item.context_expr.args
            for member in members(inference.value(argument, site.function))
        )
        for block in outward(site.block)
    )


def _is_error(value: object) -> bool:
    if not isinstance(value, External):
        return False
    if value.name.startswith(_ERRORS_OF_TENSORFLOW):
        return True
    named = getattr(builtins, value.name.removeprefix("builtins."), None)
    return isinstance(named, type) and issubclass(named, Exception)
