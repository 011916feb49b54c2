"""What becomes of a tf.function after it is made."""

from __future__ import annotations

import ast
from enum import Enum

from tflint.project.guards import is_guarded_creation
from tflint.project.model import Function, loops_around
from tflint.project.tracing import GraphSite
from tflint.rules.base import Context
from tflint.rules.dependence import changing_names, reads_any


class Fate(Enum):
    """What becomes of a tf.function in the function that makes it."""

    CALLED_ON_THE_SPOT = "called on the spot"
    CALLED_ONCE = "called, and dropped at the end of the turn or run"
    CALLED_IN_INNER_LOOP = "called in a loop of its own, and dropped"
    KEPT = "stored, returned or handed on"


def is_cached(site: GraphSite, context: Context) -> bool:
    """True when the making itself happens once: behind a cache or a test."""
    for decorator in context.function.decorators:
        func = decorator.func if isinstance(decorator, ast.Call) else decorator
        last = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        if "cache" in last or "memo" in last:
            return True
    return is_guarded_creation(site.node, site.block, context.function)


def fate_of(site: GraphSite, context: Context) -> Fate:
    """What becomes of the tf.function made at ``site``."""
    if site.is_decorator:
        assert site.function is not None
        return _fate_of_name(site.function.name, site, context)
    parent = context.parent(site.node)
    if isinstance(parent, ast.Call) and parent.func is site.node:
        return Fate.CALLED_ON_THE_SPOT
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        target = parent.targets[0]
        if isinstance(target, ast.Name):
            return _fate_of_name(target.id, site, context)
    return Fate.KEPT


def _fate_of_name(name: str, site: GraphSite, context: Context) -> Fate:
    function = context.function
    if name in function.global_names | function.nonlocal_names or (
        function.is_module and not loops_around(site.block)
    ):
        return Fate.KEPT
    inner = False
    called = False
    made_in = loops_around(site.block)
    for use in context.uses(name):
        parent = context.parent(use)
        if not isinstance(parent, ast.Call) or parent.func is not use:
            return Fate.KEPT
        called = True
        around = loops_around(_block_of_call(parent, function))
        if len(around) > len(made_in):
            inner = True
    if not called:
        return Fate.KEPT
    return Fate.CALLED_IN_INNER_LOOP if inner else Fate.CALLED_ONCE


def _block_of_call(call: ast.Call, function: Function):  # type: ignore[no-untyped-def]
    for site in function.calls:
        if site.node is call:
            return site.block
    return None


def varies_with_its_loop(holder: Function, context: Context) -> bool:
    """True when each turn of the loop that runs ``holder`` gives it something else to work with."""
    for site in context.project.inference.call_sites(holder):
        loops = loops_around(site.block)
        if loops:
            changing = changing_names(loops[0])
            return any(
                reads_any(part, changing)
                for part in (
                    site.node.func,
                    *site.node.args,
                    *(k.value for k in site.node.keywords),
                )
            )
    return False
