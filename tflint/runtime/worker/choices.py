"""In which order arguments are tried: what came furthest so far decides what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..protocol import Spec
from . import argument_specs, suggestions
from .candidates import Candidates
from .hinted import Hinted

if TYPE_CHECKING:
    from .experiment import Experiment

_STEPS = 12
"""Errors that are followed, one after the other."""
_OTHERS = 4
"""Errors of which that is done where the furthest choice leads nowhere."""
_FEW = 4
"""Candidates of one parameter that may all be tried before the others'."""


class Choices:
    """Choices among the options of a function's parameters, one after the other."""

    def __init__(
        self,
        x: Experiment,
        options: Candidates,
        presets: list[list[int]],
        images: list[Spec],
        hinted: Hinted,
    ) -> None:
        self.best = [0] * len(options.of)
        """The choice that came furthest; whoever tries them says so."""
        self.hint = ""
        """What it said."""
        self.others: dict[str, list[int]] = {}
        """What others said that came as far, and a choice of which each was said."""
        self._shapes = x.world.shapes
        self._options = options
        self._presets = presets
        self._images = images
        self._hinted = hinted
        self._seen: set[tuple[int, ...]] = set()

    def __iter__(self) -> Iterator[list[int]]:
        """First as the project does it, then everything at its best guess, then all tensors alike.

        Then what the last error speaks of and one parameter at a time, from the best so far.
        """
        width = len(self._options.of)
        yield from self._presets
        yield [0] * width
        if not width:
            return
        yield from self._alike()
        yield from self._pictures()
        # What has few options first, then what is surely a tensor: names say least of which one.
        options = self._options.of
        order = sorted(
            range(width),
            key=lambda at: (len(options[at]) > _FEW, options[at][0]["kind"] != "tensor"),
        )
        start: list[int] = []
        while start != self.best:
            start = self.best
            yield from self._following()
            yield from self._one_at_a_time(order)
            if start == self.best:
                yield from self._following_others()

    def _alike(self) -> Iterator[list[int]]:
        """The same shape for everything that is surely a tensor."""
        for spec in (
            argument_specs.FLOATS
            + self._shapes
            + argument_specs.INTEGERS
            + argument_specs.OTHERS[:1]
        ):
            choice = [
                option.index(spec) if spec in option and option[0]["kind"] == "tensor" else 0
                for option in self._options.of
            ]
            if any(choice):
                yield choice

    def _pictures(self) -> Iterator[list[int]]:
        """Images of the sizes that the project names: each of its own, the small ones first; all alike."""
        options, images = self._options.of, self._images
        tensors = [at for at, option in enumerate(options) if option[0]["kind"] == "tensor"]
        if not tensors or not images:
            return
        last = len(images) - 1
        each = [images[min(number, last)] for number in range(len(tensors))]
        for specs in (each, *([image] * len(tensors) for image in images)):
            choice = [0] * len(options)
            for number, position in enumerate(tensors):
                choice[position] = self._options.index(position, specs[number])
            yield choice

    def _one_at_a_time(self, order: list[int]) -> Iterator[list[int]]:
        """Choices with another option for one parameter, until one leads further: second bests first."""
        options, start = self._options.of, self.best
        for index in range(max(map(len, options))):
            for position in order:
                if index < len(options[position]):
                    yield from self._with(position, index)
                    if self.best != start:
                        return

    def _following(self) -> Iterator[list[int]]:
        """Choices that do what the error of the best one asks for, as long as that leads further."""
        for _ in range(_STEPS):
            start, hint = self.best, self.hint
            current = self._options.specs(start)
            asked = [
                (position, spec)
                for position, one in enumerate(current)
                for spec in self._hinted.suggested(hint, position, one)
            ]
            # First the shapes that it speaks of, for what has another one that it speaks of.
            asked.sort(key=lambda pair: suggestions.unlikeliness(hint, current[pair[0]], pair[1]))
            for position, spec in asked:
                yield from self._with(position, self._options.index(position, spec))
                if self.best != start:
                    break
            if self.best == start:
                return

    def _following_others(self) -> Iterator[list[int]]:
        """Choices that do what errors ask for which others raised at the same place.

        The first of them may be one that asks for nothing.
        """
        start, hint = self.best, self.hint
        for said, choice in list(self.others.items())[:_OTHERS]:
            self.best, self.hint = choice, said
            yield from self._following()
            if self.best != choice:
                return
        self.best, self.hint = start, hint

    def _with(self, position: int, index: int) -> Iterator[list[int]]:
        """The best choice with another option for one parameter, unless that was tried."""
        choice = [*self.best[:position], index, *self.best[position + 1 :]]
        if tuple(choice) not in self._seen:
            self._seen.add(tuple(choice))
            yield choice
