"""What docstrings say of parameters: shapes, dtypes, plain types, classes and values.

``scores: A float tensor of shape [batch_size, beam_size]`` (Google), ``scores : NDArray`` and below it
``Shape (batch_size, beam_size)`` (NumPy), ``- **scores**: shape (B, N)`` (Gluon), ``Input shape:`` (Keras).
Dimensions of one name have one size in all the parameters of a function.
"""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import inspect
import re
import sys
from typing import TYPE_CHECKING, Any

from ..protocol import Spec
from . import argument_specs, docstrings, usual
from .shapes import TENSOR, Sizes, shape_in

if TYPE_CHECKING:
    from .experiment import Experiment

_CALLS = 3
_DTYPE = re.compile(
    r"\b(u?int(?:8|16|32|64)|float(?:16|32|64)|bool|string|integers?|boolean|ind(?:ex|ices))\b"
)
_DTYPES = {"boolean": "bool", **dict.fromkeys(("integer", "integers", "index", "indices"), "int32")}
_NO_TENSOR = re.compile(r"\b(dict\w*|mapping|callable|function)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"^\W*(?:optional |an? )*(list|tuple|sequence)s? of\b", re.IGNORECASE)
_PLAIN = re.compile(r"\b(int|bool|str|float|Callable|[Dd]ict|Mapping)\b")
_SAID_TYPE = re.compile(
    r"^\W*(?:(?:optional|an?|the|python|positive|scalar|single|required),? )*"
    r"(?:(?P<several>list|tuple)s? of )?(?P<one>int(?:eger)?|bool(?:ean)?|float|str(?:ing)?)s?\b"
    r"(?![\s`]*\w*(?:tensor|array))",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?<!\w)['\"]([\w-]{1,24})['\"]")
_CLASS = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*")


class Documentation:
    """What the docstrings around a function say of its parameters."""

    def __init__(self, x: Experiment, function: Any, parameters: list[inspect.Parameter]) -> None:
        self._x = x
        self._owner = None if isinstance(function, type) else _owner(x, function)
        self._constructor = isinstance(function, type)
        texts = docstrings.around(x, function, self._owner)
        name = getattr(function, "__name__", "")
        calls = [call for text in texts[:2] if name for call in docstrings.calls(text, name)]
        self.calls = [argument_specs.described(call) for call in calls if call][:_CALLS]
        """Plain arguments in examples of calls, as descriptions by position or by name."""
        self._entries: dict[str, tuple[str, str]] = {}
        for parameter in parameters:
            said = (docstrings.entry(text, parameter.name) for text in texts)
            entry = next(filter(None, said), None)
            if entry is not None:
                self._entries[parameter.name] = entry
        if parameters and parameters[0].name not in self._entries and not self._constructor:
            shape = next(filter(None, map(docstrings.input_shape, texts)), None)
            if shape is not None:
                self._entries[parameters[0].name] = ("", shape)
        self.joint: list[dict[str, Spec]] = []
        """Tensors for all the parameters with a documented shape: of different sizes, and of few."""
        if not self._constructor:
            shaped = [p for p in parameters if not _PLAIN.search(usual.annotation_of(p))]
            for alike in (False, True):
                sizes = Sizes(self._owner, alike)
                made = {p.name: self._tensor(p, sizes) for p in shaped if p.name in self._entries}
                found = {name: spec for name, spec in made.items() if spec is not None}
                if found and found not in self.joint:
                    self.joint.append(found)

    def typed(self, parameter: inspect.Parameter) -> inspect.Parameter:
        """A parameter without annotation, with the plain type that its documentation names."""
        head, _ = self._entries.get(parameter.name, ("", ""))
        match = None if TENSOR.search(head) else _SAID_TYPE.match(head)
        if match is None or parameter.annotation is not parameter.empty:
            return parameter
        said = match["one"].lower()
        one = next(name for name in ("int", "bool", "float", "str") if said.startswith(name))
        several = (match["several"] or "").lower()
        return parameter.replace(annotation=f"{several}[{one}]" if several else one)

    def class_of(self, parameter: inspect.Parameter) -> type | None:
        """The project's own class that a parameter is documented to be an object of."""
        head, _ = self._entries.get(parameter.name, ("", ""))
        for name in _CLASS.findall(head.partition("default")[0]):
            for value in self._named(name):
                if isinstance(value, type) and self._x.program.is_project(value):
                    if not inspect.isabstract(value):
                        return value
        return None

    def _named(self, name: str) -> list[Any]:
        module, _, last = name.rpartition(".")
        modules = [sys.modules.get(module), *self._x.program.modules]
        return [getattr(holder, last, None) for holder in modules if holder is not None]

    def with_options(self, parameter: inspect.Parameter, found: list[Spec]) -> list[Spec]:
        """Candidates for a parameter with those that are documented among them, best first."""
        own = self._options(parameter)
        if not own and found[:1] != [argument_specs.OMIT]:
            # One of which nothing is said may have the shape of another.
            found = found[:1] + self._around() + found[1:]
        default = found[:1] == [argument_specs.OMIT]
        return [*found[:default], *own, *(spec for spec in found[default:] if spec not in own)]

    def has(self, parameter: inspect.Parameter, spec: Spec) -> bool:
        """Whether a parameter is documented to be such a thing."""
        return spec in self._options(parameter)

    def presets(
        self,
        parameters: list[inspect.Parameter],
        options: list[list[Spec]],
        requirements: Any,
    ) -> list[list[int]]:
        """The documented tensors of all parameters at once, as choices from their options."""
        found = []
        for joint in self.joint:
            choice = []
            for parameter, option in zip(parameters, options):
                spec = None if parameter.name in requirements else joint.get(parameter.name)
                choice.append(option.index(spec) if spec in option else 0)
            found.append(choice)
        return found

    def _options(self, parameter: inspect.Parameter) -> list[Spec]:
        name = parameter.name
        head, text = self._entries.get(name, ("", ""))
        if usual.annotation_of(self.typed(parameter)) == "str":
            quoted = _QUOTED.findall(f"{head} {text}")
            return [argument_specs.value(word) for word in dict.fromkeys(quoted)][:4]
        own = [joint[name] for joint in self.joint if name in joint]
        others = [other for spec in own[:1] for other in self._of_other_dtypes(spec)]
        return own[:1] + others + own[1:]

    def _around(self) -> list[Spec]:
        """The documented tensors of all the parameters."""
        found: list[Spec] = []
        for spec in self.joint[0].values() if self.joint else ():
            for one in (spec, *self._of_other_dtypes(spec)):
                if one["kind"] == "tensor" and one not in found:
                    found.append(one)
        return found

    def _of_other_dtypes(self, spec: Spec) -> list[Spec]:
        if spec["kind"] != "tensor":
            return []
        return [
            argument_specs.tensor(dtype, *spec["shape"])
            for dtype in ("float32", "int32")
            if dtype != spec["dtype"]
        ]

    def _tensor(self, parameter: inspect.Parameter, sizes: Sizes) -> Spec | None:
        head, text = self._entries[parameter.name]
        said = f"{head} {text}"
        if re.search(r"shape|size$|dims$", parameter.name) or _NO_TENSOR.search(head):
            return None
        shape = shape_in(said, sizes)
        if shape is None:
            return None
        spec = argument_specs.tensor(self._dtype(parameter, said), *shape)
        if _SEVERAL.match(head):
            kind = "tuple" if head.lower().startswith("tuple") else "list"
            return {"kind": kind, "items": [spec] * 2}
        return spec

    def _dtype(self, parameter: inspect.Parameter, said: str) -> str:
        match = _DTYPE.search(said.partition(". ")[0])
        named = [spec["dtype"] for spec in usual.named(parameter) if spec["kind"] == "tensor"]
        found = [_DTYPES.get(match[1], match[1])] if match else named[:1]
        return next((dtype for dtype in found if dtype not in self._x.world.lacking), "float32")


def _owner(x: Experiment, function: Any) -> Any:
    """The object that a function is called on."""
    for _ in range(20):
        bound = getattr(function, "__self__", None)
        if bound is not None and not inspect.ismodule(bound):
            return None if isinstance(bound, type) else bound
        function = getattr(function, "__wrapped__", getattr(function, "func", None))
        if function is None:
            break
    return x.owner
