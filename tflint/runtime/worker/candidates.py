"""What may be given for each parameter of a function: candidates, the likeliest first."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from ..protocol import Missed, Spec
from . import argument_specs, documented, guess, namespaces, remaking, suggestions
from .concrete_classes import annotated_class

if TYPE_CHECKING:
    from .experiment import Experiment


class Candidates:
    """The candidates of all parameters, as descriptions; a choice names one for each by its index.

    They come from recorded calls, from what the flagged line asks for, from what the function and its
    documentation say, and from what its code does with a parameter.
    """

    def __init__(
        self,
        x: Experiment,
        key: str,
        function: Any,
        parameters: list[inspect.Parameter],
        recorded: list[dict[str, Spec]],
    ) -> None:
        self.of: list[list[Spec]] = []
        """By position of the parameter; the search adds what errors ask for."""
        self._x = x
        self._key = key
        self._function = function
        self._node = x.definition_of(function)
        self._parameters = parameters
        self._recorded = recorded
        self._requirements = x.job.requirements.get(key, {})
        self._documentation = documented.Documentation(x, function, parameters)
        self._granting: list[int] = []
        """How many of a parameter's first options are what the flagged line asks for."""
        for parameter in map(self._documentation.typed, parameters):
            known = remaking.choices(recorded, parameter)
            if known and parameter.default is not parameter.empty:
                self.of.append(known)
                self._granting.append(0)
            else:
                self._add(parameter, known)

    def _add(self, parameter: inspect.Parameter, known: list[Spec]) -> None:
        found = self._guessed(parameter)
        asked = guess.granted(self._requirements.get(parameter.name, []), parameter, found)
        asked.sort(key=lambda spec: not self._documentation.has(parameter, spec))
        likely = [*known, *(spec for spec in asked if spec not in known)]
        self.of.append(likely + [spec for spec in found if spec not in likely])
        self._granting.append(0 if known else len(asked))

    def _guessed(self, parameter: inspect.Parameter) -> list[Spec]:
        """What names, uses, annotations and documentation make likely."""
        function, node = self._function, self._node
        constructor = isinstance(function, type)
        uses, keys = guess.uses_of(node, parameter.name) if node is not None else (set(), [])
        found = guess.candidates(parameter, uses, keys, constructor, self._x.world.shapes)
        if node is not None and parameter.default is parameter.empty:
            found = namespaces.with_keys(found, keys, constructor)
            found = namespaces.among(found, node, parameter)
            if constructor and guess.kept_items(self._methods(), node, parameter.name):
                found.insert(0, argument_specs.NUMBERS)
        cls = annotated_class(self._x, parameter, function) or self._documentation.class_of(
            parameter
        )
        if cls is not None:
            found.insert(
                found[0] == argument_specs.OMIT,
                argument_specs.made(cls.__module__, cls.__qualname__),
            )
        if parameter.name == self._x.job.model:
            found.insert(found[0] == argument_specs.OMIT, argument_specs.ANY_MODEL)
        if getattr(function, "takes_arrays", False):
            found.sort(key=lambda spec: spec["kind"] not in ("tensor", "list"))
        return self._documentation.with_options(parameter, found)

    def _methods(self) -> list[Any]:
        """The definitions of the methods of a class."""
        own = [part for part in vars(self._function).values() if inspect.isfunction(part)]
        found = [self._x.definition_of(part) for part in own]
        return [node for node in found if node is not None]

    def specs(self, choice: list[int]) -> list[Spec]:
        """The descriptions that a choice stands for."""
        return [option[index] for option, index in zip(self.of, choice)]

    def index(self, position: int, spec: Spec) -> int:
        """Which option of a parameter a description is; it becomes the last when it is new."""
        option = self.of[position]
        if spec not in option:
            option.append(spec)
        return option.index(spec)

    def granted(self, choice: list[int]) -> int:
        """How many parameters get what the flagged line asks for."""
        return sum(index < count for index, count in zip(choice, self._granting))

    def presets(self) -> list[list[int]]:
        """Choices to begin with: as a recording, the project or its documentation has them.

        The first are those beside a choice that led nowhere.
        """
        found = remaking.presets(self._recorded, self._parameters, self.of)
        written = [*self._x.job.literals.get(self._key, ()), *self._documentation.calls]
        found += self._written(written)
        found += self._documentation.presets(self._parameters, self.of, self._requirements)
        return [*self._beside(), *found]

    def _written(self, calls: list[dict[str, Spec]]) -> list[list[int]]:
        """Choices with what the project or its documentation passes here, where that is written out.

        What the flagged line needs comes first, and in place of what is written for it.
        """
        found: list[list[int]] = []
        for written in calls:
            choice = []
            for position, parameter in enumerate(self._parameters):
                spec = written.get(parameter.name, written.get(str(position)))
                choice.append(0 if spec is None else self.index(position, spec))
            found.append(choice)
        if self._requirements:
            asked = [parameter.name in self._requirements for parameter in self._parameters]
            found[:0] = [
                [0 if requirement else i for i, requirement in zip(one, asked)] for one in found
            ]
        return found

    def _beside(self) -> list[list[int]]:
        """Choices like one that led nowhere, but for an argument that may be left out."""
        found: list[list[int]] = []
        for avoided, specs in filter(None, self._x.job.avoid):
            if avoided != self._key or not all(s in o for s, o in zip(specs, self.of)):
                continue
            choice = [option.index(spec) for spec, option in zip(specs, self.of)]
            for position, index in enumerate(choice):
                option = self.of[position]
                if option[index] == argument_specs.OMIT and len(option) > index + 1:
                    found.append([*choice[:position], index + 1, *choice[position + 1 :]])
        return found

    def near(self, missed: Missed) -> list[list[int]]:
        """Choices with what came furthest with another object, and what its error asks for."""
        choice = [self.index(position, spec) for position, spec in enumerate(missed.specs)]
        found = [choice]
        for position, spec in enumerate(missed.specs):
            for other in suggestions.suggested(missed.message, spec)[:4]:
                index = self.index(position, other)
                found.append([*choice[:position], index, *choice[position + 1 :]])
        return found
