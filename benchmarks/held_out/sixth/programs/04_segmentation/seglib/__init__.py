from .losses import LOSSES, build_loss
from .registry import Registry

__all__ = ["LOSSES", "Registry", "build_loss"]
