"""Nested dict config with dotted overrides."""
import copy
import json

DEFAULTS = {
    "seed": 3,
    "data": {"kind": "two_moons", "points": 512, "batch": 64},
    "schedule": {"steps": 300, "beta_min": 1e-4, "beta_max": 0.02},
    "model": {"width": 48, "depth": 2, "time_dim": 16},
    "train": {"epochs": 4, "lr": 2e-3, "drop_cond": 0.5, "log_every": 4, "ema": 0.9},
    "sample": {"count": 32, "stride": 10},
    "out": "runs",
}


def merge(base, overrides):
    cfg = copy.deepcopy(base)
    for item in overrides:
        key, value = item.split("=", 1)
        node = cfg
        *parents, leaf = key.split(".")
        for part in parents:
            node = node[part]
        node[leaf] = json.loads(value)
    return cfg
