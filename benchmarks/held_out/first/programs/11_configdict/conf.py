import tensorflow as tf

DEFAULTS = {
    "optim": {"lr": 0.1, "clip": 1.0},
    "model": {"width": 4, "act": "relu"},
}


class AttrDict(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


def to_attr(d):
    return AttrDict({k: to_attr(v) if isinstance(v, dict) else v for k, v in d.items()})


cfg = to_attr(DEFAULTS)
