"""Tiny name -> object registry (in the spirit of mmcv)."""
import logging

logger = logging.getLogger(__name__)


class Registry:
    def __init__(self, name):
        self.name = name
        self._items = {}

    def register(self, key=None):
        def deco(obj):
            k = key or obj.__name__
            if k in self._items:
                raise KeyError(f"{k} already in {self.name}")
            self._items[k] = obj
            logger.debug("registered %s/%s", self.name, k)
            return obj
        return deco

    def build(self, key, **kwargs):
        if key not in self._items:
            raise KeyError(f"unknown {self.name}: {key}; have {sorted(self._items)}")
        return self._items[key](**kwargs)

    def __iter__(self):
        return iter(self._items)
