"""What an error asks for in place of the argument that a call was made with."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from ..protocol import Spec
from . import argument_specs, namespaces, suggestions, usual

if TYPE_CHECKING:
    from .experiment import Experiment


class Hinted:
    """Knows the parameters of the function that raises, and what it parsed before."""

    def __init__(self, x: Experiment, parameters: list[inspect.Parameter]) -> None:
        self._records = getattr(x.world, "records", None)
        self._parameters = parameters

    def suggested(self, message: str, position: int, spec: Spec) -> list[Spec]:
        """Other candidates for a parameter than the one that it has."""
        if spec["kind"] == "namespace":
            return namespaces.extended(message, spec)
        if spec["kind"] == "tensor" and spec["dtype"] == "string" and self._records:
            features = self._records.features
            return [{"kind": "record", "features": dict(features)}] if features else []
        if spec["kind"] == "omit":
            return self._missing(message, self._parameters[position])
        return suggestions.suggested(message, spec)

    def _missing(self, message: str, parameter: inspect.Parameter) -> list[Spec]:
        """Something for a parameter that is None, if the error speaks of it by its name."""
        if parameter.default is not None or not re.search(rf"\b{parameter.name}\b", message):
            return []
        return [*usual.named(parameter), *argument_specs.FLOATS[:3], *argument_specs.INTEGERS[:3]]
