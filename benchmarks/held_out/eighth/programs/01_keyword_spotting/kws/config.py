"""Run configuration."""
from dataclasses import asdict, dataclass, field


@dataclass
class FeatureConfig:
    sample_rate: int = 4000
    frame_length: int = 128
    frame_step: int = 64
    num_mel: int = 20
    log_floor: float = 1e-5


@dataclass
class TrainConfig:
    epochs: int = 3
    batch_size: int = 16
    learning_rate: float = 2e-3
    noise_level: float = 0.3
    clip_norm: float = 0.5
    num_clips: int = 96
    num_classes: int = 4
    augment: str = "shift"
    model: str = "attn_cnn"


@dataclass
class Config:
    features: FeatureConfig = field(default_factory=FeatureConfig)
    train: TrainConfig = field(default_factory=TrainConfig)

    def describe(self):
        lines = []
        for section, values in asdict(self).items():
            for key, value in values.items():
                lines.append(f"{section}.{key}={value}")
        return "\n".join(lines)
