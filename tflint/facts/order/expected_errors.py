"""Whether a program calls a graph only where it expects an error."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import External, members
from tflint.facts.graphs.context import Context, code_of
from tflint.syntax.model import CallSite, Function, Module, outward
from tflint.syntax.scopes import is_only_a_parameter

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference
    from tflint.facts.graphs.project import Project

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
    return context.project.remember(_Expected).is_expected(function)


class _Expected:
    """What is known of the functions of a project, asked once for each."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: dict[Function, bool] = {}
        self._given: dict[int, dict[int, CallSite]] = {}

    def is_expected(self, function: Function) -> bool:
        """True for a function of which all uses are calls that are to raise."""
        if function not in self._known:
            self._known[function] = self._look(function)
        return self._known[function]

    def _look(self, function: Function) -> bool:
        inference, used = self._project.inference, self._uses(function)
        given = self._given_in(function.module)
        called = [given[id(use)] for use in used if id(use) in given]
        return (
            len(called) == len(used) > 0
            and all(_is_in(function.module, site) for site in inference.callers.of(function))
            and all(is_to_raise(site, inference) for site in called)
        )

    def _uses(self, function: Function) -> list[ast.Name]:
        """Where the file reads the name of a function, and means that function."""
        holder = function.parent or function.module.body
        defined = function.node.lineno if isinstance(function.node, ast.FunctionDef) else 0
        later = (getattr(b.node, "lineno", 0) for b in holder.bindings.get(function.name, ()))
        end = min((line for line in later if line > defined), default=None)
        return [
            use
            for use in code_of(holder, self._project).uses(function.name)
            if use.lineno >= defined and (end is None or use.lineno < end)
        ]

    def _given_in(self, module: Module) -> dict[int, CallSite]:
        """The calls of a file by what they call and are given, by ``id``."""
        if id(module) not in self._given:
            self._given[id(module)] = {
                id(part): site
                for holder in module.functions
                for site in holder.calls
                for part in (site.node.func, *site.node.args)
            }
        return self._given[id(module)]


def _is_in(module: Module, site: CallSite) -> bool:
    """True for a call in a file, or of what somebody hands to a function elsewhere."""
    func = site.node.func
    return site.function.module is module or (
        isinstance(func, ast.Name) and is_only_a_parameter(func.id, site.function)
    )


def is_to_raise(site: CallSite, inference: Inference) -> bool:
    """True for a call in a block that expects an error: ``with pytest.raises(ValueError):``."""
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
