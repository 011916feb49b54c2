"""What an error asks for in place of the argument that a call was made with."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from ..protocol import Spec
from . import argument_specs, asked_types, usual

if TYPE_CHECKING:
    from .experiment import Experiment

_FILE_KINDS: list[tuple[re.Pattern[str], list[Spec]]] = [
    (
        re.compile(r"image file format|identify image file|decode the image"),
        [argument_specs.PICTURE],
    ),
    (
        re.compile(r"[Nn]o such file|not found|NOT_FOUND"),
        [argument_specs.FILE, argument_specs.PICTURE, {"kind": "folder"}],
    ),
    (re.compile(r"Is a directory"), [argument_specs.FILE]),
    (re.compile(r"Not a directory|NotADirectory"), [{"kind": "folder"}]),
]
"""Messages about a file, and which files would do."""
_TWICE = re.compile(r"multiple values for (?:keyword )?argument '(\w+)'")
"""What is said of an argument that a constructor hands on by itself."""


_WITH_ITEMS = ("namespace", "dict")


def _files(message: str, spec: Spec) -> list[Spec]:
    """Other files for the name of one, also inside settings, where an error speaks of one."""
    if spec["kind"] in _WITH_ITEMS:
        return [
            {**spec, "items": {**spec["items"], name: other}}
            for name, inner in spec["items"].items()
            if inner["kind"] not in _WITH_ITEMS
            for other in _files(message, inner)
        ]
    text = spec["kind"] == "tensor" and spec["dtype"] == "string"
    if text or spec["kind"] in ("file", "folder") or isinstance(spec.get("value"), str):
        for pattern, files in _FILE_KINDS:
            if pattern.search(message):
                return [other for other in files if other != spec]
    return []


_OF_RECORDS = re.compile(r"\bserialized\b")
"""What is said of what is parsed and no record."""


class Hinted:
    """Knows the parameters of the function that raises, and what it parsed before."""

    def __init__(self, x: Experiment, parameters: list[inspect.Parameter]) -> None:
        self._records = getattr(x.world, "records", None)
        self._parameters = parameters

    def suggested(self, message: str, position: int, spec: Spec) -> list[Spec]:
        """Other candidates for a parameter than the one that it has."""
        if spec["kind"] == "omit":
            return self._missing(message, self._parameters[position])
        if self._parameters[position].name in _TWICE.findall(message):
            return [argument_specs.OMIT]
        text = spec["kind"] == "tensor" and spec["dtype"] == "string"
        if self._records and self._records.features and (text or _OF_RECORDS.search(message)):
            record = {"kind": "record", "features": dict(self._records.features)}
            if spec["kind"] == "dataset" or spec == argument_specs.special("dataset"):
                return [{"kind": "dataset", "element": record}]
            if spec["kind"] == "tensor":
                return [record]
        files = _files(message, spec)
        if files and spec["kind"] not in _WITH_ITEMS:
            return files
        return files + asked_types.instead(message, spec)

    def _missing(self, message: str, parameter: inspect.Parameter) -> list[Spec]:
        """Something for a parameter that is None, if the error speaks of it by its name or its type."""
        if parameter.default is not None:
            return []
        if re.search(rf"\b{parameter.name}\b", message):
            return [
                *usual.named(parameter),
                *argument_specs.FLOATS[:3],
                *argument_specs.INTEGERS[:3],
            ]
        return asked_types.asked(message, argument_specs.value(None))
