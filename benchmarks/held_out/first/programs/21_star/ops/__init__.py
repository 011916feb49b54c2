from .act import *
from .norm import *
