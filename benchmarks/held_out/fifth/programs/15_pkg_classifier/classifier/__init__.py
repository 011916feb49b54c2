from .config import Config
from .trainer import Trainer

__all__ = ["Config", "Trainer"]
