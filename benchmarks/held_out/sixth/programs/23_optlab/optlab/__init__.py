"""optlab: small optimizers for the seminar."""
from .base import Optimizer
from .factory import OPTIMIZERS, create

__all__ = ["OPTIMIZERS", "Optimizer", "create"]
