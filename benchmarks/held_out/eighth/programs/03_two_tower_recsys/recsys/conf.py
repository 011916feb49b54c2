import os

import yaml


class Conf(dict):
    """Dict with attribute access."""

    def __getattr__(self, key):
        try:
            value = self[key]
        except KeyError as err:
            raise AttributeError(key) from err
        return Conf(value) if isinstance(value, dict) else value


def load(path=None):
    path = path or os.path.join(os.path.dirname(__file__), "..", "conf", "base.yaml")
    with open(path) as handle:
        return Conf(yaml.safe_load(handle))
