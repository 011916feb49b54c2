"""Small sentiment package."""
from .config import load
from .nets import build_net
