from dataclasses import dataclass


@dataclass
class PPOConfig:
    clip: float = 0.2
    entropy: float = 0.01
    epochs: int = 2
    batch: int = 8
    lr: float = 1e-3
