from .log import LogMixin
from .shape import ShapeMixin
