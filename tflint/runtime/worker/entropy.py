"""The same random numbers on both sides, those included that come from the operating system."""

from __future__ import annotations

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
