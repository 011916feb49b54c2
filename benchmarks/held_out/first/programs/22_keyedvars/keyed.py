import tensorflow as t


class PerTask(t.Module):
    """One head for each task, made when first asked for."""

    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.heads = {}
        self.shared = None

    def head(self, task):
        try:
            return self.heads[task]
        except KeyError:
            v = self.heads[task] = t.Variable(t.ones([self.dim]), name=task)
            return v

    @t.function
    def forward(self, x, task):
        if self.shared is None:
            self.shared = t.Variable(t.zeros([self.dim]))
        return t.reduce_sum(x * self.head(task) + self.shared)


class Prebuilt(PerTask):
    def __init__(self, dim, tasks):
        super().__init__(dim)
        for name in tasks:
            self.heads[name] = t.Variable(t.ones([dim]), name=name)


def main():
    ok = Prebuilt(3, ["a", "b"])
    print([float(ok.forward(t.ones(3), k)) for k in ("a", "b")])
    m = PerTask(3)
    for k in ("a", "b"):
        print(k, float(m.forward(t.ones(3), k)))


if __name__ == "__main__":
    main()
