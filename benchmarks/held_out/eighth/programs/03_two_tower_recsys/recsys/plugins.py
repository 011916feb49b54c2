"""Tiny plugin table: ``@plugin("loss", "name")``."""
_TABLE = {}


def plugin(group, name):
    def deco(cls):
        _TABLE.setdefault(group, {})[name] = cls
        return cls
    return deco


def make(group, name, **kwargs):
    return _TABLE[group][name](**kwargs)


def names(group):
    return sorted(_TABLE.get(group, {}))
