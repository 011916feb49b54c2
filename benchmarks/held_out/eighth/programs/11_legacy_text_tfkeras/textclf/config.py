from dataclasses import dataclass


@dataclass
class Settings:
    vocab: int = 60
    length: int = 16
    dim: int = 16
    classes: int = 3
    samples: int = 300
    batch: int = 30
    epochs: int = 3
    lr: float = 0.01
    word_drop: float = 0.2
    focal_gamma: float = 0.0
    label_noise: float = 0.1
