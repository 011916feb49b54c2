"""TensorFlow's operations for what Python and NumPy do themselves, by the form of the call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

import libcst as cst

_Given = Mapping[str, str]
"""The code of the arguments of a call, by the names of its parameters."""


class _Operation(NamedTuple):
    """What TensorFlow has for a call.

    Attributes:
        name: what it is called after the name of TensorFlow.
        given: the code of its arguments.
        dtype: what it gives, unless it is asked for another.
        takes: whether it can be asked: others are to be cast.
    """

    name: str
    given: tuple[str, ...] = ("[]",)
    dtype: str = "float32"
    takes: bool = True

    def code(self, framework: str, dtype: str) -> str:
        """A call that gives a dtype, "" for any."""
        given = [re.sub(r"^tf\.", f"{framework}.", each) for each in self.given]
        if dtype in ("", f"{framework}.{self.dtype}"):
            return f"{framework}.{self.name}({', '.join(given)})"
        if self.takes:
            return f"{framework}.{self.name}({', '.join([*given, f'dtype={dtype}'])})"
        return f"{framework}.cast({self.code(framework, '')}, {dtype})"


def _uniform(low: str, high: str, shape: str = "[]") -> _Operation:
    return _Operation("random.uniform", (shape, low, high))


def _normal(mean: str, deviation: str, shape: str = "[]") -> _Operation:
    return _Operation("random.normal", (shape, mean, deviation))


def _whole(low: str, high: str) -> _Operation:
    return _Operation("random.uniform", ("[]", low, high, "tf.int32"), "int32", takes=False)


_PYTHON: dict[str, tuple[tuple[str, ...], Callable[..., _Operation]]] = {
    "random.random": ((), lambda: _Operation("random.uniform")),
    "random.uniform": (("a", "b"), _uniform),
    "random.gauss": (("mu", "sigma"), _normal),
    "random.normalvariate": (("mu", "sigma"), _normal),
    "random.randint": (("a", "b"), lambda low, last: _whole(low, _next(last))),
    "random.randrange": (("a", "b"), _whole),
    "time.time": ((), lambda: _Operation("timestamp", (), "float64", takes=False)),
}
"""What takes all of its parameters: their names, and the operation for them."""


def drawn(call: cst.Call, name: str, framework: str, dtype: str) -> cst.BaseExpression | None:
    """The operation for a draw or a clock with a canonical name; None where there is none of its form.

    Args:
        call: the call of Python's or NumPy's function.
        name: the name of that function.
        framework: the name of TensorFlow there.
        dtype: the code of the dtype that the number is to have; "" where that of its own does.
    """
    given = _by_place(call)
    if given is None:
        return None
    if name in _PYTHON:
        parameters, made = _PYTHON[name]
        named = _named(given, parameters)
        if named is None or len(named) < len(parameters):
            return None
        operation: _Operation | None = made(*(named[parameter] for parameter in parameters))
    else:
        operation = _of_numpy(given, name)
    if operation is None:
        return None
    is_array = bool(operation.given) and operation.given[0] != "[]"
    # unlike Python's numbers, arrays bring their dtype along
    found = cst.parse_expression(
        operation.code(framework, dtype or (f"{framework}.float64" if is_array else ""))
    )
    return found.with_changes(lpar=call.lpar, rpar=call.rpar)


def _of_numpy(given: dict[str | int, str], name: str) -> _Operation | None:
    family, _, last = name.rpartition(".")
    if family != "numpy.random":
        return None
    if last in ("rand", "randn"):
        if not all(isinstance(place, int) for place in given):
            return None
        made = "uniform" if last == "rand" else "normal"
        return _Operation(f"random.{made}", (f"[{', '.join(given.values())}]",))
    if last in ("random", "random_sample", "sample", "standard_normal"):
        named = _named(given, ("size",))
        made = "normal" if last == "standard_normal" else "uniform"
        shape = None if named is None else _shape(named.get("size", "[]"))
        return None if shape is None else _Operation(f"random.{made}", (shape,))
    first, second = ("low", "high") if last == "uniform" else ("loc", "scale")
    named = _named(given, (first, second, "size")) if last in ("uniform", "normal") else None
    shape = None if named is None else _shape(named.get("size", "[]"))
    if named is None or shape is None:
        return None
    made_of = _uniform if last == "uniform" else _normal
    return made_of(named.get(first, "0.0"), named.get(second, "1.0"), shape)


def _shape(size: str) -> str | None:
    """A size as a shape; None where it is not written out whether it is a number or several."""
    if size.isdigit():
        return f"[{size}]"
    if of_name := re.fullmatch(r"([^\W\d]\w*)\.shape", size):
        return f"tf.shape({of_name[1]})"
    return size if size[0] in "[(" and size[-1] in ")]" else None


def _next(number: str) -> str:
    if number.isdigit():
        return str(int(number) + 1)
    return f"{number} + 1" if number.isidentifier() else f"({number}) + 1"


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
