"""Environments of Gym and Gymnasium that are not here, or that want a package which is not.

One with spaces like theirs stands in: what agents are made of hangs on the sizes of these, and hardly on
what happens in there. It proves what is claimed of the code around it, and disproves nothing.
"""

from __future__ import annotations

import functools
import re
import types
from typing import TYPE_CHECKING, Any, NamedTuple

from . import after_import
from .environments import Environment

if TYPE_CHECKING:
    from .experiment import Experiment


class _Kind(NamedTuple):
    """How many actions there are or how many numbers one is, and what is observed."""

    actions: int
    observed: tuple[int, ...]
    continuous: bool = False


_KNOWN: list[tuple[str, _Kind]] = [
    (r"LunarLanderContinuous", _Kind(2, (8,), continuous=True)),
    (r"LunarLander", _Kind(4, (8,))),
    (r"BipedalWalker", _Kind(4, (24,), continuous=True)),
    (r"CarRacing", _Kind(3, (96, 96, 3), continuous=True)),
    (r"HalfCheetah|Walker2d", _Kind(6, (17,), continuous=True)),
    (r"Hopper", _Kind(3, (11,), continuous=True)),
    (r"Swimmer", _Kind(2, (8,), continuous=True)),
    (r"Reacher", _Kind(2, (11,), continuous=True)),
    (r"InvertedDoublePendulum", _Kind(1, (11,), continuous=True)),
    (r"InvertedPendulum", _Kind(1, (4,), continuous=True)),
    (r"Humanoid", _Kind(17, (376,), continuous=True)),
    (r"Ant-", _Kind(8, (27,), continuous=True)),
    (r"CartPole", _Kind(2, (4,))),
    (r"MountainCarContinuous", _Kind(1, (2,), continuous=True)),
    (r"MountainCar", _Kind(3, (2,))),
    (r"Acrobot", _Kind(3, (6,))),
    (r"Pendulum", _Kind(1, (3,), continuous=True)),
    (r"-ram|-Ram", _Kind(6, (128,))),
    (r"ALE/|NoFrameskip|Deterministic|Breakout|Pong|Invaders|Pacman", _Kind(6, (210, 160, 3))),
]  # fmt: skip
"""Names, and the spaces behind them; of a game there are six actions or more."""
_ANY = _Kind(2, (4,))
_IN_A_WINDOW = "human"


def install(x: Experiment) -> None:
    """Have ``make`` give an environment whatever the name, and say so.

    Args:
        x: the experiment.
    """
    after_import.change({name: functools.partial(_standing_in, x) for name in ("gym", "gymnasium")})


def _standing_in(x: Experiment, gym: Any) -> None:
    make = gym.make
    truncates = _answers_with_five(gym)

    @functools.wraps(make)
    def made(name: Any = None, *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("render_mode") == _IN_A_WINDOW:
            del kwargs["render_mode"]  # there is no screen, nor anybody who looks
        try:
            return make(name, *args, **kwargs)
        except getattr(gym.error, "DeprecatedEnv", ()):
            raise  # there is a newer one
        except (gym.error.Error, ImportError):
            if not isinstance(name, str):
                raise
            x.environments_instead[name] = None
            return _made(gym, name, truncates)

    gym.make = made


def _answers_with_five(gym: Any) -> bool:
    version = [int(part) for part in re.findall(r"\d+", str(getattr(gym, "__version__", "0")))[:2]]
    return gym.__name__ == "gymnasium" or version >= [0, 26]


def spaces_of(name: str) -> _Kind:
    """What is known of an environment by its name."""
    return next((kind for pattern, kind in _KNOWN if re.search(pattern, name)), _ANY)


def _made(gym: Any, name: str, truncates: bool) -> Any:
    kind = spaces_of(name)
    # What wraps environments wants those of Gym's class.
    cls = type("Environment", (Environment, gym.Env), {})
    made = cls(kind.continuous, truncates, kind.actions, kind.observed)
    for space in ("action_space", "observation_space"):
        setattr(made, space, _as_of_gym(gym, getattr(made, space)))
    made.spec = types.SimpleNamespace(id=name, max_episode_steps=None, reward_threshold=None)
    return made


def _as_of_gym(gym: Any, space: Any) -> Any:
    """The same space as an object of Gym's own class, which code may ask for."""
    if hasattr(space, "n"):
        made = gym.spaces.Discrete(space.n)
    else:
        made = gym.spaces.Box(space.low, space.high, space.shape, space.dtype.type)
    made.sample = space.sample  # nothing is drawn
    return made
