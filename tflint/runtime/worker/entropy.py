"""The same random numbers on both sides, those included that come from the operating system."""

from __future__ import annotations

import contextlib
import gc
import os
import random
from typing import Any


def seed() -> None:
    """Seed Python and NumPy, and draw what the system would give from a seeded generator."""
    import numpy

    random.seed(7)
    numpy.random.seed(7)
    draws = random.Random(7)

    def urandom(size: int) -> bytes:
        return draws.getrandbits(8 * size).to_bytes(size, "little") if size else b""

    system: Any = random
    os.urandom = system._urandom = urandom  # ``secrets`` and ``SystemRandom`` ask here


class Generators:
    """The generators that a program holds itself, which no seed reaches, as they are now."""

    def __init__(self) -> None:
        from numpy.random import Generator, RandomState

        self._states: list[tuple[Any, Any]] = []
        for found in gc.get_objects():
            with contextlib.suppress(Exception):
                if isinstance(found, random.Random):
                    self._states.append((found.setstate, found.getstate()))
                elif isinstance(found, RandomState):
                    self._states.append((found.set_state, found.get_state()))
                elif isinstance(found, Generator):
                    bits: Any = found.bit_generator
                    state = bits.state
                    self._states.append((lambda old, bits=bits: setattr(bits, "state", old), state))

    def rewind(self) -> None:
        """Let them give the same again."""
        for restore, state in self._states:
            with contextlib.suppress(Exception):
                restore(state)
