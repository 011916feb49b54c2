"""Objects of a class that the project keeps to itself, so that no framework ever calls them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.facts.values import ClassValue, members
from tflint.files.test_files import is_of_tests
from tflint.syntax.model import CallSite, Class
from tflint.syntax.trees import walk

if TYPE_CHECKING:
    from tflint.facts.inference import Inferred


def is_kept(definition: Class, program: Inferred) -> bool:
    """True when the project makes objects of a class, and only ever uses their attributes.

    Each is bound to one name or attribute, which is nowhere called, returned or handed on: whoever runs a
    method of the object calls it by name. What tests make tells nothing of those who use the class.
    """
    sites = [
        site
        for site in program.names.calls.get(definition.name, ())
        if ClassValue(definition) in members(program.inference.value(site.node.func, site.function))
    ]
    used = [site for site in sites if not is_of_tests(site.function.module.path)]
    return bool(used) and all(_is_only_asked(site, program) for site in used)


def _is_only_asked(site: CallSite, program: Inferred) -> bool:
    match _target(site):
        case ast.Name(id=name) if site.function.is_module:
            own = site.function.module
            return _only_asked_in(own.tree, ast.Name, "id", name) and not any(
                name in other.text for other in program.relevant_modules if other is not own
            )
        case ast.Name(id=name):
            return name not in site.function.global_names | site.function.nonlocal_names and (
                _only_asked_in(site.function.node, ast.Name, "id", name)
            )
        case ast.Attribute(attr=attr):
            return all(
                _only_asked_in(module.tree, ast.Attribute, "attr", attr)
                for module in program.relevant_modules
                if attr in module.text
            )
        case _:
            return False


def _target(site: CallSite) -> ast.expr | None:
    """The name or attribute that alone is given what a call makes."""
    for statement, _ in site.function.statements:
        match statement:
            case ast.Assign(targets=[target], value=value) if value is site.node:
                return target
            case ast.AnnAssign(target=target, value=value) if value is site.node:
                return target
    return None


def _only_asked_in(
    node: ast.AST, kind: type[ast.Name] | type[ast.Attribute], field: str, name: str
) -> bool:
    """True when all reads of a name, or of an attribute of whatever, are for an attribute of it."""
    asked: set[int] = set()
    read: list[ast.expr] = []
    for part in walk(node):
        if isinstance(part, ast.Attribute):
            asked.add(id(part.value))
        if isinstance(part, kind) and getattr(part, field) == name:
            if isinstance(part.ctx, ast.Load):
                read.append(part)
    return all(id(part) in asked for part in read)
