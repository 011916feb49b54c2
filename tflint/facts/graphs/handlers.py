"""Functions that a decorator hands to what may call them again and again, as servers do for requests."""

from __future__ import annotations

import ast

from tflint.api.records import words
from tflint.facts.expressions.questions import Questions
from tflint.facts.expressions.values import External, FunctionValue, Unknown, members
from tflint.facts.graphs.graph_sites import display
from tflint.finding import Reason
from tflint.syntax.fillings import fillings
from tflint.syntax.model import Function
from tflint.syntax.scopes import holder_of

_OF_SERVERS = words("route get post put patch delete websocket")
"""Methods by which objects of libraries for the web take a function for their requests."""

_OUTSIDE = (External, Unknown)


def registering(function: Function, questions: Questions) -> Reason | None:
    """The decorator that hands a function to what may call it again and again; None without one.

    It puts the function into a list or dict that stays, or is named as those of servers are.
    """
    around = function.parent or function.module.body
    for decorator in function.decorators:
        func = decorator.func if isinstance(decorator, ast.Call) else decorator
        value = questions.value(func, around)
        if any(
            _keeps_what_it_is_given(member.function)
            if isinstance(member, FunctionValue)
            else func is not decorator and isinstance(member, _OUTSIDE) and _is_of_server(func)
            for member in members(value)
        ):
            text = f"{display(function)} is handed by its decorator to what may call it again and again"
            return Reason(function.module.path, decorator.lineno, text)
    return None


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
