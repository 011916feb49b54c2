"""What stands for an environment of reinforcement learning, of which code asks spaces and takes steps.

The interface is that of Gym and of Gymnasium, which differ in what a step and a reset return.
"""

from __future__ import annotations

from typing import Any

_OBSERVED = 3
_ACTIONS = 2
_STEPS = 8
"""After as many an episode is over."""


class Space:
    """A space of actions or observations: ``n`` numbers to choose among, or a box of some shape."""

    def __init__(self, n: int | None, shape: tuple[int, ...]) -> None:
        import numpy

        self.shape = shape
        self.dtype = numpy.dtype("int64" if n else "float32")
        if n:
            self.n = n
        else:
            self.low = numpy.full(shape, -1.0, "float32")
            self.high = numpy.full(shape, 1.0, "float32")

    def sample(self) -> Any:
        """An element; always the same one, so that no chance comes in."""
        import numpy

        return 0 if hasattr(self, "n") else numpy.zeros(self.shape, "float32")

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
    """

    reward_range = (-1.0, 1.0)

    def __init__(self, continuous: bool, truncates: bool) -> None:
        self.action_space = Space(None, (_ACTIONS,)) if continuous else Space(_ACTIONS, ())
        self.observation_space = Space(None, (_OBSERVED,))
        self._truncates = truncates
        self._step = 0

    def _observed(self) -> Any:
        import numpy

        return numpy.full((_OBSERVED,), self._step / _STEPS, "float32")

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
