from .rules import Centered, Lion, Momentum
from .schedules import SCHEDULES

OPTIMIZERS = {"momentum": Momentum, "lion": Lion, "centered": Centered}


def create(name, lr, schedule="none", steps=10, **kw):
    try:
        cls = OPTIMIZERS[name.lower()]
    except KeyError:
        raise ValueError(f"unknown optimizer {name!r}, choose from {sorted(OPTIMIZERS)}") from None
    return cls(lr, SCHEDULES[schedule](steps), **kw)
