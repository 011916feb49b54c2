"""Whether a program calls a graph only where it expects an error."""

from __future__ import annotations

import ast
import builtins

from tflint.facts.context import Context
from tflint.facts.values import External, members
from tflint.syntax.model import CallSite, Function, Module, outward
from tflint.syntax.scopes import is_only_a_parameter

_ERRORS_OF_TENSORFLOW = "tensorflow.errors."


def is_expected_to_raise(context: Context) -> bool:
    """True for code of a tf.function of which all uses are calls that are to raise.

    Such as ``with pytest.raises(ValueError): step(x)``.

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
    used = _uses(function, context)
    called = [
        site
        for holder in function.module.functions
        for site in holder.calls
        for part in (site.node.func, *site.node.args)
        if id(part) in used
    ]
    known = context.project.inference.callers.of(function)
    return (
        bool(called)
        and all(_is_in(function.module, site) for site in known)
        and len(called) == len(used)
        and all(_is_expected(site, context) for site in called)
    )


def _is_in(module: Module, site: CallSite) -> bool:
    """True for a call in a file, or of what somebody hands to a function elsewhere."""
    func = site.node.func
    return site.function.module is module or (
        isinstance(func, ast.Name) and is_only_a_parameter(func.id, site.function)
    )


def _uses(function: Function, context: Context) -> set[int]:
    """Where the file reads the name of a function, and means that function: nodes, by their ``id``."""
    holder = function.parent or function.module.body
    defined = function.node.lineno if isinstance(function.node, ast.FunctionDef) else 0
    later = (getattr(b.node, "lineno", 0) for b in holder.bindings.get(function.name, ()))
    end = min((line for line in later if line > defined), default=None)
    return {
        id(use)
        for use in context.of(holder).uses(function.name)
        if use.lineno >= defined and (end is None or use.lineno < end)
    }


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
