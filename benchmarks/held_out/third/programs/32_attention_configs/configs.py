from dataclasses import dataclass, replace


@dataclass(frozen=True)
class HeadConfig:
    heads: int = 2
    temperature: float = 1.0
    causal: bool = True


BASE = HeadConfig()


def for_layer(i):
    return replace(BASE, heads=2)
