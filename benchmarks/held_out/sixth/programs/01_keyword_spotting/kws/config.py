"""Run configuration for the keyword spotter."""
from dataclasses import dataclass, field
from typing import Tuple


@dataclass
class FrontendConfig:
    sample_rate: int = 4000
    frame_length: int = 128
    frame_step: int = 64
    n_mels: int = 20
    noise_level: float = 0.05


@dataclass
class TrainConfig:
    epochs: int = 3
    batch_size: int = 16
    lr: float = 3e-3
    lr_decay: float = 0.5
    n_classes: int = 4
    verbose: bool = True
    label_names: Tuple[str, ...] = ("yes", "no", "up", "down")
    frontend: FrontendConfig = field(default_factory=FrontendConfig)

    def describe(self):
        lines = []
        for key, value in sorted(vars(self).items()):
            lines.append(f"{key:>14s} = {value}")
        print("\n".join(lines))
        return lines
