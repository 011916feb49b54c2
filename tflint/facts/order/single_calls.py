"""Lines that run once in all the life of their graph, since it is called just once."""

from __future__ import annotations

import ast

from tflint.facts.graphs.context import Context
from tflint.facts.graphs.graph_sites import GraphSite
from tflint.facts.graphs.project import Project
from tflint.facts.graphs.tracing_context import Traced, Way
from tflint.facts.order.graph_function_lifetimes import Fate, fate_of
from tflint.facts.programs.following_objects import importing, uses_of_program
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
    calls = [
        call
        for call in context.module.calls.get(name, ())
        if call.function is context.function and isinstance(call.node.func, ast.Name)
    ]
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


def runs_once(block: Block | None, context: Context) -> bool:
    """True for a line of traced code that runs once in each graph that it is part of.

    Then each graph is one tf.function, which is called once, and neither the line nor a call that leads
    to it stands in a loop: what tracing does is what eager code would have done.
    """
    if context.traced is None or loops_around(block):
        return False
    return _is_run_once(context.traced, _home(context.function), context.project)


def _is_run_once(traced: Traced, home: Function | None, project: Project) -> bool:
    """True for code that plain calls lead to from a tf.function that is called once."""
    key = ("runs once", traced, home)
    return project.inference.ask(key, True, _is_led_to_once, traced, home, project)


def _is_led_to_once(traced: Traced, home: Function | None, project: Project) -> bool:
    sites = {id(way.site) for way in traced.ways if way.caller is not None}
    return (
        bool(traced.ways)
        and len(sites) <= 1
        and all(_leads_once(way, traced, home, project) for way in traced.ways)
    )


def _leads_once(way: Way, traced: Traced, home: Function | None, project: Project) -> bool:
    if way.caller is None:
        return _is_graph_called_once(traced, home, project)
    if way.site is None or way.argument is not None or loops_around(way.site.block):
        return False
    return _is_run_once(way.caller, home, project)


def _is_graph_called_once(entry: Traced, home: Function | None, project: Project) -> bool:
    """True where each graph of an entry point is called once, of those that a home may have made."""
    if entry.context.kind is not EntryKind.TF_FUNCTION:
        return False
    sites = project.tracing.graph_sites_of(entry.function)
    if home is not None:  # nobody else can have a graph of what nobody else ever sees
        sites = [site for site in sites if site.holder is home] or sites
    return bool(sites) and all(
        is_called_once(site, Context(project, site.holder, project.tracing.nearest(site.holder)))
        for site in sites
    )


def _home(function: Function) -> Function | None:
    """The function around that makes one anew for itself, and hands nothing out."""
    home = None if function.parent is None else function.parent.outermost
    if home is None or home.is_module or home.is_generator or home.stores:
        return None
    if home.global_names or any(value is not None for value, _ in home.returns):
        return None
    return home
