import importlib
import inspect

_POLICIES = {}


def policy(cls):
    _POLICIES[cls.__name__.lower()] = cls
    return cls


def create(name, **kw):
    cls = _POLICIES.get(name)
    if cls is None:
        raise KeyError(name)
    allowed = inspect.signature(cls.__init__).parameters
    return cls(**{k: v for k, v in kw.items() if k in allowed})
