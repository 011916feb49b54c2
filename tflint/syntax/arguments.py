"""Which argument of a call lands in which parameter."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tflint.syntax.model import Function
from tflint.syntax.scopes import is_only_a_parameter


class Surplus(NamedTuple):
    """What calls give a function beyond its named parameters.

    Attributes:
        positional: how many arguments by their place, at most.
        names: the keywords.
    """

    positional: int
    names: frozenset[str]

    def joined(self, other: Surplus) -> Surplus:
        """What one or the other may give."""
        return Surplus(max(self.positional, other.positional), self.names | other.names)


NO_SURPLUS = Surplus(0, frozenset())


def bind_arguments(call: ast.Call, function: Function, given: int) -> dict[str, ast.expr]:
    """Parameter names to argument expressions; stops at the first ``*args``.

    Those behind it are told where the function takes as many as it must be given: then ``*args`` gives
    what is left. ``given`` is the number of first parameters (``self``) that the call gives without
    writing them.
    """
    if isinstance(function.node, ast.Module):
        return {}
    found: dict[str, ast.expr] = {}
    for name, argument in zip(function.places[given:], call.args, strict=False):
        if isinstance(argument, ast.Starred):
            break
        found[name] = argument
    for keyword in call.keywords:
        if keyword.arg in function.parameter_names:
            assert keyword.arg is not None
            found[keyword.arg] = keyword.value
    return found | _behind_star(call, function, given)


def _behind_star(call: ast.Call, function: Function, given: int) -> dict[str, ast.expr]:
    """The arguments behind the one ``*args`` of a call, by the parameters from the last one back."""
    stars = [place for place, part in enumerate(call.args) if isinstance(part, ast.Starred)]
    if len(stars) != 1 or isinstance(function.node, ast.Module) or function.node.args.vararg:
        return {}
    named = {keyword.arg for keyword in call.keywords}
    places = [name for name in function.places[given:] if name not in named]
    if None in named or not function.defaults.keys().isdisjoint(places):
        return {}
    behind = call.args[stars[0] + 1 :]
    first = len(places) - len(behind)
    return dict(zip(places[first:], behind, strict=True)) if first >= stars[0] else {}


def arguments_at(call: ast.Call, places: Iterable[int | str]) -> list[ast.expr]:
    """The arguments that a call gives at some positions, and by some names."""
    wanted = list(places)
    found = [call.args[p] for p in wanted if isinstance(p, int) and p < len(call.args)]
    found.extend(keyword.value for keyword in call.keywords if keyword.arg in wanted)
    return found


def is_open(call: ast.Call) -> bool:
    """True for a call that gives more than is written: ``f(*args, **options)``."""
    return any(isinstance(argument, ast.Starred) for argument in call.args) or any(
        keyword.arg is None for keyword in call.keywords
    )


def hands_on(call: ast.Call, around: Function) -> bool:
    """True where the ``*args`` and ``**kwargs`` of a call are those that the function around is given."""
    if isinstance(around.node, ast.Module):
        return False
    own = around.node.args
    stars = [argument.value for argument in call.args if isinstance(argument, ast.Starred)]
    options = [keyword.value for keyword in call.keywords if keyword.arg is None]
    return all(_is_own(star, own.vararg, around) for star in stars) and all(
        _is_own(option, own.kwarg, around) for option in options
    )


def handed_on(
    call: ast.Call,
    func: ast.expr,
    places: Sequence[str],
    positional: Sequence[ast.expr],
    names: Mapping[str, ast.expr],
) -> ast.Call:
    """``func`` called with what ``call`` hands on, by the names of the parameters that takes it.

    ``positional`` and ``names`` are what the function around is given for its ``*args`` and ``**kwargs``,
    ``places`` the parameters that ``call`` may give by their place.
    """
    stars = [isinstance(argument, ast.Starred) for argument in call.args]
    keywords: list[ast.keyword] = []
    if True in stars:
        rest = places[stars.index(True) :]
        keywords += map(ast.keyword, rest, positional)
    if any(keyword.arg is None for keyword in call.keywords):
        keywords += map(ast.keyword, names, names.values())
    return ast.copy_location(ast.Call(func, [], keywords), func)


def is_own_parameter(name: str, function: Function) -> bool:
    """True for a parameter of a function that nothing in it binds anew."""
    return name in function.parameter_names and is_only_a_parameter(name, function)


def _is_own(node: ast.expr, parameter: ast.arg | None, function: Function) -> bool:
    return (
        isinstance(node, ast.Name)
        and parameter is not None
        and node.id == parameter.arg
        and is_only_a_parameter(node.id, function)
    )


def surplus(call: ast.Call, function: Function, given: int, more: Surplus) -> Surplus:
    """What a call gives beyond the named parameters, with ``more`` in what it hands on."""
    names = {keyword.arg for keyword in call.keywords if keyword.arg is not None} | more.names
    written = len([argument for argument in call.args if not isinstance(argument, ast.Starred)])
    places = len(function.places) - given
    handed = more.positional if len(call.args) > written else 0
    return Surplus(max(0, written + handed - places), frozenset(names) - function.parameter_names)


def written_beyond(
    call: ast.Call, function: Function, given: int
) -> tuple[list[ast.expr], dict[str, ast.expr]]:
    """What a call that writes all it gives has for ``*args`` and ``**kwargs`` of a function."""
    return call.args[max(0, len(function.places) - given) :], {
        keyword.arg: keyword.value
        for keyword in call.keywords
        if keyword.arg is not None and keyword.arg not in function.parameter_names
    }


def perhaps_beyond(call: ast.Call, function: Function, given: int) -> list[ast.expr]:
    """What a call may have for ``*args`` of a function; what it spreads out may be as long as one likes."""
    named = len(function.places) - given
    stars = (n for n, a in enumerate(call.args) if isinstance(a, ast.Starred))
    return call.args[min(max(0, named), next(stars, named)) :]


def taken(more: Surplus, call: ast.Call, function: Function, given: int) -> frozenset[str]:
    """The parameters that ``more``, handed on by a call as ``*args`` and ``**kwargs``, may give."""
    names = more.names if any(keyword.arg is None for keyword in call.keywords) else frozenset()
    stars = (n for n, a in enumerate(call.args) if isinstance(a, ast.Starred))
    start = next(stars, None)
    if start is None:
        return names
    behind = len(call.args) - start - 1
    return names | set(function.places[given + start :][: more.positional + behind])


def fits(call: ast.Call, function: Function, given: int) -> bool:
    """False for a call that Python refuses: a parameter is left out, or there is none for an argument."""
    if isinstance(function.node, ast.Module) or is_open(call):
        return True
    arguments = function.node.args
    bound = bind_arguments(call, function, given)
    beyond = surplus(call, function, given, NO_SURPLUS)
    return (
        all(name in bound for name in function.required if name not in function.places[:given])
        and (arguments.vararg is not None or not beyond.positional)
        and (arguments.kwarg is not None or not beyond.names)
    )
