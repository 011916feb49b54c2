"""Which files a program is known to write: what it only reads stays the same while it runs."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from tflint.api.lookup import doing
from tflint.api.records import Effect, words
from tflint.facts.effects.logged_tensors import may_differ_between_calls
from tflint.facts.effects.side_effects import is_written
from tflint.facts.expressions.values import Text, members
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.project import Project
from tflint.syntax.definitions import owner_of
from tflint.syntax.model import CallSite

_SAY_HOW = words(
    "compression delimiter dtype encoding engine errors fmt format mode newline orient sep"
)
"""Arguments that say how a file is read or written, and not which."""


def is_known_to_change(site: CallSite, context: Context) -> bool:
    """True for a call that reads a file which the program writes, or another file at each call."""
    if may_differ_between_calls(site, context):
        return True
    written = context.project.remember(_written)
    return not written.isdisjoint(_paths(site, context))


def _written(project: Project) -> frozenset[Hashable]:
    """The paths that calls which write files are given, and all else that they are."""
    found: set[Hashable] = set()
    for module in project.relevant_modules:
        for function in (module.body, *module.functions):
            context = Context(project, function, None)
            for site in function.calls:
                names = context.names(site.node.func)
                if doing(names, Effect.FILES) or (
                    doing(names, Effect.OPENS) and is_written(site.node)
                ):
                    found.update(_paths(site, context))
    return frozenset(found)


def _paths(site: CallSite, context: Context) -> Iterator[Hashable]:
    """The texts that a call is given, and attributes of its object, as far as is known.

    Those that made the object whose method it is count as well: ``Path("x").write_text(y)``. What says how
    a file is read or written is none of them.
    """
    call, function = site.node, site.function
    is_open = doing(context.names(call.func), Effect.OPENS)
    given = [*(call.args[:1] if is_open else call.args)]
    given += [keyword.value for keyword in call.keywords if keyword.arg not in _SAY_HOW]
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
        given += call.func.value.args
    for node in given:
        match node:
            case ast.Attribute(value=ast.Name(id=owner)) if owner == function.self_name:
                yield owner_of(function), node.attr
            case _:
                for member in members(context.project.inference.value(node, function)):
                    if isinstance(member, Text) and member.constant is not None:
                        yield member.constant
