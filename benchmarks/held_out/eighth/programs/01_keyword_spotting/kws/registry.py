class Registry:
    """Name -> factory mapping filled at import time."""

    def __init__(self, what):
        self.what = what
        self._items = {}

    def register(self, name):
        def wrap(obj):
            if name in self._items:
                raise KeyError(f"{self.what} {name!r} registered twice")
            self._items[name] = obj
            return obj

        return wrap

    def create(self, name, *args, **kwargs):
        print(f"building {self.what}: {name}")
        return self._items[name](*args, **kwargs)


AUGMENTS = Registry("augmentation")
MODELS = Registry("model")
