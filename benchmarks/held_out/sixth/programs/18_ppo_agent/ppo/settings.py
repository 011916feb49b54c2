from dataclasses import dataclass


@dataclass
class Settings:
    horizon: int = 32
    updates: int = 4
    gamma: float = 0.95
    lam: float = 0.9
    lr: float = 5e-3
    entropy: float = 0.01
    clip: float = 0.2
    gae: str = "scan"
    debug: bool = False

    def validate(self):
        assert 0 < self.gamma <= 1 and 0 <= self.lam <= 1
        if self.clip > 0.5:
            print("warning: large clip")
        return self
