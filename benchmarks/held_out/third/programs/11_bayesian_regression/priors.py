import math

LOG_2PI = math.log(2 * math.pi)


class PriorRegistry:
    _table = {}

    @classmethod
    def register(cls, name):
        def wrap(fn):
            cls._table[name] = fn
            return fn
        return wrap

    @classmethod
    def get(cls, name):
        if name not in cls._table:
            raise KeyError(f"no prior named {name}")
        return cls._table[name]
