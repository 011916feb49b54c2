import dataclasses


@dataclasses.dataclass(frozen=True)
class Settings:
    lr: float = 0.1
    clip: float = 1.0
    name: str = "run"


def defaults(**over):
    return Settings(**over)
