"""Devices that the program sets up and this machine lacks: what it says of them does nothing here.

``gpus = tf.config.list_physical_devices("GPU")`` and then ``set_memory_growth(gpus[0], True)`` is how
many programs begin; without a GPU that raises, and nothing after it would be seen.
"""

from __future__ import annotations

import contextlib
import functools
from typing import Any

_SETUP = (
    "set_memory_growth",
    "set_visible_devices",
    "set_logical_device_configuration",
    "set_virtual_device_configuration",
)
_ASK = "list_physical_devices"


class Devices(list):  # type: ignore[type-arg]  # which Python 3.8 can't be given
    """No devices, like an empty list, of which the first can be asked for all the same."""

    def __init__(self, missing: Any) -> None:
        super().__init__()
        self._missing = missing

    def __getitem__(self, place: Any) -> Any:
        return [] if isinstance(place, slice) else self._missing


def stand_in(config: Any) -> None:
    """Have ``tf.config`` take what is said of devices that are not there."""
    for names in (config, config.experimental):
        for name in _SETUP:
            setup = getattr(names, name, None)
            if setup is not None:
                setattr(names, name, _forgiving(setup))
        ask = getattr(names, _ASK, None)
        if ask is not None:
            setattr(names, _ASK, _asking(ask, config.PhysicalDevice))


def _forgiving(setup: Any) -> Any:
    @functools.wraps(setup)
    def forgiving(*args: Any, **kwargs: Any) -> None:
        # What the first calls have set up already can't be changed either.
        with contextlib.suppress(ValueError, RuntimeError, IndexError):
            setup(*args, **kwargs)

    return forgiving


def _asking(ask: Any, device: Any) -> Any:
    @functools.wraps(ask)
    def asked(device_type: Any = None) -> Any:
        found = ask(device_type)
        if found or device_type is None:
            return found
        return Devices(device(f"/physical_device:{device_type}:0", device_type))

    return asked
