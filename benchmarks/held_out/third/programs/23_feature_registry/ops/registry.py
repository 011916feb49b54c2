import functools

REGISTRY = {}


def register(name=None):
    def deco(fn):
        key = name or fn.__name__
        REGISTRY[key] = fn

        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            return fn(*args, **kwargs)
        return wrapper
    return deco
