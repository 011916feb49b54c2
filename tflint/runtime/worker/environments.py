"""What stands for an environment of reinforcement learning, of which code asks spaces and takes steps.

The interface is that of Gym and of Gymnasium, which differ in what a step and a reset return.
"""

from __future__ import annotations

from typing import Any

from ..protocol import Spec

_OBSERVED = 3
_ACTIONS = 2
_AXES_OF_PICTURES = 3
_STEPS = 8
"""After as many an episode is over."""


class Space:
    """A space of actions or observations: ``n`` numbers to choose among, or a box of some shape."""

    def __init__(self, n: int | None, shape: tuple[int, ...], dtype: str = "float32") -> None:
        import numpy

        self.shape = shape
        self.dtype = numpy.dtype("int64" if n else dtype)
        if n:
            self.n = n
        else:
            least, most = (0, 255) if dtype == "uint8" else (-1, 1)
            self.low = numpy.full(shape, least, dtype)
            self.high = numpy.full(shape, most, dtype)

    def sample(self) -> Any:
        """An element; always the same one, so that no chance comes in."""
        import numpy

        return 0 if hasattr(self, "n") else numpy.zeros(self.shape, self.dtype)

    def contains(self, element: Any) -> bool:
        """Every element will do."""
        return True

    def seed(self, seed: Any = None) -> None:
        """Nothing is drawn."""


class Environment:
    """An environment that observes the number of the step.

    Args:
        continuous: whether actions are real numbers rather than one of a few.
        truncates: whether steps say apart that an episode was cut, as in Gymnasium.
        actions: how many actions there are to choose among, or how many numbers one is.
        observed: the shape of an observation; one of three axes is a picture.
    """

    reward_range = (-1.0, 1.0)

    def __init__(
        self,
        continuous: bool,
        truncates: bool,
        actions: int = _ACTIONS,
        observed: tuple[int, ...] = (_OBSERVED,),
    ) -> None:
        self.action_space = Space(None, (actions,)) if continuous else Space(actions, ())
        dtype = "uint8" if len(observed) == _AXES_OF_PICTURES else "float32"
        self.observation_space = Space(None, observed, dtype)
        self._truncates = truncates
        self._observed_like = (observed, dtype)
        self._step = 0

    def _observed(self) -> Any:
        import numpy

        shape, dtype = self._observed_like
        number = self._step if dtype == "uint8" else self._step / _STEPS
        return numpy.full(shape, number, dtype)

    def reset(self, **_: Any) -> Any:
        """Begin an episode."""
        self._step = 0
        return (self._observed(), {}) if self._truncates else self._observed()

    def step(self, action: Any) -> Any:
        """Go on by one step, whatever the action."""
        self._step += 1
        over = self._step >= _STEPS
        rest: tuple[Any, ...] = (over, False, {}) if self._truncates else (over, {})
        return (self._observed(), 1.0, *rest)

    def seed(self, seed: Any = None) -> list[Any]:
        """Nothing is drawn."""
        return [seed]

    def render(self, *_: Any, **__: Any) -> None:
        """There is nothing to see."""

    def close(self) -> None:
        """There is nothing to close."""


def like(spec: Spec) -> Environment:
    """The environment that a description tells of; what it observes is said only of pictures."""
    observed = tuple(spec.get("observed", (_OBSERVED,)))
    return Environment(spec["continuous"], spec["truncates"], observed=observed)
