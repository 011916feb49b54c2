"""What a trainer is told."""

import dataclasses
import enum


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


@dataclasses.dataclass
class Config:
    width: int
    rates: tuple
    mode: Mode = Mode.SLOW
    tags: list = dataclasses.field(default_factory=list)
