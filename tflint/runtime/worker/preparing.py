"""Objects whose methods want another one of theirs called before: ``build()``, ``load(name)``.

What shows it is an attribute that such a method sets, and that is not there, or None, when the flagged
one is called. The other method is then called first, with arguments that are looked for like all others.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .argument_specs import value
from .call_arguments import key_of
from .own_attributes import methods_of, own_attributes, own_name
from .search import again, search

if TYPE_CHECKING:
    from .experiment import Experiment

_LACKING = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
_NOTHING = "NoneType"
_METHODS = 3
"""Methods that are tried, the likeliest first."""
_RETRYING = 0.5
"""The share of the time in which to begin with another one."""
_LIKELY = re.compile(r"^_*(build|init|set|create|make|reset|prepare|compile|construct|load)")


def prepared(x: Experiment, instance: Any, name: str) -> Iterator[Any]:
    """Objects like one whose method raises, after another method that sets what this one lacks.

    Args:
        x: the experiment.
        instance: an object of a class of the program, which we made.
        name: the name of the method.
    """
    cls = type(instance)
    make, recipes = x.makers.get(cls), x.result.recipes
    if make is None or _mark(cls) in (x.job.recipes or {}):
        return
    problem = x.problem, x.problem_at
    for method in _setters(x, instance, name)[:_METHODS]:
        if x.late(_RETRYING):
            break
        made = make()
        bound = getattr(made, method)
        found = search(x, bound, bound, record=False)
        if found is None:
            continue
        recipes[_mark(cls)] = [value(method)]
        x.makers[cls] = functools.partial(_made_again, x, make, method, found)
        yield made
        recipes.pop(_mark(cls))
        recipes.pop(key_of(bound), None)
    x.makers[cls] = make
    x.problem, x.problem_at = problem


def prepare(x: Experiment, instance: Any) -> None:
    """Call the method of a new object that an earlier run has found to be called first."""
    marked = (x.job.recipes or {}).get(_mark(type(instance)))
    if marked:
        bound = getattr(instance, marked[0]["value"])
        search(x, bound, bound, record=False)
        x.result.recipes[_mark(type(instance))] = marked


def _mark(cls: type) -> str:
    """Under which name the recipes tell what is called first."""
    return f"first of {cls.__qualname__}"


def _made_again(x: Experiment, make: Any, method: str, found: Any) -> Any:
    made = make()
    bound = getattr(made, method)
    args, kwargs = again(x, bound, found)
    bound(*args, **kwargs)
    return made


def _setters(x: Experiment, instance: Any, name: str) -> list[str]:
    """The methods that set what the last error misses, those with likely names and few parameters first."""
    cls = type(instance)
    nodes = methods_of(cls, x.definition_of)
    lacking = _lacking(x, instance, name)
    found = [
        method
        for method, node in nodes.items()
        if method not in ("__init__", name) and lacking & _set_by(node)
    ]
    return sorted(
        found, key=lambda one: (_LIKELY.search(one) is None, len(nodes[one].args.args), one)
    )


def _lacking(x: Experiment, instance: Any, name: str) -> set[str]:
    """The attributes of an object that the last error misses, or that are None where it speaks of None."""
    classes = {cls.__name__ for cls in type(instance).__mro__}
    lacking = {attribute for cls, attribute in _LACKING.findall(x.problem) if cls in classes}
    node = x.definition_of(getattr(type(instance), name, None))
    if _NOTHING in x.problem and node is not None:
        read = own_attributes(node, own_name(node), ast.Load)
        lacking |= {one for one in read if getattr(instance, one, 0) is None}
    return lacking


def _set_by(node: Any) -> set[str]:
    """The attributes of its object that a method gives something else than a constant."""
    return {
        attribute
        for statement in ast.walk(node)
        if isinstance(statement, (ast.Assign, ast.AnnAssign))
        and statement.value is not None
        and not isinstance(statement.value, ast.Constant)
        for whole in (
            statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        )
        for attribute in own_attributes(whole, own_name(node), ast.Store)
    }
