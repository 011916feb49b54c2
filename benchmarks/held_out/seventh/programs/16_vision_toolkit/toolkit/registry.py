class Registry:
    def __init__(self, name):
        self.name = name
        self.items = {}
        self.lookups = 0

    def register(self, obj):
        self.items[obj.__name__] = obj
        return obj

    def get(self, key):
        self.lookups += 1
        if key not in self.items:
            raise KeyError(f"{key} is not in {self.name}")
        return self.items[key]

    def build(self, cfg, **extra):
        cfg = dict(cfg)
        return self.get(cfg.pop("type"))(**cfg, **extra)


MODELS, LOSSES, HOOKS = Registry("models"), Registry("losses"), Registry("hooks")
