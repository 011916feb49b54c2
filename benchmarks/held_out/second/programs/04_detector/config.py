from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    grid: int = 4
    classes: int = 3
    epochs: int = 2
    batch: int = 4
    lambda_coord: float = 5.0
    lambda_noobj: float = 0.5
