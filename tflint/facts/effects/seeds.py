"""Seeds that are None, and numbers that only seed operations which draw anew at each call of a graph."""

from __future__ import annotations

import ast
from enum import Enum
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.api.lookup import Doing
from tflint.api.records import Effect
from tflint.facts.order.eager_mutations import Mutations
from tflint.facts.programs.one_value import is_always_none
from tflint.syntax.definitions import own_attribute, owner_of
from tflint.syntax.model import AttributeStore, Binding, Class, Function
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, is_only_a_parameter

if TYPE_CHECKING:
    from tflint.facts.graphs.context import Context

_DRAWS = Doing(Effect.RANDOM)
_WHOLE = {"builtins.abs", "builtins.int", "builtins.round"}
"""What makes a whole number of another, as seeds are."""


class _Thing(Enum):
    """What is followed to where it is used."""

    NUMBER = "a number"
    FUNCTION = "a function that gives a number"
    GENERATOR = "a generator of numbers"


_Asked = set[tuple[int, _Thing]]


def is_no_seed(seed: ast.expr, context: Context) -> bool:
    """True for what is None whenever this code runs in a graph, whatever eager code gives."""
    function, traced = context.function, context.traced
    if is_always_none(seed, function, context.project.inference):
        return True
    if isinstance(seed, ast.Attribute):
        return _holds_none(seed, context)
    if not isinstance(seed, ast.Name) or not is_only_a_parameter(seed.id, function):
        return False
    if traced is None or traced.context.is_entry:
        return False
    callers, calls = context.project.inference.callers, context.project.tracing.calls_of(traced)
    sites = [site for site, caller in calls if caller is not None]
    return bool(sites) and all(callers.gives_none(site, function, seed.id) for site in sites)


def _holds_none(seed: ast.Attribute, context: Context) -> bool:
    """True for ``self.seed`` that constructors set, and nothing sets to anything but None."""
    attr, owner = own_attribute(seed, context.function), owner_of(context.function)
    if attr is None or owner is None:
        return False
    if any(change.binding is None for change in Mutations.of(context.project).of_attribute(attr)):
        return False  # by `setattr`, with what nobody knows
    stores = [
        store
        for module in context.project.relevant_modules
        for function in module.functions
        for store in function.stores
        if store.node.attr == attr and _may_be_of(store, owner, context)
    ]
    return any(store.function.name == "__init__" for store in stores) and all(
        store.binding.kind == "assign"
        and store.binding.value is not None
        and not store.binding.path
        and is_always_none(store.binding.value, store.function, context.project.inference)
        for store in stores
    )


def _may_be_of(store: AttributeStore, definition: Class, context: Context) -> bool:
    """False for what a class sets of its own objects that has nothing to do with another one."""
    owner, bases = owner_of(store.function), context.project.inference.classes.bases
    if owner is None or own_attribute(store.node, store.function) is None:
        return True
    return owner in bases(definition) or definition in bases(owner)


def only_seeds(drawn: ast.Call, context: Context) -> bool:
    """True for a number that goes nowhere but to the seed of operations that draw anew at each call.

    Followed through names, functions of the project that are given it or give it back, and generators
    of Python and NumPy that are made of it.
    """
    return _goes_to_seeds(drawn, _Thing.NUMBER, context, set())


def _goes_to_seeds(node: ast.expr, thing: _Thing, context: Context, asked: _Asked) -> bool:
    """The same for an expression of the function at hand, which is asked about once."""
    key = (id(node), thing)
    if key in asked:
        return True
    asked.add(key)
    parent = context.parent(node)
    match parent:
        case ast.Call(func=func) if func is node:
            return thing is _Thing.FUNCTION and _goes_to_seeds(
                parent, _Thing.NUMBER, context, asked
            )
        case ast.Attribute(value=owner) if owner is node and thing is _Thing.GENERATOR:
            draw = context.parent(parent)
            if not isinstance(draw, ast.Call) or not all(
                n in _DRAWS for n in context.names(parent)
            ):
                return False
            return bool(context.names(parent)) and _goes_to_seeds(
                draw, _Thing.NUMBER, context, asked
            )
        case ast.Call():
            return _is_given_to_seed(node, None, parent, thing, context, asked)
        case ast.keyword(arg=str(word)):
            call = context.parent(parent)
            assert isinstance(call, ast.Call)
            return _is_given_to_seed(node, word, call, thing, context, asked)
        case ast.For(iter=given, target=target) | ast.comprehension(iter=given, target=target) if (
            given is node
        ):
            return _turns_go_to_seeds(target, parent, thing, context, asked)
        case ast.IfExp(test=test) if test is not node:
            return _goes_to_seeds(parent, thing, context, asked)
        case ast.BinOp() if thing is _Thing.NUMBER:
            return _goes_to_seeds(parent, thing, context, asked)
        case ast.Lambda() | ast.Return():
            function = context.function
            if thing is not _Thing.NUMBER or function.parent is None or function.owner is not None:
                return False
            around = context.of(function.parent)
            if isinstance(function.node, ast.Lambda):
                return _goes_to_seeds(function.node, _Thing.FUNCTION, around, asked)
            return _uses_go_to_seeds(
                function.name, _of_def(function), _Thing.FUNCTION, around, asked
            )
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is node:
            return _uses_go_to_seeds(name, _of_value(name, node, context), thing, context, asked)
        case _:
            return False


def _is_given_to_seed(
    node: ast.expr,
    word: str | None,
    call: ast.Call,
    thing: _Thing,
    context: Context,
    asked: _Asked,
) -> bool:
    """The same for an argument of a call, under a keyword or by its place."""
    names = context.names(call.func)
    if names:
        if thing is not _Thing.NUMBER:
            return False
        if all(map(knowledge.RANDOM_OPERATIONS.match, names)):
            return word == "seed"
        if all(map(knowledge.GENERATORS.search, names)):
            return _goes_to_seeds(call, _Thing.GENERATOR, context, asked)
        if names == {"builtins.zip"} and word is None:
            match context.parent(call):
                case (ast.For() | ast.comprehension()) as loop if isinstance(
                    loop.target, ast.Tuple
                ):
                    target = dict(zip(map(id, call.args), loop.target.elts, strict=False)).get(
                        id(node)
                    )
                    return target is not None and _turns_go_to_seeds(
                        target, loop, thing, context, asked
                    )
            return False
        return names <= _WHOLE and _goes_to_seeds(call, thing, context, asked)
    callers = context.project.inference.callers
    site = context.function.site_of(call)
    called = () if site is None else callers.called(site)
    for function in called:
        assert site is not None
        name = callers.parameter_for(node, site, function)
        binding = None if name is None else _of_parameter(name, function)
        if name is None or binding is None:
            return False
        if not _uses_go_to_seeds(name, binding, thing, context.of(function), asked):
            return False
    return bool(called)


def _turns_go_to_seeds(
    target: ast.expr,
    loop: ast.For | ast.comprehension,
    thing: _Thing,
    context: Context,
    asked: _Asked,
) -> bool:
    """The same for what a loop, or one in a comprehension, calls each of several numbers."""
    if not isinstance(target, ast.Name):
        return False
    bindings = context.function.bindings.get(target.id, ())
    found = next((b for b in bindings if b.kind == "for" and b.value is loop.iter), None)
    return _uses_go_to_seeds(target.id, found, thing, context, asked)


def _uses_go_to_seeds(
    name: str, binding: Binding | None, thing: _Thing, context: Context, asked: _Asked
) -> bool:
    """True when every use that a binding may reach is one that only seeds, and there are some."""
    if binding is None or name in context.function.global_names | context.function.nonlocal_names:
        return False
    inner = {id(function.node): function for function in _inside(context.function)}
    found = False
    for use in context.uses(name):
        function = _function_around(use, inner, context)
        if function is not context.function:
            if holder_of(name, function) is not context.function:
                continue
        elif binding not in reaching(name, use, function):
            continue
        found = True
        if not _goes_to_seeds(use, thing, context.of(function), asked):
            return False
    return found


def _inside(function: Function) -> list[Function]:
    return [part for inner in function.functions for part in (inner, *_inside(inner))]


def _function_around(use: ast.AST, inner: dict[int, Function], context: Context) -> Function:
    """The function, at hand or inside it, that holds a use of a name."""
    node: ast.AST | None = use
    while node is not None:
        if id(node) in inner:
            return inner[id(node)]
        node = context.parent(node)
    return context.function


def _of_parameter(name: str, function: Function) -> Binding | None:
    found = [b for b in function.bindings.get(name, ()) if b.kind == "parameter"]
    return found[0] if found else None


def _of_value(name: str, value: ast.expr, context: Context) -> Binding | None:
    found = context.function.bindings.get(name, ())
    return next((binding for binding in found if binding.value is value), None)


def _of_def(function: Function) -> Binding | None:
    assert function.parent is not None
    found = function.parent.bindings.get(function.name, ())
    return next((binding for binding in found if binding.target is function), None)
