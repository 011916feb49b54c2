from .registry import HOOKS, LOSSES, MODELS
from . import hooks, losses, models
from .engine import Engine

__all__ = ["HOOKS", "LOSSES", "MODELS", "Engine", "hooks", "losses", "models"]
