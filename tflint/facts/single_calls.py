"""Lines that run once in all the life of their graph, since it is called just once."""

from __future__ import annotations

import ast

from tflint.facts.context import Context
from tflint.facts.following_objects import importing, uses_of_program
from tflint.facts.graph_function_lifetimes import Fate, fate_of
from tflint.facts.graph_sites import GraphSite
from tflint.facts.tracing_context import Traced
from tflint.finding import EntryKind
from tflint.syntax.model import Block, Function, loops_around


def is_called_once(site: GraphSite, context: Context) -> bool:
    """True for a tf.function that each run of the code that makes it calls once, and drops.

    ``context`` is that of the code that makes it. What has the same graph again and again is none.
    """
    fate = fate_of(site, context)
    if fate is Fate.CALLED_ON_THE_SPOT:
        return True
    name = _name_of(site, context)
    calls = [call for call in context.function.calls if _is_named(call.node.func, name)]
    if (
        len(calls) != 1
        or len(context.uses(name)) != 1
        or loops_around(calls[0].block) != loops_around(site.block)
    ):
        return False
    return fate is Fate.CALLED_ONCE or (
        calls[0].block is None and _is_of_script(name, site, context)
    )


def _is_of_script(name: str, site: GraphSite, context: Context) -> bool:
    """True for a name of a file that no other file takes it from, and that no notebook's cells run anew."""
    module = context.module
    if not context.function.is_module or module.cells or loops_around(site.block):
        return False
    reads = context.project.remember(uses_of_program)
    word = module.name.rpartition(".")[2]
    return not any(importing(name, module, reads)) and not any(
        other is not module and reads.is_mentioned(word, other)
        for other in context.project.relevant_modules
    )


def _name_of(site: GraphSite, context: Context) -> str:
    if site.is_decorator:
        assert site.function is not None
        return site.function.name
    match context.parent(site.node):
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return ""


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def runs_once(block: Block | None, context: Context) -> bool:
    """True for a line of traced code that runs once in each graph that it is part of.

    Then each graph is one tf.function, which is called once, and neither the line nor a call that leads
    to it stands in a loop: what tracing does is what eager code would have done.
    """
    entries = None if loops_around(block) else _entries(context)
    if not entries or any(e.context.kind is not EntryKind.TF_FUNCTION for e in entries):
        return False
    project = context.project
    sites = [site for entry in entries for site in project.tracing.graph_sites_of(entry.function)]
    home = _home(context.function)
    if home is not None:  # nobody else can have a graph of what nobody else ever sees
        sites = [site for site in sites if site.holder is home] or sites
    return bool(sites) and all(
        is_called_once(site, Context(project, site.holder, project.tracing.nearest(site.holder)))
        for site in sites
    )


def _entries(context: Context) -> list[Traced] | None:
    """The entry points that lead to a function by plain calls; None where something may run it twice."""
    waiting = [] if context.traced is None else [context.traced]
    found = []
    for traced in waiting:  # which grows meanwhile
        sites = {id(way.site) for way in traced.ways if way.caller is not None}
        if not traced.ways or len(sites) > 1:
            return None
        for way in traced.ways:
            if way.caller is None:
                found.append(traced)
            elif way.site is None or way.argument is not None or loops_around(way.site.block):
                return None
            elif way.caller not in waiting:
                waiting.append(way.caller)
    return found


def _home(function: Function) -> Function | None:
    """The function around that makes one anew for itself, and hands nothing out."""
    home = None if function.parent is None else function.parent.outermost
    if home is None or home.is_module or home.is_generator or home.stores:
        return None
    if home.global_names or any(value is not None for value, _ in home.returns):
        return None
    return home
