"""Functions that servers call for each request, and those that a decorator hands to what may do so."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api.records import words
from tflint.api.servers import DECORATORS, HANDLERS
from tflint.facts.expressions.classes import Classes
from tflint.facts.expressions.questions import Questions
from tflint.facts.expressions.values import External, FunctionValue, Unknown, Value, members
from tflint.facts.graphs.graph_sites import display
from tflint.finding import Reason
from tflint.syntax.fillings import fillings
from tflint.syntax.model import Function
from tflint.syntax.scopes import holder_of
from tflint.syntax.showing import as_written

_OF_SERVERS = words("route get post put patch delete websocket")
"""Methods by which objects of libraries for the web take a function for their requests."""

_OUTSIDE = (External, Unknown)


def serving(function: Function, questions: Questions, classes: Classes) -> Reason | None:
    """What has a server call a function for each request: a decorator, or a base class; None without."""
    shown = display(function)
    for decorator, func, value in _decorating(function, questions):
        if any(isinstance(m, External) and DECORATORS.fullmatch(m.name) for m in members(value)):
            text = f"`{as_written(func)}` calls {shown} again and again, for each request"
            return Reason(function.module.path, decorator.lineno, text)
    if function.owner is None or isinstance(function.node, ast.Module):
        return None
    bases = classes.base_names(function.owner)
    for handlers in HANDLERS:
        if handlers.has(function.name):
            known = next((name for name in bases if handlers.base.fullmatch(name)), None)
            if known is not None:
                base = known.rpartition(".")[2]
                text = f"`{base}` has {shown} called again and again, for each request"
                return Reason(function.module.path, function.node.lineno, text)
    return None


def request_loop() -> ast.While:
    """The loop in which a server waits for requests: ``while True:``."""
    return ast.While(ast.Constant(True), [], [])


def request(function: Function) -> ast.Call:
    """The call by which a server answers one."""
    called = ast.copy_location(ast.Name(function.name, ast.Load()), function.node)
    return ast.copy_location(ast.Call(called, [], []), function.node)


def registering(function: Function, questions: Questions) -> Reason | None:
    """The decorator that hands a function to what may call it again and again; None without one.

    It puts the function into a list or dict that stays, or is named as those of servers are.
    """
    for decorator, func, value in _decorating(function, questions):
        if any(
            _keeps_what_it_is_given(member.function)
            if isinstance(member, FunctionValue)
            else func is not decorator and isinstance(member, _OUTSIDE) and _is_of_server(func)
            for member in members(value)
        ):
            text = f"{display(function)} is handed by its decorator to what may call it again and again"
            return Reason(function.module.path, decorator.lineno, text)
    return None


def _decorating(
    function: Function, questions: Questions
) -> Iterator[tuple[ast.expr, ast.expr, Value]]:
    """The decorators of a function, with what each names, without its options, and what that may be."""
    around = function.parent or function.module.body
    for decorator in function.decorators:
        func = decorator.func if isinstance(decorator, ast.Call) else decorator
        yield decorator, func, questions.value(func, around)


def _is_of_server(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and func.attr in _OF_SERVERS


def _keeps_what_it_is_given(decorator: Function) -> bool:
    """True where a decorator, or what it returns for its options, keeps what it is given for later."""
    return any(
        isinstance(put.value, ast.Name)
        and put.value.id == taker.parameters[0].arg
        and holder_of(name.partition(".")[0], taker) not in (None, taker, decorator)
        for taker in (decorator, *decorator.functions)
        if taker.parameters
        for (name, _), puts in fillings(taker).items()
        for put in puts
    )
