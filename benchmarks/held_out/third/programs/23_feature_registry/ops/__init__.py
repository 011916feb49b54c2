from .registry import REGISTRY, register
from . import transforms
