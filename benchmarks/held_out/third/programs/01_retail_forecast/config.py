from dataclasses import dataclass


@dataclass
class TrainConfig:
    window: int = 8
    horizon: int = 1
    hidden: int = 16
    epochs: int = 4
    batch_size: int = 16
    base_lr: float = 1e-2
    decay: float = 0.9
