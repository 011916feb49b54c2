from dataclasses import dataclass, field


@dataclass
class RunConfig:
    recipe: str = "regression"
    global_batch: int = 32
    steps_per_loop: int = 5
    loops: int = 4
    base_lr: float = 0.05
    decay: float = 0.5
    dim: int = 6
    hooks: list = field(default_factory=lambda: ["lr", "report"])
