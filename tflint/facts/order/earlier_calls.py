"""Earlier calls of the same tf.function, to compare arguments with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import Number
from tflint.facts.graphs.context import Context
from tflint.syntax.expressions import are_same_in
from tflint.syntax.model import CallSite, Function, Module
from tflint.syntax.scopes import holder_of

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project


def earlier_arguments(
    name: str, site: CallSite, function: Function, context: Context
) -> Iterator[tuple[ast.expr, CallSite]]:
    """What calls before ``site`` in the same file give a parameter of the same tf.function."""
    inference = context.project.inference
    for other in inference.callers.of(function):
        if other.node is site.node:
            return
        if other.function.module is not site.function.module:
            continue
        if context.project.tracing.is_traced(other.function):
            continue
        if not _is_same(site, other):
            continue
        bound = inference.callers.arguments(other, function)
        if name in bound:
            yield bound[name], other


def _is_same(site: CallSite, other: CallSite) -> bool:
    """True when both calls reach one tf.function, not that of two objects or of two runs."""
    if site.function is not other.function:
        func = site.node.func
        holder = holder_of(func.id, site.function) if isinstance(func, ast.Name) else None
        if holder is None or not holder.is_module:
            return False
    return are_same_in(site.node.func, site.function, other.node.func, other.function)


def first_numbers(
    name: str, module: Module, function: Function, context: Context
) -> list[tuple[int | float, CallSite]]:
    """The first three different numbers that eager calls in a file give a parameter, written out.

    Each comes with the first call that gives it.
    """
    project = context.project
    nothing: list[tuple[int | float, CallSite]] = []
    key = ("first numbers", name, module, function)
    return project.inference.ask(key, nothing, _first_numbers, name, module, function, project)


def _first_numbers(
    name: str, module: Module, function: Function, project: Project
) -> list[tuple[int | float, CallSite]]:
    found: list[tuple[int | float, CallSite]] = []
    for site in project.inference.callers.of(function):
        if site.function.module is not module:
            continue
        given = project.inference.callers.arguments(site, function).get(name)
        if given is None or project.tracing.is_traced(site.function):
            continue
        number = project.inference.value(given, site.function)
        if not isinstance(number, Number) or number.constant is None:
            continue
        if all(number.constant != other for other, _ in found):
            found.append((number.constant, site))
        if len(found) == 3:
            break
    return found
