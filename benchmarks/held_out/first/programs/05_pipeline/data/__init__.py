from .augment import augmenter, flip_only
from .load import make_dataset
