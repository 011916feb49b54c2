from . import augment, models  # noqa: F401  (fills the registries)

__version__ = "0.4.1"
