"""Methods that set whatever attributes a call names: ``config.update(rate=0.1)`` sets ``config.rate``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint.syntax.model import AttributeStore, Binding, CallSite, Function

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project


def set_by_keywords(project: Project) -> Iterator[AttributeStore]:
    """What calls of such methods set, as if each call did it itself."""
    for module in project.relevant_modules:
        if module.calls.keys().isdisjoint(("setattr", "update")):
            continue
        for method in module.functions:
            if method.is_method and _sets_what_is_named(method):
                for site in project.inference.callers.of(method):
                    yield from _set_by(site)


def _set_by(site: CallSite) -> Iterator[AttributeStore]:
    func = site.node.func
    if isinstance(func, ast.Attribute):
        for keyword in site.node.keywords:
            if keyword.arg is not None:
                node = ast.copy_location(
                    ast.Attribute(func.value, keyword.arg, ast.Store()), site.node
                )
                binding = Binding("assign", site.node, keyword.value, (), site.block)
                yield AttributeStore(node, binding, site.function)


def _sets_what_is_named(method: Function) -> bool:
    """True for ``def update(self, **options)`` that sets each of the options."""
    assert not isinstance(method.node, ast.Module)
    options = method.node.args.kwarg
    return options is not None and any(
        _sets_one(site.node, options.arg, method) or _sets_all(site.node, options.arg, method)
        for site in method.calls
    )


def _sets_one(call: ast.Call, options: str, method: Function) -> bool:
    """True for ``setattr(self, name, value)`` in a loop over the options."""
    match call:
        case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=owner), ast.Name(id=name), _]):
            return owner == method.self_name and any(
                binding.kind == "for" and _are_items(binding.value, options)
                for binding in method.bindings.get(name, ())
            )
    return False


def _are_items(node: ast.expr | None, options: str) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="items")):
            return name == options
        case ast.Name(id=name):  # the names alone
            return name == options
    return False


def _sets_all(call: ast.Call, options: str, method: Function) -> bool:
    """True for ``self.__dict__.update(options)``."""
    match call:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Attribute(value=ast.Name(id=owner), attr="__dict__"), attr="update"
            )
        ):
            given = (*call.args, *(k.value for k in call.keywords if k.arg is None))
            return owner == method.self_name and any(
                isinstance(one, ast.Name) and one.id == options for one in given
            )
    return False
