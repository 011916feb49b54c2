from .arm import Arm
from .log import Recorder
