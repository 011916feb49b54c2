import dataclasses
import os


@dataclasses.dataclass
class Config:
    features: int = 6
    classes: int = 3
    hidden: tuple = (16, 8)
    epochs: int = 4
    batch: int = 16
    label_smoothing: float = 0.0
    mixup: bool = False
    workdir: str = os.environ.get("WORKDIR", "/tmp")

    def update(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)
        return self
