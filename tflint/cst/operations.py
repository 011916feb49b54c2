"""TensorFlow's operations for what Python and NumPy do themselves, by the form of the call."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import libcst as cst

_Given = Mapping[str, str]
"""The code of the arguments of a call, by the names of its parameters."""
_PYTHON: dict[str, tuple[tuple[str, ...], Callable[[str, _Given], str | None]]] = {
    "random.random": ((), lambda tf, given: f"{tf}.random.uniform([])"),
    "random.uniform": (
        ("a", "b"),
        lambda tf, given: f"{tf}.random.uniform([], {given['a']}, {given['b']})",
    ),
    "random.gauss": (("mu", "sigma"), lambda tf, given: _normal(tf, "[]", given)),
    "random.normalvariate": (("mu", "sigma"), lambda tf, given: _normal(tf, "[]", given)),
    "random.randint": (
        ("a", "b"),
        lambda tf, given: _whole(tf, given["a"], _next(given["b"])),
    ),
    "random.randrange": (("a", "b"), lambda tf, given: _whole(tf, given["a"], given["b"])),
    "time.time": ((), lambda tf, given: f"{tf}.timestamp()"),
}
"""What takes all of its parameters: their names, and the code of the operation."""


def drawn(call: cst.Call, name: str, framework: str) -> cst.BaseExpression | None:
    """The operation for a draw or a clock with a canonical name; None where there is none of its form."""
    given = _by_place(call)
    if given is None:
        return None
    if name in _PYTHON:
        parameters, made = _PYTHON[name]
        named = _named(given, parameters)
        text = None if named is None or len(named) < len(parameters) else made(framework, named)
    else:
        text = _of_numpy(given, name, framework)
    if text is None:
        return None
    found = cst.parse_expression(text)
    return found.with_changes(lpar=call.lpar, rpar=call.rpar)


def _of_numpy(given: dict[str | int, str], name: str, framework: str) -> str | None:
    family, _, last = name.rpartition(".")
    if family != "numpy.random":
        return None
    if last in ("rand", "randn"):
        if not all(isinstance(place, int) for place in given):
            return None
        sizes = f"[{', '.join(given.values())}]"
        return f"{framework}.random.{'uniform' if last == 'rand' else 'normal'}({sizes})"
    if last in ("random", "random_sample", "sample", "standard_normal"):
        named = _named(given, ("size",))
        made = "normal" if last == "standard_normal" else "uniform"
        shape = None if named is None else _shape(named.get("size", "[]"))
        return None if shape is None else f"{framework}.random.{made}({shape})"
    first, second = ("low", "high") if last == "uniform" else ("loc", "scale")
    named = _named(given, (first, second, "size")) if last in ("uniform", "normal") else None
    shape = None if named is None else _shape(named.get("size", "[]"))
    if named is None or shape is None:
        return None
    low, high = named.get(first, "0.0"), named.get(second, "1.0")
    made = "uniform" if last == "uniform" else "normal"
    return f"{framework}.random.{made}({shape}, {low}, {high})"


def _shape(size: str) -> str | None:
    """A size as a shape; None where it is not written out whether it is a number or several."""
    if size.isdigit():
        return f"[{size}]"
    return size if size[0] in "[(" and size[-1] in ")]" else None


def _normal(tf: str, shape: str, given: _Given) -> str:
    return f"{tf}.random.normal({shape}, {given['mu']}, {given['sigma']})"


def _next(number: str) -> str:
    if number.isdigit():
        return str(int(number) + 1)
    return f"{number} + 1" if number.isidentifier() else f"({number}) + 1"


def _whole(tf: str, low: str, high: str) -> str:
    return f"{tf}.random.uniform([], {low}, {high}, {tf}.int32)"


def _by_place(call: cst.Call) -> dict[str | int, str] | None:
    """The code of the arguments by place or keyword; None where a star or comments are among them."""
    empty = cst.Module([])
    found: dict[str | int, str] = {}
    for place, argument in enumerate(call.args):
        code = empty.code_for_node(argument.value)
        if argument.star or "#" in code or "\n" in code:
            return None
        found[place if argument.keyword is None else argument.keyword.value] = code
    return found


def _named(given: dict[str | int, str], parameters: tuple[str, ...]) -> dict[str, str] | None:
    """The arguments by the names of the parameters; None where some fit none."""
    found: dict[str, str] = {}
    for place, code in given.items():
        if isinstance(place, int):
            if place >= len(parameters):
                return None
            place = parameters[place]
        if place not in parameters:
            return None
        found[place] = code
    return found


def printed(call: cst.Call, framework: str) -> cst.Call | None:
    """``tf.print`` of what a logger is told: a text, with values for its ``%s``; None for other forms."""
    from tflint.cst.texts import arguments_apart

    if not call.args or any(a.keyword is not None or a.star for a in call.args):
        return None
    first, *values = call.args
    text = first.value
    if values:
        given = [value.value for value in values]
        right: cst.BaseExpression = cst.Tuple([cst.Element(value) for value in given])
        text = cst.BinaryOperation(text, cst.Modulo(), right)
    arguments = arguments_apart(call.with_changes(args=[cst.Arg(text)]))
    if arguments is None or (values and len(arguments) == 1):
        return None
    function = cst.Attribute(cst.Name(framework), cst.Name("print"))
    return call.with_changes(func=function, args=arguments)
