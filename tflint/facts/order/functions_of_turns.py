"""Whether each turn of a loop has a tf.function of its own, and values go with it."""

from __future__ import annotations

import ast

from tflint.facts.expressions.values import ClassValue, members, varying
from tflint.facts.graphs.context import Context
from tflint.syntax.definitions import is_of_self
from tflint.syntax.model import CallSite, Function, loops_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.trees import walk


def is_of_each_turn(loop: ast.AST, site: CallSite, function: Function, context: Context) -> bool:
    """True for a call of a tf.function that each turn of a loop around makes another one of.

    It, or the factory that defines it, or the object whose method it is, is called by a name of that turn.
    """
    func = site.node.func
    holder = func.value if isinstance(func, ast.Attribute) else func
    bindings = (
        reaching(holder.id, holder, site.function, above=True)
        if isinstance(holder, ast.Name)
        else []
    )
    if len(bindings) != 1 or loop not in loops_around(bindings[0].block):
        return False
    made = bindings[0].value
    making = site.function.site_of(made) if isinstance(made, ast.Call) else None
    if making is None or bindings[0].path:
        return bindings[0].target is function
    if holder is not func:
        of_class = (isinstance(m, ClassValue) for m in members(context.value(making.node.func)))
        return function.owner is not None and all(of_class)
    if "tensorflow.function" in context.names(making.node.func):
        return True
    makers = context.project.inference.callers.called(making)
    return len(makers) == 1 and makers[0] is function.parent and not makers[0].decorators


def varies_with_function(
    argument: ast.expr, site: CallSite, function: Function, context: Context
) -> bool:
    """True for an argument of which all that changes is what each turn gives to a tf.function of its own.

    A method passes on, to one of the same object, what it was given itself.
    """
    changing = [
        part.id
        for part in walk(argument)
        if isinstance(part, ast.Name) and varying(context.value(part)) is not None
    ]
    return bool(changing) and all(
        _goes_with_turn(name, site, function, context, {}) for name in changing
    )


def _goes_with_turn(
    name: str,
    site: CallSite,
    function: Function,
    context: Context,
    known: dict[tuple[str, Function], bool],
) -> bool:
    """``known`` holds what was found out of parameters on the way; what leads back to itself does not."""
    caller = site.function
    if not is_only_a_parameter(name, caller):
        bindings = caller.bindings.get(name, ())
        return len(bindings) == 1 and (
            bindings[0].kind == "for"
            and is_of_each_turn(bindings[0].node, site, function, context.of(caller))
        )
    if not is_of_self(site):
        return False
    if (name, caller) not in known:
        known[name, caller] = False
        callers = context.project.inference.callers
        given = [
            (node, outer)
            for outer in callers.of(caller)
            if (node := callers.arguments(outer, caller).get(name)) is not None
            and varying(context.of(outer.function).value(node)) is not None
        ]
        known[name, caller] = bool(given) and all(
            isinstance(node, ast.Name) and _goes_with_turn(node.id, outer, caller, context, known)
            for node, outer in given
        )
    return known[name, caller]
